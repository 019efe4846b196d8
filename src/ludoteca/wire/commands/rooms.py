"""Lobbies: what a client may say before a match and after it."""

import re

from ludoteca.games import Seat
from ludoteca.messages import (
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
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.picture import picture
from ludoteca.wire.commands.sayings import (
    ALL,
    GAME,
    OTHERS,
    is_spoken_of,
    lobby_info,
    match_of,
    people_in,
    reply,
    room_name,
)
from ludoteca.wire.commands.session import Script, Session
from ludoteca.wire.commands.words import Lobbies, Lobby, People, Word
from ludoteca.wire.dialect import Send

_NUMBERED = re.compile(r"table-[0-9]+")


# Lobbies


def list_lobbies(stay: Session, _: Word) -> Script:
    """Which lobbies there are."""
    around = yield LookAround()
    yield Send(listed(stay, around))


def listed(stay: Session, around: Surroundings) -> Word:
    """The lobbies that can be seen from here."""
    found = tuple(lobby_info(info, stay.me) for info in around.tables if is_spoken_of(info))
    return Lobbies(command="LOBBY_LIST", lobbies=found, sender=stay.me.typed)


def create(stay: Session, word: Lobby) -> Script:
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
    yield from joined(stay, answer)


def join(stay: Session, word: Lobby) -> Script:
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
    yield from joined(stay, answer)


def joined(stay: Session, shown: TableShown) -> Script:
    """Be told that one has a seat, and what there is to see from it."""
    yield stay.say(texts.LOBBY_JOINED.format(room_name(shown.info)), "JOIN_LOBBY")
    yield from arrived(stay, shown)


def arrived(stay: Session, shown: TableShown) -> Script:
    """Be at a table: in its lobby, or in the middle of its match."""
    stay.forget_match()
    stay.info, stay.seat, stay.heard = shown.info, _seat(stay, shown), 0
    yield Send(_players(stay, shown.info))
    if shown.view is not None:
        yield from match_shown(stay, shown)
    else:
        yield from _awaited(stay, shown.info)


def _awaited(stay: Session, info: TableInfo) -> Script:
    """Say for whom a table waits that has no free seat."""
    away = _away(stay, info)
    if away and all(info.seats):
        yield Send(reply(f"# {texts.AWAITED.format(', '.join(away))}", target=ALL))


def _away(stay: Session, info: TableInfo) -> list[str]:
    """The players at a table who are not connected."""
    return [stay.me.shown(one.name) for one in info.seats if one and not one.here]


def _seat(stay: Session, shown: TableShown) -> Seat:
    return stay.seat if shown.seat is None else shown.seat


def _players(stay: Session, info: TableInfo) -> Word:
    text = texts.PLAYERS.format(room_name(info))
    names, sender = people_in(info, stay.me), stay.me.typed
    return People(command="PLAYER_LIST", names=names, info=text, target=ALL, sender=sender)


def match_shown(stay: Session, shown: TableShown) -> Script:
    """Everything on the table of a running match."""
    stay.forget_match()
    stay.info, stay.seat = shown.info, _seat(stay, shown)
    stay.view, stay.match = shown.view, match_of(shown.info, stay.seat, stay.me)
    for holder in shown.info.seats:
        if holder and holder.bot:
            yield Send(reply(texts.IS_A_BOT.format(holder.name, holder.bot), target=ALL))
    for word in picture(shown.view, stay.match):
        yield Send(word)


def look_again(stay: Session) -> Script:
    """Say what has changed in the room: who came, who went, or that the match has started."""
    stay.stale, before = False, stay.info
    if before is None or before.over or stay.view is not None:
        return
    shown = yield Watch(table=before.table, heard=stay.heard)
    if not isinstance(shown, TableShown):
        return
    if shown.info.over:  # before it could be said that it has started
        stay.info = shown.info
        yield from back_to_room(stay)
        return
    if shown.view is not None:
        yield Send(reply(texts.STARTED, target=ALL))
        yield from match_shown(stay, shown)
        return
    stay.info, stay.seat = shown.info, _seat(stay, shown)
    old, new = people_in(before, stay.me), people_in(shown.info, stay.me)
    for name in (name for name in old if name not in new):
        left = texts.LEFT.format(name)
        yield Send(Word(command="USER_LEFT_LOBBY", info=left, target=OTHERS, sender=name))
    yield Send(_players(stay, shown.info))
    for name in (name for name in new if name not in old):
        joined = texts.JOINED.format(name)
        yield Send(Word(command="USER_JOINED_LOBBY", info=joined, target=OTHERS, sender=name))
    if old != new:
        yield from _awaited(stay, shown.info)
    if before.owner != shown.info.owner and key(shown.info.owner) == key(stay.me.name):
        yield stay.say(texts.NEW_OWNER)


# In a lobby


def list_players(stay: Session, _: Word) -> Script:
    """Who is in this lobby."""
    info = stay.room()
    if not info.over:
        shown = yield Watch(table=info.table, heard=stay.heard)
        info = shown.info if isinstance(shown, TableShown) else info
    yield Send(_players(stay, info))


def start(stay: Session, _: Word) -> Script:
    """Start with whoever is there; after a match, play again."""
    info = stay.room()
    if info.over:
        yield from play_again(stay)
        return
    shown = yield Watch(table=info.table, heard=stay.heard)
    info = shown.info if isinstance(shown, TableShown) else info
    seated = len(people_in(info, stay.me))
    answer = yield ResizeTable(table=info.table, seats=seated)
    if isinstance(answer, Refused):
        yield stay.say(_why_not_started(stay, info, answer), "GAME_CREATION_ERROR")


def _why_not_started(stay: Session, info: TableInfo, answer: Refused) -> str:
    if answer.code == HouseReason.NOT_THE_OWNER:
        return texts.NOT_OWNER.format(stay.me.shown(info.owner))
    if answer.code == HouseReason.PLAYER_AWAY:
        return texts.AWAITED.format(", ".join(_away(stay, info)))
    return texts.reason(answer)


def play_again(stay: Session) -> Script:
    """Meet the same people at another table."""
    answer = yield Rematch(table=stay.room().table)
    if isinstance(answer, Refused):
        yield stay.say(texts.reason(answer))
        return
    yield from arrived(stay, answer)


def back_to_room(stay: Session) -> Script:
    """After a match: a room that waits for its owner is there at once for the next one."""
    info = stay.room()
    yield stay.say(texts.OVER)
    if info.waits:
        yield from play_again(stay)
    else:
        yield Send(_players(stay, info))


def leave_lobby(stay: Session, _: Word) -> Script:
    """Go back to the list of lobbies."""
    info, stay.info = stay.room(), None
    if not info.over:
        yield StandUp(table=info.table)
    yield StopWatching(table=info.table)
    yield stay.say(texts.LOBBY_LEFT.format(room_name(info)), "EXIT_LOBBY")
    yield from list_lobbies(stay, Word(command="LOBBY_LIST"))
