"""The messages at one place: a stream of its own, so that chat never conflicts with moves."""

import asyncio

import msgspec
from msgspec.structs import replace

from ludoteca.hall.tail import Tail
from ludoteca.journal import Journal
from ludoteca.messages import Said
from ludoteca.ops import log

RECALLED = 100
"""How many of the last messages are repeated to a client that comes back."""


class ChatLog:
    """The chat at a table, or of all."""

    def __init__(self, journal: Journal, place: str) -> None:
        self._tail = Tail(journal, f"talk/{place}", _complain)
        self.lock = asyncio.Lock()
        """Held while a message is passed on, and while a client is told what it missed."""

    async def add(self, said: Said) -> Said:
        """Record a message; the same, with its number."""
        number = await self._tail.add(lambda n: msgspec.json.encode(replace(said, number=n)))
        return replace(said, number=number)

    async def since(self, heard: int) -> list[Said]:
        """The messages after that one, the last ones only."""
        entries = await self._tail.last(RECALLED, heard)
        return [msgspec.json.decode(entry, type=Said) for entry in entries]


def _complain(reason: str) -> None:
    log.error("talk_unreadable", reason=reason)
