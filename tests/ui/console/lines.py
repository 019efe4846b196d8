"""Run a console that reads its lines from a pipe."""

import subprocess
import sys
from pathlib import Path

from tests.ui.console.echo import LOCAL_ECHO

ROOT = Path(__file__).parents[3]


def run(
    typed: str, *words: str, program: tuple[str, ...] = LOCAL_ECHO
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *program, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
