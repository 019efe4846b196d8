"""The processes of `ludoteca cluster up`: started, watched, and started again when they end."""

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from ludoteca.app.complaint import Complaint
from ludoteca.app.postgres_server import GUARD

NODE_GUARD = GUARD.replace("-INT", "-TERM")
"""Ends a node politely, also one that has not begun to listen to interrupts."""
LONGEST_START, LONGEST_END = 60.0, 20.0
PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0)
"""How many seconds pass before a node is started again that has ended early so many times."""
EARLY = 10.0


class NodeProcess:
    """One node: a `ludoteca serve` of its own."""

    def __init__(
        self, name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> None:
        self.name, self._command, self._environment = name, command, environment
        self.log = folder / f"{name}.log"
        self.socket = folder / f"{name}.sock"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> dict[str, int]:
        """Start it, and return its ports once it is ready; a `Complaint` says why it is not."""
        with _private(self.log) as log:
            written = os.fstat(log.fileno()).st_size
            self._process = process = await asyncio.create_subprocess_exec(
                *("/bin/sh", "-c", NODE_GUARD, "sh", *self._command),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=self._environment,
                start_new_session=True,  # an interrupt on the terminal is not for it
            )
        ports: dict[str, int] = {}
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_START):
                while line := (await process.stdout.readline()).decode():
                    if line == "ready\n":
                        return ports
                    _, name, _, port = line.split()
                    ports[name] = int(port)
        await self.stop()
        raise Complaint(f"{self.name} does not start: {self._last_words(written)}")

    def _last_words(self, since: int) -> str:
        """What it has logged last since then, for a sentence."""
        lines = self.log.read_bytes()[since:].decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line), f"see {self.log}")

    async def end(self) -> int:
        """Its exit status, once it has ended."""
        assert self._process is not None  # noqa: S101 - it was started
        return await self._process.wait()

    async def stop(self) -> None:
        """End it politely; after a while, at once."""
        process = self._process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), LONGEST_END)
        except TimeoutError:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    async def keep(self, say: Callable[[str], None]) -> None:
        """Start it again whenever it has ended."""
        early = 0
        loop = asyncio.get_running_loop()
        while True:
            started = loop.time()
            status = await self.end()
            say(f"{self.name}: ended with status {status}, starting it again")
            early = early + 1 if status and loop.time() - started < EARLY else 0
            await asyncio.sleep(PAUSES[min(early, len(PAUSES) - 1)])
            try:
                await self.start()
            except Complaint as complaint:
                say(str(complaint))
            else:
                say(f"{self.name}: ready")


def _private(path: Path) -> TextIO:
    """A file that only its owner may read, to add to."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a")
