"""What every dialect of a connection promises: bytes and notices in, acts out.

A dialect is two halves, both without I/O. Its *speech* turns the typed words of a protocol into
requests and notices into words; its *encoding* turns words into bytes and back, both ways, so that
clients, proxies and load tools use the same words. `CodecDialect` joins the two.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk

Word = TypeVar("Word")


class Delay(NamedTuple):
    """What follows is said so many seconds later; news that come meanwhile wait behind it."""

    seconds: float
    first: bool = False
    """Whether it comes before whatever waits already, not after it."""


class Later(NamedTuple):
    """What this comes to is done so many seconds after all before it has been said."""

    seconds: float
    then: Callable[[], Iterable[Any]]


class Backlog(NamedTuple):
    """So many words wait in here for the answers to earlier ones; with too many, none is read."""

    words: int


class Disconnect(NamedTuple):
    """The connection ends once everything has been said."""


class Send(NamedTuple, Generic[Word]):
    """A word to be said to the client."""

    word: Word


class SendBytes(NamedTuple):
    """Bytes to be sent to the client."""

    data: bytes


ConversationAct: TypeAlias = AnyRequest | Send[Word] | Delay | Later | Backlog | Disconnect
Act: TypeAlias = AnyRequest | SendBytes | Delay | Later | Backlog | Disconnect


class Conversation(Protocol[Word]):
    """One protocol's manner of speaking, at the house's end of a connection."""

    pulse: float
    """How many seconds pass between two ticks; 0 is never."""
    resets: bool
    """Whether its connections end with a reset, for clients that cannot bear an orderly close.

    After a farewell it says goodbye itself, once its last word was answered.
    """

    def begin(self) -> Iterable["ConversationAct[Word]"]:
        """Somebody has connected."""
        ...

    def said(self, word: Word) -> Iterable["ConversationAct[Word]"]:
        """The client has said this."""
        ...

    def unread(self, why: str) -> Iterable["ConversationAct[Word]"]:
        """The client has said something that cannot be read."""
        ...

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterable["ConversationAct[Word]"]:
        """The house has told this."""
        ...

    def tick(self) -> Iterable["ConversationAct[Word]"]:
        """A pulse has passed."""
        ...


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
    """A protocol as a door needs it."""

    pulse: float
    resets: bool

    def begin(self) -> Iterator[Act]:
        """Somebody has connected."""
        ...

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        ...

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[Act]:
        """The house has told this."""
        ...

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        ...


class CodecDialect(Generic[Word]):
    """A dialect made of a speech and an encoding."""

    def __init__(self, speech: Conversation[Word], encoding: Codec[Word]) -> None:
        self._speech, self._encoding = speech, encoding
        self.pulse, self.resets = speech.pulse, speech.resets

    def begin(self) -> Iterator[Act]:
        """Somebody has connected."""
        return self._written(self._speech.begin())

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        for word in self._encoding.feed(data):
            if isinstance(word, UnreadableError):
                yield from self._written(self._speech.unread(str(word)))
                if word.fatal:
                    yield Disconnect()
            else:
                yield from self._written(self._speech.said(word))

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[Act]:
        """The house has told this."""
        return self._written(self._speech.hear(notice, look))

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        return self._written(self._speech.tick())

    def _written(self, acts: Iterable["ConversationAct[Word]"]) -> Iterator[Act]:
        for act in acts:
            if isinstance(act, Send):
                yield SendBytes(self._encoding.write(act.word))
            elif isinstance(act, Later):
                yield Later(act.seconds, partial(self._later, act))
            else:
                yield act

    def _later(self, act: Later) -> Iterator[Act]:
        return self._written(act.then())
