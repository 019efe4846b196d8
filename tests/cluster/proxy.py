"""A TCP proxy between a node and a server, which can be cut, frozen and healed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

HOST = "127.0.0.1"


class Link(StrEnum):
    """The treatment of data sent through a proxy."""

    WHOLE = "whole"
    CUT = "cut"
    """Connections are reset, and new ones are closed at once."""
    FROZEN = "frozen"
    """Connections stay open, new ones are accepted, and nothing is forwarded."""


class Proxy:
    """Forwards bytes to a server, in both directions, unless it is cut or frozen."""

    def __init__(self, port: int) -> None:
        """Forward to a port of this machine, which may change."""
        self.target, self.port = port, 0
        self.accepted = 0
        """The number of connections so far."""
        self.link = Link.WHOLE
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._serving: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Listen, and return the port to connect to."""
        self._server = await asyncio.start_server(self._serve, HOST, 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self.port

    async def close(self) -> None:
        """Reset all connections and stop listening."""
        self._server.close()
        self.cut()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def cut(self) -> None:
        """Reset all connections, and close new ones at once."""
        self.link = Link.CUT
        self._whole.set()
        for writer in self._writers:
            writer.transport.abort()

    def freeze(self) -> None:
        """Keep all connections, accept new ones, and forward nothing."""
        self.link = Link.FROZEN
        self._whole.clear()

    def heal(self) -> None:
        """Forward everything again, including held data."""
        self.link = Link.WHOLE
        self._whole.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.accepted += 1
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        with self._kept(writer), suppress(OSError):
            await self._whole.wait()
            if self.link == Link.WHOLE:
                far_reader, far_writer = await asyncio.open_connection(HOST, self.target)
                with self._kept(far_writer):
                    await self._join((reader, far_writer), (far_reader, writer))
        await asyncio.sleep(0)  # aborted connections are closed by then

    @contextmanager
    def _kept(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        self._writers.add(writer)
        try:
            yield
        finally:
            writer.transport.abort()
            self._writers.discard(writer)

    async def _join(self, *ways: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        """Forward both ways until one of them ends."""
        tasks = [asyncio.create_task(self._forward(*way)) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._whole.wait()
            writer.write(data)
            await writer.drain()
