"""Which names look alike: two with the same skeleton can hardly be told apart on a screen."""

# ruff: noqa: RUF001 - letters that look like others are what this is about
import unicodedata
from functools import lru_cache

_PAIRS = (
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX З3 ԚQ ԜW ҮY ӀI "  # Cyrillic
    "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԛq ԝw үy ӏl һh ԁd ԍg ьb гr ғf "
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ϺM "  # Greek
    "αa βb γy εe ηn ιi κk νv οo ρp τt υu χx ωw ϲc ϳj "
    "ⲎH ⲒI ⲔK ⲘM ⲚN ⲞO ⲢP ⲤC ⲦT ⲟo ⲣp ⲥc "  # Coptic
    "օo ոn սu հh ցg յj զq ՕO ՍU ՏS "  # Armenian
    "ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ Ꭵi ꭵi "  # Cherokee
    "וl ןl "  # Hebrew
    "ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ "  # Lisu
    "ıi ɩi ɪi ɑa ᴀa ʙb ƃb ᴄc đd ƌd ᴅd ᴇe ɡg ɢg ħh ʜh ᴊj ᴋk łl ʟl ƚl ᴍm ɴn øo ᴏo ɵo ᴘp ʀr "
    "ꜱs ŧt ᴛt ᴜu ʋu ᴠv ᴡw ʏy ƴy ᴢz ĐD ĦH ŁL ØO ŦT "
    "’' ‘' ʼ' `' ´' ′' ‵' ʹ' ״' ׳' ‐- ‑- –- —- −-"
)
"""Characters, each with the usual Latin one that it looks like."""
_SHAPES = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
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
    plain = unicodedata.normalize("NFKD", name.translate(_SHAPES))
    seen = "".join(map(_digit, plain)).translate(_SHAPES)
    shapes = seen.translate(_STROKES).casefold().replace("rn", "m").replace("vv", "w")
    return " ".join(shapes.replace("_", " ").rstrip(_AT_THE_END).split()) or shapes


def _digit(character: str) -> str:
    """A digit of any script as the usual one, a mark on another character as nothing."""
    if unicodedata.category(character) in _MARKS:
        return ""
    return str(unicodedata.digit(character, character))
