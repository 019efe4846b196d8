"""A stream of which only the end is read: the audit log, and reports."""

from ludoteca.journal import Conflict, Damaged, Journal
from ludoteca.ops import log


class Tail:
    """Adds to the end of a stream, whatever others add meanwhile, and reads its last entries."""

    def __init__(self, journal: Journal, stream: str) -> None:
        self._journal, self._stream = journal, stream
        self._version: int | None = None

    async def add(self, entry: bytes) -> None:
        """Write one more entry."""
        while True:
            version = await self._known()
            try:
                written = await self._journal.append(self._stream, version, [entry])
            except Conflict as conflict:  # two at once
                self._version = conflict.found
            else:
                self._version = max(written, self._version or 0)
                return

    async def last(self, count: int | None = None) -> list[bytes]:
        """The last entries, or all of them, the oldest first; what is damaged is left out."""
        version = await self._known()
        after = 0 if count is None else max(version - count, 0)
        try:
            return await self._journal.read(self._stream, after) if version else []
        except Damaged as damaged:
            log.error("moderation_unreadable", reason=str(damaged))
            return [entry for entry in damaged.entries if entry is not None]

    async def _known(self) -> int:
        if self._version is None:
            streams = await self._journal.streams(self._stream)
            self._version = next((s.version for s in streams if s.name == self._stream), 0)
        return self._version
