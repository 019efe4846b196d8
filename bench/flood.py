"""Connections that open tables, chat and guess secrets as fast as they can, while others play."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import aiohttp
import msgspec
from lean import HOST, NoError, connected, frame
from load import Run, measured_at, once_a_second
from process import LIMITED, Server, running
from storm import Storm

from ludoteca.client import connect
from ludoteca.messages import Resign

ELSEWHERE = "127.0.0.2"
"""Addresses of the flood."""
MEETING = "127.0.0.3"
"""Addresses of the owner of the guessed name, and of two who meet in the lobby."""
OWNER, SECRET = "Ottavia", "a secret of hers"
AGAIN = 0.05
"""Seconds before a rejected flood reconnects."""
OPEN = {"do": "open_table", "game": "shelfie", "seats": 4}
SAY = {"do": "say", "text": "flood " * 80}
GUESS = {"do": "enter", "name": OWNER, "secret": "is it this one?"}
LOOK = {"do": "look_around", "follow": True}
FLOODS: dict[str, Sequence[dict[str, Any]]] = {
    "tables": [OPEN],
    "talk": [SAY],
    "": [GUESS],
    "everything": [OPEN, SAY, LOOK],
}
"""The requests of each flood, by login name, if any."""


class Flooded(NamedTuple):
    """The results of matches, server and players in a flood."""

    run: Run
    answers: float
    """Flood requests answered per second."""
    by_token: float
    """Longest login of the owner of the guessed name by token, in seconds."""
    by_secret: float
    lobby: float
    """Seconds until two players who met in the lobby sat at a table, during the flood."""
    before: int
    after: int
    """Bytes of memory before the flood, and some time after it."""


def flooded(matches: int, seconds: float, rest: float) -> Flooded:
    """Play matches at one move a second each, in a flood of four; then wait."""
    with running(LIMITED) as server:
        return asyncio.run(flooded_at(server, matches, seconds, rest))


async def flooded_at(server: Server, matches: int, seconds: float, rest: float) -> Flooded:
    """Measure the same at a server that runs already."""
    address = f"{HOST}:{server.port}"
    async with connect(address, OWNER, secret=SECRET) as owner:  # claims the name
        token = owner.token
    await measured_at(server, matches, seconds / 4, once_a_second)  # warms up the server's memory
    before, floods, start = server.memory, list[Storm](), time.perf_counter()
    flooding = [
        asyncio.create_task(_flood(server.port, name, requests, floods))
        for name, requests in FLOODS.items()
    ]
    visits = asyncio.create_task(_visits(address, token, seconds))
    run = await measured_at(server, matches, seconds, once_a_second)
    by_token, by_secret, lobby = await visits
    for task in flooding:
        task.cancel()
    await asyncio.gather(*flooding, return_exceptions=True)
    answers = sum(flood.answers for flood in floods) / (time.perf_counter() - start)
    for flood in floods:
        flood.close()
    await asyncio.sleep(rest)
    return Flooded(run, answers, by_token, by_secret, lobby, before, server.memory)


async def _flood(
    port: int, name: str, requests: Sequence[dict[str, Any]], floods: list[Storm]
) -> None:
    """Send requests endlessly, reconnecting whenever the server closes the connection."""
    token = ""
    while True:
        try:
            flood = await connected(port, Storm, ELSEWHERE)
            floods.append(flood)
            if name:
                await flood.enter(name, token)
                token = flood.token
            flood.repeat(b"".join(frame(msgspec.json.encode(request)) for request in requests))
            await flood.lost.wait()
        except (NoError, OSError):
            pass
        await asyncio.sleep(AGAIN)


async def _visits(server: str, token: str, seconds: float) -> tuple[float, float, float]:
    """Time logins of the owner of the guessed name, and the meeting of two others."""
    by_token, by_secret, meeting = [0.0], [0.0], [0.0]
    elsewhere = aiohttp.TCPConnector(local_addr=(MEETING, 0))
    async with aiohttp.ClientSession(connector=elsewhere) as http:
        for number in range(int(seconds)):
            await asyncio.sleep(1)
            for waits, proof in ((by_token, (token, "")), (by_secret, ("", SECRET))):
                start = time.perf_counter()
                async with connect(server, OWNER, token=proof[0], secret=proof[1], http=http):
                    waits.append(time.perf_counter() - start)
            meeting.append(await _meet(server, number, http))
    return max(by_token), max(by_secret), max(meeting)


async def _meet(server: str, number: int, http: aiohttp.ClientSession) -> float:
    """Log in two players, open a table, find it in the list; return the seconds until both sit."""
    start = time.perf_counter()
    async with (
        connect(server, f"ada{number}", http=http) as host,
        connect(server, f"bob{number}", http=http) as friend,
    ):
        table = await host.open("shelfie", 2)
        around = await friend.look_around()
        if table.number not in [info.table for info in around.tables]:
            raise NoError("a new table is not in the list")
        await friend.join(table.number)
        seconds = time.perf_counter() - start
        await host.ask(Resign(table=table.number))
    return seconds
