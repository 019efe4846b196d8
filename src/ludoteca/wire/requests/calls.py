"""Words as calls: one method says anything, and one at the client tells it anything.

A client returns from being told only when its person has answered, so no call waits for another;
what has to be told first is followed by a gap.
"""

from collections.abc import Iterable
from typing import Any

from ludoteca.wire.call_dialect import Answer, CallCodec, CallDialect, Invoke
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.requests.conversation import CALLED, PING, RequestsConversation
from ludoteca.wire.requests.interfaces import CLIENT
from ludoteca.wire.requests.scripts import Quirks
from ludoteca.wire.requests.words import LoginRequest, PongMessage, RequestsWord

_TELL = CLIENT["receiveMessage"]


class RequestsCallCodec(CallCodec[RequestsWord]):
    """Words as calls, at the house's end."""

    def __init__(self) -> None:
        self._ready = False
        """Whether the client can be called: until it has asked to come in, it would fail."""

    def read_call(
        self, method: str, arguments: tuple[Any, ...]
    ) -> Iterable[RequestsWord | UnreadableError]:
        """Words are said by one method, and by another that somebody is there."""
        if method == "testConnection":
            return (PongMessage(),)
        if method != "receiveMessage":
            return ()
        self._ready = self._ready or isinstance(arguments[0], LoginRequest)
        return arguments

    def write(self, word: RequestsWord) -> Iterable[Invoke | Answer]:
        """Every word is told by itself, for as long as its reader likes."""
        if self._ready:
            yield Invoke(_TELL, (word,), patience=None, apart=True)


def remote_requests(deployed: Quirks = CALLED, ping: float = PING) -> CallDialect[RequestsWord]:
    """The dialect in calls, for one client; only deployed ones call."""
    return CallDialect(RequestsConversation(deployed, ping, deployed), RequestsCallCodec())
