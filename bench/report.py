"""What measures show: tables, and how far they are."""

import sys
from collections.abc import Sequence


def progress(text: str = "") -> None:
    """Show how far it is, if anybody looks; without words, clear it away."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, names to the left and numbers to the right, in the place of any progress."""
    progress()
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for name, *numbers in (head, *rows):
        cells = [n.rjust(width) for n, width in zip(numbers, widths[1:], strict=True)]
        print("  ".join((name.ljust(widths[0]), *cells)).rstrip(), flush=True)
