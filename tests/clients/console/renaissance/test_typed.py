"""What people type, and what they are told: tables."""

import pytest
from msgspec.structs import replace

from ludoteca.clients.console.renaissance.applying import apply_word
from ludoteca.clients.console.renaissance.depots import read_rearranging
from ludoteca.clients.console.renaissance.goods import read_resource
from ludoteca.clients.console.renaissance.inspection import look
from ludoteca.clients.console.renaissance.marbles import fitting, read_line
from ludoteca.clients.console.renaissance.news import news_of
from ludoteca.clients.console.renaissance.one_line import Answers, answers_in
from ludoteca.clients.console.renaissance.paying import ways_to_pay, write_way
from ludoteca.clients.console.renaissance.producing import draw_powers
from ludoteca.clients.console.renaissance.session import is_common
from ludoteca.clients.console.renaissance.state import ClientStage, CommandsState
from ludoteca.clients.console.renaissance.turn import read_action
from ludoteca.games.renaissance import Board, Depot, Goods, Resource, Way
from tests.clients.console.renaissance.states import OWN, STATE
from tests.wire.commands.local import word


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("coin", Resource.COIN),
        ("COINS", Resource.COIN),
        ("gold", Resource.COIN),
        ("g", Resource.COIN),
        ("minion", Resource.SERVANT),
        ("sto", Resource.STONE),
        ("sh", Resource.SHIELD),
        ("s", None),  # three of them
        ("", None),
        ("faith", None),
    ],
)
def test_resources(typed: str, meant: Resource | None) -> None:
    assert read_resource(typed) is meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("row 1", (Way.ROW, 0)),
        ("R3", (Way.ROW, 2)),
        ("column 4", (Way.COLUMN, 3)),
        ("col2", (Way.COLUMN, 1)),
        ("row 4", None),
        ("column 5", None),
        ("1", None),
    ],
)
def test_lines_of_the_market(typed: str, meant: tuple[Way, int] | None) -> None:
    assert read_line(typed) == meant


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("1", (1, "")),
        ("1 35 2", (1, "35 2")),
        ("buy 35", (1, "35")),
        ("produce 0 1", (2, "0 1")),
        ("row 2", (3, "row 2")),
        ("market row 2", (3, "market row 2")),
        ("discard 4", (4, "discard 4")),
        ("swap 1 2", (5, "swap 1 2")),
        ("END", (6, "")),
        ("7", None),
        ("12", None),
        ("", None),
    ],
)
def test_actions(typed: str, action: tuple[int, str] | None) -> None:
    assert read_action(typed) == action


@pytest.mark.parametrize(
    ("number", "typed", "answers"),
    [
        (1, "35", Answers("35")),
        (1, "35 2 from strongbox", Answers("35 2", (), "strongbox")),
        (1, "green 1 slot 2 from depots", Answers("12 2", (), "depots")),
        (1, "Card 35 slot 2", Answers("35 2")),
        (1, "pink 1", Answers("pink 1")),
        (2, "0 1", Answers("0 1")),
        (2, "1 0 coin stone > shield y", Answers("1 0", ("coin stone", "shield", "y"))),
        (2, "4 > coin from depots", Answers("4", ("coin", "y"), "depots")),
        (2, "0 bread", Answers("0 bread")),
        (3, "row 2", Answers("row 2")),
        (3, "row 2 yes", Answers("row 2", ("y",))),
        (3, "market row 2 coin 3 stone 0", Answers("row 2", ("y", "coin 3", "stone 0"))),
        (3, "col 1 white coin coin 3", Answers("col 1", ("y", "coin", "coin 3"))),
        (3, "row 2 coin", Answers("row 2 coin")),
        (4, "discard 5 y", Answers("discard 5", ("y",))),
        (4, "play 5", Answers("play 5")),
        (5, "move 2 from 3 to 4", Answers("move 2 from 3 to 4")),
        (6, "", Answers("")),
    ],
)
def test_whole_actions_in_one_line(number: int, typed: str, answers: Answers) -> None:
    assert answers_in(number, typed, STATE) == answers


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("swap 1 2", "SWITCH_DEPOSIT None 1 2"),
        ("swap 1 and 2", "SWITCH_DEPOSIT None 1 2"),
        ("move 2 1", "MANAGE_DEPOSIT 2 2 1"),  # all that lies there
        ("move from 2 to 1", "MANAGE_DEPOSIT 2 2 1"),
        ("move 1 from 3 to 4", "MANAGE_DEPOSIT 1 3 4"),
        ("move 9 1", "MANAGE_DEPOSIT 0 9 1"),  # the house says no
        ("move", None),
        ("swap 1", None),
    ],
)
def test_rearranging(typed: str, said: str | None) -> None:
    meant = read_rearranging(typed, STATE)
    assert (meant and f"{meant.command} {meant.qty} {meant.source} {meant.place}") == said


def test_every_way_to_pay_empties_depots_first() -> None:
    board = Board(
        depots=(
            Depot(1),
            Depot(2),
            Depot(3, Resource.COIN, 2),
            Depot(2, Resource.COIN, 1, of_leader=True),
        ),
        strongbox=Goods(coin=5),
    )
    ways = [write_way(way) for way in ways_to_pay(board, Resource.COIN, 2)]
    assert ways == [
        "2 from depot 3",
        "1 from depot 3 and 1 from depot 4",
        "1 from depot 3 and 1 from the strongbox",
        "1 from depot 4 and 1 from the strongbox",
        "2 from the strongbox",
    ]
    assert ways_to_pay(board, Resource.STONE, 1) == []


def test_where_a_resource_fits() -> None:
    assert fitting(OWN, Resource.STONE) == []
    assert fitting(OWN, Resource.COIN) == [3]
    assert fitting(OWN, Resource.SHIELD) == [1]


def test_productions_that_can_be_paid_are_marked() -> None:
    assert [line[4] for line in draw_powers(OWN)[1:]] == ["*", "*", "*", "*"]
    assert [line[4] for line in draw_powers(Board(slots=((9,), (), ())))[1:]] == [" ", " "]


@pytest.mark.parametrize(
    "line", ["grid", "/chat hi", "/CHAT[bob] hi", "card 3", "board bob", "exit", "rules"]
)
def test_what_can_be_typed_anywhere(line: str) -> None:
    assert is_common(line)


@pytest.mark.parametrize("line", ["", "start", "3", "row 1", "market row 2"])
def test_what_waits_for_its_question(line: str) -> None:
    assert not is_common(line)


PLAYING = CommandsState(
    me=STATE.me,
    stage=ClientStage.TURNS,
    names=STATE.names,
    market=STATE.market,
    boards=STATE.boards,
    turn="bob",
)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (word("REPLY", info="ok"), ""),
        (word("REPLY", info="DifferentResourceType"),
         "DifferentResourceType: there is another resource in it."),
        (word("REPLY", info="# bob has lost the connection: the seat waits"),
         "bob has lost the connection: the seat waits"),
        (word("REPLY", info="# THIS IS THE LAST ROUND"), "Last round!"),
        (word("CHAT", receiver="bob", info=" hi", sender="anna#secret"), "[bob to you] hi"),
        (word("CHAT_ALL", info=" hi", sender="bob"), "[bob] hi"),
        (word("PICK_FROM_MARKET", selection="ROW", num=2, sender="bob"), "bob pushed row 2."),
        (word("BUY_OK", card=8, slot=1, sender="bob"),
         "bob bought card 8 (green, level 2, 5 points) into slot 1."),
        (word("ACTIVATE_OK", id=3, sender="bob"),
         "bob played leader 3 (cards cost 1 coin less, 2 points)."),
        (word("NOTIFY_FAITHPATH_CURRENT", qty=2, sender="bob"), "bob gains 2 faith and is on 11."),
        (word("NOTIFY_FAITHPATH_OTHERS", qty=1, sender="bob"),
         "bob discards a resource: all other players gain 1 faith."),
        (word("NOTIFY_FAITHPATH_FAVOURS", favours=(2, 0)),
         "Vatican report 1: the tile worth 2 points is kept by you."),
        (word("NOTIFY_FAITHPATH_FAVOURS", favours=(0, 0)),
         "Vatican report 1: the tile worth 2 points is kept by nobody."),
        (word("PRODUCE_OK", sender="bob"), "bob produced."),
        (word("USER_LEFT_GAME", sender="bob"), "bob has left the match."),
        (word("BUY_OK", card=8, slot=1, sender="carla"),
         "carla bought card 8 (green, level 2, 5 points) into slot 1."),
        (word("NOTIFY_FAITHPATH_CURRENT", qty=2, sender="carla"), ""),
        (word("SHOW_TURN_HELP", sender="bob"), ""),
    ],
)  # fmt: skip
def test_what_is_told(said: object, sentence: str) -> None:
    after = apply_word(PLAYING, said)  # type: ignore[arg-type]
    assert news_of(PLAYING, said, after) == sentence  # type: ignore[arg-type]


def test_only_people_who_are_connected_are_online() -> None:
    state = PLAYING
    for info in (
        "# bob has lost the connection: the seat waits",
        "# carla is a bot (greedy)",
        "# dora has lost the connection: the match waits a while",
        "# dora is back",
    ):
        state = apply_word(state, word("REPLY", info=info))
    state = replace(state, names=(*state.names, "carla", "dora"))
    assert look(state, "online", 80) == [
        "Online now: 2 players, anna and dora.",
        "Not connected: bob.",
    ]
