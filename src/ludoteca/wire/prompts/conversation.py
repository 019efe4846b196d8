"""How the house speaks: one word at a time, each answered by one line.

What happens while an answer is awaited waits. A person at a terminal, who answers in bare lines,
owes answers to questions only, and has all the time in the world for a move.
"""

from collections import deque
from collections.abc import Iterator
from math import ceil
from typing import TypeAlias

from ludoteca.messages import (
    Done,
    Farewell,
    MoveKept,
    MovePlayed,
    Notice,
    Refused,
    Request,
    StepOut,
    Surroundings,
    TableNews,
    TableShown,
    ViewThunk,
    Welcome,
)
from ludoteca.wire.dialect import Conversation, ConversationAct, Delay, Disconnect, Send
from ludoteca.wire.prompts.arrival import Arrival
from ludoteca.wire.prompts.ids import UserIds
from ludoteca.wire.prompts.match import Match
from ludoteca.wire.prompts.replies import ACK, ClientWord, Line, text_of
from ludoteca.wire.prompts.stages import Acts, Over, Seated, Stage
from ludoteca.wire.prompts.texts import TEXTS, Texts
from ludoteca.wire.prompts.words import (
    Asked,
    AskedForMove,
    PromptsWord,
    Reconnect,
    RefusedConnection,
    ServerWord,
)

ANSWER = 60.0
"""How many seconds an answer may take."""
BEATS = 60
"""So many ticks at least pass in the time for an answer."""
AFTER_WIN = 15.0
"""How many seconds nothing is asked after Win: some clients show it where they show questions."""
LAST_ANSWER = 5.0
"""How many seconds the acknowledgement of the last word may take."""
LAST_LOOK = 0.3
"""How many seconds the last word has to arrive, where nobody acknowledges it."""
MOST_EMPTY = 10
"""So many empty answers in a row are those of a program whose person is gone."""
MOST_EARLY = 32
"""So many lines may come before they are asked for."""

PromptsAct: TypeAlias = ConversationAct[PromptsWord]


class PromptsConversation(Conversation[PromptsWord]):
    """One connection."""

    def __init__(
        self,
        ids: UserIds,
        own: Texts = TEXTS,
        answer: float = ANSWER,
        after_win: float = AFTER_WIN,
        *,
        calls: bool = False,
    ) -> None:
        """Nothing has been said yet; calls always return, whenever that is."""
        self.pulse, self.resets = min(answer, 4 * after_win or answer) / BEATS, not calls
        self._answer = answer
        self._calls = calls
        self._after_win = ceil(after_win / self.pulse) + 1 if after_win else 0
        self._ids, self._texts = ids, own
        self._stage: Stage = Arrival(ids, own)
        self._words: deque[ServerWord] = deque()
        self._open: ServerWord | None = None
        """The word whose answer is awaited."""
        self._request = ""
        """The request whose answer is awaited."""
        self._early: deque[ClientWord] = deque()
        self._bare = self._leaving = False
        self._empty = self._beats = 0
        self._silent = 0
        """So many ticks pass before anything is said."""

    def begin(self) -> Iterator[PromptsAct]:
        """Ask the first question."""
        yield from self._do(self._stage.begin())
        yield from self._go_on()

    def receive(self, word: PromptsWord) -> Iterator[PromptsAct]:
        """The client has answered, or talks before it is asked."""
        self._bare = isinstance(word, Line) and not self._calls
        return self._line(word if isinstance(word, ClientWord) else ACK())

    def reject(self, _: str) -> Iterator[PromptsAct]:
        """What cannot be read is an answer that says nothing."""
        return self._line(ACK())

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[PromptsAct]:
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
        """Nobody waits for ever, and no silence lasts."""
        if not self._stands_still():
            self._beats += 1
        if self._leaving:
            if self._beats * self.pulse > LAST_ANSWER:
                yield Disconnect()
        elif self._silent:
            self._silent -= 1
            yield from self._go_on()
        elif self._beats * self.pulse > self._answer and self._is_to_answer():
            yield from self._leave(self._texts.too_late)

    def _stands_still(self) -> bool:
        """Whether no time passes for an answer: a move that waits for another player anyway."""
        asked = isinstance(self._open, AskedForMove) and not self._leaving
        return asked and isinstance(self._stage, Match) and self._stage.is_paused

    def _is_to_answer(self) -> bool:
        """Whether an answer is to come in time: what is called returns whenever it does."""
        any_time = self._calls or (self._bare and isinstance(self._open, AskedForMove))
        return self._open is not None and not any_time

    def _line(self, answer: ClientWord) -> Iterator[PromptsAct]:
        if self._open is not None:
            yield from self._answered(answer)
        elif self._leaving:
            yield Disconnect()
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
                yield from self._leave(self._texts.nothing_said)
                return
            yield from self._do(self._stage.answered(question, answer))
        yield from self._go_on()

    def _do(self, acts: Acts) -> Iterator[PromptsAct]:
        for act in acts:
            match act:
                case Seated():
                    self._stage = Match(act, self._texts)
                    yield from self._do(self._stage.begin())
                case Over(won):
                    self._stage, self._request = Arrival(self._ids, self._texts), "over"
                    self._silent = self._after_win if won and not self._bare else 0
                    yield StepOut(id="over")
                case Request():
                    self._request = act.id
                    yield act
                case _:
                    self._words.append(act)

    def _go_on(self) -> Iterator[PromptsAct]:
        """Say what can be said by now."""
        while not (self._open or self._request or self._silent or self._leaving):
            if not self._words:
                yield from self._do(self._stage.rest())
                if not self._words:
                    return
                continue
            word = self._words.popleft()
            yield Send(word)
            if isinstance(word, Asked) or not self._bare:
                self._open, self._beats = word, 0
                if self._early:
                    yield from self._answered(self._early.popleft())

    def _leave(self, why: str) -> Iterator[PromptsAct]:
        self._leaving, self._beats = True, 0
        yield Send(RefusedConnection(why))
        if self._calls:  # a program that is called ends without returning
            yield Disconnect()
        elif self._bare or isinstance(self._open, Asked):  # a person will not acknowledge it
            yield Delay(LAST_LOOK)
            yield Disconnect()


def _answered_by(notice: Notice) -> str:
    """The id of the request that this answers."""
    match notice:
        case Welcome():
            return "enter"
        case Refused(request=request) | Done(request) | TableShown(request=request):
            return request
        case MoveKept(request=request):
            return request
        case Surroundings(request=request) | TableNews(record=MovePlayed(request=request)):
            return request
        case _:
            return ""
