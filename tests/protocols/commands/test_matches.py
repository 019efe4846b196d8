"""Whole matches by programs that know only the wire format, checked against the rules."""

import asyncio
from collections import Counter
from typing import Any

import msgspec
import pytest

from ludoteca.games import Dice
from ludoteca.games.renaissance import PopeTile, State
from ludoteca.games.renaissance.board import SECTIONS
from ludoteca.games.seating import playing_order
from ludoteca.messages import AskMoves, Moves, Notice, OpenTable, Play, Request, SeatBot
from ludoteca.protocols import UnreadableError, WebCodec
from ludoteca.protocols.commands.ids import CARD_IDS, GRID, LEADER_IDS, MARBLES, RESOURCES
from tests.conftest import many, no_coverage
from tests.core.local import LocalClient, keeper_of, raw
from tests.games.renaissance.first_seat import FirstSeat
from tests.protocols.commands.local import CommandsServer, said
from tests.protocols.commands.matches import NAMES, listen, play_out
from tests.protocols.commands.player import Player

pytestmark = no_coverage


def truth(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the state by the rules in the form that a program draws."""
    drawn = {}
    for name, board in zip(names, state.boards, strict=True):
        kept = zip(SECTIONS, board.tiles, strict=True)
        depots = [(d.resource if d.count else None, d.count) for d in board.depots]
        drawn[name] = (
            [(RESOURCES[resource] if resource else None, count) for resource, count in depots],
            Counter({RESOURCES[r]: n for r, n in board.strongbox.each()}),
            [[CARD_IDS[card] for card in slot] for slot in board.slots],
            [LEADER_IDS[leader] for leader in board.played],
            board.faith,
            sum(section.points for section, tile in kept if tile is PopeTile.KEPT),
        )
    return drawn


def referee(server: CommandsServer, players: list[Player], names: tuple[str, ...]) -> None:
    """Compare every program's state and result with the rules."""
    table = keeper_of(server.dispatcher).table
    assert table.over
    order = playing_order(table.state.first, len(names))
    totals = [sum(p.amount for p in table.rules.points(table.view(None), seat)) for seat in order]
    winners = tuple(names[seat] for seat in table.state.outcome.winners) or ("LORENZO",)
    for player in players:
        drawn = player.picture.sketch()
        if lorenzo := drawn.pop("LORENZO", None):
            assert lorenzo[4] == table.state.cross
        assert drawn == truth(table.state, names)
        assert player.picture.grid == [
            CARD_IDS[deck[0]] if deck else -1 for deck in (table.state.decks[p] for p in GRID)
        ]
        columns = zip(*table.state.market.rows, strict=True)
        marbles = [marble for column in columns for marble in column]
        market = [MARBLES[marble] for marble in (*marbles, table.state.market.slide)]
        assert player.picture.market == market
        hand = table.state.boards[names.index(player.name)].hand
        assert sorted(player.picture.hand) == sorted(LEADER_IDS[leader] for leader in hand)
        scores = player.picture.scores
        assert scores is not None
        assert scores.names == tuple(names[seat] for seat in order)
        assert scores.points == tuple(totals)
        assert scores.winners == winners


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(many(40, 40)))
async def test_a_match_is_played_to_the_end_and_every_picture_is_true(
    seats: int, seed: int
) -> None:
    server = CommandsServer(FirstSeat(1, seed % seats))
    clients = await server.match(*NAMES[:seats])
    referee(server, await play_out(server, clients, 10 * seed), NAMES[:seats])


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("seed", range(many(40, 40)))
async def test_client_dropped_at_any_moment_returns_to_the_same_picture(
    seats: int, seed: int
) -> None:
    server, dice = CommandsServer(FirstSeat(1, seed % seats)), Dice(seed)
    clients = await server.match(*NAMES[:seats])
    players = [Player(name, seed + place) for place, name in enumerate(NAMES[:seats])]
    for client in clients:
        client.rewind()
    busy, returns = True, 0
    while busy:
        busy = False
        for place in range(seats):
            busy |= await listen(server, clients[place], players[place])
            if dice.below(8) == 0 and not keeper_of(server.dispatcher).table.over:
                server.drop(clients[place])
                name = clients[place].label
                clients[place], players[place] = server.client(name), Player(name, returns)
                await clients[place].says("LOGIN", info=name)
                clients[place].rewind()
                busy, returns = True, returns + 1
    assert returns
    referee(server, players, NAMES[:seats])


async def test_browsers_and_bots_play_at_the_same_table() -> None:
    """Carla plays in a browser, and one seat is a bot."""

    async def browse(carla: LocalClient, request: Request) -> Notice:
        """Send a request as a browser would."""
        (asked,) = WebCodec().feed(msgspec.json.encode(request))
        assert not isinstance(asked, UnreadableError)
        return await carla.ask(asked)

    async def play_for(carla: LocalClient) -> bool:
        answer = await browse(carla, AskMoves(table=1))
        if not isinstance(answer, Moves) or not answer.moves:
            return False
        move = raw(answer.moves[dice.below(len(answer.moves))])
        await browse(carla, Play(table=1, move=move))
        return True

    dice = Dice(5)

    server = CommandsServer()
    carla = await server.enter("Carla Rossi")
    await browse(carla, OpenTable(game="renaissance", seats=3))
    await browse(carla, SeatBot(table=1, bot="uniform"))
    alice = await server.named("alice")
    await alice.says("JOIN_LOBBY", name="table-1")
    alice.rewind()
    player, table = Player("alice", 3), keeper_of(server.dispatcher)
    async with asyncio.timeout(60):
        while not table.table.over:
            busy = await listen(server, alice, player)
            if not await play_for(carla) and not busy:
                await asyncio.sleep(0)  # the bot thinks
    while await listen(server, alice, player):
        pass
    referee(server, [player], ("Carla_Rossi", "Bice", "alice"))
    assert "REPLY # Bice is a bot (uniform)" in said(alice.heard)


async def test_matches_survive_a_crash() -> None:
    server = CommandsServer()
    clients = await server.begun("alice", "bob")
    await clients[0].says("PICK_FROM_MARKET", selection="COLUMN", num=1)
    await server.restart()
    server.clients.clear()
    back = [await server.named(name) for name in ("alice", "bob")]
    asked = next(one for one in back[0].heard if one.command == "ASK_MARKET_DEST")
    assert asked == next(one for one in clients[0].heard if one.command == "ASK_MARKET_DEST")
    referee(server, await play_out(server, back, 3), ("alice", "bob"))


async def test_messages_reach_only_their_client_and_reveal_no_secrets() -> None:
    private = {"NOTIFY_HAND", "DISCARD_OK", "ASK_LEADER_ID", "ASK_SETUP_RESOURCES", "START_FILL",
               "BUY_SLOT_OK", "PRODUCTION_PRICE", "ASK_MARKET_DEST", "MARKET_OK", "FILL_OK",
               "NOTIFY_TURN_CHANGE"}  # fmt: skip

    server = CommandsServer()
    names = ("alice#first-secret", "bob#second-secret")
    clients = await server.match(*names)
    await play_out(server, clients, 4)
    for place, client in enumerate(clients):
        assert {w.sender for w in client.heard if w.command in private} == {names[place]}
        other = names[1 - place].partition("#")[2].encode()
        assert other not in client.sent
        assert all(len(line) > 1 for line in client.sent.splitlines())
