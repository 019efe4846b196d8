"""The game objects that can be shown, by name."""

import time
from collections.abc import Callable, Mapping

from ludoteca.games.shelfie import NAME
from ludoteca.ui.console.shelfie import drawing, tables, texts
from ludoteca.ui.console.shelfie.chat import chats
from ludoteca.ui.console.shelfie.drawing import short
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import PipesState
from ludoteca.ui.draw import clock
from ludoteca.ui.rulebook import plain_rules

LONGEST_OBJECT = 40


def _timer(state: PipesState, _: int) -> str:
    return texts.TIMER.format(time=clock(time.monotonic() - state.since))


DRAWINGS: Mapping[str, Callable[[PipesState, int], str]] = {
    "open": chats,
    "hand": drawing.hand,
    "pgoal": drawing.personal_goal,
    "cgoal": drawing.common_goals,
    "shelf": drawing.shelf,
    "shelves": drawing.shelves,
    "board": drawing.board,
    "stats": tables.stats,
    "end": tables.end_token,
    "online": tables.online,
    "timer": _timer,
}


def show_object(session: ShelfieSession, name: str) -> None:
    if name == "rules":
        session.show(plain_rules(NAME))
    elif drawn := DRAWINGS.get(name):
        session.draw(drawn(session.state, session.width))
    else:
        session.show(texts.NOT_FOUND.format(object=short(name, LONGEST_OBJECT)))


async def ask_object(session: ShelfieSession) -> None:
    text = f"{texts.OBJECTS_HEAD}\n{texts.listed(texts.OBJECTS)}\n{texts.OBJECTS_ASKED}"
    line = await session.ask(text, choices=lambda: texts.OBJECTS)
    if line.lower() != texts.CANCEL:
        show_object(session, texts.chosen(line, texts.OBJECTS))
