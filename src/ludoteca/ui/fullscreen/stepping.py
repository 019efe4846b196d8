"""Stepping back in a running game: shows earlier positions while the game continues."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ludoteca import messages
from ludoteca.client import Table
from ludoteca.games.contract import Seat
from ludoteca.ui.fullscreen import contract, spans, texts
from ludoteca.ui.fullscreen.contract import Sight

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session

PAGE = 50


class Stepping:
    """The earlier position shown in place of the current one."""

    def __init__(self, session: "Session", table: Table) -> None:
        self._session = session
        self._table = table
        self._positions: dict[int, messages.Position] = {}
        self._since = table.version
        self._moves = 0
        """Number of moves played since the user started to step back."""
        self.at = 0
        """The version shown; 0 for the current position."""

    async def back(self) -> None:
        await self.to((self.at or self._table.version) - 1)

    async def forward(self) -> None:
        await self.to(self.at + 1)

    async def to(self, version: int) -> None:
        """Show the position after a version; the earliest is the initial position."""
        version = min(version, self._table.version)
        if version not in self._positions:
            shown = await self._table.positions(max(1, version - PAGE // 2), PAGE)
            self._positions |= {one.version: one for one in shown.positions}
        position = self._positions.get(version)
        if position is None or position.view is None:
            self._session.screen.message = texts.FIRST_STEP
            return
        if not self.at:
            self._since = self._table.version
            self._moves = 0
        self.at = version

    def hear(self, news: messages.TableNews) -> None:
        """Count a move that is played while an earlier position is shown."""
        self._moves += isinstance(news.record, messages.MovePlayed) and news.version > self._since

    def stop(self) -> None:
        """Return to the current position."""
        self.at = 0
        self._session.screen.refresh()

    @property
    def keys(self) -> Sequence[spans.Choice]:
        """Keys for stepping: `b` and `q` as in `ludoteca replay`, `:` for a step by its number."""
        screen = self._session.screen
        ask = spans.AtOnce(
            lambda: screen.ask_then(texts.STEP, lambda line: partial(self._typed, line))
        )
        stop = spans.AtOnce(self.stop)
        return [
            spans.Choice("step back", "back", self.back, "b"),
            spans.Choice("step to", "go to a step", ask, ":"),
            spans.Choice("the game", "back to the game", stop, "q"),
            spans.Choice("the game too", "", stop, "escape"),
        ]

    async def _typed(self, line: str) -> None:
        if line.isascii() and line.isdigit() and 0 < int(line) <= self._table.version:
            await self.to(int(line))
        else:
            self._session.screen.message = texts.NO_STEP.format(last=self._table.version)

    def sight(self, names: tuple[str, ...], seat: Seat | None, focus: str) -> Sight:
        shown = self._positions[self.at]
        turn = contract.part(shown.view, "turn")
        to_move = () if turn is None else (turn,)
        return Sight(shown.view, shown.guide, shown.points, names, seat, {}, to_move, focus)

    def above(self, told: Sequence[str], width: int) -> spans.Block:
        """Draw the step and its events, and show whether the game has continued."""
        moves = f"{self._moves} new move{'' if self._moves == 1 else 's'}"
        goes_on = f"The game goes on: {moves}." if self._moves else "The game goes on."
        forward = spans.Choice("step forward", "Go one step forward", self.forward)
        step = spans.Span(f"Step {self.at} of {self._table.version}", spans.BOLD)
        line = spans.rows([step, spans.button("next", forward), spans.Span(goes_on)], width)
        return [*line, *spans.wrapped(" ".join(told), width, spans.DIM)]

    @property
    def record(self) -> messages.Record:
        return self._positions[self.at].record
