"""What a client asks, as requests."""

from collections.abc import Sequence

from msgspec import Raw, json

from ludoteca.games import shelfie
from ludoteca.games.shelfie import Cell, Select, TakeTiles
from ludoteca.messages import AnyRequest, Draft, OpenTable, Play, Say
from ludoteca.wire.shelfie.rules import options_of
from ludoteca.wire.updates.match import ALL, Match
from ludoteca.wire.updates.words import (
    BookshelfInsertion,
    ChatMessage,
    ClientMessage,
    GameInitialization,
    Garbled,
    LivingRoomSelection,
)


def creation(word: GameInitialization, request: str) -> OpenTable:
    """The request to open a table: whoever drops before its game begins leaves it."""
    return OpenTable(
        game=shelfie.NAME,
        seats=word.number_players,
        options=options_of("updates", word.number_common_goal_cards),
        lets_go=True,
        id=request,
    )


def at_table(match: Match, word: ClientMessage | Garbled, request: str) -> AnyRequest | None:
    """What is asked at a table; None if that can be nothing."""
    match word:
        case LivingRoomSelection(positions):
            cells = tuple(Cell(position.row, position.column) for position in positions)
            return Draft(table=match.table, step=_raw(Select(cells)), id=request)
        case BookshelfInsertion():
            return _insertion(match, word)
        case ChatMessage():
            return _message(match.table, word, match.others, request)
        case _:
            return None


def _insertion(match: Match, word: BookshelfInsertion) -> Play | None:
    """The request to play what is in hand, unless something else is put in order.

    Where the table waits for a player it is kept, and answered when it is played.
    """
    hand = match.hand
    if not hand or sorted(word.permutation) != list(range(len(hand))):
        return None
    move = TakeTiles(tuple(hand[place] for place in word.permutation), word.column)
    # One move for each version, however often and from wherever it is asked for.
    return Play(table=match.table, move=_raw(move), keep=True, id=f"v{match.version}")


def _message(table: int, word: ChatMessage, others: Sequence[str], request: str) -> Say | None:
    """The request to pass a message on, unless it is for nobody who sits at the table."""
    if word.receiver == ALL:
        return Say(text=word.text, table=table, id=request)
    # Blanks, which not every client can type, may be underscores.
    typed = {name.replace(" ", "_"): name for name in others} | {name: name for name in others}
    receiver = typed.get(word.receiver)
    return Say(text=word.text, table=table, to=receiver, id=request) if receiver else None


def _raw(value: object) -> Raw:
    return Raw(json.encode(value))
