"""A port that closes: clients that arrive meanwhile are accepted or rejected, never lost."""

import asyncio
import gc
import socket
from typing import cast

import pytest

from ludoteca.net import Port

HERE = "127.0.0.1"


class Met(asyncio.Protocol):
    """An admitted connection, which only receives a greeting."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast("asyncio.Transport", transport)
        line.write(b"hello")
        line.close()


def knock(port: int) -> socket.socket:
    return socket.create_connection((HERE, port))


@pytest.mark.parametrize("turns", range(6))
async def test_connection_during_closing_is_served_or_rejected(turns: int) -> None:
    async def story() -> bytes:
        port = Port(lambda _: Met())
        with knock(await port.open(HERE, 0)) as somebody:
            for _ in range(turns):
                await asyncio.sleep(0)
            await port.close()
            await asyncio.sleep(0)
            gc.collect()  # what has been lost complains now
            try:
                return await asyncio.to_thread(somebody.recv, 5)
            except ConnectionResetError:
                return b""

    assert await story() in (b"", b"hello")


async def test_unopened_port_can_be_closed() -> None:
    await Port(lambda _: Met()).close()


async def test_a_port_that_is_closed_can_be_had_by_somebody_else() -> None:
    first, second = Port(lambda _: Met()), Port(lambda _: Met())
    number = await first.open(HERE, 0)
    await first.close()
    assert await second.open(HERE, number) == number
    await second.close()


async def test_a_port_that_is_reused_can_be_listened_at_twice() -> None:
    first, second = Port(lambda _: Met(), reuse=True), Port(lambda _: Met(), reuse=True)
    number = await first.open(HERE, 0)
    assert await second.open(HERE, number) == number
    with pytest.raises(OSError, match="in use"):
        await Port(lambda _: Met()).open(HERE, number)
    first.stop_listening()
    for _ in range(8):  # all of them are the second's now
        with knock(number) as somebody:
            assert await asyncio.to_thread(somebody.recv, 5) == b"hello"
    await first.close()
    await second.close()


async def test_pending_connection_is_served_when_listening_stops() -> None:
    port = Port(lambda _: Met())
    number = await port.open(HERE, 0)
    waiting = [knock(number) for _ in range(40)]
    port.stop_listening()
    with pytest.raises(ConnectionRefusedError):
        knock(number)
    for somebody in waiting:
        with somebody:
            assert await asyncio.to_thread(somebody.recv, 5) == b"hello"
    assert await port.open(HERE, number) == number
    with knock(number) as somebody:
        assert await asyncio.to_thread(somebody.recv, 5) == b"hello"
    await port.close()
