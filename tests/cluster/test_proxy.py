"""The proxy forwards data, and can be cut, frozen and healed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from tests.cluster.proxy import HOST, Proxy
from tests.conftest import TIMEOUT

SOON = 0.05


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(100):
            writer.write(data)
    writer.transport.abort()


@asynccontextmanager
async def behind_a_proxy() -> AsyncIterator[Proxy]:
    server = await asyncio.start_server(echo, HOST, 0)
    proxy = Proxy(server.sockets[0].getsockname()[1])
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
        server.close()


class Line:
    """A connection to an echo server."""

    async def connect(self, proxy: Proxy) -> "Line":
        self.reader, self.writer = await asyncio.open_connection(HOST, proxy.port)
        return self

    async def says(self, word: bytes) -> bytes:
        self.writer.write(word)
        return await self.reader.readexactly(len(word))

    async def is_closed(self) -> bool:
        with suppress(ConnectionError):
            async with asyncio.timeout(TIMEOUT):
                assert not await self.reader.read(100)
        await self.close()
        return True

    async def close(self) -> None:
        self.writer.transport.abort()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


async def test_intact_link_forwards_everything() -> None:
    async with behind_a_proxy() as proxy:
        line = await Line().connect(proxy)
        assert await line.says(b"hello") == b"hello"
        await line.close()


async def test_cut_link_stays_closed_until_it_is_restored() -> None:
    async with behind_a_proxy() as proxy:
        line = await Line().connect(proxy)
        assert await line.says(b"hello") == b"hello"
        proxy.cut()
        assert await line.is_closed()
        assert await (await Line().connect(proxy)).is_closed()
        proxy.heal()
        again = await Line().connect(proxy)
        assert await again.says(b"hello") == b"hello"
        await again.close()


async def test_frozen_link_delivers_later() -> None:
    async with behind_a_proxy() as proxy:
        line = await Line().connect(proxy)
        proxy.freeze()
        late = await Line().connect(proxy)
        saying = [asyncio.create_task(one.says(b"hello")) for one in (line, late)]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(asyncio.gather(*saying)), SOON)
        proxy.heal()
        async with asyncio.timeout(TIMEOUT):
            assert await asyncio.gather(*saying) == [b"hello", b"hello"]
        await line.close()
        await late.close()


async def test_a_server_that_is_gone_closes_its_connections() -> None:
    proxy = Proxy(port=1)
    await proxy.open()
    assert await (await Line().connect(proxy)).is_closed()
    await proxy.close()
