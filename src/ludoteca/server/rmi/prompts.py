"""`prompts` in calls: a client gives an object, and is asked by calling it."""

import asyncio
from secrets import randbelow
from typing import Any

from ludoteca.messages import origin_of
from ludoteca.net.rmi import CallOrigin
from ludoteca.protocols.dialect import Invoke, NewCallDialect
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.prompts.calls import CLIENT, NAME, SERVER
from ludoteca.server.rmi.connection import RmiConnection
from ludoteca.server.rmi.server import RmiServer

HIGHEST = (1 << 31) - 1
SILENCE = 8.0
"""A client that has asked whether its connection is over, and stops asking for so long, is gone."""


def offer(server: RmiServer, dialect: NewCallDialect, silence: float = SILENCE) -> None:
    """Accept clients of `prompts`."""
    server.bind(NAME, SERVER, NumberedConnections(server, dialect, silence).handle)


class NumberedConnections:
    """The connections of all clients, by the numbers that they were told."""

    def __init__(self, server: RmiServer, dialect: NewCallDialect, silence: float) -> None:
        self._server, self._dialect, self._silence = server, dialect, silence
        self._connections: dict[int, RmiConnection] = {}
        self._timeouts: dict[int, asyncio.TimerHandle] = {}
        """When clients that have shown that they are alive are taken for gone."""

    def handle(self, method: str, arguments: tuple[Any, ...], origin: CallOrigin) -> Any:
        """Do what a method is called for."""
        (argument,) = arguments
        return (self._connect if method == "registry" else self._is_over)(argument, origin)

    async def _connect(self, stub: Ref | None, origin: CallOrigin) -> None:
        """Tell the client its number; questions follow once this has returned."""
        connection = await self._server.connect_back(self._dialect(), origin, stub)
        number = 1 + randbelow(HIGHEST)  # 0 is that of clients that were told none
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
