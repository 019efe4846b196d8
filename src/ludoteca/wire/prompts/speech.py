"""How the house speaks: one word at a time, each answered by one line.

What happens while an answer is awaited waits. A person at a terminal, who answers in bare lines,
owes answers to questions only.
"""

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from ludoteca.messages import (
    Done,
    Farewell,
    Look,
    MovePlayed,
    Notice,
    Refused,
    Request,
    StepOut,
    Surroundings,
    TableNews,
    TableShown,
    Welcome,
)
from ludoteca.wire.dialect import Goodbye, Pause, Say, SpeechAct
from ludoteca.wire.prompts import texts
from ludoteca.wire.prompts.arrival import Arrival
from ludoteca.wire.prompts.ids import UserIds
from ludoteca.wire.prompts.match import Match
from ludoteca.wire.prompts.replies import ACK, ClientWord, Line, text_of
from ludoteca.wire.prompts.stages import Acts, Over, Seated, Stage
from ludoteca.wire.prompts.words import Asked, PromptsWord, Reconnect, RefusedConnection, ServerWord

ANSWER = 60.0
"""How many seconds an answer may take."""
BEATS = 12
LAST_LOOK = 0.5
"""How many seconds the last word has to arrive, where nobody acknowledges it."""
MOST_EMPTY = 10
"""So many empty answers in a row are those of a program whose person is gone."""
MOST_EARLY = 32
"""So many lines may come before they are asked for."""

PromptsAct: TypeAlias = SpeechAct[PromptsWord]


class PromptsSpeech:
    """One connection."""

    def __init__(self, ids: UserIds, answer: float = ANSWER, *, calls: bool = False) -> None:
        """Nothing has been said yet; calls always return, whenever that is."""
        self.pulse, self.resets = 0.0 if calls else answer / BEATS, not calls
        self._calls = calls
        self._ids = ids
        self._stage: Stage = Arrival(ids)
        self._words: deque[ServerWord] = deque()
        self._open: ServerWord | None = None
        """The word whose answer is awaited."""
        self._request = ""
        """The request whose answer is awaited."""
        self._early: deque[ClientWord] = deque()
        self._bare = self._leaving = False
        self._empty = self._beats = 0

    def begin(self) -> Iterator[PromptsAct]:
        """Ask the first question."""
        yield from self._do(self._stage.begin())
        yield from self._go_on()

    def said(self, word: PromptsWord) -> Iterator[PromptsAct]:
        """The client has answered, or talks before it is asked."""
        self._bare = isinstance(word, Line) and not self._calls
        return self._line(word if isinstance(word, ClientWord) else ACK())

    def unread(self, _: str) -> Iterator[PromptsAct]:
        """What cannot be read is an answer that says nothing."""
        return self._line(ACK())

    def hear(self, notice: Notice, look: Look | None) -> Iterator[PromptsAct]:
        """The house has told this."""
        if self._leaving:
            return
        if isinstance(notice, Farewell):
            yield from self._leave(notice.detail)
            return
        if self._request and _answered_by(notice) == self._request:
            self._request = ""
        yield from self._do(self._stage.hear(notice, look))
        yield from self._go_on()

    def tick(self) -> Iterator[PromptsAct]:
        """Nobody waits for ever."""
        self._beats += 1
        if self._leaving:
            yield Goodbye()
        elif self._open and self._beats > BEATS:
            yield from self._leave(texts.TOO_LATE)

    def _line(self, answer: ClientWord) -> Iterator[PromptsAct]:
        if self._open is not None:
            yield from self._answered(answer)
        elif self._leaving:
            yield Goodbye()
        elif self._request and len(self._early) < MOST_EARLY:
            self._early.append(answer)

    def _answered(self, answer: ClientWord) -> Iterator[PromptsAct]:
        question, self._open = self._open, None
        if self._leaving:  # this was the late answer; the one to the last word is still to come
            return
        if isinstance(question, Asked):
            says_nothing = not text_of(answer).strip() and not isinstance(question, Reconnect)
            self._empty = self._empty + 1 if says_nothing else 0
            if self._empty > MOST_EMPTY:
                yield from self._leave(texts.NOTHING_SAID)
                return
            yield from self._do(self._stage.answered(question, answer))
        yield from self._go_on()

    def _do(self, acts: Acts) -> Iterator[PromptsAct]:
        for act in acts:
            match act:
                case Seated():
                    self._stage = Match(act)
                    yield from self._do(self._stage.begin())
                case Over():
                    self._stage, self._request = Arrival(self._ids), "over"
                    yield StepOut(id="over")
                case Request():
                    self._request = act.id
                    yield act
                case _:
                    self._words.append(act)

    def _go_on(self) -> Iterator[PromptsAct]:
        """Say what can be said by now."""
        while self._open is None and not self._request and not self._leaving:
            if not self._words:
                yield from self._do(self._stage.rest())
                if not self._words:
                    return
                continue
            word = self._words.popleft()
            yield Say(word)
            if isinstance(word, Asked) or not self._bare:
                self._open, self._beats = word, 0
                if self._early:
                    yield from self._answered(self._early.popleft())

    def _leave(self, why: str) -> Iterator[PromptsAct]:
        self._leaving, self._beats = True, 0
        yield Say(RefusedConnection(why))
        if self._bare:  # a person does not acknowledge
            yield Pause(LAST_LOOK)
        if self._bare or self._calls:  # a program that is called ends without returning
            yield Goodbye()


def _answered_by(notice: Notice) -> str:
    """The id of the request that this answers."""
    match notice:
        case Welcome():
            return "enter"
        case Refused(request=request) | Done(request) | TableShown(request=request):
            return request
        case Surroundings(request=request) | TableNews(record=MovePlayed(request=request)):
            return request
        case _:
            return ""
