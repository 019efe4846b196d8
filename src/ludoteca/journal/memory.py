"""A journal that forgets: for tests, and for a server that need not remember."""

from collections.abc import Sequence

from ludoteca.journal.checksums import checksum, verified
from ludoteca.journal.contract import (
    Addition,
    Changes,
    Conflict,
    IndexEntry,
    JournalError,
    Stream,
    Sum,
)


class MemoryJournal:
    """Streams in lists."""

    def __init__(self) -> None:
        self._entries: dict[str, list[tuple[int, bytes, int]]] = {}
        """Of each stream the versions, bodies and checksums."""
        self._notes: dict[str, bytes] = {}
        self._marks: dict[str, tuple[IndexEntry, ...]] = {}
        """Of each stream that was ever marked."""
        self._labels: dict[str, dict[str, IndexEntry]] = {}
        """Of each label the streams that have it."""
        self._written: list[str] = []
        """The streams that were written, in order."""
        self._closed = False

    async def append(
        self,
        stream: str,
        version: int,
        entries: Sequence[bytes],
        note: bytes | None = None,
        marks: Sequence[IndexEntry] | None = None,
    ) -> int:
        """Write entries behind the first `version` ones; see the contract."""
        await self.append_all([Addition(stream, version, entries, note, marks)])
        return version + len(entries)

    async def append_all(self, additions: Sequence[Addition]) -> None:
        """Write to several streams at once; see the contract."""
        if self._closed:
            raise JournalError("the journal is closed")
        for stream, version, *_ in additions:
            if (found := len(self._entries.get(stream, []))) != version:
                raise Conflict(stream, version, found)
        for stream, version, entries, note, marks in additions:
            if entries:
                rows = enumerate(entries, start=version + 1)
                summed = [(number, body, checksum(stream, number, body)) for number, body in rows]
                self._entries.setdefault(stream, []).extend(summed)
                self._written.append(stream)
            if note is not None and stream in self._entries:
                self._notes[stream] = note
            if marks is not None and stream in self._entries:
                self._mark(stream, marks)

    def _mark(self, stream: str, marks: Sequence[IndexEntry]) -> None:
        for mark in self._marks.pop(stream, ()):
            del self._labels[mark.label][stream]
        self._marks[stream] = tuple(marks)
        for mark in marks:
            self._labels.setdefault(mark.label, {})[stream] = mark

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        """The entries of a stream behind the first `after` ones; see the contract."""
        end = None if most is None else after + most
        return verified(stream, after, self._entries.get(stream, [])[after:end])

    async def find(self, stream: str) -> Stream | None:
        """A stream as it is listed, if there is one of this name."""
        return self._listed(stream) if stream in self._entries else None

    async def streams(self, prefix: str = "") -> list[Stream]:
        """All streams whose names begin like this, by name."""
        return [self._listed(name) for name in self._named(prefix)]

    async def last(self, prefix: str) -> Stream | None:
        """The last of these streams by name, if there is one."""
        names = self._named(prefix)
        return self._listed(names[-1]) if names else None

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        """How many entries each of these streams has."""
        return {name: len(self._entries[name]) for name in streams if name in self._entries}

    async def changes(self, since: str) -> Changes:
        """Streams that were written since a mark."""
        mark = f"{len(self._written)}"
        written = self._written[int(since) :] if since else []
        return Changes(mark, await self.versions(written) if since else None)

    async def marked(
        self, label: str, *, since: int | None = None, most: int | None = None
    ) -> list[Stream]:
        """The streams with this label, the highest rank first; see the contract."""
        found = [
            (mark.rank, stream)
            for stream, mark in self._labels.get(label, {}).items()
            if since is None or mark.rank >= since
        ]
        return [self._listed(stream) for _, stream in sorted(found, reverse=True)[:most]]

    async def sums(self, prefix: str) -> list[Sum]:
        """The sums of all labels that begin like this, by label."""
        found = []
        for label in sorted(self._labels):
            if label.startswith(prefix) and (marks := self._labels[label].values()):
                values = [mark.value for mark in marks]
                found.append(Sum(label, len(values), sum(values), max(values)))
        return found

    async def unmarked(self, prefix: str, most: int) -> list[Stream]:
        """Some of these streams whose marks were never written."""
        names = [name for name in self._named(prefix) if name not in self._marks]
        return [self._listed(name) for name in names[:most]]

    def _named(self, prefix: str) -> list[str]:
        return [name for name in sorted(self._entries) if name.startswith(prefix)]

    def _listed(self, name: str) -> Stream:
        return Stream(name, len(self._entries[name]), self._notes.get(name, b""))

    async def now(self) -> None:
        """Return None: this journal has no clock of its own."""

    async def probe(self) -> None:
        """Memory can be written."""
        if self._closed:
            raise JournalError("the journal is closed")

    async def free_bytes(self) -> int | None:
        """Nothing is stored."""
        return None

    async def close(self) -> None:
        """Forget nothing yet, but take nothing more."""
        self._closed = True
