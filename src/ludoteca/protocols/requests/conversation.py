"""The conversation of the `requests` protocol."""

from collections.abc import Iterable
from typing import TypeAlias

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.protocols.contract import Conversation, Disconnect, Send
from ludoteca.protocols.requests import lobby, pacing, texts, views, words
from ludoteca.protocols.requests.codecs import STREAM
from ludoteca.protocols.requests.match import RequestsMatch
from ludoteca.protocols.scripts import ScriptRunner, ask, say
from ludoteca.protocols.shelfie import move_id

PING = 20.0
"""Seconds between pings."""
BEATS = 20
QUIET = 5
"""Beats without other messages before a ping may be sent, because some messages are delayed."""
BUSY = 2 * BEATS
"""Beats after which a ping is sent even if the connection was never quiet."""
MOST_MISSED = 5
LONGEST_WAIT = 60.0
"""Seconds after which the server asks the next player too, if the first does not answer."""


class RequestsConversation(Conversation[words.RequestsWord]):
    """The conversation on one connection; the client speaks first."""

    def __init__(
        self,
        deployed: pacing.RequestsQuirks = pacing.DEPLOYED,
        ping: float = PING,
        quirks: pacing.RequestsQuirks = pacing.DOCUMENT,
        line: lobby.WaitingLine | None = None,
    ) -> None:
        """Use `quirks`, unless the client opens a stream. In that case, use `deployed`.

        All connections to a server share the same `line`.
        """
        self.pulse = ping / BEATS
        self._line = line or lobby.WaitingLine()
        self._deployed = deployed
        self._pacing = pacing.RequestsPacing(quirks)
        self._scripts: ScriptRunner[words.RequestsWord] = ScriptRunner()
        self._name = ""
        self._match: RequestsMatch | None = None
        self._lost: set[int] = set()
        """Tables at which the player lost a seat. The player does not automatically rejoin them."""
        self._asks_number = False
        """Whether the player is being asked for the number of players."""
        self._waits = False
        """Whether the player waits because another player is being asked."""
        self._looks = False
        """Whether a script that looks for a seat is pending."""
        self._first = ""
        """The first player in the line."""
        self._waited = 0.0
        """Seconds since the first player in the line became first."""
        self._met = False
        self._over = False
        self._beats = BEATS
        self._quiet = 0
        self._missed = 0

    @property
    def _quirks(self) -> pacing.RequestsQuirks:
        return self._pacing.quirks

    def opened(self, encoding: str) -> None:
        """Treat a client that opens a stream as a deployed client until it logs in."""
        if encoding == STREAM.name:
            self._pacing.quirks = self._deployed

    def arrived(self) -> None:
        """Count part of an object as activity, since a long object may take a while to arrive."""
        if self._quirks.deployed:
            self._alive()

    def receive(self, word: words.RequestsWord) -> pacing.Acts:
        self._alive()
        if self._over:
            return
        yield from self._pacing.heard()
        if not isinstance(word, words.PongMessage):
            acts = self._scripts.run(self._answer(word), answers=True)
            yield from self._paced(acts, answering=True)

    def reject(self, why: str) -> pacing.Acts:
        """Answer unreadable input with a chat message."""
        self._alive()
        if not self._over:
            yield from self._pacing.heard()
            yield from self._paced(say(texts.note(why)), answering=True)

    def hear(self, notice: messages.Notice, look: messages.ViewThunk | None) -> pacing.Acts:
        if self._over:
            return
        if isinstance(notice, messages.Farewell):
            yield from self._paced(say(texts.note(notice.detail)))
            return
        if self._match:
            yield from self._paced(self._match.hear(notice, look))
        elif self._waits and self._may_sit_or_be_asked(notice):
            yield from self._look_again()
        if self._match and self._match.lost:
            left = self._match.number
            self._match = None
            self._lost.add(left)
            yield from self._paced(self._scripts.run(self._leave_lobby(left)))
        if self._scripts.is_answer(notice) and not self._over:
            yield from self._paced(self._scripts.answer(notice), answering=True)

    def tick(self) -> pacing.Acts:
        """Send a ping when it is due; disconnect after too many unanswered pings."""
        self._beats += 1
        self._quiet += 1
        self._pacing.tick(self.pulse)
        if self._waits and not self._over:
            yield from self._wait()
        quiet = self._quiet >= QUIET and self._pacing.idle
        due = self._beats >= (BEATS if quiet else BUSY)
        if not due or self._over:
            return
        if self._missed == MOST_MISSED:
            yield Disconnect()
            return
        self._beats = 0
        self._missed += 1
        if self._met:
            yield from self._pacing.ping(quiet=quiet)

    def _alive(self) -> None:
        self._met = True
        self._missed = 0
        self._quiet = 0

    def _paced(self, acts: Iterable[pacing.RequestsAct], *, answering: bool = False) -> pacing.Acts:
        for act in self._pacing.paced(acts, self._name, answering=answering):
            yield act
            if isinstance(act, Send):
                self._quiet = 0
            elif isinstance(act, Disconnect):
                self._over = True
                self._scripts.clear()

    # Scripts

    def _answer(self, word: words.RequestsWord) -> pacing.Script[None]:
        if isinstance(word, words.GarbledMessage):
            yield from self._refuse(word)
        elif isinstance(word, words.LoginRequest):
            if isinstance(word, words.DocumentLoginRequest) and word.follows_document:
                self._pacing.quirks = pacing.DOCUMENT
            yield from self._login(word.nickname or "")
        elif isinstance(word, words.NumPlayersResponse):
            yield from self._number(word.num_players)
        elif self._match is None:
            yield from self._too_early(word)
        elif isinstance(word, words.ChatMessage):
            yield from chat(word, self._match)
        elif isinstance(word, MoveWord):
            yield from move(word, self._match, self._quirks)

    def _too_early(self, word: words.RequestsMessage) -> pacing.Script[None]:
        if isinstance(word, words.ChatMessage | words.ConfirmOrderNotify):
            yield from say(texts.note(texts.NO_TABLE if self._name else texts.LOGIN_FIRST))
        else:
            yield from say(response(type(word), None, done=False))

    def _refuse(self, word: words.GarbledMessage) -> pacing.Script[None]:
        """Refuse a message whose fields cannot be read, with the response for its type."""
        if word.kind is words.LoginRequest:
            yield from say(words.LoginResponse(None))
        elif word.kind is words.NumPlayersResponse and self._asks_number:
            yield from say(words.NumPlayersRequest())
        elif word.kind in (words.NumPlayersResponse, words.ChatMessage):
            yield from say(texts.note(word.why))
        elif word.kind is not words.PongMessage:
            yield from say(response(word.kind, self._match, done=False))

    def _login(self, nickname: str) -> pacing.Script[None]:
        answer = yield from lobby.enter(nickname)
        if isinstance(answer, messages.Refused):
            already = answer.code == messages.ServerReason.IN_ALREADY
            yield from say(words.LoginResponse(self._name if already else None))
            return
        self._name = answer.name
        yield from say(words.LoginResponse(self._name))
        shown = yield from lobby.come_back(answer.tables)
        if shown:
            yield from self._sit(shown, back=True)
            return
        self._line.enter(self._name)
        yield from self._find_table()

    def _leave_lobby(self, table: int) -> pacing.Script[None]:
        yield from ask(messages.StopWatching(table=table))
        self._line.enter(self._name)
        yield from self._find_table()

    def _find_table(self) -> pacing.Script[None]:
        """Join a table. If no table has a free seat, ask for the number of players or wait."""
        self._looks = False
        if self._match or self._asks_number:
            return  # an earlier attempt succeeded
        shown = yield from self._join(follow=self._waits)
        if shown:
            yield from self._sit(shown)
        elif self._line.ask(self._name):
            yield from self._stop_waiting()
            self._asks_number = True
            yield from say(words.NumPlayersRequest())
        elif not self._waits:
            self._waits = True
            yield from self._find_table()  # tables are now followed, so no change is missed

    def _join(
        self, *, follow: bool = False, before: int | None = None
    ) -> pacing.Script[messages.TableShown | None]:
        return lobby.join(self._line, self._name, follow=follow, before=before, without=self._lost)

    def _may_sit_or_be_asked(self, notice: messages.Notice) -> bool:
        """Return whether a notice offers a seat, or makes this player the next to be asked."""
        if isinstance(notice, messages.TableListed) and notice.info.game == shelfie.NAME:
            self._line.leave(holder.name for holder in notice.info.seats if holder)
            room = lobby.has_seat(notice.info, self._line, self._name)
            return (room and not notice.closed) or self._line.is_next(self._name)
        if isinstance(notice, messages.PersonHere) and not notice.here:
            self._line.leave((notice.name,))
            return self._line.is_next(self._name)
        return False

    def _wait(self) -> pacing.Acts:
        """Look for a seat if this player is next.

        Drop a first player who keeps the others waiting for more than `LONGEST_WAIT`.
        """
        self._line.enter(self._name)  # a seat at another kind of table may have removed the player
        first = self._line.keys[0]
        if first != self._first:
            self._first = first
            self._waited = 0.0
        self._waited += self.pulse
        if self._waited >= LONGEST_WAIT and first != messages.key(self._name):
            self._line.leave((first,))
        if self._line.is_next(self._name):
            yield from self._look_again()

    def _look_again(self) -> pacing.Acts:
        if not self._looks:
            self._looks = True
            yield from self._paced(self._scripts.run(self._find_table()))

    def _stop_waiting(self) -> pacing.Script[None]:
        if self._waits:
            self._waits = False
            yield from ask(lobby.UNFOLLOW)

    def _number(self, players: int) -> pacing.Script[None]:
        if not self._asks_number:
            if not self._quirks.deployed:  # deployed clients send it twice
                yield from say(texts.note(texts.NOT_ASKED if self._name else texts.LOGIN_FIRST))
            return
        shown = yield from self._join()  # another player may have opened a table
        if shown:
            yield from self._sit(shown)
            return
        own = yield from lobby.open_table(players)
        if own is None:
            yield from say(words.NumPlayersRequest())
            return
        number = own.info.table
        shown = yield from self._join(before=number)  # another player may have opened a table too
        if shown:
            yield from self._sit(shown)
            yield from ask(messages.StandUp(table=number))
        else:
            yield from self._sit((yield from lobby.show_again(own)), opened=True)

    def _sit(
        self, shown: messages.TableShown, *, back: bool = False, opened: bool = False
    ) -> pacing.Script[None]:
        self._asks_number = False
        self._line.leave((self._name,))
        self._match = RequestsMatch(shown, self._name, self._quirks)
        yield from self._match.begin(back=back, opened=opened)
        yield from self._stop_waiting()


# Moves and chat

MoveWord: TypeAlias = (
    words.PickTileRequest
    | words.UnpickTileRequest
    | words.ConfirmPickRequest
    | words.ConfirmColumnRequest
    | words.ConfirmOrderNotify
)
Response: TypeAlias = (
    words.PickTileResponse
    | words.UnpickTileResponse
    | words.ConfirmPickResponse
    | words.ConfirmColumnResponse
)


def move(
    word: MoveWord, match: RequestsMatch, quirks: pacing.RequestsQuirks
) -> pacing.Script[None]:
    """Play one step of a turn and send the response."""
    match word:
        case words.PickTileRequest(position):
            done = yield from _step(match, shelfie.Pick(views.cell_of(position)))
        case words.UnpickTileRequest(position):
            done = yield from _step(match, shelfie.Unpick(views.cell_of(position)))
        case words.ConfirmPickRequest():
            done = yield from _step(match, shelfie.Close())
        case words.ConfirmColumnRequest(column) if match.hand and match.hand.closed:
            done = yield from _step(match, shelfie.ChooseColumn(column))
        case words.ConfirmColumnRequest():
            done = False
        case words.ConfirmOrderNotify():
            yield from _order(word, match, quirks)
            return
    yield from say(response(type(word), match, done=done))


def response(
    kind: type[words.RequestsMessage], match: RequestsMatch | None, *, done: bool
) -> Response:
    """Return the response to a step. The response to a refused order asks for the column again."""
    picked = match.picked if match else ()
    if kind is words.PickTileRequest:
        return words.PickTileResponse(done, picked)
    if kind is words.UnpickTileRequest:
        return words.UnpickTileResponse(picked, done)
    if kind is words.ConfirmPickRequest:
        return words.ConfirmPickResponse(_board(match, done=done), done)
    return words.ConfirmColumnResponse(done, match.differ if match else False)


def _board(match: RequestsMatch | None, *, done: bool) -> words.Board:
    if match is None or match.view is None:
        return words.Board(())
    return views.board_of(match.view, match.hand.cells if done and match.hand else ())


def _step(match: RequestsMatch, step: shelfie.Step) -> pacing.Script[bool]:
    match.changing = True
    answer = yield from ask(messages.Draft(table=match.number, step=step))
    match.changing = False
    return not isinstance(answer, messages.Refused)


def _order(
    word: words.ConfirmOrderNotify, match: RequestsMatch, quirks: pacing.RequestsQuirks
) -> pacing.Script[None]:
    """Finish a turn. If the tiles or the move are invalid, ask for the column again."""
    if match.view is None or not (match.hand and match.hand.closed) or match.kept:
        if not quirks.deployed:  # deployed clients send it twice and expect no answer
            yield from say(texts.note(texts.NOT_NOW))
        return
    again = response(words.ConfirmOrderNotify, match, done=False)
    places = views.order_of(match.picked, word.picked_tiles)
    if places is None:
        yield from say(again)
        return
    cells = [match.hand.cells[place] for place in places]
    own = move_id(match.view.turns, cells, match.hand.column)
    yield from _step(match, shelfie.Order(tuple(places)))
    answer = yield from ask(messages.Finish(table=match.number, keep=True, id=own))
    if isinstance(answer, messages.Refused):
        if answer.code == messages.ServerReason.AT_REST:
            yield from say(texts.note(answer.detail))
        yield from say(again)


def chat(word: words.ChatMessage, match: RequestsMatch) -> pacing.Script[None]:
    """Send chat to one player or all players. Notify the sender if the chat cannot be delivered."""
    to = ""
    if word.receiver and messages.key(word.receiver) != messages.key(texts.EVERYONE):
        receivers = match.receivers(word.receiver)
        if len(receivers) != 1:
            why = texts.several if receivers else texts.nobody
            yield from say(texts.note(why(word.receiver)))
            return
        (to,) = receivers
    request = messages.Say(text=word.text_message or "", table=match.number, to=to)
    answer = yield from ask(request)
    if isinstance(answer, messages.Refused):
        away = answer.code == messages.ServerReason.PERSON_AWAY
        yield from say(texts.note(texts.gone(word.receiver or "") if away else answer.detail))
