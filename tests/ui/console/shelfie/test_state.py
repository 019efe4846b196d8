"""What a state remembers of what the house tells."""

from functools import reduce

import pytest
from msgspec.structs import replace

from ludoteca.protocols.pipes.words import (
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    ServerVirtualView,
    VirtualHand,
    Word,
)
from ludoteca.ui.console.shelfie.state import ClientPhase, PipesState, apply_word
from tests.ui.console.shelfie.sketches import view_of

IN = Return("login", ok=True)
VIEW = view_of(players=("anna", "bruno"))
LISTS = ServerVirtualView(
    virtualMatchList=[("3", "WaitingPlayers", "1", "4"), ("5", "GameGoing", "2", "2")],
    virtualOnlinePlayers=[("anna", "Online"), ("bruno", "Online")],
)


def told(*words: Word, typed: str = "anna") -> PipesState:
    """The state after these words, one a second."""
    timed = enumerate(words, start=1)
    return reduce(
        lambda seen, at: apply_word(seen, at[1], float(at[0])), timed, PipesState(typed=typed)
    )


@pytest.mark.parametrize(
    ("words", "phase"),
    [
        ((), ClientPhase.LOGIN),
        ((Return("login", ok=False),), ClientPhase.LOGIN),
        ((IN,), ClientPhase.MENU),
        ((IN, Ping()), ClientPhase.MENU),
        ((IN, NotifyWait(3, 4, "anna")), ClientPhase.WAITING),
        ((IN, MatchSeen(VIEW, 0)), ClientPhase.MENU),  # it is not there yet
        ((IN, MatchSeen(VIEW, 0), NotifyStart(0)), ClientPhase.PLAYING),
        ((IN, MatchSeen(VIEW, 0), NotifyStart(0), NotifyEndMatch()), ClientPhase.MENU),
        ((IN, NotifyWait(3, 4, "anna"), NotifyGoToMenu()), ClientPhase.MENU),
    ],
)
def test_server_determines_the_current_screen(words: tuple[Word, ...], phase: ClientPhase) -> None:
    assert told(*words).phase is phase


@pytest.mark.parametrize(
    ("words", "mine"),
    [
        ((MatchSeen(VIEW, 0), NotifyStart(0)), True),
        ((MatchSeen(VIEW, 1), NotifyStart(0)), False),
        ((MatchSeen(VIEW), NotifyStart(0)), True),  # without a seat the name tells
        ((MatchSeen(VIEW, 0),), False),
        ((MatchSeen(view_of(over=True), 0), NotifyStart(0)), False),
    ],
)
def test_a_turn_is_known_by_the_seat(words: tuple[Word, ...], mine: bool) -> None:
    assert told(IN, *words).my_turn is mine


def test_a_clock_begins_with_each_turn() -> None:
    other = replace(VIEW, currentPlayer="bruno")
    words = (IN, MatchSeen(VIEW, 0), NotifyStart(0), MatchSeen(VIEW, 0))
    assert told(*words).since == 3
    assert told(*words, MatchSeen(other, 0)).since == 5
    assert told(*words, MatchSeen(other, 0), MatchSeen(other, 0)).since == 5


def test_only_an_own_hand_is_a_hand() -> None:
    hand = VirtualHand(["_Books__1.1"])
    assert told(IN, MatchSeen(VIEW, 0), NotifyStart(0), hand).hand == ["_Books__1.1"]
    assert told(IN, MatchSeen(VIEW, 1), NotifyStart(0), hand).hand == []
    assert told(IN, hand).hand == []


def test_seats_are_counted_by_the_list_of_matches() -> None:
    assert told(IN, NotifyWait(3, 4, "anna")).free_seats == 3
    assert told(IN, LISTS, NotifyWait(3, 4, "anna")).free_seats == 3
    assert told(IN, LISTS, NotifyWait(5, 2, "anna")).free_seats == 0
    assert told(IN, LISTS).free_seats == 0


def test_others_are_all_but_oneself() -> None:
    assert told(IN, LISTS).others == ["bruno"]


def test_a_secret_is_no_part_of_the_name() -> None:
    assert told(IN, typed="anna#hush").name == "anna"


def test_talk_and_messages_are_remembered() -> None:
    assert told(IN, PublicChat(["anna: a"]), PublicChat(["anna: a", "bruno: b"])).chat == (
        "anna: a",
        "bruno: b",
    )
    assert told(IN, NotifyWait(3, 4, "anna"), PublicChat(["a"]), NotifyGoToMenu()).chat == ()
    assert told(IN, Message("one"), Message("two")).said == "two"
