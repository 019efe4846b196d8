"""Consoles that play Masters of Renaissance."""

import subprocess
import sys

from tests.ui.console.renaissance.friend import Reader
from tests.ui.console.servers import RunningServer
from tests.ui.console.typist import CONSOLE, ROOT

SEED = 4  # every kind of question occurs in this match
NOT_ALONE = {"bonus"}
"""Questions that a player alone is never asked."""


def piped(opened: RunningServer, *lines: str) -> "subprocess.CompletedProcess[str]":
    """Run the console with these lines on a pipe."""
    flags = ("renaissance", "--server", "127.0.0.1", "--port", str(opened.commands))
    return subprocess.run(
        [sys.executable, *CONSOLE, *flags],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def console(opened: RunningServer, *flags: str, rows: int = 40) -> Reader:
    port = str(opened.commands)
    return Reader("renaissance", "--server", "127.0.0.1", "--port", port, *flags, rows=rows)


def leave(anna: Reader) -> None:
    anna.press("Ctrl-D")
    anna.see("Do you want to leave? In a match you give up your seat. [y/N]")
    anna.type("y")
    assert anna.ended() == 0
