"""Building blocks of the screen: lines of spans, some of which are choices."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from ludoteca.ui.draw import harmless, width_of

Act: TypeAlias = Callable[[], Awaitable[None]]
"""Action of a choice, run after the actions of earlier choices."""


class AtOnce(NamedTuple):
    """An action that only changes the screen, run before the next key is handled."""

    do: Callable[[], None]


BOLD, DIM, HEAD = "bold", "fg:ansibrightblack", "reverse"
FOCUS = "bg:#000000 fg:#ffffff reverse bold"
"""Black on white, regardless of the colours of the span."""
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
    """Key that runs the choice regardless of the focus."""
    leads: tuple[str, ...] = ()
    """Names of the choices to focus next; the first one available gets the focus."""
    minor: bool = False
    """Whether the choice is destructive or rarely wanted: focused automatically only if alone."""
    final: str = ""
    """Text of the confirmation dialog, for actions that are irreversible."""


class Span(NamedTuple):
    """Text in one style; it may be a choice."""

    text: str
    style: str = ""
    choice: Choice | None = None


Line: TypeAlias = Sequence[Span]
Block: TypeAlias = Sequence[Line]


def line(text: str = "", style: str = "") -> Line:
    return [Span(text, style)]


def button(label: str, choice: Choice) -> Span:
    """Return a button, with the choice's key if there is one."""
    key = f"{choice.key} " if choice.key and choice.key != label else ""
    return Span(f"[{key}{label}]", BOLD, choice)


def row(spans: Iterable[Span]) -> Line:
    """Join spans, separated by spaces."""
    spaced: list[Span] = []
    for span in spans:
        spaced += [Span(" "), span] if spaced else [span]
    return spaced


def rows(spans: Iterable[Span], width: int) -> list[Line]:
    """Arrange spans in as few lines as possible."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        if lines[-1] and width_of_line(row([*lines[-1], span])) > width:
            lines.append([])
        lines[-1].append(span)
    return [row(spans) for spans in lines]


def without_choices(block: Block) -> list[Line]:
    """Remove a block's choices and the signs that mark them."""
    return [
        [Span(span.text.translate(_UNMARKED), DIM) if span.choice else span for span in spans]
        for spans in block
    ]


def width_of_line(spans: Line) -> int:
    return sum(width_of(span.text) for span in spans)


def width_of_block(block: Block) -> int:
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
    """Break a line between spans."""
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
    """Place as many blocks side by side as fit, and the others below."""
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
    """Wrap Markdown text, with headings in bold, and remove `#` and backticks."""
    lines: list[Line] = []
    for part in text.split("\n"):
        heading = part.startswith("#")
        plain = (part.lstrip("# ") if heading else part).replace("`", "")
        lines += wrapped(plain, width, BOLD if heading else "")
    return lines


def wrapped(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    """Wrap text at words, replacing control characters."""
    lines: list[Line] = []
    for part in harmless(text).split("\n"):
        cut = textwrap.wrap(part, max(width, 10), subsequent_indent=indent) or [""]
        lines += [line(each, style) for each in cut]
    return lines
