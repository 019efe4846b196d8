"""`ludoteca wiretap`: a proxy that shows what clients and a server say to each other, in words."""

import asyncio
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TextIO

from ludoteca.app.complaint import Complaint
from ludoteca.clients.draw import colours
from ludoteca.games import resolve
from ludoteca.wire import Codec, UnreadableError
from ludoteca.wire.dialects import DIALECTS
from ludoteca.wire.encodings import Encoding, ends_of

CLIENT, SERVER, TROUBLE = "\x1b[36m", "\x1b[32m", "\x1b[31m"
RESET = "\x1b[0m"
CHUNK = 65536

Show = Callable[[str, str], None]
"""Shows a line in a colour."""


def wiretap(port: int, host: str, dialect: str, listen: int) -> None:
    """Pass everything on between clients and the server at this port, and show it."""
    if dialect not in DIALECTS:
        raise Complaint(f"there is no dialect '{dialect}' (there is {', '.join(DIALECTS)})")
    tap = Wiretap(host, port, resolve(DIALECTS[dialect].encodings), printer(sys.stdout))
    asyncio.run(tap.run(listen))


def printer(stream: TextIO) -> Show:
    """Shows lines on a stream, in colour if it is a terminal."""
    painted = colours(stream)

    def show(line: str, colour: str) -> None:
        print(f"{colour}{line}{RESET}" if painted and colour else line, file=stream, flush=True)

    return show


class Wiretap:
    """Listens in: bytes pass unchanged, words are shown one a line."""

    def __init__(self, host: str, port: int, encodings: Sequence[Encoding], show: Show) -> None:
        self._host, self._port, self._encodings, self._show = host, port, encodings, show
        self._count, self._began = 0, time.monotonic()
        self._broken: asyncio.Future[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, listen: int) -> None:
        """Listen until interrupted, or until nothing reads what is shown."""
        self._broken = asyncio.get_running_loop().create_future()
        try:
            server = await asyncio.start_server(self._connected, "127.0.0.1", listen)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            raise Complaint(f"cannot listen at 127.0.0.1: {why} (--listen {listen})") from None
        port = server.sockets[0].getsockname()[1]
        self._say(f"listening at 127.0.0.1 {port}, for {self._host} {self._port}", "")
        try:
            await self._broken
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._count += 1
        task = asyncio.create_task(self._join(f"c{self._count}", reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Join a client with the server until both have said everything."""
        try:
            answers, server = await asyncio.open_connection(self._host, self._port)
        except OSError as error:
            self._line(name, "--", f"the server cannot be reached: {error}", TROUBLE)
            _reset(writer)
            return
        self._line(name, "--", "connected", "")
        ends = ends_of(self._encodings)
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
            _reset(writer)

    def _printer(self, name: str, arrow: str, colour: str) -> Show:
        def show(text: str, other: str) -> None:
            self._line(name, arrow, text, other or colour)

        return show

    def _line(self, name: str, arrow: str, text: str, colour: str) -> None:
        self._say(f"{time.monotonic() - self._began:9.3f} {name} {arrow} {text}", colour)

    def _say(self, line: str, colour: str) -> None:
        try:
            self._show(line, colour)
        except BrokenPipeError as error:
            if self._broken and not self._broken.done():
                self._broken.set_exception(error)


class WordPrinter:
    """Shows one direction: words as they are, and what is no word as bytes."""

    def __init__(self, encoding: Codec[Any], show: Show) -> None:
        self._encoding, self._show = encoding, show
        self._bytes = bytearray()
        self._unreadable = False

    def feed(self, data: bytes) -> None:
        """Show the words that these bytes complete; byte by byte, to know which are whose."""
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


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection as abruptly as the other one ended."""
    raw = writer.get_extra_info("socket")
    if raw is not None:
        with suppress(OSError):  # it is closed already
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
