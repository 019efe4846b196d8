"""Positions of a game from the command line, as the game writes them."""

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludoteca.games import Refusal

T = TypeVar("T")


class BadPositionError(Exception):
    """A position that cannot be read, and why, in one sentence."""


def read_positions(texts: Sequence[str], read: Callable[[str], T | Refusal]) -> list[T]:
    """The positions in these texts, and in standard input for a dash."""
    if texts.count("-") > 1:
        raise BadPositionError("standard input can be read once")
    return [_read(sys.stdin.read() if text == "-" else text, read) for text in texts]


def _read(text: str, read: Callable[[str], T | Refusal]) -> T:
    position = read(text)
    if isinstance(position, Refusal):
        raise BadPositionError(f"{position.detail}: {' '.join(text.split())[:60] or 'nothing'}")
    return position
