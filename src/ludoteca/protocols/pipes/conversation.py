"""One client's conversation: a script answers each request, and notices wait their turn.

A client of this protocol must receive the answer to its request before anything else, so all output
waits for the running script.
"""

from functools import partial

from ludoteca.messages import (
    Done,
    Farewell,
    Gesture,
    Notice,
    Refused,
    ServerReason,
    TableNews,
    ViewThunk,
)
from ludoteca.protocols.contract import Conversation, Send
from ludoteca.protocols.pipes import chat, moves, news, rooms, texts, words
from ludoteca.protocols.pipes.codecs import METHODS
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import LINES, Acts, Begin, Cause, PipesQuirks, Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.pipes.words import ServerWord, Word
from ludoteca.protocols.scripts import ScriptRunner


class PipesConversation(Conversation[Word]):
    """The server's end of one connection."""

    def __init__(self, quirks: PipesQuirks) -> None:
        """Expect clients with these quirks; those that write lines follow the document."""
        self.pulse = quirks.pulse
        self._begin(quirks)

    def opened(self, encoding: str) -> None:
        """Start over with the quirks of the detected encoding."""
        self._begin(LINES if encoding == "lines" else self._session.quirks)

    def _begin(self, quirks: PipesQuirks) -> None:
        self._runner: ScriptRunner[Word] = ScriptRunner()
        self._session = PipesSession(quirks, self._runner)
        self._pulses = 0

    @property
    def quirks(self) -> PipesQuirks:
        """The client's quirks, as far as they are known."""
        return self._session.quirks

    def receive(self, word: Word) -> Acts:
        return self._run(partial(_answer, self._session, word), Cause.REQUEST)

    def reject(self, why: str) -> Acts:
        """Refuse input without a readable method."""
        return self._run(partial(self._session.decline, "", texts.BAD_INPUT), Cause.REQUEST)

    def tick(self) -> Acts:
        """Send due lists and pings."""
        session = self._session
        session.lists.tick()
        self._pulses += 1
        acts: Acts = []
        for script in news.refreshes(session):
            acts += self._run(script)
        if session.quirks.deployed and session.name and self._pulses % session.quirks.pulses == 0:
            acts += self._run(partial(session.say, words.Ping()))
        return acts

    def hear(self, notice: Notice, view: ViewThunk | None) -> Acts:
        if isinstance(notice, (Done, Refused)):  # a bare answer; there is nothing to announce
            return self._resume(notice, []) if self._runner.is_answer(notice) else []
        if isinstance(notice, Farewell):
            return self._bid_farewell(notice)
        if isinstance(notice, TableNews) and self._is_known(notice):
            return []
        match = self._session.match
        if match and match.table.frees_seat_of(notice, self._session.name):
            self._session.match = None
            return self._run(partial(news.removed, self._session, match))
        acts: Acts = []
        output = list(news.words_about(self._session, notice, view))
        if self._runner.is_answer(notice):
            acts += self._resume(notice, output)
        elif output:
            cause = Cause.GESTURE if isinstance(notice, Gesture) else Cause.NEWS
            acts += self._run(partial(self._session.say, *output), cause)
        for script in news.scripts_after(self._session, notice):
            acts += self._run(script)
        return acts

    def _is_known(self, told: TableNews) -> bool:
        """Return whether this notice is a duplicate, which can follow a repeated `Watch`."""
        match = self._session.match
        return (
            match is not None and match.table.concerns(told) and told.version <= match.table.version
        )

    def _bid_farewell(self, farewell: Farewell) -> Acts:
        """Send pending output and stop all scripts before the connection closes."""
        self._runner.clear()
        acts = self._session.pacing.flush()
        if farewell.code != ServerReason.LEFT:
            acts.append(Send(words.Message(farewell.detail)))
        return acts

    def _run(self, begin: Begin, cause: Cause = Cause.NEWS) -> Acts:
        """Run a script, now or when its turn comes."""
        script = self._session.pacing.paced(begin, cause)
        acts = self._runner.run(script, answers=cause is Cause.REQUEST)
        return acts + self._rest()

    def _resume(self, answer: Notice, said: list[ServerWord]) -> Acts:
        """Resume the running script; `said` are the messages about the answering notice."""
        self._session.own_news = said
        return self._runner.answer(answer) + self._rest()

    def _rest(self) -> Acts:
        return [] if self._runner.busy else self._session.pacing.idle()


def _answer(session: PipesSession, word: Word) -> Script[None] | Acts:
    """Return the script that answers a request."""
    method = words.method_of(word)
    match word:
        case words.Login():
            return rooms.log_in(session, word)
        case words.ExitGame():
            return rooms.exit_game(session)
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


def _answer_player(session: PipesSession, word: Word) -> Script[None] | Acts:
    """Answer a request of a logged-in player."""
    match word:
        case words.Join(room):
            return rooms.join(session, room)
        case words.ListTables():
            return rooms.list_tables(session)
        case words.SendPrivateMessage():
            return chat.send_private(session, word)
        case words.EndTurn():
            return moves.end_turn(session)
        case _ if session.match:
            return _answer_in(session, session.match, word)
        case words.CreateMatch(seats):
            return rooms.create(session, seats)
        case words.SendPublicMessage():
            return chat.reply(session, words.method_of(word), texts.NOT_SENT, ok=False)
        case _:
            return session.decline(words.method_of(word), texts.BAD_CONDITIONS)


def _answer_in(session: PipesSession, match: PipesMatch, word: Word) -> Script[None] | Acts:
    """Answer a request of a player in a match."""
    match word:
        case words.SelectCell():
            return moves.select(session, match, word)
        case words.DeselectCards():
            return moves.deselect(session, match)
        case words.ConfirmSelection():
            return moves.confirm(session, match)
        case words.SortHand():
            return moves.sort(session, match, word)
        case words.InsertInColumn(column):
            return moves.insert(session, match, column)
        case words.LeaveMatch():
            return rooms.leave(session, match)
        case words.ChangeMatchSeats(seats):
            return rooms.resize(session, match, seats)
        case words.SendPublicMessage(text):
            return chat.send_public(session, match, text)
        case words.CreateMatch():
            return session.decline("createMatch", texts.IN_A_MATCH)
        case _:
            return []
