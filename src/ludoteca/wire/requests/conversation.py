"""The conversation of the `requests` protocol: one connection, one word after the other."""

from typing import Any

from ludoteca.messages import (
    Farewell,
    HouseReason,
    Notice,
    Refused,
    StandUp,
    TableShown,
    ViewThunk,
)
from ludoteca.wire.dialect import Conversation, Disconnect, Send
from ludoteca.wire.requests import arrival, moves, texts
from ludoteca.wire.requests.codecs import STREAM
from ludoteca.wire.requests.match import RequestsMatch
from ludoteca.wire.requests.pacing import (
    DEPLOYED,
    DOCUMENT,
    Acts,
    RequestsPacing,
    RequestsQuirks,
)
from ludoteca.wire.requests.texts import note
from ludoteca.wire.requests.words import (
    ChatMessage,
    ConfirmOrderNotify,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
    PongMessage,
    RequestsWord,
)
from ludoteca.wire.scripts import Script, ScriptRunner

PING = 20.0
"""How many seconds lie between two pings."""
BEATS = 20
QUIET = 5
"""No ping comes within so many beats of other words, since some are sent a little later;"""
BUSY = 2 * BEATS
"""but where it is never quiet, this is long enough."""
MOST_MISSED = 5


class RequestsConversation(Conversation[RequestsWord]):
    """One connection; the server is silent until the client has sent something."""

    def __init__(
        self,
        deployed: RequestsQuirks = DEPLOYED,
        ping: float = PING,
        quirks: RequestsQuirks = DOCUMENT,
    ) -> None:
        """The second quirks hold unless the client opens a stream; then the first do."""
        self.pulse = ping / BEATS
        self._deployed, self._pacing = deployed, RequestsPacing(quirks)
        self._scripts = ScriptRunner()
        self._name = ""
        self._match: RequestsMatch | None = None
        self._asks_number = False
        """Whether the player is asked how many will play."""
        self._met = self._over = False
        self._beats, self._quiet, self._missed = BEATS, 0, 0

    @property
    def _quirks(self) -> RequestsQuirks:
        return self._pacing.quirks

    def opened(self, encoding: str) -> None:
        """Only deployed clients open a stream."""
        if encoding == STREAM.name:
            self._pacing.quirks = self._deployed

    def arrived(self) -> None:
        """Part of an object is a sign of life, since it may be long in coming."""
        if self._quirks.deployed:
            self._alive()

    def receive(self, word: RequestsWord) -> Acts:
        """The client has sent this."""
        self._alive()
        if self._over:
            return
        yield from self._pacing.heard()
        if not isinstance(word, PongMessage):
            script = self._scripts.run(self._answer(word), answers=True)
            yield from self._paced(script, answering=True)

    def reject(self, why: str) -> Acts:
        """What cannot be read is answered in chat."""
        self._alive()
        if not self._over:
            yield from self._pacing.heard()
            yield from self._paced(iter((note(why),)), answering=True)

    def hear(self, notice: Notice, view: ViewThunk | None) -> Acts:
        """The hall has told this."""
        if self._over:
            return
        if isinstance(notice, Farewell):
            yield from self._paced(iter((note(notice.detail),)))
            return
        if self._match:
            yield from self._paced(self._match.hear(notice, view))
        if self._scripts.is_answer(notice) and not self._over:
            yield from self._paced(self._scripts.answer(notice), answering=True)

    def tick(self) -> Acts:
        """Ask whether the client is there; after so many pings without any word it is not."""
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

    def _paced(self, acts: Acts, *, answering: bool = False) -> Acts:
        for act in self._pacing.paced(acts, self._name, answering=answering):
            yield act
            if isinstance(act, Send):
                self._quiet = 0
            elif isinstance(act, Disconnect):
                self._over = True
                self._scripts.clear()

    # One script for each word

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
            yield from moves.move(word, self._match, self._quirks)

    def _too_early(self, word: Any) -> Script[None]:
        if isinstance(word, ChatMessage | ConfirmOrderNotify):
            yield note(texts.NO_TABLE if self._name else texts.LOGIN_FIRST)
        else:
            yield Send(moves.response(word, None, done=False))

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
        shown = yield from arrival.join()
        if shown:
            yield from self._sit(shown)
            return
        self._asks_number = True
        yield Send(NumPlayersRequest())

    def _number(self, players: int) -> Script[None]:
        if not self._asks_number:
            if not self._quirks.deployed:  # these send it twice
                yield note(texts.NOT_ASKED if self._name else texts.LOGIN_FIRST)
            return
        shown = yield from arrival.join()  # another player may have opened a table
        if shown:
            yield from self._sit(shown)
            return
        own = yield from arrival.open_table(players)
        if own is None:
            yield Send(NumPlayersRequest())
            return
        number = own.info.table
        shown = yield from arrival.join(before=number)  # or has just done so as well
        yield from self._sit(shown or (yield from arrival.show_again(number)))
        if shown:
            yield StandUp(table=number)

    def _sit(self, shown: TableShown, *, back: bool = False) -> Script[None]:
        self._asks_number = False
        self._match = RequestsMatch(shown, self._name, self._quirks)
        yield from self._match.begin(back=back)
