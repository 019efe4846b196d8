"""Scripted exchanges, run one at a time.

A script is a generator that reads from top to bottom although it awaits answers from the server or,
in protocols that ask questions, from the client:

    answer = yield from ask(JoinTable(table=number))
    if isinstance(answer, Refused):
        yield from say(words.Message(answer.detail))

Scripts yield only through the functions below: unlike a bare `yield`, these declare the type of
each answer.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, overload

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.messages import AnyRequest, Done, Notice, Refused, Request, ServerReason, TableShown
from ludoteca.protocols.contract import Backlog, ConversationAct, Send

T = TypeVar("T")
Word = TypeVar("Word")


class Listen(NamedTuple):
    """Suspends the script until the client's next message, which is sent into it."""


Script: TypeAlias = Generator[ConversationAct[Word] | Listen, object, T]
"""A generator of conversation acts. A complete script returns None; a sub-script may return T."""
Asking: TypeAlias = Generator[AnyRequest, object, T]
"""A sub-script, usable in any protocol, that sends a request and returns its answer."""


@overload
def ask(request: messages.Enter) -> Asking[messages.Welcome | Refused]: ...
@overload
def ask(request: messages.LookAround) -> Asking[messages.Surroundings | Refused]: ...
@overload
def ask(request: messages.AskSeatKept) -> Asking[messages.SeatKept | Refused]: ...
@overload
def ask(
    request: messages.OpenTable | messages.JoinTable | messages.Watch | messages.Rematch,
) -> Asking[TableShown | Refused]: ...
@overload
def ask(
    request: messages.Play | messages.Finish,
) -> Asking[messages.TableNews | messages.MoveKept | Done | Refused]: ...
@overload
def ask(request: messages.AskMoves) -> Asking[messages.Moves | Refused]: ...
@overload
def ask(request: messages.AskPoints) -> Asking[messages.Points | Refused]: ...
@overload
def ask(request: messages.Leave) -> Asking[messages.Farewell | Refused]: ...
@overload
def ask(
    request: messages.Draft
    | messages.Say
    | messages.ResizeTable
    | messages.StandUp
    | messages.StepOut
    | messages.StopWatching,
) -> Asking[Done | Refused]: ...
@overload
def ask(request: AnyRequest) -> Asking[Notice]: ...
def ask(request: AnyRequest) -> Asking[Any]:
    """Send a request and return its answer.

    The overloads list the answers that `tests/core/test_answers.py` observes.
    """
    return (yield request)


def look_around(request: messages.LookAround) -> Asking[messages.Surroundings]:
    """Send `LookAround`, which is never refused, for a logged-in player."""
    seen = yield from ask(request)
    assert isinstance(seen, messages.Surroundings)
    return seen


def listen() -> Generator[Listen, object, object]:
    """Wait for the client's next message and return it."""
    return (yield Listen())


def say(*words: Word) -> list[Send[Word]]:
    """Send messages to the client."""
    return [Send(word) for word in words]


def do(*acts: T) -> tuple[T, ...]:
    """Pass acts to the connection, which executes them."""
    return acts


def while_true(condition: Callable[[], bool], script: Script[Word, None]) -> Script[Word, None]:
    """Run a script, but abandon it if the condition is false when it is about to resume."""
    answer: object = None
    while condition():
        try:
            act = script.send(answer)
        except StopIteration:
            return
        answer = yield act


NOT_AT_TABLE = {ServerReason.REMOVED, ServerReason.NO_WATCHING, ServerReason.NO_SUCH_TABLE}


def has_lost_seat(answer: TableShown | Refused) -> bool:
    """Return whether an answer to `Watch` shows that the player lost their seat."""
    if isinstance(answer, Refused):
        return answer.code in NOT_AT_TABLE
    return answer.seat is None


class ScriptRunner(Generic[Word]):
    """Runs scripts one at a time, in the order in which they were added."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` keeps the request ids distinct from those of other connections."""
        self._running: Script[Word, None] | None = None
        self._waiting: list[tuple[Script[Word, None], bool]] = []
        """Pending scripts, each with a flag for whether it answers a client message."""
        self._held = False
        """Whether starting scripts is suspended."""
        self._asked = ""
        """Id of the request whose answer is awaited."""
        self._prefix = prefix
        self._requests = 0
        self.messages_waiting = 0
        """Number of client messages whose scripts have not started."""
        self._backlog = 0
        """The value of `messages_waiting` last reported."""

    @property
    def busy(self) -> bool:
        return self._running is not None

    @property
    def asks(self) -> bool:
        """Whether the running script awaits an answer from the server."""
        return bool(self._asked)

    def run(
        self, script: Script[Word, None], *, answers: bool = False, next_up: bool = False
    ) -> list[ConversationAct[Word]]:
        """Run a script now, or after the scripts added before it.

        Scripts that answer a client message count towards the backlog. A script with `next_up`
        precedes all pending scripts.
        """
        if next_up:
            self._waiting.insert(0, (script, answers))
        else:
            self._waiting.append((script, answers))
        if answers:
            self.messages_waiting += 1
        return self._go_on(None)

    def is_answer(self, notice: Notice) -> bool:
        """Return whether a notice answers the running script's request."""
        return bool(self._asked) and getattr(notice, "request", "") == self._asked

    def answer(
        self, notice: Notice, then: Iterable[ConversationAct[Word]] = ()
    ) -> list[ConversationAct[Word]]:
        """Resume the running script with the answer it awaits.

        `then` is emitted before the next script starts.
        """
        self._asked = ""
        return self._go_on(notice, then)

    def reply(self, word: object) -> list[ConversationAct[Word]]:
        """Resume the running script with the client message it awaits."""
        return self._go_on(word)

    def clear(self) -> None:
        self._running = None
        self._asked = ""
        self.messages_waiting = 0
        self._waiting.clear()

    def _go_on(
        self, answer: object, then: Iterable[ConversationAct[Word]] = ()
    ) -> list[ConversationAct[Word]]:
        """Resume the running script, then start others until one waits or all have ended."""
        acts: list[ConversationAct[Word]] = []
        resumed = answer is not None
        while resumed or self._may_begin():
            resumed = False
            self._advance(answer, acts)
            answer = None
            if then:
                # Evaluating `then` may add scripts, which must not start before its acts.
                self._held = True
                acts += then
                self._held = False
                then = ()
        if self._backlog != self.messages_waiting:
            self._backlog = self.messages_waiting
            acts.append(Backlog(self.messages_waiting))
        return acts

    def _advance(self, answer: object, acts: list[ConversationAct[Word]]) -> None:
        """Collect the acts of the running script up to its next wait or its end."""
        script = self._running
        while script is not None and script is self._running:
            try:
                act = script.send(answer)
            except StopIteration:
                if script is self._running:
                    self._running = None
                return
            answer = None
            if isinstance(act, Request):
                request = self._numbered(act)
                self._asked = request.id
                acts.append(request)
                return
            if isinstance(act, Listen):
                return
            acts.append(act)

    def _may_begin(self) -> bool:
        """Start the next pending script if possible; return whether one was started."""
        if self._running is not None or self._held or not self._waiting:
            return False
        self._running, answers = self._waiting.pop(0)
        if answers:
            self.messages_waiting -= 1
        return True

    def _numbered(self, request: AnyRequest) -> AnyRequest:
        """Give the request an id, which makes moves idempotent, unless it already has an id."""
        if request.id:
            return request
        self._requests += 1
        return replace(request, id=f"{self._prefix}{self._requests}")
