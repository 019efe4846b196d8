"""The last tenth of the connections is reserved for players with a seat."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

import pytest
from lean import frame

from ludoteca.net.admission import MOST_PROVISIONAL, Admission
from ludoteca.server import Access, LoginDeadline, WebServer, logins
from tests.conftest import TIMEOUT
from tests.core.local import LocalServer
from tests.security.servers import OpenServer, connect, is_closed, serving
from tests.server.websockets import Client, WebClients, web_clients

ALL, EACH = 200, 60
ADDRESSES = 5
"""More than enough to take all places."""


def flood(server: OpenServer, address: str, stack: ExitStack) -> int:
    """Open connections that send nothing; return the number that is accepted."""
    many = [stack.enter_context(connect(server.ports["commands"], address)) for _ in range(EACH)]
    return sum(bool(raw.recv(1)) for raw in many)


class Page:
    """A player on the page, over a bare socket."""

    def __init__(self, server: OpenServer, address: str) -> None:
        self.raw = connect(server.ports["web"], address)
        self.raw.sendall(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self._heard = b""

    def ask(self, answer: str, **request: object) -> bytes:
        """Send a request, read until an answer of this kind, and return everything read."""
        self.raw.sendall(frame(json.dumps(request).encode()))
        while f'"notice":"{answer}"'.encode() not in self._heard:
            more = self.raw.recv(65536)
            assert more, self._heard
            self._heard += more
        heard, self._heard = self._heard, b""
        return heard


def test_silent_connections_of_many_addresses_leave_room_for_players_with_a_seat() -> None:
    flags = ("--connections", str(ALL), "--connections-per-address", str(EACH))
    with serving(*flags, "--login-deadline", "0") as server, ExitStack() as stack:
        page = Page(server, "127.0.5.99")
        welcome = page.ask("welcome", do="enter", name="anna")
        token = welcome.partition(b'"token":"')[2].partition(b'"')[0].decode()
        page.ask("table_shown", do="open_table", game="shelfie", seats=2)
        page.raw.close()
        counts = [flood(server, f"127.0.5.{at}", stack) for at in range(1, ADDRESSES + 1)]
        assert counts == [EACH, EACH, EACH, MOST_PROVISIONAL, MOST_PROVISIONAL]
        back = Page(server, "127.0.5.99")
        assert b'"tables":[1]' in back.ask("welcome", do="enter", name="anna", token=token)
        with connect(server.ports["commands"], "127.0.5.5") as raw:
            assert is_closed(raw)  # that address has its share
        back.raw.close()


@asynccontextmanager
async def nearly_full(most: int) -> AsyncIterator[tuple[Admission, WebClients, list[Client]]]:
    """Return a server where all but the reserved places are taken."""
    server, admission = LocalServer(), Admission(most)
    dispatcher = server.dispatcher
    await dispatcher.open()
    deadline = LoginDeadline(admission, 60, lambda name: bool(dispatcher.lobby.seats_of(name)))
    door = WebServer(dispatcher, access=Access(admission, deadline))
    try:
        async with web_clients(await door.open("127.0.0.1", 0)) as web:
            yield admission, web, [await web.connect() for _ in range(most - most // 10)]
    finally:
        await door.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logins, "CHECK", 0.05)
    monkeypatch.setattr(logins, "PROVISIONAL", 1.0)


async def test_a_reserved_place_is_lost_without_a_seat() -> None:
    async with nearly_full(30) as (admission, web, _):
        anna, bruno, silent = [await web.connect() for _ in range(3)]
        for client, name in ((anna, "Anna"), (bruno, "Bruno")):
            await client.ask("welcome", do="enter", name=name)
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        for client in (bruno, silent):
            assert (await client.hear("farewell"))["code"] == "server/nearly_full"
        await anna.ask("surroundings", do="look_around")
        assert admission.is_nearly_full()


async def test_a_reserved_place_is_kept_once_others_have_left() -> None:
    async with nearly_full(30) as (admission, web, others):
        bruno = await web.connect()
        await bruno.ask("welcome", do="enter", name="Bruno")
        await asyncio.gather(*(each.socket.close() for each in others[:5]))
        async with asyncio.timeout(TIMEOUT):
            while any(map(admission.is_provisional, range(1024))):
                await asyncio.sleep(0.01)
        later = [await web.connect() for _ in range(5)]  # the last has a reserved place again
        assert (await later[-1].hear("farewell"))["code"] == "server/nearly_full"
        await bruno.ask("surroundings", do="look_around")
