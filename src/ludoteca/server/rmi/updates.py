"""`updates` over RMI: each client passes a callback object, and gets an object to call."""

from ludoteca.net.rmi import CallOrigin, Export
from ludoteca.protocols.dialect import NewCallDialect
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.updates.calls import ESTABLISHMENT, NAME, SERVER
from ludoteca.server.rmi.server import RmiServer


def offer(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `updates`."""

    async def init(_: str, arguments: tuple[object, ...], origin: CallOrigin) -> Export:
        (stub,) = arguments
        assert isinstance(stub, Ref | None)
        connection = await server.connect_back(dialect(), origin, stub)
        connection.start()
        return connection.export(SERVER)

    server.bind(NAME, ESTABLISHMENT, init)
