"""The server side: one message at a time, each answered by one line.

Events that occur while an answer is awaited are queued. A person at a terminal answers in bare
lines. Such a client answers only questions, and has no time limit for moves.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from math import ceil
from typing import TypeAlias

from ludoteca.messages import Farewell, Notice, Presence, StepOut, ViewThunk
from ludoteca.protocols.contract import Conversation, ConversationAct, Delay, Disconnect, Send
from ludoteca.protocols.prompts import texts, words
from ludoteca.protocols.prompts.lobby import Arrival, Script, UserIds
from ludoteca.protocols.prompts.match import PromptsMatch
from ludoteca.protocols.scripts import ScriptRunner, ask, say

ANSWER = 60.0
"""Time limit for an answer, in seconds."""
BEATS = 60
"""Minimum number of ticks within the time limit for an answer."""
AFTER_WIN = 60.0
"""Seconds without messages after `Win`, so that the result stays on the screen.

Some clients display the result instead of a question. They exit if a question stays open for 60 s.
"""
LAST_ANSWER = 5.0
"""Time limit for the acknowledgement of the last message, in seconds."""
LAST_LOOK = 0.3
"""Seconds for which the connection stays open if the last message needs no acknowledgement."""
MOST_EMPTY = 10
"""Number of consecutive empty answers that a client may give before it is disconnected."""
MOST_EARLY = 32
"""Maximum number of lines kept that arrive before the questions that they answer."""

PromptsAct: TypeAlias = ConversationAct[words.PromptsWord]


class PromptsConversation(Conversation[words.PromptsWord]):
    """The conversation with one client."""

    def __init__(
        self,
        ids: UserIds,
        own: texts.Texts = texts.TEXTS,
        answer: float = ANSWER,
        after_win: float = AFTER_WIN,
        *,
        calls: bool = False,
    ) -> None:
        """With `calls` (RMI), answers have no time limit, and connections are not reset."""
        self.pulse = min(answer, 4 * after_win or answer) / BEATS
        self.resets = not calls
        self._answer = answer
        self._calls = calls
        self._after_win = ceil(after_win / self.pulse) + 1 if after_win else 0
        self._ids = ids
        self._texts = own
        self._scripts: ScriptRunner[words.PromptsWord] = ScriptRunner()
        self._match: PromptsMatch | None = None
        self._paused = False
        """Whether the game to be shown next is paused."""
        self._words: deque[words.ServerWord] = deque()
        """Messages still to be sent."""
        self._open: words.ServerWord | None = None
        """The message whose answer is awaited."""
        self._early: deque[words.ClientWord] = deque()
        """Lines that arrived before the questions that they answer."""
        self._bare = False
        """Whether the client answers in bare lines."""
        self._leaving = False
        """Whether the last message has been sent."""
        self._empty = 0
        """Consecutive empty answers."""
        self._beats = 0
        """Ticks since the open message was sent."""
        self._silent = 0
        """Ticks until the next message may be sent."""

    def begin(self) -> Iterator[PromptsAct]:
        yield from self._do(self._scripts.run(self._arrive()))
        yield from self._go_on()

    def receive(self, word: words.PromptsWord) -> Iterator[PromptsAct]:
        """Handle an answer, or a line that arrived early."""
        self._bare = isinstance(word, words.BareLine) and not self._calls
        return self._line(word if isinstance(word, words.ClientWord) else words.ACK())

    def reject(self, _: str) -> Iterator[PromptsAct]:
        """Treat unreadable input as an empty answer."""
        return self._line(words.BareLine())

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[PromptsAct]:
        if self._leaving:
            return
        if isinstance(notice, Farewell):
            yield from self._leave(notice.detail)
            return
        if self._match:
            self._words.extend(self._match.hear(notice, look))
            if self._match.stale and not self._scripts.busy:
                yield from self._do(self._scripts.run(self._match.look()))
        elif isinstance(notice, Presence):  # sent to a returning player before the table is shown
            self._paused = notice.paused
        if self._scripts.is_answer(notice):
            yield from self._do(self._scripts.answer(notice))
        yield from self._go_on()

    def tick(self) -> Iterator[PromptsAct]:
        """Enforce the time limit for answers, and count down the silence after `Win`."""
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
        """Return whether the time limit is suspended because a move is due in a paused game."""
        asked = isinstance(self._open, words.AskedForMove) and not self._leaving
        return asked and self._match is not None and self._match.paused

    def _is_to_answer(self) -> bool:
        """Return whether the open message has a time limit."""
        any_time = self._calls or (self._bare and isinstance(self._open, words.AskedForMove))
        return self._open is not None and not any_time

    # Answers

    def _line(self, answer: words.ClientWord) -> Iterator[PromptsAct]:
        if self._open is not None:
            yield from self._answered(answer)
        elif self._leaving:
            yield Disconnect()
        elif self._silent:  # a client that sends a line after Win wants to continue
            self._silent = 0
            yield from self._go_on()
        elif self._scripts.asks and len(self._early) < MOST_EARLY:
            self._early.append(answer)

    def _answered(self, answer: words.ClientWord) -> Iterator[PromptsAct]:
        question = self._open
        self._open = None
        if self._leaving:  # this answer is late: the last message still has to be acknowledged
            return
        if isinstance(question, words.PromptsQuestion):
            says_nothing = not words.text_of(answer).strip() and not isinstance(
                question, words.Reconnect
            )
            self._empty = self._empty + 1 if says_nothing else 0
            if self._empty > MOST_EMPTY:
                yield from self._leave(self._texts.nothing_said)
                return
            yield from self._do(self._scripts.reply(answer))
        yield from self._go_on()

    # Messages

    def _arrive(self) -> Script[None]:
        seated = yield from Arrival(self._ids, self._texts).find_seat()
        self._match = PromptsMatch(seated, self._texts, paused=self._paused)
        yield from say(*self._match.begin())

    def _arrive_again(self) -> Script[None]:
        """Leave an ended game and find the next seat."""
        self._match = None
        self._paused = False
        yield from ask(StepOut())
        yield from self._arrive()

    def _do(self, acts: Iterable[PromptsAct]) -> Iterator[PromptsAct]:
        """Queue the messages in these acts; yield all other acts."""
        for act in acts:
            if isinstance(act, Send):
                self._words.append(act.word)
            else:
                yield act

    def _go_on(self) -> Iterator[PromptsAct]:
        """Send queued messages until one has to be answered."""
        while not (self._open or self._scripts.asks or self._silent or self._leaving):
            if not self._words:
                yield from self._do(self._next())
                if not self._words:
                    return
                continue
            word = self._words.popleft()
            yield Send(word)
            if isinstance(word, words.PromptsQuestion) or not self._bare:
                self._open = word
                self._beats = 0
                if self._early:
                    yield from self._answered(self._early.popleft())

    def _next(self) -> Iterator[PromptsAct]:
        """Show the table, ask for a move or find the next game, once no message is pending."""
        match = self._match
        if match is None:
            return
        if match.over:
            self._silent = self._after_win if match.won and not self._bare else 0
            yield from self._scripts.run(self._arrive_again())
        elif match.changed:
            yield Send(match.view())
        elif match.wants_move:
            yield from self._scripts.run(match.move())

    def _leave(self, why: str) -> Iterator[PromptsAct]:
        self._leaving = True
        self._beats = 0
        yield Send(words.RefusedConnection(why))
        if self._calls:  # over RMI, the client exits and never returns from the call
            yield Disconnect()
        elif self._bare or isinstance(self._open, words.PromptsQuestion):  # not acknowledged
            yield Delay(LAST_LOOK)
            yield Disconnect()
