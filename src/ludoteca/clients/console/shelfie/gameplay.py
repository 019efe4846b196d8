"""A match: its commands, some only in the player's own turn."""

from ludoteca.clients.console.shelfie import texts
from ludoteca.clients.console.shelfie.insertion import deselect, insert
from ludoteca.clients.console.shelfie.menu import SOON
from ludoteca.clients.console.shelfie.news import playing_menu
from ludoteca.clients.console.shelfie.objects import ask_object, show_object
from ludoteca.clients.console.shelfie.selection import select
from ludoteca.clients.console.shelfie.session import ShelfieSession
from ludoteca.clients.console.shelfie.state import ClientPhase
from ludoteca.wire.pipes.texts import BAD_CONDITIONS, NOT_NOW, NOT_VALID
from ludoteca.wire.pipes.words import ExitGame, LeaveMatch

TURN = {"select": select, "deselect": deselect, "insert": insert}
"""The commands for the player's own turn."""
COMMANDS = (*texts.PLAYING, *texts.OBJECTS, "help")


async def play_on(session: ShelfieSession) -> bool:
    """Carry out one command in a match; whether the user leaves."""
    if session.state.over and await session.until(lambda: _is_closed(session), SOON):
        return False
    menu = playing_menu() if session.fresh else texts.PLAYING_ASKED
    session.fresh = False
    line = await session.ask(
        menu,
        choices=lambda: COMMANDS,
        takes=lambda line: _is_for_now(session, line),
        ends=lambda: session.state.my_turn,
    )
    command = texts.chosen(line, texts.PLAYING)
    if refusal := _refusal(session, command):
        session.show(refusal)
        return False
    session.show(texts.EXECUTING)
    if command in TURN:
        await TURN[command](session)
    elif command == "show":
        await ask_object(session)
    elif command == "help":
        objects = ", ".join(texts.OBJECTS)
        session.show(f"{texts.HELP.format(objects=objects)}\n{playing_menu()}")
    elif command in texts.OBJECTS:
        show_object(session, command)
    elif session.user.screen.alone or await session.agrees(texts.LEAVE):
        left = await session.request(ExitGame() if command == "exit" else LeaveMatch())
        return left and command == "exit"
    return False


def _is_closed(session: ShelfieSession) -> bool:
    """Whether the client has left a match that is over; over RMI that may take a moment."""
    return session.state.phase is not ClientPhase.PLAYING


def _is_for_now(session: ShelfieSession, line: str) -> bool:
    """Whether a line of piped input can be used now."""
    command = texts.chosen(line, texts.PLAYING)
    return session.state.my_turn or command not in TURN


def _refusal(session: ShelfieSession, command: str) -> str | None:
    if command not in COMMANDS:
        return NOT_VALID
    if command in TURN and not session.state.my_turn:
        return NOT_NOW
    if command == "insert" and not session.state.hand:
        return BAD_CONDITIONS
    return None
