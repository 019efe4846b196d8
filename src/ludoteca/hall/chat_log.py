"""The messages at one place: a stream of its own, so that chat never conflicts with moves."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ludoteca.journal import Conflict, Damaged, Journal
from ludoteca.messages import Said
from ludoteca.ops import log

RECALLED = 100
"""How many of the last messages are repeated to a client that comes back."""


class ChatLog:
    """The chat at a table, or of all."""

    def __init__(self, journal: Journal, place: str) -> None:
        self._journal, self._stream = journal, f"talk/{place}"
        self._version: int | None = None
        self.lock = asyncio.Lock()
        """Held while a message is passed on, and while a client is told what it missed."""

    async def add(self, said: Said) -> Said:
        """Record a message; the same, with its number."""
        while True:
            version = await self._known()
            said = replace(said, number=version + 1)
            try:
                entry = msgspec.json.encode(said)
                written = await self._journal.append(self._stream, version, [entry])
            except Conflict as conflict:  # two messages at once
                self._version = conflict.found
            else:
                self._version = max(written, self._version or 0)
                return said

    async def since(self, heard: int) -> list[Said]:
        """The messages after that one, the last ones only."""
        version = await self._known()
        after = max(heard, version - RECALLED, 0)
        entries: Sequence[bytes | None] = ()
        try:
            entries = await self._journal.read(self._stream, after) if after < version else []
        except Damaged as damaged:
            log.error("talk_unreadable", reason=str(damaged))
            entries = damaged.entries
        return [msgspec.json.decode(entry, type=Said) for entry in entries if entry is not None]

    async def _known(self) -> int:
        if self._version is None:
            streams = await self._journal.streams(self._stream)
            self._version = next((s.version for s in streams if s.name == self._stream), 0)
        return self._version
