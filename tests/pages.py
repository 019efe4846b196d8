"""Pages of `docs/` generated from the code: parts between `<!-- name -->` marks, or whole pages."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def record(page: Path, parts: Mapping[str, Callable[[], str]]) -> None:
    """Write the parts into their page on request (RECORD=1)."""
    if os.environ.get("RECORD"):
        text = page.read_text(encoding="utf-8")
        for part, made in parts.items():
            begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
            before, _, rest = text.partition(begin)
            text = f"{before}{begin}\n{made()}\n{end}{rest.partition(end)[2]}"
        page.write_text(text, encoding="utf-8")


def written(page: Path, part: str) -> str:
    """Return the text of a part of a page."""
    text = page.read_text(encoding="utf-8")
    return text.partition(f"<!-- {part} -->\n")[2].partition(f"\n<!-- /{part} -->")[0]


def outdated(test: str) -> str:
    """Return the command that records the parts that a test file compares."""
    return f"out of date: RECORD=1 .venv/bin/pytest {Path(test).relative_to(ROOT)}"


def record_whole(page: Path, text: str) -> None:
    """Write a page that consists only of this text on request (RECORD=1)."""
    if os.environ.get("RECORD"):
        page.write_text(text, encoding="utf-8")
