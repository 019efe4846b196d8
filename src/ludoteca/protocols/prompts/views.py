"""A player's view of the table, and names of tiles and goals on the wire."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import cast

from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import Cell, Reason, TakeTiles
from ludoteca.protocols.prompts import words
from ludoteca.protocols.prompts.texts import TEXTS, Texts, turn

BLANK = "BLANK"
"""A cell that is empty or not in play."""
MOST_SEATS = 4
SHELF_ROWS = 6
SHELF_COLUMNS = 5

COLOURS: Mapping[shelfie.Kind, str] = {
    shelfie.Kind.CAT: "GREEN",
    shelfie.Kind.BOOK: "WHITE",
    shelfie.Kind.GAME: "YELLOW",
    shelfie.Kind.FRAME: "BLUE",
    shelfie.Kind.TROPHY: "AZURE",
    shelfie.Kind.PLANT: "PURPLE",
}

TILE_NAMES: Mapping[shelfie.Tile | None, str] = {
    None: BLANK,
    **{
        tile: f"{COLOURS[shelfie.kind_of(tile)]}{shelfie.picture_of(tile)}"
        for tile in shelfie.TILES
    },
}
"""Names of tiles on the wire: colour and picture."""

PERSONAL_IDS = {1: 2, 2: 11, 3: 3, 4: 0, 5: 4, 6: 10, 7: 8, 8: 9, 9: 5, 10: 6, 11: 1, 12: 7}
"""Number of a personal goal on the wire, by its number on the server."""

COMMON_NUMBERS = {1: 7, 2: 6, 3: 3, 4: 1, 5: 9, 6: 8, 7: 4, 8: 5, 9: 11, 10: 10, 11: 2, 12: 12}
"""Number of a common goal on the wire, by its number on the server."""


@cache
def common_card(goal: int, squares: shelfie.Squares) -> str:
    """Describe a common goal, with its number on the wire."""
    asks = shelfie.WORDING[squares].common_goals[goal].text
    return f"Card number {COMMON_NUMBERS[goal]}   Description:\n{asks}\n"


def _personal_card(goal: int) -> words.PersonalCard:
    cells = {cell: f"{COLOURS[kind]}1" for cell, kind in shelfie.PERSONAL_GOALS[goal].items()}
    return words.PersonalCard(
        dataTriad=tuple(words.Triad(row, column, name) for (row, column), name in cells.items()),
        matrixPersonal=tuple(
            tuple(cells.get((row, column), BLANK) for column in range(SHELF_COLUMNS))
            for row in range(SHELF_ROWS)
        ),
        id=PERSONAL_IDS[goal],
    )


PERSONAL_CARDS: Mapping[int, words.PersonalCard] = {
    goal: _personal_card(goal) for goal in shelfie.PERSONAL_GOALS
}


def seen_by(
    view: shelfie.View,
    seat: Seat,
    names: Sequence[str],
    notes: Sequence[str] = (),
    texts: Texts = TEXTS,
) -> words.GraphicalGameInfo:
    """Return the view from a seat. Its text consists of the notes and the player to move."""
    empty = (None,) * (MOST_SEATS - len(names))
    active = names[view.turn] if view.turn is not None else ""
    return words.GraphicalGameInfo(
        board=_rows(view.board),
        commonCards=tuple(_common_card(goal, view, texts) for goal in view.common_goals),
        shelves=(*(_rows(other.shelf) for other in view.seats), *empty),
        usernames=(*names, *empty),
        # A player's own goal is never hidden.
        personalCard=PERSONAL_CARDS[cast("int", view.seats[seat].goal)],
        activePlayerUsername=active,
        s="\n".join((*notes, turn(active) if active else texts.over)),
        yourId=seat,
    )


def _common_card(goal: int, view: shelfie.View, texts: Texts) -> str:
    own = texts.common_cards.get(COMMON_NUMBERS[goal])
    return common_card(goal, view.rules.squares) if own is None else own


def _rows(tiles: Sequence[Sequence[shelfie.Tile | None]]) -> words.Rows:
    return tuple(tuple(map(TILE_NAMES.__getitem__, row)) for row in tiles)


# Moves, and the questions that follow refused moves

TILES = range(1, 4)
ROWS = "abcdefghi"
_NUMBER = re.compile(r"-?[0-9]{1,3}", re.ASCII)

REFUSALS: Mapping[str, tuple[Callable[[str], words.AskedForMove], str]] = {
    Reason.NOTHING_TAKEN: (words.NotValidMove, "wrong_count"),
    Reason.HAND_FULL: (words.NotValidMove, "wrong_count"),
    Reason.OFF_THE_BOARD: (words.EmptyPosition, "empty"),
    Reason.EMPTY_CELL: (words.EmptyPosition, "empty"),
    Reason.NO_ROOM: (words.NotEnoughSpaceBookshelf, "no_space"),
    Reason.NO_FREE_SIDE: (words.NoFreeSide, "not_free"),
    Reason.ALREADY_PICKED: (words.NotAdjTiles, "not_adjacent"),
    Reason.NOT_IN_A_LINE: (words.NotAdjTiles, "not_adjacent"),
    Reason.NOT_ADJACENT: (words.NotAdjTiles, "not_adjacent"),
    Reason.NO_SUCH_COLUMN: (words.InvalidColumn, "no_column"),
    Reason.COLUMN_TOO_FULL: (words.NotEnoughSpaceColumn, "no_space"),
}
"""By reason: the type of the question that follows, and the name of its text in `Texts`."""


def refused(code: str, detail: str, texts: Texts = TEXTS) -> words.AskedForMove:
    """Return the question that follows a refused move."""
    if code not in REFUSALS:
        return words.NotValidMove(detail)
    word, name = REFUSALS[code]
    return word(getattr(texts, name))


def read_move(text: str, texts: Texts = TEXTS) -> TakeTiles | words.AskedForMove:
    """Parse a move like `b,3,b,4,0`; return the question to ask if it is invalid."""
    *pairs, column = (part.strip() for part in text.split(","))
    read = [*(_number(part, row=i % 2 == 0) for i, part in enumerate(pairs)), _number(column)]
    numbers = [number for number in read if number is not None]
    if len(numbers) < len(read) or len(numbers) % 2 == 0:
        return words.NotValidMove(texts.wrong_format)
    # Document, 2.2: the number of tiles is checked first.
    if len(numbers) // 2 not in TILES:
        return words.NotValidMove(texts.wrong_count)
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
