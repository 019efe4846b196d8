"""Clients that attack a server from separate addresses, in a separate process."""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from itertools import cycle
from typing import Any, TypeAlias

import aiohttp
from flood import OPEN
from lean import WebSocket, connected, frame
from lists import LOG_IN
from weight import room_for

from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.javastream.values import Code
from ludoteca.protocols.jrmp.calls import Op
from tests.security.long_tables import LIVE, OVER
from tests.security.servers import HOST

Ports: TypeAlias = Mapping[str, int]
Done: TypeAlias = Counter[str]
"""The number of successes by kind of attack."""
Attack: TypeAlias = Callable[[Ports, int, Done], Awaitable[None]]
"""Attack the server at these ports with this number of clients; most attacks never end."""

RESETS = b"JRMI\0\2L" + bytes((Op.CALL,)) + HEADER + bytes((Code.RESET,)) * (512 * 1024)
EMOJI = "😀" * 500
SAY = {"do": "say", "text": EMOJI}
PER_ADDRESS = 200
"""Connections that an address may have."""
LOOK = 0.02
"""Seconds between two checks of the progress."""
AGAIN = 0.5
"""Seconds before a disconnected client reconnects."""


def attack(what: Attack, ports: Ports, clients: int, seconds: float, enough: Done | None) -> None:
    """Attack for some seconds or a number of actions; print how often each action was done."""
    done: Done = Counter()

    def is_enough() -> bool:
        return enough is not None and done >= enough

    asyncio.run(_attack(what(ports, clients, done), seconds, is_enough))
    sys.stdout.write(json.dumps(done))


async def _attack(
    attacking: Awaitable[None], seconds: float, is_enough: Callable[[], bool]
) -> None:
    task = asyncio.ensure_future(attacking)
    end = time.monotonic() + seconds
    while not (task.done() or is_enough()) and time.monotonic() < end:
        await asyncio.wait((task,), timeout=LOOK)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def address(number: int) -> str:
    """Return an address of this machine; honest players have 127.0.0.1."""
    return f"127.0.0.{number + 2}"


# Bursts of bytes without a log-in


async def rmi_bursts(ports: Ports, clients: int, done: Done) -> None:
    """Send RMI calls endlessly to the RMI port."""
    await asyncio.gather(*(_burst(ports["rmi"], done) for _ in range(clients)))


async def rmi_bursts_over_tcp(ports: Ports, clients: int, done: Done) -> None:
    """Send RMI calls endlessly to a port that detects RMI."""
    await asyncio.gather(*(_burst(ports["updates"], done) for _ in range(clients)))


async def _burst(port: int, done: Done) -> None:
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address(0), 0))
            writer.write(RESETS)
            try:
                await reader.read()
            except ConnectionResetError:  # not all of it was read
                done["ended"] += 1
            writer.transport.abort()
        await asyncio.sleep(AGAIN)


# Long tables


async def readers(ports: Ports, clients: int, done: Done) -> None:
    """Watch a long table and read positions of another, each client from its own address."""
    await asyncio.gather(*(_read(ports, number, done) for number in range(clients)))


async def _read(ports: Ports, number: int, done: Done) -> None:
    eve = await _entered(ports, number, f"eve{number}")
    connector = aiohttp.TCPConnector(local_addr=(address(number), 0))
    replay = f"http://{HOST}:{ports['web']}/api/replays/{OVER}/positions?limit=1"
    async with aiohttp.ClientSession(connector=connector) as http:
        async with http.get(replay) as answer:
            versions = (await answer.json())["versions"]
        for first in cycle((1, versions)):
            await eve.ask("table_shown", do="watch", table=LIVE)
            done["watched"] += 1
            async with http.get(f"{replay}&from={first}") as answer:
                done[f"read {answer.status}"] += 1
                await answer.read()


async def _entered(ports: Ports, number: int, name: str) -> WebSocket:
    wire = await connected(ports["web"], WebSocket, address(number))
    await wire.enter(name)
    return wire


# Players of one address


async def talkers(ports: Ports, clients: int, done: Done) -> None:
    """Send messages with as many emoji as fit."""
    await asyncio.gather(*(_ask_on(ports, f"eve{i}", SAY, done) for i in range(clients)))


async def table_openers(ports: Ports, clients: int, done: Done) -> None:
    await asyncio.gather(*(_ask_on(ports, f"eve{i}", OPEN, done) for i in range(clients)))


async def _ask_on(ports: Ports, name: str, request: dict[str, Any], done: Done) -> None:
    """Repeat a request as fast as it is answered."""
    wire, heard = await _entered(ports, 0, name), asyncio.Queue[str]()
    wire.heard = lambda data: heard.put_nowait(json.loads(data)["notice"])
    message = frame(json.dumps(request, ensure_ascii=False).encode())
    while True:
        wire.transport.write(message)
        while (notice := await heard.get()) not in {"done", "table_shown", "refused"}:
            pass
        done[notice] += 1


# Players who do nothing


async def silent_clients(ports: Ports, clients: int, done: Done) -> None:
    """Log in over `pipes` with as many clients per address as possible."""
    places = range(room_for(clients))
    await asyncio.gather(*(_stay(ports["pipes"], number, done) for number in places))


async def _stay(port: int, number: int, done: Done) -> None:
    local = address(number // PER_ADDRESS), 0
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=local)
    writer.write(LOG_IN["pipes"](f"eve{number}"))
    await reader.readuntil(b"notifyUpdate")
    done["logged in"] += 1
    while await reader.read(65536):
        pass
    done["closed"] += 1
