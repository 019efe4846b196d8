"""Operator actions reach the clients of every protocol, over real sockets."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from secrets import token_hex
from typing import Any

import aiohttp
import pytest

from ludoteca.core.dispatch import operator_requests
from ludoteca.core.people import credentials
from ludoteca.messages.operator import (
    Accepted,
    Announce,
    AnyOperatorRequest,
    Ban,
    Drain,
    Kick,
    Unban,
)
from ludoteca.protocols.commands import commands
from ludoteca.protocols.pipes.words import ChatNotification, Message
from ludoteca.protocols.requests.words import ChatMessage
from ludoteca.protocols.updates.words import ChatUpdate
from tests.conftest import TIMEOUT
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.one_table import DIALECTS, HOST, SharedServer, open_shared
from tests.protocols.prompts.programs import leave
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.server.websockets import web_clients

CAKE = "Cake at five"


@pytest.fixture
async def shared() -> AsyncIterator[SharedServer]:
    dialects = {**DIALECTS, "commands": lambda: commands(token_hex(4))}
    async with open_shared(5, dialects) as server:
        yield server


async def do(server: SharedServer, request: AnyOperatorRequest) -> None:
    assert isinstance(
        await operator_requests.answer(server.dispatcher, "operator", request), Accepted
    )


async def logged_in(server: SharedServer, name: str) -> CommandsProgram:
    """Return a logged-in `commands` client."""
    streams = await asyncio.open_connection(HOST, server.ports["commands"])
    program = CommandsProgram(*streams)
    await program.until("REPLY")
    program.say("LOGIN", info=name)
    await program.until("LOGIN")
    return program


async def test_clients_of_every_protocol_hear_an_announcement_and_play_on(
    shared: SharedServer,
) -> None:
    pia, pat, uma = await shared.pia(4), await shared.pat(4), await shared.uma()
    rob = RequestsProgram("rob", 4)
    await rob.connect(shared.ports["requests"])
    await rob.until(lambda: shared.keeper.table.started)
    cora = await logged_in(shared, "cora")
    async with web_clients(shared.ports["web"]) as outside:
        will = await outside.come_in("will")
        await do(shared, Announce(text=CAKE))
        heard = await will.hear("announced")
        assert (heard["text"], heard["code"]) == (CAKE, "")
    await cora.reply(CAKE)
    await pia.until(lambda word: word == ChatNotification(f"\n[server] says: {CAKE}"))
    await uma.until(lambda: ChatUpdate("[house]", CAKE, "") in map(to_all, uma.of(ChatUpdate)))
    await rob.until(lambda: CAKE in [word.text_message for word in rob.of(ChatMessage)])
    await pat.until(lambda: CAKE in str(pat.of("GraphicalGameInfo")[-1:]))
    await asyncio.gather(pia.play(), pat.play(), uma.play(), rob.play())
    assert shared.keeper.table.over
    pia.close()
    await leave(pat)
    await closed(cora.writer, uma.writer, rob.writer)


def to_all(word: ChatUpdate) -> ChatUpdate:
    return ChatUpdate(word.sender, word.text, "")


async def test_kicked_player_gets_the_reason_and_is_disconnected(shared: SharedServer) -> None:
    pia, cora = await shared.pia(2), await logged_in(shared, "cora")
    async with web_clients(shared.ports["web"]) as outside:
        will = await outside.come_in("will")
        for name in ("pia", "cora", "will"):
            await do(shared, Kick(name=name, why="asleep"))
        told = "The operator has disconnected you: asleep"
        assert (await will.hear("farewell"))["detail"] == told
        assert (await will.socket.receive(TIMEOUT)).type is aiohttp.WSMsgType.CLOSE
        await pia.until(lambda word: word == Message(told))
        with pytest.raises(EOFError):
            await pia.hear()
        await cora.reply(told)
        assert await cora.hear() is None
        pia.close()
        await closed(cora.writer)
        again = await outside.come_in("will")
        assert (await again.ask("refused", do="join_table", table=99))["code"]


async def test_banned_address_is_rejected_at_every_port(shared: SharedServer) -> None:
    pia = await shared.pia(2)
    async with web_clients(shared.ports["web"]) as outside:
        will = await outside.come_in("will")
        await do(shared, Ban(address="127.0.0.0/24", why="spam"))
        assert (await will.hear("farewell"))["code"] == "house/banned"
        with pytest.raises(EOFError):
            await pia.until(lambda _: False)
        pia.close()
        assert shared.dispatcher.people.here() == []
        for name in (*DIALECTS, "commands"):
            await assert_closed(shared.ports[name])
        heard = await (await outside.connect()).hear("farewell")
        assert heard == {
            "notice": "farewell",
            "code": "house/banned",
            "detail": "You are banned from this server: spam",
            "why": "spam",
        }
        async with outside.session.get(f"http://{HOST}:{outside.port}/api/people") as answer:
            assert answer.status == 403
        await do(shared, Unban(address="127.0.0.0/24"))
        await outside.come_in("will")


class LateSecrets:
    """Secrets that are checked only when the test allows it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.waiting = asyncio.Semaphore(0)
        """One for each secret waiting to be checked."""
        self.go_on = asyncio.Event()
        check = credentials.Stretcher.is_secret

        async def late(*about: Any, **more: Any) -> bool:
            self.waiting.release()
            await self.go_on.wait()
            return await check(*about, **more)

        patch.setattr(credentials, "_COST", (2, 8, 1))
        patch.setattr(credentials.Stretcher, "is_secret", late)


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (Ban(name="anna", why="spam"), "house/banned"),
        (Ban(address=HOST), "house/banned"),
        (Drain(), "house/draining"),
    ],
    ids=["name", "address", "drain"],
)
async def test_a_login_under_way_is_refused_after_a_ban_or_drain(
    shared: SharedServer, monkeypatch: pytest.MonkeyPatch, deed: AnyOperatorRequest, code: str
) -> None:
    late = LateSecrets(monkeypatch)
    async with web_clients(shared.ports["web"]) as web:
        owner = await web.come_in("Anna", secret="correct-horse")  # noqa: S106
        waiting = [await web.connect() for _ in range(3)]
        for client in waiting:
            await client.say(do="enter", name="Anna", secret="correct-horse")  # noqa: S106
        reader, writer = await asyncio.open_connection(HOST, shared.ports["pipes"])
        writer.write(b"login|Anna#correct-horse\n")
        for _ in range(len(waiting) + 1):
            await late.waiting.acquire()
        await do(shared, deed)
        late.go_on.set()
        for client in waiting:
            while (answer := await client.next())["notice"] == "announced":
                pass
            assert answer.get("code") == code, answer
        async with asyncio.timeout(TIMEOUT):
            assert await reader.readline() == b"return|login|false\n"
        stays = isinstance(deed, Drain)  # those who are in may stay until it ends
        assert [one.name for one in shared.dispatcher.people.clients()] == (
            ["Anna"] if stays else []
        )
        await (owner.hear("announced") if stays else owner.hear("farewell"))
        await closed(writer)


async def assert_closed(port: int) -> None:
    """Assert that a silent client is disconnected immediately."""
    reader, writer = await asyncio.open_connection(HOST, port)
    async with asyncio.timeout(TIMEOUT):
        with suppress(ConnectionResetError):
            await reader.read()
    await closed(writer)


async def closed(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def told_of_removal(program: Any) -> bool:
    """Return whether a client read that it was removed."""
    return "You have been removed" in str(program.heard)


async def test_player_removed_before_the_start_can_open_their_own_table(
    shared: SharedServer,
) -> None:
    async with web_clients(shared.ports["web"]) as outside:
        anna = await outside.come_in("anna")
        opened = await anna.ask("table_shown", do="open_table", game="shelfie", seats=4)
        table = opened["info"]["table"]
        clients: dict[str, Callable[[], Awaitable[Any]]] = {
            "pat": lambda: shared.pat(4),
            "uma": shared.uma,
        }
        for name, connect in clients.items():
            program = await connect()
            await anna.say(do="remove", table=table, name=name, id=name)
            while (await anna.hear("done"))["request"] != name:
                pass
            assert shared.keeper.table.seat_of(name) is None
            await program.until(lambda: told_of_removal(program))  # noqa: B023
            await closed(program.writer)
        zoe = await outside.come_in("zoe")
        await zoe.ask("table_shown", do="join_table", table=table)
        await anna.say(do="unseat", table=table, seat=1)
        await zoe.hear("table_news")
        assert (await zoe.ask("refused", do="join_table", table=table))["code"] == "house/removed"
        await zoe.ask("table_shown", do="open_table", game="shelfie", seats=2)
