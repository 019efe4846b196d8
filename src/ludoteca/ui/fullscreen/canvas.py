"""Layout of the screen's parts, drawn with prompt_toolkit."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from ludoteca.ui.fullscreen.page import (
    Area,
    Pane,
    Spot,
    areas,
    caption,
    cut,
    find,
    heading,
    spots_in,
)
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    FOCUS,
    WARN,
    Block,
    Choice,
    Line,
    Span,
    fitted,
    line,
    row,
    width_of_line,
    wrapped,
)

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.screen import Screen

NOTCH = 3
"""Lines per notch of the mouse wheel."""


class Composed(NamedTuple):
    """A screen as it is drawn."""

    lines: list[Line]
    spots: list[Spot]
    """Selectable choices on the table, even if scrolled out of sight."""
    bar: list[Spot]
    """Choices in the last line, as far as it shows them."""
    areas: dict[Pane, Area]
    hidden: dict[Pane, int]
    """Number of lines of each part that do not fit."""


def compose(screen: "Screen", width: int, height: int) -> Composed:
    """Lay out the whole screen except for the input line."""
    page, keys = screen.page, not screen.typing
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
    """Arrange table, log and chat side by side, or log and chat below the table."""
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
    """Draw the keys with their labels; without enough room, the last ones show only the letter."""
    spans = [Span(f"[{choice.key} {choice.says}]", "", choice) for choice in keys]
    for place in reversed(range(len(spans))):
        if width_of_line(row(spans)) <= width:
            break
        spans[place] = Span(f"[{keys[place].key}]", "", keys[place])
    return row(spans)


def _news(screen: "Screen", width: int) -> list[Line]:
    """Draw the current message in as many lines as it needs."""
    text = " ".join(filter(None, (screen.notice, screen.message)))
    return wrapped(f" {text}", width, WARN, " ") if text else []


def _status(screen: "Screen", spots: list[Spot], width: int) -> Line:
    """Describe the focused choice."""
    spot = find(spots, screen.focus)
    return fitted(line(f" {spot.choice.says}" if spot else "", BOLD), width)


def _focused(lines: list[Line], name: str) -> list[Line]:
    """Highlight the choice of this name."""
    return [
        [
            span._replace(style=f"{span.style} {FOCUS}")
            if span.choice and span.choice.name == name
            else span
            for span in spans
        ]
        for spans in lines
    ]


class Canvas(UIControl):
    """Draws the screen and handles the mouse."""

    def __init__(self, screen: "Screen") -> None:
        self._screen = screen

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        lines = self._screen.draw(width, height).lines
        texts: list[StyleAndTextTuples] = [
            [(span.style, span.text) for span in spans] for spans in lines
        ]
        return UIContent(lambda n: texts[n], line_count=len(texts), show_cursor=False)

    def mouse_handler(self, event: MouseEvent) -> None:
        """Choose the clicked item, or scroll."""
        column, row_ = event.position
        if event.event_type is MouseEventType.MOUSE_UP:
            self._screen.click(row_, column)
        elif event.event_type is MouseEventType.SCROLL_UP:
            self._screen.wheel(row_, column, -NOTCH)
        elif event.event_type is MouseEventType.SCROLL_DOWN:
            self._screen.wheel(row_, column, NOTCH)
