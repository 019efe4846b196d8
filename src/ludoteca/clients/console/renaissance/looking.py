"""What can be looked at, whatever is being asked."""

import re
from collections.abc import Callable, Iterable, Mapping

from ludoteca.clients.console.renaissance import texts
from ludoteca.clients.console.renaissance.board import draw_board, draw_boards, draw_leaders
from ludoteca.clients.console.renaissance.faith import draw_faith
from ludoteca.clients.console.renaissance.goods import listed
from ludoteca.clients.console.renaissance.grid import draw_card, draw_grid, draw_leader
from ludoteca.clients.console.renaissance.market import draw_market
from ludoteca.clients.console.renaissance.picture import Picture
from ludoteca.clients.rulebook import terminal_rules
from ludoteca.wire.commands.ids import card_of, leader_of

CHAT = re.compile(r"/chat\s*(?:\[(?P<to>[^\]]+)\])?\s*(?P<text>\S.*)", re.IGNORECASE | re.DOTALL)


def draw_table(picture: Picture, width: int) -> list[str]:
    """Everything there is to see."""
    parts = (
        draw_grid(picture, width),
        draw_market(picture),
        draw_faith(picture),
        draw_boards(picture, width),
        draw_board(picture, width),
    )
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")


_TABLE: Mapping[str, Callable[[Picture, int], Iterable[str]]] = {
    "market": lambda picture, _: draw_market(picture),
    "grid": draw_grid,
    "faith": lambda picture, _: draw_faith(picture),
    "board": draw_board,
    "boards": draw_boards,
    "leaders": draw_leaders,
    "table": draw_table,
}
COMMANDS = (*_TABLE, "rules", "online", "help", "cancel", "exit", "/chat ")
"""What can be typed anywhere, to be completed."""


def look(picture: Picture, command: str, width: int) -> Iterable[str] | None:
    """What a command shows, if it is one that shows something."""
    if command in _TABLE:
        return _TABLE[command](picture, width) if picture.boards else [texts.NO_MATCH]
    if command == "rules":
        return terminal_rules("renaissance").splitlines()
    if command == "online":
        people = picture.names or picture.people or (picture.me,)
        return [f"Here: {listed(map(picture.called, people))}."]
    first, _, rest = command.partition(" ")
    known = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
    if first == "card":
        number = card_of(known)
        return draw_card(picture, number) if number else [texts.NO_CARD]
    if first == "leader":
        number = leader_of(known)
        return draw_leader(picture, number) if number else [texts.NO_LEADER]
    return None
