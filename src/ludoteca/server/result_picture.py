"""The picture of a finished game: a PNG drawn by a small rasteriser."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import TypeAlias
from unicodedata import combining, normalize

from ludoteca.core import Final
from ludoteca.games import GAMES, ROWS, Seat, load

HIGH = 7
WIDE = 5
STEP = WIDE + 1
"""Points from one letter to the next."""
DRAWN = """
A     B     C     D     E     F     G     H     I     J     K     L     M
.###. ####. .###. ####. ##### ##### .###. #...# .###. ..### #...# #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.##
#...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.#
##### ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.#
#...# #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...#
#...# ####. .###. ####. ##### #.... .###. #...# .###. .##.. #...# ##### #...#

N     O     P     Q     R     S     T     U     V     W     X     Y     Z
#...# .###. ####. .###. ####. .###. ##### #...# #...# #...# #...# #...# #####
##..# #...# #...# #...# #...# #...# ..#.. #...# #...# #...# #...# #...# ....#
#.#.# #...# #...# #...# #...# #.... ..#.. #...# #...# #.#.# .#.#. .#.#. ...#.
#..## #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
#...# #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#...
#...# #...# #.... #..#. #..#. #...# ..#.. #...# .#.#. ##.## #...# ..#.. #....
#...# .###. #.... .##.# #...# .###. ..#.. .###. ..#.. #...# #...# ..#.. #####

0     1     2     3     4     5     6     7     8     9
.###. ..#.. .###. ##### ...#. ##### ..##. ##### .###. .###.
#...# .##.. #...# ...#. ..##. #.... .#... ....# #...# #...#
#..## ..#.. ....# ..#.. .#.#. ####. #.... ...#. #...# #...#
#.#.# ..#.. ..##. ...#. #..#. ....# ####. ..#.. .###. .####
##..# ..#.. .#... ....# ##### ....# #...# .#... #...# ....#
#...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ...#.
.###. .###. ##### .###. ...#. .###. .###. .#... .###. .##..

-     .     '     !     ?     &     +     (     )     /     _
..... ..... ..#.. ..#.. .###. .##.. ..... ...#. .#... ....# .....
..... ..... ..#.. ..#.. #...# #..#. ..#.. ..#.. ..#.. ....# .....
..... ..... ..... ..#.. ....# #.#.. ..#.. .#... ...#. ...#. .....
##### ..... ..... ..#.. ..##. .#... ##### .#... ...#. ..#.. .....
..... ..... ..... ..#.. ..#.. #.#.# ..#.. .#... ...#. .#... .....
..... .##.. ..... ..... ..... #..#. ..#.. ..#.. ..#.. #.... .....
..... .##.. ..... ..#.. ..#.. .##.# ..... ...#. .#... #.... #####
"""


def _glyphs() -> Iterator[tuple[str, tuple[str, ...]]]:
    for block in DRAWN.strip().split("\n\n"):
        names, *rows = block.split("\n")
        yield from zip(names.split(), zip(*(row.split() for row in rows), strict=True), strict=True)


GLYPHS = dict(_glyphs())


def drawable(text: str) -> str:
    """Convert text to drawable letters: capitals without accents; drop all others."""
    plain = (each for each in normalize("NFKD", text.upper()) if not combining(each))
    return " ".join("".join(each for each in plain if each in GLYPHS or each == " ").split())


def width_of(text: str) -> int:
    """Return the width of a drawable text in points."""
    return max(0, len(text) * STEP - 1)


def points(text: str) -> Iterator[tuple[int, int]]:
    """Yield the points of a drawable text as (x, y)."""
    for place, letter in enumerate(text):
        for down, row in enumerate(GLYPHS.get(letter, ())):
            yield from ((place * STEP + x, down) for x, point in enumerate(row) if point == "#")


Colour: TypeAlias = tuple[int, int, int]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE = 3
"""PNG colour type for indexed colours."""


class Raster:
    """An image with at most 256 colours, painted in rectangles."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width = width
        self.height = height
        self._colours: dict[Colour, int] = {ground: 0}
        self._rows = [bytearray(width) for _ in range(height)]

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Paint a rectangle, clipped to the image."""
        number = self._colours.setdefault(colour, len(self._colours))
        left = max(0, x)
        right = min(self.width, x + width)
        if left >= right:
            return
        line = bytes([number]) * (right - left)
        for row in self._rows[max(0, y) : max(0, y + height)]:
            row[left:right] = line

    def tile(self, x: int, y: int, size: int, colour: Colour) -> None:
        """Paint a square with rounded corners."""
        soft = size // 12
        self.box(x + soft, y, size - 2 * soft, size, colour)
        self.box(x, y + soft, size, size - 2 * soft, colour)

    def text(self, middle: int, y: int, size: int, text: str, colour: Colour) -> None:
        """Draw text centred on `middle`; `size` is the width of a letter's points in pixels."""
        left = middle - width_of(text) * size // 2
        for across, down in points(text):
            self.box(left + across * size, y + down * size, size, size, colour)

    def png(self) -> bytes:
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, PALETTE, 0, 0, 0)
        colours = b"".join(map(bytes, self._colours))
        lines = b"".join(b"\0" + row for row in self._rows)
        parts = (
            (b"IHDR", head),
            (b"PLTE", colours),
            (b"IDAT", zlib.compress(lines)),
            (b"IEND", b""),
        )
        return SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


WIDTH, HEIGHT = 1200, 630
"""Size that sharing sites show without cropping."""
PAPER = (0xFA, 0xF6, 0xEF)
CARD = (0xFF, 0xFD, 0xF9)
INK = (0x2B, 0x21, 0x18)
FAINT = (0x66, 0x58, 0x4B)
ACCENT = (0x8A, 0x4B, 0x1F)
WOOD = (0xA8, 0x71, 0x3F)
EMPTY = (0x8D, 0x5F, 0x37)
LINE = (0xF0, 0xDD, 0xBD)
TITLE, TOP, GRID, NAME, POINTS = 44, 140, 320, 490, 543
"""Vertical positions of title and boards, height of the boards, positions of names and points."""
LARGE, SMALL = 5, 3
"""Pixels per point of a name, and of a long name."""
EDGE = 26


def drawn(final: Final) -> bytes:
    """Draw the end of a game as PNG."""
    raster = Raster(WIDTH, HEIGHT, PAPER)
    players = final.head.players
    title = drawable(GAMES[final.head.game].TITLE)
    raster.text(WIDTH // 2, TITLE, 8, title[: WIDTH // (8 * STEP)], INK)
    wide = WIDTH // len(players)
    for seat in map(Seat, range(len(players))):
        _draw_seat(raster, final, seat, range(seat * wide + EDGE, (seat + 1) * wide - EDGE))
    return raster.png()


def _draw_seat(raster: Raster, final: Final, seat: Seat, across: range) -> None:
    """Draw a seat between two edges; winners are framed."""
    head = final.head
    wide = len(across)
    middle = (across.start + across.stop) // 2
    won = head.result is not None and seat in head.result.outcome.winners
    raster.box(across.start - 6, TOP - 20, wide + 12, HEIGHT - TOP, ACCENT if won else LINE)
    raster.box(across.start, TOP - 14, wide, HEIGHT - TOP - 12, CARD)
    if squares := ROWS[head.game].squares:
        _draw_squares(raster, load(squares)(final.view, seat), middle, wide - 40)
    name = drawable(head.players[seat]) or f"({seat + 1})"
    size = LARGE if width_of(name) * LARGE < wide else SMALL
    raster.text(middle, NAME, size, name[: wide // (STEP * size)], ACCENT if won else INK)
    if head.result:
        raster.text(middle, POINTS, 6, str(head.result.totals[seat]), ACCENT if won else FAINT)


def _draw_squares(
    raster: Raster, rows: Sequence[Sequence[Colour | None]], middle: int, wide: int
) -> None:
    columns = len(rows[0])
    step = min(GRID // len(rows), wide // columns, 80)
    left = middle - step * columns // 2
    top = TOP + (GRID - step * len(rows)) // 2 + 10
    raster.box(left - 10, top - 10, step * columns + 17, step * len(rows) + 17, WOOD)
    for down, row in enumerate(rows):
        for across, colour in enumerate(row):
            raster.tile(left + across * step, top + down * step, step - 3, colour or EMPTY)
