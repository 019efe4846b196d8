"""One client's conversation: a script answers each request, and notices wait until it ends.

A client of this protocol must receive the answer to its request before any other message, so all
output waits for the running script.
"""

from collections.abc import Iterator
from functools import partial

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.protocols.contract import Conversation, Send
from ludoteca.protocols.pipes import lobby, texts, words
from ludoteca.protocols.pipes.codecs import METHODS
from ludoteca.protocols.pipes.match import SLOWLY, PipesMatch
from ludoteca.protocols.pipes.pacing import LINES, Acts, Begin, Cause, PipesQuirks, Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.scripts import Asking, ScriptRunner, ask
from ludoteca.protocols.shelfie import move_id


class PipesConversation(Conversation[words.Word]):
    """The server side of one connection."""

    def __init__(self, quirks: PipesQuirks) -> None:
        """Assume these quirks unless the client writes lines, as in the protocol's document."""
        self.pulse = quirks.pulse
        self._reset(quirks)

    def opened(self, encoding: str) -> None:
        """Start over with the quirks for the detected encoding."""
        self._reset(LINES if encoding == "lines" else self._session.quirks)

    def _reset(self, quirks: PipesQuirks) -> None:
        self._runner: ScriptRunner[words.Word] = ScriptRunner()
        self._session = PipesSession(quirks, self._runner)
        self._pulses = 0

    @property
    def quirks(self) -> PipesQuirks:
        """The client's quirks, as far as they are known."""
        return self._session.quirks

    def receive(self, word: words.Word) -> Acts:
        return self._run(partial(_answer, self._session, word), Cause.REQUEST)

    def reject(self, why: str) -> Acts:
        """Refuse input whose method is unreadable."""
        return self._run(partial(self._session.decline, "", texts.BAD_INPUT), Cause.REQUEST)

    def tick(self) -> Acts:
        """Send lists and pings that are due."""
        session = self._session
        session.lists.tick()
        self._pulses += 1
        acts: Acts = []
        for script in refreshes(session):
            acts += self._run(script)
        if session.quirks.deployed and session.name and self._pulses % session.quirks.pulses == 0:
            acts += self._run(partial(session.say, words.Ping()))
        return acts

    def hear(self, notice: messages.Notice, look: messages.ViewThunk | None) -> Acts:
        if isinstance(notice, (messages.Done, messages.Refused)):
            # These notices only answer a request: there is nothing to announce.
            return self._resume(notice, []) if self._runner.is_answer(notice) else []
        if isinstance(notice, messages.Gesture):
            return self._hear_gesture(notice)
        if isinstance(notice, messages.Farewell):
            return self._bid_farewell(notice)
        if isinstance(notice, messages.TableNews) and self._is_known(notice):
            return []
        match = self._session.match
        if match and match.table.frees_seat_of(notice, self._session.name):
            self._session.match = None
            return self._run(partial(removed, self._session, match))
        acts: Acts = []
        output = list(words_about(self._session, notice, look))
        if self._runner.is_answer(notice):
            acts += self._resume(notice, output)
        elif output:
            acts += self._run(partial(self._session.say, *output))
        for script in scripts_after(self._session, notice):
            acts += self._run(script)
        return acts

    def _hear_gesture(self, gesture: messages.Gesture) -> Acts:
        """Announce another player's gesture; the player's own gesture only changes the hand.

        Gestures never start scripts. Looking for a script would double the cost of a gesture.
        """
        match = self._session.match
        said = match.hear(gesture, None) if match and match.table.concerns(gesture) else []
        return self._run(partial(self._session.say, *said), Cause.GESTURE) if said else []

    def _is_known(self, told: messages.TableNews) -> bool:
        """Return whether the table already includes this notice, as after a repeated `Watch`."""
        match = self._session.match
        return (
            match is not None and match.table.concerns(told) and told.version <= match.table.version
        )

    def _bid_farewell(self, farewell: messages.Farewell) -> Acts:
        """Send pending output and stop all scripts before the connection closes."""
        self._runner.clear()
        acts = self._session.pacing.flush()
        if farewell.code != messages.ServerReason.LEFT:
            acts.append(Send(words.Message(farewell.detail)))
        return acts

    def _run(self, begin: Begin, cause: Cause = Cause.NEWS) -> Acts:
        """Run a script, now or when its turn comes."""
        script = self._session.pacing.paced(begin, cause)
        acts = self._runner.run(script, answers=cause is Cause.REQUEST)
        return acts + self._rest()

    def _resume(self, answer: messages.Notice, said: list[words.ServerWord]) -> Acts:
        """Resume the running script with its answer. `said` are the messages about that notice."""
        self._session.own_news = said
        return self._runner.answer(answer) + self._rest()

    def _rest(self) -> Acts:
        return [] if self._runner.busy else self._session.pacing.idle()


def _answer(session: PipesSession, word: words.Word) -> Script[None] | Acts:
    """Return the script that answers a request."""
    method = words.method_of(word)
    match word:
        case words.Login():
            return lobby.log_in(session, word)
        case words.ExitGame():
            return lobby.exit_game(session)
        case words.Malformed():
            text = texts.BAD_INPUT if word.method in METHODS else texts.NOT_VALID
            return session.decline(method, text)
        case words.CheckPlayerActionPhase():
            return session.say(
                words.Return(method, ok=bool(session.match and session.match.to_move))
            )
        case _ if not session.name:
            return session.decline(method, texts.NOT_IN_YET)
        case _:
            return _answer_player(session, word)


def _answer_player(session: PipesSession, word: words.Word) -> Script[None] | Acts:
    """Answer a request from a logged-in player."""
    match word:
        case words.Join(room):
            return lobby.join(session, room)
        case words.ListTables():
            return lobby.list_tables(session)
        case words.SendPrivateMessage():
            return lobby.send_private(session, word)
        case words.EndTurn():
            return end_turn(session)
        case _ if session.match:
            return _answer_in(session, session.match, word)
        case words.CreateMatch(seats):
            return lobby.create(session, seats)
        case words.SendPublicMessage():
            return lobby.reply(session, words.method_of(word), texts.NOT_SENT, ok=False)
        case _:
            return session.decline(words.method_of(word), texts.BAD_CONDITIONS)


def _answer_in(session: PipesSession, match: PipesMatch, word: words.Word) -> Script[None] | Acts:
    """Answer a request from a player in a match."""
    match word:
        case words.SelectCell():
            return select(session, match, word)
        case words.DeselectCards():
            return deselect(session, match)
        case words.ConfirmSelection():
            return confirm(session, match)
        case words.SortHand():
            return sort(session, match, word)
        case words.InsertInColumn(column):
            return insert(session, match, column)
        case words.LeaveMatch():
            return lobby.leave(session, match)
        case words.ChangeMatchSeats(seats):
            return lobby.resize(session, match, seats)
        case words.SendPublicMessage(text):
            return lobby.send_public(session, match, text)
        case words.CreateMatch():
            return session.decline("createMatch", texts.IN_A_MATCH)
        case _:
            return []


# Moves, step by step


def select(session: PipesSession, match: PipesMatch, word: words.SelectCell) -> Script[None]:
    """Select a tile.

    Deployed clients deselect a tile by selecting it again, and expect a refusal in that case.
    """
    cell = shelfie.Cell(word.row, word.column)
    answer = yield from _draft(match, shelfie.Pick(cell))
    if not isinstance(answer, messages.Refused):
        yield from session.accept("selectCell", texts.SELECTED, match.seen())
        return
    if session.quirks.deployed and answer.code == shelfie.Reason.ALREADY_PICKED:
        undone = yield from _draft(match, shelfie.Unpick(cell))
        if not isinstance(undone, messages.Refused):
            said = words.Message(texts.SELECT[answer.code]), words.Message(texts.DESELECTED)
            seen = match.seen(), words.NotifyUpdate()
            yield from session.say(*said, words.Return("selectCell", ok=False), *seen)
            return
    yield from session.refuse("selectCell", answer, texts.SELECT)


def deselect(session: PipesSession, match: PipesMatch) -> Script[None]:
    answer = yield from _draft(match, shelfie.UnpickAll())
    if isinstance(answer, messages.Refused):
        yield from session.refuse("deselectCards", answer, texts.DESELECT)
    else:
        yield from session.accept("deselectCards", texts.DESELECTED, match.seen())


def confirm(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Close the selection."""
    answer = yield from _draft(match, shelfie.Close())
    if isinstance(answer, messages.Refused):
        yield from session.refuse("confirmSelection", answer, {})
    else:
        yield from session.accept("confirmSelection", "", match.seen())


def sort(session: PipesSession, match: PipesMatch, word: words.SortHand) -> Script[None]:
    places = list(range(match.hand_size))
    first = word.first
    second = word.second
    within = first in places and second in places
    if within:
        places[first], places[second] = second, first
    # A pair outside the hand is not a valid order either, so the server refuses it.
    answer = yield from _draft(match, shelfie.Order(tuple(places) if within else (first, second)))
    if isinstance(answer, messages.Refused):
        inside = {first, second} <= set(range(3))
        known = texts.SORT if inside else texts.SORT_FAR
        yield from session.refuse("sortHand", answer, known)
    elif session.quirks.framed:
        yield from session.say(match.hand())
        yield from session.accept("sortHand", texts.SORTED)
    else:
        yield from session.accept("sortHand", texts.SORTED, match.hand(), match.seen())


def insert(session: PipesSession, match: PipesMatch, column: int) -> Script[None]:
    """Insert the selected tiles, which ends the turn."""
    answer: messages.Notice = yield from _draft(match, shelfie.ChooseColumn(column))
    if not isinstance(answer, messages.Refused):
        cells = match.table.hand.cells if match.table.hand else ()
        own = move_id(match.table.version, cells, column)
        answer = yield from ask(messages.Finish(table=match.number, id=own))
    if isinstance(answer, messages.Refused):
        yield from session.refuse("insertInColumn", answer, texts.INSERT)
    else:
        seen = *session.own_news, match.seen()
        yield from session.accept("insertInColumn", texts.INSERTED, *seen)


def end_turn(session: PipesSession) -> Script[None]:
    """Accept the request: the insertion has already ended the turn."""
    yield from session.say(words.Return("endTurn", ok=True))
    match = session.match
    if session.quirks.deployed and match and match.table.is_own_turn:
        # All other players were skipped or moved immediately, so it is the client's turn again,
        # which the client does not know yet.
        yield from session.say(match.seen(), words.NotifyUpdate(SLOWLY))


def _draft(match: PipesMatch, step: shelfie.Step) -> Asking[messages.Done | messages.Refused]:
    return ask(messages.Draft(table=match.number, step=step))


# Messages about notices

SERVER = "[server]"
"""Sender of announcements: no player can have this name."""


def words_about(
    session: PipesSession, notice: messages.Notice, look: messages.ViewThunk | None
) -> Iterator[words.ServerWord]:
    """Yield the messages about a notice, except those that answer a request."""
    match = session.match
    if isinstance(notice, messages.Said):
        yield from _said(session, notice)
    elif isinstance(notice, messages.Announced):
        yield words.ChatNotification(texts.SAYS.format(name=SERVER, text=notice.text))
    elif match and match.table.concerns(notice):
        if isinstance(notice, messages.TableShown) and notice.request:
            return  # handled by the script that sent the request
        said = match.hear(notice, look)
        if not (isinstance(notice, messages.Presence) and session.is_own(notice.name)):
            yield from said
    elif isinstance(notice, messages.PersonHere) and not notice.here:
        left = match or session.ended  # a player may log out after ending the match by leaving
        if left and left.has_left(notice.name):
            yield words.Message(texts.LEFT_GAME.format(name=notice.name))
            yield words.NotifyUpdate()
    elif isinstance(notice, messages.Presence) and session.is_own(notice.name):
        session.paused = notice.paused


def _said(session: PipesSession, said: messages.Said) -> Iterator[words.ServerWord]:
    """Handle chat in the match, to this player, or to the whole server."""
    match = session.match
    here = match if match and said.table == match.number else None
    if here and not said.to:
        here.add_chat(said.by, said.text, said.number)
        if not session.is_own(said.by) and not session.replaying:
            yield words.PublicChat(here.chat)
            yield lobby.notification(session, said)
        return
    if here:
        here.heard = said.number
    if said.to:
        session.chats.add(said, session.name)
    elif said.table is None and not session.is_own(said.by):
        yield lobby.notification(session, said)


# Scripts that notices start


def scripts_after(session: PipesSession, notice: messages.Notice) -> Iterator[Begin]:
    match = session.match
    if isinstance(notice, messages.Said) and notice.to and not session.replaying:
        if not session.is_own(notice.by):
            yield partial(lobby.receive_private, session, notice)
    elif match and match.table.over:
        session.match = None
        session.ended = match
        yield partial(_end, session, match)
    elif (
        match
        and isinstance(notice, messages.TableNews | messages.Presence)
        and notice.table == match.number
    ):
        if match.view and match.state != session.listed:
            session.lists.change()
        if isinstance(notice, messages.TableNews):
            yield from _after_news(session, match, notice)
    if isinstance(notice, messages.PersonHere | messages.TableListed):
        session.lists.change()
    yield from refreshes(session)


def _after_news(
    session: PipesSession, match: PipesMatch, notice: messages.TableNews
) -> Iterator[Begin]:
    match notice.record:
        case messages.GameStarted():
            yield partial(_start, session, match)
        case messages.SeatTaken() | messages.SeatFreed() | messages.TableResized():
            session.lists.change()
        case messages.SeatsGivenUp(seats) if match.table.seat in seats:
            session.match = None
            yield partial(_to_menu, session, match)


def refreshes(session: PipesSession) -> Iterator[Begin]:
    """Yield the script that sends the lists, if they have changed and may be sent now."""
    if session.name and session.lists.is_wanted():
        yield partial(_refresh, session)


def _start(session: PipesSession, match: PipesMatch) -> Script[None]:
    if match.entered:
        return  # the match started while the client was joining
    yield from session.say(words.Message(texts.BUILDING))
    yield from session.look_again(match, whole=True)
    if match.view and not match.table.over:
        yield from session.say(*match.entrance())


def _end(session: PipesSession, match: PipesMatch) -> Script[None]:
    yield from session.say(*match.ending())
    yield from ask(messages.StopWatching(table=match.number))
    lists = yield from session.look_around(match)
    yield from session.say(lists, words.NotifyUpdate())


def removed(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Return to the menu after losing the seat before the start."""
    yield from ask(messages.StopWatching(table=match.number))
    session.pacing.forget()
    lists = yield from session.look_around(None)
    text = texts.REMOVED.format(match=match.info.room)
    yield from session.say(words.Message(text), lists, words.NotifyGoToMenu(), words.NotifyUpdate())


def _to_menu(session: PipesSession, match: PipesMatch) -> Script[None]:
    yield from ask(messages.StopWatching(table=match.number))
    session.pacing.forget()
    yield from session.say(words.NotifyGoToMenu(), words.NotifyUpdate())


def _refresh(session: PipesSession) -> Script[None]:
    if not session.lists.is_due():
        return  # another script has sent them
    match = session.match
    changed = False
    if match and (match.view is None or match.info.private):
        changed = yield from session.look_again(match)
    lists = yield from session.look_around(session.match)
    session.lists.count(lists)
    yield from session.say(lists)
    if match and changed and match.view is None and match is session.match:
        yield from session.say(match.wait())
    yield from session.say(words.NotifyUpdate())
