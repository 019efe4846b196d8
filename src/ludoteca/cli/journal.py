"""`ludoteca journal`: check, copy, compact and rebuild a journal.

A journal is given as a data folder (or `sqlite:FOLDER`) or a database URL (`postgresql://…`). The
database's client library is imported only when needed.
"""

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ludoteca.cli.complaint import Complaint
from ludoteca.journal import Damaged, Journal, JournalError, SqliteJournal, maintenance
from ludoteca.journal.contract import verified
from ludoteca.journal.sqlite_file import FILE
from ludoteca.journal.sqlite_rows import compacting, filling, reading, taking
from ludoteca.ops.setting_kinds import A_DAY, without_passwords
from ludoteca.ui.draw import counted

if TYPE_CHECKING:
    from ludoteca.core.archive import rebuilding

T = TypeVar("T")
WHOLE, DAMAGED = 0, 1
DATABASE = ("postgresql:", "postgres:")
A_SAMPLE = 20
"""Number of tables replayed in both the source and the copy."""


def journal(arguments: argparse.Namespace) -> int:
    """Run an action and return the exit status."""
    if arguments.action == "copy":
        return copy_journal(arguments.source, arguments.target)
    if arguments.action == "compact":
        return compact_journal(
            arguments.journal, games=arguments.finished_games, days=arguments.older_than
        )
    if arguments.action == "rebuild":
        return rebuild_journal(arguments.journal)
    return check_journal(arguments.journal)


def check_journal(address: str) -> int:
    """Read a whole journal, print the findings and return the exit status."""
    report = _carried_out(_checked(address))
    for sentence in report.damage:
        print(sentence)
    print(_counted(report))
    print(f"damaged: {len(report.damage)}" if report.damage else "no damage found")
    return DAMAGED if report.damage else WHOLE


def copy_journal(source: str, target: str) -> int:
    """Copy a journal, compare the copy, print the findings and return the exit status."""
    try:
        report, replayed = _carried_out(_copied(source, target))
    except KeyboardInterrupt:
        where = f"{_shown(target)} holds no complete copy, and no server will use it"
        raise KeyboardInterrupt(f"interrupted: {where}; run copy again to start over") from None
    for sentence in report.damage:
        print(sentence)
    print(f"copied {_counted(report)}; {counted(replayed, 'table')} replayed at both ends")
    if report.damage:
        print(f"damaged at both ends: {len(report.damage)}")
    return DAMAGED if report.damage else WHOLE


def compact_journal(address: str, *, games: bool, days: int | None) -> int:
    """Drop records that are no longer needed; print their number and return the exit status."""
    try:
        compacted = _carried_out(_compacted(address, games=games, days=days))
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            "interrupted: the journal is intact; run compact again to continue"
        ) from None
    for dropped, what, where in compacted:
        print(f"dropped {_amount(dropped, what)} {where}")
    return WHOLE


def rebuild_journal(address: str) -> int:
    """Recompute ratings and statistics, print the differences and return the exit status."""
    rebuilt = _carried_out(_rebuilt(address))
    for sentence in rebuilt.differences:
        print(sentence)
    games = f"{counted(rebuilt.games, 'finished game')}, {rebuilt.rated} of them rated"
    differences = len(rebuilt.differences)
    print(f"{games}; {counted(differences, 'difference') if differences else 'no difference'}")
    return DAMAGED if differences else WHOLE


async def _rebuilt(address: str) -> "rebuilding.Rebuilt":
    from ludoteca.cli.extensions import load_games
    from ludoteca.core.archive import rebuilding

    load_games()
    async with _journal_at(address) as opened:
        return await rebuilding.rebuild(opened, _show_progress("read", "tables"))


@asynccontextmanager
async def _journal_at(address: str) -> AsyncIterator[Journal]:
    """Open a journal for writing; no server may be using it."""
    opened: Journal
    if address.startswith(DATABASE):
        from ludoteca.journal.postgres import PostgresJournal

        opened = await PostgresJournal.open(address)
    else:
        folder = _folder(address)
        if not (folder / FILE).is_file():
            raise JournalError(f"{folder} holds no journal")
        opened = SqliteJournal(folder)
    try:
        yield opened
    finally:
        await opened.close()


def _amount(dropped: maintenance.Dropped, what: str) -> str:
    return f"{counted(dropped.entries, what)} ({dropped.bytes / 2**20:.1f} MB)"


async def _compacted(
    address: str, *, games: bool, days: int | None
) -> list[tuple[maintenance.Dropped, str, str]]:
    """Drop entries; return, for each kind, their number and size, a noun, and where they were."""
    from ludoteca.cli.extensions import load_games
    from ludoteca.core.archive import compaction
    from ludoteca.core.moderation import retention
    from ludoteca.core.notifications import log as notifications
    from ludoteca.core.people import solved

    async with _compactor_of(address) as compactor:
        progress = _show_progress("compacted", "chats")
        found = [(await compaction.compact_chats(compactor, progress), "message", "of chat")]
        progress = _show_progress("compacted", "accounts")
        others = (notifications.STREAMS, solved.STREAMS)
        dropped = await retention.drop_deleted_accounts(compactor, progress, others)
        found.append((dropped, "record", "of deleted accounts"))
        if days is not None:
            progress = _show_progress("compacted", "chats")
            before = int((time.time() - days * A_DAY) * 1000)
            dropped = await retention.drop_older(compactor, before, progress)
            where = f"of chats and reports older than {counted(days, 'day')}"
            found.append((dropped, "record", where))
        if games:
            load_games()
            progress = _show_progress("compacted", "tables")
            dropped = await compaction.compact_games(compactor, time.time(), progress)
            found.append((dropped, "record", "of finished games"))
    return found


def _carried_out(work: Coroutine[object, None, T]) -> T:
    try:
        return asyncio.run(work)
    except JournalError as error:
        raise Complaint(str(error)) from None
    finally:
        _clear_progress()


async def _checked(address: str) -> maintenance.Report:
    async with _rows_of(address) as rows:
        return await maintenance.check(rows, _show_progress("checked", "entries"))


async def _copied(source: str, target: str) -> tuple[maintenance.Report, int]:
    """Copy a journal and verify the copy; return the findings and the number of replayed tables."""
    async with _rows_of(source, alone=True) as rows, _target_at(target) as filled:
        if filled.replaces:
            print("the target holds an unfinished copy; copying again")
        read, written = maintenance.Summed(rows), maintenance.Summed(filled.rows())
        await maintenance.copy(read, filled, _show_progress("copied", "rows"))
        report = await maintenance.check(written, _show_progress("compared", "entries"))
        for table in ("marks", "ends", "subscriptions"):  # not read by the check
            async for _ in written.batches(table):
                pass
        for table in maintenance.TABLES:
            if (read.counts[table], read.sums[table]) != (
                written.counts[table],
                written.sums[table],
            ):
                raise JournalError(f"the {table} of the copy are not those of the source")
        replayed = await _replayed(read, written)
        await filled.finish()
    return report, replayed


async def _replayed(source: maintenance.Rows, target: maintenance.Rows) -> int:
    """Replay a sample of tables from the source and the copy; return the size of the sample."""
    from ludoteca.cli.extensions import load_games
    from ludoteca.core.tables.history import TABLES as BEGINNING
    from ludoteca.core.tables.history import moments, stream_of

    async def replay(number: int, rows: maintenance.Rows) -> object:
        name = stream_of(number)
        try:
            return list(moments(number, verified(name, 0, await rows.stream(name))))
        except (ValueError, Damaged):  # the copy must also raise an error
            return None

    load_games()
    newest = int((await source.last(BEGINNING) or "0").removeprefix(BEGINNING))
    count = 0
    for number in range(newest, 0, -max(1, newest // A_SAMPLE)):
        history = await replay(number, source)
        if history != await replay(number, target):
            raise JournalError(f"table {number} of the copy is not that of the source")
        count += bool(history)
    return count


@asynccontextmanager
async def _rows_of(address: str, *, alone: bool = False) -> AsyncIterator[maintenance.Rows]:
    """Open all rows of a journal; with `alone`, fail if a server is using it."""
    if address.startswith(DATABASE):
        from ludoteca.journal import postgres_rows

        async with postgres_rows.reading(address, alone=alone) as rows:
            yield rows
    else:
        open_rows = taking if alone else reading
        with open_rows(_folder(address)) as rows:
            yield rows


@asynccontextmanager
async def _target_at(address: str) -> AsyncIterator[maintenance.Target]:
    if address.startswith(DATABASE):
        from ludoteca.journal import postgres_rows

        async with postgres_rows.filling(address) as target:
            yield target
    else:
        with filling(_folder(address)) as target:
            yield target


@asynccontextmanager
async def _compactor_of(address: str) -> AsyncIterator[maintenance.Compactor]:
    if address.startswith(DATABASE):
        from ludoteca.journal import postgres_rows

        async with postgres_rows.compacting(address) as compactor:
            yield compactor
    else:
        with compacting(_folder(address)) as compactor:
            yield compactor


def _folder(address: str) -> Path:
    if "://" in address:
        raise Complaint(f"{_shown(address)} is neither a folder nor postgresql://USER@HOST/NAME")
    return Path(address.removeprefix("sqlite:"))


def _shown(address: str) -> str:
    return without_passwords(address) if "://" in address else address


def _counted(report: maintenance.Report) -> str:
    older = f", {report.unsummed} of them older than checksums" if report.unsummed else ""
    entries = counted(report.entries, "entry", "entries")
    dropped = f"; {report.dropped} dropped by compaction" if report.dropped else ""
    return f"{counted(report.streams, 'stream')}, {entries}{older}{dropped}"


def _show_progress(what: str, rows: str) -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            line = f"{what} {done} of {total} {rows}"
            print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    return show


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
