"""Connections on which the objects of others are called."""

import asyncio
from collections import Counter
from typing import Any, TypeAlias, cast

from ludoteca.net.link import LostError
from ludoteca.net.rmi.exports import ThrownError
from ludoteca.wire import UnreadableError
from ludoteca.wire.javastream import Limits
from ludoteca.wire.jrmp import (
    Calling,
    Method,
    Ref,
    Returned,
    Thrown,
    acknowledgement,
    greeting,
    write_call,
)

CONNECT = 5.0
"""How many seconds a connection may take."""
IDLE = 15.0
"""How many seconds a line is kept for the next call."""
MOST_LINES = 32
"""So many calls may be under way to one address and port."""

CLOSED = "this end is closed"

Place: TypeAlias = tuple[str, int]


class Line(asyncio.Protocol):
    """One connection, one call at a time."""

    def __init__(self, limits: Limits) -> None:
        self._calling = Calling(limits)
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        self._ended: asyncio.Future[Any] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(greeting(transport.get_extra_info("sockname")[0]))

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        try:
            ended = self._calling.feed(data)
        except UnreadableError as error:
            self._transport.abort()
            self._end(error)
        else:
            if ended is not None:
                self._end(ended)

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody is there any more."""
        self._end(LostError(str(error or "")))
        self.lost.set_result(None)

    def _end(self, ended: Returned | Thrown | Exception) -> None:
        if self._ended is None or self._ended.done():
            return
        if isinstance(ended, Returned):
            if isinstance(ended.value, Ref):
                self._transport.write(acknowledgement(ended.uid))
            self._ended.set_result(ended.value)
        elif isinstance(ended, Thrown):
            self._ended.set_exception(ThrownError(*ended))
        else:
            self._ended.set_exception(ended if isinstance(ended, LostError) else LostError())

    async def call(self, id_: bytes, method: Method, arguments: tuple[Any, ...]) -> Any:
        """What a call comes to; a ThrownError if it throws, a LostError if nobody answers."""
        if self.lost.done():
            raise LostError
        self._ended = self._loop.create_future()
        self._calling.await_return(method)
        self._transport.write(write_call(id_, method, arguments))
        return await self._ended

    def local(self) -> str:
        """At which of our addresses it begins."""
        return str(self._transport.get_extra_info("sockname")[0])

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()


class Lines:
    """The lines to everybody whom we call."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._closed = False
        self._open: set[Line] = set()
        self._idle: dict[Place, list[tuple[Line, asyncio.TimerHandle]]] = {}
        """Lines that wait for their next call, and when they will have waited long enough."""
        self._under_way: Counter[Place] = Counter()

    async def open(self, host: str, port: int) -> Line:
        """A new line; a LostError if nobody is there."""
        loop = asyncio.get_running_loop()
        if self._closed:
            raise LostError(CLOSED)
        try:
            async with asyncio.timeout(CONNECT):
                _, line = await loop.create_connection(lambda: Line(self._limits), host, port)
        except (OSError, UnicodeError) as error:
            raise LostError(str(error)) from error
        if self._closed:  # by now
            line.close()
            raise LostError(CLOSED)
        self._open.add(line)
        line.lost.add_done_callback(lambda _: self._open.discard(line))
        return line

    async def call(
        self, ref: Ref, method: Method, arguments: tuple[Any, ...], patience: float | None
    ) -> Any:
        """Call an object of somebody else; a line whose call takes too long is given up."""
        place = ref.host, ref.port
        if self._under_way[place] >= MOST_LINES:
            raise LostError("too many calls at once")
        self._under_way[place] += 1
        try:
            line = self._waiting(place) or await self.open(*place)
            answer = await _answer(line, ref.id, method, arguments, patience)
        finally:
            self._under_way[place] -= 1
            if not self._under_way[place]:
                del self._under_way[place]
        self._keep(place, line)
        return answer

    def _waiting(self, place: Place) -> Line | None:
        """A line that waits for its next call."""
        while lines := self._idle.get(place):
            line, timer = lines.pop()
            timer.cancel()
            if not line.lost.done():
                return line
        self._idle.pop(place, None)
        return None

    def _keep(self, place: Place, line: Line) -> None:
        timer = asyncio.get_running_loop().call_later(IDLE, self._drop, place)
        self._idle.setdefault(place, []).append((line, timer))

    def _drop(self, place: Place) -> None:
        """The line that has waited longest has waited long enough."""
        lines = self._idle[place]
        lines.pop(0)[0].close()
        if not lines:
            del self._idle[place]

    def close(self) -> None:
        """Hang up everywhere."""
        self._closed = True
        for lines in self._idle.values():
            for _, timer in lines:
                timer.cancel()
        self._idle.clear()
        for line in list(self._open):
            line.close()


async def _answer(
    line: Line, id_: bytes, method: Method, arguments: tuple[Any, ...], patience: float | None
) -> Any:
    try:
        async with asyncio.timeout(patience):
            return await line.call(id_, method, arguments)
    except TimeoutError:
        line.close()
        raise LostError("no answer") from None
    except BaseException:  # also one that was thrown: some then hang up
        line.close()
        raise
