"""Scripted exchanges, one at a time.

A script is a generator: it yields words for the client and requests to the hall, and is sent the
answer to each request. So an exchange reads from top to bottom, however often the hall is asked.
"""

from collections import deque
from collections.abc import Generator, Iterator
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from ludoteca.messages import AnyRequest, Notice, Request
from ludoteca.wire.dialect import Backlog

T = TypeVar("T")
Script: TypeAlias = Generator[Any, Any, T]
"""Yields acts of a conversation; whole scripts come to None, parts of them to something."""


class ScriptRunner:
    """Runs scripts in the order in which they were added, each to its end before the next."""

    def __init__(self) -> None:
        self._scripts: deque[tuple[Script[None], bool]] = deque()
        """The first one runs; whether each answers a word of the client."""
        self._asked = ""
        """The id of the request whose answer is awaited."""
        self._requests = 0
        self._backlog = 0

    @property
    def busy(self) -> bool:
        """Whether a script runs."""
        return bool(self._scripts)

    @property
    def waiting(self) -> int:
        """How many words of the client wait for the script that runs."""
        return sum(answers for _, answers in list(self._scripts)[1:])

    def run(
        self, script: Script[None], *, answers: bool = False, next_up: bool = False
    ) -> Iterator[Any]:
        """Run a script now, or when its turn has come.

        One that answers a word of the client counts towards the backlog; one that is next up comes
        before all that wait.
        """
        entry = (script, answers)
        if next_up and self._scripts:
            self._scripts.insert(1, entry)
        else:
            self._scripts.append(entry)
        if len(self._scripts) == 1:
            yield from self._go_on(None)
        yield from self._told_backlog()

    def is_answer(self, notice: Notice) -> bool:
        """Whether this answers the request that the running script waits for."""
        return bool(self._asked) and getattr(notice, "request", "") == self._asked

    def answer(self, notice: Notice) -> Iterator[Any]:
        """Let the running script go on with the answer that it waits for."""
        self._asked = ""
        yield from self._go_on(notice)
        yield from self._told_backlog()

    def drop(self) -> Iterator[Any]:
        """Give the running script up, and go on with the next."""
        self._asked = ""
        if self._scripts:
            self._scripts.popleft()[0].close()
        yield from self._go_on(None)
        yield from self._told_backlog()

    def clear(self) -> None:
        """Give all scripts up."""
        self._asked = ""
        self._scripts.clear()

    def _go_on(self, answer: Notice | None) -> Iterator[Any]:
        while self._scripts:
            script, _ = self._scripts[0]
            try:
                act = script.send(answer)
            except StopIteration:
                if self._scripts and self._scripts[0][0] is script:
                    self._scripts.popleft()
                answer = None
                continue
            answer = None
            if isinstance(act, Request):
                request = self._numbered(act)
                self._asked = request.id
                yield request
                return
            yield act

    def _numbered(self, request: Any) -> AnyRequest:
        """A request with an id: its own, as moves have that are asked for once, or the next."""
        if request.id:
            return request  # type: ignore[no-any-return]
        self._requests += 1
        return replace(request, id=str(self._requests))  # type: ignore[no-any-return]

    def _told_backlog(self) -> Iterator[Backlog]:
        if self._backlog != (waiting := self.waiting):
            self._backlog = waiting
            yield Backlog(waiting)
