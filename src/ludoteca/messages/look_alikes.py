"""Which names look alike: two with the same skeleton can hardly be told apart on a screen."""

# ruff: noqa: RUF001 - letters that look like others are what this is about
import re
import unicodedata
from functools import lru_cache

from ludoteca.messages.confusables import CONFUSABLES

_PAIRS = "ьb ғf ӏl βb εe χx ωw յj ԚQ `' ״' —-"
"""Shapes that Unicode's table lacks or has otherwise, each with the usual one that it looks like.

Names are found in journals by their skeletons, so pairs are added here and never taken away.
"""
_SHAPES = str.maketrans(
    {
        chr(int(character, 16)): "".join(chr(int(point, 16)) for point in shape.split("+"))
        for shape, *characters in map(str.split, CONFUSABLES.splitlines())
        for character in characters
    }
    | {pair[0]: pair[1] for pair in _PAIRS.split()}
)
_LETTER = re.compile(
    r"(?:.* )?(?:LATIN|REGIONAL INDICATOR)(?: CAPITAL| SMALL| SYMBOL)? LETTER (SMALL CAPITAL )?"
    r"([A-Z])(?: WITH .+)?"
)
"""Names of characters that are a Latin letter, framed, with a stroke or of another size."""
_STROKES = str.maketrans({"I": "l", "1": "l", "0": "O"})
_MARKS = frozenset({"Mn", "Me"})
_AT_THE_END = " .'\""
"""What makes no other name of one that it follows."""
_BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Fillers, variation selectors and blanks: Python calls them printable, and nothing is seen."""
_AS_EMOJI = "\ufe0f"
"""What keyboards put after a symbol to have it in colours."""


def is_visible(name: str) -> bool:
    """Whether every character can be seen, and the first is not a mark on what stands before."""
    before = ""
    for character in name:
        if character in _BLANK and not (
            character == _AS_EMOJI and before and unicodedata.category(before) == "So"
        ):
            return False
        before = character
    return bool(name) and unicodedata.category(name[0])[0] != "M" and name.isprintable()


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What names that look alike have in common: letters by shape, without case and accents."""
    decomposed = unicodedata.normalize("NFKD", name.translate(_SHAPES))
    shapes = plain(decomposed.translate(_SHAPES))
    return " ".join(shapes.replace("_", " ").rstrip(_AT_THE_END).split()) or shapes


def plain(text: str) -> str:
    """Text in usual letters and digits, as far as Unicode itself says which these are."""
    seen = "".join(map(_base, unicodedata.normalize("NFKD", text)))
    return seen.translate(_STROKES).casefold().replace("rn", "m").replace("vv", "w")


def _base(character: str) -> str:
    """A digit or letter as the usual one, a mark on another character as nothing."""
    if character.isascii():
        return character
    if unicodedata.category(character) in _MARKS:
        return ""
    if letter := _LETTER.fullmatch(unicodedata.name(character, "")):
        small = letter[1] or " SMALL LETTER" in letter[0]
        return letter[2].lower() if small else letter[2]
    return str(unicodedata.digit(character, character))
