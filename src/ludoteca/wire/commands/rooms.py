"""Coming in, lobbies, and talk: what a client may say outside of a match."""

import re

from ludoteca.games import Seat
from ludoteca.messages import (
    Enter,
    HouseReason,
    JoinTable,
    LookAround,
    OpenTable,
    Refused,
    Rematch,
    ResizeTable,
    StandUp,
    StopWatching,
    Surroundings,
    TableInfo,
    TableShown,
    Watch,
    key,
    refuse,
)
from ludoteca.messages import Say as SayThis
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.ids import LORENZO
from ludoteca.wire.commands.picture import picture
from ludoteca.wire.commands.sayings import (
    ALL,
    GAME,
    OTHERS,
    Me,
    is_spoken_of,
    lobby_info,
    match_of,
    people_in,
    reply,
    room_name,
    say,
)
from ludoteca.wire.commands.stay import Stay, Talk
from ludoteca.wire.commands.words import Chat, Lobbies, Lobby, People, Word
from ludoteca.wire.dialect import Goodbye, Say

_NUMBERED = re.compile(r"table-[0-9]+")


# Coming in and leaving


def login(stay: Stay, word: Word) -> Talk:
    """Come in under a name, with a secret behind `#` if it has one."""
    if stay.me.name:
        yield stay.say(texts.IN_ALREADY)
        return
    typed = word.info or ""
    name, _, secret = typed.partition("#")
    answer = yield Enter(name=name, secret=secret)
    if isinstance(answer, Refused):
        taken = texts.LORENZO_TAKEN.format(name) if key(name) == key(LORENZO) else ""
        yield stay.say(taken or texts.reason(answer))
        return
    stay.me = Me(answer.name, typed)
    yield Say(Word(command="LOGIN", info=texts.WELCOME))
    yield from _come_back(stay, answer.tables)
    yield Say(say("PING"))


def _come_back(stay: Stay, tables: tuple[int, ...]) -> Talk:
    """Return to a seat that waits, to one in a running match if there is one."""
    around = yield LookAround()
    known = {info.table: info for info in around.tables}
    ours = [number for number in tables if number not in known or known[number].game == GAME]
    for number in sorted(ours, key=lambda n: n not in known or not known[n].started):
        shown = yield Watch(table=number)
        if isinstance(shown, TableShown):
            if shown.info.game == GAME:
                yield from _arrived(stay, shown)
                return
            yield StopWatching(table=number)
    yield Say(_listed(stay, around))


def quit_house(stay: Stay, _: Word) -> Talk:
    """Leave on purpose, and give the seat up."""
    info, stay.info = stay.info, None
    stay.forget_match()
    if info and not info.over:
        yield StandUp(table=info.table)
    yield Say(reply(texts.BYE))
    yield Goodbye()


# Lobbies


def list_lobbies(stay: Stay, _: Word) -> Talk:
    """Which lobbies there are."""
    around = yield LookAround()
    yield Say(_listed(stay, around))


def _listed(stay: Stay, around: Surroundings) -> Word:
    found = tuple(lobby_info(info, stay.me) for info in around.tables if is_spoken_of(info))
    return Lobbies(command="LOBBY_LIST", lobbies=found, sender=stay.me.typed)


def create(stay: Stay, word: Lobby) -> Talk:
    """Open a lobby; the match starts when its owner says so."""
    name = word.name or ""
    if not name or " " in name:
        yield stay.say(refuse(HouseReason.BAD_TABLE_NAME).detail)
        return
    if _NUMBERED.fullmatch(key(name)):  # what a table without a name is called
        yield stay.say(texts.LOBBY_EXISTS)
        return
    seats = word.players if word.players is not None else 0
    answer = yield OpenTable(game=GAME, seats=seats, name=name, waits=True)
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))
        return
    yield stay.say(texts.LOBBY_CREATED.format(name))
    yield from _joined(stay, answer)


def join(stay: Stay, word: Lobby) -> Talk:
    """Take a seat in a lobby."""
    around = yield LookAround()
    found = [info for info in around.tables if info.game == GAME and not info.take_back]
    info = next((one for one in found if key(room_name(one)) == key(word.name or "")), None)
    if info is None:
        yield stay.say(texts.LOBBY_UNKNOWN)
        return
    answer = yield JoinTable(table=info.table)
    if isinstance(answer, Refused) and answer.code == HouseReason.SEATED_ALREADY:
        answer = yield Watch(table=info.table)
    if isinstance(answer, Refused):
        full = info.started and answer.code == HouseReason.TABLE_FULL
        yield stay.say(texts.LOBBY_STARTED if full else texts.reason(answer))
        return
    yield from _joined(stay, answer)


def _joined(stay: Stay, shown: TableShown) -> Talk:
    yield stay.say(texts.LOBBY_JOINED.format(room_name(shown.info)), "JOIN_LOBBY")
    yield from _arrived(stay, shown)


def _arrived(stay: Stay, shown: TableShown) -> Talk:
    """Be at a table: in its lobby, or in the middle of its match."""
    stay.forget_match()
    stay.info, stay.seat, stay.heard = shown.info, _seat(stay, shown), 0
    yield Say(_players(stay, shown.info))
    if shown.view is not None:
        yield from match_shown(stay, shown)


def _seat(stay: Stay, shown: TableShown) -> Seat:
    return stay.seat if shown.seat is None else shown.seat


def _players(stay: Stay, info: TableInfo) -> Word:
    text = texts.PLAYERS.format(room_name(info))
    names, sender = people_in(info, stay.me), stay.me.typed
    return People(command="PLAYER_LIST", names=names, info=text, target=ALL, sender=sender)


def match_shown(stay: Stay, shown: TableShown) -> Talk:
    """Everything on the table of a running match."""
    stay.forget_match()
    stay.info, stay.seat = shown.info, _seat(stay, shown)
    stay.view, stay.match = shown.view, match_of(shown.info, stay.seat, stay.me)
    for word in picture(shown.view, stay.match):
        yield Say(word)


def look_again(stay: Stay) -> Talk:
    """Say what has changed in the room: who came, who went, or that the match has started."""
    stay.stale, before = False, stay.info
    if before is None or before.over or stay.view is not None:
        return
    shown = yield Watch(table=before.table, heard=stay.heard)
    if not isinstance(shown, TableShown):
        stay.info = None
        return
    if shown.info.over:  # before it could be said that it has started
        stay.info = shown.info
        yield from back_to_room(stay)
        return
    if shown.view is not None:
        yield Say(reply(texts.STARTED, target=ALL))
        yield from match_shown(stay, shown)
        return
    stay.info, stay.seat = shown.info, _seat(stay, shown)
    old, new = people_in(before, stay.me), people_in(shown.info, stay.me)
    for name in (name for name in old if name not in new):
        left = texts.LEFT.format(name)
        yield Say(Word(command="USER_LEFT_LOBBY", info=left, target=OTHERS, sender=name))
    yield Say(_players(stay, shown.info))
    for name in (name for name in new if name not in old):
        joined = texts.JOINED.format(name)
        yield Say(Word(command="USER_JOINED_LOBBY", info=joined, target=OTHERS, sender=name))
    if before.owner != shown.info.owner and key(shown.info.owner) == key(stay.me.name):
        yield stay.say(texts.NEW_OWNER)


# In a lobby


def list_players(stay: Stay, _: Word) -> Talk:
    """Who is in this lobby."""
    if stay.info is None:
        return
    if not stay.info.over:
        stay.stale = False
        shown = yield Watch(table=stay.info.table, heard=stay.heard)
        if isinstance(shown, TableShown) and shown.view is None:
            stay.info = shown.info
    yield Say(_players(stay, stay.info))


def start(stay: Stay, _: Word) -> Talk:
    """Start with whoever is there; after a match, play again."""
    if stay.info is None:
        return
    if stay.info.over:
        yield from play_again(stay)
        return
    shown = yield Watch(table=stay.info.table, heard=stay.heard)
    if isinstance(shown, TableShown):
        stay.info = shown.info
    seated = len(people_in(stay.info, stay.me))
    answer = yield ResizeTable(table=stay.info.table, seats=seated)
    if isinstance(answer, Refused):
        mine = answer.code != HouseReason.NOT_THE_OWNER
        owner = stay.me.shown(stay.info.owner)
        text = texts.reason(answer) if mine else texts.NOT_OWNER.format(owner)
        yield stay.say(text, "GAME_CREATION_ERROR")


def play_again(stay: Stay) -> Talk:
    """Meet the same people at another table."""
    if stay.info is None:
        return
    answer = yield Rematch(table=stay.info.table)
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))
        return
    yield from _arrived(stay, answer)


def back_to_room(stay: Stay) -> Talk:
    """After a match: a room that waits for its owner is there at once for the next one."""
    if stay.info is None:
        return
    yield stay.say(texts.OVER)
    if stay.info.waits:
        yield from play_again(stay)
    else:
        yield Say(_players(stay, stay.info))


def leave_lobby(stay: Stay, _: Word) -> Talk:
    """Go back to the list of lobbies."""
    info, stay.info = stay.info, None
    if info is None:
        return
    if not info.over:
        yield StandUp(table=info.table)
    yield StopWatching(table=info.table)
    yield stay.say(texts.LOBBY_LEFT.format(room_name(info)), "EXIT_LOBBY")
    yield from list_lobbies(stay, Word(command="LOBBY_LIST"))


# Talk


def chat(stay: Stay, word: Chat) -> Talk:
    """Say something to one person."""
    to, text = word.receiver or "", (word.info or "").strip()
    if stay.match and to in stay.match.names and stay.info:
        holder = stay.info.seats[stay.match.names.index(to)]
        to = holder.name if holder else to
    if not to:
        yield stay.say(texts.NOBODY)
        return
    answer = yield SayThis(text=text, to=to)
    if isinstance(answer, Refused) and "_" in to:  # blanks in names are shown like this
        answer = yield SayThis(text=text, to=to.replace("_", " "))
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))


def chat_all(stay: Stay, word: Word) -> Talk:
    """Say something to all: at the table, or to the whole house."""
    text = (word.info or "").strip() or (texts.HELLO_ALL if word.command == "HELLO_ALL" else "")
    answer = yield SayThis(text=text, table=stay.info.table if stay.info else None)
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))


def hello(stay: Stay, _: Word) -> Talk:
    """Say hello to who says hello."""
    yield stay.say(texts.HELLO, "HELLO")
