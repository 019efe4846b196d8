"""Pictures of rectangles and letters: every point where it belongs."""

import zlib

import pytest

from ludoteca.server.result_picture import (
    GLYPHS,
    HIGH,
    WIDE,
    Colour,
    Raster,
    drawable,
    points,
    width_of,
)

PAPER, INK = (255, 255, 255), (1, 2, 3)


def shown(raster: Raster) -> list[str]:
    """The points of a picture as its file has them: `#` in ink, a dot on paper."""
    picture, parts = raster.png(), dict[bytes, bytes]()
    at = 8
    while at < len(picture):
        length = int.from_bytes(picture[at : at + 4], "big")
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        check = picture[at + 8 + length : at + 12 + length]
        assert int.from_bytes(check, "big") == zlib.crc32(kind + data)
        parts[kind], at = data, at + 12 + length
    assert list(parts) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    ink = next((n for n in range(len(parts[b"PLTE"]) // 3) if _colour(parts, n) == INK), -1)
    lines, step = zlib.decompress(parts[b"IDAT"]), raster.width + 1
    rows = [lines[row * step + 1 : (row + 1) * step] for row in range(raster.height)]
    return ["".join("#" if point == ink else "." for point in row) for row in rows]


def _colour(parts: dict[bytes, bytes], number: int) -> Colour:
    red, green, blue = parts[b"PLTE"][3 * number : 3 * number + 3]
    return red, green, blue


def test_drawing_outside_the_picture_is_clipped() -> None:
    raster = Raster(5, 4, PAPER)
    raster.box(-2, -1, 4, 3, INK)
    raster.box(4, 3, 9, 9, INK)
    raster.box(9, 0, 2, 2, INK)
    assert shown(raster) == ["##...", "##...", ".....", "....#"]


def test_a_tile_has_soft_corners() -> None:
    raster = Raster(12, 12, PAPER)
    raster.tile(0, 0, 12, INK)
    assert shown(raster) == [".##########.", *["#" * 12] * 10, ".##########."]


def test_letters_stand_around_their_middle() -> None:
    raster = Raster(13, 7, PAPER)
    raster.text(6, 0, 1, "1L", INK)
    assert shown(raster) == [
        "...#...#.....",
        "..##...#.....",
        "...#...#.....",
        "...#...#.....",
        "...#...#.....",
        "...#...#.....",
        "..###..#####.",
    ]


def test_every_letter_is_drawn_on_as_many_points_and_unlike_all_others() -> None:
    assert {(len(rows), len(row)) for rows in GLYPHS.values() for row in rows} == {(HIGH, WIDE)}
    assert len(set(GLYPHS.values())) == len(GLYPHS)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Élodie Groß", "ELODIE GROSS"), ("a<b> “c”", "AB C"), ("漢字", ""), ("Ann-Ré 2", "ANN-RE 2")],
)
def test_a_name_is_written_in_the_letters_there_are(name: str, letters: str) -> None:
    assert drawable(name) == letters
    assert max((x for x, _ in points(letters)), default=-1) < max(1, width_of(letters))
