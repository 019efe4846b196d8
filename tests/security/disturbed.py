"""Honest matches during an attack: the duration of their moves, and the server's load."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from load import Run, measured_at, once_a_second

from tests.forked import Forked
from tests.security.attackers import Attack, Done, attack
from tests.security.servers import OpenServer

FORGET_PEAK = "5"
"""Resets the peak memory measured for a process."""


class Disturbed(NamedTuple):
    """Matches before and during an attack, and the memory of the server."""

    calm: Run
    run: Run
    usual: int
    """The bytes of memory that the second run would need without an attack."""
    peak: int
    """The most bytes of memory during the attack."""
    done: Done

    def __str__(self) -> str:
        """Describe the result in a line."""
        calm, run = (1000 * one.wait(0.99) for one in (self.calm, self.run))
        memory = f"{self.usual / 1e6:.1f} to {self.peak / 1e6:.1f} MB"
        return f"p99 {calm:.1f} to {run:.1f} ms, {memory}, {self.done}"


async def disturbed(
    server: OpenServer, what: Attack, clients: int, *, matches: int, seconds: float
) -> Disturbed:
    """Play some matches at one move a second each; then repeat this during an attack."""
    process = server.measured
    await measured_at(process, matches, seconds / 4, once_a_second)  # so that all is in memory
    start = process.memory
    calm = await measured_at(process, matches, seconds, once_a_second)
    usual = process.memory + (process.memory - start)  # each run opens as many tables
    Path(f"/proc/{server.pid}/clear_refs").write_text(FORGET_PEAK, encoding="ascii")
    attacking = asyncio.create_task(asyncio.to_thread(attacked, server, what, clients, seconds))
    run = await measured_at(process, matches, seconds, once_a_second)
    return Disturbed(calm, run, usual, _peak(server.pid), await attacking)


def attacked(
    server: OpenServer, what: Attack, clients: int, seconds: float, enough: Done | None = None
) -> Done:
    """Attack a server for some seconds or a number of actions; return what was done."""
    attackers = Forked(attack, what, server.ports, clients, seconds, enough)
    try:
        return Counter(json.loads(attackers.said.read()))
    finally:
        attackers.kill()


def _peak(pid: int) -> int:
    """Return the peak memory in bytes since the last reset."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    fields = dict(line.split(":", 1) for line in status.splitlines())
    return int(fields["VmHWM"].split()[0]) * 1024
