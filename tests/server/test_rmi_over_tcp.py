"""Calls of remote objects on the port of another protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, Ref, greeting, write_call
from ludoteca.server import TcpServer
from tests.conftest import TIMEOUT
from tests.server.plain import Lines, Plain, plain_server

HERE = "127.0.0.1"
ACCEPTED = b"\x4e\0\x09127.0.0.1"
LIST = greeting(HERE) + write_call(REGISTRY_ID, REGISTRY["list"], ())


class Resetting(Plain):
    """A dialect whose connections end with a reset."""

    resets = True


@asynccontextmanager
async def open_door(speech: type[Plain] = Plain) -> AsyncIterator[tuple[int, Metrics]]:
    """Open a port for lines and calls; yield it with its metrics."""
    metrics = Metrics()
    server = plain_server(metrics)
    await server.open()
    endpoint = Endpoint()
    door = TcpServer(
        "plain",
        lambda: Dialect(speech(), Lines()),
        server,
        metrics,
        new_rmi_connection=endpoint.server_connection,
    )
    try:
        async with asyncio.timeout(TIMEOUT):
            yield await door.open(HERE, 0), metrics
    finally:
        await door.close()
        await endpoint.close()


async def test_client_that_begins_with_calls_is_answered_as_at_the_rmi_port() -> None:
    async with open_door() as (port, metrics):
        caller = Endpoint()
        found = await caller.call(Ref(HERE, port, REGISTRY_ID, ()), REGISTRY["list"])
        assert found == []
        assert 'reason="calls"' in metrics.page()
        await caller.close()


@pytest.mark.parametrize("speech", [Plain, Resetting])
async def test_nothing_is_sent_before_a_slow_call_is_detected(
    speech: type[Plain],
) -> None:
    async with open_door(speech) as (port, _):
        reader, writer = await asyncio.open_connection(HERE, port)
        for byte in LIST:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0)
        assert await reader.readexactly(len(ACCEPTED)) == ACCEPTED
        writer.write_eof()
        assert (await reader.read())[4:5] == b"\x51"  # the answer, and an orderly end
        writer.close()


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        (b"", b"hello\n"),
        (b"JRM\n", b"hello\nwhat?\n"),
        (b"look 1\n", b"hello\nRefused\n"),
    ],
)
async def test_other_clients_are_served_as_usual(sent: bytes, heard: bytes) -> None:
    async with open_door() as (port, _):
        reader, writer = await asyncio.open_connection(HERE, port)
        for byte in sent:
            writer.write(bytes([byte]))
            await writer.drain()
        assert await reader.readexactly(len(heard)) == heard
        writer.close()
