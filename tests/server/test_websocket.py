"""WebSocket connections over real sockets."""

import asyncio
import gc
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import msgspec
import pytest
import uvloop

from ludoteca.core.rate_limits import Limits
from ludoteca.messages import Done, Farewell
from ludoteca.ops import Metrics
from ludoteca.protocols import WebCodec, WebFrames
from ludoteca.protocols.web import text_frame
from ludoteca.server import websocket
from ludoteca.server.connection import OUTBOX, ConnectionContext
from ludoteca.server.websocket import WebSocketConnection
from tests.conftest import TIMEOUT
from tests.server.plain import plain_server
from tests.server.websockets import WebClients, web_clients


async def test_a_whole_match_over_sockets(web: WebClients) -> None:
    players = [await web.come_in("Anna"), await web.come_in("Bruno")]
    await players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
    shown = await players[1].ask("table_shown", do="join_table", table=1)
    mover = shown["view"]["turn"]
    for turn in range(200):
        moves = (await players[mover].ask("moves", do="ask_moves", table=1))["moves"]
        await players[mover].say(do="play", table=1, move=moves[0], id=str(turn))
        news = [await player.hear("table_news") for player in players]
        while news[0]["record"]["record"] != "move_played":
            news[0] = await players[0].hear("table_news")
        assert news[mover].pop("request") == str(turn)
        assert news[0] == news[1]
        assert news[0]["record"]["request"] == str(turn)
        last = news[0]["record"]["events"][-1]
        if last["event"] == "game_ended":
            assert len(last["goals"]) == 2
            return
        mover = last["to"]
    pytest.fail("the match did not end")


async def test_unreadable_message_is_refused_and_the_connection_survives(web: WebClients) -> None:
    anna = await web.come_in("Anna")
    for nonsense in ("", "{", "[]", '{"do":"fly"}', '{"do":"play","table":"x"}', "\ud83d\ude00"):
        await anna.socket.send_str(nonsense.encode("utf-16", "surrogatepass").decode("utf-16"))
        message = await anna.socket.receive(TIMEOUT)
        assert msgspec.json.decode(message.data)["code"] == "wire/unreadable"
    await anna.socket.send_bytes(b"\xff\xfe")
    message = await anna.socket.receive(TIMEOUT)
    assert msgspec.json.decode(message.data)["code"] == "wire/unreadable"
    assert await anna.ask("surroundings", do="look_around")


async def test_closed_connections_are_freed_while_later_ones_stay(web: WebClients) -> None:
    first = await web.come_in("Anna")
    opened = {weakref.ref(each) for each in gc.get_objects() if type(each) is WebSocketConnection}
    bruno = await web.come_in("Bruno")
    await first.socket.close()
    async with asyncio.timeout(TIMEOUT):
        while any(each() for each in opened):  # the server closes its end a moment later
            await bruno.ask("surroundings", do="look_around")
            gc.collect()


async def test_a_client_that_vanishes_while_it_is_answered_leaves_no_traceback(
    web: WebClients, caplog: pytest.LogCaptureFixture
) -> None:
    eve = await web.come_in("Eve")
    await eve.ask("surroundings", do="look_around", follow=True)
    async with web_clients(web.port) as elsewhere:
        anna = await elsewhere.come_in("Anna")
        for _ in range(100):  # each wants to be answered
            await anna.socket.ping()
        await elsewhere.session.close()
    while (await eve.hear("person_here"))["here"]:
        pass
    assert caplog.records == []


async def test_dropped_connection_is_announced_and_the_seat_is_kept(web: WebClients) -> None:
    anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, absence="forfeit")
    await bruno.ask("table_shown", do="join_table", table=1)
    await bruno.socket.close()
    assert await anna.hear("presence") == {
        "notice": "presence", "table": 1, "name": "Bruno", "here": False, "paused": True,
    }  # fmt: skip
    back = await web.come_in("Bruno", bruno.token)
    assert (await back.ask("table_shown", do="watch", table=1))["seat"] == 1
    assert (await anna.hear("presence"))["here"] is True


async def test_api_lists_games_and_tables(web: WebClients) -> None:
    assert (await web.get("/api/health"))["status"] == "ok"
    games = {game["game"]: game for game in await web.get("/api/games")}
    assert (games["shelfie"]["fewest"], games["renaissance"]["fewest"]) == (2, 1)
    anna = await web.come_in("Anna")
    await anna.ask("table_shown", do="open_table", game="renaissance", seats=4)
    (table,) = await web.get("/api/tables")
    assert (table["game"], table["owner"], table["code"]) == ("renaissance", "Anna", "")


async def test_heartbeats_are_sent_only_on_request(
    web: WebClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "HEARTBEAT", 0.02)
    address = f"http://127.0.0.1:{web.port}/ws"
    async with web.session.ws_connect(f"{address}?heartbeat") as page:
        for _ in range(3):
            message = await page.receive(TIMEOUT)
            assert msgspec.json.decode(message.data) == {"notice": "heartbeat", "seconds": 0.02}
    older = await web.come_in("Anna")  # hears answers only
    for _ in range(3):
        await older.say(do="look_around")
        assert (await older.next())["notice"] == "surroundings"


async def test_idle_client_is_pinged_every_few_seconds_and_its_answers_are_free(
    web: WebClients, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert websocket.PINGED * websocket.HEARTBEAT <= 6
    monkeypatch.setattr(websocket, "HEARTBEAT", 0.02)
    monkeypatch.setattr(Limits, "allow", lambda _limits, what, _who: what != "pings")
    address = f"http://127.0.0.1:{web.port}/ws"
    async with web.session.ws_connect(address, autoping=False) as client:
        for _ in range(3):
            assert (await client.receive(TIMEOUT)).type is aiohttp.WSMsgType.PING
            await client.pong()
        await client.pong()  # nobody has asked for this one
        assert (await client.receive(TIMEOUT)).type is not aiohttp.WSMsgType.PING


async def test_closed_connections_are_counted_by_cause(web: WebClients) -> None:
    leaver, dropper = await web.come_in("Anna"), await web.come_in("Bruno")
    await leaver.socket.close()
    dropper.socket.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
    older = await web.connect()
    token = (await older.ask("welcome", do="enter", name="Carla", bot=True))["token"]
    newer = await web.connect()
    await newer.ask("welcome", do="enter", name="Carla", token=token, bot=True)
    assert (await older.hear("farewell"))["code"] == "house/taken_over"
    await older.socket.close()
    reasons = ("left", "dropped", "house/taken_over")
    counts = {
        f'ludoteca_connections_closed_total{{door="web",reason="{reason}"}} 1' for reason in reasons
    }
    async with asyncio.timeout(TIMEOUT):
        while not counts <= set(await web.metrics()):
            pass  # each attempt is a round trip
    assert 'ludoteca_connections_opened_total{door="web"} 4' in await web.metrics()


@asynccontextmanager
async def connected(
    codec: WebFrames | None = None,
) -> AsyncIterator[tuple[WebSocketConnection, asyncio.Transport, socket.socket]]:
    """Return a connection to a bare socket; the server closes it without a handshake."""
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    metrics = Metrics()
    context = ConnectionContext("web", plain_server(metrics), metrics, set())
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(asyncio.Protocol, sock=ours)
    codec = codec or WebFrames()
    try:
        yield WebSocketConnection(codec, context, transport, transport.close), transport, theirs
    finally:
        transport.close()
        theirs.close()


async def test_a_client_that_falls_too_far_behind_is_disconnected() -> None:
    async with connected() as (connection, transport, theirs):
        while not connection.reason:
            connection.tell(Done("x" * 1000))
        waiting = transport.get_write_buffer_size()
        assert OUTBOX < waiting < OUTBOX + 4096
        connection.tell(Done("nothing follows"))
        assert transport.get_write_buffer_size() == waiting
        reader, writer = await asyncio.open_connection(sock=theirs)
        everything = await reader.read(-1)
        writer.close()
    *_, last = everything.rpartition(b'{"notice":')
    assert msgspec.json.decode(b'{"notice":' + last, type=Farewell).code == "server/too_slow"


async def test_client_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketConnection, "linger", 0.05)
    async with connected() as (connection, transport, _), asyncio.timeout(TIMEOUT):
        while not connection.reason:
            connection.tell(Done("x" * 1000))
        while transport.get_write_buffer_size():
            await asyncio.sleep(0)


def test_nothing_is_written_to_a_closed_connection() -> None:
    async def story() -> None:
        async with connected() as (connection, transport, theirs), asyncio.timeout(TIMEOUT):
            theirs.close()
            while not transport.is_closing():
                await asyncio.sleep(0)
            connection.tell(Done("too late"))

    for loop in (None, uvloop.new_event_loop):  # this one refuses to write to a closed transport
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(story())


async def test_broadcast_is_encoded_once() -> None:
    codec, notices = WebFrames(), [Done("1"), Done("2"), Done("1")]
    async with connected(codec) as (anna, _, annas), connected(codec) as (bruno, _, brunos):
        for notice in notices:
            anna.tell(notice)
            frame = codec.write(notice)
            bruno.tell(notice)
            assert codec.write(notice) is frame
        sent = b"".join(text_frame(WebCodec().write(notice)) for notice in notices)
        loop = asyncio.get_running_loop()
        for theirs in (annas, brunos):
            theirs.setblocking(False)
            assert await loop.sock_recv(theirs, 4096) == sent


async def test_flooding_client_is_served_as_fast_as_it_reads(web: WebClients) -> None:
    anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
    for _ in range(5):  # so that an answer is long
        await bruno.ask("table_shown", do="open_table", game="shelfie", seats=2)
    asked = 4_000
    for number in range(asked):
        await anna.say(do="look_around", id=str(number))
        if number % 200 == 0:  # meanwhile the others are served
            assert await bruno.ask("surroundings", do="look_around")
    for number in range(asked):
        assert (await anna.hear("surroundings"))["request"] == str(number)
