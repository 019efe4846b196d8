"""The RMI server: a registry entry for each protocol, and the connections of their clients."""

from ludoteca.core import Dispatcher
from ludoteca.messages import origin_of
from ludoteca.net.admission import MOST_FROM_ONE
from ludoteca.net.rmi import CallHandler, CallOrigin, Endpoint, ThrownError
from ludoteca.ops import Metrics
from ludoteca.protocols.dialect import Dialect, RemoteCall
from ludoteca.protocols.jrmp import SERVER, Interface, Ref
from ludoteca.server.connection import ConnectionContext, close_all
from ludoteca.server.login_deadline import LoginDeadline
from ludoteca.server.rmi.connection import RmiConnection


class RmiServer:
    """The server's endpoint, and the connections of all clients that call it."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        metrics: Metrics,
        endpoint: Endpoint,
        deadline: LoginDeadline | None = None,
        most: int = MOST_FROM_ONE,
    ) -> None:
        """Accept at most `most` connections from one address."""
        self.endpoint = endpoint
        self._most = most
        self._context = ConnectionContext("rmi", dispatcher, metrics, set(), deadline)

    def bind(self, name: str, interface: Interface, handle: CallHandler) -> None:
        """Export an object to all clients under a name in the registry."""
        self.endpoint.bind(name, self.endpoint.export(interface, handle))

    def connect(self, dialect: Dialect[RemoteCall], origin: CallOrigin) -> RmiConnection:
        """Return a connection for a client that called, unless its address has too many."""
        connections = self._context.connections
        address = origin_of(origin.address)
        if sum(each.address == address for each in connections) >= self._most:
            raise ThrownError(SERVER, "There are too many visits from your address.")
        return RmiConnection(dialect, self._context, self.endpoint, origin)

    async def connect_back(
        self, dialect: Dialect[RemoteCall], origin: CallOrigin, stub: Ref | None
    ) -> RmiConnection:
        """Return a connection with a callback object; refuse it if the object cannot be called."""
        connection = self.connect(dialect, origin)
        try:
            await connection.set_callback(stub)
        except ThrownError:
            connection.abort()
            raise
        return connection

    async def close(self) -> None:
        """Send every client a farewell and close."""
        await close_all(self._context.connections)
        await self.endpoint.close()
