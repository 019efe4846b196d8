"""`prompts` over RMI: the server asks questions by calling an object of the client."""

import asyncio
from secrets import randbelow

from ludoteca.messages import origin_of
from ludoteca.net.rmi import CallOrigin
from ludoteca.protocols.dialect import Invoke, NewCallDialect
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.prompts.calls import CLIENT, NAME, SERVER
from ludoteca.server.rmi.connection import RmiConnection
from ludoteca.server.rmi.server import RmiServer

HIGHEST = (1 << 31) - 1
SILENCE = 8.0
"""Seconds without a poll after which a client that polls its connection is considered gone."""


def offer(server: RmiServer, dialect: NewCallDialect, silence: float = SILENCE) -> None:
    """Accept clients of `prompts`."""
    server.bind(NAME, SERVER, NumberedConnections(server, dialect, silence).handle)


class NumberedConnections:
    """Connections of all clients, by the numbers assigned to them."""

    def __init__(self, server: RmiServer, dialect: NewCallDialect, silence: float) -> None:
        self._server = server
        self._dialect = dialect
        self._silence = silence
        self._connections: dict[int, RmiConnection] = {}
        self._timeouts: dict[int, asyncio.TimerHandle] = {}
        """Timeouts of clients that poll their connection."""

    def handle(self, method: str, arguments: tuple[object, ...], origin: CallOrigin) -> object:
        """Dispatch a call of a client."""
        (argument,) = arguments
        if method == "registry":
            assert isinstance(argument, Ref | None)
            return self._connect(argument, origin)
        assert isinstance(argument, int)
        return self._is_over(argument, origin)

    async def _connect(self, stub: Ref | None, origin: CallOrigin) -> None:
        """Assign the client its number; questions follow once this call has returned."""
        connection = await self._server.connect_back(self._dialect(), origin, stub)
        number = 1 + randbelow(HIGHEST)  # 0 means that a client has no number yet
        self._connections[number] = connection
        connection.gone().add_done_callback(lambda _: self._forget(number))
        await connection.invoke(Invoke(CLIENT["setId"], (number,)))
        connection.start()

    def _is_over(self, number: int, origin: CallOrigin) -> bool:
        connection = self._connections.get(number)
        if connection is None or connection.address != origin_of(origin.address):
            return True
        self._cancel_timeout(number)
        loop = asyncio.get_running_loop()
        self._timeouts[number] = loop.call_later(self._silence, connection.abort)
        return False

    def _forget(self, number: int) -> None:
        del self._connections[number]
        self._cancel_timeout(number)

    def _cancel_timeout(self, number: int) -> None:
        if timeout := self._timeouts.pop(number, None):
            timeout.cancel()
