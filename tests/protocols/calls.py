"""Driver for `Calls`, a Java program that makes calls on request and reports those it receives."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

from ludoteca.protocols.javastream import (
    HEADER,
    Content,
    JavaReader,
    JavaWriter,
    StreamLimits,
    Value,
)
from tests.java import MINUTE, start

CALLS = Path(__file__).with_name("Calls.java")
VOID = f"= {HEADER.hex()}70"
"""The result line of a call that returns nothing."""
Told: TypeAlias = Callable[[Content, int], Awaitable[None]]
"""A callback for a call the program received, with the number of its thread."""


class Machine:
    """A running `Calls` program."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._answers: dict[int, asyncio.Queue[str]] = {0: asyncio.Queue()}
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, home: Path, port: int, name: str, mine: str) -> None:
        """Look a name up and register an object of this interface for callbacks."""
        self.process = await start(home, "Calls", "127.0.0.1", str(port), name, mine)
        self._spawn(self._listen())

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        assert self.process.stdout
        async for line in self.process.stdout:
            thread, kind, *rest = line.decode().split()
            if kind == "<":
                self._answers[int(thread)] = asyncio.Queue()
                self._spawn(self._hear(int(thread), rest[1]))
            else:
                self._answers[int(thread)].put_nowait(f"{kind} {' '.join(rest)}")

    async def _hear(self, thread: int, data: str) -> None:
        await self._told(value_of(data), thread)
        self._write(f"{thread} return")

    def _write(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())

    async def call(self, method: str, argument: str = "", *, thread: int = 0) -> str:
        """Make a call and return its outcome: `= HEX`, `= remote` or `! EXCEPTION`."""
        self._write(f"{thread} {method} {argument}")
        async with asyncio.timeout(MINUTE):
            return await self._answers[thread].get()

    async def kill(self) -> None:
        """Kill the process."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        for task in list(self._tasks):
            task.cancel()


def hex_of(value: Value) -> str:
    """Encode a value as a whole stream."""
    return (HEADER + JavaWriter().write(value)).hex()


def value_of(data: str) -> Content:
    """Decode a whole stream."""
    (value,) = JavaReader(StreamLimits()).feed(bytes.fromhex(data))
    return value
