"""Reading a whole journal to see whether it still is what was written; nothing in it is changed."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ludoteca.journal.checksums import NOTE, is_whole, verified
from ludoteca.journal.contract import Damaged, JournalError
from ludoteca.journal.sqlite_file import FILE, MIGRATIONS, is_newer

SUMMED = 3
"""The version of the file since which what is written has a checksum."""
A_BATCH = 1000
MOST_FAULTS = 20
"""How many faults of the file itself are named."""


class Report(NamedTuple):
    """What was found in a journal."""

    streams: int
    entries: int
    unsummed: int
    """How many of the entries are from before there were checksums."""
    damage: list[str]
    """A sentence for each stream that is not whole, and for what is wrong with the file."""


def check(folder: Path, progress: Callable[[int, int], None]) -> Report:
    """Read everything in the journal of a folder; `progress` hears how many entries of how many.

    A server may be running on it; it may be a file, too, as a backup is. Raises `JournalError` if
    there is no journal that we can read.
    """
    path = folder if folder.is_file() else folder / FILE
    if not path.is_file():
        raise JournalError(f"{folder} holds no journal")
    # Without a log nobody writes: then SQLite need not make files of its own to read it.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    address = f"{path.absolute().as_uri()}?{how}"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return _Checker(connection, progress).report()
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be read as a journal: {error}") from error


class _Checker:
    def __init__(
        self, connection: sqlite3.Connection, progress: Callable[[int, int], None]
    ) -> None:
        self._connection, self._progress = connection, progress
        (self._version,) = connection.execute("PRAGMA user_version").fetchone()
        if trouble := is_newer(self._version):
            raise JournalError(f"the journal {trouble}")
        if not 0 < self._version <= len(MIGRATIONS):
            raise JournalError("the file holds no journal")
        self._sum = "sum" if self._version >= SUMMED else "NULL"
        self._streams = self._entries = self._unsummed = 0
        self._damage: list[str] = []

    def report(self) -> Report:
        try:
            self._connection.execute("BEGIN")  # all that is read was there at one moment
            faults = self._connection.execute(f"PRAGMA quick_check({MOST_FAULTS})").fetchall()
            self._damage += [f"the file: {fault}" for (fault,) in faults if fault != "ok"]
            for stream, rows in self._by_stream():
                self._judge(stream, rows)
            self._check_notes()
        except sqlite3.Error as error:
            self._damage.append(f"the file cannot be read to its end: {error}")
        return Report(self._streams, self._entries, self._unsummed, self._damage)

    def _by_stream(self) -> Iterator[tuple[str, list[tuple[int, bytes, int | None]]]]:
        (total,) = self._connection.execute("SELECT count(*) FROM entries").fetchone()
        rows = self._connection.execute(
            f"SELECT stream, version, body, {self._sum} FROM entries ORDER BY stream, version"  # noqa: S608 - no input
        )
        current, found = "", list[tuple[int, bytes, int | None]]()
        while batch := rows.fetchmany(A_BATCH):
            for stream, version, body, kept in batch:
                if stream != current and found:
                    yield current, found
                    found = []
                current = stream
                found.append((version, body, kept))
            self._progress(self._entries + len(found), total)
        if found:
            yield current, found

    def _judge(self, stream: str, rows: list[tuple[int, bytes, int | None]]) -> None:
        self._streams += 1
        self._entries += len(rows)
        self._unsummed += sum(kept is None for _, _, kept in rows)
        try:
            verified(stream, 0, rows)
        except Damaged as damaged:
            self._damage.append(str(damaged))

    def _check_notes(self) -> None:
        if self._version < SUMMED:
            return
        for stream, note, kept in self._connection.execute("SELECT stream, note, sum FROM notes"):
            if not is_whole(stream, NOTE, note, kept):
                self._damage.append(
                    f"the note of {stream} is damaged: it cannot be what was written"
                )
        missing = "SELECT DISTINCT stream FROM entries EXCEPT SELECT stream FROM notes"
        for (stream,) in self._connection.execute(missing):
            self._damage.append(f"{stream} has entries and no note")
