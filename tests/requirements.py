"""The requirements of the protocol documents, read from the tables at the end of their pages.

`python -m tests.requirements` prints the number of each kind.
"""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.pages import DOCS

ROOT = DOCS.parent
HEADING = "## Requirements of the document"
COLUMNS = ("section", "requirement", "shown by")
PROTOCOLS = ("pipes", "commands", "updates", "prompts", "requests")


class Requirement(NamedTuple):
    """A row of the table: its place in the document, the requirement, and its evidence."""

    where: str
    what: str
    shown_by: str

    @property
    def reason(self) -> str | None:
        """The reason why the server differs from the document, or None if it does not."""
        decided = re.match(r"decided:\s*(.*)", self.shown_by)
        return decided[1] if decided else None


def cells(row: str) -> list[str]:
    """Split a row of a Markdown table, where a pipe inside a cell is written `\\|`."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def last_section(text: str) -> str:
    """Return the last section of a page, from its heading on."""
    return "##" + re.split(r"^##(?= )", text, flags=re.MULTILINE)[-1]


def page_of(protocol: str) -> Path:
    return DOCS / "protocols" / f"{protocol}.md"


def requirements(protocol: str) -> list[Requirement]:
    """Read the requirements of a document from its page."""
    section = last_section(page_of(protocol).read_text(encoding="utf-8"))
    assert section.splitlines()[0] == HEADING, f"{protocol}.md does not end with '{HEADING}'"
    head, ruler, *rows = [line for line in section.splitlines() if line.startswith("|")]
    assert tuple(cells(head)) == COLUMNS
    assert set(ruler) <= set("|-: ")
    broken = [row for row in rows if len(cells(row)) != len(COLUMNS)]
    assert not broken, "rows that do not have three cells"
    return [Requirement(*cells(row)) for row in rows]


def counts(protocol: str) -> str:
    """State how many requirements a document makes, and how many of them are met."""
    rows = requirements(protocol)
    decided = sum(row.reason is not None for row in rows)
    others = sum(row.reason is None and "decided:" in row.shown_by for row in rows)
    differs = f" ({others} of them otherwise for deployed clients)" if others else ""
    return (
        f"Requirements of the document: {len(rows)}. Met: {len(rows) - decided}{differs}. "
        f"Different by decision: {decided}. [The table](#requirements-of-the-document) names the "
        "test or the reason for each."
    )


@cache
def defined_in(path: str) -> frozenset[str]:
    """Return the tests that a file defines, also inside classes; none if there is no such file."""
    file = ROOT / path
    if not file.is_file() or not file.is_relative_to(ROOT / "tests"):
        return frozenset()
    module = ast.parse(file.read_text(encoding="utf-8"))
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    nodes = [*module.body, *(node for one in classes for node in one.body)]
    functions = (n for n in nodes if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))


def problem(requirement: Requirement) -> str:
    """Describe a fault in a row; return "" if there is none."""
    if not (requirement.where and requirement.what):
        return "it does not say what is asked, or where"
    named = re.findall(r"`([^`]*::[^`]*)`", requirement.shown_by)
    for path, *_, function in (name.split("::") for name in named):
        if function.partition("[")[0] not in defined_in(path):
            return f"there is no test {function} in {path}"
    if requirement.reason is not None:
        return "" if len(requirement.reason.split()) > 1 else "the decision has no reason"
    if not named:
        return "neither a test nor a decision"
    # The file's name says that its clients know nothing but the document.
    by_document = any("document" in Path(name.partition("::")[0]).name for name in named)
    return "" if by_document else "no test speaks as a client of the document"


if __name__ == "__main__":
    for each in PROTOCOLS:
        sys.stdout.write(f"{each}: {counts(each).partition(' [')[0]}\n")
