"""Words as Java objects: those of deployed clients, one reset before each."""

from collections.abc import Iterator
from typing import Any

from ludoteca.games import shelfie
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import (
    HEADER,
    Content,
    Limits,
    Reader,
    Value,
    Writer,
    from_java,
    to_java,
)
from ludoteca.wire.requests.classes import (
    CLASSES,
    BoardObject,
    BookshelfObject,
    CommonGoalObject,
    ConfirmPickObject,
    EndTurnObject,
    GameResultObject,
    GameStartObject,
    PersonalGoalObject,
)
from ludoteca.wire.requests.words import (
    Board,
    CommonGoal,
    ConfirmPickResponse,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    PersonalGoal,
    RequestsWord,
    StreamOpened,
)

LIMITS = Limits(message=1 << 16, kept=1 << 20, handles=1 << 14, elements=1 << 10, text=1 << 13)
REWARDS = dict(enumerate(shelfie.POINTS_BY_MATCHES[1:], start=1))


def object_of(word: RequestsWord) -> Any:
    """The object that says a word to a deployed client."""
    match word:
        case GameStartNotify():
            goals = tuple(CommonGoalObject(goal.id, goal.name, None) for goal in word.common_goals)
            goal = word.personal_goal
            personal = PersonalGoalObject(goal.id, goal.positions, REWARDS, goal.tiles)
            return GameStartObject(
                _board(word.board),
                goals,
                word.common_goals_tokens,
                word.next_player,
                personal,
                word.players,
            )
        case ConfirmPickResponse():
            return ConfirmPickObject(word.valid, _board(word.board))
        case EndTurnNotify():
            return EndTurnObject(
                word.end_game,
                word.points,
                _board(word.board),
                BookshelfObject(word.bookshelf),
                word.common_goals_tokens,
                word.next_player,
                word.player,
            )
        case GameResultNotify():
            return GameResultObject()
        case _:
            return word


def word_of(thing: Any) -> Any:
    """The word that an object says; anything else as it is."""
    match thing:
        case GameStartObject():
            goal = thing.personal_goal
            return GameStartNotify(
                _tiles(thing.board),
                tuple(CommonGoal(goal.id, goal.name) for goal in thing.common_goals),
                thing.common_goals_tokens,
                PersonalGoal(goal.id, goal.positions, goal.tiles),
                thing.players,
                thing.next_player,
            )
        case ConfirmPickObject():
            return ConfirmPickResponse(_tiles(thing.board), thing.valid)
        case EndTurnObject():
            return EndTurnNotify(
                _tiles(thing.board),
                thing.bookshelf.bookshelf,
                thing.common_goals_tokens,
                thing.points,
                thing.end_game,
                thing.player,
                thing.next_player,
            )
        case GameResultObject():
            return GameResultNotify()
        case _:
            return thing


def _board(board: Board) -> BoardObject:
    return BoardObject(None, dict(board.board))


def _tiles(board: BoardObject) -> Board:
    cells = sorted(board.board, key=lambda position: (position.row, position.column))
    return Board(tuple((cell, board.board[cell]) for cell in cells))


def word_from_java(value: Content, kinds: Any) -> RequestsWord | UnreadableError:
    """The word of these kinds that a value says, or why it says none."""
    try:
        word = word_of(from_java(CLASSES, value))
    except UnreadableError as error:
        return error
    if isinstance(word, kinds):
        return word  # type: ignore[no-any-return]
    return UnreadableError(f"Nobody says a {type(word).__name__} here.")


def word_to_java(word: RequestsWord) -> Value:
    """The value that says a word."""
    return to_java(CLASSES, object_of(word))


class Stream:
    """One end of a Java object stream."""

    def __init__(self, reads: Any, limits: Limits = LIMITS) -> None:
        """Nothing has been read yet; only words of these kinds are read."""
        self._reads, self._reader, self._writer = reads, Reader(limits), Writer(keep=0)

    def feed(self, data: bytes) -> Iterator[RequestsWord | UnreadableError]:
        """The words that these bytes complete."""
        try:
            for value in self._reader.feed(data):
                yield word_from_java(value, self._reads)
        except UnreadableError as error:
            yield error

    def write(self, word: RequestsWord) -> bytes:
        """The bytes that say this word."""
        if isinstance(word, StreamOpened):
            return HEADER
        return self._writer.write(word_to_java(word))
