"""`ludoteca wiretap`: a proxy that shows what clients and a server say to each other, in words."""

import asyncio
import os
import socket
import struct
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TextIO

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.wiretap.web import WebEnd, web_ends
from ludoteca.games import load
from ludoteca.protocols import Codec, UnreadableError
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.encodings import Ends, ends_of
from ludoteca.ui.draw import colours

CLIENT, SERVER, TROUBLE = "\x1b[36m", "\x1b[32m", "\x1b[31m"
RESET = "\x1b[0m"
CHUNK = 65536
HERE = "127.0.0.1"
"""Where clients connect."""
WEB, RMI = "web", "rmi"
"""What can be listened to besides the dialects."""

Show = Callable[[str, str], None]
"""Shows a line in a colour."""
Join = Callable[[str, asyncio.StreamReader, asyncio.StreamWriter], "Coroutine[Any, Any, None]"]
"""Joins a connection, under a name, with another one."""


def wiretap(port: int, host: str, dialect: str, listen: int) -> None:
    """Pass everything on between clients and the server at this port, and show it."""
    asyncio.run(tap_of(dialect, host, port, printer(sys.stdout)).run(listen))


def tap_of(dialect: str, host: str, port: int, show: Show) -> "Proxy":
    """The wiretap for a dialect, for the web or for RMI."""
    if dialect == RMI:
        from ludoteca.cli.wiretap.rmi import RmiWiretap  # noqa: PLC0415 - it is built on this

        return RmiWiretap(host, port, show)
    if dialect == WEB:
        return Wiretap(host, port, web_ends, show)
    if dialect not in DIALECTS:
        there = ", ".join((*DIALECTS, WEB, RMI))
        raise Complaint(f"there is no dialect '{dialect}' (there is {there})")
    encodings = load(DIALECTS[dialect].encodings)
    return Wiretap(host, port, lambda: ends_of(encodings), show)


def printer(stream: TextIO) -> Show:
    """Shows lines on a stream, in colour if it is a terminal."""
    painted = colours(stream)

    def show(line: str, colour: str) -> None:
        print(f"{colour}{line}{RESET}" if painted and colour else line, file=stream, flush=True)

    return show


class Proxy(ABC):
    """Joins clients with a server, and shows a line for whatever happens."""

    def __init__(self, host: str, port: int, show: Show) -> None:
        self._host, self._port, self._show = host, port, show
        self._count, self._began = 0, time.monotonic()
        self.port = 0
        self.servers: list[asyncio.Server] = []
        self._broken: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, listen: int) -> None:
        """Listen until interrupted, or until nothing reads what is shown."""
        self._broken = asyncio.get_running_loop().create_future()
        try:
            server = await asyncio.start_server(partial(self.accept, self.join), HERE, listen)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise Complaint(f"cannot listen at {HERE}: {why} (--listen {listen})") from None
        self.servers.append(server)
        self.port = server.sockets[0].getsockname()[1]
        self._say(f"listening at {HERE} {self.port}, for {self._host} {self._port}", "")
        try:
            await self._broken
        finally:
            for each in self.servers:
                each.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def accept(
        self, join: Join, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """A connection has come: join it with another one, under a name of its own."""
        self._count += 1
        task = asyncio.create_task(join(f"c{self._count}", reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @abstractmethod
    async def join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Join a client with the server until both have said everything."""

    def line(self, name: str, arrow: str, text: str, colour: str) -> None:
        """Show a line about a connection."""
        self._say(f"{time.monotonic() - self._began:9.3f} {name} {arrow} {text}", colour)

    def _say(self, line: str, colour: str) -> None:
        try:
            self._show(line, colour)
        except BrokenPipeError as error:
            if self._broken and not self._broken.done():
                self._broken.set_exception(error)


class Wiretap(Proxy):
    """Listens in: bytes pass unchanged, words are shown one a line."""

    def __init__(self, host: str, port: int, ends: Callable[[], Ends], show: Show) -> None:
        """`ends` makes what reads both directions of one connection."""
        super().__init__(host, port, show)
        self._ends = ends

    async def join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Join a client with the server until both have said everything."""
        try:
            answers, server = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            self.line(name, "--", f"the server cannot be reached: {error}", TROUBLE)
            reset(writer)
            return
        self.line(name, "--", "connected", "")
        ends = self._ends()
        try:
            await asyncio.gather(
                self._pass(
                    reader, server, WordPrinter(ends.server, self._printer(name, "->", CLIENT))
                ),
                self._pass(
                    answers, writer, WordPrinter(ends.client, self._printer(name, "<-", SERVER))
                ),
            )
        finally:
            writer.close()
            server.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, printer: "WordPrinter"
    ) -> None:
        """Pass on what is read, and an end as the end it was."""
        try:
            while data := await reader.read(CHUNK):
                writer.write(data)
                printer.feed(data)
                await writer.drain()
            printer.end("closed")
            if writer.can_write_eof():
                writer.write_eof()
        except OSError:
            printer.end("reset")
            reset(writer)

    def _printer(self, name: str, arrow: str, colour: str) -> Show:
        def show(text: str, other: str) -> None:
            self.line(name, arrow, text, other or colour)

        return show


class WordPrinter:
    """Shows one direction: words as they are, and what is no word as bytes."""

    def __init__(self, encoding: Codec[Any], show: Show) -> None:
        self._encoding, self._show = encoding, show
        self._bytes = bytearray()
        self._unreadable = False

    def feed(self, data: bytes) -> None:
        """Show the words that these bytes complete; byte by byte, to know which are whose."""
        if isinstance(self._encoding, WebEnd) and not self._unreadable:
            self._words(data)  # most of it is pages and pictures, which are only counted
            return
        for byte in data:
            self._bytes.append(byte)
            if not self._unreadable:
                self._words(bytes((byte,)))
        if self._unreadable:
            self._hex("")

    def _words(self, data: bytes) -> None:
        for word in self._encoding.feed(data):
            if isinstance(word, UnreadableError):
                self._unreadable = word.fatal
                self._hex(f"{word}: ")
            else:
                self._show(repr(word), "")
                self._bytes.clear()

    def end(self, how: str) -> None:
        """Show what was left unfinished, and how it ended."""
        self._hex("unfinished: ")
        self._show(how, "")

    def _hex(self, why: str) -> None:
        if self._bytes:
            self._show(f"? {why}{self._bytes.hex(' ')}", TROUBLE)
            self._bytes.clear()


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection as abruptly as the other one ended."""
    raw = writer.get_extra_info("socket")
    if raw is not None:
        with suppress(OSError):  # it is closed already
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
