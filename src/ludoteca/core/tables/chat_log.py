"""The messages at one place: a stream of its own, so that chat never conflicts with moves."""

import asyncio

import msgspec
from msgspec.structs import replace

from ludoteca.core.append_log import AppendLog
from ludoteca.core.services import Services
from ludoteca.messages import Said
from ludoteca.ops import log

RECALLED = 100
"""How many of the last messages are repeated to a client that comes back."""
CHATS = "talk/"
"""Prefix of the streams of chats."""


class ChatLog:
    """The chat at a table, or of all, which is passed on in the order of its numbers."""

    def __init__(self, services: Services, place: str) -> None:
        self._shared = services.bus.shared
        self._log = AppendLog(services, f"{CHATS}{place}", _complain)
        self.stream = self._log.stream
        self.heard: int | None = None
        """The number of the last message that was passed on here, once nodes share the chat."""
        self.lock = asyncio.Lock()
        """Held while a message is passed on, and while a client is told what it missed."""

    async def add(self, said: Said) -> Said:
        """Record a message; the same, with its number."""
        number = await self._log.add(lambda n: msgspec.json.encode(replace(said, number=n)))
        return replace(said, number=number)

    async def since(self, heard: int) -> list[Said]:
        """The messages after that one, the last ones only."""
        entries = await self._log.last(RECALLED, heard)
        return [msgspec.json.decode(entry, type=Said) for entry in entries]

    def begin(self, version: int) -> None:
        """Pass on what comes after so many messages, unless that is being done."""
        if self.heard is None:
            self.heard = version

    async def learn(self, said: Said | None = None) -> list[Said]:
        """What is to be passed on now, with this message if it was not."""
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


def _complain(reason: str) -> None:
    log.error("talk_unreadable", reason=reason)
