"""The match as text: every tile is a letter, so that the drawings work without colours.

The functions that list players, matches, points and results are at the end.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeAlias

from ludoteca.games import shelfie
from ludoteca.games.shelfie import rules_in_words
from ludoteca.protocols.pipes.words import VirtualView
from ludoteca.ui.console.shelfie import texts
from ludoteca.ui.console.shelfie.state import (
    GOALS,
    SELECTED,
    SUSPENDED,
    ClientPhase,
    PipesState,
    kind_at,
)
from ludoteca.ui.draw import clock, columns, counted, padded, width_of

Block: TypeAlias = Sequence[str]

GAP = 2
LONGEST_NAME = 20
NARROWEST = 20
FURTHER = " " * 5
"""Indent of a menu option's continuation lines."""


def short(name: str, longest: int = LONGEST_NAME) -> str:
    """Shorten a name to the available width."""
    if width_of(name) <= longest:
        return name
    name = name[: longest - 1]
    while width_of(name) >= longest:
        name = name[:-1]
    return f"{name}…"


def beside(blocks: Sequence[Block], width: int) -> str:
    """Place as many blocks side by side as fit, and the others below."""
    rows: list[list[Block]] = []
    room = -1
    for block in blocks:
        needed = max(map(width_of, block)) + GAP
        if needed - GAP > room:
            rows.append([])
            room = width
        rows[-1].append(block)
        room -= needed
    return "\n\n".join(_joined(row) for row in rows)


def _joined(blocks: Sequence[Block]) -> str:
    widths = [max(map(width_of, block)) + GAP for block in blocks]
    return "\n".join(
        "".join(padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    )


def fitting(text: str, width: int) -> str:
    lines = text.split("\n")
    return "\n".join(wrapped(line, width, FURTHER if line[:1] == " " else "") for line in lines)


def wrapped(text: str, width: int, indent: str = "") -> str:
    if width_of(text) <= width:
        return text
    return textwrap.fill(
        text, max(width, NARROWEST), subsequent_indent=indent, break_long_words=True
    )


_LETTERS = "abcdefghi"
_CELL = re.compile(r"([a-i])([1-9])", re.IGNORECASE)
_NUMBERS = re.compile(r"\(?\s*(-?[0-9]{1,4})\s*[,; ]\s*(-?[0-9]{1,4})\s*\)?")


def read_cell(line: str) -> shelfie.Cell | None:
    """Parse a cell, which may lie outside the board."""
    if found := _CELL.fullmatch(line):
        return shelfie.Cell(int(found[2]) - 1, _LETTERS.index(found[1].lower()))
    if found := _NUMBERS.fullmatch(line):
        return shelfie.Cell(int(found[1]) - 1, int(found[2]) - 1)
    return None


def is_move(line: str) -> bool:
    """Return whether a line is meant as a move, even if it is malformed."""
    return ">" in line and not line.startswith("/")


ROWS, COLUMNS, SIDE = 6, 5, 9
NAMES = {kind: f"{kind.name.capitalize()}s" for kind in shelfie.Kind} | {
    shelfie.Kind.TROPHY: "Trophies"
}


# The table


def board_block(view: VirtualView) -> Block:
    """Draw the living room, with selected tiles in brackets."""
    used = set(shelfie.CELLS.get(view.maxSeats, ()))
    lines = [f"    {'  '.join(str(column + 1) for column in range(SIDE))}"]
    for row, names in enumerate(view.board):
        marks = (
            _mark(name, shelfie.Cell(row, column) in used) for column, name in enumerate(names)
        )
        lines.append(f" {row + 1} {''.join(marks)}".rstrip())
    return [*lines, f"    {'  '.join('abcdefghi')}"]


def _mark(name: str | None, used: bool) -> str:
    if name is None:
        return " . " if used else "   "
    kind = kind_at(name) or "?"
    return f"[{kind}]" if name.startswith(SELECTED) else f" {kind} "


LEGEND: Block = (
    "",
    *(f"{kind} {NAMES[kind]}" for kind in shelfie.Kind),
    "",
    "[ ] selected",
    " .  empty",
)
"""Meanings of the letters and signs."""
LETTERS = f"{', '.join(LEGEND[1:7])}; . empty, [ ] selected"
"""The legend in one line."""


def shelf_block(view: VirtualView, seat: int, title: str) -> Block:
    """Draw a shelf with the number of each column and its count of free cells."""
    shelf = view.shelves[seat]
    free = [sum(row[column] is None for row in shelf) for column in range(COLUMNS)]
    return [
        title,
        "+-----------+",
        *(f"| {' '.join(_letter(name) for name in row)} |" for row in shelf),
        "+-1-2-3-4-5-+",
        f"  {' '.join(map(str, free))}   fit",
    ]


def _letter(name: str | None) -> str:
    return "." if name is None else kind_at(name) or "?"


def title_of(state: PipesState, seat: int) -> str:
    """Return the title of a player's shelf."""
    view = _view(state)
    name = short(view.players[seat])
    return f"{short(state.name)} (you)" if seat == state.seat else name


def own_shelf(state: PipesState) -> Block:
    return shelf_block(_view(state), state.seat, title_of(state, state.seat))


def goal_block(state: PipesState) -> Block:
    """Draw the personal goal as a shelf, with matched tiles in brackets."""
    view = _view(state)
    number = view.personalGoals[state.seat]
    goal, shelf = shelfie.PERSONAL_GOALS.get(number, {}), view.shelves[state.seat]
    met = {(row, column) for (row, column), kind in goal.items() if _is(shelf[row][column], kind)}

    def cell(row: int, column: int) -> str:
        kind = goal.get((row, column), ".")
        return f"[{kind}]" if (row, column) in met else f" {kind} "

    return [
        f"Personal goal: {len(met)} of {len(goal)}",
        "+-----------------+",
        *(f"| {''.join(cell(row, column) for column in range(COLUMNS))} |" for row in range(ROWS)),
        "+--1--2--3--4--5--+",
        f"  {counted(view.hiddenPoints[state.seat], 'point')} so far",
    ]


def _is(name: str | None, kind: shelfie.Kind) -> bool:
    return name is not None and kind_at(name) is kind


def _view(state: PipesState) -> VirtualView:
    assert state.view is not None
    return state.view


# Whole drawings


def board(state: PipesState, width: int) -> str:
    """Draw the living room and its legend."""
    room = board_block(_view(state))
    wide = beside([room, LEGEND], width)
    if len(wide.split("\n")) == len(room):
        return wide
    marks = [" ".join(mark.split()) for mark in LEGEND if mark]
    return "\n".join([*room, *(", ".join(marks[at : at + 3]) for at in (0, 3, 6))])


def table(state: PipesState, width: int) -> str:
    """Draw the living room with the player's own shelf and goal."""
    drawn = beside([board_block(_view(state)), own_shelf(state), goal_block(state)], width)
    return f"{drawn}\n{wrapped(LETTERS, width)}"


def shelf(state: PipesState, _: int) -> str:
    return "\n".join(own_shelf(state))


def shelves(state: PipesState, width: int) -> str:
    """Draw all shelves, the player's own first."""
    view = _view(state)
    seats = sorted(range(len(view.shelves)), key=lambda seat: seat != state.seat)
    drawn = beside([shelf_block(view, seat, title_of(state, seat)) for seat in seats], width)
    return f"{drawn}\n{wrapped(LETTERS, width)}"


def common_goals(state: PipesState, width: int) -> str:
    """Describe the common goals: their requirements, remaining tokens and rules."""
    view, cards = _view(state), shelfie.WORDING[state.rules.squares].common_goals
    lines = ["Common goals:"]
    for name, score in zip(view.commonGoals, view.commonGoalScores, strict=True):
        tokens = [str(token) for token in shelfie.TOKENS.get(view.maxSeats, ()) if token <= score]
        left = f"tokens left: {' '.join(tokens)}" if tokens else "no token left"
        goal = cards.get(GOALS.get(name, 0))
        said = f"{goal.title} ({left}): {goal.text}" if goal else f"{name} ({left})"
        lines.append(wrapped(f"- {said}", width, "  "))
    lines.append(wrapped(texts.RULES.format(rules=rules_in_words(state.rules)), width, "  "))
    return "\n".join(lines)


def personal_goal(state: PipesState, _: int) -> str:
    return "\n".join(goal_block(state))


def tile(name: str) -> str:
    """Describe a tile by its letter and kind."""
    kind = kind_at(name)
    return f"{kind} {NAMES[kind]}" if kind else name


def hand(state: PipesState, _: int) -> str:
    """Draw the selected tiles with their positions; the first tile lands lowest."""
    items = state.hand
    if not items:
        return texts.EMPTY_HAND
    lowest = ["  (falls lowest)"] if len(items) > 1 else [""]
    notes = [*lowest, *[""] * len(items)]
    return "\n".join(f"  {i + 1}. {tile(name)}{notes[i]}" for i, name in enumerate(items))


def in_words(text: str) -> str:
    """Make tile and goal names in a message from the server readable."""
    for name, number in GOALS.items():
        text = text.replace(name, shelfie.COMMON_GOALS[number].title)
    for name in _item_names(text):
        text = text.replace(name, tile(name).partition(" ")[2])
    return text


def _item_names(text: str) -> Iterable[str]:
    inside = text.partition("[")[2].rpartition("]")[0]
    return [name for name in inside.split(", ") if kind_at(name)]


SHORT_NAME = 12
SOURCES = ("common goals", "personal goal", "groups", "end token", "total")
FULL = 30


def rooms(state: PipesState) -> str:
    return "\n".join(
        texts.ROOM.format(match=match, state=status, players=players, seats=seats)
        + _on_page(state, int(match))
        for match, status, players, seats in state.lists.virtualMatchList or ()
    )


def _on_page(state: PipesState, match: int) -> str:
    number = state.table(match)
    return "" if number is None else texts.ON_PAGE.format(number=number)


def _called(state: PipesState, match: int) -> str:
    """Describe a match by its number and its table number."""
    number = state.table(match)
    return f"Match {match}" if number is None else f"Match {match}, table {number}"


def online(state: PipesState, _: int) -> str:
    """List the online players and their states, then the players whose seats are kept."""
    people = [
        (state.name if name == state.typed else name, status)
        for name, status in sorted(
            state.lists.virtualOnlinePlayers or (), key=lambda player: player[1] == SUSPENDED
        )
    ]
    longest = max((width_of(name) for name, _ in people), default=0)
    lines = [f"  {padded(name, longest)}  {status}" for name, status in people]
    head = texts.ONLINE.format(players=counted(state.connected, "player"))
    return "\n".join([head, *lines]) if lines else texts.NOBODY_ONLINE


def stats(state: PipesState, _: int) -> str:
    """List the points of all players; other players' personal goals are secret."""
    view = state.view
    assert view is not None
    rows: list[tuple[str, ...]] = [("", "points", "tiles", "")]
    for seat, name in enumerate(view.players):
        tiles = sum(tile is not None for row in view.shelves[seat] for tile in row)
        mark = "to move" if name == view.currentPlayer else ""
        own = seat == state.seat
        known = state.name if own else name
        points = state.points if own else view.scores[seat]
        rows.append((short(known, SHORT_NAME), str(points), f"{tiles}/{FULL}", mark))
    return f"{columns(rows)}\n{end_token(state, 0)}"


def end_token(state: PipesState, _: int) -> str:
    free = state.view is not None and state.view.endGameToken
    return texts.END_FREE if free else texts.LAST_ROUND


def results(state: PipesState, width: int) -> str:
    """List the sources of each player's points."""
    assert state.view is not None
    *rows, _ = [[cell or "" for cell in row] for row in state.view.gameResults]
    for row in rows:
        row[0] = short(state.name if row[0] == state.typed else row[0])
    wide = columns([("", *SOURCES), *rows])
    if all(width_of(line) <= width for line in wide.split("\n")):
        return wide
    return "\n".join(_result(row) for row in rows)


def _result(row: Sequence[str]) -> str:
    name, *parts, total = row
    lines = [f"  {source}: {part or 0}" for source, part in zip(SOURCES, parts, strict=False)]
    return "\n".join([f"{name}: {counted(int(total), 'point')}", *lines])


def status(state: PipesState, now: float, width: int) -> str:
    match state.phase:
        case ClientPhase.LOGIN:
            return ""
        case ClientPhase.MENU:
            return f" {state.name} | {state.connected} online"
        case ClientPhase.WAITING:
            match = _called(state, state.room.match) if state.room else "Match"
            return f" {match} | {counted(state.free_seats, 'seat')} free"
        case ClientPhase.PLAYING:
            return _playing(state, now, width)


def _playing(state: PipesState, now: float, width: int) -> str:
    view = state.view
    if view is None:
        return ""
    whose = "your turn" if state.my_turn else f"{short(view.currentPlayer, SHORT_NAME)}'s turn"
    parts = [_called(state, view.matchID), whose, counted(state.points, "point")]
    parts += [clock(now - state.since), *["last round"] * (not view.endGameToken)]
    while parts and len(line := f" {' | '.join(parts)}") > width:
        parts.pop(0)
    return line
