"""The page for operators is correct: its tables are generated from the code.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/ops/test_operations_page.py
"""

import re
from collections.abc import Callable, Iterable
from typing import get_args

import msgspec
import pytest

from ludoteca.messages.operator import AnyOperatorRequest
from ludoteca.ops import SETTINGS, Metrics
from ludoteca.protocols.dialects import dialect_settings
from tests.pages import DOCS, ROOT, outdated, record, written

PAGE = DOCS / "operations.md"
PUBLISHED = ROOT / "tests" / "published.txt"


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
    """Write the generated parts on request before they are read."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)


def test_every_log_event_is_described() -> None:
    events = re.findall(r"^log (.*)$", PUBLISHED.read_text(encoding="utf-8"), re.MULTILINE)
    section = PAGE.read_text(encoding="utf-8").partition("\n## Log events\n")[2]
    first_cells = " ".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE))
    missing = [event for event in events if f"`{event}`" not in first_cells]
    assert events
    assert not missing, f"add rows to *Log events* in docs/operations.md: {missing}"
