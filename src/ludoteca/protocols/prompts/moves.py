"""Moves as text, and the questions that follow refused ones."""

import re
from collections.abc import Callable, Mapping

from ludoteca.games.shelfie import Cell, Reason, TakeTiles
from ludoteca.protocols.prompts.texts import TEXTS, Texts
from ludoteca.protocols.prompts.words import (
    AskedForMove,
    EmptyPosition,
    InvalidColumn,
    NoFreeSide,
    NotAdjTiles,
    NotEnoughSpaceBookshelf,
    NotEnoughSpaceColumn,
    NotValidMove,
)

TILES = range(1, 4)
ROWS = "abcdefghi"
_NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)

REFUSALS: Mapping[str, tuple[Callable[[str], AskedForMove], str]] = {
    Reason.NOTHING_TAKEN: (NotValidMove, "wrong_count"),
    Reason.HAND_FULL: (NotValidMove, "wrong_count"),
    Reason.OFF_THE_BOARD: (EmptyPosition, "empty"),
    Reason.EMPTY_CELL: (EmptyPosition, "empty"),
    Reason.NO_ROOM: (NotEnoughSpaceBookshelf, "no_space"),
    Reason.NO_FREE_SIDE: (NoFreeSide, "not_free"),
    Reason.ALREADY_PICKED: (NotAdjTiles, "not_adjacent"),
    Reason.NOT_IN_A_LINE: (NotAdjTiles, "not_adjacent"),
    Reason.NOT_ADJACENT: (NotAdjTiles, "not_adjacent"),
    Reason.NO_SUCH_COLUMN: (InvalidColumn, "no_column"),
    Reason.COLUMN_TOO_FULL: (NotEnoughSpaceColumn, "no_space"),
}
"""By reason: the question that follows, and the name of its text."""


def refused(code: str, detail: str, texts: Texts = TEXTS) -> AskedForMove:
    """Return the question that follows a refused move."""
    if code not in REFUSALS:
        return NotValidMove(detail)
    word, name = REFUSALS[code]
    return word(getattr(texts, name))


def read_move(text: str, texts: Texts = TEXTS) -> TakeTiles | AskedForMove:
    """Parse a move like `b,3,b,4,0`; return the question to ask if it is invalid."""
    *pairs, column = (part.strip() for part in text.split(","))
    read = [*(_number(part, row=i % 2 == 0) for i, part in enumerate(pairs)), _number(column)]
    numbers = [number for number in read if number is not None]
    if len(numbers) < len(read) or len(numbers) % 2 == 0:
        return NotValidMove(texts.wrong_format)
    # Document, 2.2: the number of tiles is checked before anything else.
    if len(numbers) // 2 not in TILES:
        return NotValidMove(texts.wrong_count)
    cells = zip(numbers[:-1:2], numbers[1::2], strict=True)
    return TakeTiles(tuple(Cell(row, column) for row, column in cells), numbers[-1])


def write_move(move: TakeTiles) -> str:
    return ",".join([*(_cell(cell) for cell in move.cells), str(move.column)])


def _cell(cell: Cell) -> str:
    return f"{ROWS[cell.row]},{cell.column}"


def _number(text: str, *, row: bool = False) -> int | None:
    if row and len(text) == 1 and text.lower() in ROWS:
        return ROWS.index(text.lower())
    return int(text) if _NUMBER.fullmatch(text) else None
