"""The events at a table as sentences with the names of its players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludoteca import messages
from ludoteca.client import Table
from ludoteca.games import Rules
from ludoteca.games.seating import TurnPassed
from ludoteca.messages.records import events_of
from ludoteca.ui.draw import columns, named
from ludoteca.ui.fullscreen.contract import Sight
from ludoteca.ui.fullscreen.fallback import part
from ludoteca.ui.fullscreen.spans import BOLD, GOOD, AtOnce, Block, Choice, button, line, rows

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


def final_points(session: "Session", table: Table, sight: Sight, width: int) -> Block:
    """Draw the points of all seats by source, and the choice of a rematch."""
    choices = [Choice("lobby", "Go back to the lobby", AtOnce(session.to_lobby), "l")]
    if table.seat is not None and not table.info.closed:
        again = Choice(
            "rematch", "Play again, with the same players", session.rematch(table.number), "m"
        )
        choices.insert(0, again)
    buttons = rows((button(choice.name, choice) for choice in choices), width)
    return [line(_result(sight), GOOD), *_counted(sight), *buttons, line()]


def _result(sight: Sight) -> str:
    outcome = part(sight.view, "outcome")
    winners = part(outcome, "winners") if outcome else None
    if winners is None:
        return "The table was closed."
    if not winners:
        return "The game is over. Nobody has won."
    names = ["You" if seat == sight.seat else sight.names[seat] for seat in winners]
    verb = "have" if names == ["You"] or len(names) > 1 else "has"
    return f"The game is over. {' and '.join(names)} {verb} won!"


def _counted(sight: Sight) -> Block:
    """Draw a row for each source of points, and one for the total."""
    if not sight.points:
        return []
    titles = [point.title for point in max(sight.points, key=len)]
    table = [["", *sight.names]]
    for place, title in enumerate(titles):
        amounts = (
            str(points[place].amount) if place < len(points) else "" for points in sight.points
        )
        table.append([title, *amounts])
    totals = ["Total", *(str(sight.total(seat)) for seat in range(len(sight.points)))]
    *lines, last = columns([*table, totals]).split("\n")
    return [*map(line, lines), line(last, BOLD)]


def story(record: messages.Record, rules: Rules | None, names: Sequence[str]) -> list[str]:
    """Describe a record: what happened at the table, then in its game."""
    about = _about(record, names)
    events = (event for event in events_of(record) if not isinstance(event, TurnPassed))
    return [*([about] if about else []), *(_told(event, rules, names) for event in events)]


def _told(event: Any, rules: Rules | None, names: Sequence[str]) -> str:
    if rules is None:  # a game that is not installed here: only the tag can be read
        return f"{str(event.get('event', '')).replace('_', ' ').capitalize()}."
    return named(rules.describe(event), names)


def _about(record: messages.Record, names: Sequence[str]) -> str:  # noqa: C901, PLR0912 - one a record
    def who(seat: int) -> str:
        return names[seat] if seat < len(names) else f"Seat {seat + 1}"

    match record:
        case messages.SeatTaken(name=name, released=True):
            return f"Another player now plays as {name} and sees that seat's hidden goal or cards."
        case messages.SeatTaken(name=name):
            return f"{name} sat down."
        case messages.SeatFreed(seat=seat):
            return f"{who(seat)} left the seat."
        case messages.GameStarted():
            return "The game has started."
        case messages.MoveTakenBack(seat=seat):
            return f"{who(seat)} took the last move back."
        case messages.SeatSkipped(late=True, seat=seat):
            return f"{who(seat)} ran out of time."
        case messages.SeatsGivenUp(seats=seats, resigned=resigned):
            left = "resigned" if resigned else "gave up the seat"
            return f"{' and '.join(map(who, seats))} {left}."
        case messages.StandInSeated(seat=seat):
            return f"A bot is playing for {who(seat)}."
        case messages.StandInLeft(seat=seat):
            return f"{who(seat)} is back."
        case messages.GameCalledOff():
            return "The game was called off."
        case messages.GamePaused():
            return "The game is paused."
        case messages.GameResumed(expired=True):
            return "The pause is over."
        case messages.GameResumed(seat=seat):
            return f"{who(seat)} resumed the game."
        case messages.TimeGiven(by=by, to=to, seconds=seconds):
            return f"{who(by)} gave {who(to)} {seconds} more seconds."
        case messages.RematchOpened():
            return "There is a table for a rematch."
        case messages.TableClosed():
            return "The table was closed."
        case _:
            return ""
