"""Everything that can be looked at, by the name it is asked for."""

import time
from collections.abc import Callable, Mapping

from ludoteca.clients.console.shelfie import drawing, tables, texts
from ludoteca.clients.console.shelfie.blocks import short
from ludoteca.clients.console.shelfie.picture import Picture
from ludoteca.clients.console.shelfie.visit import Visit
from ludoteca.clients.draw import clock
from ludoteca.clients.rulebook import terminal_rules
from ludoteca.games.shelfie import NAME

LONGEST_OBJECT = 40


def _timer(picture: Picture, _: int) -> str:
    return texts.TIMER.format(time=clock(time.monotonic() - picture.since))


DRAWINGS: Mapping[str, Callable[[Picture, int], str]] = {
    "open": tables.chats,
    "hand": drawing.hand,
    "pgoal": drawing.personal_goal,
    "cgoal": drawing.common_goals,
    "shelf": drawing.shelves,
    "board": drawing.board,
    "stats": tables.stats,
    "end": tables.end_token,
    "online": tables.online,
    "timer": _timer,
}


def show_object(visit: Visit, name: str) -> None:
    """Show one of the objects."""
    if name == "rules":
        visit.show(terminal_rules(NAME).rstrip())
    elif drawn := DRAWINGS.get(name):
        visit.draw(drawn(visit.picture, visit.width))
    else:
        visit.show(texts.NOT_FOUND.format(object=short(name, LONGEST_OBJECT)))


async def ask_object(visit: Visit) -> None:
    """Ask which object to show, and show it."""
    text = f"{texts.OBJECTS_HEAD}\n{texts.listed(texts.OBJECTS)}\n{texts.OBJECTS_ASKED}"
    line = await visit.ask(text, choices=lambda: texts.OBJECTS)
    if line.lower() != texts.CANCEL:
        show_object(visit, texts.chosen(line, texts.OBJECTS))
