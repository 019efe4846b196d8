"""One client's conversation: each request is answered by a script, and news wait their turn.

A client of this protocol waits for the answer to each request and must hear nothing else before, so
everything that is to be said waits behind the script that runs.
"""

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
from ludoteca.protocols.dialect import Conversation, Send
from ludoteca.protocols.pipes import chat, moves, news, rooms, texts
from ludoteca.protocols.pipes.codecs import METHODS
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import LINES, Acts, Cause, PipesQuirks, ViewPacing
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.pipes.words import (
    ChangeMatchSeats,
    CheckPlayerActionPhase,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    InsertInColumn,
    Join,
    LeaveMatch,
    ListTables,
    Login,
    Malformed,
    Message,
    Ping,
    Return,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    SortHand,
    Word,
    method_of,
)
from ludoteca.protocols.scripts import Script, ScriptRunner


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
        self._runner = ScriptRunner()
        self._session = session = PipesSession(quirks)
        self._pacing = ViewPacing(
            lambda: session.quirks, session.renewed, lambda: self._runner.busy
        )
        self._pulses = 0

    @property
    def quirks(self) -> PipesQuirks:
        """The quirks of its client, as far as the client has shown them."""
        return self._session.quirks

    def receive(self, word: Word) -> Acts:
        """The client has asked for this."""
        return self._run(answering(self._session, word), Cause.REQUEST)

    def reject(self, why: str) -> Acts:
        """The client has sent something that cannot be read, not even its method."""
        return self._run(self._session.decline("", texts.BAD_INPUT), Cause.REQUEST)

    def tick(self) -> Acts:
        """A pulse has passed."""
        session = self._session
        session.lists.tick()
        self._pulses += 1
        for script in news.refreshes(session):
            yield from self._run(script)
        if session.quirks.deployed and session.name and self._pulses % session.quirks.pulses == 0:
            yield from self._run(session.say(Ping()))

    def hear(self, notice: Notice, view: ViewThunk | None) -> Acts:
        """The server has told this."""
        if isinstance(notice, (Done, Refused)):  # an answer, and no news
            if self._runner.is_answer(notice):
                self._session.own_news = []
                yield from self._runner.answer(notice)
                yield from self._rest()
            return
        if isinstance(notice, Farewell):
            yield from self._bid_farewell(notice)
            return
        if isinstance(notice, TableNews) and self._is_known(notice):
            return
        match = self._session.match
        if match and match.table.frees_seat_of(notice, self._session.name):
            self._session.match = None
            yield from self._run(news.removed(self._session, match))
            return
        words = list(news.words_about(self._session, notice, view))
        if self._runner.is_answer(notice):
            self._session.own_news = words
            yield from self._runner.answer(notice)
            yield from self._rest()
        elif words:
            cause = Cause.GESTURE if isinstance(notice, Gesture) else Cause.NEWS
            yield from self._run(self._session.say(*words), cause)
        for script in news.scripts_after(self._session, notice):
            yield from self._run(script)

    def _is_known(self, told: TableNews) -> bool:
        """Whether this was told before: a client that looks at a table again may hear it twice."""
        match = self._session.match
        return (
            match is not None and match.table.concerns(told) and told.version <= match.table.version
        )

    def _bid_farewell(self, farewell: Farewell) -> Acts:
        """The connection ends: what waits is sent first, and no script goes on."""
        self._runner.clear()
        yield from self._pacing.flush()
        if farewell.code != ServerReason.LEFT:
            yield Send(Message(farewell.detail))

    def _run(self, script: Script[None], cause: Cause = Cause.NEWS) -> Acts:
        """Run a script, now or when its turn has come."""
        paced = self._pacing.paced(script, cause)
        yield from self._runner.run(paced, answers=cause is Cause.REQUEST)
        yield from self._rest()

    def _rest(self) -> Acts:
        if not self._runner.busy:
            yield from self._pacing.idle()


def answering(session: PipesSession, word: Word) -> Script[None]:
    """How a request is answered, once its turn has come."""
    method = method_of(word)
    match word:
        case Login():
            yield from rooms.log_in(session, word)
        case ExitGame():
            yield from rooms.exit_game(session)
        case Malformed():
            text = texts.BAD_INPUT if word.method in METHODS else texts.NOT_VALID
            yield from session.decline(method, text)
        case CheckPlayerActionPhase():
            yield Send(Return(method, ok=bool(session.match and session.match.to_move)))
        case _ if not session.name:
            yield from session.decline(method, texts.NOT_IN_YET)
        case _:
            yield from _answering_player(session, word)


def _answering_player(session: PipesSession, word: Word) -> Script[None]:
    """How a request of a player is answered who has logged in."""
    match word:
        case Join(room):
            yield from rooms.join(session, room)
        case ListTables():
            yield from rooms.list_tables(session)
        case SendPrivateMessage():
            yield from chat.send_private(session, word)
        case EndTurn():
            yield from moves.end_turn(session)
        case _ if session.match:
            yield from _answering_in(session, session.match, word)
        case CreateMatch(seats):
            yield from rooms.create(session, seats)
        case SendPublicMessage():
            yield from chat.reply(session, method_of(word), texts.NOT_SENT, ok=False)
        case _:
            yield from session.decline(method_of(word), texts.BAD_CONDITIONS)


def _answering_in(session: PipesSession, match: PipesMatch, word: Word) -> Script[None]:
    """How a request of a player is answered who is in a match."""
    match word:
        case SelectCell():
            yield from moves.select(session, match, word)
        case DeselectCards():
            yield from moves.deselect(session, match)
        case ConfirmSelection():
            yield from moves.confirm(session, match)
        case SortHand():
            yield from moves.sort(session, match, word)
        case InsertInColumn(column):
            yield from moves.insert(session, match, column)
        case LeaveMatch():
            yield from rooms.leave(session, match)
        case ChangeMatchSeats(seats):
            yield from rooms.resize(session, match, seats)
        case SendPublicMessage(text):
            yield from chat.send_public(session, match, text)
        case CreateMatch():
            yield from session.decline("createMatch", texts.IN_A_MATCH)
