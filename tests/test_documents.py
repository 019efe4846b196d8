"""The page of each published protocol ends with its document's requirements and their evidence."""

import pytest

from tests.pages import outdated, record, written
from tests.requirements import (
    HEADING,
    PROTOCOLS,
    Requirement,
    cells,
    counts,
    last_section,
    page_of,
    problem,
    requirements,
)

FEWEST = 60
"""Even the shortest document makes this many requirements."""

pages = pytest.mark.parametrize("name", PROTOCOLS)


@pages
def test_a_page_begins_with_the_counts_of_its_table(name: str) -> None:
    record(page_of(name), {"counts": lambda: counts(name)})
    assert written(page_of(name), "counts") == counts(name), outdated(__file__)


@pages
def test_page_ends_with_the_requirements_of_its_document(name: str) -> None:
    assert len(requirements(name)) >= FEWEST


@pages
def test_every_requirement_has_a_test_or_a_decision(name: str) -> None:
    problems = {f"{row.where}: {row.what}": problem(row) for row in requirements(name)}
    assert not {row: missing for row, missing in problems.items() if missing}


@pytest.mark.parametrize(
    ("shown_by", "missing"),
    [
        ("`tests/test_documents.py::test_page_ends_with_the_requirements_of_its_document`", ""),
        ("decided: our own order, since clients cannot tell", ""),
        ("decided: see [sizes](#sizes)", ""),
        ("`tests/test_published.py::test_new_names_are_listed`", "as a client of the document"),
        ("", "neither"),
        ("tested well", "neither"),
        ("decided:", "no reason"),
        ("decided: yes", "no reason"),
        ("`tests/test_documents.py::pages`", "no test pages"),
        ("`tests/test_documents.py::test_nothing`", "no test test_nothing"),
        ("`tests/nowhere.py::test_nothing`", "in tests/nowhere.py"),
        ("decided: as shown by `tests/nowhere.py::test_nothing`", "in tests/nowhere.py"),
    ],
)
def test_a_row_is_judged(shown_by: str, missing: str) -> None:
    found = problem(Requirement("login", "a name is asked for", shown_by))
    assert missing in found if missing else not found


def test_escaped_pipe_does_not_separate_cells() -> None:
    assert cells(r"| login | `return\|login\|true` | decided: so |") == [
        "login",
        r"`return\|login\|true`",
        "decided: so",
    ]


def test_only_the_last_section_counts() -> None:
    text = f"# A page\n\n{HEADING}\n\n| a |\n\n### Inside\n\n## Another\n\nlast\n"
    assert last_section(text) == "## Another\n\nlast\n"
