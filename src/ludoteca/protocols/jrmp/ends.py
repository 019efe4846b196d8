"""Both ends of a connection: `Calling` calls objects, `Listening` is called."""

from collections.abc import Callable
from typing import TypeAlias

from ludoteca.protocols.contract import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.javastream import HEADER, StreamLimits
from ludoteca.protocols.javastream.codes import Code
from ludoteca.protocols.jrmp import calls
from ludoteca.protocols.jrmp.methods import Method
from ludoteca.protocols.jrmp.thrown import UNMARSHAL, Thrown
from ludoteca.protocols.utf import encode_utf

LONGEST_HOST = 255

# The end that calls

_SHORT_RETURN = bytes((calls.Op.RETURN,)) + HEADER + bytes((Code.BLOCK,))
"""How an answer begins whose head is in one short block, as Java writes it."""


def greeting(host: str) -> bytes:
    """The first bytes of a connection; nothing can be called at its own end of it."""
    name = encode_utf(host)
    endpoint = len(name).to_bytes(2, "big") + name + bytes(4)
    return calls.MAGIC + calls.VERSION + bytes((calls.ConnectionMode.STREAM,)) + endpoint


def acknowledgement(uid: bytes) -> bytes:
    """The bytes that say that the objects in an answer have arrived."""
    return bytes((calls.Op.DGC_ACK,)) + uid


class Calling:
    """One connection: one call after the other, each awaits its answer."""

    def __init__(self, limits: StreamLimits = calls.LIMITS) -> None:
        self._limits = limits
        self._queue = b""
        self._greeted = False
        self._method: Method | None = None
        self._gathering: calls.Gathering[calls.Returned | Thrown] | None = None

    def await_return(self, method: Method) -> None:
        """A call of this method has been sent."""
        self._method = method

    def feed(self, data: bytes) -> calls.Returned | Thrown | None:
        """How the call has ended, once these bytes tell; an UnreadableError if they cannot."""
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
        """An answer that has come whole and is plain, as most are."""
        queue, begin = self._queue, len(_SHORT_RETURN) + 1
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
        """Whether the other end has agreed, and said from where it sees us."""
        if self._queue and self._queue[0] != calls.Op.ACCEPTED:
            raise UnreadableError("Whoever is there does not speak of remote objects.", fatal=True)
        size = int.from_bytes(self._queue[1:3], "big")
        if size > LONGEST_HOST:
            raise UnreadableError("Whoever is there has a strange name for us.", fatal=True)
        if len(self._queue) < 3 + size + 4:
            return False
        self._queue = self._queue[3 + size + 4 :]
        self._greeted = True
        return True


# The end that is called

GREETING = calls.MAGIC + calls.VERSION
_SHORT_CALL = bytes((calls.Op.CALL,)) + HEADER + bytes((Code.BLOCK,))
"""How a call begins whose head is in one short block, as Java writes it."""

Item: TypeAlias = calls.Call | SendBytes | Disconnect | None


class Listening:
    """One connection: bytes are fed, and what they say is taken one by one."""

    def __init__(
        self, peer: tuple[str, int], find: calls.Find, limits: StreamLimits = calls.LIMITS
    ) -> None:
        self._peer, self._find, self._limits = peer, find, limits
        self._queue, self._at = b"", 0
        """What has come, and how much of it has been read."""
        self._next: Callable[[], Item] = self._greeting
        self._gathering: calls.Gathering[calls.Call] | None = None

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
            case calls.ConnectionMode.STREAM:
                self._next = self._endpoint
                host, port = encode_utf(self._peer[0]), self._peer[1]
                ack = bytes((calls.Op.ACCEPTED,)) + len(host).to_bytes(2, "big") + host
                return SendBytes(ack + port.to_bytes(4, "big"))
            case calls.ConnectionMode.SINGLE:
                self._next = self._message
                return self._message()
            case _:
                self._next = self._part
                return SendBytes(bytes((calls.Op.NOT_SUPPORTED,)))

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
            if self._gathering or self._queue[self._at] == calls.Op.CALL:
                return self._call()
            if self._queue[self._at] == calls.Op.PING:
                self._at += 1
                return SendBytes(bytes((calls.Op.PING_ACK,)))
            if self._queue[self._at] != calls.Op.DGC_ACK:
                return self._part()
            if self._left() < 1 + calls.UID:
                return None
            self._at += 1 + calls.UID
        return None

    def _part(self) -> Disconnect:
        """Nothing that comes now can be read."""
        self._next, self._gathering, self._queue, self._at = self._part, None, b"", 0
        return Disconnect()

    def _call(self) -> calls.Call | SendBytes | None:
        try:
            return self._short_call() or self._gathered()
        except calls.UnanswerableError as error:
            thrown = error.thrown
        except UnreadableError as error:
            thrown = Thrown(UNMARSHAL, str(error))
        self._part()
        return SendBytes(calls.write_exception(thrown, bytes(calls.UID)))

    def _gathered(self) -> calls.Call | None:
        if self._gathering is None:
            self._gathering = calls.Gathering(calls.reading_call(self._find), self._limits)
            self._at += 1
        call = self._gathering.feed(self._queue[self._at :])
        self._queue, self._at = self._gathering.rest, 0
        if call:
            self._gathering = None
        return call

    def _short_call(self) -> calls.Call | None:
        """A call that has come whole and is plain, as most are."""
        queue, begin = self._queue, self._at + len(_SHORT_CALL) + 1
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
