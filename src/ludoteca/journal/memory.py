"""A journal in memory, for tests and for servers without persistence."""

from collections.abc import Sequence

from ludoteca.journal.contract import (
    Addition,
    Changes,
    Conflict,
    IndexEntry,
    Journal,
    JournalError,
    Stream,
    Sum,
    checksum,
    verified,
)
from ludoteca.journal.subscriptions import MemorySubscriptions


class MemoryJournal(Journal):
    """Streams in lists."""

    def __init__(self) -> None:
        self.subscriptions = MemorySubscriptions()
        self._entries: dict[str, list[tuple[int, bytes, int]]] = {}
        """Versions, bodies and checksums, by stream."""
        self._notes: dict[str, bytes] = {}
        self._index: dict[str, tuple[IndexEntry, ...]] = {}
        """Index entries by stream, without streams that were never indexed."""
        self._labels: dict[str, dict[str, IndexEntry]] = {}
        """Index entries by label and stream."""
        self._written: list[str] = []
        """Streams in the order in which they were written, with repetitions."""
        self._closed = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self._closed:
            raise JournalError("the journal is closed")
        for stream, version, *_ in additions:
            if (found := len(self._entries.get(stream, []))) != version:
                raise Conflict(stream, version, found)
        for stream, version, entries, note, index_entries in additions:
            if entries:
                rows = enumerate(entries, start=version + 1)
                summed = [(number, body, checksum(stream, number, body)) for number, body in rows]
                self._entries.setdefault(stream, []).extend(summed)
                self._written.append(stream)
            if note is not None and stream in self._entries:
                self._notes[stream] = note
            if index_entries is not None and stream in self._entries:
                self._replace_index(stream, index_entries)

    def _replace_index(self, stream: str, index_entries: Sequence[IndexEntry]) -> None:
        for entry in self._index.pop(stream, ()):
            del self._labels[entry.label][stream]
        self._index[stream] = tuple(index_entries)
        for entry in index_entries:
            self._labels.setdefault(entry.label, {})[stream] = entry

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        end = None if most is None else after + most
        return verified(stream, after, self._entries.get(stream, [])[after:end])

    async def find(self, stream: str) -> Stream | None:
        return self._listed(stream) if stream in self._entries else None

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        names = [name for name in self._named(prefix) if name > after]
        return [self._listed(name) for name in names[:most]]

    async def last(self, prefix: str) -> Stream | None:
        names = self._named(prefix)
        return self._listed(names[-1]) if names else None

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        return {name: len(self._entries[name]) for name in streams if name in self._entries}

    async def changes(self, since: str) -> Changes:
        cursor = str(len(self._written))
        written = self._written[int(since) :] if since else []
        return Changes(cursor, await self.versions(written) if since else None)

    async def indexed(
        self,
        label: str,
        *,
        since: int | None = None,
        until: int | None = None,
        after: str = "",
        most: int | None = None,
    ) -> list[Stream]:
        labelled = self._labels.get(label, {})
        if after and after not in labelled:
            return []
        last = (labelled[after].rank, after) if after else None
        found = [
            (entry.rank, stream)
            for stream, entry in labelled.items()
            if (since is None or entry.rank >= since)
            and (until is None or entry.rank <= until)
            and (last is None or (entry.rank, stream) < last)
        ]
        return [self._listed(stream) for _, stream in sorted(found, reverse=True)[:most]]

    async def sums(self, prefix: str, *, since: int | None = None) -> list[Sum]:
        found = []
        for label in sorted(self._labels):
            entries = self._labels[label].values() if label.startswith(prefix) else ()
            counted = (one for one in entries if since is None or one.rank >= since)
            if values := [entry.value for entry in counted]:
                found.append(Sum(label, len(values), sum(values), max(values)))
        return found

    async def unindexed(self, prefix: str, most: int) -> list[Stream]:
        names = [name for name in self._named(prefix) if name not in self._index]
        return [self._listed(name) for name in names[:most]]

    def _named(self, prefix: str) -> list[str]:
        return [name for name in sorted(self._entries) if name.startswith(prefix)]

    def _listed(self, name: str) -> Stream:
        return Stream(name, len(self._entries[name]), self._notes.get(name, b""))

    async def now(self) -> None:
        """Return None: this journal uses the machine's clock."""

    async def probe(self) -> None:
        if self._closed:
            raise JournalError("the journal is closed")

    async def free_bytes(self) -> int | None:
        return None

    async def close(self) -> None:
        """Reject further writes; reads still work."""
        self._closed = True
