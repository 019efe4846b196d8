"""The dialogue of every action, against a real server, on boards that take many turns to reach."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from ludoteca.games.renaissance import Board, Depot, Goods, Phase, Resource
from ludoteca.ops import Metrics
from ludoteca.protocols.commands import commands
from ludoteca.protocols.commands.ids import CARD_IDS
from ludoteca.server import TcpServer
from ludoteca.ui.console.renaissance.playing import play
from ludoteca.ui.console.user import EndedError, Question, User, no_status
from tests.protocols.commands.local import CommandsServer
from tests.protocols.commands.stories import RICH, arrange, board_of, offer, phase_of

DEPOTS = (Depot(1, Resource.SHIELD, 1), Depot(2, Resource.COIN, 2), Depot(3, Resource.STONE, 1))


class Seen(NamedTuple):
    """The result of a script."""

    told: str
    board: Board
    phase: Phase


class Script:
    """A screen that types prepared lines and then leaves."""

    alone = coloured = False
    width = 80
    height = None

    def __init__(self, lines: Iterable[str], look: Callable[[], Seen]) -> None:
        self._lines, self._look = deque(lines), look
        self.seen: Seen | None = None
        """The table after the last line was answered."""
        self.status = no_status
        self.shown: list[str] = []

    def show(self, text: str) -> None:
        self.shown.append(text)

    async def ask(self, question: Question) -> str:
        self.show(question.text)
        if not self._lines:
            self.seen = self.seen or self._look()
            raise EndedError
        assert all(question.choices())
        return self._lines.popleft()

    def drop_typed(self) -> bool:
        return False

    def refresh(self) -> None:
        assert self.status()


async def typed(*lines: str, card: int = 0, **board: object) -> Seen:
    """Type these lines as Alice, alone against Lorenzo; `CARD` stands for the card on offer."""
    server = CommandsServer()
    (alice,) = await server.begun("alice")
    arrange(server, **{"strongbox": RICH, **board})
    server.drop(alice)
    known = str(CARD_IDS[offer(server, card)]) if card else ""
    listener = TcpServer("commands", lambda: commands("typed"), server.dispatcher, Metrics())
    port = await listener.open("127.0.0.1", 0)

    def look() -> Seen:
        return Seen("\n".join(script.shown), board_of(server), phase_of(server))

    script = Script((line.replace("CARD", known) for line in lines), look)
    given = {"server": "", "port": str(port), "name": "alice"}
    assert await play(User(script, given)) == 0
    await listener.close()
    assert script.seen
    return script.seen


async def test_card_is_paid_from_chosen_places() -> None:
    seen = await typed("buy CARD 2", "", "2", "9", "1", "1", card=1, depots=DEPOTS)
    assert "You bought card" in seen.told
    assert len(seen.board.slots[1]) == 1
    assert seen.phase is Phase.ACTED


async def test_purchase_can_be_cancelled_while_paying() -> None:
    seen = await typed(
        "buy", "what", "CARD", "cancel", "buy CARD 2", "cancel", card=1, depots=DEPOTS
    )
    assert "Type the number of a card on offer." in seen.told
    assert "Cancelled: nothing has changed." in seen.told
    assert "Cancelled: nothing was paid." in seen.told
    assert "NotEnoughResources" not in seen.told
    assert (seen.board.depots, seen.phase) == (DEPOTS, Phase.ACTING)


async def test_refusal_is_shown_and_the_menu_returns() -> None:
    seen = await typed("buy 99 1", "buy CARD", "6", card=2)
    assert "Invalid ID number" in seen.told
    assert "You can't insert that card into the selected Slot" in seen.told
    assert "You can't pass your turn" in seen.told
    assert seen.told.count("1 Buy a card") == 1
    assert seen.told.count("1 buy, 2 produce or 3 market") == 4


async def test_productions_run_together() -> None:
    seen = await typed(
        "produce", "9", "0 1 4", "coin", "coin stone", "what", "shield", "coin", "y",
        slots=((9,), (), ()), played=(64,), faith=0,
    )  # fmt: skip
    assert "Type the numbers of productions: 0, 1 and 4." in seen.told
    assert "Name two resources" in seen.told
    assert (
        "use 2 coins + 1 stone + 2 servants\nand give 2 coins + 1 stone + 2 shields + 1 faith"
        in seen.told
    )
    assert seen.board.strongbox == Goods(9 - 2 + 2, 9 - 1 + 1, 9 - 2, 9 + 2)
    assert seen.board.faith == 1


async def test_productions_can_be_cancelled() -> None:
    seen = await typed("2 0", "coin coin", "stone", "n", "produce 0", "cancel", "2 1", "cancel")
    assert seen.told.count("Cancelled: nothing has changed.") == 3
    assert (seen.board.strongbox, seen.phase) == (RICH, Phase.ACTING)


async def test_white_marbles_are_converted_one_by_one_with_two_leaders() -> None:
    lines = [f"column {n}" for n in (1, 2, 3, 4)]
    scripts = [
        await typed(line, "y", "cancel", "what", "shield", "coin", played=(57, 60))
        for line in lines
    ]
    asked = [seen.told for seen in scripts if "white left" in seen.told]
    assert asked
    for told in asked:
        assert "What does the next one become? (servant or coin)" in told
        assert "Name one of these: servant or coin." in told
        assert "invalid conversion chosen" in told


async def test_depots_can_be_rearranged_while_placing_marbles() -> None:
    seen = await typed(
        "row 1", "n", "row 9", "row 1", "y", "cancel", "what", "7 7", "move 3 1", "0"
    )
    assert "Cancelled: nothing has changed." in seen.told
    assert "Type row 1 to row 3" in seen.told
    assert "You cannot put marbles back" in seen.told
    assert "Type a depot, 0, `RESOURCE DEPOT`" in seen.told


async def test_leaders_are_played_and_discarded() -> None:
    seen = await typed(
        "4", "what", "play 1", "discard 5", "n", "discard 5", "y", "4", "play 10", "4",
        hand=(53, 64), slots=((1, 17), (), ()), faith=0,
    )  # fmt: skip
    assert "Type play or discard and the number of a leader in your hand" in seen.told
    assert "You do not own a leader with this id!" in seen.told
    assert "You played leader 10" in seen.told
    assert "You have no leaders left in your hand." in seen.told
    assert (seen.board.hand, seen.board.played, seen.board.faith) == ((), (64,), 1)


async def test_depots_are_rearranged() -> None:
    seen = await typed("5", "", "swap 2 3", "swap 1 3", "move 1 from 2 to 3", depots=DEPOTS)
    assert "For example: swap 1 2" in seen.told
    assert "DepositSlotMaxDimExceeded: there is not enough room." in seen.told
    assert "DifferentResourceType: there is another resource in it." in seen.told
    assert [depot.count for depot in seen.board.depots] == [1, 1, 2]


async def test_action_numbers_are_explained_every_turn() -> None:
    seen = await typed("row 1 y", "0", "0", "0", "0", "5", "cancel", "6")
    question = "Your turn: 1 buy, 2 produce or 3 market; 4 leaders and 5 depots as you like."
    assert seen.told.count(question) == 2
    assert "your main action is done; 4 leaders, 5 depots, or 6 to end the turn" in seen.told


async def test_enter_declines_irreversible_actions() -> None:
    seen = await typed("row 1", "", "discard 5", "", hand=(53, 64))
    assert seen.told.count("[y/N]") == 2
    assert seen.told.count("Cancelled: nothing has changed.") == 2
    assert (seen.board.hand, seen.phase) == ((53, 64), Phase.ACTING)


async def test_empty_line_is_not_an_action() -> None:
    seen = await typed("")
    assert "1 buy, 2 produce or 3 market" in seen.told
    assert "Type a number from 1 to 6" in seen.told


async def test_card_is_bought_in_one_line_by_its_colour_and_level() -> None:
    seen = await typed("buy CARD 2 from strongbox", card=1, depots=DEPOTS)
    assert "where do you pay" not in seen.told
    assert (seen.board.depots, seen.phase) == (DEPOTS, Phase.ACTED)
    assert (await typed("buy CARD 2 from depots", card=1, depots=DEPOTS)).board.depots != DEPOTS
    assert len((await typed("buy purple 1 slot 3 from depots", depots=DEPOTS)).board.slots[2]) == 1


async def test_productions_run_in_one_line() -> None:
    seen = await typed("produce 1 0 coin stone > shield y", slots=((9,), (), ()))
    assert "Produce? [y/N]" not in seen.told
    assert seen.phase is Phase.ACTED
    paid = await typed("produce 0 coin stone > shield from depots", depots=DEPOTS)
    assert [depot.count for depot in paid.board.depots] == [1, 1, 0]
    assert paid.board.strongbox.shield == RICH.shield + 1


async def test_marbles_are_pushed_and_placed_in_one_line() -> None:
    seen = await typed("market row 1 coin 1 stone 2 servant 3 shield 0")
    assert "1 coin + 1 stone + 1 servant + 1 shield" in seen.told
    assert "To place:" not in seen.told
    held = [(depot.resource, depot.count) for depot in seen.board.depots]
    assert held == [(Resource.COIN, 1), (Resource.STONE, 1), (Resource.SERVANT, 1)]
    assert seen.phase is Phase.ACTED
    open_ = await typed("market row 1 stone 2", "coin 1", "servant 3", "0")
    assert open_.told.count("To place:") == 3
    assert open_.phase is Phase.ACTED


async def test_market_question_accepts_a_whole_action() -> None:
    action = "market row 1 coin 1 stone 2 servant 3 shield 0"
    seen = await typed("3", "end", "market row 1 coin 1 coin 1", action)
    assert "cancel goes back to all actions" in seen.told
    assert "there is no coin to place. Nothing was pushed." in " ".join(seen.told.split())
    assert "To place:" not in seen.told
    assert [depot.count for depot in seen.board.depots] == [1, 1, 1]
    assert seen.phase is Phase.ACTED


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("market row 1 coin 1 coin 1", "there is no coin to place. Nothing was pushed."),
        ("market row 1 bread 1", "there is no bread to place. Nothing was pushed."),
        ("market row 1 coin 1 stone 1", "The stone would not fit into depot 1."),
        ("market row 1 coin 4", "The coin would not fit into depot 4."),
        (
            "market row 1 white coin",
            "you cannot choose what white marbles become. Nothing was pushed.",
        ),
    ],
)
async def test_push_is_refused_if_a_placement_is_impossible(line: str, sentence: str) -> None:
    seen = await typed(line)
    assert sentence in " ".join(seen.told.split())
    assert "You pushed" not in seen.told
    assert seen.phase is Phase.ACTING


async def test_input_typed_ahead_is_dropped_with_a_refusal() -> None:
    seen = await typed("buy CARD 2 from depots", "produce 0 coin > stone y", "cancel", card=2)
    assert "You can't insert that card into the selected Slot" in seen.told
    assert "Name two resources" in seen.told
    assert (seen.board.strongbox, seen.phase) == (RICH, Phase.ACTING)


async def test_leader_is_discarded_in_one_line() -> None:
    seen = await typed("discard 5 y", hand=(53, 64))
    assert "This cannot be undone" not in seen.told
    assert seen.board.hand == (64,)
