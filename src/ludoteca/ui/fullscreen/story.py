"""The events at a table as sentences with the names of its players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca import messages
from ludoteca.client import Table
from ludoteca.games import Rules, Seat
from ludoteca.games.seating import TurnPassed
from ludoteca.messages.records import events_of
from ludoteca.ui.draw import columns
from ludoteca.ui.fullscreen.contract import Sight
from ludoteca.ui.fullscreen.fallback import part
from ludoteca.ui.fullscreen.spans import BOLD, GOOD, AtOnce, Block, Choice, button, line, rows
from ludoteca.ui.records import describe, sentence

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session

SILENT = (
    messages.TableResized,
    messages.MovePlayed,
    messages.SeatOffered,
    messages.PlayerRemoved,
    messages.PlayerMuted,
)
"""Records without a line in the log: the events, the table or the owner's page show them."""


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

    def who(seat: Seat) -> str:
        return names[seat] if seat < len(names) else f"Seat {seat + 1}"

    told = [] if isinstance(record, SILENT) else [sentence(record, who)]
    events = (event for event in events_of(record) if not isinstance(event, TurnPassed))
    return [*told, *(describe(event, rules, names) for event in events)]
