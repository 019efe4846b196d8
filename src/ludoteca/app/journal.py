"""`ludoteca journal`: whether a journal still is what was written, and copies of it elsewhere.

A journal is named by the folder of a server (also as `sqlite:FOLDER`) or by the address of a
database (`postgresql://…`), whose client library is imported only then.
"""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from ludoteca.app.complaint import Complaint, counted
from ludoteca.journal import Journal, JournalError, SqliteJournal
from ludoteca.journal.check import Report, check
from ludoteca.journal.rows import TABLES, Rows, Summed, Target, copy
from ludoteca.journal.sqlite_rows import filling, reading, taking
from ludoteca.ops.setting_kinds import without_passwords

T = TypeVar("T")
WHOLE, DAMAGED = 0, 1
DATABASE = ("postgresql:", "postgres:")
A_SAMPLE = 20
"""So many tables are replayed at both ends of a copy."""
TABLE_STREAMS = "table/"


def journal(arguments: argparse.Namespace) -> int:
    """Carry out what is asked of a journal, and return the exit status."""
    if arguments.action == "copy":
        return copy_journal(arguments.source, arguments.target)
    return check_journal(arguments.journal)


def check_journal(address: str) -> int:
    """Read a whole journal, print what was found, and return the exit status."""
    report = _carried_out(_checked(address))
    for sentence in report.damage:
        print(sentence)
    print(_counted(report))
    print(f"damaged: {len(report.damage)}" if report.damage else "nothing is damaged")
    return DAMAGED if report.damage else WHOLE


def copy_journal(source: str, target: str) -> int:
    """Copy a journal, compare both ends, print what was found, and return the exit status."""
    report = _carried_out(_copied(source, target))
    replayed = _carried_out(_replayed(source, target))
    for sentence in report.damage:
        print(sentence)
    print(f"copied {_counted(report)}; {counted(replayed, 'table')} replayed at both ends")
    if report.damage:
        print(f"damaged at both ends: {len(report.damage)}")
    return DAMAGED if report.damage else WHOLE


def _carried_out(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except JournalError as error:
        raise Complaint(str(error)) from None
    finally:
        _clear_progress()


async def _checked(address: str) -> Report:
    async with _rows_of(address) as rows:
        return await check(rows, _show_progress("checked", "entries"))


async def _copied(source: str, target: str) -> Report:
    """What was found in the copy, which is the same as the source."""
    async with _rows_of(source, alone=True) as rows, _target_at(target) as filled:
        read, written = Summed(rows), Summed(filled.rows())
        await copy(read, filled, _show_progress("copied", "rows"))
        report = await check(written, _show_progress("compared", "entries"))
        async for _ in written.batches("marks"):
            pass
        for table in TABLES:
            if (read.counts[table], read.sums[table]) != (
                written.counts[table],
                written.sums[table],
            ):
                raise JournalError(f"the {table} of the copy are not those of the source")
        await filled.finish()
    return report


async def _replayed(source: str, target: str) -> int:
    """Replay a sample of tables at both ends; how many there were."""
    from ludoteca.app.extensions import load_games  # noqa: PLC0415 - a check needs no game
    from ludoteca.hall.history import read_history  # noqa: PLC0415

    load_games()
    async with _journal_at(source) as one, _journal_at(target) as other:
        last = await one.last(TABLE_STREAMS)
        newest = int(last.name.removeprefix(TABLE_STREAMS)) if last else 0
        count = 0
        for number in range(newest, 0, -max(1, newest // A_SAMPLE)):
            history = await read_history(number, one)
            if history != await read_history(number, other):
                raise JournalError(f"table {number} of the copy is not that of the source")
            count += isinstance(history, list)
        return count


@asynccontextmanager
async def _rows_of(address: str, *, alone: bool = False) -> AsyncIterator[Rows]:
    """All rows of a journal, while servers may be using it, unless we are alone."""
    if address.startswith(DATABASE):
        from ludoteca.journal import postgres_rows  # noqa: PLC0415 - few need it

        async with postgres_rows.reading(address, alone=alone) as rows:
            yield rows
    else:
        with (taking if alone else reading)(_folder(address)) as rows:
            yield rows


@asynccontextmanager
async def _target_at(address: str) -> AsyncIterator[Target]:
    if address.startswith(DATABASE):
        from ludoteca.journal import postgres_rows  # noqa: PLC0415 - few need it

        async with postgres_rows.filling(address) as target:
            yield target
    else:
        with filling(_folder(address)) as target:
            yield target


@asynccontextmanager
async def _journal_at(address: str) -> AsyncIterator[Journal]:
    journal: Journal
    if address.startswith(DATABASE):
        from ludoteca.journal.postgres import PostgresJournal  # noqa: PLC0415 - few need it

        journal = await PostgresJournal.open(address)
    else:
        journal = SqliteJournal(_folder(address))
    try:
        yield journal
    finally:
        await journal.close()


def _folder(address: str) -> Path:
    if "://" in address:
        shown = without_passwords(address)
        raise Complaint(f"{shown} is neither a folder nor postgresql://USER@HOST/NAME")
    return Path(address.removeprefix("sqlite:"))


def _counted(report: Report) -> str:
    older = f", {report.unsummed} of them older than checksums" if report.unsummed else ""
    entries = counted(report.entries, "entry", "entries")
    return f"{counted(report.streams, 'stream')}, {entries}{older}"


def _show_progress(what: str, rows: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            line = f"{what} {done} of {total} {rows}"
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    return show


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
