"""Code shared by several tests has its own modules."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
IMPORT = re.compile(r"^\s*(?:from|import) tests\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)


@pytest.mark.parametrize(
    ("line", "finds"),
    [
        ("from tests.core.test_bots import waits", True),
        ("import tests.core.test_bots", True),
        ("from tests.core import guests, test_bots", True),
        ("    from tests.core import (\n    guests,\n    test_bots,\n)", True),
        ("from tests.core.local import latest_move\n\n\ndef test_moves() -> None:", False),
    ],
)
def test_imports_of_tests_are_found(line: str, finds: bool) -> None:
    assert bool(imports_of_tests(line)) is finds


def test_no_module_imports_from_tests() -> None:
    found = {
        str(path.relative_to(TESTS)): lines
        for path in TESTS.rglob("*.py")
        if (lines := imports_of_tests(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def imports_of_tests(source: str) -> list[str]:
    return [line for line in IMPORT.findall(source) if re.search(r"\btest_", line)]
