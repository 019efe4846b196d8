"""A server without sockets that answers its clients' requests one after the other."""

from collections import deque
from typing import Any

from ludoteca.messages import AnyRequest
from tests.core.local import LocalServer


class Settling:
    """A server, and the requests that it has not answered yet, with their clients."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server
        self.asked: deque[tuple[Any, AnyRequest]] = deque()

    async def settle(self) -> None:
        """Wait until the server has answered everything."""
        while self.asked:
            client, request = self.asked.popleft()
            await self.server.dispatcher.handle(client, request)

    async def wait(self, seconds: float) -> None:
        await self.server.wait(seconds)
        await self.settle()
