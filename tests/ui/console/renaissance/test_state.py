"""The state a console derives from messages equals that of the rules throughout a match."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games import Dice, Seat
from ludoteca.games.renaissance import Board, Phase, State
from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.codecs import read_word
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState, Expected, apply_word
from tests.conftest import many, no_coverage
from tests.core.local import keeper_of
from tests.protocols.commands.local import Client, CommandsServer
from tests.protocols.commands.matches import NAMES, listen
from tests.protocols.commands.noise import any_command
from tests.protocols.commands.player import Player

pytestmark = no_coverage

SEEN = ("played", "depots", "strongbox", "slots", "faith", "tiles")


class Console:
    """A console's state beside the client that plays."""

    def __init__(self, client: Client) -> None:
        self.client, self.read = client, 0
        self.known = CommandsState(me=client.label)

    def look(self) -> CommandsState:
        for word in self.client.heard[self.read :]:
            self.known = apply_word(self.known, word)
        self.read = len(self.client.heard)
        return self.known


def seen(board: Board) -> list[object]:
    return [getattr(board, what) for what in SEEN]


def check(known: CommandsState, state: State, seat: Seat) -> None:
    """Assert that the state equals that of the rules."""
    assert known.market == state.market
    assert known.grid == tuple(deck[0] if deck else 0 for deck in state.decks)
    boards = known.boards[: len(state.boards)]
    assert [seen(board) for board in boards] == [seen(board) for board in state.boards]
    assert sorted(known.own.hand) == sorted(state.boards[seat].hand)
    assert known.reports == state.reports
    if known.alone:
        assert known.board("LORENZO").faith == state.cross
    if not state.outcome:
        assert state.last_round or not known.last_round
        assert (known.stage is ClientStage.SETUP) == (state.phase is Phase.SETUP)
        check_turn(known, state, seat)


def check_turn(known: CommandsState, state: State, seat: Seat) -> None:
    """Assert that the turn and the expected answer equal those of the rules."""
    own = state.boards[seat]
    if state.phase is Phase.SETUP:
        wanted = (
            Expected.LEADERS
            if len(own.hand) > 2
            else Expected.BONUS
            if own.bonus
            else Expected.NOTHING
        )
        assert known.expected is wanted
        assert known.bonus == (own.bonus if wanted is Expected.BONUS else 0)
        return
    assert known.turn == known.names[state.turn]
    assert known.mine == (state.turn == seat)
    placing = state.phase is Phase.PLACING and known.mine
    assert (known.expected is Expected.CONVERSION) == (placing and state.whites > 0)
    assert (known.expected is Expected.PLACES) == (placing and not state.whites)
    if placing and not state.whites:
        assert sorted(known.waiting) == sorted(
            resource for resource, count in state.taken.each() for _ in range(count)
        )


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(many(60)))
async def test_state_equals_that_of_the_rules_throughout_a_match(seats: int, seed: int) -> None:
    server, names, dice = CommandsServer(), NAMES[:seats], Dice(seed)
    clients = await server.match(*names)
    players = [Player(name, 50 * seed + place) for place, name in enumerate(names)]
    consoles = [Console(client) for client in clients]
    for client in clients:
        client.rewind()
    keeper, busy = keeper_of(server.dispatcher), True
    while busy:
        busy = False
        for place in range(seats):
            busy |= await listen(server, clients[place], players[place])
            for seat, console in enumerate(consoles):
                check(console.look(), keeper.table.state, Seat(seat))
            if dice.below(20) == 0 and not keeper.table.over:
                server.drop(clients[place])
                clients[place] = server.client(names[place])
                players[place] = Player(names[place], seed)
                await clients[place].says("LOGIN", info=names[place])
                clients[place].rewind()
                consoles[place] = Console(clients[place])
                busy = True
    for console in consoles:
        assert console.known.scores is not None
        assert console.known.stage is ClientStage.ROOM
        scores = zip(console.known.scores.names, console.known.scores.points, strict=True)
        assert all(console.known.points(name) == points for name, points in scores)


@given(lines=st.lists(any_command(), max_size=40))
@settings(max_examples=many(200))
def test_any_server_message_can_be_applied(lines: list[bytes]) -> None:
    known = CommandsState(me="bob")
    for line in lines:
        word = read_word(line)
        assert isinstance(word, Word)
        known = apply_word(known, word)
        assert known.me == "bob"
