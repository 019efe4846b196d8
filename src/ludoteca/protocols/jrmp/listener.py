"""The end of a connection that is called."""

from collections.abc import Callable
from typing import TypeAlias

from ludoteca.protocols.dialect import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.javastream import HEADER, StreamLimits
from ludoteca.protocols.javastream.codes import Code
from ludoteca.protocols.jrmp.calls import (
    HEAD,
    LIMITS,
    MAGIC,
    UID,
    VERSION,
    Call,
    ConnectionMode,
    Find,
    Gathering,
    Op,
    UnanswerableError,
    read_plain,
    reading_call,
    write_exception,
)
from ludoteca.protocols.jrmp.thrown import UNMARSHAL, Thrown
from ludoteca.protocols.utf import encode_utf

LONGEST_HOST = 255
GREETING = MAGIC + VERSION
_SHORT = bytes((Op.CALL,)) + HEADER + bytes((Code.BLOCK,))
"""How a call begins whose head is in one short block, as Java writes it."""

Item: TypeAlias = Call | SendBytes | Disconnect | None


class Listening:
    """One connection: bytes are fed, and what they say is taken one by one."""

    def __init__(self, peer: tuple[str, int], find: Find, limits: StreamLimits = LIMITS) -> None:
        self._peer, self._find, self._limits = peer, find, limits
        self._queue, self._at = b"", 0
        """What has come, and how much of it has been read."""
        self._next: Callable[[], Item] = self._greeting
        self._gathering: Gathering[Call] | None = None

    def feed(self, data: bytes) -> None:
        """These bytes have come."""
        self._queue, self._at = self._queue[self._at :] + data, 0

    def next(self) -> Item:
        """The next call, or what is to be sent or done before it; None if more has to come."""
        return self._next()

    def unfinished(self) -> bool:
        """Whether something has begun and not ended."""
        return bool(self._left() or self._gathering) or self._next != self._message

    def _left(self) -> int:
        return len(self._queue) - self._at

    # The handshake

    def _greeting(self) -> Item:
        head = self._queue[: len(GREETING)]
        if not GREETING.startswith(head):
            return self._part()
        if self._left() <= len(GREETING):
            return None
        self._at = len(GREETING) + 1
        match self._queue[len(GREETING)]:
            case ConnectionMode.STREAM:
                self._next = self._endpoint
                host, port = encode_utf(self._peer[0]), self._peer[1]
                ack = bytes((Op.ACCEPTED,)) + len(host).to_bytes(2, "big") + host
                return SendBytes(ack + port.to_bytes(4, "big"))
            case ConnectionMode.SINGLE:
                self._next = self._message
                return self._message()
            case _:
                self._next = self._part
                return SendBytes(bytes((Op.NOT_SUPPORTED,)))

    def _endpoint(self) -> Item:
        """What the client calls itself is of no interest: it is known from where it calls."""
        size = int.from_bytes(self._queue[self._at : self._at + 2], "big")
        if size > LONGEST_HOST:
            return self._part()
        if self._left() < 2 + size + 4:
            return None
        self._at += 2 + size + 4
        self._next = self._message
        return self._message()

    # Messages

    def _message(self) -> Item:
        while self._gathering or self._left():
            if self._gathering or self._queue[self._at] == Op.CALL:
                return self._call()
            if self._queue[self._at] == Op.PING:
                self._at += 1
                return SendBytes(bytes((Op.PING_ACK,)))
            if self._queue[self._at] != Op.DGC_ACK:
                return self._part()
            if self._left() < 1 + UID:
                return None
            self._at += 1 + UID
        return None

    def _part(self) -> Disconnect:
        """Nothing that comes now can be read."""
        self._next, self._gathering, self._queue, self._at = self._part, None, b"", 0
        return Disconnect()

    def _call(self) -> Call | SendBytes | None:
        try:
            return self._short_call() or self._gathered()
        except UnanswerableError as error:
            thrown = error.thrown
        except UnreadableError as error:
            thrown = Thrown(UNMARSHAL, str(error))
        self._part()
        return SendBytes(write_exception(thrown, bytes(UID)))

    def _gathered(self) -> Call | None:
        if self._gathering is None:
            self._gathering = Gathering(reading_call(self._find), self._limits)
            self._at += 1
        call = self._gathering.feed(self._queue[self._at :])
        self._queue, self._at = self._gathering.rest, 0
        if call:
            self._gathering = None
        return call

    def _short_call(self) -> Call | None:
        """A call that has come whole and is plain, as most are."""
        queue, begin = self._queue, self._at + len(_SHORT) + 1
        arguments = begin + HEAD.size
        if self._gathering or not queue.startswith(_SHORT, self._at) or len(queue) < arguments:
            return None
        end = begin + queue[begin - 1]
        if end < arguments:
            return None
        target, op, hash_ = HEAD.unpack_from(queue, begin)
        method = self._find(target, op, hash_)
        if isinstance(method, Thrown):
            raise UnanswerableError(method)
        found = read_plain(queue, arguments, end, method.parameters)
        if found is None:
            return None
        things, self._at = found
        return Call(target, method, tuple(things))
