"""A journal that forgets: for tests, and for a server that need not remember."""

from collections.abc import Sequence

from ludoteca.journal.checksums import checksum, verified
from ludoteca.journal.contract import Conflict, JournalError, Stream


class MemoryJournal:
    """Streams in lists."""

    def __init__(self) -> None:
        self._entries: dict[str, list[tuple[int, bytes, int]]] = {}
        """Of each stream the versions, bodies and checksums."""
        self._notes: dict[str, bytes] = {}
        self._closed = False

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        if self._closed:
            raise JournalError("the journal is closed")
        written = self._entries.get(stream, [])
        if len(written) != version:
            raise Conflict(stream, version, len(written))
        if entries:
            rows = enumerate(entries, start=version + 1)
            summed = [(number, body, checksum(stream, number, body)) for number, body in rows]
            self._entries.setdefault(stream, []).extend(summed)
        if note is not None and stream in self._entries:
            self._notes[stream] = note
        return version + len(entries)

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """The entries of a stream behind the first `after` ones."""
        return verified(stream, after, self._entries.get(stream, [])[after:])

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        return [
            Stream(name, len(self._entries[name]), self._notes.get(name, b""))
            for name in sorted(self._entries)
            if name.startswith(prefix)
        ]

    async def probe(self) -> None:
        """Memory can be written."""
        if self._closed:
            raise JournalError("the journal is closed")

    async def close(self) -> None:
        """Forget nothing yet, but take nothing more."""
        self._closed = True
