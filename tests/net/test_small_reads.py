"""Connections that receive a few bytes at a time, however much a client sends at once."""

import asyncio
import socket
from importlib import import_module
from typing import Any

import pytest

from ludoteca.net.port import SIZE, SmallReads

SENT = bytes(range(256)) * 1024
LOOPS: list[Any] = [asyncio.new_event_loop, import_module("uvloop").new_event_loop]


class Receiver(SmallReads):
    """Keeps what it receives, and reads more only on request."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.changed = asyncio.Event()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.pieces.append(data)
        self.transport.pause_reading()
        self.changed.set()


@pytest.mark.parametrize("loop_factory", LOOPS, ids=["asyncio", "uvloop"])
def test_a_burst_is_received_in_small_pieces(loop_factory: Any) -> None:
    async def story() -> None:
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        transport, receiver = await loop.connect_accepted_socket(Receiver, ours)
        sending = asyncio.create_task(loop.sock_sendall(theirs, SENT))
        while sum(map(len, receiver.pieces)) < len(SENT):
            await receiver.changed.wait()
            receiver.changed.clear()
            transport.resume_reading()
        await sending
        assert b"".join(receiver.pieces) == SENT
        assert max(map(len, receiver.pieces)) <= SIZE
        transport.abort()
        theirs.close()

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(story())
