"""Screens compared with stored ones; `RECORD=1` stores them again."""

import difflib
import os
import re
from pathlib import Path

from tests.conftest import TIMEOUT
from tests.ui.console.typist import Typist

SCREENS = Path(__file__).parent / "screens"
MASKS = ((re.compile(r"\d+:\d\d"), "0:00"), (re.compile(r"\b\d{4,5}\b"), "PORT"))
"""Text that differs from run to run: clocks and ports."""
SETTLED = 2.0
"""Longer than the second between two updates of a clock, so that the screen is complete."""


def assert_screen(name: str, typist: Typist) -> None:
    """Wait until the screen equals the one stored under this name."""
    stored = SCREENS / f"{name}.txt"
    if os.environ.get("RECORD"):
        typist.until(lambda: False, SETTLED)
        stored.write_text(masked(typist), encoding="utf-8")
        return
    expected = stored.read_text(encoding="utf-8") if stored.exists() else ""
    if not typist.until(lambda: is_drawn(masked(typist), expected), TIMEOUT):
        shown = masked(typist).splitlines()
        difference = difflib.unified_diff(expected.splitlines(), shown, stored.name, "shown")
        raise AssertionError("\n".join(line.rstrip() for line in difference))


def is_drawn(screen: str, expected: str) -> bool:
    """Compare a screen with the expected one.

    Depending on when it measures the terminal, prompt_toolkit leaves empty rows of a taller prompt
    above the status line, and as many rows have scrolled off at the top.
    """
    *above, status = screen.splitlines() or [""]
    while above and not above[-1].strip():
        above.pop()
    spare = screen.count("\n") - 1 - len(above)
    return screen == expected or [*above, status] == expected.splitlines()[spare:]


def masked(typist: Typist) -> str:
    """Return the screen with the variable parts masked."""
    text = "\n".join(typist.screen()).rstrip() + "\n"
    for mask, word in MASKS:
        text = mask.sub(word, text)
    return text
