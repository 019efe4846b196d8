"""The nodes of `ludoteca cluster up`: started, watched, and started again when they end."""

import asyncio
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from ludoteca.cli.cluster.guarded import Guarded
from ludoteca.cli.cluster.parser import DOORS
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.serve.ports import is_own
from ludoteca.messages.operator import ListLimits
from ludoteca.server.admin import short_path

LONGEST_START, LONGEST_END = 60.0, 20.0
A_LOOK = 0.1
"""How many seconds pass before it is looked again whether a node has started, or ended."""
PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0)
"""How many seconds pass before a node is started again that has ended early so many times."""
EARLY = 10.0
CHECK_EVERY, CHECK_TIMEOUT, FAILURES = 1.0, 3.0, 3
"""Seconds between two health checks of a node, seconds until one has failed, and the failures in a
row after which the node is killed."""
HEALTH_CHECK = msgspec.json.encode(ListLimits()) + b"\n"
"""A question that costs next to nothing: any answer shows that the event loop runs."""


class NodeProcess:
    """One node: a `ludoteca serve` of its own."""

    def __init__(
        self,
        name: str,
        command: Callable[[Mapping[str, int]], Sequence[str]],
        environment: Mapping[str, str],
        folder: Path,
    ) -> None:
        """Prepare a node; its command is told which ports it has had to itself before."""
        self.name, self._command, self._environment = name, command, environment
        self.log, self._output = folder / f"{name}.log", folder / f"{name}{DOORS}"
        self._socket = folder / f"{name}.sock"
        self.doors: tuple[str, ...] = ()
        """The ports that it shares with no other node, as they are listed."""
        self._process: Guarded | None = None

    async def start(self) -> None:
        """Start it, and return once it is ready; a `Complaint` says why it is not."""
        written = self.log.stat().st_size if self.log.exists() else 0
        self._process = process = Guarded(
            self._command({door.split()[1]: int(door.split()[3]) for door in self.doors}),
            self.log,
            signal.SIGTERM,  # it may not have begun to listen to interrupts
            output=self._output,
            environment=self._environment,
        )
        deadline = time.monotonic() + LONGEST_START
        while process.running and time.monotonic() < deadline:
            *doors, last = self._output.read_text().split("\n")[:-1] or [""]
            if last == "ready":
                own = [door for door in doors if is_own(door.split()[1])]
                self.doors = tuple(f"{door} {self.name}" for door in own)
                return
            await asyncio.sleep(A_LOOK)
        await self.stop()
        self.doors = ()  # perhaps another has taken one of these ports
        raise Complaint(f"{self.name} does not start: {self._last_words(written)}")

    def _last_words(self, since: int) -> str:
        """What it has logged last since then, for a sentence."""
        lines = self.log.read_bytes()[since:].decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line), f"see {self.log}")

    async def end(self) -> int | None:
        """The status with which it has ended, once it has; None if only its guard has."""
        assert self._process is not None
        while self._process.running:
            await asyncio.sleep(A_LOOK)
        return self._process.status

    async def stop(self) -> None:
        """End it politely; after a while, at once."""
        if self._process is None:
            return
        self._process.signal(signal.SIGTERM)
        deadline = time.monotonic() + LONGEST_END
        while self._process.status is None and time.monotonic() < deadline:
            await asyncio.sleep(A_LOOK)
        self._process.end(within=0)

    async def keep(self, say: Callable[[str], None]) -> None:
        """Start it again whenever it has ended or hangs, and say its ports if they are others."""
        early = 0
        while True:
            started, before = time.monotonic(), self.doors
            checking = asyncio.create_task(self._kill_if_hung(say))
            try:
                status = await self.end()
            finally:
                checking.cancel()
            say(f"{self.name}: {_how(status)}, starting it again")
            early = early + 1 if status and time.monotonic() - started < EARLY else 0
            await self.stop()
            await asyncio.sleep(PAUSES[min(early, len(PAUSES) - 1)])
            try:
                await self.start()
            except Complaint as complaint:
                say(str(complaint))
            else:
                for door in self.doors if self.doors != before else ():
                    say(door)
                say(f"{self.name}: ready")

    async def _kill_if_hung(self, say: Callable[[str], None]) -> None:
        """Kill the node once several health checks in a row have failed.

        A node that hangs cannot end politely. Failures are counted rather than seconds, so that a
        machine that was suspended does not count as a node that hangs.
        """
        failures = 0
        while failures < FAILURES:
            await asyncio.sleep(CHECK_EVERY)
            failures = 0 if await self._answers() else failures + 1
        say(f"{self.name}: does not answer its health check, killing it")
        assert self._process is not None
        self._process.signal(signal.SIGKILL)

    async def _answers(self) -> bool:
        """Ask the node over its local socket; one that has closed it is about to end."""
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
        except OSError:  # too late as well
            return False


def _how(status: int | None) -> str:
    """How a node has ended."""
    if status is None:
        return "has lost its guard"
    return f"ended with status {status}" if status >= 0 else f"ended by {_name(-status)}"


def _name(number: int) -> str:
    return signal.Signals(number).name
