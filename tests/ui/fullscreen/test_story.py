"""What happened at a table, in sentences with the names of its players."""

import pytest

from ludoteca.games import GAMES, Seat
from ludoteca.games.seating import TurnPassed, TurnSkipped
from ludoteca.messages import (
    GameCalledOff,
    GamePaused,
    GameResumed,
    GameStarted,
    MovePlayed,
    MoveTakenBack,
    Record,
    RematchOpened,
    SeatFreed,
    SeatOffered,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    StandInLeft,
    StandInSeated,
    TableClosed,
    TimeGiven,
)
from ludoteca.ui.fullscreen.story import story

ANNA, BRUNO = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (SeatTaken(BRUNO, "bruno"), ["bruno sat down."]),
        (SeatFreed(BRUNO), ["bruno left the seat."]),
        (GameStarted((TurnPassed(BRUNO),)), ["The game has started."]),
        (MovePlayed(ANNA, (TurnSkipped(BRUNO), TurnPassed(ANNA))), ["bruno was skipped."]),
        (MoveTakenBack(BRUNO), ["bruno took the last move back."]),
        (
            SeatSkipped(BRUNO, (TurnSkipped(BRUNO),), late=True),
            ["bruno ran out of time.", "bruno was skipped."],
        ),
        (SeatsGivenUp((ANNA, BRUNO), ()), ["anna and bruno gave up the seat."]),
        (SeatsGivenUp((ANNA,), (), resigned=True), ["anna resigned."]),
        (StandInSeated(BRUNO, "greedy"), ["A bot is playing for bruno."]),
        (StandInLeft(BRUNO), ["bruno is back."]),
        (GameCalledOff(()), ["The game was called off."]),
        (GamePaused(), ["The game is paused."]),
        (GameResumed(Seat(2)), ["Seat 3 resumed the game."]),
        (GameResumed(Seat(2), expired=True), ["The pause is over."]),
        (TimeGiven(ANNA, BRUNO, 60), ["anna gave bruno 60 more seconds."]),
        (RematchOpened(2), ["There is a table for a rematch."]),
        (TableClosed(), ["The table was closed."]),
        (SeatOffered(ANNA), []),
    ],
)
def test_records_are_told_with_names(record: Record, told: list[str]) -> None:
    assert story(record, GAMES["shelfie"], ("anna", "bruno")) == told


def test_of_a_game_that_is_not_installed_events_are_known_by_their_tags() -> None:
    played = MovePlayed(ANNA, ({"event": "disc_dropped", "column": 3},))
    assert story(played, None, ("anna", "bruno")) == ["Disc dropped."]
