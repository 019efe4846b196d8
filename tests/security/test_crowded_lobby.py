"""A lobby full of tables costs other clients nothing, in any protocol."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from crowded import crowded
from lists import LOG_IN
from yarl import URL

from ludoteca.core.tables import listing
from ludoteca.messages import TableInfo
from ludoteca.protocols.requests import client_lines
from ludoteca.protocols.requests.words import LoginRequest
from tests.conftest import TIMEOUT
from tests.server.websockets import Client, WebClients, web_clients

FEW, MANY = 5, 600
WATCHERS = 5


class Watcher:
    """A program that has logged in over some protocol and reads what it receives."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer
        self._unread = b""
        self.received = 0

    async def until(self, mark: bytes) -> None:
        """Read until this text arrives."""
        while mark not in self._unread:
            async with asyncio.timeout(TIMEOUT):
                data = await self._reader.read(65536)
            assert data, f"closed before {mark!r}"
            self._unread += data
            self.received += len(data)
        self._unread = self._unread.partition(mark)[2]


class Lobby:
    """A server full of tables, and ways to log in."""

    def __init__(self, ports: dict[str, int], web: WebClients, stack: AsyncExitStack) -> None:
        self._ports, self.web, self._stack = ports, web, stack

    async def log_in(self, protocol: str, name: str, words: bytes, mark: bytes) -> Watcher:
        """Return a program that has seen the list, or has a seat, depending on its protocol."""
        watcher = Watcher(*await asyncio.open_connection("127.0.0.1", self._ports[protocol]))
        self._stack.callback(watcher.writer.close)
        watcher.writer.write(words or LOG_IN[protocol](name))
        await watcher.until(mark)
        return watcher

    async def follower(self, name: str) -> Client:
        """Return a web client that follows the list."""
        client = await self.web.come_in(name)
        await client.ask("surroundings", do="look_around", follow=True)
        return client


@asynccontextmanager
async def lobby_with(tables: int) -> AsyncIterator[Lobby]:
    async with (
        crowded(tables) as ports,
        web_clients(ports["web"]) as web,
        AsyncExitStack() as stack,
    ):
        yield Lobby(ports, web, stack)


async def visit(lobby: Lobby, name: str) -> None:
    """Ask for the tables, over the protocols that list them only on request."""
    await lobby.log_in("commands", f"c{name}", b"", b'"PING"')
    await lobby.log_in("prompts", f"p{name}", b"", b"OldGameId")
    words = client_lines().write(LoginRequest(f"r{name}"))
    await lobby.log_in("requests", "", words, b"GameStartNotify")


async def cost_of_opening(tables: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Return the descriptions made and the bytes sent when one more table is opened."""
    made: list[int] = []

    def counted(**fields: Any) -> TableInfo:
        made.append(fields["table"])
        return TableInfo(**fields)

    async with lobby_with(tables) as lobby:
        web = [await lobby.follower(f"web {number}") for number in range(WATCHERS)]
        pipes = [
            await lobby.log_in("pipes", f"pipes{number}", b"", b"notifyUpdate")
            for number in range(WATCHERS)
        ]
        updates = [
            await lobby.log_in("updates", f"updates{number}", b"", b"GamesList")
            for number in range(WATCHERS)
        ]
        await visit(lobby, "1")
        opener = await lobby.web.come_in("opener")
        programs = (*pipes, *updates)
        before = sum(each.received for each in programs)
        with monkeypatch.context() as patch:
            patch.setattr(listing, "TableInfo", counted)
            opened = await opener.ask("table_shown", do="open_table", game="shelfie", seats=2)
            number, room = opened["info"]["table"], opened["info"]["room"]
            for client in web:
                while (await client.hear("table_listed"))["info"]["table"] != number:
                    pass
            for program in pipes:
                await program.until(b'["%d","WaitingPlayers"' % room)
            for program in updates:
                await program.until(b'"id":%d,' % number)
            await visit(lobby, "2")
        return len(made), sum(each.received for each in programs) - before


async def test_opening_a_table_costs_the_same_however_many_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few, _ = await cost_of_opening(FEW, monkeypatch)
    many, sent = await cost_of_opening(MANY, monkeypatch)
    assert many <= few + 5
    assert sent < WATCHERS * 20_000  # no protocol is sent a list of them all


async def test_the_list_is_read_page_by_page() -> None:
    async with lobby_with(250) as lobby, lobby.web.session as session:
        seen, path, pages = [], "/api/tables?game=shelfie&limit=50", 0
        while path:
            async with session.get(f"http://127.0.0.1:{lobby.web.port}{path}") as answer:
                seen += [info["table"] for info in await answer.json()]
                following = answer.links.get("next")
                path = URL(following["url"]).path_qs if following else ""
                pages += 1
        assert pages == 3
        assert seen == sorted(seen, reverse=True)
        assert len(seen) == 125
