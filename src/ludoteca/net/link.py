"""A client's connection that speaks one protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Generic, TypeVar

from ludoteca.protocols import Codec, UnreadableError

CHUNK = 65536
TIMEOUT = 10.0
"""Seconds to establish a connection."""
LINGER = 2.0
"""Seconds to wait, when closing, until the server has read everything."""

Word = TypeVar("Word")


class LostError(OSError):
    """The connection was lost."""


class Link(Generic[Word]):
    """Sends and receives messages; yields unreadable messages as errors."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        encoding: Codec[Word],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._encoding = encoding

    @classmethod
    async def open(cls, host: str, port: int, encoding: Codec[Word]) -> "Link[Word]":
        """Connect; raise an OSError if that fails."""
        async with asyncio.timeout(TIMEOUT):
            reader, writer = await asyncio.open_connection(host, port)
        return cls(reader, writer, encoding)

    def say(self, word: Word) -> None:
        """Send a message; raise a LostError if the connection is closed."""
        if self._writer.is_closing():
            raise LostError
        self._writer.write(self._encoding.write(word))

    async def words(self) -> AsyncIterator[Word | UnreadableError]:
        """Yield everything the server sends, until the connection ends."""
        with suppress(OSError):
            while data := await self._reader.read(CHUNK):
                for word in self._encoding.feed(data):
                    yield word
        self._writer.close()  # a server that has finished sending has stopped reading

    async def close(self) -> None:
        """Close the connection after everything has been sent."""
        self._writer.close()
        try:
            async with asyncio.timeout(LINGER):
                await self._writer.wait_closed()
        except OSError:  # includes the timeout
            self._writer.transport.abort()
