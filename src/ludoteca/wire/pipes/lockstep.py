"""Scripts, one at a time: what is said, what is asked of the house, and what comes of its answer.

A client of this protocol waits for the answer to each request, and must hear nothing else before.
So everything that is to be said waits in one row behind the script that runs.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Enter, MovePlayed, Notice, Request, TableNews, Welcome
from ludoteca.wire.dialect import Behind, Say, SpeechAct
from ludoteca.wire.pipes.words import Told, Word

Acts: TypeAlias = Iterator[SpeechAct[Word]]
T = TypeVar("T")
Part: TypeAlias = Generator[SpeechAct[Word], Any, T]
Script: TypeAlias = Part[None]
"""It is sent the answer to each request that it yields; parts of it come to something."""


def saying(*words: Told) -> Script:
    """A script that just says these words."""
    for word in words:
        yield Say(word)


class Lockstep:
    """Runs scripts in the order in which they were added."""

    def __init__(self) -> None:
        """Nothing is to be done."""
        self._row: deque[tuple[Script, bool]] = deque()
        """Scripts, and whether each answers the client; the first one runs."""
        self._asked: AnyRequest | None = None
        self._behind = 0

    def add(self, script: Script, *, answers: bool = False) -> Acts:
        """Run a script, now or when its turn has come."""
        self._row.append((script, answers))
        if answers:
            self._behind += 1
        if len(self._row) == 1:
            yield from self._run(None)
        if self._behind > 1 and answers:
            yield Behind(self._behind)

    def is_answer(self, notice: Notice) -> bool:
        """Whether the script that runs waits for this."""
        asked = self._asked
        if asked is None:
            return False
        match notice:
            case Welcome():
                return isinstance(asked, Enter)
            case TableNews(record=MovePlayed(request=request)):
                return request == asked.id != ""
            case _:
                return getattr(notice, "request", "") == asked.id != ""

    def answer(self, notice: Notice) -> Acts:
        """Let the script that runs go on with the answer it waits for."""
        self._asked = None
        return self._run(notice)

    def _run(self, answer: Notice | None) -> Acts:
        while self._row:
            script, answers = self._row[0]
            try:
                act = script.send(answer)
            except StopIteration:
                self._row.popleft()
                yield from self._answered(answers=answers)
                answer = None
                continue
            answer = None
            if isinstance(act, Request):
                self._asked = act
                yield act
                return
            yield act

    def _answered(self, *, answers: bool) -> Iterable[Behind]:
        if not answers:
            return ()
        self._behind -= 1
        return (Behind(self._behind),) if self._behind else ()
