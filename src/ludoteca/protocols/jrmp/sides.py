"""Both sides of a connection: `Calling` calls remote objects, `Listening` receives calls."""

from collections.abc import Callable
from typing import TypeAlias

from ludoteca.protocols.contract import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.javastream import HEADER, StreamLimits
from ludoteca.protocols.javastream.values import Code, encode_utf
from ludoteca.protocols.jrmp import calls
from ludoteca.protocols.jrmp.objects import UNMARSHAL, Method, Thrown

LONGEST_HOST = 255

# The calling side

_SHORT_RETURN = bytes((calls.Op.RETURN,)) + HEADER + bytes((Code.BLOCK,))
"""Prefix of an answer whose head is in one short block, as Java writes it."""


def greeting(host: str) -> bytes:
    """Return the first bytes to send. They name no port, because this endpoint accepts no calls."""
    name = encode_utf(host)
    endpoint = len(name).to_bytes(2, "big") + name + bytes(4)
    return calls.MAGIC + calls.VERSION + bytes((calls.ConnectionMode.STREAM,)) + endpoint


def acknowledgement(uid: bytes) -> bytes:
    """Acknowledge the remote references in an answer."""
    return bytes((calls.Op.DGC_ACK,)) + uid


class Calling:
    """The calling side of a connection, which awaits the answer to one call at a time."""

    def __init__(self, limits: StreamLimits = calls.LIMITS) -> None:
        self._limits = limits
        self._queue = b""
        self._greeted = False
        self._method: Method | None = None
        self._gathering: calls.Gathering[calls.Returned | Thrown] | None = None

    def await_return(self, method: Method) -> None:
        """Expect the answer to a call to this method."""
        self._method = method

    def feed(self, data: bytes) -> calls.Returned | Thrown | None:
        """Return the outcome of the call once it is complete.

        Raise UnreadableError if the answer is invalid.
        """
        self._queue += data
        if (not self._greeted and not self._read_greeting()) or not self._queue:
            return None
        if self._method is None:
            raise UnreadableError("An answer comes without a call.", fatal=True)
        ended = self._short_return(self._method) or self._gathered(self._method)
        if ended:
            self._gathering = self._method = None
        return ended

    def _gathered(self, method: Method) -> calls.Returned | Thrown | None:
        if self._gathering is None:
            if self._queue[0] != calls.Op.RETURN:
                raise UnreadableError(f"No answer begins with {self._queue[0]:#04x}.", fatal=True)
            self._gathering = calls.Gathering(calls.reading_return(method), self._limits)
            self._queue = self._queue[1:]
        ended = self._gathering.feed(self._queue)
        self._queue = self._gathering.rest
        return ended

    def _short_return(self, method: Method) -> calls.Returned | None:
        """Read an answer on the fast path. Return None if the answer is incomplete or not plain."""
        queue = self._queue
        begin = len(_SHORT_RETURN) + 1
        value = begin + 1 + calls.UID
        if self._gathering or not queue.startswith(_SHORT_RETURN) or len(queue) < value:
            return None
        kinds = () if method.result is None else (method.result,)
        found = calls.read_plain(queue, value, begin + queue[begin - 1], kinds)
        if found is None or queue[begin] != calls.ReturnCode.NORMAL:
            return None
        things, end = found
        self._queue = queue[end:]
        return calls.Returned(things[0] if things else None, queue[begin + 1 : value])

    def _read_greeting(self) -> bool:
        """Read the peer's acknowledgement; return whether it is complete."""
        if self._queue and self._queue[0] != calls.Op.ACCEPTED:
            raise UnreadableError("The other end does not use Java RMI.", fatal=True)
        size = int.from_bytes(self._queue[1:3], "big")
        if size > LONGEST_HOST:
            raise UnreadableError("The other end sent an invalid address.", fatal=True)
        if len(self._queue) < 3 + size + 4:
            return False
        self._queue = self._queue[3 + size + 4 :]
        self._greeted = True
        return True


# The listening side

GREETING = calls.MAGIC + calls.VERSION
_SHORT_CALL = bytes((calls.Op.CALL,)) + HEADER + bytes((Code.BLOCK,))
"""Prefix of a call whose head is in one short block, as Java writes it."""

Item: TypeAlias = calls.Call | SendBytes | Disconnect | None


class Listening:
    """The listening side of a connection, which decodes bytes into calls."""

    def __init__(
        self, peer: tuple[str, int], find: calls.Find, limits: StreamLimits = calls.LIMITS
    ) -> None:
        self._peer = peer
        self._find = find
        self._limits = limits
        self._queue = b""
        self._at = 0
        """Number of bytes of the queue already read."""
        self._next: Callable[[], Item] = self._greeting
        self._gathering: calls.Gathering[calls.Call] | None = None

    def feed(self, data: bytes) -> None:
        self._queue = self._queue[self._at :] + data
        self._at = 0

    def next(self) -> Item:
        """Return the next call or the next act of the connection; None if more bytes are needed."""
        return self._next()

    def unfinished(self) -> bool:
        """Return whether a message or the handshake is incomplete."""
        return bool(self._left() or self._gathering) or self._next != self._message

    def _left(self) -> int:
        return len(self._queue) - self._at

    # The handshake

    def _greeting(self) -> Item:
        head = self._queue[: len(GREETING)]
        if not GREETING.startswith(head):
            return self._abort()
        if self._left() <= len(GREETING):
            return None
        self._at = len(GREETING) + 1
        match self._queue[len(GREETING)]:
            case calls.ConnectionMode.STREAM:
                self._next = self._endpoint
                host = encode_utf(self._peer[0])
                port = self._peer[1]
                ack = bytes((calls.Op.ACCEPTED,)) + len(host).to_bytes(2, "big") + host
                return SendBytes(ack + port.to_bytes(4, "big"))
            case calls.ConnectionMode.SINGLE:
                self._next = self._message
                return self._message()
            case _:
                self._next = self._abort
                return SendBytes(bytes((calls.Op.NOT_SUPPORTED,)))

    def _endpoint(self) -> Item:
        """Skip the client's endpoint: its address is known from the connection."""
        size = int.from_bytes(self._queue[self._at : self._at + 2], "big")
        if size > LONGEST_HOST:
            return self._abort()
        if self._left() < 2 + size + 4:
            return None
        self._at += 2 + size + 4
        self._next = self._message
        return self._message()

    # Messages

    def _message(self) -> Item:
        while self._gathering or self._left():
            if self._gathering or self._queue[self._at] == calls.Op.CALL:
                return self._call()
            if self._queue[self._at] == calls.Op.PING:
                self._at += 1
                return SendBytes(bytes((calls.Op.PING_ACK,)))
            if self._queue[self._at] != calls.Op.DGC_ACK:
                return self._abort()
            if self._left() < 1 + calls.UID:
                return None
            self._at += 1 + calls.UID
        return None

    def _abort(self) -> Disconnect:
        """Disconnect. Discard all further input, because it cannot be decoded."""
        self._next = self._abort
        self._gathering = None
        self._queue = b""
        self._at = 0
        return Disconnect()

    def _call(self) -> calls.Call | SendBytes | None:
        try:
            return self._short_call() or self._gathered()
        except calls.UnanswerableError as error:
            thrown = error.thrown
        except UnreadableError as error:
            thrown = Thrown(UNMARSHAL, str(error))
        self._abort()
        return SendBytes(calls.write_exception(thrown, bytes(calls.UID)))

    def _gathered(self) -> calls.Call | None:
        if self._gathering is None:
            self._gathering = calls.Gathering(calls.reading_call(self._find), self._limits)
            self._at += 1
        call = self._gathering.feed(self._queue[self._at :])
        self._queue = self._gathering.rest
        self._at = 0
        if call:
            self._gathering = None
        return call

    def _short_call(self) -> calls.Call | None:
        """Read a call on the fast path. Return None if the call is incomplete or not plain."""
        queue = self._queue
        begin = self._at + len(_SHORT_CALL) + 1
        arguments = begin + calls.HEAD.size
        if self._gathering or not queue.startswith(_SHORT_CALL, self._at) or len(queue) < arguments:
            return None
        end = begin + queue[begin - 1]
        if end < arguments:
            return None
        target, op, hash_ = calls.HEAD.unpack_from(queue, begin)
        method = self._find(target, op, hash_)
        if isinstance(method, Thrown):
            raise calls.UnanswerableError(method)
        found = calls.read_plain(queue, arguments, end, method.parameters)
        if found is None:
            return None
        things, self._at = found
        return calls.Call(target, method, tuple(things))
