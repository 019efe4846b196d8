"""A port of ours, to which others connect."""

import asyncio
from collections.abc import Callable

TURNS = 2
"""So many turns of the loop lie between hearing somebody and meeting them."""


class Port:
    """Closed, until it is opened."""

    def __init__(self, met: Callable[[], asyncio.Protocol]) -> None:
        """`met` makes our end for everybody who connects."""
        self._met = met
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Open it, and say which it is."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._met, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Let nobody more in; whoever is just being let in is in, and not lost half-way."""
        if self._server is None:
            return
        loop = asyncio.get_running_loop()
        for socket in self._server.sockets:
            loop.remove_reader(socket.fileno())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._server.close()
