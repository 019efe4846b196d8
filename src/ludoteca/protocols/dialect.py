"""A dialect: a conversation joined with a codec that says its words in bytes or in calls.

In calls, a client calls what it says, and what it hears is called at its end.
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
"""How many seconds a client may take to return from a call."""


class Invoke(NamedTuple):
    """Call a method at the client, once all earlier calls have returned."""

    method: Method
    arguments: tuple[Any, ...] = ()
    timeout: float | None = TIMEOUT
    """How many seconds it may take; None if a person is asked, who may take their time."""
    apart: bool = False
    """Whether it waits for no other call, and no other for it."""
    last: bool = False
    """Whether nothing is awaited after it: not even what was called before and has not returned."""


class Answer(NamedTuple):
    """What the client's oldest open call comes to."""

    value: Any


class ClientCall(NamedTuple):
    """The client has called a method."""

    method: str
    arguments: tuple[Any, ...]


class ClientReturn(NamedTuple):
    """The client has returned a value from a call; None if it threw."""

    invoke: Invoke
    value: Any


RemoteCall: TypeAlias = ClientCall | ClientReturn
Act: TypeAlias = AnyRequest | SendBytes | Invoke | Answer | Delay | Later | Backlog | Disconnect


class CallCodec(ABC, Generic[Word]):
    """Words as calls, at the server's end."""

    def feed(self, call: RemoteCall, /) -> Iterable[Word | UnreadableError]:
        """The words that a client says by calling a method, or by returning from one."""
        if isinstance(call, ClientCall):
            return self.read_call(*call)
        return self.read_return(*call)

    @abstractmethod
    def read_call(
        self, method: str, arguments: tuple[Any, ...]
    ) -> Iterable[Word | UnreadableError]:
        """The words that a call of the client says."""

    def read_return(self, invoke: Invoke, value: Any) -> Iterable[Word | UnreadableError]:
        """The words that the client says by returning this from a call; None if it threw."""
        return ()

    @abstractmethod
    def write(self, word: Word, /) -> Iterable[Invoke | Answer]:
        """The calls that say a word, or the answer that it is."""


class AnyCodec(Protocol[Word, Received_contra]):
    """A `Codec` or a `CallCodec`: they differ in what comes in and what goes out."""

    def feed(self, received: Received_contra, /) -> Iterable[Word | UnreadableError]:
        """The words that this completes."""
        ...

    def write(self, word: Word, /) -> bytes | Iterable[Invoke | Answer]:
        """What says this word."""
        ...


class Dialect(Generic[Received]):
    """A protocol as a connection needs it: bytes or calls and notices in, acts out.

    Its methods are generators, so that an error is raised where the connection expects it: while
    the acts are carried out.
    """

    def __init__(self, conversation: Conversation[Word], codec: AnyCodec[Word, Received]) -> None:
        self._conversation: Conversation[Any] = conversation
        self._codec: AnyCodec[Any, Received] = codec
        self.pulse = conversation.pulse
        self.resets = conversation.resets

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        return self._conversation.cannot_undo

    def begin(self) -> Iterator[Act]:
        """The client has connected."""
        yield from self._written(self._conversation.begin())

    def receive(self, received: Received) -> Iterator[Act]:
        """The client has sent these bytes, has called this, or has returned it."""
        for word in self._codec.feed(received):
            if isinstance(word, UnreadableError):
                yield from self._written(self._conversation.reject(str(word)))
                if word.fatal:
                    yield Disconnect()
            else:
                yield from self._written(self._conversation.receive(word))

    def hear(self, notice: Notice, view: ViewThunk | None) -> Iterator[Act]:
        """The hall has told this."""
        yield from self._written(self._conversation.hear(notice, view))

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        yield from self._written(self._conversation.tick())

    def _written(self, acts: Iterable[ConversationAct[Any]]) -> list[Act]:
        """The same acts, with words as bytes or calls."""
        written: list[Act] = []
        for act in acts:
            if isinstance(act, Send):
                said = self._codec.write(act.word)
                if isinstance(said, bytes):
                    written.append(SendBytes(said))
                else:
                    written += said
            elif isinstance(act, Later):
                written.append(Later(act.seconds, partial(self._later, act)))
            else:
                written.append(act)
        return written

    def _later(self, act: Later) -> Iterator[Act]:
        yield from self._written(act.then())


class ServedDialect(NamedTuple):
    """What a server needs of a dialect: one for each connection, over TCP and in calls."""

    new_dialect: Callable[[], Dialect[bytes]]
    new_call_dialect: Callable[[], Dialect[RemoteCall]] | None = None
