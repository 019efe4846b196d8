"""Connections that open tables, talk and guess secrets as fast as they can, while others play."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from lean import NoError, WebSocket, come_in, connected, frame
from load import Run, measured_at, once_a_second
from process import LIMITED, Server, running
from storm import Storm

ELSEWHERE = "127.0.0.2"
"""Where the flood comes from."""
MEETING = "127.0.0.3"
"""Where two come from who meet in the lobby."""
OWNER, SECRET = "Ottavia", "a secret of hers"
AGAIN = 0.05
"""After so many seconds a flood comes back that was turned away."""
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
"""What each of them asks for, by the name it comes in under, if any."""


class Flooded(NamedTuple):
    """What came of matches, of the server and of its players in a flood."""

    run: Run
    answers: float
    """How many requests of the flood were answered a second."""
    by_token: float
    """The longest the owner of the guessed name needed to come in by token, in seconds."""
    by_secret: float
    lobby: float
    """The seconds in which two who met in the lobby were at a table, during the flood."""
    before: int
    after: int
    """The bytes of memory before the flood, and some time after it."""


def flooded(matches: int, seconds: float, rest: float) -> Flooded:
    """So many matches, one move a second each, in a flood of four; then a rest."""
    with running(LIMITED) as server:
        return asyncio.run(_measure(server, matches, seconds, rest))


async def _measure(server: Server, matches: int, seconds: float, rest: float) -> Flooded:
    owner = await come_in(server.port, WebSocket, OWNER, secret=SECRET)
    await measured_at(server, matches, seconds / 4, once_a_second)  # so that all is in memory
    before, floods, start = server.memory, list[Storm](), time.perf_counter()
    flooding = [
        asyncio.create_task(_flood(server.port, name, requests, floods))
        for name, requests in FLOODS.items()
    ]
    visits = asyncio.create_task(_visits(server.port, owner, seconds))
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
    """Ask for this without end, and come back whenever the server closes the connection."""
    token = ""
    while True:
        try:
            flood = await connected(port, Storm, ELSEWHERE)
            floods.append(flood)
            if name:
                await flood.enter(name, token)
                token = flood.token
            flood.rage(b"".join(frame(msgspec.json.encode(request)) for request in requests))
            await flood.lost.wait()
        except (NoError, OSError):
            pass
        await asyncio.sleep(AGAIN)


async def _visits(port: int, owner: WebSocket, seconds: float) -> tuple[float, float, float]:
    """How long it takes the owner of the guessed name to come in, and two others to meet."""
    by_token, by_secret, meeting = [0.0], [0.0], [0.0]
    for number in range(int(seconds)):
        await asyncio.sleep(1)
        for waits, proof in ((by_token, {"token": owner.token}), (by_secret, {"secret": SECRET})):
            start, before = time.perf_counter(), owner
            owner = await come_in(port, WebSocket, OWNER, **proof)
            waits.append(time.perf_counter() - start)
            before.close()
        start = time.perf_counter()
        await _meet(port, number)
        meeting.append(time.perf_counter() - start)
    owner.close()
    return max(by_token), max(by_secret), max(meeting)


async def _meet(port: int, number: int) -> None:
    """Two come in, one opens a table, the other finds it in the list and sits down."""
    host, friend = [await connected(port, WebSocket, MEETING) for _ in range(2)]
    await host.enter(f"ada{number}")
    await friend.enter(f"bob{number}")
    opened = await host.ask("table_shown", do="open_table", game="shelfie", seats=2)
    around = await friend.ask("surroundings", do="look_around")
    mine = opened["info"]["table"]
    if mine not in [info["table"] for info in around["tables"]]:
        raise NoError("a new table is not in the list")
    await friend.ask("table_shown", do="join_table", table=mine)
    await host.ask("done", do="resign", table=mine)
    for person in (host, friend):
        person.close()
