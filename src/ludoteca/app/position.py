"""A position from the command line, in the words of its game."""

import sys
from collections.abc import Callable
from typing import TypeVar

from ludoteca.app.complaint import Complaint
from ludoteca.games import Refusal

T = TypeVar("T")


def read_position(text: str, read: Callable[[str], T | Refusal]) -> T:
    """The position in this text, or in standard input for a dash."""
    words = sys.stdin.read() if text == "-" else text
    position = read(words)
    if isinstance(position, Refusal):
        raise Complaint(f"{position.detail}: {' '.join(words.split())[:60] or 'nothing'}")
    return position
