"""`requests` in calls: everybody gets a handler to call, and names an object to be called back."""

from collections.abc import Callable
from typing import Any

from ludoteca.net.rmi import Export, Where
from ludoteca.server.remote.reception import Reception
from ludoteca.wire.remote import SpokenInCalls
from ludoteca.wire.requests.interfaces import HANDLER, LISTENER, NAME
from ludoteca.wire.requests.remote import remote_requests


def offer_requests(
    reception: Reception, talk: Callable[[], SpokenInCalls[Any]] = remote_requests
) -> None:
    """Let clients of `requests` in."""

    def get_handler(_: str, __: tuple[Any, ...], where: Where) -> Export:
        guest = reception.welcome(talk(), where)
        guest.start()
        return guest.offer(HANDLER)

    reception.offer(NAME, LISTENER, get_handler)
