"""Chat messages, kept in separate streams so that chat never conflicts with moves."""

import asyncio

import msgspec
from msgspec.structs import replace

from ludoteca.core.journaling import AppendLog
from ludoteca.core.services import Services
from ludoteca.messages import Said
from ludoteca.ops import log

RECALLED = 100
"""Number of recent messages resent to a client that reconnects."""
CHATS = "talk/"
"""Prefix of the names of chat streams."""


class ChatLog:
    """The chat of a table or the lobby. Messages are delivered in the order of their numbers."""

    def __init__(self, services: Services, place: str) -> None:
        self._shared = services.bus.shared
        self._log = AppendLog(services, f"{CHATS}{place}", _log_unreadable)
        self.stream = self._log.stream
        self.heard: int | None = None
        """Number of the last message delivered on this node; None until known."""
        self.lock = asyncio.Lock()
        """Held while a message is delivered and while a client receives missed messages."""

    async def add(self, said: Said) -> Said:
        """Record a message and return it with its number."""
        number = await self._log.add(lambda n: msgspec.json.encode(replace(said, number=n)))
        return replace(said, number=number)

    async def since(self, heard: int) -> list[Said]:
        """Return the latest messages with a number above `heard`, at most `RECALLED`."""
        entries = await self._log.last(RECALLED, heard)
        return [msgspec.json.decode(entry, type=Said) for entry in entries]

    def begin(self, version: int) -> None:
        """Begin delivery after this version, unless delivery has already begun."""
        if self.heard is None:
            self.heard = version

    async def learn(self, said: Said | None = None) -> list[Said]:
        """Return the messages to deliver now, including `said` if it is new."""
        if not self._shared:
            return [said] if said else []
        if said and (self.heard is None or said.number == self.heard + 1):
            self.heard = said.number
            return [said]
        if said and self.heard is not None and said.number <= self.heard:
            return []
        missed = await self.since(self.heard or 0)
        self.heard = max([self.heard or 0, *(one.number for one in missed)])
        return missed


def _log_unreadable(reason: str) -> None:
    log.error("talk_unreadable", reason=reason)
