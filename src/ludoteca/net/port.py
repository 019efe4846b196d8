"""A port that listens for connections."""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ludoteca.net.silence import notice_silence
from ludoteca.ops import log

BACKLOG = 512
"""So many connections may wait to be accepted."""
NO_DESCRIPTORS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
RETRY = 0.5
"""When none can be accepted for want of descriptors, it is tried again after so many seconds."""


class Peer(NamedTuple):
    """Where a client is connected from."""

    address: str
    port: int


class Port:
    """Closed, until it is opened."""

    def __init__(self, connection: Callable[[Peer], asyncio.Protocol]) -> None:
        """`connection` makes our end of each connection."""
        self._connection = connection
        self._sockets: list[socket.socket] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._greeting: set[asyncio.Task[None]] = set()
        """Connections that were accepted and are not made yet."""

    async def open(self, host: str, port: int) -> int:
        """Listen, and say on which port."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        try:
            for family, address in dict.fromkeys((each[0], each[4]) for each in found):
                self._sockets.append(_listening(family, address))
        except OSError:
            await self.close()
            raise
        self._tasks = {loop.create_task(self._accept(each)) for each in self._sockets}
        return int(self._sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Accept no more; a connection that was just accepted is not lost half-way."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for listening in self._sockets:
            listening.close()
        if self._greeting:
            await asyncio.wait(self._greeting)

    async def _accept(self, listening: socket.socket) -> None:
        """Accept connections until the port is closed; one that fails is no reason to stop."""
        loop, complained = asyncio.get_running_loop(), False
        while True:
            try:
                raw, address = await loop.sock_accept(listening)
            except OSError as error:
                if error.errno in NO_DESCRIPTORS:
                    if not complained:
                        log.warning("descriptors_used_up", port=listening.getsockname()[1])
                    complained = True
                    await asyncio.sleep(RETRY)
                continue
            complained = False
            task = loop.create_task(self._greet(raw, Peer(*address[:2])))
            self._greeting.add(task)
            task.add_done_callback(self._greeting.discard)

    async def _greet(self, raw: socket.socket, peer: Peer) -> None:
        """Make our end of a connection."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):  # it is closed already
            await loop.connect_accepted_socket(lambda: self._connection(peer), raw)


def _listening(family: int, address: tuple[object, ...]) -> socket.socket:
    """A socket that listens; what it is told holds for the connections it accepts, too."""
    raw = socket.socket(family, socket.SOCK_STREAM)
    try:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family == socket.AF_INET6:
            raw.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        notice_silence(raw)
        raw.setblocking(False)
        raw.bind(address)
        raw.listen(BACKLOG)
    except OSError:
        raw.close()
        raise
    return raw
