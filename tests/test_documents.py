"""Each published protocol's page ends with what its document asks, and what shows it."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
HEADING = "## What the document asks"
COLUMNS = ("in the document", "what it asks", "shown by")
FEWEST = 60
"""So many requirements have even the shortest of the documents."""

pages = pytest.mark.parametrize("name", ["pipes", "commands", "updates", "prompts", "requests"])


class Requirement(NamedTuple):
    """A row of the table: where in the document, what it asks, and what shows it."""

    where: str
    what: str
    shown_by: str


def cells(row: str) -> list[str]:
    """The cells of a row of a Markdown table, where a pipe inside a cell is written `\\|`."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def last_section(text: str) -> str:
    """The last section of a page, from its heading on."""
    return "##" + re.split(r"^##(?= )", text, flags=re.MULTILINE)[-1]


def requirements(name: str) -> list[Requirement]:
    """What a page says that its document asks."""
    section = last_section((ROOT / f"docs/protocols/{name}.md").read_text(encoding="utf-8"))
    assert section.splitlines()[0] == HEADING, f"{name}.md does not end with '{HEADING}'"
    head, ruler, *rows = [line for line in section.splitlines() if line.startswith("|")]
    assert tuple(cells(head)) == COLUMNS
    assert set(ruler) <= set("|-: ")
    broken = [row for row in rows if len(cells(row)) != len(COLUMNS)]
    assert not broken, "rows that do not have three cells"
    return [Requirement(*cells(row)) for row in rows]


@cache
def defined_in(path: str) -> frozenset[str]:
    """The tests that a file defines, also inside classes; none if there is no such file."""
    file = ROOT / path
    if not file.is_file() or not file.is_relative_to(ROOT / "tests"):
        return frozenset()
    module = ast.parse(file.read_text(encoding="utf-8"))
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    nodes = [*module.body, *(node for one in classes for node in one.body)]
    functions = (n for n in nodes if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))


def problem(requirement: Requirement) -> str:
    """What is missing in a row; empty if nothing is."""
    if not (requirement.where and requirement.what):
        return "it does not say what is asked, or where"
    named = re.findall(r"`([^`]*::[^`]*)`", requirement.shown_by)
    for path, *_, function in (name.split("::") for name in named):
        if function.partition("[")[0] not in defined_in(path):
            return f"there is no test {function} in {path}"
    decided = re.match(r"decided:\s*(.*)", requirement.shown_by)
    if decided:
        return "" if len(decided[1].split()) > 1 else "the decision has no reason"
    return "" if named else "neither a test nor a decision"


@pages
def test_a_page_ends_with_what_its_document_asks(name: str) -> None:
    assert len(requirements(name)) >= FEWEST


@pages
def test_every_requirement_has_a_test_or_a_decision(name: str) -> None:
    problems = {f"{row.where}: {row.what}": problem(row) for row in requirements(name)}
    assert not {row: missing for row, missing in problems.items() if missing}


@pytest.mark.parametrize(
    ("shown_by", "missing"),
    [
        ("`tests/test_documents.py::test_a_page_ends_with_what_its_document_asks`", ""),
        ("decided: our own order, since clients cannot tell", ""),
        ("decided: see [sizes](#sizes)", ""),
        ("", "neither"),
        ("tested well", "neither"),
        ("decided:", "no reason"),
        ("decided: yes", "no reason"),
        ("`tests/test_documents.py::problem`", "no test problem"),
        ("`tests/test_documents.py::test_nothing`", "no test test_nothing"),
        ("`tests/nowhere.py::test_nothing`", "in tests/nowhere.py"),
        ("decided: as shown by `tests/nowhere.py::test_nothing`", "in tests/nowhere.py"),
    ],
)
def test_a_row_is_judged(shown_by: str, missing: str) -> None:
    found = problem(Requirement("login", "a name is asked for", shown_by))
    assert missing in found if missing else not found


def test_a_pipe_in_a_cell_is_none_between_cells() -> None:
    assert cells(r"| login | `return\|login\|true` | decided: so |") == [
        "login",
        r"`return\|login\|true`",
        "decided: so",
    ]


def test_only_the_last_section_counts() -> None:
    text = f"# A page\n\n{HEADING}\n\n| a |\n\n### Inside\n\n## Another\n\nlast\n"
    assert last_section(text) == "## Another\n\nlast\n"
