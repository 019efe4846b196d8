"""Contract of every journal: append-only streams of bytes; acknowledged entries are never lost.

A stream is a name and its entries, numbered from 1. An append states how many entries the writer
knows; if the stream has more by now, nothing is written and the append fails. There is no other
concurrency control. Each entry is stored with a checksum, which is verified on every read.

Compaction (`ludoteca journal compact`) may drop entries. Their versions stay: each is read as
`DROPPED`. The last entry of a stream is never dropped.

Besides its entries a stream has a note, which can be replaced, and index entries. Listings and
statistics are queries on the index and read no other streams.
Names of streams and labels are texts without NUL; ranks and values have 64 bits.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

DROPPED: Final = bytes(bytearray(b"dropped"))
"""Returned for each dropped entry. Compare by identity: an entry may consist of any bytes."""


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
    """The answer to a write was lost: it may have been committed or not."""


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
        """All entries that were requested, None for each damaged one."""


class Stream(NamedTuple):
    """A stream's number of entries and its current note."""

    name: str
    version: int
    note: bytes


class IndexEntry(NamedTuple):
    """Index entry of a stream: streams with one label are ordered by rank; values are summed."""

    label: str
    rank: int = 0
    value: int = 0


class Sum(NamedTuple):
    """Aggregate of all index entries with one label."""

    label: str
    streams: int
    total: int
    greatest: int


class Changes(NamedTuple):
    """Streams written since an earlier call of `changes`."""

    cursor: str
    """Pass it to the next call."""
    versions: dict[str, int] | None
    """New version of each stream; None if unknown, as on the first call."""


class Addition(NamedTuple):
    """Entries to append to a stream that has `version` entries."""

    stream: str
    version: int
    entries: Sequence[bytes]
    note: bytes | None = None
    """Replaces the stream's note; None keeps it."""
    index_entries: Sequence[IndexEntry] | None = None
    """Replaces the stream's index entries, at most one per label; None keeps them."""


class Journal(Protocol):
    """A store of streams."""

    async def append(
        self,
        stream: str,
        version: int,
        entries: Sequence[bytes],
        note: bytes | None = None,
        index_entries: Sequence[IndexEntry] | None = None,
    ) -> int:
        """Append entries to a stream that has `version` entries; return the new version.

        Write all of them or none. When it returns, the entries are on disk. A note and an index, if
        given, replace the current ones, even without entries, unless the stream is empty.
        Raise `Conflict` if the stream has another version, `JournalError` if writing fails. After
        `OutcomeUnknown`, only reading the stream shows whether the entries were written.
        """
        ...

    async def append_all(self, additions: Sequence[Addition]) -> None:
        """Append to several streams in one transaction; otherwise like `append`.

        The `Conflict` names the first stream that has another version.
        """
        ...

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """Return the entries of a stream after the first `after`; empty if there is no such stream.

        Return at most `most`: a page with fewer entries is the last one. `DROPPED` stands for each
        entry dropped by compaction.
        Raise `Damaged` if any of them is not intact.
        """
        ...

    async def find(self, stream: str) -> Stream | None:
        """Return a stream's version and note, if it exists; a damaged note is returned empty."""
        ...

    async def streams(self, prefix: str = "") -> list[Stream]:
        """Return all streams with this prefix, by name."""
        ...

    async def last(self, prefix: str) -> Stream | None:
        """Return the last stream by name with this prefix."""
        ...

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """Return the number of entries of each stream; streams without entries are left out."""
        ...

    async def changes(self, since: str) -> Changes:
        """Return streams that other servers may have written since a cursor; pass "" first.

        It never misses a stream, but may repeat some.
        """
        ...

    async def indexed(
        self, label: str, *, since: int | None = None, most: int | None = None
    ) -> list[Stream]:
        """Return the streams with this label, by rank and then name, both descending.

        Return only ranks of at least `since`, and at most `most` streams.
        """
        ...

    async def sums(self, prefix: str) -> list[Sum]:
        """Return the aggregates of all labels with this prefix, by label."""
        ...

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        """Return some streams with this prefix that were never indexed, as in older journals."""
        ...

    async def now(self) -> float | None:
        """Return the Unix time of the journal's own clock; None if it uses this machine's."""
        ...

    async def probe(self) -> None:
        """Perform a write without effect; raise `JournalError` if the journal cannot be written."""
        ...

    async def free_bytes(self) -> int | None:
        """Return the free space in bytes; None if unknown."""
        ...

    async def close(self) -> None:
        """Finish pending writes and release all resources; idempotent."""
        ...
