"""Java programs, if there is a JDK: compiled once, run briefly, used over lines of text."""

import asyncio
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from tests.conftest import without

MINUTE = 60.0
LONGEST_LINE = 1 << 20
BRIEF = ("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m")
"""Options with which the virtual machine starts fast."""
HERE = ("-Djava.rmi.server.hostname=127.0.0.1", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8")
NONE: Mapping[str, str] = MappingProxyType({})


def compiled(home: Path, *programs: Path, classes: Mapping[str, str] = NONE) -> Path:
    """Return the folder with the classes of these programs and of these sources by name."""
    javac = shutil.which("javac")
    if not javac or not shutil.which("java"):
        without("There is no JDK: javac and java are needed.")
    sources = [*programs]
    for name, text in classes.items():
        sources.append(home / "source" / f"{name.replace('.', '/')}.java")
        sources[-1].parent.mkdir(parents=True, exist_ok=True)
        sources[-1].write_text(text, encoding="utf-8")
    brief = [f"-J{flag}" for flag in BRIEF[:-1]]
    options = [*brief, "-proc:none", "-encoding", "UTF-8", "-d", str(home)]
    subprocess.run([javac, *options, *map(str, sources)], check=True, timeout=MINUTE)
    return home


def interface(name: str, *methods: str) -> str:
    """Return the source of a remote interface."""
    package, _, simple = name.rpartition(".")
    lines = "".join(f"{method} throws java.rmi.RemoteException; " for method in methods)
    return f"package {package}; public interface {simple} extends java.rmi.Remote {{ {lines}}}"


def command(home: Path, *words: str) -> list[str]:
    """Return the command that runs a program of this folder."""
    return ["java", *BRIEF, *HERE, "-cp", str(home), *words]


def run(home: Path, *words: str, data: bytes = b"") -> bytes:
    """Run a program with this input and return its output."""
    done = subprocess.run(
        command(home, *words), input=data, check=True, capture_output=True, timeout=MINUTE
    )
    return done.stdout


async def start(home: Path, *words: str) -> asyncio.subprocess.Process:
    """Start a program that exchanges lines with the test."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command(home, *words), stdin=pipe, stdout=pipe, limit=LONGEST_LINE
    )


class Program:
    """A running program that receives and prints lines."""

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
        """Send a line and return the next line of output."""
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
    """Run a program until the end of the block."""
    program = Program(await start(home, *words))
    try:
        yield program
    finally:
        await program.end()
