"""What happened at a table, in sentences with the names of its players."""

from collections.abc import Sequence
from typing import Any

from ludoteca.games import Rules
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import (
    GameCalledOff,
    GamePaused,
    GameResumed,
    GameStarted,
    MoveTakenBack,
    Record,
    RematchOpened,
    SeatFreed,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    StandInLeft,
    StandInSeated,
    TableClosed,
    TimeGiven,
)
from ludoteca.messages.records import events_of
from ludoteca.ui.draw import named


def story(record: Record, rules: Rules | None, names: Sequence[str]) -> list[str]:
    """A record in sentences: what happened at the table, then in its game."""
    about = _about(record, names)
    events = (event for event in events_of(record) if not isinstance(event, TurnPassed))
    return [*([about] if about else []), *(_told(event, rules, names) for event in events)]


def _told(event: Any, rules: Rules | None, names: Sequence[str]) -> str:
    if rules is None:  # a game that is not installed here: only the tag can be read
        return f"{str(event.get('event', '')).replace('_', ' ').capitalize()}."
    return named(rules.describe(event), names)


def _about(record: Record, names: Sequence[str]) -> str:  # noqa: C901, PLR0912 - one a record
    def who(seat: int) -> str:
        return names[seat] if seat < len(names) else f"Seat {seat + 1}"

    match record:
        case SeatTaken(name=name, released=True):
            return f"Another player now plays as {name} and sees that seat's hidden goal or cards."
        case SeatTaken(name=name):
            return f"{name} sat down."
        case SeatFreed(seat=seat):
            return f"{who(seat)} stood up."
        case GameStarted():
            return "The game has started."
        case MoveTakenBack(seat=seat):
            return f"{who(seat)} took the last move back."
        case SeatSkipped(late=True, seat=seat):
            return f"{who(seat)} was out of time."
        case SeatsGivenUp(seats=seats, resigned=resigned):
            left = "resigned" if resigned else "gave the seat up"
            return f"{' and '.join(map(who, seats))} {left}."
        case StandInSeated(seat=seat):
            return f"A bot plays for {who(seat)}, who is away."
        case StandInLeft(seat=seat):
            return f"{who(seat)} is back."
        case GameCalledOff():
            return "The game was called off."
        case GamePaused():
            return "The game is paused."
        case GameResumed(expired=True):
            return "The pause is over."
        case GameResumed(seat=seat):
            return f"{who(seat)} resumed the game."
        case TimeGiven(by=by, to=to, seconds=seconds):
            return f"{who(by)} gave {who(to)} {seconds} more seconds."
        case RematchOpened():
            return "There is a table for a rematch."
        case TableClosed():
            return "The table was closed."
        case _:
            return ""
