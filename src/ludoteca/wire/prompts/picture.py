"""The table as a player sees it, in one word."""

from collections.abc import Sequence
from typing import cast

from ludoteca.games import Seat, shelfie
from ludoteca.wire.prompts import texts
from ludoteca.wire.prompts.tables import MOST_SEATS, PERSONAL_CARDS, TILE_NAMES, common_card
from ludoteca.wire.prompts.words import GraphicalGameInfo, Rows


def picture(
    view: shelfie.View, seat: Seat, names: Sequence[str], notes: Sequence[str] = ()
) -> GraphicalGameInfo:
    """Everything that `seat` sees, after the notes of what has happened whose turn it is."""
    nobody = (None,) * (MOST_SEATS - len(names))
    active = names[view.turn] if view.turn is not None else ""
    return GraphicalGameInfo(
        board=_rows(view.board),
        commonCards=tuple(common_card(goal, view.edition) for goal in view.common_goals),
        shelves=(*(_rows(other.shelf) for other in view.seats), *nobody),
        usernames=(*names, *nobody),
        personalCard=PERSONAL_CARDS[
            cast("int", view.seats[seat].goal)
        ],  # never a secret to oneself
        activePlayerUsername=active,
        s="\n".join((*notes, texts.turn(active) if active else texts.OVER)),
        yourId=seat,
    )


def _rows(tiles: Sequence[Sequence[shelfie.Tile | None]]) -> Rows:
    return tuple(tuple(map(TILE_NAMES.__getitem__, row)) for row in tiles)
