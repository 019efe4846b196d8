"""The server side: commands are answered in turn, notices are sent immediately."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.protocols import remarks
from ludoteca.protocols.commands import lobby, moves, paying, texts, views, words
from ludoteca.protocols.commands.news import NewsWriter
from ludoteca.protocols.commands.session import Script, Session
from ludoteca.protocols.contract import Conversation, ConversationAct, Disconnect, Send
from ludoteca.protocols.scripts import ScriptRunner, while_true

MOST_WAITING = 512
"""Maximum number of pending commands."""

# Commands by area: allowed anywhere, outside lobbies, in a lobby or in a match

Command = Callable[[Session, Any], Script[None]]
"""A function that returns the script for a command. It takes the session and the message."""

ANYWHERE: Mapping[str, Command] = {
    "LOGIN": lobby.login,
    "QUIT": lobby.log_out,
    "HELLO": lobby.hello,
    "HELLO_ALL": lobby.chat_all,
    "CHAT": lobby.chat,
    "CHAT_ALL": lobby.chat_all,
}
IN_THE_HALL: Mapping[str, Command] = {
    "LOBBY_LIST": lobby.list_lobbies,
    "CREATE_LOBBY": lobby.create,
    "JOIN_LOBBY": lobby.join,
}
IN_A_LOBBY: Mapping[str, Command] = {
    "PLAYER_LIST": lobby.list_players,
    "START_GAME": lobby.start,
    "EXIT_LOBBY": lobby.leave_lobby,
}
IN_A_MATCH: Mapping[str, Command] = {
    "DISCARD_LEADER": moves.discard_leader,
    "SETUP_CONTAINER": moves.take_bonus,
    "ACTION_REQUEST": moves.request_action,
    "PICK_FROM_MARKET": moves.pick,
    "CONVERSION": moves.convert,
    "SEND_DEPOSIT_ID": moves.place,
    "MANAGE_DEPOSIT": moves.manage,
    "SWITCH_DEPOSIT": moves.switch,
    "ACTIVATE_LEADER": moves.activate,
    "END_TURN": moves.end_turn,
    "CHEAT_VAULT": moves.cheat,
    "BUY": paying.buy,
    "BUY_DEVELOPMENT_CARD": paying.buy,
    "PRODUCE": paying.produce,
    "FILL_QM": paying.fill,
    "SEND_CONTAINER": paying.send_container,
    "DONE": paying.done,
}
CLIENT_COMMANDS = (*ANYWHERE, "PING", "PONG", *IN_THE_HALL, *IN_A_LOBBY, *IN_A_MATCH)
"""Commands that clients may send."""
WITHOUT_A_NAME = ("LOGIN", "QUIT")
_ERRORS = {
    "PRODUCE": paying.PRODUCE_ERROR,
    "FILL_QM": paying.PRODUCE_ERROR,
    "SEND_CONTAINER": paying.REFUSED,
}
"""By refused command: the command that reports the refusal, if it is not REPLY."""


def refusal_of(session: Session, command: str) -> str:
    """Return the command that answers a command that is not allowed in the client's area."""
    if command in ("BUY", "BUY_DEVELOPMENT_CARD"):
        return paying.purchase_error(session)
    return _ERRORS.get(command, "REPLY")


def command_here(session: Session, command: str) -> Command | None:
    """Return the function that handles a command in the client's area, or None if none does."""
    here = IN_THE_HALL if session.info is None else IN_A_LOBBY
    return (here if session.view is None else IN_A_MATCH).get(command)


class CommandsConversation(Conversation[words.Word]):
    """The conversation with one client."""

    def __init__(self, prefix: str, ping: float, pongs: int) -> None:
        """`prefix` keeps the request ids distinct from those of other connections."""
        self.pulse = ping
        self._pongs = pongs
        self._session = Session()
        self._scripts: ScriptRunner[words.Word] = ScriptRunner(prefix)
        self._waiting = 0
        """Commands waiting for their turn."""

    # Commands

    def begin(self) -> Iterator[ConversationAct[words.Word]]:
        yield Send(views.reply(texts.WHO))

    def receive(self, word: words.Word) -> Iterator[ConversationAct[words.Word]]:
        self._session.pings = 0
        self._session.documented |= word.documented
        if word.command == "PONG" or self._session.gone:
            return
        if word.command == "PING":
            yield Send(words.Word(command="PONG"))
            return
        if self._waiting >= MOST_WAITING:
            yield from self._session.say(texts.TOO_FAST)
            yield self._kick()
            return
        self._waiting += 1
        yield from self._scripts.run(self._answer(word))

    def reject(self, why: str) -> Iterator[ConversationAct[words.Word]]:
        yield from self._session.say(why)

    def _answer(self, word: words.Word) -> Script[None]:
        session = self._session
        command = word.command
        self._waiting -= 1
        if session.gone:
            return
        if not session.me.name and command not in WITHOUT_A_NAME:
            yield from session.say(texts.WHO)
        elif script := command_here(session, command):
            match = session.match
            yield from while_true(
                lambda: match is None or match == session.match, script(session, word)
            )
        elif script := ANYWHERE.get(command):
            yield from script(session, word)
        else:
            yield from session.say(texts.NOT_HERE, refusal_of(session, command))

    def _kick(self) -> Disconnect:
        """Disconnect the client and ignore its further commands."""
        self._session.gone = True
        return Disconnect()

    # Notices

    def hear(
        self, notice: messages.Notice, look: messages.ViewThunk | None
    ) -> Iterator[ConversationAct[words.Word]]:
        if self._scripts.is_answer(notice):
            yield from self._scripts.answer(notice, self._tell(notice, look))
        elif isinstance(notice, messages.TableShown) and self._session.view is not None:
            # A move was taken back, which incremental messages cannot express.
            yield from lobby.match_shown(self._session, notice)
        else:
            yield from self._tell(notice, look)

    def _tell(
        self, notice: messages.Notice, look: messages.ViewThunk | None
    ) -> Iterator[ConversationAct[words.Word]]:
        session = self._session
        match notice:
            case messages.TableNews():
                yield from self._news(notice, look)
            case messages.Gesture(seat=seat, draft=draft) if seat == session.seat:
                session.draft = draft
            case messages.MoveKept(move=None) if session.kept:
                kept = session.kept
                session.kept = None
                yield from session.say(texts.NOT_KEPT, kept.error)
            case messages.Announced(text=text):
                yield Send(views.reply(text, target=views.ALL))
            case messages.Said():
                yield from self._chat(notice)
            case messages.Presence():
                yield from self._presence(notice)
            case messages.PauseAsked(table) | messages.TimeLow(table):
                if session.info and session.info.table == table:
                    yield from self._remarks(notice)
            case messages.Farewell(detail=detail):
                yield from session.say(detail)

    def _news(
        self, notice: messages.TableNews, look: messages.ViewThunk | None
    ) -> Iterator[ConversationAct[words.Word]]:
        session = self._session
        record = notice.record
        if session.info is None or notice.table != session.info.table:
            return
        before = session.view
        after = look() if look and session.view is not None else None
        if before is None or session.match is None or after is None:
            session.stale = not session.info.over
            yield from self._scripts.run(lobby.look_again(session), next_up=True)
            return
        if session.paying:
            yield from session.say(texts.TIME_UP, session.paying.error)
            session.paying = None
        yield from self._confirm_kept(record)
        session.view = after
        match record:
            case messages.SeatTaken(seat, name, bot, released=False):
                now = session.me.shown(name)
                known = session.match.names[seat]
                text = texts.BACK if now == known else texts.TAKES_OVER
                who = f"{now} ({bot})" if bot else now
                yield Send(views.reply(text.format(who, known), target=views.ALL))
            case messages.MoveTakenBack(seat):
                text = remarks.taken_back(session.match.names[seat])
                yield Send(views.reply(f"# {text}", target=views.ALL))
        yield from self._remarks(notice)
        writer = NewsWriter(before, after, session.match, documented=session.documented)
        for word in writer.write(messages.events_of(record)):
            yield Send(word)
        lost = isinstance(record, messages.SeatsGivenUp) and session.seat in record.seats
        if lost and not after.outcome:
            yield from session.say(texts.SEAT_LOST)
            yield Send(words.Word(command="END_GAME", target=views.ALL))
        if lost or after.outcome:
            session.forget_match()
            waits = session.info.waits and not lost
            session.info = replace(session.info, over=True, waits=waits)
            yield from self._scripts.run(lobby.back_to_room(session), next_up=True)

    def _remarks(self, notice: messages.Notice) -> Iterator[ConversationAct[words.Word]]:
        if match := self._session.match:
            for text in remarks.on_notice(notice, match.names, match.seat):
                yield Send(views.reply(f"# {text}", target=views.ALL))

    def _confirm_kept(self, record: messages.Record) -> Iterator[ConversationAct[words.Word]]:
        """Confirm the client's kept move if this record shows that it was played."""
        kept = self._session.kept
        if kept and isinstance(record, messages.MovePlayed) and record.request == kept.request:
            self._session.kept = None
            if kept.ok:
                yield from self._session.say(kept.ok)

    def _chat(self, said: messages.Said) -> Iterator[ConversationAct[words.Word]]:
        session = self._session
        if said.table is not None:
            here = session.info and session.info.table == said.table
            # Chat that arrives while a table is being joined is repeated in answer to `Watch`.
            if not here or said.number <= session.heard.get(said.table, 0):
                return
            session.heard[said.table] = said.number
        if messages.key(said.by) == messages.key(session.me.name):
            return
        by = session.me.shown(said.by)
        text = f" {said.text}"
        if said.to:  # deployed clients read the sender from `receiver`
            yield Send(
                words.ChatWord(command="CHAT", receiver=by, info=text, sender=session.me.typed)
            )
        else:
            yield Send(
                words.ChatWord(command="CHAT_ALL", info=text, target=views.OTHERS, sender=by)
            )

    def _presence(self, seen: messages.Presence) -> Iterator[ConversationAct[words.Word]]:
        session = self._session
        if session.info is None or seen.table != session.info.table or session.info.over:
            return
        if messages.key(seen.name) == messages.key(session.me.name):
            return
        dropped = texts.DROPPED_PAUSED if seen.paused else texts.DROPPED
        text = (texts.BACK if seen.here else dropped).format(session.me.shown(seen.name))
        yield Send(views.reply(text, target=views.ALL))

    # Heartbeat

    def tick(self) -> Iterator[ConversationAct[words.Word]]:
        """Send a PING; disconnect a client that has left too many PINGs unanswered."""
        if not self._session.me.name:
            return
        if self._session.pings >= self._pongs:
            yield Send(words.Word(command="INACTIVITY_KICK"))
            yield self._kick()
            return
        self._session.pings += 1
        yield Send(words.Word(command="PING"))
