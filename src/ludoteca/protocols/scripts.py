"""Scripted exchanges, one at a time.

A script is a generator: it yields words for the client and requests to the hall, and is sent the
answer to each request. So an exchange reads from top to bottom, however often the hall is asked, or
the client, where a protocol has questions for it.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from ludoteca.messages import AnyRequest, Notice, Refused, Request, ServerReason, TableShown
from ludoteca.protocols.dialect import Backlog

T = TypeVar("T")
Script: TypeAlias = Generator[Any, Any, T]
"""Yields acts of a conversation; whole scripts come to None, parts of them to something."""


class Listen(NamedTuple):
    """The script waits for the client: it is sent the next word that answers it."""


NOT_AT_TABLE = {ServerReason.REMOVED, ServerReason.NO_WATCHING, ServerReason.NO_SUCH_TABLE}


def has_lost_seat(answer: Notice) -> bool:
    """Whether the answer to `Watch` shows that a player who had a seat has none now."""
    if isinstance(answer, Refused):
        return answer.code in NOT_AT_TABLE
    return isinstance(answer, TableShown) and answer.seat is None


class ScriptRunner:
    """Runs scripts in the order in which they were added, each to its end before the next."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` sets the ids of its requests apart from those of other connections."""
        self._running: Script[None] | None = None
        self._waiting: deque[tuple[Script[None], bool]] = deque()
        """Whether each answers a word of the client."""
        self._held = False
        """Whether no script is to begin now."""
        self._asked = ""
        """The id of the request whose answer is awaited."""
        self._prefix, self._requests = prefix, 0
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
        self, script: Script[None], *, answers: bool = False, next_up: bool = False
    ) -> Iterator[Any]:
        """Run a script now, or when its turn has come.

        One that answers a word of the client counts towards the backlog; one that is next up comes
        before all that wait.
        """
        if next_up:
            self._waiting.appendleft((script, answers))
        else:
            self._waiting.append((script, answers))
        self.waiting += answers
        return self._go_on(None)

    def is_answer(self, notice: Notice) -> bool:
        """Whether this answers the request that the running script waits for."""
        return bool(self._asked) and getattr(notice, "request", "") == self._asked

    def answer(self, notice: Notice, then: Iterable[Any] = ()) -> Iterator[Any]:
        """Let the running script go on with the answer that it waits for.

        `then` is whatever else the answer comes to: it precedes the next script.
        """
        self._asked = ""
        return self._go_on(notice, then)

    def reply(self, word: Any) -> Iterator[Any]:
        """Let the running script go on with the word of the client that it waits for."""
        return self._go_on(word)

    def clear(self) -> None:
        """Give all scripts up."""
        self._running, self._asked, self.waiting = None, "", 0
        self._waiting.clear()

    def _go_on(self, answer: Any, then: Iterable[Any] = ()) -> Iterator[Any]:
        """Let the running script go on, then the next ones, until one waits or none is left."""
        resumed = answer is not None
        while resumed or self._may_begin():
            script, resumed = self._running, False
            while script is not None and script is self._running:
                sent, answer = answer, None
                try:
                    act = script.send(sent)
                except StopIteration:
                    if script is self._running:
                        self._running = None
                    break
                if isinstance(act, Request):
                    request = self._numbered(act)
                    self._asked = request.id
                    yield request
                    break
                if isinstance(act, Listen):
                    break
                yield act
            if then:
                self._held = True
                yield from then
                self._held, then = False, ()
        if self._backlog != self.waiting:
            self._backlog = self.waiting
            yield Backlog(self.waiting)

    def _may_begin(self) -> bool:
        """Whether a script that waited runs now."""
        if self._running is not None or self._held or not self._waiting:
            return False
        self._running, answers = self._waiting.popleft()
        self.waiting -= answers
        return True

    def _numbered(self, request: Any) -> AnyRequest:
        """A request with an id: its own, as moves have that are asked for once, or the next."""
        if request.id:
            return request  # type: ignore[no-any-return]
        self._requests += 1
        return replace(request, id=f"{self._prefix}{self._requests}")  # type: ignore[no-any-return]
