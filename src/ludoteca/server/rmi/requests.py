"""`requests` in calls: everybody gets a handler to call, and names an object to be called back."""

from collections.abc import Callable
from typing import Any

from ludoteca.net.rmi import Export, Where
from ludoteca.server.rmi.server import RmiServer
from ludoteca.wire.call_dialect import CallDialect
from ludoteca.wire.requests.calls import remote_requests
from ludoteca.wire.requests.interfaces import HANDLER, LISTENER, NAME


def offer_requests(
    reception: RmiServer, talk: Callable[[], CallDialect[Any]] = remote_requests
) -> None:
    """Let clients of `requests` in."""

    def get_handler(_: str, __: tuple[Any, ...], where: Where) -> Export:
        guest = reception.welcome(talk(), where)
        guest.start()
        return guest.offer(HANDLER)

    reception.offer(NAME, LISTENER, get_handler)
