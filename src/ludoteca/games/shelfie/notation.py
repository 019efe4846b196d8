"""Text forms of boards, shelves and moves.

A cell is a letter for its column, from the left, and a number for its row, from the top: `d2`. A
move is its tiles in the order in which they fall, and a column from the left: `d2 e2 > 3`.
"""

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, zip_longest

from ludoteca.games.contract import Refusal, Seat
from ludoteca.games.shelfie.board import CELLS, SIDE, Cell, Kind
from ludoteca.games.shelfie.editions import WORDING, rules_in_words
from ludoteca.games.shelfie.goals import PERSONAL_GOALS
from ludoteca.games.shelfie.refusals import Reason, no
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS, Grid, kinds_in
from ludoteca.games.shelfie.state import TakeTiles
from ludoteca.games.shelfie.view import View, points

_BOARD_LETTERS = "abcdefghi"
_KIND_LETTERS = "".join(Kind)
_MARKS = frozenset(_KIND_LETTERS + _KIND_LETTERS.lower() + ".")
_WIDTH, _GAP = 80, 4
"""Width of a drawing, and of the gap between its blocks, in characters."""
_CELL = re.compile(r"([a-z])(\d{1,2})|(\d{1,2})\s*[,;]\s*(\d{1,2})", re.IGNORECASE | re.ASCII)
_BETWEEN_CELLS = " \t,;()"
GRAMMAR = (
    ("d2 e2 > 3", "take these tiles, the first one lowest, into column 3"),
    ("2,4 2,5 > 3", "the same, with the row and column of each tile"),
)
"""The ways to write a move, with their meanings."""


def write_cell(cell: Cell) -> str:
    return f"{_BOARD_LETTERS[cell.column]}{cell.row + 1}"


def write_move(move: TakeTiles) -> str:
    """Format a move, for example as `d2 e2 > 3`."""
    return f"{' '.join(map(write_cell, move.cells))} > {move.column + 1}"


def read_move(text: str) -> TakeTiles | Refusal:
    """Parse a move; capitals, commas and arrows are accepted."""
    tiles, arrow, column = text.partition(">")
    tiles, column = tiles.strip().rstrip("-="), column.strip()
    found = list(_CELL.finditer(tiles))
    if not (arrow and found and column.isascii() and column.isdigit() and len(column) <= 2):
        return no(Reason.UNREADABLE)
    if _CELL.sub("", tiles).strip(_BETWEEN_CELLS):
        return no(Reason.UNREADABLE)
    cells = tuple(map(_read_cell, found))
    for cell, match in zip(cells, found, strict=True):
        if not (0 <= cell.row < SIDE and 0 <= cell.column < SIDE):
            detail = f"There is no cell {match[0]}: columns are a to i, rows 1 to {SIDE}."
            return Refusal(Reason.OFF_THE_BOARD, detail)
    if not 1 <= int(column) <= COLUMNS:
        return no(Reason.NO_SUCH_COLUMN)
    return TakeTiles(cells, int(column) - 1)


def _read_cell(found: re.Match[str]) -> Cell:
    letter, number, row, column = found.groups()
    if letter:
        return Cell(int(number) - 1, string.ascii_lowercase.index(letter.lower()))
    return Cell(int(row) - 1, int(column) - 1)


def draw_grid(grid: Grid) -> str:
    """Draw rows of kinds as lines of letters, with a dot for an empty cell."""
    return "\n".join(" ".join(kind or "." for kind in row) for row in grid)


def read_grid(text: str) -> Grid | Refusal:
    """Parse a drawn shelf; rows may also be separated by slashes."""
    rows = _read_rows(text, ROWS, COLUMNS)
    if isinstance(rows, Refusal):
        return rows
    for row, (above, below) in enumerate(pairwise(rows)):
        for column, (kind, support) in enumerate(zip(above, below, strict=True)):
            if kind and not support:
                detail = f"the tile in row {row + 1}, column {column + 1} has nothing below it"
                return Refusal(Reason.BAD_DRAWING, detail)
    return rows


def read_board(text: str) -> Mapping[Cell, Kind] | Refusal:
    """Parse a living room drawn in nine rows, with a dot for an empty cell."""
    rows = _read_rows(text, SIDE, SIDE)
    if isinstance(rows, Refusal):
        return rows
    board = {
        Cell(row, column): kind
        for row, marks in enumerate(rows)
        for column, kind in enumerate(marks)
        if kind
    }
    for cell in board:
        if cell not in CELLS[max(CELLS)]:
            detail = f"there is no cell in row {cell.row + 1}, column {cell.column + 1}"
            return Refusal(Reason.BAD_DRAWING, detail)
    return board


def draw_board(board: Mapping[Cell, Kind]) -> str:
    """Draw the living room in nine rows, with a dot for an empty cell."""
    rows = ((board.get(Cell(row, column)) for column in range(SIDE)) for row in range(SIDE))
    return draw_grid(tuple(map(tuple, rows)))


def _read_rows(text: str, height: int, width: int) -> Grid | Refusal:
    lines = ["".join(line.split()) for line in re.split(r"[/\n]", text.strip())]
    if [len(line) for line in lines] != [width] * height:
        found = " ".join(str(len(line)) for line in lines)
        detail = f"a drawing has {height} rows of {width} marks, and this one has {found}"
        return Refusal(Reason.BAD_DRAWING, detail)
    for mark in "".join(lines):
        if mark not in _MARKS:
            detail = f"a mark is one of {_KIND_LETTERS} or a dot, not '{mark}'"
            return Refusal(Reason.BAD_DRAWING, detail)
    return tuple(
        tuple(None if mark == "." else Kind(mark) for mark in line.upper()) for line in lines
    )


def draw(view: View) -> str:
    blocks = [_board_block(view), *_shelf_blocks(view), *_own_goal(view)]
    return "\n".join([_headline(view), "", *_side_by_side(blocks), "", *_goal_lines(view)])


def due(_: View) -> str:
    """Explain the notation of moves to the player to move."""
    return "A move is its tiles in the order they fall, and a column: d2 e2 > 3"


def _headline(view: View) -> str:
    rules = rules_in_words(view.rules)
    about = f"My Shelfie, {len(view.seats)} players, {rules}, {view.bag} tiles in the bag."
    if view.outcome:
        winners = " and ".join(f"seat {seat + 1}" for seat in view.outcome.winners)
        return f"{about} The game is over: {winners or 'nobody'} won."
    last_round = " This is the last round." if view.last_round else ""
    return f"{about} Turn {view.turns + 1}: seat {(view.turn or 0) + 1} to move.{last_round}"


def _board_block(view: View) -> list[str]:
    used = CELLS.get(len(view.seats), ())
    lines = ["  " + " ".join(_BOARD_LETTERS), ""]
    for row, kinds in enumerate(kinds_in(view.board)):
        marks = (
            kind or ("." if Cell(row, column) in used else " ") for column, kind in enumerate(kinds)
        )
        lines.append(f"{row + 1} {' '.join(marks)}")
    return lines


def _shelf_block(view: View, seat: Seat) -> list[str]:
    seen = view.seats[seat]
    title = f"Seat {seat + 1}{' (you)' if seat == view.eyes else ''}"
    total = sum(point.amount for point in points(view, seat))
    notes = {
        f"{total} {'point' if total == 1 else 'points'}": True,
        "to move": seat == view.turn,
        "first": seat == view.first,
        "end token": seen.end_token,
        "away": seen.away,
    }
    shown = [note for note, applies in notes.items() if applies]
    return [title, "", *draw_grid(kinds_in(seen.shelf)).split("\n"), "1 2 3 4 5", *shown]


def _shelf_blocks(view: View) -> list[list[str]]:
    return [_shelf_block(view, Seat(seat)) for seat in range(len(view.seats))]


def _own_goal(view: View) -> list[list[str]]:
    if view.eyes is None or not 0 <= view.eyes < len(view.seats):
        return []
    goal = view.seats[view.eyes].goal
    return [] if goal is None else [_goal_block(goal)]


def _goal_block(goal: int) -> list[str]:
    wanted = PERSONAL_GOALS[goal]
    grid = tuple(
        tuple(wanted.get((row, column)) for column in range(COLUMNS)) for row in range(ROWS)
    )
    return [f"Your goal {goal}", "", *draw_grid(grid).split("\n"), "1 2 3 4 5"]


def _goal_lines(view: View) -> Iterable[str]:
    cards = WORDING[view.rules.squares].common_goals
    for goal, tokens in view.common_goals.items():
        left = " ".join(map(str, tokens)) or "none"
        yield f"Common goal {goal}, {cards[goal].title} (tokens left: {left}): {cards[goal].text}"
    yield f"Tiles: {', '.join(f'{kind} {kind.name.lower()}' for kind in Kind)}"


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterable[str]:
    """Lay out as many blocks side by side as fit, and continue below."""
    rows: list[list[Sequence[str]]] = [[]]
    for block in blocks:
        if rows[-1] and sum(map(_width, [*rows[-1], block])) - _GAP > _WIDTH:
            rows.append([])
        rows[-1].append(block)
    for number, row in enumerate(rows):
        yield from [""] if number else []
        for lines in zip_longest(*row, fillvalue=""):
            padded = (line.ljust(_width(block)) for line, block in zip(lines, row, strict=True))
            yield "".join(padded).rstrip()


def _width(block: Sequence[str]) -> int:
    return max(map(len, block)) + _GAP


PARTS: Mapping[str, Callable[[View], Iterable[str]]] = {
    "room": _board_block,
    "shelves": lambda view: _side_by_side(_shelf_blocks(view)),
    "goals": lambda view: (*_side_by_side(_own_goal(view)), "", *_goal_lines(view)),
}
"""Parts of the table that can be drawn separately."""
