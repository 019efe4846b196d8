"""Time from the start of `ludoteca console` to its first prompt, compared with floors.

The floors are an empty run of Python and `ludoteca --help`. All start in turns, and the best round
of each counts, because it was disturbed the least.
"""

import argparse
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from report import progress, table

from ludoteca.ui.console.user import TRANSPORT

CONSOLE = (sys.executable, "-m", "ludoteca", "console")
TARGET = "<= 500 ms"


def whole(*words: str) -> float:
    """Return the seconds that a program runs."""
    start = time.perf_counter()
    command = [sys.executable, *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    return time.perf_counter() - start


def piped() -> float:
    """Return the seconds to the first prompt, without a terminal."""
    start = time.perf_counter()
    with subprocess.Popen(  # noqa: S603
        CONSOLE, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        seconds = _shown(process.stdout.fileno(), TRANSPORT) - start if process.stdout else 0
        process.kill()
    return seconds


def at_a_terminal() -> float:
    """Return the seconds to the first prompt and its input marker, at a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color"}
    start = time.perf_counter()
    with subprocess.Popen(  # noqa: S603
        CONSOLE, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        seconds = _shown(ours, TRANSPORT, ">") - start
        process.kill()
    os.close(ours)
    return seconds


def _shown(stream: int, *texts: str) -> float:
    """Wait for these texts one after the other; return the time of the last."""
    shown = b""
    for text in texts:
        while text.encode() not in shown:
            if not (data := os.read(stream, 65536)):
                raise EOFError(f"{text} is not shown")
            shown += data
        shown = shown.partition(text.encode())[2]
    return time.perf_counter()


STARTS: dict[str, tuple[Callable[[], float], str]] = {
    "floor: python -c pass": (lambda: whole("-c", "pass"), ""),
    "ludoteca --help": (lambda: whole("-m", "ludoteca", "--help"), ""),
    "console, from a pipe": (piped, TARGET),
    "console, at a terminal": (at_a_terminal, TARGET),
}


def starts(rounds: int) -> dict[str, list[float]]:
    """Return the start times of all programs, by round."""
    taken: dict[str, list[float]] = {name: [] for name in STARTS}
    for number in range(rounds):
        progress(f"console: round {number + 1} of {rounds}")
        for name, (start, _) in STARTS.items():
            taken[name].append(start())
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description="measure the start of the console")
    parser.add_argument("--quick", action="store_true", help="three rounds only, less exact")
    taken = starts(3 if parser.parse_args().quick else 15)
    python, usage = (min(taken[name]) for name in list(STARTS)[:2])
    rows = []
    for name, (_, target) in STARTS.items():
        best = min(taken[name])
        ratios = (f"{best / python:.1f}x", f"{best / usage:.1f}x")
        times = (f"{best * 1000:.0f} ms", f"{median(taken[name]) * 1000:.0f} ms")
        rows.append((name, *times, *ratios, target))
    table(("to the first question", "best", "median", "to python", "to --help", "target"), rows)


if __name__ == "__main__":
    main()
