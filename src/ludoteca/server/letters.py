"""Letters for pictures: capitals, digits and a few signs, drawn on five by seven points."""

from collections.abc import Iterator
from unicodedata import combining, normalize

HIGH = 7
WIDE = 5
STEP = WIDE + 1
"""How far one letter is from the next."""
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
    """A text in the letters there are: capitals without accents; what has none is left out."""
    plain = (each for each in normalize("NFKD", text.upper()) if not combining(each))
    return " ".join("".join(each for each in plain if each in GLYPHS or each == " ").split())


def width_of(text: str) -> int:
    """How many points a drawable text is wide."""
    return max(0, len(text) * STEP - 1)


def points(text: str) -> Iterator[tuple[int, int]]:
    """The points of a drawable text: across and down."""
    for place, letter in enumerate(text):
        for down, row in enumerate(GLYPHS.get(letter, ())):
            yield from ((place * STEP + x, down) for x, point in enumerate(row) if point == "#")
