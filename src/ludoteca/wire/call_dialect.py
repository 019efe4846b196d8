"""Dialects in calls: a client calls what it says, and what it hears is called at its end.

The speech is the same as in bytes; a `CallCodec` says its words by calls.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Notice, ViewThunk
from ludoteca.wire.dialect import (
    Backlog,
    Conversation,
    ConversationAct,
    Delay,
    Disconnect,
    Later,
    Send,
    UnreadableError,
)
from ludoteca.wire.jrmp import Method

Word = TypeVar("Word")

PATIENCE = 20.0
"""How many seconds a client may take to return from a call."""


class Invoke(NamedTuple):
    """Call a method at the client, once all earlier calls have returned."""

    method: Method
    arguments: tuple[Any, ...] = ()
    patience: float | None = PATIENCE
    """How many seconds it may take; None if a person is asked, who may take their time."""
    apart: bool = False
    """Whether it waits for no other call, and no other for it."""
    last: bool = False
    """Whether nothing is awaited after it: not even what was called before and has not returned."""


class Answer(NamedTuple):
    """What the client's oldest open call comes to."""

    value: Any


RemoteAct: TypeAlias = AnyRequest | Invoke | Answer | Delay | Later | Backlog | Disconnect


class CallCodec(Protocol[Word]):
    """Words as calls, at the house's end."""

    def heard(self, method: str, arguments: tuple[Any, ...]) -> Iterable[Word | UnreadableError]:
        """The words that a call of the client says."""
        ...

    def say(self, word: Word) -> Iterable[Invoke | Answer]:
        """The calls that say a word, or the answer that it is."""
        ...

    def returned(self, invoke: Invoke, value: Any) -> Iterable[Word | UnreadableError]:
        """The words that the client says by returning this from a call; None if it threw."""
        ...


class CallDialect(Generic[Word]):
    """A dialect made of a speech and a voice."""

    def __init__(self, speech: Conversation[Word], voice: CallCodec[Word]) -> None:
        self._speech, self._voice = speech, voice
        self.pulse, self.resets = speech.pulse, speech.resets

    def begin(self) -> Iterator[RemoteAct]:
        """Somebody has come."""
        return self._called(self._speech.begin())

    def called(self, method: str, arguments: tuple[Any, ...]) -> Iterator[RemoteAct]:
        """The client has called this."""
        return self._said(self._voice.heard(method, arguments))

    def returned(self, invoke: Invoke, value: Any) -> Iterator[RemoteAct]:
        """The client has returned this from a call."""
        return self._said(self._voice.returned(invoke, value))

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[RemoteAct]:
        """The house has told this."""
        return self._called(self._speech.hear(notice, look))

    def tick(self) -> Iterator[RemoteAct]:
        """A pulse has passed."""
        return self._called(self._speech.tick())

    def _said(self, words: Iterable[Word | UnreadableError]) -> Iterator[RemoteAct]:
        for word in words:
            if isinstance(word, UnreadableError):
                yield from self._called(self._speech.unread(str(word)))
            else:
                yield from self._called(self._speech.said(word))

    def _called(self, acts: "Iterable[ConversationAct[Word]]") -> Iterator[RemoteAct]:
        for act in acts:
            if isinstance(act, Send):
                yield from self._voice.say(act.word)
            elif isinstance(act, Later):
                yield Later(act.seconds, partial(self._later, act))
            else:
                yield act

    def _later(self, act: Later) -> Iterator[RemoteAct]:
        return self._called(act.then())
