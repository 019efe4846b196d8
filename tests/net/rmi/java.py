"""Programs of Java, where there is a JDK: compiled once, spoken with in lines."""

import asyncio
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.conftest import without

MINUTE = 60.0
QUICK = ("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m")
"""How a virtual machine starts in no time."""
HERE = ("-Djava.rmi.server.hostname=127.0.0.1", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8")


def compiled(sources: Iterable[Path], home: Path) -> Path:
    """The folder with the classes of these sources; skips where there is no JDK."""
    javac = shutil.which("javac")
    if not javac or not shutil.which("java"):
        without("There is no JDK: javac and java are needed.")
    compile_ = [javac, "-encoding", "UTF-8", "-d", str(home), *map(str, sources)]
    subprocess.run(compile_, check=True, timeout=MINUTE)
    return home


class Program:
    """A running program: it is told lines, and tells lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())

    async def hear(self) -> str:
        assert self._process.stdout
        async with asyncio.timeout(MINUTE):
            return (await self._process.stdout.readline()).decode().rstrip("\r\n")

    async def ask(self, line: str) -> str:
        """What it says next, once it was told this."""
        self.say(line)
        return await self.hear()

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.communicate()


@asynccontextmanager
async def running(home: Path, *words: str) -> AsyncIterator[Program]:
    """A program of these classes, until it is not needed any more."""
    process = await asyncio.create_subprocess_exec(
        "java",
        *QUICK,
        *HERE,
        "-cp",
        str(home),
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    program = Program(process)
    try:
        yield program
    finally:
        await program.end()
