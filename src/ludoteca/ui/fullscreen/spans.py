"""The building blocks of the screen: lines of spans, some of which are choices."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from ludoteca.ui.draw import harmless, width_of

Act: TypeAlias = Callable[[], Awaitable[None]]
"""Action of a choice, run after those chosen before."""


class AtOnce(NamedTuple):
    """An action that only changes the screen, run before the next key is read."""

    do: Callable[[], None]


BOLD, DIM, HEAD = "bold", "fg:ansibrightblack", "reverse"
FOCUS = "bg:#000000 fg:#ffffff reverse bold"
"""Black on white, whatever the colours were."""
GOOD, WARN = "fg:ansigreen bold", "fg:ansiyellow bold"
_UNMARKED = str.maketrans("()[]*", " " * 5)
"""Removes the signs that mark choices."""


class Choice(NamedTuple):
    """An action that a click or a key runs."""

    name: str
    """Identifies the choice when the screen is redrawn."""
    says: str
    """Description of the action."""
    act: Act | AtOnce
    key: str = ""
    """Key that runs it from anywhere."""
    leads: tuple[str, ...] = ()
    """Choices to focus next: the first of these that is offered then."""
    minor: bool = False
    """Discards something or is seldom wanted: focused only if there is nothing else."""
    final: str = ""
    """Text of the confirmation, which says what cannot be undone."""


class Span(NamedTuple):
    """Text in one style, optionally a choice."""

    text: str
    style: str = ""
    choice: Choice | None = None


Line: TypeAlias = Sequence[Span]
Block: TypeAlias = Sequence[Line]


def line(text: str = "", style: str = "") -> Line:
    return [Span(text, style)]


def button(label: str, choice: Choice) -> Span:
    """Make a button, with its key if it has one."""
    key = f"{choice.key} " if choice.key and choice.key != label else ""
    return Span(f"[{key}{label}]", BOLD, choice)


def row(spans: Iterable[Span]) -> Line:
    """Join spans with blanks between them."""
    spaced: list[Span] = []
    for span in spans:
        spaced += [Span(" "), span] if spaced else [span]
    return spaced


def rows(spans: Iterable[Span], width: int) -> list[Line]:
    """Arrange spans in as many lines as they need."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        if lines[-1] and width_of_line(row([*lines[-1], span])) > width:
            lines.append([])
        lines[-1].append(span)
    return [row(spans) for spans in lines]


def without_choices(block: Block) -> list[Line]:
    """Remove the choices of a block and their signs."""
    return [
        [Span(span.text.translate(_UNMARKED), DIM) if span.choice else span for span in spans]
        for spans in block
    ]


def width_of_line(spans: Line) -> int:
    """Return the number of columns that a line takes."""
    return sum(width_of(span.text) for span in spans)


def width_of_block(block: Block) -> int:
    """Return the number of columns of the longest line."""
    return max(map(width_of_line, block), default=0)


def fitted(spans: Line, width: int) -> list[Span]:
    """Cut or pad a line to exactly this width."""
    room, kept = width, []
    for span in spans:
        text = span.text
        while width_of(text) > room:
            text = text[:-1]
        if text:
            kept.append(span._replace(text=text))
            room -= width_of(text)
        if text != span.text:
            break
    return [*kept, Span(" " * room)] if room else kept


def folded(spans: Line, width: int, indent: str = "  ") -> list[Line]:
    """Fold a line between spans."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        if lines[-1] and width_of_line([*lines[-1], span]) > width:
            lines.append([Span(indent), span._replace(text=span.text.lstrip())])
        else:
            lines[-1].append(span)
    return list(lines)


def beside(blocks: Sequence[Block], gap: int = 2) -> list[Line]:
    """Place blocks side by side."""
    widths = [width_of_block(block) for block in blocks]
    between = [Span(" " * gap)]
    joined: list[Line] = []
    for lines in zip_longest(*blocks, fillvalue=()):
        spans: list[Span] = []
        for place, (part, width) in enumerate(zip(lines, widths, strict=True)):
            spans += [*(between if place else ()), *fitted(part, width)]
        joined.append(spans)
    return joined


def packed(blocks: Sequence[Block], width: int, gap: int = 2) -> list[Line]:
    """Place blocks side by side, as many as fit, and the others below them."""
    groups: list[list[Block]] = []
    room = -1
    for block in blocks:
        needed = width_of_block(block) + gap
        if needed - gap > room:
            groups.append([])
            room = width
        groups[-1].append(block)
        room -= needed
    return [line for group in groups for line in beside(group, gap)]


def prose(text: str, width: int) -> list[Line]:
    """Format text with headings after `#` and words between backticks, without these signs."""
    lines: list[Line] = []
    for part in text.split("\n"):
        heading = part.startswith("#")
        plain = (part.lstrip("# ") if heading else part).replace("`", "")
        lines += wrapped(plain, width, BOLD if heading else "")
    return lines


def wrapped(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    """Wrap text at words, without control characters."""
    lines: list[Line] = []
    for part in harmless(text).split("\n"):
        cut = textwrap.wrap(part, max(width, 10), subsequent_indent=indent) or [""]
        lines += [line(each, style) for each in cut]
    return lines
