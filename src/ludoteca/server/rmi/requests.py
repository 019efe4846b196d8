"""`requests` over RMI: each client gets a handler to call, and names a callback object."""

from ludoteca.net.rmi import CallOrigin, Export
from ludoteca.protocols.dialect import NewCallDialect
from ludoteca.protocols.requests.calls import HANDLER, LISTENER, NAME
from ludoteca.server.rmi.server import RmiServer


def offer(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `requests`."""

    def get_handler(_: str, __: tuple[object, ...], origin: CallOrigin) -> Export:
        connection = server.connect(dialect(), origin)
        connection.start()
        return connection.export(HANDLER)

    server.bind(NAME, LISTENER, get_handler)
