"""Names of players, bots and tables: what a name may be, and when two are the same."""

import re
import unicodedata
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from ludoteca.messages.confusables import CONFUSABLES

LOCAL = "local"
"""This machine, however it calls itself."""
_LOOPBACKS = frozenset({"127.0.0.1", "::1"})
_SITE_BITS = 64
"""Machines at one place share so many bits of their IPv6 addresses, and change the others."""


def origin_of(ip: str) -> str:
    """What two addresses have in common if they count as one; empty if it proves nothing."""
    try:
        address = ip_address(ip.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    if str(address) in _LOOPBACKS:
        return LOCAL
    if isinstance(address, IPv6Address):
        site = IPv6Address(int(address) >> _SITE_BITS << _SITE_BITS)
        return f"{site}/{_SITE_BITS}"
    return str(address)


_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""What turns the direction of the text around it."""
_MAP = dict.fromkeys((*_CONTROLS, *_DIRECTIONS)) | dict.fromkeys(map(ord, _BREAKS), " ")


def without_controls(text: str) -> str:
    """A text without control characters, on one line."""
    return text if text.isprintable() else text.translate(_MAP)


# ruff: noqa: RUF001 - letters that look like others are what this is about


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


LONGEST_NAME = 30
_NEVER = frozenset("|@#[],:")
DELETED = "deleted player"
"""What those are called who have deleted their account."""
_RESERVED = frozenset(map(skeleton, ("all", "everyone", "lorenzo", DELETED)))

BOT_NAMES = (
    *("Bice", "Elio", "Fosca", "Orfeo", "Clelia", "Ubaldo", "Nives", "Tullio", "Isotta"),
    *("Delfo", "Zita", "Alcide", "Rosalba", "Quirino", "Learco", "Galeno", "Medardo"),
)
"""What bots are called: one ASCII word each, since two protocols cut at blanks; no two begin alike.

Names are added here and never taken away, so that nobody comes in under the name of a bot that
plays at a table in some journal.
"""


def is_name(name: str) -> bool:
    """Whether a player may be called this: 1 to 30 visible characters, none of `| @ # [ ] , :`."""
    return (
        0 < len(name) <= LONGEST_NAME
        and is_visible(name)
        and name == name.strip()
        and not _NEVER.intersection(name)
        and not looks_reserved(name)
    )


def looks_reserved(name: str) -> bool:
    """Whether this can hardly be told from a name that means something else than a player."""
    return skeleton(name) in _RESERVED


_NUMBERED = re.compile(r"table-[0-9lo]+")
"""What the names look like that are made of numbers, as skeletons."""


def numbered_table(number: int) -> str:
    """What a table without a name is called where it needs one."""
    return f"table-{number}"


def looks_numbered(name: str) -> bool:
    """Whether this can hardly be told from what a table without a name is called."""
    return _NUMBERED.fullmatch(skeleton(name)) is not None


def is_table_name(name: str) -> bool:
    """Whether a table may be called this: like a player, but not like one without a name."""
    return is_name(name) and not looks_numbered(name)


@lru_cache(4096)
def key(name: str) -> str:
    """What two names have in common if they differ only in case or in how they are encoded."""
    return unicodedata.normalize("NFKC", name).casefold()


_BOTS = frozenset(map(key, BOT_NAMES))
_LIKE_BOTS = frozenset(skeleton(form) for name in BOT_NAMES for form in (name, name.upper()))


def is_bot_name(name: str) -> bool:
    """Whether bots may be called this, so that people may not."""
    return key(name) in _BOTS


def looks_like_a_bot(name: str) -> bool:
    """Whether this name is a bot's, or can hardly be told from one."""
    return skeleton(name) in _LIKE_BOTS
