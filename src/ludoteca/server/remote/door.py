"""A door for calls of remote objects; all such doors lead to one reception."""

import asyncio

from ludoteca.net.rmi import Endpoint


class RmiDoor:
    """Lets calls in."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Closed, until it is opened."""
        self._endpoint = endpoint
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Open the door, and say on which port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._endpoint.caller, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Let nobody in any more; who is there stays until the reception closes."""
        if self._server:
            self._server.close()
