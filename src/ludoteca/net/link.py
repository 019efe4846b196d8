"""A client's connection to a server, in the words of one protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Generic, TypeVar

from ludoteca.protocols import Codec, UnreadableError

CHUNK = 65536
TIMEOUT = 10.0
"""How many seconds a server may take to accept a connection."""
LINGER = 2.0
"""How many seconds a server may take to read the last word."""

Word = TypeVar("Word")


class LostError(OSError):
    """The connection is lost."""


class Link(Generic[Word]):
    """Sends words and receives words; what cannot be read is passed on as such."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        encoding: Codec[Word],
    ) -> None:
        self._reader, self._writer, self._encoding = reader, writer, encoding

    @classmethod
    async def open(cls, host: str, port: int, encoding: Codec[Word]) -> "Link[Word]":
        """Connect; an OSError says why not."""
        async with asyncio.timeout(TIMEOUT):
            reader, writer = await asyncio.open_connection(host, port)
        return cls(reader, writer, encoding)

    def say(self, word: Word) -> None:
        """Send a word; a LostError if the connection is closed."""
        if self._writer.is_closing():
            raise LostError
        self._writer.write(self._encoding.write(word))

    async def words(self) -> AsyncIterator[Word | UnreadableError]:
        """Everything the server sends, until the connection ends."""
        with suppress(OSError):
            while data := await self._reader.read(CHUNK):
                for word in self._encoding.feed(data):
                    yield word
        self._writer.close()  # a server that has finished sending does not read either

    async def close(self) -> None:
        """Close, once everything has been sent."""
        self._writer.close()
        try:
            async with asyncio.timeout(LINGER):
                await self._writer.wait_closed()
        except OSError:  # too late as well
            self._writer.transport.abort()
