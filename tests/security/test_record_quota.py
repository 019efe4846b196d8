"""An address has a daily quota of records at tables, whatever its players do."""

import signal
import time
from pathlib import Path

from ludoteca.core.moderation.quotas import TABLE
from tests.cli.servers import serving
from tests.server.websockets import Client, web_clients

OPEN = {"do": "open_table", "game": "renaissance", "seats": 1}
MOVES, LEAST = 50, 0.15
"""Moves without progress, and the minimum number of kilobytes that each is charged."""


def quota(kilobytes: int, seconds: float) -> dict[str, str]:
    return {
        "LUDOTECA_LIMIT_TABLES": "off",
        "LUDOTECA_LIMIT_RECORDS": f"{kilobytes}/{seconds}",
    }


async def open_many(client: Client) -> list[str]:
    """Open tables and start games; return the answers."""
    told = [await client.answer(**OPEN) for _ in range(20)]
    return [one.get("code", one["notice"]) for one in told]


async def test_tables_opened_per_address_and_day_are_limited(tmp_path: Path) -> None:
    data, environment = ("--data", str(tmp_path)), quota(100, 86_400)
    with serving(*data, environment=environment) as (process, port):
        async with web_clients(port) as web, web_clients(port, "127.0.0.2") as elsewhere:
            told = await open_many(await web.come_in("Anna"))
            opened = told.count("table_shown")
            assert 3 < opened < 10
            assert told[opened:] == ["house/too_often"] * (20 - opened)
            bruno = await web.come_in("Bruno")
            assert (await bruno.answer(**OPEN))["code"] == "house/too_often"
            assert await open_many(await elsewhere.come_in("Carla")) == told
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with serving(*data, environment=environment) as (_, port):
        async with web_clients(port) as web:
            dora = await web.come_in("Dora")
            assert (await dora.answer(**OPEN))["code"] == "house/too_often"


async def test_moves_wait_when_an_address_has_used_its_quota() -> None:
    kilobytes, seconds = 12, 4
    with serving(environment=quota(kilobytes, seconds)) as (_, port):
        async with web_clients(port) as web:
            anna = await web.come_in("Anna")
            began = time.monotonic()
            await anna.ask("table_shown", **OPEN)
            for _ in range(2):
                moves = (await anna.ask("moves", do="ask_moves", table=1))["moves"]
                await anna.answer(do="play", table=1, move=moves[0])
            for number in range(MOVES):
                move = {"move": "swap_depots", "one": number % 2, "other": 2}
                told = await anna.answer(do="play", table=1, move=move)
                assert told["notice"] == "table_news"
            await anna.answer(do="ask_points", table=1)  # which waits for the last move
            took = time.monotonic() - began
    assert TABLE + MOVES * LEAST <= kilobytes + took * kilobytes / seconds
    assert took < 60
