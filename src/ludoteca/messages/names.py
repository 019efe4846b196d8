"""Names of players, bots and tables: validity and equality."""

import re
import unicodedata
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from ludoteca.messages.confusables import CONFUSABLES

LOCAL = "local"
"""Origin of all addresses of this machine."""
_LOOPBACKS = frozenset({"127.0.0.1", "::1"})
_SITE_BITS = 64
"""Length of the IPv6 prefix that identifies a site. The other bits of an address may change."""


@lru_cache(1000)
def origin_of(ip: str) -> str:
    """Return the key shared by all addresses of one client, or "" if `ip` is malformed."""
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
"""Controls that change the direction of text."""
_MAP = dict.fromkeys((*_CONTROLS, *_DIRECTIONS)) | dict.fromkeys(map(ord, _BREAKS), " ")


def without_controls(text: str) -> str:
    """Return a text on one line, without control characters."""
    return text if text.isprintable() else text.translate(_MAP)


# ruff: noqa: RUF001 - look-alike letters are the subject of this module


_PAIRS = "ьb ғf ӏl βb εe χx ωw յj ԚQ `' ״' —-"
"""Characters that Unicode's table lacks or maps differently, each followed by its look-alike.

Journals find names by their skeletons, so pairs are added here and never removed.
"""
_SHAPES = str.maketrans(
    {
        chr(int(character, 16)): "".join(chr(int(point, 16)) for point in shape.split("+"))
        for shape, *characters in map(str.split, CONFUSABLES.split(";"))
        for character in characters
    }
    | {pair[0]: pair[1] for pair in _PAIRS.split()}
)
_LETTER = re.compile(
    r"(?:.* )?(?:LATIN|REGIONAL INDICATOR)(?: CAPITAL| SMALL| SYMBOL)? LETTER (SMALL CAPITAL )?"
    r"([A-Z])(?: WITH .+)?"
)
"""Matches Unicode names of Latin letters that are framed, stroked or of unusual size."""
_STROKES = str.maketrans({"I": "l", "1": "l", "0": "O"})
_COMBINING = frozenset({"Mn", "Me"})
_MOST_COMBINING = 4
"""Longest run of combining characters in any script; longer runs cover other lines."""
_AT_THE_END = " .'\""
"""Trailing characters that are ignored when names are compared."""
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
"""Invisible characters that Python considers printable: fillers and variation selectors."""
_AS_EMOJI = "\ufe0f"
"""Variation selector that keyboards add to show a symbol in colour."""
LONGEST_NORMALISED = 90
"""Maximum length of a normalised name, because normalisation takes quadratic time.

It leaves three characters for each of the 30 characters of a name. Only a few characters become
more than three when they are normalised.
"""


def is_visible(name: str) -> bool:
    """Return whether all characters are visible and the first one is not a combining mark."""
    before = ""
    for character in name:
        if character in _BLANK and not (
            character == _AS_EMOJI and before and unicodedata.category(before) == "So"
        ):
            return False
        before = character
    return bool(name) and unicodedata.category(name[0])[0] != "M" and name.isprintable()


def has_stacked_marks(name: str) -> bool:
    """Return whether a character carries more combining characters than any script needs."""
    stacked = 0
    for character in name:
        stacked = stacked + 1 if unicodedata.category(character) in _COMBINING else 0
        if stacked > _MOST_COMBINING:
            return True
    return False


def skeleton(name: str) -> str:
    """Return the form shared by names that look alike: shapes without case and accents."""
    return name if len(name) > LONGEST_NORMALISED else _skeleton(name)


@lru_cache(4096)
def _skeleton(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name.translate(_SHAPES))
    shapes = plain(decomposed.translate(_SHAPES))
    return " ".join(shapes.replace("_", " ").rstrip(_AT_THE_END).split()) or shapes


def plain(text: str) -> str:
    """Replace characters with basic letters and digits where Unicode defines them."""
    seen = "".join(map(_base, unicodedata.normalize("NFKD", text)))
    return seen.translate(_STROKES).casefold().replace("rn", "m").replace("vv", "w")


def _base(character: str) -> str:
    """Return the basic letter or digit of a character, or "" for a combining mark."""
    if character.isascii():
        return character
    if unicodedata.category(character) in _COMBINING:
        return ""
    if letter := _LETTER.fullmatch(unicodedata.name(character, "")):
        small = letter[1] or " SMALL LETTER" in letter[0]
        return letter[2].lower() if small else letter[2]
    return str(unicodedata.digit(character, character))


LONGEST_NAME = 30
_NEVER = frozenset("|@#[],:")
DELETED = "deleted player"
"""Shown in place of the name of a deleted account."""
_RESERVED = frozenset(map(skeleton, ("all", "everyone", "lorenzo", DELETED)))

BOT_NAMES = (
    *("Bice", "Elio", "Fosca", "Orfeo", "Clelia", "Ubaldo", "Nives", "Tullio", "Isotta"),
    *("Delfo", "Zita", "Alcide", "Rosalba", "Quirino", "Learco", "Galeno", "Medardo"),
)
"""Names of bots: single ASCII words with different initials. Two protocols split names at spaces.

Names are added to this list and never removed, so that nobody can log in under the name of a bot
that plays at a table in any journal.
"""


def is_name(name: str) -> bool:
    """Return whether a player may have this name: 1 to 30 visible characters, none of `|@#[],:`."""
    return (
        0 < len(name) <= LONGEST_NAME
        and is_visible(name)
        and name == name.strip()
        and not _NEVER.intersection(name)
        and not is_overlong(name)
        and not looks_reserved(name)
    )


def is_new_name(name: str) -> bool:
    """Return whether a new player may have this name.

    Names from earlier releases may stack more combining marks.
    """
    return is_name(name) and not has_stacked_marks(name)


def looks_reserved(name: str) -> bool:
    return skeleton(name) in _RESERVED


_NUMBERED = re.compile(r"table-[0-9lo]+")
"""Skeletons of names made by `numbered_table`."""


def numbered_table(number: int) -> str:
    """Return a name for an unnamed table, for protocols that need one."""
    return f"table-{number}"


def looks_numbered(name: str) -> bool:
    """Return whether a name looks like one made by `numbered_table`."""
    return _NUMBERED.fullmatch(skeleton(name)) is not None


def is_table_name(name: str) -> bool:
    return is_new_name(name) and not looks_numbered(name)


def folded(text: str) -> str:
    """Normalise text and fold its case, in quadratic time."""
    return unicodedata.normalize("NFKC", text).casefold()


_cached_key = lru_cache(4096)(folded)


def key(name: str) -> str:
    """Return the form shared by names that differ only in case or Unicode representation."""
    return name if len(name) > LONGEST_NORMALISED else _cached_key(name)


def is_overlong(name: str) -> bool:
    """Return whether a name is too long once it is normalised."""
    return len(key(name)) > LONGEST_NORMALISED


_BOTS = frozenset(map(key, BOT_NAMES))
_LIKE_BOTS = frozenset(skeleton(form) for name in BOT_NAMES for form in (name, name.upper()))


def is_bot_name(name: str) -> bool:
    """Return whether a name is reserved for bots."""
    return key(name) in _BOTS


def looks_like_a_bot(name: str) -> bool:
    """Return whether a name is, or looks like, a bot's name."""
    return skeleton(name) in _LIKE_BOTS


def is_code(given: str, code: str) -> bool:
    """Return whether the player entered this table code, ignoring case, hyphens and spaces."""
    return code in (given, plain_code(given))


def plain_code(given: str) -> str:
    """Return a table's code as it is stored."""
    return "".join(given.lower().replace("-", " ").split())


def shown_code(code: str) -> str:
    """Return a table's code in the form for reading aloud: `K7MP-3TXW`."""
    groups = [code[at : at + 4] for at in range(0, len(code), 4)]
    return "-".join(groups).upper()
