"""Names of players, bots and tables: what a name may be, and when two are the same."""

import re
import unicodedata
from functools import lru_cache

from ludoteca.messages.look_alikes import is_visible, skeleton

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
