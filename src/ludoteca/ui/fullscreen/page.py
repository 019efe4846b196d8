"""What the screen shows: a page, whose parts are laid out for the size of the window."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from ludoteca.ui.draw import shortened
from ludoteca.ui.fullscreen.spans import (
    BOLD,
    DIM,
    HEAD,
    Block,
    Choice,
    Line,
    Span,
    button,
    fitted,
    line,
    prose,
    rows,
)

WIDE = 112
"""From so many columns on, log and chat stand beside the table."""
TABLE = 80
"""How many columns the table gets there at least."""
SIDE = 56
"""How many columns log and chat take at most there."""
BEHIND = 3
"""How many lines log and chat get at least, below the table."""
SHORTEST = 6
"""How many letters of the title are shown at least."""
LOW = 16
"""With fewer lines there is no room for log and chat."""


class Pane(StrEnum):
    """The parts of the screen that keys can be for."""

    TABLE = "Table"
    LOG = "Log"
    CHAT = "Chat"


class Page(Protocol):
    """What there is to show at some time."""

    @property
    def title(self) -> str:
        """Where the player is."""
        ...

    @property
    def state(self) -> str:
        """What is going on, in a few words."""
        ...

    @property
    def keys(self) -> Sequence[Choice]:
        """What can be done at any time; `says` is short here."""
        ...

    def draw(self, width: int, height: int) -> Block:
        """What lies on the table."""
        ...

    def log(self, width: int) -> Block:
        """What happened, the last thing last."""
        ...

    def chat(self, width: int) -> Block:
        """What was said, the last thing last."""
        ...

    async def say(self, text: str) -> None:
        """Say something to all who are there."""
        ...


class Dialog:
    """A text, and what can be chosen about it."""

    def __init__(self, title: str, text: str, choices: Sequence[Choice]) -> None:
        """The words of a choice are those on its button."""
        self.title, self._text, self._choices = title, text, choices

    def draw(self, width: int, height: int) -> Block:  # noqa: ARG002 - as pages are drawn
        """The text, with the buttons above it."""
        buttons = rows((button(choice.says, choice) for choice in self._choices), width)
        return [line(self.title, BOLD), *buttons, line(), *prose(self._text, width)]


class Area(NamedTuple):
    """A rectangle of the screen."""

    top: int
    left: int
    height: int
    width: int

    def holds(self, row: int, column: int) -> bool:
        """Whether a place lies in it."""
        return (
            self.top <= row < self.top + self.height
            and self.left <= column < self.left + self.width
        )


def areas(width: int, height: int, tall: int) -> dict[Pane, Area]:
    """Where the parts of the screen are, if what lies on the table is so many lines tall.

    There is a line above them, and one between table and log; `height` counts both.
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
    """The first line: where one is, what is going on, what is further down, and who one is."""
    more = f"↓ {below} more, Page Down  " if below else ""
    right = f"  {more}{name} "
    title = shortened(page.title, max(SHORTEST, width - len(page.state) - len(right) - 3))
    left = f" {title}  {page.state}"
    room = max(0, width - len(right))
    return fitted([Span(shortened(left, room).ljust(room) + right, HEAD)], width)


def caption(pane: Pane, width: int, *, active: bool, more: int) -> Line:
    """The line above a part of the screen."""
    below = f" ({more} more below)" if more else ""
    text = f"──{'»' if active else ' '}{pane}{below} "
    return line(text.ljust(width, "─")[:width], BOLD if active else DIM)


def cut(block: Block, area: Area, back: int) -> list[Line]:
    """The part of a block that an area shows, so many lines back from its end."""
    end = max(len(block) - back, min(len(block), area.height))
    shown = block[max(0, end - area.height) : end]
    return [fitted(each, area.width) for each in [*shown, *[[]] * (area.height - len(shown))]]
