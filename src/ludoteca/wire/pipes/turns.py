"""What is asked in a match: moves, which are never judged here, and talk."""

from collections.abc import Mapping

import msgspec
from msgspec import Raw

from ludoteca import messages
from ludoteca.games.shelfie import (
    Cell,
    ChooseColumn,
    Close,
    Order,
    Pick,
    Reason,
    Step,
    Unpick,
    UnpickAll,
)
from ludoteca.messages import (
    Draft,
    Finish,
    Refused,
    ResizeTable,
    StandUp,
    StopWatching,
    key,
)
from ludoteca.wire.dialect import Send
from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.hearing import ASKED, Hearing
from ludoteca.wire.pipes.lockstep import Script
from ludoteca.wire.pipes.match import SLOWLY, Match
from ludoteca.wire.pipes.words import (
    ChangeMatchSeats,
    ChatNotification,
    ConfirmSelection,
    DeselectCards,
    InsertInColumn,
    LeaveMatch,
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


class Turns(Hearing):
    """One connection, as it plays."""

    def _in_match(self, match: Match, word: Word) -> Script:
        """How a request is answered that needs a match."""
        match word:
            case SelectCell(row, column):
                yield from self._select(match, Cell(row, column))
            case DeselectCards():
                yield from self._step(match, word, UnpickAll(), texts.DESELECTED, texts.DESELECT)
            case ConfirmSelection():
                yield from self._step(match, word, Close(), "", {})
            case SortHand():
                yield from self._sort(match, word)
            case InsertInColumn(column):
                yield from self._insert(match, column)
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
            # Document, its calls: every reply with a view ends in `notifyUpdate`.
            drawn = [NotifyUpdate()] if middle and self._manner.calls else []
            yield from self._say(*message, *middle, *drawn, done)
        else:
            yield from self._say(*middle, done, *message)

    def _no(self, method: str, text: str) -> Script:
        yield from self._say(Message(text), Return(method, ok=False))

    def _refused(self, method: str, refused: Refused, known: Mapping[str, str]) -> Script:
        text = known.get(refused.code) or texts.ANYWHERE.get(refused.code) or refused.detail
        yield from self._no(method, text)

    # Moves

    def _select(self, match: Match, cell: Cell) -> Script:
        """Select a tile; deployed clients deselect one by selecting it again, and expect a no."""
        answer = yield Draft(table=match.table, step=_raw(Pick(cell)), id=ASKED)
        if not isinstance(answer, Refused):
            yield from self._yes("selectCell", texts.SELECTED, match.seen())
            return
        if self._manner.deployed and answer.code == Reason.ALREADY_PICKED:
            undone = yield Draft(table=match.table, step=_raw(Unpick(cell)), id=ASKED)
            if not isinstance(undone, Refused):
                said = Message(texts.SELECT[answer.code]), Message(texts.DESELECTED)
                seen = match.seen(), NotifyUpdate()
                yield from self._say(*said, Return("selectCell", ok=False), *seen)
                return
        yield from self._refused("selectCell", answer, texts.SELECT)

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
            inside = {first, second} <= set(range(3))
            known = texts.SORT if inside else texts.SORT_FAR
            yield from self._refused("sortHand", answer, known)
        elif self._manner.framed:
            yield from self._say(match.hand())
            yield from self._yes("sortHand", texts.SORTED)
        else:
            yield from self._yes("sortHand", texts.SORTED, match.hand(), match.seen())

    def _insert(self, match: Match, column: int) -> Script:
        step = _raw(ChooseColumn(column))
        answer = yield Draft(table=match.table, step=step, id=ASKED)
        if not isinstance(answer, Refused):
            # An id that this seat has never used here: a move moves the version on.
            answer = yield Finish(table=match.table, id=f"after {match.version}")
        if isinstance(answer, Refused):
            yield from self._refused("insertInColumn", answer, texts.INSERT)
            return
        yield from self._yes("insertInColumn", texts.INSERTED, *self._own_news, match.seen())

    def _end_turn(self) -> Script:
        """The insertion has ended it, so this is true wherever it is said."""
        yield Send(Return("endTurn", ok=True))
        match = self._match
        if self._manner.deployed and match and match.view and match.view.turn == match.seat:
            # Others were skipped, or fast: the client thinks that it is not its turn.
            yield from self._say(match.seen(), NotifyUpdate(SLOWLY))

    # The seat

    def _leave(self, match: Match) -> Script:
        self._match = None
        answer = yield StandUp(table=match.table, id=ASKED)
        if isinstance(answer, Refused):
            self._match = match
            yield from self._refused("leaveMatch", answer, {})
            return
        self._lockstep.pacing.forget()
        yield StopWatching(table=match.table, id=ASKED)
        lists = yield from self._look_around(None)
        message, done = Message(texts.YOU_LEFT), Return("leaveMatch", ok=True)
        if self._manner.deployed:
            yield from self._say(message, lists, NotifyGoToMenu(), NotifyUpdate(), done)
        else:
            seen = [match.seen_last()] if match.view else []
            yield from self._say(done, *seen, message, lists, NotifyGoToMenu())

    def _resize(self, match: Match, seats: int) -> Script:
        answer = yield ResizeTable(table=match.table, seats=seats, id=ASKED)
        if isinstance(answer, Refused):
            yield from self._refused("changeMatchSeats", answer, texts.CREATE)
        else:
            text = texts.SEATS_CHANGED.format(seats=seats)
            yield from self._yes("changeMatchSeats", text)

    # Talk

    def _speak(self, match: Match, text: str) -> Script:
        answer = yield messages.Say(text=text, table=match.table, id=ASKED)
        if isinstance(answer, Refused):
            yield from self._no("sendPublicMessage", texts.NOT_SENT)
        else:
            yield from self._say(PublicChat(match.chat), Return("sendPublicMessage", ok=True))

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
        # Deployed clients take a notification for something that was said to them.
        sent = Message(text) if self._manner.deployed else ChatNotification(text)
        yield from self._say(lists, sent, Return(method, ok=True))


def _raw(step: Step) -> Raw:
    return Raw(msgspec.json.encode(step))
