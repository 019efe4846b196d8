"""The end of a connection that is called."""

from collections.abc import Callable
from typing import TypeAlias

from ludoteca.wire.dialect import Goodbye, Reply, UnreadableError
from ludoteca.wire.javastream import HEADER, Limits
from ludoteca.wire.javastream.codes import Code
from ludoteca.wire.jrmp.calls import (
    LIMITS,
    Call,
    Find,
    Gathering,
    UnanswerableError,
    reading_call,
    write_exception,
)
from ludoteca.wire.jrmp.codes import HEAD, MAGIC, UID, VERSION, Op, Way
from ludoteca.wire.jrmp.thrown import UNMARSHAL, Thrown
from ludoteca.wire.utf import encode_utf

LONGEST_HOST = 255
GREETING = MAGIC + VERSION
_SHORT = bytes((Op.CALL,)) + HEADER + bytes((Code.BLOCK,))
"""How a call begins whose arguments, as far as they are primitives, fit into one short block."""

Item: TypeAlias = Call | Reply | Goodbye | None


class Listening:
    """One connection: bytes are fed, and what they say is taken one by one."""

    def __init__(self, peer: tuple[str, int], find: Find, limits: Limits = LIMITS) -> None:
        """Somebody has connected from an address, and has not said anything."""
        self._peer, self._find, self._limits = peer, find, limits
        self._queue = b""
        self._next: Callable[[], Item] = self._greeting
        self._gathering: Gathering[Call] | None = None

    def feed(self, data: bytes) -> None:
        """These bytes have come."""
        self._queue = self._queue + data if self._queue else data

    def next(self) -> Item:
        """The next call, or what is to be sent or done before it; None if more has to come."""
        return self._next()

    def unfinished(self) -> bool:
        """Whether something has begun and not ended."""
        return bool(self._queue or self._gathering) or self._next != self._message

    # The handshake

    def _greeting(self) -> Reply | Goodbye | None:
        if not (GREETING.startswith(self._queue) or self._queue.startswith(GREETING)):
            return Goodbye()
        if len(self._queue) <= len(GREETING):
            return None
        way, self._queue = self._queue[len(GREETING)], self._queue[len(GREETING) + 1 :]
        if way == Way.STREAM:
            self._next = self._endpoint
            host, port = encode_utf(self._peer[0]), self._peer[1]
            ack = bytes((Op.ACCEPTED,)) + len(host).to_bytes(2, "big") + host
            return Reply(ack + port.to_bytes(4, "big"))
        if way == Way.SINGLE:
            self._next = self._message
            return Reply(b"")
        self._next = Goodbye
        return Reply(bytes((Op.NOT_SUPPORTED,)))

    def _endpoint(self) -> Item:
        """What the client calls itself is of no interest: it is known from where it calls."""
        size = int.from_bytes(self._queue[:2], "big")
        if size > LONGEST_HOST:
            return Goodbye()
        if len(self._queue) < 2 + size + 4:
            return None
        self._queue = self._queue[2 + size + 4 :]
        self._next = self._message
        return self._message()

    # Messages

    def _message(self) -> Item:
        while self._queue or self._gathering:
            if self._gathering or self._queue[0] == Op.CALL:
                return self._call()
            if self._queue[0] == Op.PING:
                self._queue = self._queue[1:]
                return Reply(bytes((Op.PING_ACK,)))
            if self._queue[0] != Op.DGC_ACK:
                return Goodbye()
            if len(self._queue) < 1 + UID:
                return None
            self._queue = self._queue[1 + UID :]
        return None

    def _call(self) -> Call | Reply | None:
        try:
            return self._short_call() or self._gathered()
        except UnanswerableError as error:
            thrown = error.thrown
        except UnreadableError as error:
            thrown = Thrown(UNMARSHAL, str(error))
        self._next, self._gathering, self._queue = Goodbye, None, b""
        return Reply(write_exception(thrown, bytes(UID)))

    def _gathered(self) -> Call | None:
        if self._gathering is None:
            self._gathering, self._queue = (
                Gathering(reading_call(self._find), self._limits),
                self._queue[1:],
            )
        call = self._gathering.feed(self._queue)
        self._queue = self._gathering.rest
        if call:
            self._gathering = None
        return call

    def _short_call(self) -> Call | None:
        """A call that has come whole and holds nothing but primitives: most are such."""
        queue, begin = self._queue, len(_SHORT) + 1
        if self._gathering or len(queue) < begin + HEAD.size or not queue.startswith(_SHORT):
            return None
        target, op, hash_ = HEAD.unpack_from(queue, begin)
        method = self._find(target, op, hash_)
        if isinstance(method, Thrown):
            raise UnanswerableError(method)
        packing, size = method.packing, queue[len(_SHORT)]
        end = begin + size
        if packing is None or size != HEAD.size + packing.size or len(queue) < end:
            return None
        self._queue = queue[end:]
        return Call(target, method, packing.unpack_from(queue, begin + HEAD.size))
