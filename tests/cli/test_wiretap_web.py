"""The wiretap in front of the page: HTTP requests and WebSocket messages."""

import json
import zlib

import aiohttp
import pytest

from ludoteca.cli.wiretap.web import web_sides
from ludoteca.protocols import UnreadableError
from tests.cli.taps import tapped
from tests.server.websockets import Client, open_web, web_clients


@pytest.mark.parametrize("compress", [0, 15])
async def test_messages_between_page_and_server_are_shown(compress: int) -> None:
    async with (
        open_web() as web,
        tapped("web", web.port) as tap,
        web_clients(tap.port) as tapped_web,
    ):
        assert (await tapped_web.get("/api/games")) is not None
        address = f"http://127.0.0.1:{tap.port}/ws"
        socket = await tapped_web.session.ws_connect(address, compress=compress)
        client = Client(socket)
        for name in ("Anna", "Bice"):
            await client.say(do="enter", name=name, id=name)
            await client.next()
        await socket.ping()
        await socket.close(code=aiohttp.WSCloseCode.OK, message=b"enough")
        await tap.until("-> close 1000 enough")
    said = tap.said
    assert "c1 -> GET /api/games HTTP/1.1" in said
    assert any(line.startswith("c1 <- HTTP/1.1 200 OK, ") for line in said)
    shown = [line[6:] for line in said if line[6:7] == "{"]
    assert [json.loads(line).get("do") for line in shown[::2]] == ["enter", "enter"]
    assert [json.loads(line)["notice"] for line in shown[1::2]] == ["welcome", "refused"]
    assert any(line.endswith("-> ping") for line in said)
    assert not any("?" in line.split()[2:3] for line in said)


REQUEST = b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
SWITCH = b"HTTP/1.1 101 Switching Protocols\r\n\r\n"
DEFLATE = (
    b"HTTP/1.1 101 Switching Protocols\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n\r\n"
)


def packed(text: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return data[:-4]


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_frames_are_read_however_they_are_cut(size: int) -> None:
    sides = web_sides()
    long = "ü" * 200
    masked = bytes(byte ^ (1, 2, 3, 4)[i % 4] for i, byte in enumerate(b'{"do":1}'))
    client = b"\x81\x88\x01\x02\x03\x04" + masked + b"\x8a\x80\0\0\0\0"
    server = b"\x01\x03abc\x89\x00\x80\x03def\x82\x02\x01\x02"
    server += b"\x81\x7e" + (400).to_bytes(2, "big") + long.encode() + b"\x88\x02\x03\xe8"

    def heard(end: int, data: bytes) -> list[str]:
        parts = [data[at : at + size] for at in range(0, len(data), size)]
        return [repr(word) for part in parts for word in sides[end].feed(part)]

    assert heard(0, REQUEST) == ["GET /ws HTTP/1.1"]
    assert heard(1, SWITCH) == ["HTTP/1.1 101 Switching Protocols"]
    assert heard(0, client) == ['{"do":1}', "pong"]
    assert heard(1, server) == ["ping", "abcdef", "binary: 01 02", long, "close 1000"]


def test_each_message_may_be_compressed_separately() -> None:
    sides = web_sides()
    list(sides.server.feed(REQUEST))
    list(sides.client.feed(DEFLATE))
    for text in (b"hello", b"hello again"):
        data = packed(text)
        assert [*sides.client.feed(bytes((0xC1, len(data))) + data)] == [text.decode()]


def test_bodies_are_counted_and_not_shown() -> None:
    sides = web_sides()
    list(sides.server.feed(b"GET / HTTP/1.1\r\n\r\nHEAD / HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\n\r\n"))
    chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    heard = [str(word) for word in sides.client.feed(chunks + head + head + b"hello")]
    assert heard == ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK, 5 bytes", "HTTP/1.1 200 OK, 5 bytes"]
    (error,) = web_sides().server.feed(b"x" * 70_000)
    assert isinstance(error, UnreadableError)
    assert error.fatal
