"""Moves as the text of an answer, and the questions that refuse them."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Raw, json

from ludoteca.games.shelfie import Cell, Reason, TakeTiles
from ludoteca.wire.prompts import texts
from ludoteca.wire.prompts.words import (
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

REFUSALS: Mapping[str, tuple[Any, str]] = {
    Reason.NOTHING_TAKEN: (NotValidMove, texts.WRONG_COUNT),
    Reason.HAND_FULL: (NotValidMove, texts.WRONG_COUNT),
    Reason.OFF_THE_BOARD: (EmptyPosition, texts.EMPTY),
    Reason.EMPTY_CELL: (EmptyPosition, texts.EMPTY),
    Reason.NO_ROOM: (NotEnoughSpaceBookshelf, texts.NO_SPACE),
    Reason.NO_FREE_SIDE: (NoFreeSide, texts.NOT_FREE),
    Reason.ALREADY_PICKED: (NotAdjTiles, texts.NOT_ADJACENT),
    Reason.NOT_IN_A_LINE: (NotAdjTiles, texts.NOT_ADJACENT),
    Reason.NOT_ADJACENT: (NotAdjTiles, texts.NOT_ADJACENT),
    Reason.NO_SUCH_COLUMN: (InvalidColumn, texts.NO_COLUMN),
    Reason.COLUMN_TOO_FULL: (NotEnoughSpaceColumn, texts.NO_SPACE),
}
"""The new question for each reason of the rules."""


def refused(code: str, detail: str) -> AskedForMove:
    """The question that follows a move that cannot be."""
    word, text = REFUSALS.get(code, (NotValidMove, detail))
    question: AskedForMove = word(text)
    return question


def read_move(text: str) -> Raw | AskedForMove:
    """The move in a text like `b,3,b,4,0`, or what is wrong with the text."""
    *pairs, column = (part.strip() for part in text.split(","))
    numbers = [_number(part, row=i % 2 == 0) for i, part in enumerate(pairs)]
    numbers.append(_number(column))
    if None in numbers or len(numbers) % 2 == 0:
        return NotValidMove(texts.WRONG_FORMAT)
    # Document, 2.2: the number of tiles is checked before anything else.
    if len(numbers) // 2 not in TILES:
        return NotValidMove(texts.WRONG_COUNT)
    cells = zip(numbers[:-1:2], numbers[1::2], strict=True)
    return Raw(json.encode({"move": "take_tiles", "cells": [*cells], "column": numbers[-1]}))


def write_move(move: TakeTiles) -> str:
    """A move as the text of an answer."""
    return ",".join([*(_cell(cell) for cell in move.cells), str(move.column)])


def _cell(cell: Cell) -> str:
    return f"{ROWS[cell.row]},{cell.column}"


def _number(text: str, *, row: bool = False) -> int | None:
    if row and len(text) == 1 and text.lower() in ROWS:
        return ROWS.index(text.lower())
    return int(text) if _NUMBER.fullmatch(text) else None
