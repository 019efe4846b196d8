"""The interface between the console and a game's drawing.

The row of a game names a module with `draw(sight, actions, width, height)`, which returns the lines
of the table. The guide's offers become choices; nothing else is known of the rules. If the module
has a text `SIGNS`, the help uses it to explain the letters and signs. If it has a function
`as_shown(reason, view)`, it adapts the values in the reasons of hints.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ludoteca.client import Client, LostError, Table
from ludoteca.games.contract import Draft, Guide, Move, Point, Seat, Step, View
from ludoteca.messages import Draft as DraftStep
from ludoteca.messages import Finish
from ludoteca.ui.draw import shortened
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.spans import Act, Block


class Sight(NamedTuple):
    """A table as seen now."""

    view: View
    guide: Guide
    points: tuple[tuple[Point, ...], ...]
    names: tuple[str, ...]
    """Names of the seats."""
    seat: Seat | None
    """The user's own seat; None for a spectator."""
    drafts: Mapping[Seat, Draft]
    """Drafts of all seats, as far as they are visible."""
    to_move: tuple[Seat, ...]
    focus: str = ""
    """Name of the focused choice."""

    def total(self, seat: int) -> int:
        """Sum up the known points of a seat."""
        return sum(point.amount for point in self.points[seat])

    def title(self, seat: int, longest: int = 12) -> str:
        """Format a seat's name and points, with a mark if it is to move."""
        mark = "▸" if seat in self.to_move else " "
        return f"{mark}{shortened(self.names[seat], longest)} {self.total(seat)}"


class Actions:
    """A player's actions at a table, for choices."""

    def __init__(self, client: Client, table: Table) -> None:
        self._client = client
        self._table = table

    def draft(self, *steps: Step, finish: bool = False) -> Act:
        """Continue the draft by these steps, and optionally play it."""

        async def act() -> None:
            self._check_connection()
            for step in steps:
                await self._client.ask(DraftStep(table=self._table.number, step=step))
            if finish:
                await self._client.ask(Finish(table=self._table.number))

        return act

    def play(self, move: Move) -> Act:
        async def act() -> None:
            self._check_connection()
            await self._table.play(move)

        return act

    def _check_connection(self) -> None:
        """Refuse without a connection: the table may have changed when it is back."""
        if not self._client.connected:
            raise LostError(texts.NOTHING_DONE)


class Drawing(Protocol):
    """A module that draws the tables of a game."""

    def draw(self, sight: Sight, actions: Actions, width: int, height: int) -> Block:
        """Draw the table within this width and, if possible, this height."""
        ...
