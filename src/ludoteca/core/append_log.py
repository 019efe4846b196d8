"""A stream of which only the end is read: chat, the audit log, and reports."""

from collections.abc import Callable, Sequence

from ludoteca.core.services import Services
from ludoteca.journal import DROPPED, Conflict, Damaged


class AppendLog:
    """Adds to the end of a stream, whatever others add meanwhile, and reads its last entries."""

    def __init__(self, services: Services, stream: str, damaged: Callable[[str], None]) -> None:
        """`damaged` is told why some entries are left out."""
        self._journal, self._shared = services.journal, services.bus.shared
        self.stream, self._damaged = stream, damaged
        self._version: int | None = None

    async def add(self, numbered: Callable[[int], bytes]) -> int:
        """Write one more entry, made of its number; the number it has got."""
        while True:
            version = await self._known() if self._version is None else self._version
            try:
                entries = [numbered(version + 1)]
                written = await self._journal.append(self.stream, version, entries)
            except Conflict as conflict:  # two at once
                self._version = conflict.found
            else:
                self._version = max(written, self._version or 0)
                return version + 1

    async def last(self, count: int, after: int = 0) -> list[bytes]:
        """The last entries behind that number; those that are damaged or dropped are left out."""
        version = await self._known()
        after = max(after, version - count)
        entries = await self.behind(after) if after < version else []
        return [entry for entry in entries if entry is not None and entry is not DROPPED]

    async def behind(self, number: int) -> Sequence[bytes | None]:
        """All entries behind that number; None stands for each that is damaged."""
        try:
            return await self._journal.read(self.stream, number)
        except Damaged as damaged:
            self._damaged(str(damaged))
            return damaged.entries

    async def _known(self) -> int:
        """How many entries there are; other nodes may have written some."""
        if self._version is None or self._shared:
            versions = await self._journal.versions([self.stream])
            self._version = max(versions.get(self.stream, 0), self._version or 0)
        return self._version
