"""The console's page in the documentation shows real screens.

To update it after the stored screens:

    RECORD=1 .venv/bin/pytest tests/ui/console/shelfie/test_page.py
"""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from ludoteca.ui.console.shelfie import texts
from tests.pages import DOCS, outdated, record, written
from tests.ui.console.screens import SCREENS
from tests.ui.console.servers import server
from tests.ui.console.shelfie.players import whole_match

PAGE = DOCS / "console.md"


def screen(name: str, begin: str, end: str) -> str:
    """Return the part of a stored screen between the lines with these prefixes."""
    lines = (SCREENS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(begin))
    last = next(at for at, line in enumerate(lines) if at > first and line.startswith(end))
    return "\n".join(["```", *lines[first : last + 1], "```"])


def objects() -> str:
    rows = (f"| `{name}` | {what} |" for name, what in texts.OBJECTS.items())
    return "\n".join(("| shown | |", "|---|---|", *rows))


@cache
def moves() -> str:
    with server(7) as opened:
        typed = whole_match(opened.pipes)["anna"]
    return "\n".join(["```", *typed[: typed.index("go") + 2], "```"])


PARTS: Mapping[str, Callable[[], str]] = {
    "turn": lambda: screen("shelfie-turn", "bruno has inserted", "Enter the command"),
    "objects": objects,
    "shelves": lambda: screen("shelfie-shelves", "> shelves", "C Cats"),
    "over": lambda: screen("shelfie-over", "Insertion Successful", "bruno  "),
    "moves": moves,
}

record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_page_shows_real_screens(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
