"""Which command is allowed where, and the scripts of commands allowed anywhere.

Every other command belongs to one area: outside lobbies, in a lobby or in a match.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ludoteca import messages
from ludoteca.games.renaissance import NAME
from ludoteca.protocols.commands import paying, playing, rooms, texts
from ludoteca.protocols.commands.board import reply
from ludoteca.protocols.commands.ids import LORENZO
from ludoteca.protocols.commands.session import Me, Script, Session
from ludoteca.protocols.commands.words import ChatWord, Word
from ludoteca.protocols.contract import Disconnect
from ludoteca.protocols.scripts import ask, do, look_around, say

Command = Callable[[Session, Any], Script[None]]


# Login and logout


def login(session: Session, word: Word) -> Script[None]:
    """Log in, optionally with a secret after `#`."""
    if session.me.name:
        yield from session.say(texts.IN_ALREADY)
        return
    typed = word.info or ""
    name, _, secret = typed.partition("#")
    answer = yield from ask(messages.Enter(name=name, secret=secret))
    if isinstance(answer, messages.Refused):
        taken = (
            texts.LORENZO_TAKEN.format(name) if messages.key(name) == messages.key(LORENZO) else ""
        )
        yield from session.say(taken or texts.reason(answer))
        return
    session.me = Me(answer.name, typed)
    yield from say(Word(command="LOGIN", info=texts.WELCOME))
    yield from _come_back(session, answer.tables)
    session.pings += 1
    yield from say(Word(command="PING"))


def _come_back(session: Session, tables: tuple[int, ...]) -> Script[None]:
    """Return to the player's seat, preferring one in a running match."""
    around = yield from look_around(messages.LookAround(game=NAME))
    known = {info.table: info for info in around.tables}
    ours = [number for number in tables if number not in known or known[number].game == NAME]
    for number in sorted(ours, key=lambda n: n not in known or not known[n].started):
        shown = yield from ask(messages.Watch(table=number))
        if not isinstance(shown, messages.TableShown):
            continue
        if shown.info.game != NAME or shown.seat is None:  # the seat may be lost by now
            yield from ask(messages.StopWatching(table=number))
        elif shown.info.started:
            yield from rooms.arrived(session, shown)
            return
        else:
            yield from say(rooms.listed(session, around))
            yield from rooms.joined(session, shown)
            return
    yield from say(rooms.listed(session, around))


def log_out(session: Session, _: Word) -> Script[None]:
    """Give up the seat and log out."""
    info, session.info = session.info, None
    session.forget_match()
    if info and not info.over:
        yield from ask(messages.StandUp(table=info.table))
    yield from say(reply(texts.BYE))
    session.gone = True
    yield from do(Disconnect())


# Chat


def chat(session: Session, word: ChatWord) -> Script[None]:
    """Send a chat message to one player."""
    to = word.receiver or ""
    text = (word.info or "").strip()
    if session.match and to in session.match.names and session.info:
        holder = session.info.seats[session.match.names.index(to)]
        to = holder.name if holder else to
    if not to:
        yield from session.say(texts.NOBODY)
        return
    answer = yield from ask(messages.Say(text=text, to=to))
    unknown = (
        isinstance(answer, messages.Refused) and answer.code == messages.ServerReason.NO_SUCH_PERSON
    )
    if unknown and "_" in to:  # blanks in names are displayed as underscores
        answer = yield from ask(messages.Say(text=text, to=to.replace("_", " ")))
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))


def chat_all(session: Session, word: Word) -> Script[None]:
    """Send a chat message to the table, or to the whole server."""
    text = (word.info or "").strip() or (texts.HELLO_ALL if word.command == "HELLO_ALL" else "")
    answer = yield from ask(
        messages.Say(text=text, table=session.info.table if session.info else None)
    )
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))


def hello(session: Session, _: Word) -> Script[None]:
    yield from session.say(texts.HELLO, "HELLO")


# The areas

ANYWHERE: Mapping[str, Command] = {
    "LOGIN": login,
    "QUIT": log_out,
    "HELLO": hello,
    "HELLO_ALL": chat_all,
    "CHAT": chat,
    "CHAT_ALL": chat_all,
}
IN_THE_HALL: Mapping[str, Command] = {
    "LOBBY_LIST": rooms.list_lobbies,
    "CREATE_LOBBY": rooms.create,
    "JOIN_LOBBY": rooms.join,
}
IN_A_LOBBY: Mapping[str, Command] = {
    "PLAYER_LIST": rooms.list_players,
    "START_GAME": rooms.start,
    "EXIT_LOBBY": rooms.leave_lobby,
}
IN_A_MATCH: Mapping[str, Command] = {
    "DISCARD_LEADER": playing.discard_leader,
    "SETUP_CONTAINER": playing.take_bonus,
    "ACTION_REQUEST": playing.request_action,
    "PICK_FROM_MARKET": playing.pick,
    "CONVERSION": playing.convert,
    "SEND_DEPOSIT_ID": playing.place,
    "MANAGE_DEPOSIT": playing.manage,
    "SWITCH_DEPOSIT": playing.switch,
    "ACTIVATE_LEADER": playing.activate,
    "END_TURN": playing.end_turn,
    "CHEAT_VAULT": playing.cheat,
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
"""Commands that refuse others, where it is not a REPLY."""


def refusal_of(session: Session, command: str) -> str:
    """Return the command that refuses another one in the wrong place."""
    if command in ("BUY", "BUY_DEVELOPMENT_CARD"):
        return paying.purchase_error(session)
    return _ERRORS.get(command, "REPLY")


def command_here(session: Session, command: str) -> Command | None:
    """Return the script for a command in the client's current area, if it belongs there."""
    here = IN_THE_HALL if session.info is None else IN_A_LOBBY
    return (here if session.view is None else IN_A_MATCH).get(command)
