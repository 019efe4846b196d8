"""The state that a console derives from the server's messages."""

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
    """Return the state after these messages, one a second."""
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
        ((IN, MatchSeen(VIEW, 0)), ClientPhase.MENU),  # the match is not shown yet
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
        ((MatchSeen(VIEW), NotifyStart(0)), True),  # without a seat, the name decides
        ((MatchSeen(VIEW, 0),), False),
        ((MatchSeen(view_of(over=True), 0), NotifyStart(0)), False),
    ],
)
def test_turn_is_determined_by_seat(words: tuple[Word, ...], mine: bool) -> None:
    assert told(IN, *words).my_turn is mine


def test_clock_restarts_each_turn() -> None:
    other = replace(VIEW, currentPlayer="bruno")
    words = (IN, MatchSeen(VIEW, 0), NotifyStart(0), MatchSeen(VIEW, 0))
    assert told(*words).since == 3
    assert told(*words, MatchSeen(other, 0)).since == 5
    assert told(*words, MatchSeen(other, 0), MatchSeen(other, 0)).since == 5


def test_hand_of_another_player_is_ignored() -> None:
    hand = VirtualHand(["_Books__1.1"])
    assert told(IN, MatchSeen(VIEW, 0), NotifyStart(0), hand).hand == ["_Books__1.1"]
    assert told(IN, MatchSeen(VIEW, 1), NotifyStart(0), hand).hand == []
    assert told(IN, hand).hand == []


def test_free_seats_come_from_the_list_of_matches() -> None:
    assert told(IN, NotifyWait(3, 4, "anna")).free_seats == 3
    assert told(IN, LISTS, NotifyWait(3, 4, "anna")).free_seats == 3
    assert told(IN, LISTS, NotifyWait(5, 2, "anna")).free_seats == 0
    assert told(IN, LISTS).free_seats == 0


def test_others_exclude_the_player() -> None:
    assert told(IN, LISTS).others == ["bruno"]


def test_secret_is_not_part_of_the_name() -> None:
    assert told(IN, typed="anna#hush").name == "anna"


def test_chat_and_last_message_are_remembered() -> None:
    assert told(IN, PublicChat(["anna: a"]), PublicChat(["anna: a", "bruno: b"])).chat == (
        "anna: a",
        "bruno: b",
    )
    assert told(IN, NotifyWait(3, 4, "anna"), PublicChat(["a"]), NotifyGoToMenu()).chat == ()
    assert told(IN, Message("one"), Message("two")).said == "two"
