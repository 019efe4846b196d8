"""Cells and moves as they are typed: `d2` as on the page, or the document's row and column."""

import re

from ludoteca.games.shelfie import Cell, TakeTiles

_LETTERS = "abcdefghi"
_CELL = re.compile(r"([a-i])([1-9])", re.IGNORECASE)
_NUMBERS = re.compile(r"\(?\s*(-?[0-9]{1,4})\s*[,; ]\s*(-?[0-9]{1,4})\s*\)?")
_ONE = r"(?:[a-i][1-9]|\(?[1-9]\s*[,;]\s*[1-9]\)?)"
_MOVE = re.compile(rf"({_ONE}(?:[\s,]*{_ONE})*)\s*[-=]?>\s*([1-5])", re.IGNORECASE)
_EITHER = re.compile(r"([a-i])([1-9])|([1-9])\s*[,;]\s*([1-9])", re.IGNORECASE)


def read_cell(line: str) -> Cell | None:
    """The cell that a line names, on the board or beyond it."""
    if found := _CELL.fullmatch(line):
        return _lettered(found[1], found[2])
    if found := _NUMBERS.fullmatch(line):
        return Cell(int(found[1]) - 1, int(found[2]) - 1)
    return None


def read_move(line: str) -> TakeTiles | None:
    """A whole move: `d2 e2 > 3`, or by rows and columns `2,4 2,5 > 3`."""
    if not (found := _MOVE.fullmatch(line.strip())):
        return None
    cells = [
        _lettered(letter, number) if letter else Cell(int(row) - 1, int(column) - 1)
        for letter, number, row, column in _EITHER.findall(found[1])
    ]
    return TakeTiles(tuple(cells), int(found[2]) - 1)


def is_move(line: str) -> bool:
    """Whether a line is meant as a move, well written or not."""
    return ">" in line and not line.startswith("/")


def _lettered(letter: str, number: str) -> Cell:
    return Cell(int(number) - 1, _LETTERS.index(letter.lower()))
