"""The page for operators says what is true: its tables are made from the code.

To write them again:

    RECORD=1 .venv/bin/pytest tests/ops/test_operations_page.py
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from ludoteca.ops import SETTINGS, Metrics

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def table(head: str, rows: Iterable[str]) -> str:
    return "\n".join((head, "|" + "---|" * (head.count("|") - 1), *rows))


def settings_table() -> str:
    rows = (
        f"| `{row.flag} {row.kind.metavar}` | `{row.variable}` | `{row.name}` | {row.default} "
        f"| {row.help} |"
        for row in SETTINGS
    )
    return table("| flag | variable | key | default | meaning |", rows)


def families_table() -> str:
    rows = (
        f"| `{family.name}` | {family.kind} | {', '.join(family.labels)} | {family.meaning} |"
        for family in Metrics().families()
    )
    return table("| family | kind | labels | meaning |", rows)


PARTS: dict[str, Callable[[], str]] = {"settings": settings_table, "families": families_table}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """If wanted, the parts are written before they are read."""
    if os.environ.get("RECORD"):
        page = PAGE.read_text(encoding="utf-8")
        for part, made in PARTS.items():
            begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
            before, _, rest = page.partition(begin)
            page = f"{before}{begin}\n{made()}\n{end}{rest.partition(end)[2]}"
        PAGE.write_text(page, encoding="utf-8")


@pytest.mark.parametrize("part", PARTS)
def test_the_page_says_what_is_true(part: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    written = page.partition(f"<!-- {part} -->\n")[2].partition(f"\n<!-- /{part} -->")[0]
    assert written == PARTS[part]()
