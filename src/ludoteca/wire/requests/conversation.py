"""The speech of the `requests` protocol: one connection, one word after the other."""

from collections import deque
from typing import Any

from ludoteca.messages import (
    AnyRequest,
    Farewell,
    HouseReason,
    Notice,
    Refused,
    Request,
    StandUp,
    TableShown,
    ViewThunk,
)
from ludoteca.wire.dialect import Backlog, Conversation, Disconnect, Send
from ludoteca.wire.requests import arrival, moves, texts
from ludoteca.wire.requests.match import Match
from ludoteca.wire.requests.pacing import Pacing
from ludoteca.wire.requests.scripts import Acts, Quirks, Script, answers, note
from ludoteca.wire.requests.words import (
    Begun,
    ChatMessage,
    ConfirmOrderNotify,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
    PongMessage,
    RequestsWord,
    StreamOpened,
)

PING = 20.0
"""So many seconds lie between two pings."""
BEATS = 20
QUIET = 5
"""No ping comes within so many beats of other words, since some are said a little later;"""
BUSY = 2 * BEATS
"""but where it is never quiet, this is long enough."""
MOST_MISSED = 5

DOCUMENT = Quirks()
CALLED = Quirks(deployed=True, gap=0.5, linger=5.0)
"""Deployed clients that call: each call is written by itself."""
DEPLOYED = CALLED._replace(answer=0.021, apart=1.0)
"""Deployed clients over TCP; 20 ms are enough, but the timers of some loops are 1 ms early."""


class RequestsConversation(Conversation[RequestsWord]):
    """One connection."""

    def __init__(
        self, deployed: Quirks = DEPLOYED, ping: float = PING, manner: Quirks = DOCUMENT
    ) -> None:
        """Nothing has been said yet; the second manner holds until the client opens a stream."""
        self.pulse = ping / BEATS
        self._deployed, self._pacing = deployed, Pacing(manner)
        self._name = ""
        self._match: Match | None = None
        self._numbers = False
        """Whether they are asked how many will play."""
        self._words: deque[RequestsWord] = deque()
        """What waits for the script that runs."""
        self._behind = 0
        self._script: Script[None] | None = None
        self._asked: AnyRequest | None = None
        self._met = self._over = False
        self._beats, self._quiet, self._missed = BEATS, 0, 0

    @property
    def _manner(self) -> Quirks:
        return self._pacing.manner

    def begin(self) -> Acts:
        """The house is silent until the client has spoken."""
        return iter(())

    def receive(self, word: RequestsWord) -> Acts:
        """The client has said this."""
        self._alive()
        match word:
            case StreamOpened():
                self._pacing.manner = self._deployed
                yield Send(StreamOpened())
            case Begun():
                pass
            case _ if not self._over:
                yield from self._pacing.heard()
                if not isinstance(word, PongMessage):
                    self._words.append(word)
                    yield from self._paced(self._run(), answering=True)

    def reject(self, why: str) -> Acts:
        """What cannot be read is answered in words."""
        self._alive()
        if not self._over:
            yield from self._pacing.heard()
            yield from self._paced(iter((note(why),)), answering=True)

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this."""
        if self._over:
            return
        if isinstance(notice, Farewell):
            yield from self._paced(iter((note(notice.detail),)))
            return
        if self._match:
            yield from self._paced(self._match.hear(notice, look))
        if self._asked and answers(notice, self._asked) and not self._over:
            self._asked = None
            yield from self._paced(self._run(notice), answering=True)

    def tick(self) -> Acts:
        """Ask whether somebody is there; after so many pings without any word, nobody is."""
        self._beats += 1
        self._quiet += 1
        self._pacing.tick(self.pulse)
        quiet = self._quiet >= QUIET and self._pacing.idle
        due = self._beats >= (BEATS if quiet else BUSY)
        if not due or self._over:
            return
        if self._missed == MOST_MISSED:
            yield Disconnect()
            return
        self._beats, self._missed = 0, self._missed + 1
        if self._met:
            yield from self._pacing.ping(quiet=quiet)

    def _alive(self) -> None:
        self._met, self._missed, self._quiet = True, 0, 0

    # Scripts, one after the other

    def _run(self, answer: Notice | None = None) -> Acts:
        while self._asked is None and not self._over:
            if self._script is None:
                if not self._words:
                    break
                self._script = self._answer(self._words.popleft())
            try:
                act = self._script.send(answer)
            except StopIteration:
                self._script = None
            else:
                if isinstance(act, Request):
                    self._asked = act
                yield act
            answer = None
        if self._behind != len(self._words):
            self._behind = len(self._words)
            yield Backlog(self._behind)

    def _paced(self, acts: Acts, *, answering: bool = False) -> Acts:
        for act in self._pacing.said(acts, self._name, answering=answering):
            yield act
            if isinstance(act, Send):
                self._quiet = 0
            elif isinstance(act, Disconnect):
                self._over = True
                self._words.clear()

    def _answer(self, word: Any) -> Script[None]:
        if isinstance(word, LoginRequest):
            yield from self._login(word.nickname or "")
        elif isinstance(word, NumPlayersResponse):
            yield from self._number(word.num_players)
        elif self._match is None:
            yield from self._too_early(word)
        elif isinstance(word, ChatMessage):
            yield from moves.chat(word, self._match)
        else:
            yield from moves.move(word, self._match, self._manner)

    def _too_early(self, word: Any) -> Script[None]:
        if isinstance(word, ChatMessage | ConfirmOrderNotify):
            yield note(texts.NO_TABLE if self._name else texts.LOGIN_FIRST)
        else:
            yield Send(moves.response(word, None, done=False))

    # Coming in

    def _login(self, nickname: str) -> Script[None]:
        answer = yield from arrival.enter(nickname)
        if isinstance(answer, Refused):
            already = answer.code == HouseReason.IN_ALREADY
            yield Send(LoginResponse(self._name if already else None))
            return
        self._name = answer.name
        yield Send(LoginResponse(self._name))
        shown = yield from arrival.come_back(answer.tables)
        if shown:
            yield from self._sit(shown, back=True)
            return
        shown = yield from arrival.join(self._manner)
        if shown:
            yield from self._sit(shown)
            return
        self._numbers = True
        yield Send(NumPlayersRequest())

    def _number(self, players: int) -> Script[None]:
        if not self._numbers:
            if not self._manner.deployed:  # these say it twice
                yield note(texts.NOT_ASKED if self._name else texts.LOGIN_FIRST)
            return
        shown = yield from arrival.join(self._manner)  # somebody else may have opened a table
        if shown:
            yield from self._sit(shown)
            return
        own = yield from arrival.open_table(players)
        if own is None:
            yield Send(NumPlayersRequest())
            return
        number = own.info.table
        shown = yield from arrival.join(self._manner, before=number)  # or has just done so as well
        yield from self._sit(shown or (yield from arrival.show_again(number)))
        if shown:
            yield StandUp(table=number, id="up")

    def _sit(self, shown: TableShown, *, back: bool = False) -> Script[None]:
        self._numbers = False
        self._match = Match(shown, self._name, self._manner)
        yield from self._match.begin(back=back)
