"""Wrapping of texts and colours for the names of things.

Colours only repeat what the words say.
"""

import re
from textwrap import wrap

from ludoteca.ui.draw import Shades, shaded

_SHADES: Shades = {
    "coin": (0xF0, 0xC0, 0x40),
    "stone": (0xA8, 0xA8, 0xA8),
    "servant": (0xB0, 0x80, 0xE0),
    "shield": (0x50, 0xA0, 0xE0),
    "faith": (0xE8, 0x50, 0x50),
    "white": (0xF4, 0xF4, 0xF4),
    "green": (0x60, 0xC0, 0x60),
    "blue": (0x50, 0x90, 0xF0),
    "yellow": (0xE8, 0xE0, 0x50),
    "purple": (0xC0, 0x70, 0xF0),
}
_WORD = re.compile(rf"\b({'|'.join(_SHADES)})(?=s?\b)")


def paint(text: str) -> str:
    """Colour the names of things."""
    return shaded(text, _WORD, _SHADES)


def fitted(text: str, width: int) -> str:
    """Wrap lines to a width, with an indent for continuation lines."""
    return "\n".join(_fitted(line, width) for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return "\n".join(wrap(line, max(width, len(indent) + 1), subsequent_indent=indent))
