"""What a client asks, as requests to the house, and how it is answered.

A move is never judged here: the house is asked, and its answer told in the document's words.
Deployed clients and lines differ in little: the order of an answer, a pause, a seat, a ping.
"""

from collections.abc import Mapping

import msgspec
from msgspec import Raw

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.games.shelfie import Cell, ChooseColumn, Close, Order, Pick, Step, UnpickAll
from ludoteca.messages import (
    Draft,
    Enter,
    Finish,
    JoinTable,
    Leave,
    LookAround,
    OpenTable,
    Refused,
    ResizeTable,
    StandUp,
    StopWatching,
    Surroundings,
    TableShown,
    Watch,
    Welcome,
    key,
)
from ludoteca.wire.dialect import Goodbye, Pause, Say
from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.around import speaks_of
from ludoteca.wire.pipes.asked import METHODS
from ludoteca.wire.pipes.hearing import ASKED, Hearing
from ludoteca.wire.pipes.lockstep import Acts, Part, Script
from ludoteca.wire.pipes.match import SLOWLY, Match
from ludoteca.wire.pipes.words import (
    ChangeMatchSeats,
    ChatNotification,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    Garbled,
    InsertInColumn,
    Join,
    LeaveMatch,
    Login,
    Message,
    NotifyGoToMenu,
    NotifyUpdate,
    PublicChat,
    Return,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    SortHand,
    Told,
    Word,
    method_of,
)


class Speech(Hearing):
    """One connection, as it speaks."""

    def said(self, word: Word) -> Acts:
        """The client has asked for this."""
        yield from self._lockstep.add(self._script(word), answers=True)

    def _script(self, word: Word) -> Script:  # noqa: C901 - one case a request
        """How a request is answered, whenever its turn comes."""
        method = method_of(word)
        match word:
            case Login(name):
                yield from self._login(name)
            case ExitGame():
                yield from self._exit()
            case Garbled():
                yield from self._garbled(method)
            case _ if not self._name:
                yield from self._no(method, texts.NOT_IN_YET)
            case CreateMatch() | Join() if self._match:
                yield from self._no(method, texts.IN_A_MATCH)
            case CreateMatch(seats):
                yield from self._create(seats)
            case Join(room):
                yield from self._join(room)
            case SendPrivateMessage():
                yield from self._whisper(word)
            case EndTurn():
                yield from self._end_turn()
            case SendPublicMessage() if not self._match:
                yield from self._no(method, texts.NOT_SENT)
            case _ if not self._match:
                yield from self._no(method, texts.BAD_CONDITIONS)
            case _:
                yield from self._in_match(self._match, word)

    def _in_match(self, match: Match, word: Word) -> Script:
        match word:
            case SelectCell(row, column):
                step = Pick(Cell(row, column))
                yield from self._step(match, word, step, texts.SELECTED, texts.SELECT)
            case DeselectCards():
                yield from self._step(match, word, UnpickAll(), texts.DESELECTED, texts.DESELECT)
            case ConfirmSelection():
                yield from self._step(match, word, Close(), "", {})
            case SortHand():
                yield from self._sort(match, word)
            case InsertInColumn(column, method):
                yield from self._insert(match, column, method)
            case LeaveMatch():
                yield from self._leave(match)
            case ChangeMatchSeats(seats):
                yield from self._resize(match, seats)
            case SendPublicMessage(text):
                yield from self._speak(match, text)

    # Answers

    def _yes(self, method: str, text: str, *middle: Told) -> Script:
        """A yes: deployed clients are let go by its last word, the document has its text there."""
        message = [Message(text)] if text else []
        done = Return(method, ok=True)
        if self._manner.deployed:
            yield from self._say(*message, *middle, done)
        else:
            yield from self._say(*middle, done, *message)

    def _no(self, method: str, text: str) -> Script:
        yield from self._say(Message(text), Return(method, ok=False))

    def _refused(self, method: str, refused: Refused, known: Mapping[str, str]) -> Script:
        text = known.get(refused.code) or texts.ANYWHERE.get(refused.code) or refused.detail
        yield from self._no(method, text)

    def _garbled(self, method: str) -> Script:
        yield Say(Message(texts.BAD_INPUT if method in METHODS else texts.NOT_VALID))
        if method:
            yield Say(Return(method, ok=False))

    # Coming and going

    def _login(self, typed: str) -> Script:
        name, _, secret = typed.partition("#")
        answer = yield Enter(name=name, secret=secret, id=ASKED)
        if not isinstance(answer, Welcome):
            yield from self._refused("login", answer, texts.LOGIN)
            return
        self._name, self._typed = answer.name, typed
        if answer.tables:
            self._match = yield from self._seat_of(answer.tables)
        lists = yield from self._look_around(self._match)
        self._recalling = False
        done = Return("login", ok=True)
        text = texts.WELCOME.format(name=typed)
        yield from self._say(Message(text), done, lists, NotifyUpdate())
        if self._match:
            yield from self._enter(self._match)

    def _seat_of(self, tables: tuple[int, ...]) -> Part[Match | None]:
        """The match among these tables, where a seat waits for whoever has come in."""
        seen = yield LookAround(follow=True, id=ASKED)
        assert isinstance(seen, Surroundings)  # noqa: S101 - whoever is in may look around
        foreign = {info.table for info in seen.tables if not speaks_of(info)}
        going = {info.table for info in seen.tables if info.started}
        for table in sorted(set(tables) - foreign, key=lambda table: table not in going):
            self._recalling = True
            shown = yield Watch(table=table, id=ASKED)
            if isinstance(shown, TableShown) and speaks_of(shown.info):
                match = Match(shown, self._called)
                match.paused = self._paused
                return match
            yield StopWatching(table=table, id=ASKED)
        return None

    def _enter(self, match: Match) -> Script:
        """To the match, once a deployed client has drawn what it shows before that."""
        if self._manner.pause:
            yield Pause(self._manner.pause)
        if match.chat and match.view:
            seen, *rest = match.entrance()
            yield from self._say(seen, PublicChat(match.chat), *rest)
        else:
            yield from self._say(*match.entrance())

    def _exit(self) -> Script:
        if self._match:
            match, self._match = self._match, None
            yield StandUp(table=match.table, id=ASKED)
        yield from self._yes("exitGame", texts.BYE)
        if self._name:
            yield Leave(id=ASKED)
        else:
            yield Goodbye()

    # Matches

    def _create(self, seats: int) -> Script:
        answer = yield OpenTable(game=shelfie.NAME, seats=seats, id=ASKED)
        if not isinstance(answer, TableShown):
            yield from self._refused("createMatch", answer, texts.CREATE)
            return
        self._match = match = Match(answer, self._called)
        lists = yield from self._look_around(match)
        message = Message(texts.CREATED.format(seats=seats, match=match.info.room))
        done = Return("createMatch", ok=True)
        if self._manner.deployed:
            yield from self._say(lists, match.wait(), NotifyUpdate(), message, done)
        else:
            yield from self._say(message, lists, done, match.wait())

    def _join(self, room: int) -> Script:
        listed = yield LookAround(follow=True, id=ASKED)
        found = [info for info in listed.tables if info.room == room and speaks_of(info)]
        if not found:
            yield from self._no("join", texts.NO_SUCH_ROOM)
            return
        answer = yield JoinTable(table=found[0].table, id=ASKED)
        if not isinstance(answer, TableShown):
            # Document: "when the player try to join after connection loss", which needs one.
            lost = any(holder and not holder.here for holder in found[0].seats)
            known = texts.REJOIN if found[0].started and lost else texts.JOIN
            yield from self._refused("join", answer, known)
            return
        self._match = match = Match(answer, self._called)
        self._recalling = True
        yield from self._look_again(match)
        lists = yield from self._look_around(match)
        self._recalling = False
        text = texts.JOINED.format(name=self._typed, match=room)
        # The document has the view here; deployed clients can bear it only after the pause.
        seen = [match.seen()] if match.view and not self._manner.deployed else []
        yield from self._say(Message(text), lists, *seen, Return("join", ok=True))
        if match.view and not match.view.turns:
            yield Say(Message(texts.BUILDING))
        yield from self._enter(match)

    def _leave(self, match: Match) -> Script:
        self._match = None
        answer = yield StandUp(table=match.table, id=ASKED)
        if isinstance(answer, Refused):
            self._match = match
            yield from self._refused("leaveMatch", answer, {})
            return
        yield StopWatching(table=match.table, id=ASKED)
        lists = yield from self._look_around(None)
        message, done = Message(texts.YOU_LEFT), Return("leaveMatch", ok=True)
        if self._manner.deployed:
            yield from self._say(message, lists, NotifyGoToMenu(), NotifyUpdate(), done)
        else:
            yield from self._say(done, message, lists, NotifyGoToMenu())

    def _resize(self, match: Match, seats: int) -> Script:
        answer = yield ResizeTable(table=match.table, seats=seats, id=ASKED)
        if isinstance(answer, Refused):
            yield from self._refused("changeMatchSeats", answer, texts.CREATE)
        else:
            text = texts.SEATS_CHANGED.format(seats=seats)
            yield from self._yes("changeMatchSeats", text)

    # Moves

    def _step(
        self, match: Match, word: Word, step: Step, text: str, known: Mapping[str, str]
    ) -> Script:
        """One more step of a move, and what it looks like then."""
        answer = yield Draft(table=match.table, step=_raw(step), id=ASKED)
        if isinstance(answer, Refused):
            yield from self._refused(method_of(word), answer, known)
        else:
            yield from self._yes(method_of(word), text, match.seen())

    def _sort(self, match: Match, word: SortHand) -> Script:
        places = list(range(match.hand_size))
        first, second = word.first, word.second
        within = first in places and second in places
        if within:
            places[first], places[second] = second, first
        # What is no swap of this hand is no order either, so the house refuses it.
        order = Order(tuple(places) if within else (first, second))
        answer = yield Draft(table=match.table, step=_raw(order), id=ASKED)
        if isinstance(answer, Refused):
            border = {first, second} <= set(range(3))
            known = texts.SORT if border else texts.SORT_FAR
            yield from self._refused("sortHand", answer, known)
        elif self._manner.deployed:
            yield from self._say(match.hand())
            yield from self._yes("sortHand", texts.SORTED)
        else:
            yield from self._yes("sortHand", texts.SORTED, match.hand(), match.seen())

    def _insert(self, match: Match, column: int, method: str) -> Script:
        step = _raw(ChooseColumn(column))
        answer = yield Draft(table=match.table, step=step, id=ASKED)
        if not isinstance(answer, Refused):
            # An id that this seat has never used here: a move moves the version on.
            answer = yield Finish(table=match.table, id=f"after {match.version}")
        if isinstance(answer, Refused):
            yield from self._refused(method, answer, texts.INSERT)
            return
        yield from self._yes(method, texts.INSERTED, *self._own_news, match.seen())

    def _end_turn(self) -> Script:
        """The insertion has ended it, so this is true wherever it is said."""
        yield Say(Return("endTurn", ok=True))
        match = self._match
        if self._manner.deployed and match and match.view and match.view.turn == match.seat:
            # Others were skipped, or fast: the client thinks that it is not its turn.
            yield from self._say(match.seen(), NotifyUpdate(SLOWLY))

    # Talk

    def _speak(self, match: Match, text: str) -> Script:
        answer = yield messages.Say(text=text, table=match.table, id=ASKED)
        if isinstance(answer, Refused):
            yield from self._no("sendPublicMessage", texts.NOT_SENT)
        else:
            yield from self._yes("sendPublicMessage", "", PublicChat(match.chat))

    def _whisper(self, word: SendPrivateMessage) -> Script:
        method, name = method_of(word), word.receiver
        if key(name) == key(self._name):
            yield from self._no(method, texts.NOT_REACHED.format(name=name))
            return
        answer = yield messages.Say(text=word.text, to=name, id=ASKED)
        if isinstance(answer, Refused):
            text = texts.TALK.get(answer.code, texts.NOT_REACHED)
            yield from self._no(method, text.format(name=name))
            return
        lists = yield from self._look_around(self._match)
        text = texts.SENT.format(name=name)
        sent = Message(text) if self._manner.deployed else ChatNotification(text)
        yield from self._say(lists, sent, Return(method, ok=True))


def _raw(step: Step) -> Raw:
    return Raw(msgspec.json.encode(step))
