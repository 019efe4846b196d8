"""Append-only logs in the journal, and reports of journal failures."""

from collections.abc import Callable, Sequence

from ludoteca.core.services import Services
from ludoteca.games import Refusal
from ludoteca.journal import DROPPED, Away, Conflict, Damaged, JournalError, OutcomeUnknown
from ludoteca.messages import ServerReason, refuse
from ludoteca.ops import log


def log_failure(error: JournalError, **about: object) -> None:
    """Log a failure; during an outage, only at debug level, because each outage is logged once."""
    if isinstance(error, Away):
        log.debug("journal_failed", **about)
    else:
        log.error("journal_failed", **about)


def not_written(error: JournalError) -> Refusal:
    """Return the refusal for a failed write, without details of an unreachable journal."""
    if isinstance(error, OutcomeUnknown):
        return refuse(ServerReason.OUTCOME_UNKNOWN)
    return refuse(ServerReason.NOT_WRITTEN, None if isinstance(error, Away) else str(error))


class AppendLog:
    """A stream written by several nodes, of which only the latest entries are read."""

    def __init__(self, services: Services, stream: str, damaged: Callable[[str], None]) -> None:
        """`damaged` receives the reason why entries are skipped."""
        self._journal = services.journal
        self._shared = services.bus.shared
        self.stream = stream
        self._damaged = damaged
        self._version: int | None = None

    async def add(self, numbered: Callable[[int], bytes]) -> int:
        """Append the entry that `numbered` returns for the next number; return that number."""
        while True:
            version = await self._known() if self._version is None else self._version
            try:
                entries = [numbered(version + 1)]
                written = await self._journal.append(self.stream, version, entries)
            except Conflict as conflict:  # another writer was faster
                self._version = conflict.found
            else:
                self._version = max(written, self._version or 0)
                return version + 1

    async def last(self, count: int, after: int = 0) -> list[bytes]:
        """Return the latest entries after a number, skipping damaged and dropped entries."""
        version = await self._known()
        after = max(after, version - count)
        entries = await self.behind(after) if after < version else []
        return [entry for entry in entries if entry is not None and entry is not DROPPED]

    async def behind(self, number: int) -> Sequence[bytes | None]:
        """Return all entries after a number, with None in place of damaged entries."""
        try:
            return await self._journal.read(self.stream, number)
        except Damaged as damaged:
            self._damaged(str(damaged))
            return damaged.entries

    async def _known(self) -> int:
        """Return the number of entries, including those written by other nodes."""
        if self._version is None or self._shared:
            versions = await self._journal.versions([self.stream])
            self._version = max(versions.get(self.stream, 0), self._version or 0)
        return self._version
