"""A match: its commands, some only in the player's own turn."""

from ludoteca.protocols.pipes.texts import BAD_CONDITIONS, NOT_NOW, NOT_VALID
from ludoteca.protocols.pipes.words import ExitGame, LeaveMatch
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.insertion import deselect, insert
from ludoteca.ui.console.shelfie.menu import SOON, ask_tables
from ludoteca.ui.console.shelfie.moving import move
from ludoteca.ui.console.shelfie.news import playing_menu
from ludoteca.ui.console.shelfie.notation import is_move
from ludoteca.ui.console.shelfie.objects import ask_object, show_object
from ludoteca.ui.console.shelfie.selection import select
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import ClientPhase

TURN = {"select": select, "deselect": deselect, "insert": insert}
"""The commands for the player's own turn."""
COMMANDS = (*texts.PLAYING, *texts.OBJECTS, "help")


async def play_on(session: ShelfieSession) -> bool:
    """Carry out one command in a match; whether the user leaves."""
    if session.state.over and await session.until(lambda: _is_closed(session), SOON):
        return False
    await ask_tables(session)
    if session.fresh:
        _show_menu(session)
    line = await session.ask(
        texts.PLAYING_ASKED,
        choices=lambda: COMMANDS,
        takes=lambda line: _is_for_now(session, line),
        ends=lambda: session.state.my_turn,
    )
    if is_move(line):
        await move(session, line)
        return False
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
    elif session.user.screen.alone or await session.agrees(texts.LEAVE, enter=True):
        left = await session.request(ExitGame() if command == "exit" else LeaveMatch())
        return left and command == "exit"
    return False


def _show_menu(session: ShelfieSession) -> None:
    """Show the commands, once in a match; below them is the table, if it is one's turn."""
    session.fresh = False
    session.show(playing_menu())
    if session.state.my_turn:
        session.draw(f"\n{drawing.table(session.state, session.width)}\n")
    session.show(texts.MOVE)


def _is_closed(session: ShelfieSession) -> bool:
    """Whether the client has left a match that is over; over RMI that may take a moment."""
    return session.state.phase is not ClientPhase.PLAYING


def _is_for_now(session: ShelfieSession, line: str) -> bool:
    """Whether a line of piped input can be used now."""
    command = texts.chosen(line, texts.PLAYING)
    return session.state.my_turn or not (command in TURN or is_move(line))


def _refusal(session: ShelfieSession, command: str) -> str | None:
    if command not in COMMANDS:
        return NOT_VALID
    if command in TURN and not session.state.my_turn:
        return NOT_NOW
    if command == "insert" and not session.state.hand:
        return BAD_CONDITIONS
    return None
