"""Minimal servers with scripted behaviour, over a real socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

Manner: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def small_server(manner: Manner, port: int = 0) -> AsyncIterator[int]:
    """Run a server that treats every client the same way and closes; yield its port."""

    callers: set[asyncio.Task[None] | None] = set()

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        callers.add(asyncio.current_task())
        try:
            await manner(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    server = await asyncio.start_server(let_in, "127.0.0.1", port)
    async with server:
        yield server.sockets[0].getsockname()[1]
    for caller in filter(None, callers):
        caller.cancel()
        await asyncio.wait({caller})


async def silence(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Listen and never answer."""
    while await reader.read(65536):
        pass


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Send back every line as a message."""
    while line := await reader.readline():
        writer.write(b"message|" + line)
