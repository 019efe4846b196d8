"""Dialects in calls: a client calls what it says, and what it hears is called at its end.

The conversation is the same as in bytes; a `CallCodec` turns its words into calls.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk
from ludoteca.protocols.dialect import (
    Backlog,
    Conversation,
    ConversationAct,
    Delay,
    Dialect,
    Disconnect,
    Later,
    Send,
    UnreadableError,
)
from ludoteca.protocols.jrmp import Method

Word = TypeVar("Word")

PATIENCE = 20.0
"""How many seconds a client may take to return from a call."""


class Invoke(NamedTuple):
    """Call a method at the client, once all earlier calls have returned."""

    method: Method
    arguments: tuple[Any, ...] = ()
    absence_policy: float | None = PATIENCE
    """How many seconds it may take; None if a person is asked, who may take their time."""
    apart: bool = False
    """Whether it waits for no other call, and no other for it."""
    last: bool = False
    """Whether nothing is awaited after it: not even what was called before and has not returned."""


class Answer(NamedTuple):
    """What the client's oldest open call comes to."""

    value: Any


RemoteAct: TypeAlias = AnyRequest | Invoke | Answer | Delay | Later | Backlog | Disconnect


class CallCodec(ABC, Generic[Word]):
    """Words as calls, at the server's end."""

    @abstractmethod
    def read_call(
        self, method: str, arguments: tuple[Any, ...]
    ) -> Iterable[Word | UnreadableError]:
        """The words that a call of the client says."""

    @abstractmethod
    def write(self, word: Word) -> Iterable[Invoke | Answer]:
        """The calls that say a word, or the answer that it is."""

    def read_return(self, invoke: Invoke, value: Any) -> Iterable[Word | UnreadableError]:  # noqa: ARG002 - most say nothing by it
        """The words that the client says by returning this from a call; None if it threw."""
        return ()


class CallDialect(Generic[Word]):
    """A dialect made of a conversation and a call codec."""

    def __init__(self, conversation: Conversation[Word], codec: CallCodec[Word]) -> None:
        self._conversation, self._codec = conversation, codec
        self.pulse, self.resets = conversation.pulse, conversation.resets

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        return self._conversation.cannot_undo

    def begin(self) -> Iterator[RemoteAct]:
        """The client has connected."""
        return self._called(self._conversation.begin())

    def called(self, method: str, arguments: tuple[Any, ...]) -> Iterator[RemoteAct]:
        """The client has called this."""
        return self._received(self._codec.read_call(method, arguments))

    def returned(self, invoke: Invoke, value: Any) -> Iterator[RemoteAct]:
        """The client has returned this from a call."""
        return self._received(self._codec.read_return(invoke, value))

    def hear(self, notice: Notice, view: ViewThunk | None) -> Iterator[RemoteAct]:
        """The hall has told this."""
        return self._called(self._conversation.hear(notice, view))

    def tick(self) -> Iterator[RemoteAct]:
        """A pulse has passed."""
        return self._called(self._conversation.tick())

    def _received(self, words: Iterable[Word | UnreadableError]) -> Iterator[RemoteAct]:
        for word in words:
            if isinstance(word, UnreadableError):
                yield from self._called(self._conversation.reject(str(word)))
            else:
                yield from self._called(self._conversation.receive(word))

    def _called(self, acts: "Iterable[ConversationAct[Word]]") -> Iterator[RemoteAct]:
        for act in acts:
            if isinstance(act, Send):
                yield from self._codec.write(act.word)
            elif isinstance(act, Later):
                yield Later(act.seconds, partial(self._later, act))
            else:
                yield act

    def _later(self, act: Later) -> Iterator[RemoteAct]:
        return self._called(act.then())


NewCallDialect: TypeAlias = Callable[[], CallDialect[Any]]
"""Makes the dialect of one connection."""


class ServedDialect(NamedTuple):
    """What a server needs of a dialect: one for each connection, over TCP and in calls."""

    new_dialect: Callable[[], Dialect]
    new_call_dialect: NewCallDialect | None = None
