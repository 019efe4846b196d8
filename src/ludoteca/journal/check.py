"""Check a whole journal for damage, without changing it."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

from ludoteca.journal.checksums import NOTE, first_dropped, is_whole, verified
from ludoteca.journal.contract import Damaged, JournalError
from ludoteca.journal.rows import Progress, Row, Rows


class Report(NamedTuple):
    """Result of a check."""

    streams: int
    entries: int
    unsummed: int
    """Entries written before checksums existed."""
    damage: list[str]
    """One sentence per damaged stream or fault of the store."""
    dropped: int = 0
    """Entries dropped by compaction; not included in `entries`."""


async def check(rows: Rows, progress: Progress) -> Report:
    """Read every entry and note of a journal; `progress` gets the entries read and their total."""
    checker = _Checker(rows, progress)
    try:
        await checker.check()
    except JournalError as error:
        checker.damage.append(str(error))
    return Report(
        checker.streams, checker.entries, checker.unsummed, checker.damage, checker.dropped
    )


class _Checker:
    def __init__(self, rows: Rows, progress: Progress) -> None:
        self._rows = rows
        self._progress = progress
        self.streams = self.entries = self.dropped = self.unsummed = 0
        self.damage: list[str] = []

    async def check(self) -> None:
        self.damage += await self._rows.faults()
        async for stream, rows in self._by_stream():
            self._judge(stream, rows)
        async for batch in self._rows.batches("notes"):
            for stream, note, kept, _ in batch:
                if not is_whole(stream, NOTE, note, kept):
                    self.damage.append(
                        f"the note of {stream} is damaged: its checksum does not match"
                    )
        for stream in await self._rows.without_note():
            self.damage.append(f"{stream} has entries but no note")
        for stream, found, known in await self._rows.short():
            written = "1 entry was" if known == 1 else f"{known} entries were"
            self.damage.append(
                f"{stream} has lost its end: {written} written, {found or 'none'} found"
            )

    async def _by_stream(self) -> AsyncIterator[tuple[str, list[Row]]]:
        total = await self._rows.count("entries")
        done = 0
        current = ""
        found = list[Row]()
        async for batch in self._rows.batches("entries"):
            for stream, *row in batch:
                if stream != current and found:
                    yield current, found
                    found = []
                current = stream
                found.append(tuple(row))
            self._progress(done := done + len(batch), total)
            await asyncio.sleep(0)  # SQLite never awaits: let an interrupt through
        if found:
            yield current, found

    def _judge(self, stream: str, rows: list[Row]) -> None:
        self.streams += 1
        for version, body, kept in rows:
            if first := first_dropped(stream, version, body, kept):
                self.dropped += version - first + 1
            else:
                self.entries += 1
            self.unsummed += kept is None
        try:
            verified(stream, 0, rows)
        except Damaged as damaged:
            self.damage.append(str(damaged))
