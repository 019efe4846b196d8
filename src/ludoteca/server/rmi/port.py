"""A door for calls of remote objects; all such doors lead to one reception."""

from ludoteca.net import Port
from ludoteca.net.rmi import Endpoint


class RmiPort:
    """Lets calls in."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._port = Port(endpoint.caller)

    async def open(self, host: str, port: int) -> int:
        """Open the door, and say on which port."""
        return await self._port.open(host, port)

    async def close(self) -> None:
        """Let nobody in any more; who is there stays until the reception closes."""
        await self._port.close()
