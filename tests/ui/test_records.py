"""Records as sentences with the players' names."""

import pytest

from ludoteca import messages
from ludoteca.games import GAMES, Seat, shelfie
from ludoteca.games.seating import TurnPassed, TurnSkipped
from ludoteca.ui.fullscreen.talk import story
from ludoteca.ui.records import sentence

ANNA, BRUNO, CLARA = Seat(0), Seat(1), Seat(2)
NAMES = ("anna", "bruno", "Seat 3")
OPENING = messages.TableOpened("shelfie", shelfie.VERSION, 2, shelfie.Options(), "anna", "")


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (OPENING, "anna opened a table of My Shelfie for 2."),
        (messages.TableResized(3), "The table is now for 3."),
        (
            messages.TableChanged(hints=False, take_back=True),
            "Hints are not allowed, and moves can be taken back.",
        ),
        (messages.SeatTaken(BRUNO, "bruno"), "bruno took seat 2."),
        (messages.SeatTaken(BRUNO, "Ugo", "uniform"), "Ugo (a bot, random) took seat 2."),
        (
            messages.SeatTaken(BRUNO, "bruno", released=True),
            "Another player now plays as bruno and sees that seat's hidden goal or cards.",
        ),
        (messages.SeatFreed(BRUNO), "bruno left the seat."),
        (messages.GameStarted(()), "The game has started."),
        (messages.MovePlayed(ANNA, ()), "anna moved."),
        (messages.MovePlayed(CLARA, ()), "Seat 3 moved."),  # this seat was never taken
        (messages.MoveTakenBack(BRUNO), "bruno took the last move back."),
        (messages.SeatSkipped(ANNA, ()), "anna was away."),
        (messages.SeatSkipped(ANNA, (), late=True), "anna ran out of time."),
        (messages.SeatsGivenUp((BRUNO,), ()), "bruno gave up the seat."),
        (messages.SeatsGivenUp((ANNA, CLARA), ()), "anna and Seat 3 gave up their seats."),
        (messages.SeatsGivenUp((ANNA,), (), resigned=True), "anna resigned."),
        (messages.StandInSeated(BRUNO, "greedy"), "A bot (smart) is playing for bruno."),
        (messages.StandInLeft(BRUNO), "bruno is back and takes over from the bot."),
        (messages.SeatOffered(ANNA), "anna offers the seat to another player."),
        (messages.GameCalledOff(()), "The game was called off."),
        (messages.GamePaused(), "The game is paused."),
        (messages.GameResumed(CLARA), "Seat 3 resumed the game."),
        (messages.GameResumed(CLARA, expired=True), "The pause is over."),
        (messages.TimeGiven(ANNA, BRUNO, 60), "anna gave bruno 60 more seconds."),
        (messages.RematchOpened(9), "The rematch is at table 9."),
        (messages.TableClosed(), "The table was closed."),
        (messages.PlayerRemoved("bruno"), "bruno was removed."),
        (messages.PlayerMuted("bruno", muted=False), "bruno was unmuted."),
    ],
)
def test_every_record_is_a_sentence(record: messages.Record, expected: str) -> None:
    assert sentence(record, NAMES.__getitem__) == expected


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (messages.GameStarted((TurnPassed(BRUNO),)), ["The game has started."]),
        (messages.MovePlayed(ANNA, (TurnSkipped(BRUNO), TurnPassed(ANNA))), ["bruno was skipped."]),
        (
            messages.SeatSkipped(BRUNO, (TurnSkipped(BRUNO),), late=True),
            ["bruno ran out of time.", "bruno was skipped."],
        ),
        (messages.SeatOffered(ANNA), []),
        (messages.SeatFreed(Seat(3)), ["Seat 4 left the seat."]),  # a seat added later
    ],
)
def test_log_describes_records_and_their_events(record: messages.Record, told: list[str]) -> None:
    assert story(record, GAMES["shelfie"], NAMES) == told


def test_events_of_an_uninstalled_game_are_shown_by_tag() -> None:
    played = messages.MovePlayed(ANNA, ({"event": "disc_dropped", "column": 3},))
    assert story(played, None, NAMES) == ["Disc dropped."]
