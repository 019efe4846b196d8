"""Programs that never outlive their starter, and their guards, to be killed."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from ludoteca.cli.cluster.guarded import Guarded
from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.nodes import NodeProcess
from ludoteca.cli.cluster.postgres_server import PostgresServer


def number_of(program: Guarded | NatsServer | NodeProcess | PostgresServer) -> int:
    """The process of a program."""
    guarded = program if isinstance(program, Guarded) else program._process  # noqa: SLF001
    assert guarded
    return guarded._process.pid  # noqa: SLF001


def guards_of(number: int) -> list[int]:
    """The guards of the program with this process: they are in its session."""
    found = []
    for process in (int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()):
        with suppress(ProcessLookupError):
            if process != number and os.getsid(process) == number:
                found.append(process)
    return found


def kill_guard(program: Guarded | NatsServer | NodeProcess | PostgresServer) -> None:
    """Kill the guard of a program."""
    (guard,) = guards_of(number_of(program))
    os.kill(guard, signal.SIGKILL)
