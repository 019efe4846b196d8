"""The 132 item tiles: each one is an individual with a kind and a picture."""

from enum import StrEnum
from typing import NewType

Tile = NewType("Tile", int)
"""One of the 132 tiles, 0 to 131: 22 cats from 0, books from 22, games from 44, frames from 66,
trophies from 88, plants from 110. Of each kind, the first 8 show picture 1, then 7 each 2 and 3."""


class Kind(StrEnum):
    """The six kinds of tile, each with the letter it is drawn with."""

    CAT = "C"
    BOOK = "B"
    GAME = "G"
    FRAME = "F"
    TROPHY = "T"
    PLANT = "P"


COLOURS = {
    "C": (0x97, 0xA6, 0x2F),
    "B": (0xF2, 0xE7, 0xC5),
    "G": (0xE1, 0xAB, 0x2A),
    "F": (0x4A, 0x9C, 0xCC),
    "T": (0x72, 0xB7, 0xB7),
    "P": (0xE0, 0x62, 0x95),
}
"""The colours of the letters in drawings: red, green and blue."""

TILES_OF_A_KIND = 22
KINDS = tuple(Kind)
TILES = tuple(Tile(n) for n in range(TILES_OF_A_KIND * len(KINDS)))

_PICTURES = (1,) * 8 + (2,) * 7 + (3,) * 7
KIND_OF = tuple(KINDS[tile // TILES_OF_A_KIND] for tile in TILES)


def kind_of(tile: Tile) -> Kind:
    """The kind of a tile, which is all that the rules look at."""
    return KIND_OF[tile]


def picture_of(tile: Tile) -> int:
    """Which of the three pictures of its kind a tile shows: 1, 2 or 3."""
    return _PICTURES[tile % TILES_OF_A_KIND]
