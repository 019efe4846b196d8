"""Lobbies: commands before a match and after it, and what changes in a room meanwhile."""

from ludoteca.games import Seat
from ludoteca.games.renaissance import NAME
from ludoteca.messages import (
    AbsenceRule,
    JoinTable,
    LookAround,
    OpenTable,
    Refused,
    Rematch,
    ResizeTable,
    ServerReason,
    StandUp,
    StopWatching,
    Surroundings,
    TableInfo,
    TableShown,
    Watch,
    key,
    looks_numbered,
    numbered_table,
    refuse,
)
from ludoteca.protocols import remarks
from ludoteca.protocols.commands import texts
from ludoteca.protocols.commands.board import ALL, OTHERS, reply, whole_table
from ludoteca.protocols.commands.session import Me, Session, match_of
from ludoteca.protocols.commands.words import Lobbies, LobbyChoice, LobbyInfo, PlayerList, Word
from ludoteca.protocols.dialect import Send
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.scripts import Script, has_lost_seat

# Tables as lobbies


def room_name(info: TableInfo) -> str:
    """What a table is called here: one word."""
    return info.name if info.name and " " not in info.name else numbered_table(info.table)


def people_in(info: TableInfo, me: Me) -> tuple[str, ...]:
    """Who sits at a table."""
    return tuple(me.shown(holder.name) for holder in info.seats if holder)


def is_listed(info: TableInfo) -> bool:
    """Whether this protocol can show all that happens there, and a player is connected."""
    here = any(holder and holder.here and not holder.bot for holder in info.seats)
    return info.game == NAME and is_offered(info, take_back=False) and here


def lobby_info(info: TableInfo, me: Me) -> LobbyInfo:
    """A table as a lobby."""
    taken = people_in(info, me)
    full = len(taken) == len(info.seats)
    owner = me.shown(info.owner)
    return LobbyInfo(room_name(info), owner, len(info.seats), len(taken), full, info.started)


# Outside of a lobby


def list_lobbies(session: Session, _: Word) -> Script[None]:
    """Which lobbies there are."""
    around = yield LookAround(game=NAME)
    yield Send(listed(session, around))


def listed(session: Session, around: Surroundings) -> Word:
    """The lobbies that can be seen from here."""
    found = tuple(lobby_info(info, session.me) for info in around.tables if is_listed(info))
    return Lobbies(command="LOBBY_LIST", lobbies=found, sender=session.me.typed)


def create(session: Session, word: LobbyChoice) -> Script[None]:
    """Open a lobby; the match starts when its owner says so."""
    name = word.name or ""
    if not name or " " in name:
        yield session.say(refuse(ServerReason.BAD_TABLE_NAME).detail)
        return
    if looks_numbered(name):  # what a table without a name is called
        yield session.say(texts.LOBBY_EXISTS)
        return
    seats = word.players if word.players is not None else 0
    answer = yield OpenTable(
        game=NAME, seats=seats, name=name, waits=True, absence=AbsenceRule.FORFEIT
    )
    if isinstance(answer, Refused):
        yield session.say(texts.reason(answer))
        return
    yield session.say(texts.LOBBY_CREATED.format(name))
    yield from joined(session, answer)


def join(session: Session, word: LobbyChoice) -> Script[None]:
    """Take a seat in a lobby."""
    info = yield from _find(word.name or "")
    if info is None:
        yield session.say(texts.LOBBY_UNKNOWN)
        return
    answer = yield JoinTable(table=info.table)
    if not isinstance(answer, Refused) or answer.code == ServerReason.SEATED_ALREADY:
        answer = yield _watch(session, info)
    if isinstance(answer, Refused):
        full = info.started and answer.code == ServerReason.TABLE_FULL
        yield session.say(texts.LOBBY_STARTED if full else texts.reason(answer))
        return
    yield from joined(session, answer)


def _find(name: str) -> Script[TableInfo | None]:
    """The table that is called this here; rather the one with that number than with that name."""
    for search in (name.rpartition("-")[2], name) if looks_numbered(name) else (name,):
        around = yield LookAround(game=NAME, search=search, limit=1)
        for info in around.tables:
            if key(room_name(info)) == key(name) and not info.take_back:
                return info  # type: ignore[no-any-return]
    return None


def _watch(session: Session, info: TableInfo) -> Watch:
    """Ask for a table, and for the chat there that the client has not been sent."""
    return Watch(table=info.table, heard=session.heard.get(info.table, 0))


def joined(session: Session, shown: TableShown) -> Script[None]:
    """Confirm a seat, and show what can be seen from it."""
    yield session.say(texts.LOBBY_JOINED.format(room_name(shown.info)), "JOIN_LOBBY")
    yield from arrived(session, shown)


def arrived(session: Session, shown: TableShown) -> Script[None]:
    """Show a table: its lobby, or its running match."""
    session.forget_match()
    session.info, session.seat = shown.info, _seat(session, shown)
    yield Send(_players(session, shown.info))
    names = match_of(shown.info, session.seat, session.me).names
    for text in remarks.on_arrival(shown.info, names, session.seat):
        yield Send(reply(f"# {text}", target=ALL))
    if shown.view is not None:
        yield from match_shown(session, shown)
    else:
        yield from _awaited(session, shown.info)


def _awaited(session: Session, info: TableInfo) -> Script[None]:
    """Say for whom a table waits that has no free seat."""
    away = _away(session, info)
    if away and all(info.seats):
        yield Send(reply(f"# {texts.AWAITED.format(', '.join(away))}", target=ALL))


def _away(session: Session, info: TableInfo) -> list[str]:
    """The players at a table who are not connected."""
    return [session.me.shown(one.name) for one in info.seats if one and not one.here]


def _seat(session: Session, shown: TableShown) -> Seat:
    return session.seat if shown.seat is None else shown.seat


def _players(session: Session, info: TableInfo) -> Word:
    text = texts.PLAYERS.format(room_name(info))
    names, sender = people_in(info, session.me), session.me.typed
    return PlayerList(command="PLAYER_LIST", names=names, info=text, target=ALL, sender=sender)


def match_shown(session: Session, shown: TableShown) -> Script[None]:
    """Everything on the table of a running match."""
    session.forget_match()
    session.info, session.seat = shown.info, _seat(session, shown)
    session.view, session.match = shown.view, match_of(shown.info, session.seat, session.me)
    for holder in shown.info.seats:
        if holder and holder.kind:
            yield Send(reply(texts.IS_A_BOT.format(holder.name, holder.kind), target=ALL))
    for word in whole_table(shown.view, session.match):
        yield Send(word)


def look_again(session: Session) -> Script[None]:
    """Tell what has changed in a stale room: who came, who left, or that the match has started."""
    stale, session.stale, before = session.stale, False, session.info
    if not stale or before is None or before.over or session.view is not None:
        return
    shown = yield _watch(session, before)
    if has_lost_seat(shown):
        session.info = None
        yield from _left(session, before, texts.REMOVED)
        return
    if not isinstance(shown, TableShown):
        return
    if shown.info.over:  # before it could be said that it has started
        session.info = shown.info
        yield from back_to_room(session)
        return
    if shown.view is not None:
        yield Send(reply(texts.STARTED, target=ALL))
        yield from match_shown(session, shown)
        return
    session.info, session.seat = shown.info, _seat(session, shown)
    old, new = people_in(before, session.me), people_in(shown.info, session.me)
    for name in (name for name in old if name not in new):
        left = texts.LEFT.format(name)
        yield Send(Word(command="USER_LEFT_LOBBY", info=left, target=OTHERS, sender=name))
    yield Send(_players(session, shown.info))
    for name in (name for name in new if name not in old):
        joined = texts.JOINED.format(name)
        yield Send(Word(command="USER_JOINED_LOBBY", info=joined, target=OTHERS, sender=name))
    if old != new:
        yield from _awaited(session, shown.info)
    if before.owner != shown.info.owner and key(shown.info.owner) == key(session.me.name):
        yield session.say(texts.NEW_OWNER)


# In a lobby


def list_players(session: Session, _: Word) -> Script[None]:
    """Who is in this lobby."""
    info = session.room()
    if not info.over:
        shown = yield _watch(session, info)
        info = shown.info if isinstance(shown, TableShown) else info
    yield Send(_players(session, info))


def start(session: Session, _: Word) -> Script[None]:
    """Start with the players who are seated; after a match, play again."""
    info = session.room()
    if info.over:
        yield from play_again(session)
        return
    shown = yield _watch(session, info)
    info = shown.info if isinstance(shown, TableShown) else info
    seated = len(people_in(info, session.me))
    answer = yield ResizeTable(table=info.table, seats=seated)
    if isinstance(answer, Refused):
        yield session.say(_why_not_started(session, info, answer), "GAME_CREATION_ERROR")


def _why_not_started(session: Session, info: TableInfo, answer: Refused) -> str:
    if answer.code == ServerReason.NOT_THE_OWNER:
        return texts.NOT_OWNER.format(session.me.shown(info.owner))
    if answer.code == ServerReason.PLAYER_AWAY:
        return texts.AWAITED.format(", ".join(_away(session, info)))
    return texts.reason(answer)


def play_again(session: Session) -> Script[None]:
    """Meet the same players at another table."""
    answer = yield Rematch(table=session.room().table)
    if isinstance(answer, TableShown):
        answer = yield _watch(session, answer.info)
    if isinstance(answer, Refused):
        yield session.say(texts.reason(answer))
        return
    yield from arrived(session, answer)


def back_to_room(session: Session) -> Script[None]:
    """After a match: a room that waits for its owner is there at once for the next one."""
    info = session.room()
    yield session.say(texts.OVER)
    if info.waits:
        yield from play_again(session)
    else:
        yield Send(_players(session, info))


def leave_lobby(session: Session, _: Word) -> Script[None]:
    """Go back to the list of lobbies."""
    info, session.info = session.room(), None
    if not info.over:
        yield StandUp(table=info.table)
    yield from _left(session, info, texts.LOBBY_LEFT)


def _left(session: Session, info: TableInfo, text: str) -> Script[None]:
    yield StopWatching(table=info.table)
    yield session.say(text.format(room_name(info)), "EXIT_LOBBY")
    yield from list_lobbies(session, Word(command="LOBBY_LIST"))
