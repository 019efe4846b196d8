"""Commands that show something at any question."""

import re
from collections.abc import Callable, Iterable, Mapping

from ludoteca.protocols.commands.ids import LORENZO, card_of, leader_of
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_board, draw_boards, draw_leaders
from ludoteca.ui.console.renaissance.faith import draw_faith
from ludoteca.ui.console.renaissance.goods import listed
from ludoteca.ui.console.renaissance.grid import draw_card, draw_grid, draw_leader
from ludoteca.ui.console.renaissance.market import draw_market
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState
from ludoteca.ui.rulebook import plain_rules

CHAT = re.compile(r"/chat\s*(?:\[(?P<to>[^\]]+)\])?\s*(?P<text>\S.*)", re.IGNORECASE | re.DOTALL)


def draw_table(state: CommandsState, width: int) -> list[str]:
    parts = (
        draw_grid(state, width),
        draw_market(state),
        draw_faith(state),
        draw_boards(state, width),
        draw_board(state, width),
    )
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")


_TABLE: Mapping[str, Callable[[CommandsState, int], Iterable[str]]] = {
    "market": lambda state, _: draw_market(state),
    "grid": draw_grid,
    "faith": lambda state, _: draw_faith(state),
    "board": draw_board,
    "boards": draw_boards,
    "leaders": draw_leaders,
    "table": draw_table,
}
COMMANDS = (*_TABLE, "rules", "online", "help", "cancel", "exit", "/chat ")
"""Commands that can be typed at any question, for completion."""


def look(state: CommandsState, command: str, width: int) -> Iterable[str] | None:
    """Return what a command shows, or None if it is not such a command."""
    if command in _TABLE:
        return _TABLE[command](state, width) if state.boards else [texts.NO_MATCH]
    if command == "rules":
        return plain_rules("renaissance").splitlines()
    if command == "online":
        return _online(state)
    first, _, rest = command.partition(" ")
    if first == "board" and rest:
        return _board_of(state, rest, width) if state.boards else [texts.NO_MATCH]
    known = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
    if first == "card":
        number = card_of(known)
        return draw_card(state, number) if number else [texts.NO_CARD]
    if first == "leader":
        number = leader_of(known)
        return draw_leader(state, number) if number else [texts.NO_LEADER]
    return None


def _board_of(state: CommandsState, name: str, width: int) -> list[str]:
    """Draw the board of a player, by the name in lower case."""
    if name == state.called(state.me).lower():
        return draw_board(state, width)
    if name not in map(str.lower, state.names):
        return [texts.NO_BOARD.format(name=name, names=listed(map(state.called, state.names)))]
    return draw_boards(state, width, name)


def _online(state: CommandsState) -> list[str]:
    """List the connected people at this table or in this room, and the awaited players."""
    around = state.people if state.stage is ClientStage.ROOM else state.names
    people = [name for name in around or (state.me,) if name != LORENZO]
    here = [state.called(name) for name in people if name not in (*state.away, *state.bots)]
    count = f"{len(here)} player{'s' * (len(here) != 1)}"
    lines = [f"Online now: {count}, {listed(here)}."]
    return [*lines, *([f"Not connected: {listed(state.away)}."] if state.away else [])]
