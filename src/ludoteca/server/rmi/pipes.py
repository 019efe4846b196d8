"""`pipes` in calls: the lobby tells everybody where an object of their own is found."""

import re
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from ludoteca.net import LostError
from ludoteca.net.rmi import ThrownError, Where
from ludoteca.ops import log
from ludoteca.server.rmi.server import RmiServer
from ludoteca.wire.call_dialect import CallDialect
from ludoteca.wire.pipes.calls import remote_pipes
from ludoteca.wire.pipes.interfaces import INPUT, LOBBY, NAME

_PATH = re.compile(r"(?:rmi:)?//[^/]*?(?::([0-9]{1,5}))?/(.+)")
USUAL_PORT = 1099


def offer_pipes(reception: RmiServer, talk: Callable[[], CallDialect[Any]] = remote_pipes) -> None:
    """Let clients of `pipes` in."""
    endpoint = reception.endpoint

    def connect(_: str, __: tuple[Any, ...], where: Where) -> dict[str, str]:
        guest = reception.welcome(talk(), where)

        async def register(_: str, arguments: tuple[Any, ...], where: Where) -> None:
            """Whoever cannot be found there may be found by what they log in with."""
            found = _PATH.fullmatch(arguments[0] or "")
            if not found or (port := int(found[1] or USUAL_PORT)) >= 1 << 16:
                return
            try:
                stub = await endpoint.lookup(where.address, port, found[2])
                await guest.meet(stub._replace(host=where.address))
            except (LostError, ThrownError) as error:
                log.debug("callback_not_found", port=port, error=str(error)[:200])

        root = token_hex(16)
        endpoint.bind(root, guest.offer(INPUT, {"registerCallBack": register}))
        guest.start()
        host = endpoint.host(where)
        address = f"[{host}]" if ":" in host else host  # it becomes part of an address with a port
        return {"root": root, "address": address, "port": str(where.port)}

    reception.offer(NAME, LOBBY, connect)
