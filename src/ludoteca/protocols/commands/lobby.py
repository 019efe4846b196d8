"""Scripts outside a match: login, lobbies, chat and changes in a room."""

from ludoteca import messages
from ludoteca.games import Seat
from ludoteca.games.renaissance import NAME
from ludoteca.protocols import remarks
from ludoteca.protocols.commands import ids, texts, views, words
from ludoteca.protocols.commands.session import Me, Script, Session, match_of
from ludoteca.protocols.contract import Disconnect, Send
from ludoteca.protocols.remarks import is_offered
from ludoteca.protocols.scripts import Asking, ask, do, has_lost_seat, look_around, say

# Tables as lobbies


def room_name(info: messages.TableInfo) -> str:
    """Return a one-word name: the name of the table, or its number if the name is not one word."""
    return info.name if info.name and " " not in info.name else messages.numbered_table(info.table)


def people_in(info: messages.TableInfo, me: Me) -> tuple[str, ...]:
    return tuple(me.shown(holder.name) for holder in info.seats if holder)


def is_listed(info: messages.TableInfo) -> bool:
    """Return whether this protocol supports the table and a player is connected there."""
    here = any(holder and holder.here and not holder.bot for holder in info.seats)
    return info.game == NAME and is_offered(info, take_back=False) and here


def lobby_info(info: messages.TableInfo, me: Me) -> words.LobbyInfo:
    taken = people_in(info, me)
    full = len(taken) == len(info.seats) or not info.has_room_for(me.name)
    owner = me.shown(info.owner)
    return words.LobbyInfo(room_name(info), owner, len(info.seats), len(taken), full, info.started)


# Outside a lobby


def list_lobbies(session: Session, _: words.Word) -> Script[None]:
    around = yield from look_around(messages.LookAround(game=NAME))
    yield from say(listed(session, around))


def listed(session: Session, around: messages.Surroundings) -> words.Word:
    found = tuple(lobby_info(info, session.me) for info in around.tables if is_listed(info))
    return words.Lobbies(command="LOBBY_LIST", lobbies=found, sender=session.me.typed)


def create(session: Session, word: words.LobbyChoice) -> Script[None]:
    """Open a lobby; the match starts on its owner's command."""
    name = word.name or ""
    if not name or " " in name:
        yield from session.say(messages.refuse(messages.ServerReason.BAD_TABLE_NAME).detail)
        return
    if messages.looks_numbered(name):  # reserved for tables without a name
        yield from session.say(texts.LOBBY_EXISTS)
        return
    seats = word.players if word.players is not None else 0
    request = messages.OpenTable(
        game=NAME, seats=seats, name=name, waits=True, absence=messages.AbsenceRule.FORFEIT
    )
    answer = yield from ask(request)
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))
        return
    yield from session.say(texts.LOBBY_CREATED.format(name))
    yield from joined(session, answer)


def join(session: Session, word: words.LobbyChoice) -> Script[None]:
    info = yield from _find(word.name or "")
    if info is None:
        yield from session.say(texts.LOBBY_UNKNOWN)
        return
    answer = yield from ask(messages.JoinTable(table=info.table))
    if (
        not isinstance(answer, messages.Refused)
        or answer.code == messages.ServerReason.SEATED_ALREADY
    ):
        answer = yield from _watch(session, info)
    if isinstance(answer, messages.Refused):
        full = info.started and answer.code == messages.ServerReason.TABLE_FULL
        yield from session.say(texts.LOBBY_STARTED if full else texts.reason(answer))
        return
    yield from joined(session, answer)


def _find(name: str) -> Script[messages.TableInfo | None]:
    """Find a table by its name in this protocol; a table number in the name takes precedence."""
    for search in (name.rpartition("-")[2], name) if messages.looks_numbered(name) else (name,):
        around = yield from look_around(messages.LookAround(game=NAME, search=search, limit=1))
        for info in around.tables:
            if messages.key(room_name(info)) == messages.key(name) and not info.take_back:
                return info
    return None


def _watch(
    session: Session, info: messages.TableInfo
) -> Asking[messages.TableShown | messages.Refused]:
    """Request a table, with the chat messages that the client has not received yet."""
    return ask(messages.Watch(table=info.table, heard=session.heard.get(info.table, 0)))


def joined(session: Session, shown: messages.TableShown) -> Script[None]:
    """Confirm a seat and show the table."""
    yield from session.say(texts.LOBBY_JOINED.format(room_name(shown.info)), "JOIN_LOBBY")
    yield from arrived(session, shown)


def arrived(session: Session, shown: messages.TableShown) -> Script[None]:
    """Show a table: its lobby or its running match."""
    session.forget_match()
    session.info = shown.info
    session.seat = _seat(session, shown)
    yield from say(_players(session, shown.info))
    names = match_of(shown.info, session.seat, session.me).names
    for text in remarks.on_arrival(shown.info, names, session.seat):
        yield from say(views.reply(f"# {text}", target=views.ALL))
    if shown.view is not None:
        yield from match_shown(session, shown)
    else:
        yield from _awaited(session, shown.info)


def _awaited(session: Session, info: messages.TableInfo) -> Script[None]:
    """List the absent players at a full table."""
    away = _away(session, info)
    if away and all(info.seats):
        yield from say(views.reply(f"# {texts.AWAITED.format(', '.join(away))}", target=views.ALL))


def _away(session: Session, info: messages.TableInfo) -> list[str]:
    return [session.me.shown(one.name) for one in info.seats if one and not one.here]


def _seat(session: Session, shown: messages.TableShown) -> Seat:
    return session.seat if shown.seat is None else shown.seat


def _players(session: Session, info: messages.TableInfo) -> words.Word:
    text = texts.PLAYERS.format(room_name(info))
    names = people_in(info, session.me)
    sender = session.me.typed
    return words.PlayerList(
        command="PLAYER_LIST", names=names, info=text, target=views.ALL, sender=sender
    )


def match_shown(session: Session, shown: messages.TableShown) -> list[Send[words.Word]]:
    """Show the whole table of a running match."""
    session.forget_match()
    session.info = shown.info
    session.seat = _seat(session, shown)
    session.view = shown.view
    session.match = match_of(shown.info, session.seat, session.me)
    bots = [
        views.reply(texts.IS_A_BOT.format(holder.name, holder.kind), target=views.ALL)
        for holder in shown.info.seats
        if holder and holder.kind
    ]
    return say(*bots, *views.whole_table(shown.view, session.match))


def look_again(session: Session) -> Script[None]:
    """Report changes in a stale room: players who joined or left, or the start of the match."""
    stale = session.stale
    before = session.info
    session.stale = False
    if not stale or before is None or before.over or session.view is not None:
        return
    shown = yield from _watch(session, before)
    if has_lost_seat(shown):
        session.info = None
        yield from _left(session, before, texts.REMOVED)
        return
    if not isinstance(shown, messages.TableShown):
        return
    if shown.info.over:  # the match ended before its start was reported
        session.info = shown.info
        yield from back_to_room(session)
        return
    if shown.view is not None:
        yield from say(views.reply(texts.STARTED, target=views.ALL))
        yield from match_shown(session, shown)
        return
    session.info = shown.info
    session.seat = _seat(session, shown)
    old = people_in(before, session.me)
    new = people_in(shown.info, session.me)
    for name in (name for name in old if name not in new):
        left = texts.LEFT.format(name)
        yield from say(
            words.Word(command="USER_LEFT_LOBBY", info=left, target=views.OTHERS, sender=name)
        )
    yield from say(_players(session, shown.info))
    for name in (name for name in new if name not in old):
        joined = texts.JOINED.format(name)
        yield from say(
            words.Word(command="USER_JOINED_LOBBY", info=joined, target=views.OTHERS, sender=name)
        )
    if old != new:
        yield from _awaited(session, shown.info)
    if before.owner != shown.info.owner and messages.key(shown.info.owner) == messages.key(
        session.me.name
    ):
        yield from session.say(texts.NEW_OWNER)


# In a lobby


def list_players(session: Session, _: words.Word) -> Script[None]:
    info = session.room()
    if not info.over:
        shown = yield from _watch(session, info)
        info = shown.info if isinstance(shown, messages.TableShown) else info
    yield from say(_players(session, info))


def start(session: Session, _: words.Word) -> Script[None]:
    """Start the match with the seated players; after a match, play again."""
    info = session.room()
    if info.over:
        yield from play_again(session)
        return
    shown = yield from _watch(session, info)
    info = shown.info if isinstance(shown, messages.TableShown) else info
    seated = len(people_in(info, session.me))
    answer = yield from ask(messages.ResizeTable(table=info.table, seats=seated))
    if isinstance(answer, messages.Refused):
        yield from session.say(_why_not_started(session, info, answer), "GAME_CREATION_ERROR")


def _why_not_started(session: Session, info: messages.TableInfo, answer: messages.Refused) -> str:
    if answer.code == messages.ServerReason.NOT_THE_OWNER:
        return texts.NOT_OWNER.format(session.me.shown(info.owner))
    if answer.code == messages.ServerReason.PLAYER_AWAY:
        return texts.AWAITED.format(", ".join(_away(session, info)))
    return texts.reason(answer)


def play_again(session: Session) -> Script[None]:
    """Join the rematch at another table."""
    answer = yield from ask(messages.Rematch(table=session.room().table))
    if isinstance(answer, messages.TableShown):
        answer = yield from _watch(session, answer.info)
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))
        return
    yield from arrived(session, answer)


def back_to_room(session: Session) -> Script[None]:
    """Return to the lobby; if only the owner can start a match, open the rematch immediately."""
    info = session.room()
    yield from session.say(texts.OVER)
    if info.waits:
        yield from play_again(session)
    else:
        yield from say(_players(session, info))


def leave_lobby(session: Session, _: words.Word) -> Script[None]:
    """Return to the list of lobbies."""
    info = session.room()
    session.info = None
    if not info.over:
        yield from ask(messages.StandUp(table=info.table))
    yield from _left(session, info, texts.LOBBY_LEFT)


def _left(session: Session, info: messages.TableInfo, text: str) -> Script[None]:
    yield from ask(messages.StopWatching(table=info.table))
    yield from session.say(text.format(room_name(info)), "EXIT_LOBBY")
    yield from list_lobbies(session, words.Word(command="LOBBY_LIST"))


# Login and logout


def login(session: Session, word: words.Word) -> Script[None]:
    """Log in, optionally with a secret after `#`."""
    if session.me.name:
        yield from session.say(texts.IN_ALREADY)
        return
    typed = word.info or ""
    name, _, secret = typed.partition("#")
    answer = yield from ask(messages.Enter(name=name, secret=secret))
    if isinstance(answer, messages.Refused):
        taken = (
            texts.LORENZO_TAKEN.format(name)
            if messages.key(name) == messages.key(ids.LORENZO)
            else ""
        )
        yield from session.say(taken or texts.reason(answer))
        return
    session.me = Me(answer.name, typed)
    yield from say(words.Word(command="LOGIN", info=texts.WELCOME))
    yield from _come_back(session, answer.tables)
    session.pings += 1
    yield from say(words.Word(command="PING"))


def _come_back(session: Session, tables: tuple[int, ...]) -> Script[None]:
    """Resume one of the player's seats, preferring a seat in a running match."""
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
            yield from arrived(session, shown)
            return
        else:
            yield from say(listed(session, around))
            yield from joined(session, shown)
            return
    yield from say(listed(session, around))


def log_out(session: Session, _: words.Word) -> Script[None]:
    """Give up the seat and log out."""
    info = session.info
    session.info = None
    session.forget_match()
    if info and not info.over:
        yield from ask(messages.StandUp(table=info.table))
    yield from say(views.reply(texts.BYE))
    session.gone = True
    yield from do(Disconnect())


# Chat


def chat(session: Session, word: words.ChatWord) -> Script[None]:
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
    if unknown and "_" in to:  # spaces in names are displayed as underscores
        answer = yield from ask(messages.Say(text=text, to=to.replace("_", " ")))
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))


def chat_all(session: Session, word: words.Word) -> Script[None]:
    """Send a chat message to the table, or to the whole server."""
    text = (word.info or "").strip() or (texts.HELLO_ALL if word.command == "HELLO_ALL" else "")
    answer = yield from ask(
        messages.Say(text=text, table=session.info.table if session.info else None)
    )
    if isinstance(answer, messages.Refused):
        yield from session.say(texts.reason(answer))


def hello(session: Session, _: words.Word) -> Script[None]:
    yield from session.say(texts.HELLO, "HELLO")
