"""Dialects: conversations combined with codecs for bytes or for remote calls.

Over remote calls, the client calls methods on the server, and the server calls methods on the
client.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk
from ludoteca.protocols.contract import (
    Backlog,
    Conversation,
    ConversationAct,
    Delay,
    Disconnect,
    Later,
    Send,
    SendBytes,
    UnreadableError,
)
from ludoteca.protocols.jrmp import Method

Word = TypeVar("Word")
Received = TypeVar("Received")
Received_contra = TypeVar("Received_contra", contravariant=True)

TIMEOUT = 20.0
"""Seconds a client may take to return from a call."""


class Invoke(NamedTuple):
    """Calls a method on the client, after all earlier calls have returned."""

    method: Method
    arguments: tuple[object, ...] = ()
    timeout: float | None = TIMEOUT
    """Time limit for the call in seconds; None if it waits for a person."""
    concurrent: bool = False
    """Whether this call neither waits for other calls nor delays them."""
    last: bool = False
    """Whether the connection closes after this call, without awaiting earlier calls."""


class Answer(NamedTuple):
    """The result of the client's oldest pending call."""

    value: object


class ClientCall(NamedTuple):
    """A method call by the client."""

    method: str
    arguments: tuple[object, ...]


class ClientReturn(NamedTuple):
    """The value that a call to the client returned; None if the call threw an exception."""

    invoke: Invoke
    value: object


RemoteCall: TypeAlias = ClientCall | ClientReturn
Act: TypeAlias = AnyRequest | SendBytes | Invoke | Answer | Delay | Later | Backlog | Disconnect


class CallCodec(ABC, Generic[Word]):
    """Server-side codec for messages as remote calls."""

    def feed(self, call: RemoteCall, /) -> Iterable[Word | UnreadableError]:
        """Decode a client's call or return value into messages."""
        if isinstance(call, ClientCall):
            return self.read_call(*call)
        return self.read_return(*call)

    @abstractmethod
    def read_call(
        self, method: str, arguments: tuple[object, ...]
    ) -> Iterable[Word | UnreadableError]:
        """Decode a client's call into messages."""

    def read_return(self, invoke: Invoke, value: object) -> Iterable[Word | UnreadableError]:
        """Decode a client's return value into messages; None means that the call threw."""
        return ()

    @abstractmethod
    def write(self, word: Word, /) -> Iterable[Invoke | Answer]:
        """Encode a message as calls to the client, or as the answer to the client's own call."""


class AnyCodec(Protocol[Word, Received_contra]):
    """A `Codec` or a `CallCodec`, which differ in input and output types."""

    def feed(self, received: Received_contra, /) -> Iterable[Word | UnreadableError]:
        """Return the messages that this input completes."""
        ...

    def write(self, word: Word, /) -> bytes | Iterable[Invoke | Answer]: ...


class Dialect(Generic[Received]):
    """One protocol at one connection: turns bytes or calls, and notices, into acts.

    The methods are generators, so that errors are raised where the connection handles them: while
    it executes the acts.
    """

    def __init__(self, conversation: Conversation[Word], codec: AnyCodec[Word, Received]) -> None:
        # Any: only the conversation and the codec depend on their common message type.
        self._conversation: Conversation[Any] = conversation
        self._codec: AnyCodec[Any, Received] = codec
        self.pulse = conversation.pulse
        self.resets = conversation.resets

    @property
    def cannot_undo(self) -> bool:
        """Whether the client cannot display that a move was taken back."""
        return self._conversation.cannot_undo

    def begin(self) -> Iterator[Act]:
        yield from self._encoded(self._conversation.begin())

    def receive(self, received: Received) -> Iterator[Act]:
        """Handle bytes, a call or a return value from the client."""
        for word in self._codec.feed(received):
            if isinstance(word, UnreadableError):
                yield from self._encoded(self._conversation.reject(str(word)))
                if word.fatal:
                    yield Disconnect()
            else:
                yield from self._encoded(self._conversation.receive(word))

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[Act]:
        yield from self._encoded(self._conversation.hear(notice, look))

    def tick(self) -> Iterator[Act]:
        yield from self._encoded(self._conversation.tick())

    def _encoded(self, acts: Iterable[ConversationAct[Any]]) -> list[Act]:
        """Return the acts, with each message encoded as bytes or calls."""
        encoded: list[Act] = []
        for act in acts:
            if isinstance(act, Send):
                output = self._codec.write(act.word)
                if isinstance(output, bytes):
                    encoded.append(SendBytes(output))
                else:
                    encoded += output
            elif isinstance(act, Later):
                encoded.append(Later(act.seconds, partial(self._later, act)))
            else:
                encoded.append(act)
        return encoded

    def _later(self, act: Later) -> Iterator[Act]:
        yield from self._encoded(act.then())


NewCallDialect: TypeAlias = Callable[[], Dialect[RemoteCall]]


class ServedDialect(NamedTuple):
    """Factories with which a server creates dialects for connections over TCP and remote calls."""

    new_dialect: Callable[[], Dialect[bytes]]
    new_call_dialect: NewCallDialect | None = None
