"""Messages to systemd, which restarts a server whose event loop hangs."""

import os
import signal
import socket
from collections import deque
from functools import partial
from pathlib import Path

import pytest

from ludoteca.cli.serve import READY, notify
from tests.cli.servers import serving
from tests.conftest import TIMEOUT

A_WATCHDOG = 300_000
"""Microseconds."""


def test_systemd_learns_that_the_server_is_ready_and_that_it_hangs(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": str(A_WATCHDOG)}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.settimeout(TIMEOUT)
        with serving(environment=environment) as (process, _):
            assert systemd.recv(100) == b"READY=1"
            for _ in range(3):
                assert systemd.recv(100) == b"WATCHDOG=1"
            process.send_signal(signal.SIGSTOP)
            os.waitpid(process.pid, os.WUNTRACED)
            systemd.settimeout(2 * A_WATCHDOG / 1e6)
            with pytest.raises(TimeoutError):
                deque(iter(partial(systemd.recv, 100), b""))  # after those that were sent before


def test_systemd_may_listen_at_an_abstract_address() -> None:
    name = f"ludoteca-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{name}")
        systemd.settimeout(TIMEOUT)
        notify(READY, {"NOTIFY_SOCKET": f"@{name}"})
        assert systemd.recv(100) == b"READY=1"
    notify(READY, {"NOTIFY_SOCKET": f"@{name}"})  # nobody listens: the server runs all the same
