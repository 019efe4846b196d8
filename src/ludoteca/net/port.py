"""A port that listens for connections."""

import asyncio
from collections.abc import Callable

TURNS = 2
"""So many turns of the loop lie between accepting a connection and `connection_made`."""


class Port:
    """Closed, until it is opened."""

    def __init__(self, connection: Callable[[], asyncio.Protocol]) -> None:
        """`connection` makes our end of each connection."""
        self._connection = connection
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen, and say on which port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._connection, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Accept no more; a connection that was just accepted is not lost half-way."""
        if self._server is None:
            return
        loop = asyncio.get_running_loop()
        for socket in self._server.sockets:
            loop.remove_reader(socket.fileno())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._server.close()
