"""The interface between the console and a game's drawing, and a drawing for games without one.

A game's row names a module with `draw(sight, actions, width, height)`, which returns the lines of
the table. It turns the guide's offers into choices; the console knows no other rules. If the module
has a text `SIGNS`, the help shows this text to explain letters and signs. If it has a function
`as_shown(reason, view)`, this function adapts the values in the reasons for hints.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ludoteca.client import Client, LostError, Table
from ludoteca.games import ROWS, Rules, load
from ludoteca.games.contract import Draft, Guide, Move, Point, Seat, Step, View
from ludoteca.messages import Draft as DraftStep
from ludoteca.messages import Finish
from ludoteca.ui.draw import harmless, shortened
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.spans import BOLD, Act, Block, Choice, Line, Span, line, rows


class Sight(NamedTuple):
    """The current view of a table, to be drawn."""

    view: View
    guide: Guide
    points: tuple[tuple[Point, ...], ...]
    names: tuple[str, ...]
    """Display names of the seats."""
    seat: Seat | None
    """The user's own seat; None for a spectator."""
    drafts: Mapping[Seat, Draft]
    """Visible drafts, by seat."""
    to_move: tuple[Seat, ...]
    focus: str = ""
    """Name of the focused choice."""

    def total(self, seat: int) -> int:
        return sum(point.amount for point in self.points[seat])

    def title(self, seat: int, longest: int = 12) -> str:
        """Format a seat's name and points, and mark the seat if it is its turn."""
        mark = "▸" if seat in self.to_move else " "
        return f"{mark}{shortened(self.names[seat], longest)} {self.total(seat)}"


class Actions:
    """Creates the actions that run when the user makes a choice at a table."""

    def __init__(self, client: Client, table: Table) -> None:
        self._client = client
        self._table = table

    def draft(self, *steps: Step, finish: bool = False) -> Act:
        """Return an action that adds steps to the draft and, with `finish`, plays the draft."""

        async def act() -> None:
            self._check_connection()
            for step in steps:
                await self._client.ask(DraftStep(table=self._table.number, step=step))
            if finish:
                await self._client.ask(Finish(table=self._table.number))

        return act

    def play(self, move: Move, *, keep: bool = False) -> Act:
        """Return an action that plays a move or, with `keep`, queues it for the next turn."""

        async def act() -> None:
            self._check_connection()
            await self._table.play(move, keep=keep)

        return act

    def _check_connection(self) -> None:
        """Raise LostError if disconnected, as the table may change before the client reconnects."""
        if not self._client.connected:
            raise LostError(texts.NOTHING_DONE)


class Drawing(Protocol):
    """A module that draws the tables of a game."""

    def draw(self, sight: Sight, actions: Actions, width: int, height: int) -> Block:
        """Draw the table within this width and, if possible, within this height."""
        ...


def draw_any(
    sight: Sight,
    actions: Actions,
    width: int,
    rules: Rules | None,
    asked: Sequence[Move],
) -> Block:
    """Draw a table of any game, with a menu of the guide's moves or, without them, `asked`."""
    drawing = part(sight.guide, "drawing")
    if drawing is None:
        drawing = rules.draw(sight.view) if rules else "This game is not installed here."
    totals = [Span(sight.title(seat), BOLD) for seat in range(len(sight.names))]
    moves = list(_offers(sight, rules, asked))
    return [
        *rows(totals, width),
        line(),
        *(_coloured(harmless(text), rules) for text in str(drawing).split("\n")),
        line(),
        *([line("Your move:", BOLD)] if moves else []),
        *rows((_offer(text, move, actions) for text, move in moves), width),
    ]


def has_moves(guide: Any) -> bool:
    """Return whether a guide lists the moves; if not, they must be requested."""
    return part(guide, "drawing") is not None


def part(value: Any, name: str) -> Any:
    """Return a member of a game value, even if the game's types are not installed."""
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _offers(sight: Sight, rules: Rules | None, asked: Iterable[Move]) -> Iterator[tuple[str, Move]]:
    if has_moves(sight.guide):
        for offer in part(sight.guide, "moves") or ():
            yield str(part(offer, "text")), part(offer, "move")
    else:
        for move in asked:
            yield rules.write_move(move) if rules else str(move), move


def _offer(text: str, move: Move, actions: Actions) -> Span:
    choice = Choice(f"move {text}", f"Play {text}", actions.play(move))
    return Span(f"[{harmless(text)}]", BOLD, choice)


def _coloured(text: str, rules: Rules | None) -> Line:
    """Colour the words in a line, if the game has colours."""
    if rules is None or not ROWS[rules.NAME].colours:
        return line(text)
    shades = load(ROWS[rules.NAME].colours)
    words = "|".join(map(re.escape, shades))
    spans = []
    for word in re.split(rf"(?<![\w'])({words})(?![\w'])", text):
        red, green, blue = shades.get(word, (0, 0, 0))
        spans.append(Span(word, f"fg:#{red:02x}{green:02x}{blue:02x}" if word in shades else ""))
    return spans
