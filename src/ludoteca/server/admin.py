"""The local socket for `ludoteca admin`: one request and one answer per line, as JSON.

Only the user who runs the server can connect: the socket has mode 0600.
"""

import asyncio
import errno
import os
import pwd
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from ludoteca.core import Dispatcher
from ludoteca.games import Refusal
from ludoteca.messages import Refused
from ludoteca.server.operator_api import answer_operator

LONGEST_LINE = 64 * 1024
LAST_ANSWER = 2.0
"""Seconds to wait for unfinished answers when the server stops."""
LONGEST_PATH = 100
"""Length in bytes above which a path may not fit into a socket address."""


class AdminSocket:
    """Listens for requests from the operator on this machine."""

    def __init__(self, dispatcher: Dispatcher, path: Path) -> None:
        self._dispatcher = dispatcher
        self._path = path
        self._server: asyncio.Server | None = None
        self._clients: set[asyncio.StreamWriter] = set()
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen; replace a socket left behind by a server that was killed."""
        with short_path(self._path) as path:
            if self._path.is_socket() and _answers(path):
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            # Setting the mode after creation would leave a moment in which other users could
            # connect.
            before = os.umask(0o177)
            try:
                self._server = await asyncio.start_unix_server(
                    self._serve, path, limit=LONGEST_LINE
                )
            finally:
                os.umask(before)

    async def close(self) -> None:
        """Close and remove the socket, after answering the request that stopped the server."""
        if self._server is None:
            return
        self._server.close()
        if self._answering:
            await asyncio.wait(self._answering, timeout=LAST_ANSWER)
        for client in list(self._clients):
            client.close()
        with suppress(OSError):
            self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        by = f"{_user(writer.get_extra_info('socket'))} (local)"
        try:
            while line := await reader.readline():
                answering = asyncio.create_task(self._answer(by, line, writer))
                self._answering.add(answering)
                answering.add_done_callback(self._answering.discard)
                await answering
        except (ValueError, ConnectionError):  # the line is too long, or the client is gone
            pass
        finally:
            self._clients.discard(writer)
            writer.close()

    async def _answer(self, by: str, line: bytes, writer: asyncio.StreamWriter) -> None:
        answer = await answer_operator(self._dispatcher, by, line)
        if isinstance(answer, Refusal):
            answer = msgspec.json.encode(Refused(answer.code, answer.detail))
        writer.write(answer + b"\n")
        await writer.drain()


@contextmanager
def short_path(path: Path) -> Iterator[str]:
    """Yield the path or, if it is too long for a socket address, a shorter equivalent."""
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _answers(path: str) -> bool:
    """Return whether a server listens on the socket at this path."""
    with socket.socket(socket.AF_UNIX) as there:
        return there.connect_ex(path) == 0


def _user(client: socket.socket) -> str:
    """Return the name of the connected user, or the user ID if the user has no name."""
    if not hasattr(socket, "SO_PEERCRED"):
        return "operator"
    size = struct.calcsize("3i")
    _, uid, _ = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
