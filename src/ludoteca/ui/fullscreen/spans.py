"""What the screen is made of: lines of spans, some of which can be chosen."""

import textwrap
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from ludoteca.ui.draw import harmless, width_of

Act: TypeAlias = Callable[[], Awaitable[None]]
"""What is done when a choice is made, after what was chosen before."""


class AtOnce(NamedTuple):
    """What only changes the screen: it is done before the next key is read."""

    do: Callable[[], None]


BOLD, DIM, HEAD = "bold", "fg:ansibrightblack", "reverse"
FOCUS = "bg:#000000 fg:#ffffff reverse bold"
"""Black on white, whatever colours there were before."""
GOOD, WARN = "fg:ansigreen bold", "fg:ansiyellow bold"
_UNMARKED = str.maketrans("()[]*", " " * 5)
"""Without the signs of what can be chosen."""


class Choice(NamedTuple):
    """Something that can be done, by a click or a key."""

    name: str
    """By which it is known when the screen is drawn again."""
    says: str
    """What it does, in words."""
    act: Act | AtOnce
    key: str = ""
    """A key that chooses it from anywhere."""
    leads: tuple[str, ...] = ()
    """What is marked next: the first of these that is offered then."""
    minor: bool = False
    """It throws something away or is seldom wanted: it is marked only if nothing else is there."""
    final: str = ""
    """Why it is asked whether it is meant: what cannot be undone about it."""


class Span(NamedTuple):
    """A text of one style, which may be a choice."""

    text: str
    style: str = ""
    choice: Choice | None = None


Line: TypeAlias = Sequence[Span]
Block: TypeAlias = Sequence[Line]


def line(text: str = "", style: str = "") -> Line:
    """A line of one text."""
    return [Span(text, style)]


def button(label: str, choice: Choice) -> Span:
    """A text to be pressed, with its key if it has one."""
    key = f"{choice.key} " if choice.key and choice.key != label else ""
    return Span(f"[{key}{label}]", BOLD, choice)


def row(spans: Iterable[Span]) -> Line:
    """Spans in one line, with blanks between them."""
    spaced: list[Span] = []
    for span in spans:
        spaced += [Span(" "), span] if spaced else [span]
    return spaced


def rows(spans: Iterable[Span], width: int) -> list[Line]:
    """Spans in as many lines as they need."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        if lines[-1] and width_of_line(row([*lines[-1], span])) > width:
            lines.append([])
        lines[-1].append(span)
    return [row(spans) for spans in lines]


def without_choices(block: Block) -> list[Line]:
    """A block where nothing can be chosen, nor looks as if it could."""
    return [
        [Span(span.text.translate(_UNMARKED), DIM) if span.choice else span for span in spans]
        for spans in block
    ]


def width_of_line(spans: Line) -> int:
    """How many places a line takes."""
    return sum(width_of(span.text) for span in spans)


def width_of_block(block: Block) -> int:
    """How many places the longest line of a block takes."""
    return max(map(width_of_line, block), default=0)


def fitted(spans: Line, width: int) -> list[Span]:
    """A line of exactly this width: cut, or with blanks behind it."""
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
    """A line in as many lines as it needs, broken only between spans."""
    lines: list[list[Span]] = [[]]
    for span in spans:
        if lines[-1] and width_of_line([*lines[-1], span]) > width:
            lines.append([Span(indent), span._replace(text=span.text.lstrip())])
        else:
            lines[-1].append(span)
    return list(lines)


def beside(blocks: Sequence[Block], gap: int = 2) -> list[Line]:
    """Blocks side by side."""
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
    """Blocks side by side, as many as fit; the others below them."""
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
    """A text with headings after `#` and words between backticks, without these signs."""
    lines: list[Line] = []
    for part in text.split("\n"):
        heading = part.startswith("#")
        plain = (part.lstrip("# ") if heading else part).replace("`", "")
        lines += wrapped(plain, width, BOLD if heading else "")
    return lines


def wrapped(text: str, width: int, style: str = "", indent: str = "") -> list[Line]:
    """A text in lines that end at words; control characters are not shown."""
    lines: list[Line] = []
    for part in harmless(text).split("\n"):
        cut = textwrap.wrap(part, max(width, 10), subsequent_indent=indent) or [""]
        lines += [line(each, style) for each in cut]
    return lines
