"""What a drawing of a game gets, and what it draws of it.

The row of a game names a module with `draw(sight, actions, width, height)`, which gives the lines
of the table. What the guide offers becomes choices; nothing else is known of the rules. Letters and
signs that it draws are explained in the help if the module has a text `SIGNS`. If it has a function
`as_shown(reason, view)`, the reasons of hints are said with the values that this gives them.
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
    """A table as it is seen now."""

    view: View
    guide: Guide
    points: tuple[tuple[Point, ...], ...]
    names: tuple[str, ...]
    """What the seats are called."""
    seat: Seat | None
    """One's own seat; None for a spectator."""
    drafts: Mapping[Seat, Draft]
    """The half-made moves of all seats, as far as they are seen."""
    to_move: tuple[Seat, ...]
    focus: str = ""
    """The name of the choice that is marked."""

    def total(self, seat: int) -> int:
        """The points of a seat, as far as they are known."""
        return sum(point.amount for point in self.points[seat])

    def title(self, seat: int, longest: int = 12) -> str:
        """A seat by its name and points; the one to move is marked."""
        mark = "▸" if seat in self.to_move else " "
        return f"{mark}{shortened(self.names[seat], longest)} {self.total(seat)}"


class Actions:
    """What a player can do at a table, for choices."""

    def __init__(self, client: Client, table: Table) -> None:
        self._client, self._table = client, table

    def draft(self, *steps: Step, finish: bool = False) -> Act:
        """Go on with the half-made move by these steps, and perhaps play it."""

        async def act() -> None:
            self._check_connection()
            for step in steps:
                await self._client.ask(DraftStep(table=self._table.number, step=step))
            if finish:
                await self._client.ask(Finish(table=self._table.number))

        return act

    def play(self, move: Move) -> Act:
        """Play a move."""

        async def act() -> None:
            self._check_connection()
            await self._table.play(move)

        return act

    def _check_connection(self) -> None:
        """Do nothing without a connection: the table may be another one when it is back."""
        if not self._client.connected:
            raise LostError(texts.NOTHING_DONE)


class Drawing(Protocol):
    """A module that draws the tables of a game."""

    def draw(self, sight: Sight, actions: Actions, width: int, height: int) -> Block:
        """The table, in lines that are not wider than this, and not more if possible."""
        ...
