"""Child processes with guards, and the guards, so that tests can kill either."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from ludoteca.cli.cluster.guarded import Guarded
from ludoteca.cli.cluster.nats_server import NatsServer
from ludoteca.cli.cluster.nodes import NodeProcess
from ludoteca.cli.cluster.postgres_server import PostgresServer


def number_of(program: Guarded | NatsServer | NodeProcess | PostgresServer) -> int:
    """Return the process ID of a program."""
    guarded = program if isinstance(program, Guarded) else program._process  # noqa: SLF001
    assert guarded
    return guarded._process.pid  # noqa: SLF001


def guards_of(number: int) -> list[int]:
    """Return the guards of the program with this process ID: they share its session."""
    found = []
    for process in (int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()):
        with suppress(ProcessLookupError):
            if process != number and os.getsid(process) == number:
                found.append(process)
    return found


def kill_guard(program: Guarded | NatsServer | NodeProcess | PostgresServer) -> None:
    (guard,) = guards_of(number_of(program))
    os.kill(guard, signal.SIGKILL)
