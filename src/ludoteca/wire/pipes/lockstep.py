"""Scripts, one at a time: what is said, what is asked of the house, and what comes of its answer.

A client of this protocol waits for the answer to each request, and must hear nothing else before.
So everything that is to be said waits in one row behind the script that runs.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeAlias, TypeVar

from ludoteca.messages import AnyRequest, Enter, MovePlayed, Notice, Request, TableNews, Welcome
from ludoteca.wire.dialect import Backlog, Send
from ludoteca.wire.pipes.pacing import Acts, Pacing, ScriptAct, Source
from ludoteca.wire.pipes.quirks import Quirks
from ludoteca.wire.pipes.words import MatchSeen, Told

T = TypeVar("T")
Part: TypeAlias = Generator[ScriptAct, Any, T]
Script: TypeAlias = Part[None]
"""It is sent the answer to each request that it yields; parts of it come to something."""


def saying(*words: Told) -> Script:
    """A script that just says these words."""
    for word in words:
        yield Send(word)


class Lockstep:
    """Runs scripts in the order in which they were added."""

    def __init__(self, manner: Quirks, renewed: Callable[[MatchSeen], MatchSeen]) -> None:
        """Nothing is to be done; views that have waited are renewed before they are said."""
        self._row: deque[tuple[Script, Source]] = deque()
        """Scripts, and why each was added; the first one runs."""
        self.pacing = Pacing(manner, renewed, lambda: bool(self._row))
        self._asked: AnyRequest | None = None
        self._behind = 0

    def add(self, script: Script, source: Source = Source.NEWS) -> Acts:
        """Run a script, now or when its turn has come."""
        self._row.append((script, source))
        if source is Source.ANSWER:
            self._behind += 1
        if len(self._row) == 1:
            yield from self._run(None)
        if self._behind > 1 and source is Source.ANSWER:
            yield Backlog(self._behind)

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
            script, source = self._row[0]
            try:
                act = script.send(answer)
            except StopIteration:
                self._row.popleft()
                self.pacing.script_ended()
                yield from self._answered(source)
                answer = None
                continue
            answer = None
            if isinstance(act, Request):
                self._asked = act
                yield act
                return
            yield from self.pacing.paced(act, source)
        yield from self.pacing.idle()

    def _answered(self, source: Source) -> Iterable[Backlog]:
        if source is not Source.ANSWER:
            return ()
        self._behind -= 1
        return (Backlog(self._behind),) if self._behind else ()
