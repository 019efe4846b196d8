"""`ludoteca wiretap`: a proxy that decodes and shows the traffic between clients and a server.

- `web`: HTTP and WebSocket messages; `rmi`: Java RMI calls
"""

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
from typing import TextIO

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.wiretap.web import WebSide, web_sides
from ludoteca.games import load
from ludoteca.protocols import Codec, UnreadableError
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.encodings import Sides, sides_of
from ludoteca.ui.draw import colours

CLIENT, SERVER, TROUBLE = "\x1b[36m", "\x1b[32m", "\x1b[31m"
RESET = "\x1b[0m"
CHUNK = 65536
HERE = "127.0.0.1"
"""Host on which the wiretap listens."""
WEB, RMI = "web", "rmi"
"""Protocols that are not dialects."""

Show = Callable[[str, str], None]
"""Prints a line in a colour."""
Join = Callable[[str, asyncio.StreamReader, asyncio.StreamWriter], "Coroutine[object, None, None]"]
"""Connects a client's connection, identified by its name, to its peer."""


def wiretap(port: int, host: str, dialect: str, listen: int) -> None:
    """Forward and print everything between clients and the server at this port."""
    asyncio.run(tap_of(dialect, host, port, printer(sys.stdout)).run(listen))


def tap_of(dialect: str, host: str, port: int, show: Show) -> "Proxy":
    """Return the wiretap for a dialect, for the web port or for RMI."""
    if dialect == RMI:
        from ludoteca.cli.wiretap.rmi import RmiWiretap

        return RmiWiretap(host, port, show)
    if dialect == WEB:
        return Wiretap(host, port, web_sides, show)
    if dialect not in DIALECTS:
        there = ", ".join((*DIALECTS, WEB, RMI))
        raise Complaint(f"there is no dialect '{dialect}' (dialects: {there})")
    encodings = load(DIALECTS[dialect].encodings)
    return Wiretap(host, port, lambda: sides_of(encodings), show)


def printer(stream: TextIO) -> Show:
    """Return a function that prints lines, in colour if the stream is a terminal."""
    painted = colours(stream)

    def show(line: str, colour: str) -> None:
        print(f"{colour}{line}{RESET}" if painted and colour else line, file=stream, flush=True)

    return show


class Proxy(ABC):
    """Connects clients to a server, and prints a line for every event."""

    def __init__(self, host: str, port: int, show: Show) -> None:
        self._host = host
        self._port = port
        self._show = show
        self._count = 0
        self._began = time.monotonic()
        self.port = 0
        self.servers: list[asyncio.Server] = []
        self._broken: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, listen: int) -> None:
        """Listen until interrupted or until nobody reads the output."""
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
        """Give a new connection a name and connect it to its peer."""
        self._count += 1
        task = asyncio.create_task(join(f"c{self._count}", reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @abstractmethod
    async def join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forward both directions until both are closed."""

    def line(self, name: str, arrow: str, text: str, colour: str) -> None:
        """Print a line about a connection."""
        self._say(f"{time.monotonic() - self._began:9.3f} {name} {arrow} {text}", colour)

    def _say(self, line: str, colour: str) -> None:
        try:
            self._show(line, colour)
        except BrokenPipeError as error:
            if self._broken and not self._broken.done():
                self._broken.set_exception(error)


class Wiretap(Proxy):
    """Forwards bytes unchanged and prints one message per line."""

    def __init__(self, host: str, port: int, sides: Callable[[], Sides], show: Show) -> None:
        """Prepare a wiretap; `sides` returns the decoders for both directions of a connection."""
        super().__init__(host, port, show)
        self._sides = sides

    async def join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Forward both directions until both are closed."""
        try:
            answers, server = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            self.line(name, "--", f"the server cannot be reached: {error}", TROUBLE)
            reset(writer)
            return
        self.line(name, "--", "connected", "")
        sides = self._sides()
        try:
            await asyncio.gather(
                self._pass(
                    reader, server, WordPrinter(sides.server, self._printer(name, "->", CLIENT))
                ),
                self._pass(
                    answers, writer, WordPrinter(sides.client, self._printer(name, "<-", SERVER))
                ),
            )
        finally:
            writer.close()
            server.close()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, printer: "WordPrinter"
    ) -> None:
        """Forward data in one direction; at its end, close or reset the other side likewise."""
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
    """Prints one direction of a connection: messages decoded, other data as hex."""

    def __init__(self, encoding: Codec[object], show: Show) -> None:
        self._encoding = encoding
        self._show = show
        self._bytes = bytearray()
        self._unreadable = False

    def feed(self, data: bytes) -> None:
        """Print the messages that this data completes."""
        if isinstance(self._encoding, WebSide) and not self._unreadable:
            self._words(data)  # mostly pages and pictures, which are only measured
            return
        for byte in data:  # one byte at a time, to find where each message ends
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
        """Print unfinished data and how the connection ended."""
        self._hex("unfinished: ")
        self._show(how, "")

    def _hex(self, why: str) -> None:
        if self._bytes:
            self._show(f"? {why}{self._bytes.hex(' ')}", TROUBLE)
            self._bytes.clear()


def reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a reset instead of an orderly shutdown."""
    raw = writer.get_extra_info("socket")
    if raw is not None:
        with suppress(OSError):  # already closed
            # With a linger time of 0, closing the socket sends a reset.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
