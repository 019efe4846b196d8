"""Pages and their layout for the size of the window."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ludoteca.ui.draw import shortened
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    FOCUS,
    HEAD,
    WARN,
    Block,
    Choice,
    Line,
    Span,
    button,
    fitted,
    line,
    prose,
    row,
    rows,
    width_of_line,
    wrapped,
)

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.screen import Screen


class Spot(NamedTuple):
    """A choice and its position: line, first column, and column after the last."""

    choice: Choice
    line: int
    first: int
    end: int

    @property
    def middle(self) -> float:
        return (self.first + self.end) / 2


UP, DOWN, LEFT, RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
TALL = 2
"""Height of a line in column widths."""


def spots_in(block: Block) -> list[Spot]:
    """Return all choices in a block; adjacent spans with the same choice form one spot."""
    spots: list[Spot] = []
    for number, spans in enumerate(block):
        at = 0
        for span in spans:
            end = at + len(span.text)
            if span.choice:
                spots.append(Spot(span.choice, number, at, end))
            at = end
    return spots


def find(spots: Sequence[Spot], name: str) -> Spot | None:
    return next((spot for spot in spots if spot.choice.name == name), None)


def nearest(spots: Sequence[Spot], line: int, place: float) -> Spot | None:
    return min(spots, key=lambda s: TALL * abs(s.line - line) + abs(s.middle - place), default=None)


def towards(spots: Sequence[Spot], here: Spot, way: tuple[int, int]) -> Spot:
    """Return the spot to which an arrow key leads; every spot can be reached.

    Up and down lead to the next line with choices; left and right move through all choices in
    order.
    """
    down, right = way
    if right:
        place = spots.index(here) + right
        return spots[place] if 0 <= place < len(spots) else here

    def far(spot: Spot) -> tuple[int, float]:
        return abs(spot.line - here.line), abs(spot.middle - here.middle)

    ahead = [spot for spot in spots if (spot.line - here.line) * down > 0]
    return min(ahead, key=far, default=here)


WIDE = 112
"""Minimum width of a window that shows the log and the chat beside the table."""
TABLE = 80
"""Minimum width of the table in that layout."""
SIDE = 56
"""Maximum width of the log and the chat in that layout."""
BEHIND = 3
"""Minimum height of the log and the chat below the table."""
SHORTEST = 6
"""Minimum width of the title."""
LOW = 16
"""Number of lines below which there is no room for the log and the chat."""


class Pane(StrEnum):
    """Panes of the screen, each of which can have the focus."""

    TABLE = "Table"
    LOG = "Log"
    CHAT = "Chat"


class Page(Protocol):
    """Content of the screen."""

    @property
    def title(self) -> str:
        """Heading of the page, such as the name of a table."""
        ...

    @property
    def state(self) -> str:
        """Brief description of the current situation."""
        ...

    @property
    def keys(self) -> Sequence[Choice]:
        """Actions that are available regardless of the focus, with short descriptions."""
        ...

    def draw(self, width: int, height: int) -> Block: ...

    def log(self, width: int) -> Block:
        """Draw the events, oldest first."""
        ...

    def chat(self, width: int) -> Block:
        """Draw the messages, oldest first."""
        ...

    async def say(self, text: str) -> None:
        """Send a message to everyone on this page."""
        ...


class Dialog:
    """A text with choices, shown over a page."""

    def __init__(self, title: str, text: str, choices: Sequence[Choice]) -> None:
        """Prepare a dialog whose buttons are labelled with the descriptions of the choices."""
        self.title = title
        self._text = text
        self._choices = choices

    def draw(self, width: int, height: int) -> Block:
        """Draw the text below the buttons."""
        buttons = rows((button(choice.says, choice) for choice in self._choices), width)
        return [line(self.title, BOLD), *buttons, line(), *prose(self._text, width)]


class Area(NamedTuple):
    """A rectangle of the screen."""

    top: int
    left: int
    height: int
    width: int

    def holds(self, row: int, column: int) -> bool:
        return (
            self.top <= row < self.top + self.height
            and self.left <= column < self.left + self.width
        )


def areas(width: int, height: int, tall: int) -> dict[Pane, Area]:
    """Lay out the panes for a table that is `tall` lines high.

    `height` includes a line above the panes and a line between the table and the log.
    """
    if width >= WIDE:
        side = min(SIDE, width - TABLE)
        log = (height - 3) // 2
        left = width - side + 2
        return {
            Pane.TABLE: Area(1, 0, height - 1, width - side),
            Pane.LOG: Area(2, left, log, side - 2),
            Pane.CHAT: Area(3 + log, left, height - 3 - log, side - 2),
        }
    behind = max(BEHIND, height - 2 - tall) if height >= LOW else 0
    top = height - behind
    half = (width - 3) // 2
    return {
        Pane.TABLE: Area(1, 0, height - 1 - bool(behind) - behind, width),
        Pane.LOG: Area(top, 0, behind, half),
        Pane.CHAT: Area(top, half + 3, behind, width - half - 3),
    }


def heading(page: Page, name: str, width: int, below: int) -> Line:
    """Draw the first line: title, situation, number of lines further down, and the user's name."""
    more = f"↓ {below} more, Page Down  " if below else ""
    right = f"  {more}{name} "
    title = shortened(page.title, max(SHORTEST, width - len(page.state) - len(right) - 3))
    left = f" {title}  {page.state}"
    room = max(0, width - len(right))
    return fitted([Span(shortened(left, room).ljust(room) + right, HEAD)], width)


def caption(pane: Pane, width: int, *, active: bool, more: int) -> Line:
    """Draw the line above a pane."""
    below = f" ({more} more below)" if more else ""
    text = f"──{'»' if active else ' '}{pane}{below} "
    return line(text.ljust(width, "─")[:width], BOLD if active else DIM)


def cut(block: Block, area: Area, back: int) -> list[Line]:
    """Return the lines of a block that are visible after scrolling back by `back` lines."""
    end = max(len(block) - back, min(len(block), area.height))
    shown = block[max(0, end - area.height) : end]
    return [fitted(each, area.width) for each in [*shown, *[[]] * (area.height - len(shown))]]


class Composed(NamedTuple):
    """A drawn screen."""

    lines: list[Line]
    spots: list[Spot]
    """Choices on the table, even if scrolled out of sight."""
    bar: list[Spot]
    """Choices in the key bar."""
    areas: dict[Pane, Area]
    hidden: dict[Pane, int]
    """Number of lines in each pane that do not fit."""


def compose(screen: "Screen", width: int, height: int) -> Composed:
    """Lay out the whole screen except for the input line."""
    page = screen.page
    keys = not screen.typing
    news = _news(screen, width)[: height // 4]
    body = height - len(news) - 1 - keys
    draw: Callable[[int, int], Block] = (screen.dialog or page).draw
    tall = len(draw(width, body - 1))
    placed = areas(width, body, tall)
    table = placed[Pane.TABLE]
    blocks = {
        Pane.TABLE: draw(table.width, table.height),
        Pane.LOG: page.log(placed[Pane.LOG].width),
        Pane.CHAT: page.chat(placed[Pane.CHAT].width),
    }
    hidden = {pane: max(0, len(blocks[pane]) - placed[pane].height) for pane in Pane}
    _follow_focus(screen, blocks[Pane.TABLE], table, hidden[Pane.TABLE])
    back = {pane: min(screen.back[pane], hidden[pane]) for pane in Pane}
    back[Pane.TABLE] = hidden[Pane.TABLE] - back[Pane.TABLE]
    shown = {pane: cut(blocks[pane], placed[pane], back[pane]) for pane in Pane}
    captions = {
        pane: caption(
            pane,
            placed[pane].width,
            active=screen.pane is pane,
            more=min(screen.back[pane], hidden[pane]),
        )
        for pane in (Pane.LOG, Pane.CHAT)
    }
    head = heading(page, screen.name, width, back[Pane.TABLE])
    lines = [head, *_arranged(placed, shown, captions, body)]
    shift = table.top - (hidden[Pane.TABLE] - back[Pane.TABLE])
    spots = [s._replace(line=s.line + shift) for s in spots_in(blocks[Pane.TABLE])]
    lines += [*news, _status(screen, spots, width)]
    if keys:
        lines.append(fitted(_key_bar(page.keys, width), width))
    bar = [spot for spot in spots_in(lines) if spot.line >= height - keys]
    return Composed(_focused(lines, screen.focus), spots, bar, placed, hidden)


def _follow_focus(screen: "Screen", block: Block, area: Area, hidden: int) -> None:
    """Scroll the table until the newly focused choice is visible."""
    if not hidden or screen.focus == screen.followed:
        return
    screen.followed = screen.focus
    if spot := find(spots_in(block), screen.focus):
        back = screen.back[Pane.TABLE]
        lowest = spot.line - area.height + 1
        screen.back[Pane.TABLE] = max(lowest, min(back, spot.line), 0)


def _arranged(
    placed: dict[Pane, Area], shown: dict[Pane, list[Line]], captions: dict[Pane, Line], end: int
) -> list[Line]:
    """Arrange the table, the log and the chat side by side, or the table above the others."""
    table, log, chat = (shown[pane] for pane in Pane)
    if placed[Pane.LOG].top < placed[Pane.CHAT].top:
        side = [captions[Pane.LOG], *log, captions[Pane.CHAT], *chat]
        return [[*left, Span("│ "), *right] for left, right in zip(table, side, strict=True)]
    if not log:
        return table
    above = [*captions[Pane.LOG], Span("───"), *captions[Pane.CHAT]]
    below = [[*left, Span(" │ "), *right] for left, right in zip(log, chat, strict=True)]
    return [*table, above, *below][: end - 1]


def _key_bar(keys: Sequence[Choice], width: int) -> Line:
    """Draw the keys with their labels; if there is no room, show the last ones without labels.

    Only the help explains keys without a label.
    """
    keys = [choice for choice in keys if choice.says]
    spans = [Span(f"[{choice.key} {choice.says}]", "", choice) for choice in keys]
    for place in reversed(range(len(spans))):
        if width_of_line(row(spans)) <= width:
            break
        spans[place] = Span(f"[{keys[place].key}]", "", keys[place])
    return row(spans)


def _news(screen: "Screen", width: int) -> list[Line]:
    """Draw the current messages, wrapped."""
    text = " ".join(filter(None, (screen.notice, screen.message)))
    return wrapped(f" {text}", width, WARN, " ") if text else []


def _status(screen: "Screen", spots: list[Spot], width: int) -> Line:
    """Describe the focused choice."""
    spot = find(spots, screen.focus)
    return fitted(line(f" {spot.choice.says}" if spot else "", BOLD), width)


def _focused(lines: list[Line], name: str) -> list[Line]:
    """Highlight the choice with this name."""
    return [
        [
            span._replace(style=f"{span.style} {FOCUS}")
            if span.choice and span.choice.name == name
            else span
            for span in spans
        ]
        for spans in lines
    ]
