"""The RMI server: a name in the registry for each protocol, and the connections made by them."""

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
        """At most `most` connections may come from one address."""
        self.endpoint, self._most = endpoint, most
        self._context = ConnectionContext("rmi", dispatcher, metrics, set(), deadline)

    def bind(self, name: str, interface: Interface, handle: CallHandler) -> None:
        """Let every client look up an object under a name of the registry."""
        self.endpoint.bind(name, self.endpoint.export(interface, handle))

    def connect(self, dialect: Dialect[RemoteCall], origin: CallOrigin) -> RmiConnection:
        """A connection for a client that has called, unless its address has too many."""
        connections, address = self._context.connections, origin_of(origin.address)
        if sum(each.address == address for each in connections) >= self._most:
            raise ThrownError(SERVER, "There are too many visits from your address.")
        return RmiConnection(dialect, self._context, self.endpoint, origin)

    async def connect_back(
        self, dialect: Dialect[RemoteCall], origin: CallOrigin, stub: Ref | None
    ) -> RmiConnection:
        """A connection for a client that gave an object to call; it is refused if that fails."""
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
