"""Where programs that call remote objects come in: a name in the registry for each protocol."""

from typing import Any

from ludoteca.hall import House
from ludoteca.net.rmi import Answering, Endpoint, ThrownError, Where
from ludoteca.ops import Metrics
from ludoteca.server.connection import ConnectionContext, close_all
from ludoteca.server.rmi.connection import RmiConnection
from ludoteca.wire.call_dialect import CallDialect
from ludoteca.wire.jrmp import SERVER, Interface, Ref

MOST_GUESTS = 200
"""So many visits may come from one address."""


class RmiServer:
    """The endpoint of the house, and everybody who came in by it."""

    def __init__(self, house: House, metrics: Metrics, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._context = ConnectionContext("rmi", house, metrics, set())

    def offer(self, name: str, interface: Interface, answer: Answering) -> None:
        """An object for everybody, under a name of the registry."""
        self.endpoint.bind(name, self.endpoint.export(interface, answer))

    def welcome(self, talk: CallDialect[Any], where: Where) -> RmiConnection:
        """Somebody who begins to speak."""
        count = sum(guest.address == where.address for guest in self._context.connections)
        if count >= MOST_GUESTS:
            raise ThrownError(SERVER, "There are too many visits from your address.")
        return RmiConnection(talk, self._context, self.endpoint, where)

    async def meet(self, talk: CallDialect[Any], where: Where, stub: Ref | None) -> RmiConnection:
        """Somebody who can be called back; whoever cannot be is turned away."""
        guest = self.welcome(talk, where)
        try:
            await guest.meet(stub)
        except ThrownError:
            guest.abort()
            raise
        return guest

    async def close(self) -> None:
        """Say goodbye to everybody and hang up."""
        await close_all(self._context.connections)
        await self.endpoint.close()
