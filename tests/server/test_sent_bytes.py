"""The metric of sent bytes counts what clients read, over every transport."""

import asyncio
from contextlib import suppress

from ludoteca.net import LostError, Port
from ludoteca.net.rmi import Accounting, Endpoint
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect
from ludoteca.protocols.jrmp import REGISTRY, REGISTRY_ID, Ref, greeting, write_call
from ludoteca.server import TcpServer
from tests.conftest import TIMEOUT
from tests.server.plain import Lines, Plain, plain_server
from tests.server.websockets import WebClients

HERE = "127.0.0.1"


def count(page: list[str]) -> int:
    """Return the number of sent bytes on the metrics page."""
    (line,) = (line for line in page if line.startswith("ludoteca_sent_bytes_total "))
    return int(line.split()[1])


def counting(metrics: Metrics) -> Endpoint:
    return Endpoint(accounting=Accounting(sent=lambda size: metrics.bytes.inc(by=size)))


async def read_all(reader: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(TIMEOUT):
        return await reader.read()


async def test_bytes_sent_over_tcp_are_counted() -> None:
    metrics = Metrics()
    server = TcpServer("plain", lambda: Dialect(Plain(), Lines()), plain_server(metrics), metrics)
    reader, writer = await asyncio.open_connection(HERE, await server.open(HERE, 0))
    writer.write(b"dance\nbye\n")
    assert await read_all(reader) == b"hello\nwhat?\ngoodbye\n"
    assert count(metrics.page().splitlines()) == len(b"hello\nwhat?\ngoodbye\n")
    writer.close()
    await server.close()


async def test_bytes_sent_over_a_websocket_are_counted_without_its_frames(web: WebClients) -> None:
    anna = await web.connect()
    await anna.say(do="look_around")
    await anna.socket.send_str("nonsense")
    received = [await anna.socket.receive(TIMEOUT) for _ in range(2)]
    assert count(await web.metrics()) == sum(len(message.data.encode()) for message in received)


async def test_bytes_sent_in_answer_to_calls_are_counted() -> None:
    metrics = Metrics()
    endpoint = counting(metrics)
    port = Port(endpoint.server_connection)
    reader, writer = await asyncio.open_connection(HERE, await port.open(HERE, 0))
    writer.write(greeting(HERE) + write_call(REGISTRY_ID, REGISTRY["list"], ()))
    writer.write_eof()
    received = await read_all(reader)
    assert count(metrics.page().splitlines()) == len(received) > 0
    writer.close()
    await port.close()
    await endpoint.close()


async def test_bytes_sent_by_calling_back_are_counted() -> None:
    metrics, received = Metrics(), asyncio.get_running_loop().create_future()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        received.set_result(await read_all(reader))
        writer.close()

    async with await asyncio.start_server(accept, HERE, 0) as client:
        ref = Ref(HERE, client.sockets[0].getsockname()[1], REGISTRY_ID, ())
        endpoint = counting(metrics)
        with suppress(LostError):  # it answers nothing
            await endpoint.call(ref, REGISTRY["list"], timeout=0.05)
        assert count(metrics.page().splitlines()) == len(await received) > 0
        await endpoint.close()
