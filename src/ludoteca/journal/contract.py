"""What every journal promises: streams of bytes that only grow, and nothing acknowledged is lost.

A stream is a name and its entries, counted from 1. Who appends says how many entries are known;
if there are more by now, nothing is written and the append fails. That is the whole of our
concurrency control. Each entry is written with a checksum, and verified whenever it is read.

Compaction (`ludoteca journal compact`) may drop entries. Their versions stay: each is read as
`DROPPED`. The last entry of a stream is never dropped.

Beside its entries a stream has a note, which is replaced, and marks, by which it is found without
reading others: whatever is listed or counted is a question about marks.
Names of streams and labels are texts without NUL; ranks and values have 64 bits.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

DROPPED: Final = bytes(bytearray(b"dropped"))
"""Read in place of each dropped entry. Compare by identity: an entry may consist of any bytes."""


class Conflict(Exception):
    """The stream has more entries than the writer knew of."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"stream {stream} has {found} entries, not {expected}")
        self.stream, self.expected, self.found = stream, expected, found


class JournalError(Exception):
    """The journal cannot be used, and why, in a sentence for its operator."""


class Away(JournalError):
    """The journal has not answered in time; nothing was written."""


class OutcomeUnknown(Away):
    """The journal was asked to write, and its answer is lost: it may have written or not."""


class Damaged(JournalError):
    """Entries of a stream are not what was written."""

    def __init__(self, stream: str, after: int, entries: Sequence[bytes | None]) -> None:
        versions = [v for v, entry in enumerate(entries, start=after + 1) if entry is None]
        named = ", ".join(map(str, versions))
        kind = "entry" if len(versions) == 1 else "entries"
        super().__init__(f"{stream} is damaged: {kind} {named} cannot be what was written")
        self.stream, self.versions, self.entries = stream, versions, entries
        """All entries that were asked for; None stands for each that is damaged."""


class Stream(NamedTuple):
    """A stream as it is listed: how many entries it has, and the note last left with them."""

    name: str
    version: int
    note: bytes


class IndexEntry(NamedTuple):
    """What a stream is found by: a label, where it stands among those with the same, a number."""

    label: str
    rank: int = 0
    value: int = 0


class Sum(NamedTuple):
    """The values of all marks with one label: how many there are, their sum and the greatest."""

    label: str
    marks: int
    total: int
    greatest: int


class Changes(NamedTuple):
    """The streams that were written after a question like this."""

    mark: str
    """Where the next question begins."""
    versions: dict[str, int] | None
    """The version of each stream; None if that is unknown, as at the first question."""


class Addition(NamedTuple):
    """What is to be written to a stream behind its first `version` entries."""

    stream: str
    version: int
    entries: Sequence[bytes]
    note: bytes | None = None
    """Replaces the last one; None leaves it."""
    marks: Sequence[IndexEntry] | None = None
    """Replace all marks of the stream, one a label; None leaves them."""


class Journal(Protocol):
    """A home for streams."""

    async def append(
        self,
        stream: str,
        version: int,
        entries: Sequence[bytes],
        note: bytes | None = None,
        marks: Sequence[IndexEntry] | None = None,
    ) -> int:
        """Write entries behind the first `version` ones, all or none; the version after them.

        When it returns, the entries are on disk. A note and marks, if there are any, replace the
        last ones, also without entries, unless the stream has none yet.
        Raises `Conflict` if the stream has another version, `JournalError` if it cannot write.
        After `OutcomeUnknown`, only reading the stream shows whether the entries were written.
        """
        ...

    async def append_all(self, additions: Sequence[Addition]) -> None:
        """Write to several streams at once, everything or nothing; else like `append`.

        The `Conflict` names the first stream that has another version.
        """
        ...

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """The entries of a stream behind the first `after` ones; none if there is no stream.

        At most `most` of them: a long stream is read in pages, and a short page is the last.
        `DROPPED` stands for each entry that compaction has dropped.
        Raises `Damaged` if one of them is not what was written.
        """
        ...

    async def find(self, stream: str) -> Stream | None:
        """A stream as it is listed, if there is one of this name; a damaged note is empty."""
        ...

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        ...

    async def last(self, prefix: str) -> Stream | None:
        """The last of these streams by name, if there is one."""
        ...

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """How many entries each of these streams has; one that has none is left out."""
        ...

    async def changes(self, since: str) -> Changes:
        """Streams that other servers may have written since a mark; an empty one begins.

        Nothing is left out, but some may be named again.
        """
        ...

    async def marked(
        self, label: str, *, since: int | None = None, most: int | None = None
    ) -> list[Stream]:
        """The streams with this label, the highest rank first, of the same rank the last by name.

        Only ranks from `since` on, and so many streams at most.
        """
        ...

    async def sums(self, prefix: str) -> list[Sum]:
        """The sums of all labels that begin like this, by label."""
        ...

    async def unmarked(self, prefix: str, most: int) -> list[Stream]:
        """Some of these streams whose marks were never written, as in older journals, by name."""
        ...

    async def now(self) -> float | None:
        """Return the time of day by the journal's own clock, in seconds since 1970.

        A journal on this machine has no clock of its own: None.
        """
        ...

    async def probe(self) -> None:
        """Write something that nobody reads; raises `JournalError` if nothing can be written."""
        ...

    async def free_bytes(self) -> int | None:
        """Return how many more bytes can be stored; None if unknown."""
        ...

    async def close(self) -> None:
        """Finish what was asked and let go of everything; closing again does nothing."""
        ...
