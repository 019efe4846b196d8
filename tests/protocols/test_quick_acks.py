"""Clients that write a message in several segments, with Nagle's algorithm on, are not delayed."""

import socket
import time
from collections.abc import Callable
from statistics import quantiles

import pytest

from ludoteca.protocols import Codec, UnreadableError, requests, updates
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.requests.words import PickTileRequest, Position
from ludoteca.protocols.updates.words import Beep
from tests.conftest import TIMEOUT
from tests.protocols.segments import pieces
from tests.ui.console.servers import server

WARM = 10
"""Number of first segments that the system acknowledges at once by itself."""
ROUNDS = 15
DELAYED = 0.035
"""A delayed acknowledgement takes 40 ms or more."""


@pytest.mark.skipif(not hasattr(socket, "TCP_QUICKACK"), reason="only Linux can do this")
@pytest.mark.parametrize(
    ("door", "encoding", "word"),
    [
        ("updates", updates.client_stream, Beep()),
        ("requests", requests.client_stream, PickTileRequest(Position(0, 0))),
    ],
    ids=["updates", "requests"],
)
def test_segments_are_acknowledged_at_once(
    door: str, encoding: Callable[[], Codec[object]], word: object
) -> None:
    with (
        server(updates=0, requests=0) as opened,
        socket.create_connection(("127.0.0.1", opened.port(door)), TIMEOUT) as program,
    ):
        program.sendall(HEADER)
        spoken, waits = encoding(), []
        for _ in range(WARM + ROUNDS):
            start = time.perf_counter()
            for piece in pieces(spoken.write(word)):
                program.send(piece)
            heard: list[object] = []
            while not heard:
                heard = list(spoken.feed(program.recv(4096)))
            assert not isinstance(heard[0], UnreadableError)
            waits.append(time.perf_counter() - start)
        assert quantiles(waits[WARM:])[0] < DELAYED  # most may wait for a busy machine
