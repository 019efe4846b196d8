"""Twenty clients read finished games as fast as they can: players come first."""

import asyncio
from pathlib import Path

import aiohttp
import pytest
from readers import read_on
from weight import copy_game

from ludoteca.journal import SqliteJournal
from ludoteca.server import WebServer
from tests.cli.servers import serving
from tests.conftest import no_coverage
from tests.core.finished import play_to_the_end, sit_down
from tests.core.local import LateAnswers, LocalServer, play_out
from tests.server.websockets import web_clients

READERS, GAMES, PAGES = 20, 10, 60
POSITIONS = "/api/replays/1/positions?limit=100"


async def games_in(folder: Path) -> None:
    """Write identical finished games."""
    journal = SqliteJournal(folder)
    server = LocalServer(journal)
    players = [await server.enter("Anna"), await server.enter("Bruno")]
    await sit_down(players, "shelfie")
    await play_to_the_end(server, players, 1)
    await journal.close()
    await copy_game(folder, GAMES)


@no_coverage
async def test_a_player_is_answered_more_often_than_all_readers_together(tmp_path: Path) -> None:
    await games_in(tmp_path)
    counts, answers = [0] * READERS, 0
    with serving("--data", str(tmp_path)) as (_, port):
        async with web_clients(port) as web:
            carla = await web.come_in("Carla")
            await carla.ask("table_shown", do="open_table", game="shelfie", seats=2)
            reading = [
                asyncio.create_task(read_on(port, reader, GAMES, counts))
                for reader in range(READERS)
            ]
            while sum(counts) < PAGES:
                await carla.ask("surroundings", do="look_around")
                assert not any(task.done() for task in reading)
                answers += 1
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
    assert answers > 2 * PAGES


@no_coverage
@pytest.mark.parametrize("path", [POSITIONS, "/api/replays/1", "/replay/1/picture.png"])
async def test_a_reader_does_not_wait_for_all_that_another_address_reads(
    tmp_path: Path, path: str
) -> None:
    await games_in(tmp_path)
    with serving("--data", str(tmp_path)) as (_, port):
        async with web_clients(port, "127.0.0.2") as many, web_clients(port) as web:
            url = f"http://127.0.0.1:{port}{path}"
            reading = [asyncio.create_task(many.session.get(url)) for _ in range(READERS)]
            await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
            async with web.session.get(url) as answer:
                assert answer.status == 200
            assert sum(task.done() for task in reading) < READERS / 2
            await asyncio.gather(*reading)


async def test_reading_stops_when_the_client_disconnects() -> None:
    journal = LateAnswers()
    server = LocalServer(journal)
    await play_out(await server.table("Anna", "Bruno"))
    web = WebServer(server.dispatcher)
    port = await web.open("127.0.0.1", 0)
    url = f"http://127.0.0.1:{port}/api/replays/1"
    try:
        journal.hold()
        async with aiohttp.ClientSession() as gone, aiohttp.ClientSession() as session:
            reading = asyncio.create_task(gone.get(url))
            await journal.asked.wait()
            reading.cancel()  # which closes its connection
            async with session.get(url) as answer:  # its turn comes before the first has read
                assert answer.status == 200
    finally:
        await web.close()
