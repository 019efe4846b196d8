"""What every dialect promises: bytes and notices in, acts out.

A dialect is two halves, both without I/O. Its *conversation* turns the typed words of a protocol
into requests and notices into words; its *codec* turns words into bytes and back, at either end, so
that clients, proxies and load tools use the same words. `CodecDialect` joins the two.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk

Word = TypeVar("Word")


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


class Send(NamedTuple, Generic[Word]):
    """A word to be sent to the client."""

    word: Word


class SendBytes(NamedTuple):
    """Bytes to be sent to the client."""

    data: bytes


ConversationAct: TypeAlias = AnyRequest | Send[Word] | Delay | Later | Backlog | Disconnect
Act: TypeAlias = AnyRequest | SendBytes | Delay | Later | Backlog | Disconnect


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

    def feed(self, data: bytes) -> Iterator[Word | UnreadableError]:
        """The words that these bytes complete."""
        ...

    def write(self, word: Word) -> bytes:
        """The bytes that say this word."""
        ...


class Dialect(Protocol):
    """A protocol as a connection needs it."""

    pulse: float
    resets: bool

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        ...

    def begin(self) -> Iterator[Act]:
        """The client has connected."""
        ...

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        ...

    def hear(self, notice: Notice, view: ViewThunk | None) -> Iterator[Act]:
        """The hall has told this."""
        ...

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        ...


class CodecDialect(Generic[Word]):
    """A dialect made of a conversation and a codec."""

    def __init__(self, conversation: Conversation[Word], codec: Codec[Word] | None) -> None:
        """Without a codec nothing is sent."""
        self._conversation, self._codec = conversation, codec
        self.pulse, self.resets = conversation.pulse, conversation.resets

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        return self._conversation.cannot_undo

    def begin(self) -> Iterator[Act]:
        """The client has connected."""
        return self._written(self._conversation.begin())

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        self._conversation.arrived()
        for word in self._codec.feed(data) if self._codec else ():
            if isinstance(word, UnreadableError):
                yield from self._written(self._conversation.reject(str(word)))
                if word.fatal:
                    yield Disconnect()
            else:
                yield from self._written(self._conversation.receive(word))

    def hear(self, notice: Notice, view: ViewThunk | None) -> Iterator[Act]:
        """The hall has told this."""
        return self._written(self._conversation.hear(notice, view))

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        return self._written(self._conversation.tick())

    def _written(self, acts: Iterable["ConversationAct[Word]"]) -> Iterator[Act]:
        for act in acts:
            if isinstance(act, Send):
                if self._codec:
                    yield SendBytes(self._codec.write(act.word))
            elif isinstance(act, Later):
                yield Later(act.seconds, partial(self._later, act))
            else:
                yield act

    def _later(self, act: Later) -> Iterator[Act]:
        return self._written(act.then())
