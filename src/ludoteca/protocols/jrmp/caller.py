"""The end of a connection that calls."""

from ludoteca.protocols.dialect import UnreadableError
from ludoteca.protocols.javastream import HEADER, StreamLimits
from ludoteca.protocols.javastream.codes import Code
from ludoteca.protocols.jrmp.calls import (
    LIMITS,
    MAGIC,
    UID,
    VERSION,
    ConnectionMode,
    Gathering,
    Op,
    ReturnCode,
    Returned,
    read_plain,
    reading_return,
)
from ludoteca.protocols.jrmp.methods import Method
from ludoteca.protocols.jrmp.thrown import Thrown
from ludoteca.protocols.utf import encode_utf

LONGEST_HOST = 255
_SHORT = bytes((Op.RETURN,)) + HEADER + bytes((Code.BLOCK,))
"""How an answer begins whose head is in one short block, as Java writes it."""


def greeting(host: str) -> bytes:
    """The first bytes of a connection; nothing can be called at its own end of it."""
    name = encode_utf(host)
    endpoint = len(name).to_bytes(2, "big") + name + bytes(4)
    return MAGIC + VERSION + bytes((ConnectionMode.STREAM,)) + endpoint


def acknowledgement(uid: bytes) -> bytes:
    """The bytes that say that the objects in an answer have arrived."""
    return bytes((Op.DGC_ACK,)) + uid


class Calling:
    """One connection: one call after the other, each awaits its answer."""

    def __init__(self, limits: StreamLimits = LIMITS) -> None:
        self._limits = limits
        self._queue = b""
        self._greeted = False
        self._method: Method | None = None
        self._gathering: Gathering[Returned | Thrown] | None = None

    def await_return(self, method: Method) -> None:
        """A call of this method has been sent."""
        self._method = method

    def feed(self, data: bytes) -> Returned | Thrown | None:
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

    def _gathered(self, method: Method) -> Returned | Thrown | None:
        if self._gathering is None:
            if self._queue[0] != Op.RETURN:
                raise UnreadableError(f"No answer begins with {self._queue[0]:#04x}.", fatal=True)
            self._gathering = Gathering(reading_return(method), self._limits)
            self._queue = self._queue[1:]
        ended = self._gathering.feed(self._queue)
        self._queue = self._gathering.rest
        return ended

    def _short_return(self, method: Method) -> Returned | None:
        """An answer that has come whole and is plain, as most are."""
        queue, begin = self._queue, len(_SHORT) + 1
        value = begin + 1 + UID
        if self._gathering or not queue.startswith(_SHORT) or len(queue) < value:
            return None
        kinds = () if method.result is None else (method.result,)
        found = read_plain(queue, value, begin + queue[begin - 1], kinds)
        if found is None or queue[begin] != ReturnCode.NORMAL:
            return None
        things, end = found
        self._queue = queue[end:]
        return Returned(things[0] if things else None, queue[begin + 1 : value])

    def _read_greeting(self) -> bool:
        """Whether the other end has agreed, and said from where it sees us."""
        if self._queue and self._queue[0] != Op.ACCEPTED:
            raise UnreadableError("Whoever is there does not speak of remote objects.", fatal=True)
        size = int.from_bytes(self._queue[1:3], "big")
        if size > LONGEST_HOST:
            raise UnreadableError("Whoever is there has a strange name for us.", fatal=True)
        if len(self._queue) < 3 + size + 4:
            return False
        self._queue = self._queue[3 + size + 4 :]
        self._greeted = True
        return True
