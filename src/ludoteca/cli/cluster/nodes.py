"""The nodes of `ludoteca cluster up`: start, watch and restart them."""

import asyncio
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from ludoteca.cli.cluster import OUTPUT
from ludoteca.cli.cluster.guarded import Guarded
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.serve.ports import is_own
from ludoteca.messages.operator import ListLimits
from ludoteca.server.admin import short_path

LONGEST_START, LONGEST_END = 60.0, 20.0
A_LOOK = 0.1
"""Seconds between checks whether a node has started or ended."""
PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0)
"""Seconds before the next restart, by the number of consecutive early exits."""
EARLY = 10.0
CHECK_EVERY, CHECK_TIMEOUT, FAILURES = 1.0, 3.0, 3
"""Seconds between health checks, seconds before one fails, and failures before a node is killed.

Only consecutive failures count.
"""
HEALTH_CHECK = msgspec.json.encode(ListLimits()) + b"\n"
"""A cheap request: any answer shows that the event loop is running."""


class NodeProcess:
    """A node, run as a `ludoteca serve` process."""

    def __init__(
        self,
        name: str,
        command: Callable[[Mapping[str, int]], Sequence[str]],
        environment: Mapping[str, str],
        folder: Path,
    ) -> None:
        """Prepare a node; `command` builds its command line from the node's previous own ports."""
        self.name = name
        self._command = command
        self._environment = environment
        self.log = folder / f"{name}.log"
        self._output = folder / f"{name}{OUTPUT}"
        self._socket = folder / f"{name}.sock"
        self.open_ports: tuple[str, ...] = ()
        """The node's own ports, as listed on standard output."""
        self._process: Guarded | None = None

    async def start(self) -> None:
        """Start the node and return once it is ready; raise `Complaint` if it fails."""
        written = self.log.stat().st_size if self.log.exists() else 0
        self._process = process = Guarded(
            self._command({line.split()[1]: int(line.split()[3]) for line in self.open_ports}),
            self.log,
            signal.SIGTERM,  # the node may not handle interrupts yet
            output=self._output,
            environment=self._environment,
        )
        deadline = time.monotonic() + LONGEST_START
        while process.running and time.monotonic() < deadline:
            *lines, last = self._output.read_text().split("\n")[:-1] or [""]
            if last == "ready":
                own = [line for line in lines if is_own(line.split()[1])]
                self.open_ports = tuple(f"{line} {self.name}" for line in own)
                return
            await asyncio.sleep(A_LOOK)
        await self.stop()
        self.open_ports = ()  # another process may have taken one of these ports
        raise Complaint(f"{self.name} does not start: {self._last_words(written)}")

    def _last_words(self, since: int) -> str:
        """Return the last lines logged since the start, for an error message."""
        lines = self.log.read_bytes()[since:].decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line), f"see {self.log}")

    async def end(self) -> int | None:
        """Wait for the node to end and return its exit status, or None if only its guard ended."""
        assert self._process is not None
        while self._process.running:
            await asyncio.sleep(A_LOOK)
        return self._process.status

    async def stop(self) -> None:
        """Ask the node to stop, and kill it after a timeout."""
        if self._process is None:
            return
        self._process.signal(signal.SIGTERM)
        deadline = time.monotonic() + LONGEST_END
        while self._process.status is None and time.monotonic() < deadline:
            await asyncio.sleep(A_LOOK)
        self._process.end(within=0)

    async def keep(self, say: Callable[[str], None]) -> None:
        """Restart the node whenever it ends or hangs; if its ports have changed, print them."""
        early = 0
        while True:
            started = time.monotonic()
            before = self.open_ports
            checking = asyncio.create_task(self._kill_if_hung(say))
            try:
                status = await self.end()
            finally:
                checking.cancel()
            say(f"{self.name}: {_how(status)}, restarting it")
            early = early + 1 if status and time.monotonic() - started < EARLY else 0
            await self.stop()
            await asyncio.sleep(PAUSES[min(early, len(PAUSES) - 1)])
            try:
                await self.start()
            except Complaint as complaint:
                say(str(complaint))
            else:
                for line in self.open_ports if self.open_ports != before else ():
                    say(line)
                say(f"{self.name}: ready")

    async def _kill_if_hung(self, say: Callable[[str], None]) -> None:
        """Kill the node after several consecutive failed health checks.

        A hung node cannot shut down cleanly. Failures are counted instead of seconds, so that nodes
        do not seem hung after the machine was suspended.
        """
        failures = 0
        while failures < FAILURES:
            await asyncio.sleep(CHECK_EVERY)
            failures = 0 if await self._answers() else failures + 1
        say(f"{self.name}: does not answer its health check, killing it")
        assert self._process is not None
        self._process.signal(signal.SIGKILL)

    async def _answers(self) -> bool:
        """Run a health check; a node without a socket counts as healthy, as it is about to end."""
        if not self._socket.is_socket():
            return True
        try:
            async with asyncio.timeout(CHECK_TIMEOUT):
                with short_path(self._socket) as path:
                    reader, writer = await asyncio.open_unix_connection(path)
                try:
                    writer.write(HEALTH_CHECK)
                    return bool(await reader.readline())
                finally:
                    writer.close()
        except OSError:  # includes TimeoutError
            return False


def _how(status: int | None) -> str:
    """Describe the way in which a node ended."""
    if status is None:
        return "has lost its guard"
    return f"ended with status {status}" if status >= 0 else f"ended by {_name(-status)}"


def _name(number: int) -> str:
    return signal.Signals(number).name
