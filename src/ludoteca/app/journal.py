"""`ludoteca journal check`: whether a journal still is what was written."""

import sys
from pathlib import Path

from ludoteca.app.complaint import Complaint
from ludoteca.journal import JournalError
from ludoteca.journal.check import Report, check

WHOLE, DAMAGED = 0, 1


def check_journal(folder: str) -> int:
    """Read the journal in a folder, print what was found, and return the exit status."""
    try:
        report = check(Path(folder), _show_progress)
    except JournalError as error:
        raise Complaint(str(error)) from None
    finally:
        _clear_progress()
    for sentence in report.damage:
        print(sentence)
    print(_counted(report))
    print(f"damaged: {len(report.damage)}" if report.damage else "nothing is damaged")
    return DAMAGED if report.damage else WHOLE


def _counted(report: Report) -> str:
    older = f", {report.unsummed} of them older than checksums" if report.unsummed else ""
    return f"{report.streams} streams, {report.entries} entries{older}"


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{done} of {total} entries", end="", file=sys.stderr, flush=True)


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
