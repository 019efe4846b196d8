"""A TCP proxy between a journal and its database that can drop data on request."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Proxy:
    """Forwards bytes in both directions; silently drops data when told to."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.port = 0
        self.swallows_questions = self.swallows_answers = False
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.swallowed = asyncio.Event()
        """Set when data was dropped."""

    def turn_to(self, port: int) -> None:
        """Forward new connections to another port."""
        self._target = port

    def cut(self) -> None:
        """Close all connections; new ones can be opened."""
        for line in self._lines:
            line.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection until either side closes it."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        asked = asyncio.create_task(self._pump(reader, back, is_question=True))
        answered = asyncio.create_task(self._pump(there, writer, is_question=False))
        self._tasks |= {asked, answered}
        await asyncio.wait([asked, answered])
        self._lines -= {writer, back}
        self._tasks -= {asked, answered}

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_question: bool
    ) -> None:
        try:
            while data := await reader.read(2**16):
                if self.swallows_questions if is_question else self.swallows_answers:
                    self.swallowed.set()
                else:
                    writer.write(data)
        except OSError:
            pass
        finally:
            writer.transport.abort()

    def stop(self) -> None:
        """Close everything."""
        self.cut()
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def proxy_to(port: int) -> AsyncIterator[Proxy]:
    """Return a proxy to a port of this machine."""
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy.carry, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.stop()
        await asyncio.gather(*proxy._tasks, return_exceptions=True)  # noqa: SLF001 - our own
