"""Reactions to notices: messages and scripts."""

from collections.abc import Iterator
from functools import partial

from ludoteca import messages
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.chat import notification, receive_private
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import Begin, Script
from ludoteca.protocols.pipes.session import PipesSession
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    Message,
    NotifyGoToMenu,
    NotifyUpdate,
    PublicChat,
    ServerWord,
)
from ludoteca.protocols.scripts import ask

SERVER = "[server]"
"""Sender of announcements: no player can have this name."""

# Immediate messages


def words_about(
    session: PipesSession, notice: messages.Notice, view: messages.ViewThunk | None
) -> Iterator[ServerWord]:
    """Yield the messages about a notice, apart from answers."""
    match = session.match
    if isinstance(notice, messages.Said):
        yield from _said(session, notice)
    elif isinstance(notice, messages.Announced):
        yield ChatNotification(texts.SAYS.format(name=SERVER, text=notice.text))
    elif match and match.table.concerns(notice):
        if isinstance(notice, messages.TableShown) and notice.request:
            return  # handled by the script that asked
        words = match.hear(notice, view)
        if not (isinstance(notice, messages.Presence) and session.is_own(notice.name)):
            yield from words
    elif isinstance(notice, messages.PersonHere) and not notice.here:
        left = match or session.ended  # a player whose leaving ended the match may exit too
        if left and left.has_left(notice.name):
            yield Message(texts.LEFT_GAME.format(name=notice.name))
            yield NotifyUpdate()
    elif isinstance(notice, messages.Presence) and session.is_own(notice.name):
        session.paused = notice.paused


def _said(session: PipesSession, said: messages.Said) -> Iterator[ServerWord]:
    """Handle chat in the match, to this player, or to the whole server."""
    match = session.match
    here = match if match and said.table == match.number else None
    if here and not said.to:
        here.add_chat(said.by, said.text, said.number)
        if not session.is_own(said.by) and not session.replaying:
            yield PublicChat(here.chat)
            yield notification(session, said)
        return
    if here:
        here.heard = said.number
    if said.to:
        session.chats.add(said, session.name)
    elif said.table is None and not session.is_own(said.by):
        yield notification(session, said)


# Scripts


def scripts_after(session: PipesSession, notice: messages.Notice) -> Iterator[Begin]:
    """Yield the scripts to run after a notice."""
    match = session.match
    if isinstance(notice, messages.Said) and notice.to and not session.replaying:
        if not session.is_own(notice.by):
            yield partial(receive_private, session, notice)
    elif match and match.table.over:
        session.match = None
        session.ended = match
        yield partial(_end, session, match)
    elif (
        match
        and isinstance(notice, messages.TableNews | messages.Presence)
        and notice.table == match.number
    ):
        if match.view and match.state != session.listed:
            session.lists.change()
        if isinstance(notice, messages.TableNews):
            yield from _after_news(session, match, notice)
    if isinstance(notice, messages.PersonHere | messages.TableListed):
        session.lists.change()
    yield from refreshes(session)


def _after_news(
    session: PipesSession, match: PipesMatch, notice: messages.TableNews
) -> Iterator[Begin]:
    match notice.record:
        case messages.GameStarted():
            yield partial(_start, session, match)
        case messages.SeatTaken() | messages.SeatFreed() | messages.TableResized():
            session.lists.change()
        case messages.SeatsGivenUp(seats) if match.table.seat in seats:
            session.match = None
            yield partial(_to_menu, session, match)


def refreshes(session: PipesSession) -> Iterator[Begin]:
    """Yield the script that sends the lists, if they changed and are due."""
    if session.name and session.lists.is_wanted():
        yield partial(_refresh, session)


def _start(session: PipesSession, match: PipesMatch) -> Script[None]:
    if match.entered:
        return  # the match started while the client was joining
    yield from session.say(Message(texts.BUILDING))
    yield from session.look_again(match, whole=True)
    if match.view and not match.table.over:
        yield from session.say(*match.entrance())


def _end(session: PipesSession, match: PipesMatch) -> Script[None]:
    yield from session.say(*match.ending())
    yield from ask(messages.StopWatching(table=match.number))
    lists = yield from session.look_around(match)
    yield from session.say(lists, NotifyUpdate())


def removed(session: PipesSession, match: PipesMatch) -> Script[None]:
    """Return to the menu after losing the seat before the start."""
    yield from ask(messages.StopWatching(table=match.number))
    session.pacing.forget()
    lists = yield from session.look_around(None)
    text = texts.REMOVED.format(match=match.info.room)
    yield from session.say(Message(text), lists, NotifyGoToMenu(), NotifyUpdate())


def _to_menu(session: PipesSession, match: PipesMatch) -> Script[None]:
    yield from ask(messages.StopWatching(table=match.number))
    session.pacing.forget()
    yield from session.say(NotifyGoToMenu(), NotifyUpdate())


def _refresh(session: PipesSession) -> Script[None]:
    if not session.lists.is_due():
        return  # another script has sent them
    match, changed = session.match, False
    if match and (match.view is None or match.info.private):
        changed = yield from session.look_again(match)
    lists = yield from session.look_around(session.match)
    session.lists.count(lists)
    yield from session.say(lists)
    if match and changed and match.view is None and match is session.match:
        yield from session.say(match.wait())
    yield from session.say(NotifyUpdate())
