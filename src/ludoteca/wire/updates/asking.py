"""What a player asks at a table, as requests."""

from collections.abc import Sequence

from msgspec import Raw, json

from ludoteca.games.shelfie import Cell, Select, TakeTiles
from ludoteca.messages import Draft, Play, Say
from ludoteca.wire.updates.words import BookshelfInsertion, ChatMessage, LivingRoomSelection

ALL = "all"
"""Who a message for everybody is for."""


def selection(table: int, word: LivingRoomSelection, request: str) -> Draft:
    """The request to take tiles in hand."""
    cells = tuple(Cell(position.row, position.column) for position in word.positions)
    return Draft(table=table, step=_raw(Select(cells)), id=request)


def insertion(
    table: int, word: BookshelfInsertion, hand: Sequence[Cell], request: str
) -> Play | None:
    """The request to play what is in hand; None if something else is put in order."""
    if not hand or sorted(word.permutation) != list(range(len(hand))):
        return None
    cells = tuple(hand[place] for place in word.permutation)
    return Play(table=table, move=_raw(TakeTiles(cells, word.column)), id=request)


def message(table: int, word: ChatMessage, others: Sequence[str], request: str) -> Say | None:
    """The request to pass a message on; None if it is for nobody who sits at the table."""
    if word.receiver == ALL:
        return Say(text=word.text, table=table, id=request)
    # Blanks, which not every client can type, may be underscores.
    typed = {name.replace(" ", "_"): name for name in others} | {name: name for name in others}
    receiver = typed.get(word.receiver)
    return Say(text=word.text, table=table, to=receiver, id=request) if receiver else None


def _raw(value: object) -> Raw:
    return Raw(json.encode(value))
