"""The interface of a protocol: a conversation and a codec, both without I/O.

The *conversation* translates typed protocol messages ("words") to requests, and notices to
messages. The *codec* translates messages to bytes and back on both sides of a connection, so that
clients, proxies and load tools share one implementation. `dialect.Dialect` combines the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk

Word = TypeVar("Word")
Word_co = TypeVar("Word_co", covariant=True)


class Delay(NamedTuple):
    """Delays everything sent after it; notices that arrive during the delay wait too."""

    seconds: float
    first: bool = False
    """Whether the delay precedes pending output instead of following it."""


class Later(NamedTuple):
    """Runs `then` this many seconds after all earlier output was sent."""

    seconds: float
    then: Callable[[], Iterable[Any]]


class Backlog(NamedTuple):
    """Number of queued client messages. Above a limit, the connection stops reading."""

    words: int


class Disconnect(NamedTuple):
    """Closes the connection once all pending output has been sent."""


class Send(NamedTuple, Generic[Word_co]):
    """Sends a message to the client."""

    word: Word_co


class SendBytes(NamedTuple):
    """Sends bytes to the client."""

    data: bytes


ConversationAct: TypeAlias = AnyRequest | Send[Word] | Delay | Later | Backlog | Disconnect


class Conversation(ABC, Generic[Word]):
    """The server side of one connection: the order and meaning of a protocol's messages."""

    pulse: float = 0.0
    """Seconds between ticks; 0 disables them."""
    resets: bool = False
    """Whether connections end with a TCP reset, for clients that fail on an orderly close.

    If so, the conversation itself disconnects after a `Farewell`, once the client has answered the
    last message.
    """
    cannot_undo: bool = False
    """Whether the client cannot display that a move was taken back."""

    def begin(self) -> Iterable["ConversationAct[Word]"]:
        """Handle a new connection."""
        return ()

    def opened(self, encoding: str) -> None:
        """Handle the encoding detected from the client's first byte."""

    def arrived(self) -> None:
        """Handle the arrival of bytes, whether or not they complete a message."""

    @abstractmethod
    def receive(self, word: Word) -> Iterable["ConversationAct[Word]"]:
        """Handle a message from the client."""

    @abstractmethod
    def reject(self, why: str) -> Iterable["ConversationAct[Word]"]:
        """Handle input that cannot be decoded."""

    @abstractmethod
    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterable["ConversationAct[Word]"]:
        """Handle a notice; `look` computes the player's current view of the table concerned."""

    def tick(self) -> Iterable["ConversationAct[Word]"]:
        """Handle a tick, which occurs every `pulse` seconds."""
        return ()


class UnreadableError(ValueError):
    """Input that cannot be decoded. After a fatal error, later input cannot be decoded either."""

    def __init__(self, why: str, *, fatal: bool = False) -> None:
        super().__init__(why)
        self.fatal = fatal


class Codec(Protocol[Word]):
    """Encodes and decodes messages on one side of a connection."""

    def feed(self, data: bytes, /) -> Iterable[Word | UnreadableError]:
        """Return the messages that these bytes complete."""
        ...

    def write(self, word: Word, /) -> bytes: ...
