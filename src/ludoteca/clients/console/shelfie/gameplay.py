"""A match: the commands that can be given there, at one's turn or not."""

from ludoteca.clients.console.shelfie import texts
from ludoteca.clients.console.shelfie.insertion import deselect, insert
from ludoteca.clients.console.shelfie.menu import SOON
from ludoteca.clients.console.shelfie.news import playing_menu
from ludoteca.clients.console.shelfie.picture import Phase
from ludoteca.clients.console.shelfie.selection import select
from ludoteca.clients.console.shelfie.showing import ask_object, show_object
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.wire.pipes.texts import BAD_CONDITIONS, NOT_NOW, NOT_VALID
from ludoteca.wire.pipes.words import ExitGame, LeaveMatch

TURN = {"select": select, "deselect": deselect, "insert": insert}
"""What can be done at one's turn."""
COMMANDS = (*texts.PLAYING, *texts.OBJECTS, "help")


async def play_on(visit: Visit) -> bool:
    """Carry out one command in a match; whether the person goes."""
    if visit.picture.over and await visit.until(lambda: _is_closed(visit), SOON):
        return False
    menu = playing_menu() if visit.fresh else texts.PLAYING_ASKED
    visit.fresh = False
    line = await visit.ask(
        menu,
        choices=lambda: COMMANDS,
        takes=lambda line: _is_for_now(visit, line),
        ends=lambda: visit.picture.my_turn,
    )
    command = texts.chosen(line, texts.PLAYING)
    if refusal := _refusal(visit, command):
        visit.show(refusal)
        return False
    visit.show(texts.EXECUTING)
    if command in TURN:
        await TURN[command](visit)
    elif command == "show":
        await ask_object(visit)
    elif command == "help":
        objects = ", ".join(texts.OBJECTS)
        visit.show(f"{texts.HELP.format(objects=objects)}\n{playing_menu()}")
    elif command in texts.OBJECTS:
        show_object(visit, command)
    elif visit.person.screen.alone or await visit.agrees(texts.LEAVE):
        left = await visit.asked(ExitGame() if command == "exit" else LeaveMatch())
        return left and command == "exit"
    return False


def _is_closed(visit: Visit) -> bool:
    """Whether a match whose results were seen has been left; over RMI that may take a moment."""
    return visit.picture.phase is not Phase.PLAYING


def _is_for_now(visit: Visit, line: str) -> bool:
    """Whether a line that was written beforehand can be taken, at one's turn or not."""
    command = texts.chosen(line, texts.PLAYING)
    return visit.picture.my_turn or command not in TURN


def _refusal(visit: Visit, command: str) -> str | None:
    if command not in COMMANDS:
        return NOT_VALID
    if command in TURN and not visit.picture.my_turn:
        return NOT_NOW
    if command == "insert" and not visit.picture.hand:
        return BAD_CONDITIONS
    return None
