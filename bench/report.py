"""Output of benchmarks: tables and progress."""

import sys
from collections.abc import Sequence


def progress(text: str = "") -> None:
    """Show progress on a terminal; without a text, clear it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, names to the left and numbers to the right, replacing any progress."""
    progress()
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for name, *numbers in (head, *rows):
        cells = [n.rjust(width) for n, width in zip(numbers, widths[1:], strict=True)]
        print("  ".join((name.ljust(widths[0]), *cells)).rstrip(), flush=True)
