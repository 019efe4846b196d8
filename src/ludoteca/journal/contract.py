"""What every journal promises: streams of bytes that only grow, and nothing acknowledged is lost.

A stream is a name and its entries, counted from 1. Who appends says how many entries are known;
if there are more by now, nothing is written and the append fails. That is the whole of our
concurrency control. Each entry is written with a checksum, and verified whenever it is read.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Conflict(Exception):  # noqa: N818 - an answer, if a rare one
    """The stream has more entries than the writer knew of."""

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(f"stream {stream} has {found} entries, not {expected}")
        self.stream, self.expected, self.found = stream, expected, found


class JournalError(Exception):
    """The journal cannot be used, and why, in a sentence for its operator."""


class Damaged(JournalError):  # noqa: N818 - what they are
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


class Journal(Protocol):
    """A home for streams."""

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        """Write entries behind the first `version` ones, all or none; the version after them.

        When it returns, the entries are on disk. A note, if there is one, replaces the last one,
        also without entries, unless the stream has none yet.
        Raises `Conflict` if the stream has another version, `JournalError` if it cannot write.
        """
        ...

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones; none if there is no stream.

        Raises `Damaged` if one of them is not what was written.
        """
        ...

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        ...

    async def probe(self) -> None:
        """Write something that nobody reads; raises `JournalError` if nothing can be written."""
        ...

    async def close(self) -> None:
        """Finish what was asked and let go of everything; closing again does nothing."""
        ...
