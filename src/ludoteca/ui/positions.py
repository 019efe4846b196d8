"""Positions of a game from the command line, in the game's notation."""

import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

from ludoteca.games import Refusal

T = TypeVar("T")


class BadPositionError(Exception):
    """A position that cannot be read; the message gives the reason in one sentence."""


def read_positions(texts: Sequence[str], read: Callable[[str], T | Refusal]) -> list[T]:
    """Read positions; `-` reads one from standard input."""
    if texts.count("-") > 1:
        raise BadPositionError("standard input can be read once")
    return [_read(sys.stdin.read() if text == "-" else text, read) for text in texts]


def _read(text: str, read: Callable[[str], T | Refusal]) -> T:
    position = read(text)
    if isinstance(position, Refusal):
        raise BadPositionError(f"{position.detail}: {' '.join(text.split())[:60] or 'nothing'}")
    return position
