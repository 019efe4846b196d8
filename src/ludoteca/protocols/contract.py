"""What a protocol provides: a conversation and a codec, both without I/O.

The *conversation* turns the typed words of a protocol into requests and notices into words; the
*codec* turns words into bytes and back, at either end, so that clients, proxies and load tools use
the same words. `dialect.Dialect` joins the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk

Word = TypeVar("Word")
Word_co = TypeVar("Word_co", covariant=True)


class Delay(NamedTuple):
    """What follows is sent so many seconds later; news that come meanwhile wait behind it."""

    seconds: float
    first: bool = False
    """Whether it comes before whatever waits already, not after it."""


class Later(NamedTuple):
    """What this comes to is done so many seconds after all before it has been sent."""

    seconds: float
    then: Callable[[], Iterable[Any]]


class Backlog(NamedTuple):
    """So many words wait for the answers to earlier ones; with too many, nothing more is read."""

    words: int


class Disconnect(NamedTuple):
    """The connection ends once everything has been sent."""


class Send(NamedTuple, Generic[Word_co]):
    """A word to be sent to the client."""

    word: Word_co


class SendBytes(NamedTuple):
    """Bytes to be sent to the client."""

    data: bytes


ConversationAct: TypeAlias = AnyRequest | Send[Word] | Delay | Later | Backlog | Disconnect


class Conversation(ABC, Generic[Word]):
    """One protocol's order of things, at the server's end of one connection."""

    pulse: float = 0.0
    """How many seconds pass between two ticks; 0 is never."""
    resets: bool = False
    """Whether its connections end with a reset, for clients that cannot bear an orderly close.

    After a farewell it disconnects by itself, once its last word was answered.
    """
    cannot_undo: bool = False
    """Whether its client cannot show that a move is taken back."""

    def begin(self) -> Iterable["ConversationAct[Word]"]:
        """The client has connected."""
        return ()

    def opened(self, encoding: str) -> None:
        """The client's first byte has told which of several encodings it uses."""

    def arrived(self) -> None:
        """Bytes have come, whether or not they complete a word."""

    @abstractmethod
    def receive(self, word: Word) -> Iterable["ConversationAct[Word]"]:
        """The client has sent this."""

    @abstractmethod
    def reject(self, why: str) -> Iterable["ConversationAct[Word]"]:
        """The client has sent something that cannot be read."""

    @abstractmethod
    def hear(self, notice: Notice, view: ViewThunk | None) -> Iterable["ConversationAct[Word]"]:
        """The hall has told this; news of a table come with what the player sees of it now."""

    def tick(self) -> Iterable["ConversationAct[Word]"]:
        """A pulse has passed."""
        return ()


class UnreadableError(ValueError):
    """Bytes that are no word; after a fatal one nothing that follows can be read either."""

    def __init__(self, why: str, *, fatal: bool = False) -> None:
        super().__init__(why)
        self.fatal = fatal


class Codec(Protocol[Word]):
    """Words as bytes, at either end of a connection."""

    def feed(self, data: bytes, /) -> Iterable[Word | UnreadableError]:
        """The words that these bytes complete."""
        ...

    def write(self, word: Word, /) -> bytes:
        """The bytes that say this word."""
        ...
