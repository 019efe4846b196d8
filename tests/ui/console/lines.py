"""A console that reads lines from a pipe, in a process of its own."""

import subprocess
import sys
from pathlib import Path

from tests.ui.console.parlour import PARLOUR

ROOT = Path(__file__).parents[3]


def run(
    typed: str, *words: str, program: tuple[str, ...] = PARLOUR
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
