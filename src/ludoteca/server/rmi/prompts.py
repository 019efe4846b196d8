"""`prompts` in calls: who gives an object to be called back is asked by calling it."""

import asyncio
from collections.abc import Callable
from secrets import randbelow
from typing import Any

from ludoteca.net.rmi import Where
from ludoteca.server.rmi.connection import RmiConnection
from ludoteca.server.rmi.server import RmiServer
from ludoteca.wire.call_dialect import CallDialect, Invoke
from ludoteca.wire.jrmp import Ref
from ludoteca.wire.prompts.calls import remote_prompts
from ludoteca.wire.prompts.interfaces import CLIENT, NAME, SERVER

HIGHEST = (1 << 31) - 1
SILENCE = 8.0
"""Who has asked whether their visit is over, and for so many seconds does not, is gone."""


class Visits:
    """Everybody who has come, by the numbers that they were told."""

    def __init__(
        self, reception: RmiServer, talk: Callable[[], CallDialect[Any]], silence: float
    ) -> None:
        self._reception, self._talk, self._silence = reception, talk, silence
        self._guests: dict[int, RmiConnection] = {}
        self._signs: dict[int, asyncio.TimerHandle] = {}
        """Who has shown that they are alive, and until when that is believed."""

    def answer(self, method: str, arguments: tuple[Any, ...], where: Where) -> Any:
        """Do what is called."""
        (argument,) = arguments
        return (self._begin if method == "registry" else self._is_over)(argument, where)

    async def _begin(self, stub: Ref | None, where: Where) -> None:
        """Tell them their number; questions follow once this has returned."""
        guest = await self._reception.meet(self._talk(), where, stub)
        number = 1 + randbelow(HIGHEST)  # 0 is that of clients who were told none
        self._guests[number] = guest
        guest.gone.add_done_callback(lambda _: self._forget(number))
        await guest.invoke(Invoke(CLIENT["setId"], (number,)))
        guest.start()

    def _is_over(self, number: int, where: Where) -> bool:
        guest = self._guests.get(number)
        if guest is None or guest.address != where.address:
            return True
        self._forget_sign(number)
        loop = asyncio.get_running_loop()
        self._signs[number] = loop.call_later(self._silence, guest.abort)
        return False

    def _forget(self, number: int) -> None:
        del self._guests[number]
        self._forget_sign(number)

    def _forget_sign(self, number: int) -> None:
        if sign := self._signs.pop(number, None):
            sign.cancel()


def offer_prompts(
    reception: RmiServer,
    talk: Callable[[], CallDialect[Any]] | None = None,
    silence: float = SILENCE,
) -> None:
    """Let clients of `prompts` in."""
    visits = Visits(reception, talk or remote_prompts(), silence)
    reception.offer(NAME, SERVER, visits.answer)
