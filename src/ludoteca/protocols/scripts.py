"""Scripted exchanges, one at a time.

A script is a generator that reads from top to bottom, however often the hall is asked, or the
client, where a protocol has questions for it:

    answer = yield from ask(JoinTable(table=number))
    if isinstance(answer, Refused):
        yield from say(words.Message(answer.detail))

Scripts yield by these functions only: they know the type of each answer, which a bare `yield` does
not.
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
    """The script waits for the client: it is sent the next word that answers it."""


Script: TypeAlias = Generator[ConversationAct[Word] | Listen, object, T]
"""Yields acts of a conversation; whole scripts return None, parts of them something."""
Asking: TypeAlias = Generator[AnyRequest, object, T]
"""A part of any script that asks the hall and returns its answer."""


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
    """Ask the hall and return its answer.

    The overloads are the answers that `tests/core/test_answers.py` sees the hall give.
    """
    return (yield request)


def look_around(request: messages.LookAround) -> Asking[messages.Surroundings]:
    """Look around as a player who has entered, to whom it is never refused."""
    seen = yield from ask(request)
    assert isinstance(seen, messages.Surroundings)
    return seen


def listen() -> Generator[Listen, object, Any]:
    """Wait for the client and return the word that it answers."""
    return (yield Listen())


def say(*words: Word) -> list[Send[Word]]:
    """Send words to the client."""
    return [Send(word) for word in words]


def do(*acts: T) -> tuple[T, ...]:
    """Let the connection carry these acts out."""
    return acts


def while_true(condition: Callable[[], bool], script: Script[Word, None]) -> Script[Word, None]:
    """Run a script, and give it up as soon as a condition does not hold when it would go on."""
    answer: object = None
    while condition():
        try:
            act = script.send(answer)
        except StopIteration:
            return
        answer = yield act


NOT_AT_TABLE = {ServerReason.REMOVED, ServerReason.NO_WATCHING, ServerReason.NO_SUCH_TABLE}


def has_lost_seat(answer: TableShown | Refused) -> bool:
    """Whether the answer to `Watch` shows that a player who had a seat has none now."""
    if isinstance(answer, Refused):
        return answer.code in NOT_AT_TABLE
    return answer.seat is None


class ScriptRunner(Generic[Word]):
    """Runs scripts in the order in which they were added, each to its end before the next."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` sets the ids of its requests apart from those of other connections."""
        self._running: Script[Word, None] | None = None
        self._waiting: list[tuple[Script[Word, None], bool]] = []
        """Whether each answers a word of the client."""
        self._held = False
        """Whether no script is to begin now."""
        self._asked = ""
        """The id of the request whose answer is awaited."""
        self._prefix = prefix
        self._requests = 0
        self.waiting = self._backlog = 0
        """How many words of the client wait for the script that runs, now and as told last."""

    @property
    def busy(self) -> bool:
        """Whether a script runs."""
        return self._running is not None

    @property
    def asks(self) -> bool:
        """Whether the running script waits for the hall."""
        return bool(self._asked)

    def run(
        self, script: Script[Word, None], *, answers: bool = False, next_up: bool = False
    ) -> list[ConversationAct[Word]]:
        """Run a script now, or when its turn has come.

        One that answers a word of the client counts towards the backlog; one that is next up comes
        before all that wait.
        """
        if next_up:
            self._waiting.insert(0, (script, answers))
        else:
            self._waiting.append((script, answers))
        self.waiting += answers
        return self._go_on(None)

    def is_answer(self, notice: Notice) -> bool:
        """Whether this answers the request that the running script waits for."""
        return bool(self._asked) and getattr(notice, "request", "") == self._asked

    def answer(
        self, notice: Notice, then: Iterable[ConversationAct[Word]] = ()
    ) -> list[ConversationAct[Word]]:
        """Let the running script go on with the answer that it waits for.

        `then` is emitted before the next script starts.
        """
        self._asked = ""
        return self._go_on(notice, then)

    def reply(self, word: object) -> list[ConversationAct[Word]]:
        """Let the running script go on with the word of the client that it waits for."""
        return self._go_on(word)

    def clear(self) -> None:
        """Give all scripts up."""
        self._running = None
        self._asked = ""
        self.waiting = 0
        self._waiting.clear()

    def _go_on(
        self, answer: object, then: Iterable[ConversationAct[Word]] = ()
    ) -> list[ConversationAct[Word]]:
        """Let the running script go on, then the next ones, until one waits or none is left."""
        acts: list[ConversationAct[Word]] = []
        resumed = answer is not None
        while resumed or self._may_begin():
            resumed = False
            self._advance(answer, acts)
            answer = None
            if then:
                self._held = True
                acts += then
                self._held = False
                then = ()
        if self._backlog != self.waiting:
            self._backlog = self.waiting
            acts.append(Backlog(self.waiting))
        return acts

    def _advance(self, answer: object, acts: list[ConversationAct[Word]]) -> None:
        """Add the acts of the running script up to its next wait or its end."""
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
        """Whether a script that waited runs now."""
        if self._running is not None or self._held or not self._waiting:
            return False
        self._running, answers = self._waiting.pop(0)
        self.waiting -= answers
        return True

    def _numbered(self, request: AnyRequest) -> AnyRequest:
        """A request with an id: its own, as moves have that are asked for once, or the next."""
        if request.id:
            return request
        self._requests += 1
        return replace(request, id=f"{self._prefix}{self._requests}")
