"""Admission at a port: accepted and rejected connections, and the names of their clients."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network

import pytest

from ludoteca.net import Peer, Port
from ludoteca.net import port as module
from ludoteca.net.admission import Admission

HERE = "127.0.0.1"
PROXIES = [ip_network("127.0.0.0/8")]
LATE = 60


class Greeter(asyncio.Protocol):
    """Sends the client its address, and keeps the connection open."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(f"{self._peer.address}\n".encode())


class Clients:
    """Clients of one port that stay connected."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._connected: list[asyncio.StreamWriter] = []

    async def told(self, first: bytes = b"") -> str:
        """Return the first line that another client receives; empty if it is rejected."""
        reader, writer = await asyncio.open_connection(HERE, self._number)
        self._connected.append(writer)
        writer.write(first)
        try:
            async with asyncio.timeout(LATE):
                return (await reader.readline()).decode().strip()
        except ConnectionError:
            return ""

    async def leave(self) -> None:
        """Disconnect all clients."""
        while self._connected:
            writer = self._connected.pop()
            writer.transport.abort()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)


@asynccontextmanager
async def clients(admission: Admission, *, http: bool = False) -> AsyncIterator[Clients]:
    """Return clients of a port with this admission."""
    port = Port(Greeter, admission, http=http)
    some = Clients(await port.open(HERE, 0))
    try:
        yield some
    finally:
        await some.leave()
        await port.close()


async def test_connections_are_accepted_up_to_a_number_from_one_address_and_in_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with clients(Admission(most_from_one=2)) as some:
        assert [await some.told() for _ in range(4)] == [HERE, HERE, "", ""]
        await some.leave()
        async with asyncio.timeout(LATE):
            while await some.told() != HERE:  # until it is noticed that they have left
                await asyncio.sleep(0.01)
    async with clients(Admission(most=1)) as some:
        assert [await some.told() for _ in range(3)] == [HERE, "", ""]
    said = [record.message for record in caplog.records]
    assert said.count("address_full") == said.count("connections_full") == 1


async def test_over_http_a_client_too_many_is_answered() -> None:
    async with clients(Admission(most_from_one=1), http=True) as some:
        assert await some.told() == HERE
        answer = await some.told(b"GET / HTTP/1.1\r\n\r\n")
        assert answer == "HTTP/1.1 503 Service Unavailable"


async def test_trusted_proxy_without_a_header_is_rejected(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with clients(Admission(proxies=PROXIES)) as some:
        named = await some.told(b"PROXY TCP4 192.0.2.7 192.0.2.1 5 6\r\n")
        assert named == "192.0.2.7"
        assert await some.told(b"GET / HTTP/1.1\r\n\r\n") == ""
        monkeypatch.setattr(module, "NAMING", 0.01)
        assert await some.told() == ""
    assert [record.message for record in caplog.records] == ["proxy_header_missing"] * 2
