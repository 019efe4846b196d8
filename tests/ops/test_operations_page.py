"""The page for operators says what is true: its tables are made from the code.

To write them again:

    RECORD=1 .venv/bin/pytest tests/ops/test_operations_page.py
"""

from collections.abc import Callable, Iterable
from typing import get_args

import msgspec
import pytest

from ludoteca.messages.operator import AnyOperatorRequest
from ludoteca.ops import SETTINGS, Metrics
from ludoteca.protocols.dialects import dialect_settings
from tests.pages import DOCS, record, written

PAGE = DOCS / "operations.md"


def table(head: str, rows: Iterable[str]) -> str:
    return "\n".join((head, "|" + "---|" * (head.count("|") - 1), *rows))


def settings_table() -> str:
    rows = (
        f"| `{row.flag} {row.kind.metavar}` | `{row.variable}` | `{row.name}` | {row.default} "
        f"| {row.help} |"
        for row in (*SETTINGS, *dialect_settings())
    )
    return table("| flag | variable | key | default | meaning |", rows)


def families_table() -> str:
    rows = (
        f"| `{family.name}` | {family.kind} | "
        f"{', '.join(f'`{label}`' for label in family.labels)} | {family.meaning} |"
        for family in Metrics().families()
    )
    return table("| family | kind | labels | meaning |", rows)


def orders_table() -> str:
    rows = []
    for kind in get_args(AnyOperatorRequest):
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        members = ", ".join(f"`{field.encode_name}`" for field in info.fields)
        rows.append(f"| `{info.tag}` | {members} | {kind.__doc__} |")
    return table("| do | members | meaning |", rows)


PARTS: dict[str, Callable[[], str]] = {
    "settings": settings_table,
    "families": families_table,
    "orders": orders_table,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """If wanted, the parts are written before they are read."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_the_page_says_what_is_true(part: str) -> None:
    assert written(PAGE, part) == PARTS[part]()
