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


def message(table: int, word: ChatMessage, seated: Sequence[str], request: str) -> Say:
    """The request to pass a message on: at the table, or to somebody who does not sit there."""
    if word.receiver == ALL:
        return Say(text=word.text, table=table, id=request)
    if receiver := find(word.receiver, seated):
        return Say(text=word.text, table=table, to=receiver, id=request)
    return Say(text=word.text, to=word.receiver, id=request)


def find(typed: str, names: Sequence[str]) -> str | None:
    """Whose name was typed: blanks, which not every client can type, may be underscores."""
    if typed in names:
        return typed
    return next((name for name in names if name.replace(" ", "_") == typed), None)


def _raw(value: object) -> Raw:
    return Raw(json.encode(value))
