"""The cost of opening a table while many clients see the list of tables.

Measured with few tables listed and with many, for clients of each protocol; the cost should not
depend on the number of tables.
"""

import argparse
import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from lean import HOST, WebSocket, Wire, come_in
from process import Kind, Server, running
from report import progress, table

from ludoteca.client import connect
from ludoteca.protocols.pipes import client_frames
from ludoteca.protocols.pipes.words import Login

FEW, MANY = 5, 5000
WATCHERS, OPENS = 100, 20
GAP, SETTLE = 0.1, 3.0
"""Seconds between opening two tables, and after the last one."""
ACK = b'{"type":"ACK"}\n'
CROWDED = str(Path(__file__).with_name("crowded.py"))

LOG_IN: Mapping[str, Callable[[str], bytes]] = {
    "pipes": lambda name: client_frames().write(Login(name)),
    "commands": lambda name: b'{"command":"LOGIN","info":"%s"}\n' % name.encode(),
    "updates": lambda name: b'{"type":"Nickname","nickname":"%s"}\n' % name.encode(),
    "prompts": lambda name: b'{"s":"%s","type":"UsernameAnswer"}\n%s' % (name.encode(), 2 * ACK),
}
"""Messages a client sends to see the list; `requests` has none."""


class Watcher(Wire):
    """A connection that counts the bytes it receives."""

    def data_received(self, data: bytes) -> None:
        self.received += len(data)


async def watcher(server: Server, protocol: str, name: str) -> Wire:
    """Connect a client that sees the list of tables and its changes."""
    if protocol == "web":
        wire = await come_in(server.port, WebSocket, name)
        await wire.ask("surroundings", do="look_around", follow=True)
        return wire
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Watcher, HOST, server.ports[protocol])
    line.transport.write(LOG_IN[protocol](name))
    return line


async def cost(
    server: Server, protocol: str, watchers: int, opens: int, settle: float
) -> tuple[float, float]:
    """Return the seconds of CPU for opening one table, and the bytes sent."""
    crowd = [await watcher(server, protocol, f"w{number}") for number in range(watchers)]
    async with connect(f"{HOST}:{server.port}", "opener") as opener:
        await asyncio.sleep(settle)
        before = server.cpu
        await asyncio.sleep(opens * GAP + settle)
        idle, before = server.cpu - before, server.cpu
        received = sum(wire.received for wire in crowd)
        for _ in range(opens):
            await opener.open("shelfie", 2)
            await asyncio.sleep(GAP)
        await asyncio.sleep(settle)
        used = server.cpu - before - idle
        received = sum(wire.received for wire in crowd) - received
    for wire in crowd:
        wire.close()
    return used / opens, received / opens


def measured(
    protocol: str, tables: int, watchers: int, opens: int = OPENS, settle: float = SETTLE
) -> tuple[float, float]:
    """Return the cost at a new server where this many tables are listed."""
    with running(Kind("crowded", (CROWDED, str(tables)))) as server:
        return asyncio.run(cost(server, protocol, watchers, opens, settle))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("web", *LOG_IN))
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--many", type=int, default=MANY)
    asked = parser.parse_args()
    rows = []
    for protocol in (asked.only,) if asked.only else ("web", *LOG_IN):
        progress(f"{protocol}: {asked.watchers} watchers")
        few, small = measured(protocol, FEW, asked.watchers)
        many, large = measured(protocol, asked.many, asked.watchers)
        costs = (f"{few * 1e3:.1f} ms", f"{many * 1e3:.1f} ms", f"{many / max(few, 1e-3):.1f}x")
        rows.append((protocol, *costs, f"{small:,.0f}", f"{large:,.0f}"))
    head = (f"opening, {asked.watchers} watch", f"{FEW} listed", f"{asked.many:,}", "ratio")
    table((*head, "bytes", "bytes"), rows)


if __name__ == "__main__":
    main()
