"""One client's conversation: each request is answered by a script, and news wait their turn.

A client of this protocol waits for the answer to each request and must hear nothing else before, so
everything that is to be said waits behind the script that runs.
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
        """Clients with these quirks are expected; those that write lines keep to the document."""
        self.pulse = quirks.pulse
        self._begin(quirks)

    def opened(self, encoding: str) -> None:
        """The client's first byte has told which encoding it uses."""
        self._begin(LINES if encoding == "lines" else self._session.quirks)

    def _begin(self, quirks: PipesQuirks) -> None:
        self._runner: ScriptRunner[Word] = ScriptRunner()
        self._session = PipesSession(quirks, self._runner)
        self._pulses = 0

    @property
    def quirks(self) -> PipesQuirks:
        """The quirks of its client, as far as the client has shown them."""
        return self._session.quirks

    def receive(self, word: Word) -> Acts:
        """The client has asked for this."""
        return self._run(partial(_answer, self._session, word), Cause.REQUEST)

    def reject(self, why: str) -> Acts:
        """The client has sent something that cannot be read, not even its method."""
        return self._run(partial(self._session.decline, "", texts.BAD_INPUT), Cause.REQUEST)

    def tick(self) -> Acts:
        """A pulse has passed."""
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
        """The server has told this."""
        if isinstance(notice, (Done, Refused)):  # an answer, and no news
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
        said = list(news.words_about(self._session, notice, view))
        if self._runner.is_answer(notice):
            acts += self._resume(notice, said)
        elif said:
            cause = Cause.GESTURE if isinstance(notice, Gesture) else Cause.NEWS
            acts += self._run(partial(self._session.say, *said), cause)
        for script in news.scripts_after(self._session, notice):
            acts += self._run(script)
        return acts

    def _is_known(self, told: TableNews) -> bool:
        """Whether this was told before: a client that looks at a table again may hear it twice."""
        match = self._session.match
        return (
            match is not None and match.table.concerns(told) and told.version <= match.table.version
        )

    def _bid_farewell(self, farewell: Farewell) -> Acts:
        """The connection ends: what waits is sent first, and no script goes on."""
        self._runner.clear()
        acts = self._session.pacing.flush()
        if farewell.code != ServerReason.LEFT:
            acts.append(Send(words.Message(farewell.detail)))
        return acts

    def _run(self, begin: Begin, cause: Cause = Cause.NEWS) -> Acts:
        """Run a script, now or when its turn has come."""
        script = self._session.pacing.paced(begin, cause)
        acts = self._runner.run(script, answers=cause is Cause.REQUEST)
        return acts + self._rest()

    def _resume(self, answer: Notice, said: list[ServerWord]) -> Acts:
        """Let the running script go on; `said` tells of the notice that answers it."""
        self._session.own_news = said
        return self._runner.answer(answer) + self._rest()

    def _rest(self) -> Acts:
        return [] if self._runner.busy else self._session.pacing.idle()


def _answer(session: PipesSession, word: Word) -> Script[None] | Acts:
    """How a request is answered, once its turn has come."""
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
    """How a request of a player is answered who has logged in."""
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
    """How a request of a player is answered who is in a match."""
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
