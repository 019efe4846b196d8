"""`updates` in calls: who gives an object to be called back gets one to call."""

from collections.abc import Callable
from typing import Any

from ludoteca.net.rmi import Export, Where
from ludoteca.server.rmi.server import RmiServer
from ludoteca.wire.call_dialect import CallDialect
from ludoteca.wire.updates.calls import remote_updates
from ludoteca.wire.updates.interfaces import ESTABLISHMENT, NAME, SERVER


def offer_updates(
    reception: RmiServer, talk: Callable[[], CallDialect[Any]] = remote_updates
) -> None:
    """Let clients of `updates` in."""

    async def init(_: str, arguments: tuple[Any, ...], where: Where) -> Export:
        (stub,) = arguments
        guest = await reception.meet(talk(), where, stub)
        guest.start()
        return guest.offer(SERVER)

    reception.offer(NAME, ESTABLISHMENT, init)
