"""Scripts for login, joining and leaving matches, chat, and logout."""

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.protocols.contract import Disconnect
from ludoteca.protocols.pipes import texts, words
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import DOCUMENT_CALLS, Acts, Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.scripts import ask, do, look_around
from ludoteca.protocols.shelfie import has_two_goals, options_of

# Login and logout


def log_in(session: PipesSession, word: words.Login) -> Script[None]:
    """Log in, and return to the match in which the player has a seat, if any."""
    typed = word.name
    name, _, secret = typed.partition("#")
    answer = yield from ask(messages.Enter(name=name, secret=secret))
    if not isinstance(answer, messages.Welcome):
        yield from session.refuse("login", answer, texts.LOGIN)
        return
    session.name = answer.name
    session.typed = typed
    if word.by_document:
        session.quirks = DOCUMENT_CALLS
    if answer.tables:
        session.match = yield from _match_among(session, answer.tables)
    lists = yield from session.look_around(session.match)
    session.replaying = False
    done = words.Return("login", ok=True)
    text = texts.WELCOME.format(name=typed)
    yield from session.say(words.Message(text), done, lists, words.NotifyUpdate())
    if session.match:
        yield from _enter(session, session.match)


def _match_among(session: PipesSession, tables: tuple[int, ...]) -> Script[PipesMatch | None]:
    """Find the player's match among these tables, preferring one in progress."""
    # The player's own tables are listed regardless of the limit.
    seen = yield from look_around(messages.LookAround(follow=True, limit=1))
    foreign = {info.table for info in seen.tables if not has_two_goals(info)}
    going = {info.table for info in seen.tables if info.started}
    for table in sorted(set(tables) - foreign, key=lambda table: table not in going):
        session.replaying = True
        shown = yield from ask(messages.Watch(table=table))
        if isinstance(shown, messages.TableShown) and has_two_goals(shown.info):
            match = PipesMatch(shown, session.known_as)
            match.table = replace(match.table, paused=session.paused)
            match.returned = True
            return match
        yield from ask(messages.StopWatching(table=table))
    return None


def _enter(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Send the match, after a pause in which a deployed client draws its previous screen."""
    if session.quirks.pause:
        yield from session.pacing.pause(session.quirks.pause)
    if match.chat and match.view:
        seen, *rest = match.entrance()
        yield from session.say(seen, words.PublicChat(match.chat), *rest)
    else:
        yield from session.say(*match.entrance())


def exit_game(session: PipesSession) -> Script[None]:
    """Give up the seat and log out."""
    if match := session.match:
        session.match = None
        yield from ask(messages.StandUp(table=match.number))
    session.pacing.forget()
    yield from session.accept("exitGame", texts.BYE)
    if session.name:
        yield from ask(messages.Leave())
    else:
        yield from do(Disconnect())


# Matches


def create(session: PipesSession, seats: int) -> Script[None]:
    """Open a match and enter its waiting room."""
    options = options_of("pipes")
    request = messages.OpenTable(
        game=shelfie.NAME,
        seats=seats,
        options=options,
        lets_go=True,
        absence=messages.AbsenceRule.FORFEIT,
    )
    answer = yield from ask(request)
    if not isinstance(answer, messages.TableShown):
        yield from session.refuse("createMatch", answer, texts.CREATE)
        return
    session.pacing.forget()
    match = session.enter(PipesMatch(answer, session.known_as))
    lists = yield from session.look_around(match)
    message = words.Message(texts.CREATED.format(seats=seats, match=match.info.room))
    done = words.Return("createMatch", ok=True)
    if session.quirks.lines:
        yield from session.say(message, lists, done, match.wait())
    else:
        yield from session.say(message, lists, match.wait(), words.NotifyUpdate(), done)


def join(session: PipesSession, room: int) -> Script[None]:
    """Join a listed match. Deployed clients also join a match to which they have returned."""
    match = session.match
    if match and match.returned and match.info.room == room:
        match.returned = not session.quirks.deployed
        yield from _joined(session, match)
        return
    if match:
        yield from session.decline("join", texts.IN_A_MATCH)
        return
    request = messages.LookAround(follow=True, game=shelfie.NAME, room=max(room, 0))
    listed = yield from look_around(request)
    found = [info for info in listed.tables if info.room == room and has_two_goals(info)]
    if not found:
        yield from session.decline("join", texts.NO_SUCH_ROOM)
        return
    answer = yield from ask(messages.JoinTable(table=found[0].table))
    if not isinstance(answer, messages.TableShown):
        # The document limits this text to players who "try to join after connection loss".
        lost = any(holder and not holder.here for holder in found[0].seats)
        known = texts.REJOIN if found[0].started and lost else texts.JOIN
        yield from session.refuse("join", answer, known)
        return
    session.pacing.forget()
    match = session.enter(PipesMatch(answer, session.known_as))
    session.replaying = True
    yield from session.look_again(match)
    yield from _joined(session, match)


def _joined(session: PipesSession, match: PipesMatch) -> Script[None]:
    lists = yield from session.look_around(match)
    session.replaying = False
    text = texts.JOINED.format(name=session.typed, match=match.info.room)
    # By the protocol's document, the view is sent at this point. Deployed clients accept a view
    # only after the pause.
    seen = [match.seen()] if match.view and session.quirks.lines else []
    drawn = [words.NotifyUpdate()] if session.quirks == DOCUMENT_CALLS else []
    yield from session.say(words.Message(text), lists, *seen, *drawn, words.Return("join", ok=True))
    if match.view and not match.view.turns and not match.entered:
        yield from session.say(words.Message(texts.BUILDING))
    yield from _enter(session, match)


def list_tables(session: PipesSession) -> Script[None]:
    """Send the lists with table numbers, now and after each change."""
    session.numbered = True
    lists = yield from session.look_around(session.match)
    yield from session.accept("listTables", "", lists)


def resize(session: PipesSession, match: PipesMatch, seats: int) -> Script[None]:
    """Change the number of seats in the player's own match."""
    answer = yield from ask(messages.ResizeTable(table=match.number, seats=seats))
    if isinstance(answer, messages.Refused):
        yield from session.refuse("changeMatchSeats", answer, texts.CREATE)
    else:
        text = texts.SEATS_CHANGED.format(seats=seats)
        yield from session.accept("changeMatchSeats", text)


def leave(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Give up the seat and return to the menu."""
    session.match = None
    answer = yield from ask(messages.StandUp(table=match.number))
    if isinstance(answer, messages.Refused):
        session.match = match
        yield from session.refuse("leaveMatch", answer, {})
        return
    session.pacing.forget()
    yield from ask(messages.StopWatching(table=match.number))
    lists = yield from session.look_around(None)
    message = words.Message(texts.YOU_LEFT)
    done = words.Return("leaveMatch", ok=True)
    if session.quirks.lines:
        seen = [match.seen_last()] if match.view else []
        yield from session.say(done, *seen, message, lists, words.NotifyGoToMenu())
    else:
        yield from session.say(message, lists, words.NotifyGoToMenu(), words.NotifyUpdate(), done)


# Chat


def send_public(session: PipesSession, match: PipesMatch, text: str) -> Script[None]:
    """Send a chat message to all players in the match."""
    answer = yield from ask(messages.Say(text=text, table=match.number))
    if isinstance(answer, messages.Refused):
        yield from reply(session, "sendPublicMessage", texts.NOT_SENT, ok=False)
    elif session.quirks == DOCUMENT_CALLS:
        yield from reply(session, "sendPublicMessage", "\n".join(match.chat), ok=True)
    else:
        yield from session.say(
            words.PublicChat(match.chat), words.Return("sendPublicMessage", ok=True)
        )


def send_private(session: PipesSession, word: words.SendPrivateMessage) -> Script[None]:
    """Send a private message, then the lists with the updated chat."""
    method = "sendPrivateMessage"
    name = word.receiver
    if session.is_own(name):
        yield from reply(session, method, texts.NOT_REACHED.format(name=name), ok=False)
        return
    text = _typed_text(word) if session.quirks.deployed else word.text
    answer = yield from ask(messages.Say(text=text, to=name))
    if isinstance(answer, messages.Refused):
        text = texts.CHAT.get(answer.code, texts.NOT_REACHED)
        yield from reply(session, method, text.format(name=name), ok=False)
        return
    lists = yield from session.look_around(session.match)
    yield from session.say(lists)
    yield from reply(session, method, texts.SENT.format(name=name), ok=True)


def reply(session: PipesSession, method: str, text: str, *, ok: bool) -> Acts:
    """Answer a chat request, with a notification if the client follows the document."""
    # Deployed clients would display a notification as a message from another player.
    said = (
        words.Message(text) if session.quirks.deployed else words.ChatNotification(text, reply=True)
    )
    return session.say(said, words.Return(method, ok=ok))


def _typed_text(word: words.SendPrivateMessage) -> str:
    """Return the text that a user of the deployed text client typed after the receiver.

    The client cuts `/chat[Anna Maria] hello` at its first space, so the text begins with `Maria] `.
    """
    _, blank, rest = word.receiver.partition(" ")
    if blank and word.text.startswith(f"{rest}]"):
        return word.text.removeprefix(f"{rest}]").removeprefix(" ")
    return word.text


def receive_private(session: PipesSession, said: messages.Said) -> Script[None]:
    """Deliver a private message from another player, after the lists with the updated chat."""
    lists = yield from session.look_around(session.match)
    yield from session.say(lists, notification(session, said))


def notification(session: PipesSession, said: messages.Said) -> words.ChatNotification:
    """Return the notification for a chat message from another player."""
    text = texts.WHISPERS if said.to and session.quirks.deployed else texts.SAYS
    line = text.format(name=said.by, text=said.text)
    return words.ChatNotification(line if session.quirks.deployed else line.lstrip("\n"))
