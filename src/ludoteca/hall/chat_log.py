"""What is said at one place: a stream of its own, so that talk never conflicts with moves."""

import asyncio

import msgspec
from msgspec.structs import replace

from ludoteca.journal import Conflict, Journal
from ludoteca.messages import Said

RECALLED = 100
"""How many of the last things said are told to who comes back."""


class ChatLog:
    """The talk at a table, or in the whole house."""

    def __init__(self, journal: Journal, place: str) -> None:
        self._journal, self._stream = journal, f"talk/{place}"
        self._version: int | None = None
        self.lock = asyncio.Lock()
        """Held by who speaks until all have heard it, and by who comes until they are told."""

    async def add(self, said: Said) -> Said:
        """Write down what was said; the same, with its number."""
        while True:
            version = await self._known()
            said = replace(said, number=version + 1)
            try:
                entry = msgspec.json.encode(said)
                written = await self._journal.append(self._stream, version, [entry])
            except Conflict as conflict:  # two spoke at once
                self._version = conflict.found
            else:
                self._version = max(written, self._version or 0)
                return said

    async def since(self, heard: int) -> list[Said]:
        """What was said after that, the last things only."""
        version = await self._known()
        after = max(heard, version - RECALLED, 0)
        entries = await self._journal.read(self._stream, after) if after < version else []
        return [msgspec.json.decode(entry, type=Said) for entry in entries]

    async def _known(self) -> int:
        if self._version is None:
            streams = await self._journal.streams(self._stream)
            self._version = next((s.version for s in streams if s.name == self._stream), 0)
        return self._version
