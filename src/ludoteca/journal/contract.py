"""Contract of every journal: append-only streams of bytes; acknowledged entries are never lost.

A stream has a name and entries, numbered from 1. An append states the number of entries that the
writer expects. If the stream has a different number, the append fails and nothing is written; there
is no other concurrency control. Each entry is stored with a checksum, which is verified on every
read.

Compaction (`ludoteca journal compact`) may drop entries. Dropped entries keep their versions and
are read as `DROPPED`. The last entry of a stream is never dropped.

In addition to its entries, a stream has a note, which can be replaced, and index entries. Listings
and statistics are queries on the index and read no streams. Stream names and labels are strings
without NUL; ranks and values have 64 bits.
"""

import zlib
from collections.abc import Awaitable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from ludoteca.journal.subscriptions import Subscriptions

DROPPED: Final = bytes(bytearray(b"dropped"))
"""Stands for each dropped entry. Compare by identity, because an entry may consist of any bytes."""


class Conflict(Exception):
    """The stream does not have the version that the writer expected."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"stream {stream} has {found} entries, not {expected}")
        self.stream = stream
        self.expected = expected
        self.found = found


class JournalError(Exception):
    """The journal cannot be used; the message is a sentence for the operator."""


class Away(JournalError):
    """The journal did not answer in time; nothing was written."""


class OutcomeUnknown(Away):
    """The answer to a write was lost, so the write may or may not have been committed."""


class Damaged(JournalError):
    """Entries of a stream do not match their checksums or are missing."""

    def __init__(self, stream: str, after: int, entries: Sequence[bytes | None]) -> None:
        versions = [v for v, entry in enumerate(entries, start=after + 1) if entry is None]
        named = ", ".join(map(str, versions))
        which = f"entry {named} is" if len(versions) == 1 else f"entries {named} are"
        super().__init__(f"{stream} is damaged: {which} missing or changed")
        self.stream = stream
        self.versions = versions
        self.entries = entries
        """All requested entries, with None for each damaged one."""


class Stream(NamedTuple):
    """A stream's number of entries and its current note."""

    name: str
    version: int
    note: bytes


class IndexEntry(NamedTuple):
    """Index entry of a stream. Streams with a label are ordered by rank; values are summed."""

    label: str
    rank: int = 0
    value: int = 0


class Sum(NamedTuple):
    """Aggregate of all index entries with the same label."""

    label: str
    streams: int
    total: int
    greatest: int


class Changes(NamedTuple):
    """Streams written since an earlier call of `changes`."""

    cursor: str
    """Cursor for the next call."""
    versions: dict[str, int] | None
    """New version of each stream; None if the versions are unknown, as on the first call."""


class Addition(NamedTuple):
    """Entries to append to a stream that should have `version` entries."""

    stream: str
    version: int
    entries: Sequence[bytes]
    note: bytes | None = None
    """Replaces the stream's note; None keeps it."""
    index_entries: Sequence[IndexEntry] | None = None
    """Replaces the stream's index entries, at most one per label; None keeps them."""


class Journal(Protocol):
    """A store of streams."""

    subscriptions: Subscriptions
    """Destinations of notifications, in rows that can be erased."""

    async def append(
        self,
        stream: str,
        version: int,
        entries: Sequence[bytes],
        note: bytes | None = None,
        index_entries: Sequence[IndexEntry] | None = None,
    ) -> int:
        """Append entries to a stream that has `version` entries; return the new version.

        Write either all entries or none. On return, the entries are on disk. A note and index
        entries, if given, replace the current ones, even if there are no entries to append, unless
        the stream is empty. Raise `Conflict` if the stream has another version, `JournalError` if
        writing fails. After `OutcomeUnknown`, only reading the stream shows whether the entries
        were written.
        """
        await self.append_all([Addition(stream, version, entries, note, index_entries)])
        return version + len(entries)

    def append_all(self, additions: Sequence[Addition]) -> Awaitable[None]:
        """Append to several streams in one transaction; in other respects, like `append`.

        The `Conflict` names the first stream that has another version.
        """
        ...

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """Return a stream's entries except the first `after`; empty if there is no such stream.

        Return at most `most` entries; a page with fewer entries is the last one. `DROPPED` stands
        for each entry that compaction has dropped. Raise `Damaged` if any entry is not intact.
        """
        ...

    async def find(self, stream: str) -> Stream | None:
        """Return the version and note of a stream, if it exists; a damaged note becomes empty."""
        ...

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        """Return the streams with this prefix, by name: all, or up to `most` after a stream."""
        ...

    async def last(self, prefix: str) -> Stream | None:
        """Return the stream with this prefix whose name sorts last."""
        ...

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """Return the number of entries of each stream; streams without entries are left out."""
        ...

    async def changes(self, since: str) -> Changes:
        """Return streams that other servers may have written since a cursor; "" for the first call.

        No stream is missed, but some streams may be repeated.
        """
        ...

    async def indexed(
        self,
        label: str,
        *,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        most: int | None = None,
    ) -> list[Stream]:
        """Return the streams with this label, sorted by rank, then name, both descending.

        Return only ranks from `since` to `until`, only streams after the stream `after` in this
        order, and at most `most` streams.
        """
        ...

    async def sums(self, prefix: str, *, since: int | None = None) -> list[Sum]:
        """Return the aggregates of all labels with this prefix, by label.

        `since` leaves out index entries with a lower rank.
        """
        ...

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        """Return some streams with this prefix that were never indexed, as in older journals."""
        ...

    async def now(self) -> float | None:
        """Return the Unix time of the journal's own clock; None if it uses this machine's clock."""
        ...

    async def probe(self) -> None:
        """Attempt a write without effect; raise `JournalError` if the journal cannot be written."""
        ...

    async def free_bytes(self) -> int | None:
        """Return the free space in bytes; None if unknown."""
        ...

    async def close(self) -> None:
        """Finish pending writes and release all resources; idempotent."""
        ...


NOTE = 0
"""Version under which a stream's note is checksummed; entries are numbered from 1."""
_TOMBSTONE = 1 << 32
"""Bit set in the checksum of a tombstone. Earlier releases read such a row as a damaged entry."""
_DROPPED_FROM = b'{"dropped_from":'


def checksum(stream: str, version: int, body: bytes) -> int:
    """Return the checksum of an entry, which also covers its stream and version."""
    return zlib.crc32(body, zlib.crc32(f"{stream} {version} ".encode()))


def is_whole(stream: str, version: int, body: object, kept: int | None) -> bool:
    """Return whether a row is intact; rows in older files have no checksum and always pass."""
    if not isinstance(body, bytes):
        return False
    return kept is None or kept == checksum(stream, version, body)


def tombstone(stream: str, first: int, last: int) -> tuple[bytes, int]:
    """Return the body and checksum of the row that replaces entries `first` to `last`.

    The row has the version `last`. No entry can have this row's checksum.
    """
    body = b"%s%d}" % (_DROPPED_FROM, first)
    return body, checksum(stream, last, body) | _TOMBSTONE


def first_dropped(stream: str, version: int, body: object, kept: int | None) -> int | None:
    """Return the first version that a tombstone replaces, or None for any other row."""
    if not isinstance(body, bytes) or not body.startswith(_DROPPED_FROM):
        return None
    if kept != checksum(stream, version, body) | _TOMBSTONE:
        return None
    return int(body[len(_DROPPED_FROM) : -1])


def verified(
    stream: str,
    after: int,
    rows: Iterable[tuple[int, object, int | None]],
    most: int | None = None,
) -> list[bytes]:
    """Return the entries in rows of version, body and checksum.

    Raise `Damaged` if an entry has been changed or is missing.
    """
    entries: list[bytes | None] = []
    for version, body, kept in rows:
        if isinstance(body, bytes) and is_whole(stream, version, body, kept):
            entries += [None] * (version - after - len(entries) - 1)
            entries.append(body)
        else:
            first = first_dropped(stream, version, body, kept)
            entries += [None] * ((first or version) - after - len(entries) - 1)
            entries += [DROPPED if first else None] * (version - after - len(entries))
    if most is not None:
        del entries[most:]  # a tombstone may reach beyond the page
    whole = [entry for entry in entries if entry is not None]
    if len(whole) < len(entries):
        raise Damaged(stream, after, entries)
    return whole
