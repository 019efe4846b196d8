"""A player's view of the table, and names of tiles and goals on the wire."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from ludoteca.games import Seat, shelfie
from ludoteca.protocols.prompts.texts import TEXTS, Texts, turn
from ludoteca.protocols.prompts.words import GraphicalGameInfo, PersonalCard, Rows, Triad

BLANK = "BLANK"
"""An empty cell, or one that is not in play."""
MOST_SEATS = 4
SHELF_ROWS, SHELF_COLUMNS = 6, 5

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


def _personal_card(goal: int) -> PersonalCard:
    cells = {cell: f"{COLOURS[kind]}1" for cell, kind in shelfie.PERSONAL_GOALS[goal].items()}
    return PersonalCard(
        dataTriad=tuple(Triad(row, column, name) for (row, column), name in cells.items()),
        matrixPersonal=tuple(
            tuple(cells.get((row, column), BLANK) for column in range(SHELF_COLUMNS))
            for row in range(SHELF_ROWS)
        ),
        id=PERSONAL_IDS[goal],
    )


PERSONAL_CARDS: Mapping[int, PersonalCard] = {
    goal: _personal_card(goal) for goal in shelfie.PERSONAL_GOALS
}


def seen_by(
    view: shelfie.View,
    seat: Seat,
    names: Sequence[str],
    notes: Sequence[str] = (),
    texts: Texts = TEXTS,
) -> GraphicalGameInfo:
    """Return the view of a seat; its text is the notes and the player to move."""
    empty = (None,) * (MOST_SEATS - len(names))
    active = names[view.turn] if view.turn is not None else ""
    return GraphicalGameInfo(
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


def _rows(tiles: Sequence[Sequence[shelfie.Tile | None]]) -> Rows:
    return tuple(tuple(map(TILE_NAMES.__getitem__, row)) for row in tiles)
