"""`pipes` over RMI: the lobby tells each client where to find an object of its own."""

import re
from secrets import token_hex

from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, ThrownError
from ludoteca.ops import log
from ludoteca.protocols.dialect import NewCallDialect
from ludoteca.protocols.pipes.calls import INPUT, LOBBY, NAME
from ludoteca.server.rmi.server import RmiServer

_PATH = re.compile(r"(?:rmi:)?//[^/]*?(?::([0-9]{1,5}))?/(.+)")
USUAL_PORT = 1099


def offer(server: RmiServer, dialect: NewCallDialect) -> None:
    """Accept clients of `pipes`."""
    endpoint = server.endpoint

    def connect(_: str, __: tuple[object, ...], origin: CallOrigin) -> dict[str, str]:
        connection = server.connect(dialect(), origin)

        async def register(_: str, arguments: tuple[object, ...], origin: CallOrigin) -> None:
            """Look up the callback object; on failure, the client may still send one at login."""
            found = _PATH.fullmatch(str(arguments[0] or ""))
            if not found or (port := int(found[1] or USUAL_PORT)) >= 1 << 16:
                return
            try:
                stub = await endpoint.lookup(origin.address, port, found[2])
                await connection.set_callback(stub._replace(host=origin.address))
            except (LostError, ThrownError) as error:
                log.debug("callback_not_found", port=port, error=str(error)[:200])

        root = token_hex(16)
        endpoint.bind(root, connection.export(INPUT, {"registerCallBack": register}))
        connection.start()
        host = endpoint.host(origin)
        address = f"[{host}]" if ":" in host else host  # the client appends a port
        return {"root": root, "address": address, "port": str(origin.port)}

    server.bind(NAME, LOBBY, connect)
