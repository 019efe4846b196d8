"""The disk of a server: chat has a daily quota; when space runs out, only moves are accepted."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from ludoteca.journal.sqlite_file import FILE
from tests.cli.servers import serving
from tests.server.websockets import Client, web_clients

EMOJI = "😀" * 500
QUOTA = 20
ENVIRONMENT = {"LUDOTECA_LIMIT_TALK": "off", "LUDOTECA_LIMIT_CHAT": f"{QUOTA}/86400"}


async def say(client: Client, text: str) -> str:
    told = await client.answer(do="say", text=text)
    return str(told.get("code", told["notice"]))


async def test_an_address_has_a_daily_quota_of_chat_that_outlives_a_restart(
    tmp_path: Path,
) -> None:
    with serving("--data", str(tmp_path), environment=ENVIRONMENT) as (process, port):
        async with web_clients(port) as web, web_clients(port, "127.0.0.2") as elsewhere:
            anna = await web.come_in("Anna")
            answers = [await say(anna, EMOJI) for _ in range(30)]
            fitting = QUOTA * 1000 // (len(EMOJI.encode()) + 100)
            assert answers == ["done"] * fitting + ["house/chat_quota"] * (30 - fitting)
            dora = await web.come_in("Dora")
            assert await say(dora, EMOJI) == "house/chat_quota"
            assert (await dora.answer(do="say", text="psst", to="Anna"))["notice"] == "done"
            carla = await elsewhere.come_in("Carla")
            assert await say(carla, EMOJI) == "done"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with serving("--data", str(tmp_path), environment=ENVIRONMENT) as (process, port):
        async with web_clients(port) as web:
            assert await say(await web.come_in("Anna"), EMOJI) == "house/chat_quota"


async def test_a_table_has_a_daily_quota_of_chat() -> None:
    quota = {"LUDOTECA_LIMIT_TALK": "off", "LUDOTECA_LIMIT_TABLE_CHAT": "5/86400"}
    with serving(environment=quota) as (_, port):
        async with web_clients(port) as web:
            anna = await web.come_in("Anna")
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
            told = [await anna.answer(do="say", text=EMOJI, table=1) for _ in range(3)]
            assert [one["notice"] for one in told] == ["done", "done", "refused"]
            assert told[2]["code"] == "house/chat_quota"
            assert told[2]["detail"].startswith(
                "Too many messages have been sent at this table today"
            )
            assert await say(anna, EMOJI) == "done"


async def test_chat_is_recorded_in_utf_8(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as (_, port):
        async with web_clients(port) as web:
            assert await say(await web.come_in("Anna"), EMOJI) == "done"
    with closing(sqlite3.connect(tmp_path / FILE)) as file:
        ((body,),) = file.execute("SELECT body FROM entries WHERE stream = 'talk/house'")
    assert EMOJI.encode() in body
    assert len(body) < len(EMOJI.encode()) + 200


async def test_with_little_disk_space_only_moves_are_accepted(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    with serving(*data) as (process, port):
        async with web_clients(port) as web:
            anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
            tokens = [anna.token, bruno.token]
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
            await bruno.ask("table_shown", do="join_table", table=1)
            assert await web.get("/api/ready") == await web.get("/api/health")
            assert "ludoteca_disk_low 0" in await web.metrics()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with serving(*data, "--disk-reserve", "1000000") as (process, port):
        async with web_clients(port) as web:
            players = [
                await web.come_in(name, token)
                for name, token in zip(("Anna", "Bruno"), tokens, strict=True)
            ]
            for client in players:
                await client.ask("table_shown", do="watch", table=1)
            moves = [await client.ask("moves", do="ask_moves", table=1) for client in players]
            mover = 0 if moves[0]["moves"] else 1
            move = moves[mover]["moves"][0]
            told = await players[mover].answer(do="play", table=1, move=move)
            assert told["record"]["record"] == "move_played"
            for request in (
                {"do": "say", "text": "hello", "table": 1},
                {"do": "open_table", "game": "shelfie", "seats": 2},
                {"do": "pause", "table": 1},
                {"do": "report", "name": "Bruno", "text": "rude"},
            ):
                refused = await players[0].answer(**request)
                assert refused["code"] == "house/disk_low", request
            stranger = await web.connect()
            refused = await stranger.answer(do="enter", name="Zoe")
            assert refused["code"] == "house/disk_low"
            assert (await web.get("/api/ready"))["disk"] == "low"
            assert "ludoteca_disk_low 1" in await web.metrics()
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        assert '"event":"disk_low"' in errors.replace('": "', '":"')
