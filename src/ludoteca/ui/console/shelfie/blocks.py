"""Blocks of text, side by side where there is room for it."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeAlias

from ludoteca.ui.draw import padded, width_of

Block: TypeAlias = Sequence[str]

GAP = 2
LONGEST_NAME = 20
NARROWEST = 20
FURTHER = " " * 5
"""How far an option of a menu goes in where it needs another line."""


def counted(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """A name that is not too long for its place."""
    if width_of(name) <= longest:
        return name
    name = name[: longest - 1]
    while width_of(name) >= longest:
        name = name[:-1]
    return f"{name}…"


def beside(blocks: Sequence[Block], width: int) -> str:
    """Blocks side by side, as many as fit; the others below them."""
    rows: list[list[Block]] = []
    room = -1
    for block in blocks:
        needed = max(map(width_of, block)) + GAP
        if needed - GAP > room:
            rows.append([])
            room = width
        rows[-1].append(block)
        room -= needed
    return "\n\n".join(_joined(row) for row in rows)


def _joined(blocks: Sequence[Block]) -> str:
    widths = [max(map(width_of, block)) + GAP for block in blocks]
    return "\n".join(
        "".join(padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    )


def fitting(text: str, width: int) -> str:
    """A text whose lines do not break in the middle of a word."""
    lines = text.split("\n")
    return "\n".join(wrapped(line, width, FURTHER if line[:1] == " " else "") for line in lines)


def wrapped(text: str, width: int, indent: str = "") -> str:
    """One line as lines that fit."""
    if width_of(text) <= width:
        return text
    return textwrap.fill(
        text, max(width, NARROWEST), subsequent_indent=indent, break_long_words=True
    )
