"""Pictures of rectangles and letters, written as PNG."""

import struct
import zlib
from typing import TypeAlias

from ludoteca.server.letters import points, width_of

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE = 3
"""The colour type of pictures whose points are numbers of colours."""


class Raster:
    """A picture of at most 256 colours that is painted rectangle by rectangle."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self._colours: dict[Colour, int] = {ground: 0}
        self._rows = [bytearray(width) for _ in range(height)]

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Paint a rectangle; what lies outside is left out."""
        number = self._colours.setdefault(colour, len(self._colours))
        left, right = max(0, x), min(self.width, x + width)
        if left >= right:
            return
        line = bytes([number]) * (right - left)
        for row in self._rows[max(0, y) : max(0, y + height)]:
            row[left:right] = line

    def tile(self, x: int, y: int, size: int, colour: Colour) -> None:
        """Paint a square with soft corners."""
        soft = size // 12
        self.box(x + soft, y, size - 2 * soft, size, colour)
        self.box(x, y + soft, size, size - 2 * soft, colour)

    def text(self, middle: int, y: int, size: int, text: str, colour: Colour) -> None:
        """Write a drawable text around a middle; a point of a letter is so many points wide."""
        left = middle - width_of(text) * size // 2
        for across, down in points(text):
            self.box(left + across * size, y + down * size, size, size, colour)

    def png(self) -> bytes:
        """The picture as a file."""
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
