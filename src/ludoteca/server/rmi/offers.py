"""RMI entry points of each protocol, where clients and server exchange remote objects."""

import asyncio
import re
from secrets import randbelow, token_hex

from ludoteca.messages import origin_of
from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, Export, ThrownError
from ludoteca.ops import log
from ludoteca.protocols.dialect import Invoke, NewCallDialect
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.pipes import calls as pipes
from ludoteca.protocols.prompts import calls as prompts
from ludoteca.protocols.requests import calls as requests
from ludoteca.protocols.updates import calls as updates
from ludoteca.server.rmi.connection import RmiConnection, RmiServer

_PATH = re.compile(r"(?:rmi:)?//[^/]*?(?::([0-9]{1,5}))?/(.+)")
USUAL_PORT = 1099
"""Port of an RMI registry."""
HIGHEST = (1 << 31) - 1
SILENCE = 8.0
"""Seconds after which a client that has stopped polling its connection is disconnected."""


def offer_pipes(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `pipes`: the lobby gives each the address of an object to call."""
    endpoint = server.endpoint

    def connect(_: str, __: tuple[object, ...], origin: CallOrigin) -> dict[str, str]:
        connection = server.connect(dialect(), origin)

        async def register(_: str, arguments: tuple[object, ...], origin: CallOrigin) -> None:
            """Look up the callback object; if that fails, the client can send one at login."""
            found = _PATH.fullmatch(str(arguments[0] or ""))
            if not found or (port := int(found[1] or USUAL_PORT)) >= 1 << 16:
                return
            try:
                stub = await endpoint.lookup(origin.address, port, found[2])
                await connection.set_callback(stub._replace(host=origin.address))
            except (LostError, ThrownError) as error:
                log.debug("callback_not_found", port=port, error=str(error)[:200])

        root = token_hex(16)
        endpoint.bind(root, connection.export(pipes.INPUT, {"registerCallBack": register}))
        connection.start()
        host = endpoint.host(origin)
        address = f"[{host}]" if ":" in host else host  # the client appends a port
        return {"root": root, "address": address, "port": str(origin.port)}

    server.bind(pipes.NAME, pipes.LOBBY, connect)


def offer_updates(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `updates`: each passes a callback object and gets an object to call."""

    async def init(_: str, arguments: tuple[object, ...], origin: CallOrigin) -> Export:
        (stub,) = arguments
        assert isinstance(stub, Ref | None)
        connection = await server.connect_back(dialect(), origin, stub)
        connection.start()
        return connection.export(updates.SERVER)

    server.bind(updates.NAME, updates.ESTABLISHMENT, init)


def offer_requests(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `requests`: each gets a handler and passes a callback object to it."""

    def get_handler(_: str, __: tuple[object, ...], origin: CallOrigin) -> Export:
        connection = server.connect(dialect(), origin)
        connection.start()
        return connection.export(requests.HANDLER)

    server.bind(requests.NAME, requests.LISTENER, get_handler)


def offer_prompts(server: RmiServer, dialect: NewCallDialect, silence: float = SILENCE) -> None:
    """Accept clients of `prompts`: the server asks questions by calling a client's object."""
    server.bind(prompts.NAME, prompts.SERVER, NumberedConnections(server, dialect, silence).handle)


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
        """Dispatch a call from a client."""
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
        await connection.invoke(Invoke(prompts.CLIENT["setId"], (number,)))
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
