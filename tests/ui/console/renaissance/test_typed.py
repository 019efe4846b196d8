"""Tables of typed input and of the texts shown."""

import pytest
from msgspec.structs import replace

from ludoteca.games.renaissance import Board, Depot, Goods, Resource, Way
from ludoteca.protocols.commands.words import LobbyInfo
from ludoteca.ui.commands import help_text
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.drawing import draw_boards
from ludoteca.ui.console.renaissance.goods import read_resource
from ludoteca.ui.console.renaissance.market import fitting, read_rearranging
from ludoteca.ui.console.renaissance.match import draw_powers, read_action, ways_to_pay, write_way
from ludoteca.ui.console.renaissance.news import news_of, room_now
from ludoteca.ui.console.renaissance.session import is_common, look
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState, apply_word
from ludoteca.ui.console.renaissance.typed import Answers, answer_in, answers_in, read_line
from tests.protocols.commands.local import word
from tests.ui.console.renaissance.states import OWN, STATE


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
        ("s", None),  # ambiguous: stone, servant or shield
        ("", None),
        ("faith", None),
    ],
)
def test_resource_is_read(typed: str, meant: Resource | None) -> None:
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
def test_market_line_is_read(typed: str, meant: tuple[Way, int] | None) -> None:
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
def test_action_is_read(typed: str, action: tuple[int, str] | None) -> None:
    assert read_action(typed) == action


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("place coin > 3", "coin 3"),
        ("BONUS stone 2", "stone 2"),
        ("convert shield", "shield"),
        ("discard coin", "coin 0"),
        ("coin 3", "coin 3"),
        ("3", "3"),
        ("swap 1 2", "swap 1 2"),
        ("", ""),
    ],
)
def test_answer_is_read_from_a_move(typed: str, answer: str) -> None:
    assert answer_in(typed) == answer


@pytest.mark.parametrize(
    ("number", "typed", "answers"),
    [
        (1, "35", Answers("35")),
        (1, "35 > 2", Answers("35 2")),
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
def test_whole_action_is_read_from_one_line(number: int, typed: str, answers: Answers) -> None:
    assert answers_in(number, typed, STATE) == answers


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("swap 1 2", "SWITCH_DEPOSIT None 1 2"),
        ("swap 1 and 2", "SWITCH_DEPOSIT None 1 2"),
        ("move 2 1", "MANAGE_DEPOSIT 2 2 1"),  # everything in the depot
        ("move from 2 to 1", "MANAGE_DEPOSIT 2 2 1"),
        ("move 1 from 3 to 4", "MANAGE_DEPOSIT 1 3 4"),
        ("move 9 1", "MANAGE_DEPOSIT 0 9 1"),  # refused by the server
        ("move", None),
        ("swap 1", None),
    ],
)
def test_rearrangement_is_read(typed: str, said: str | None) -> None:
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


def test_depots_with_room_for_a_resource_are_listed() -> None:
    assert fitting(OWN, Resource.STONE) == []
    assert fitting(OWN, Resource.COIN) == [3]
    assert fitting(OWN, Resource.SHIELD) == [1]


def test_productions_that_can_be_paid_are_marked() -> None:
    assert [line[4] for line in draw_powers(OWN)[1:]] == ["*", "*", "*", "*"]
    assert [line[4] for line in draw_powers(Board(slots=((9,), (), ())))[1:]] == [" ", " "]


@pytest.mark.parametrize(
    "line", ["grid", "/chat hi", "/CHAT[bob] hi", "card 3", "board bob", "exit", "rules"]
)
def test_common_command_is_accepted_anywhere(line: str) -> None:
    assert is_common(line)


@pytest.mark.parametrize("line", ["", "start", "3", "row 1", "market row 2"])
def test_other_input_waits_for_its_question(line: str) -> None:
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
        (word("REPLY", info="# bob has lost the connection: the seat is kept"),
         "bob has lost the connection: the seat is kept"),
        (word("REPLY", info="# THIS IS THE LAST ROUND"), "Last round!"),
        (word("CHAT", receiver="bob", info=" hi", sender="anna#secret"), "[bob to you] hi"),
        (word("CHAT_ALL", info=" hi", sender="bob"), "[bob] hi"),
        (word("PICK_FROM_MARKET", selection="ROW", num=2, sender="bob"), "bob pushed row 2."),
        (word("BUY_OK", card=8, slot=1, sender="bob"),
         "bob bought card 8 (green, level 2, 5 points) into slot 1."),
        (word("ACTIVATE_OK", id=3, sender="bob"),
         "bob played leader 3 (cards cost 1 coin less, 2 points)."),
        (word("NOTIFY_FAITHPATH_CURRENT", qty=2, sender="bob"),
         "bob gains 2 faith and is on space 11."),
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
def test_message_is_announced(said: object, sentence: str) -> None:
    after = apply_word(PLAYING, said)  # type: ignore[arg-type]
    assert news_of(PLAYING, said, after) == sentence  # type: ignore[arg-type]


def test_departure_is_announced_once() -> None:
    gone = apply_word(PLAYING, word("REPLY", info="# bob has left the match"))
    assert news_of(gone, word("USER_LEFT_GAME", sender="bob"), gone) == ""


ALONE = "You are alone in room1."
OF_ANNA = "You are in room1 with bob.\nstart begins the match"
OF_BOB = "You are in room1 with bob.\nbob can start the match"


@pytest.mark.parametrize(
    ("lobbies", "told", "text"),
    [
        ((("room1", "anna"),), (("anna",),), ALONE),
        ((("room1", "anna"),), (("anna",), ("anna", "bob")), OF_ANNA),
        ((("room1", "bob"),), (("bob", "anna"),), OF_BOB),
        ((("room1", "bob"),), (("bob", "anna"), ("anna",)), ALONE),
        ((("room1", "bob"),), (("anna", "bob"),), OF_BOB),  # anna is listed first, bob owns it
        ((), (("bob", "anna"),), OF_BOB),  # a room that was not listed before
        ((("room1", "carla"),), (("carla", "anna", "bob"), ("anna", "bob")), OF_ANNA),
    ],
)
def test_waiting_room_shows_the_next_steps_of_its_reader(
    lobbies: tuple[tuple[str, str], ...], told: tuple[tuple[str, ...], ...], text: str
) -> None:
    known = tuple(LobbyInfo(name, owner, 3, 1, False, False) for name, owner in lobbies)
    state = CommandsState(me="anna", stage=ClientStage.LOBBY, lobbies=known)
    for names in told:
        players = word("PLAYER_LIST", names=names, info="Players connected in room1:")
        state = apply_word(state, players)
    assert room_now(state).startswith(text)


def test_room_is_described_again_when_a_player_joins_or_leaves() -> None:
    one = CommandsState(me="anna", stage=ClientStage.ROOM, room="room1", owner="anna")
    one = replace(one, people=("anna",))
    two = replace(one, people=("anna", "bob"))
    joined = word("USER_JOINED_LOBBY", info="# The user: bob has joined the lobby", sender="bob")
    assert news_of(two, joined, two).startswith(f"The user: bob has joined the lobby\n{OF_ANNA}")
    left = word("PLAYER_LIST", names=("anna",), info="Players connected in room1:")
    assert news_of(two, left, one).startswith(ALONE)
    assert news_of(one, left, one) == ""


def test_room_is_empty_after_a_match_until_the_server_lists_it() -> None:
    over = apply_word(replace(PLAYING, people=("anna#secret", "bob")), word("END_GAME"))
    assert (over.stage, over.people) == (ClientStage.ROOM, ())


def test_board_is_found_by_player_name() -> None:
    assert look(STATE, "board bob", 80)[0].startswith("bob: ")  # type: ignore[index]
    assert look(STATE, "board anna", 80) == look(STATE, "board", 80)
    refusal = ["No player here is called nobody: the players are anna and bob."]
    assert look(STATE, "board nobody", 80) == refusal


def test_help_fits_on_a_small_screen() -> None:
    moves = help_text("renaissance", commands=())
    lines = f"{texts.HELP_TURN.format(moves=moves)}\n{texts.HELP}".split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 20


def test_depots_of_other_players_show_counts() -> None:
    depots = (Depot(1), Depot(2, Resource.COIN, 1), Depot(3, Resource.STONE, 2))
    leader = Depot(2, Resource.SHIELD, 0, of_leader=True)
    state = replace(STATE, boards=(STATE.own, Board(depots=(*depots, leader))))
    said = "depots 1: 0 of 1, 2: 1 coin of 2, 3: 2 stones of 3, 4: 0 shields of 2"
    assert said in "\n".join(draw_boards(state, 80))


def test_only_connected_players_are_online() -> None:
    state = PLAYING
    for info in (
        "# bob has lost the connection: the seat is kept",
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
