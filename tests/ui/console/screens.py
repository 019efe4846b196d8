"""Screens as they were once found good: `RECORD=1` stores what is shown now."""

import difflib
import os
import re
from pathlib import Path

from tests.ui.console.typist import Typist

SCREENS = Path(__file__).parent / "screens"
MASKS = ((re.compile(r"\d+:\d\d"), "0:00"), (re.compile(r"\b\d{4,5}\b"), "PORT"))
"""What differs from run to run: clocks, and the ports of houses."""
SETTLED = 2.0
"""A status line with a clock is drawn every second: nothing else is on its way by then."""
TIMEOUT = 20.0


def assert_screen(name: str, typist: Typist) -> None:
    """The screen comes to look as it is stored under this name."""
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
    """Whether a screen is as expected.

    prompt_toolkit may leave the empty rows of a taller prompt above the status line, depending on
    when it has measured the terminal; then as many rows have gone at the top.
    """
    *above, status = screen.splitlines() or [""]
    while above and not above[-1].strip():
        above.pop()
    spare = screen.count("\n") - 1 - len(above)
    return screen == expected or [*above, status] == expected.splitlines()[spare:]


def masked(typist: Typist) -> str:
    """The screen without what differs from run to run."""
    text = "\n".join(typist.screen()).rstrip() + "\n"
    for mask, word in MASKS:
        text = mask.sub(word, text)
    return text
