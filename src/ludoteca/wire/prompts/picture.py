"""The table as a player sees it, in one word."""

from collections.abc import Sequence
from typing import cast

from ludoteca.games import Seat, shelfie
from ludoteca.wire.prompts.tables import (
    COMMON_NUMBERS,
    MOST_SEATS,
    PERSONAL_CARDS,
    TILE_NAMES,
    common_card,
)
from ludoteca.wire.prompts.texts import TEXTS, Texts, turn
from ludoteca.wire.prompts.words import GraphicalGameInfo, Rows


def picture(
    view: shelfie.View,
    seat: Seat,
    names: Sequence[str],
    notes: Sequence[str] = (),
    texts: Texts = TEXTS,
) -> GraphicalGameInfo:
    """Everything that `seat` sees, after the notes of what has happened whose turn it is."""
    nobody = (None,) * (MOST_SEATS - len(names))
    active = names[view.turn] if view.turn is not None else ""
    return GraphicalGameInfo(
        board=_rows(view.board),
        commonCards=tuple(_card(goal, view, texts) for goal in view.common_goals),
        shelves=(*(_rows(other.shelf) for other in view.seats), *nobody),
        usernames=(*names, *nobody),
        personalCard=PERSONAL_CARDS[
            cast("int", view.seats[seat].goal)
        ],  # never a secret to oneself
        activePlayerUsername=active,
        s="\n".join((*notes, turn(active) if active else texts.over)),
        yourId=seat,
    )


def _card(goal: int, view: shelfie.View, texts: Texts) -> str:
    own = texts.common_cards.get(COMMON_NUMBERS[goal])
    return common_card(goal, view.rules.squares) if own is None else own


def _rows(tiles: Sequence[Sequence[shelfie.Tile | None]]) -> Rows:
    return tuple(tuple(map(TILE_NAMES.__getitem__, row)) for row in tiles)
