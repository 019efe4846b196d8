"""The API's paths for puzzles, and for the best moves that players of finished games missed."""

import msgspec

from ludoteca.core import Attempt, Dispatcher, PuzzleBook, PuzzlePosition, PuzzleTried
from ludoteca.core.rate_limits import REPLAYS
from ludoteca.games import Refusal, Seat
from ludoteca.messages import ServerReason, Solution
from ludoteca.ops.turns import Turns
from ludoteca.server.api_parameters import OneMistake, OnePuzzle, OnePuzzleTry, SomePuzzles
from ludoteca.server.api_routes import KEPT, Route


async def _book(dispatcher: Dispatcher, asked: SomePuzzles) -> PuzzleBook | Refusal:
    return dispatcher.lessons.puzzles.book(asked.game)


async def _puzzle(dispatcher: Dispatcher, asked: OnePuzzle) -> PuzzlePosition | Refusal:
    return dispatcher.lessons.puzzles.position(asked.game, asked.number)


async def _try(dispatcher: Dispatcher, asked: OnePuzzleTry) -> PuzzleTried | Refusal:
    steps = msgspec.Raw(asked.steps.encode())
    move = msgspec.Raw(asked.move.encode()) if asked.move else None
    attempt = Attempt(Seat(0), steps, move, asked.finish)
    return await dispatcher.lessons.puzzles.attempt(asked.game, asked.number, attempt)


async def _solution(dispatcher: Dispatcher, asked: OnePuzzle) -> Solution | Refusal:
    return await dispatcher.lessons.puzzles.solution(asked.game, asked.number)


async def _better(dispatcher: Dispatcher, asked: OneMistake, origin: str) -> Solution | Refusal:
    lessons = dispatcher.lessons
    return await lessons.solution(asked.number, asked.code, asked.version, Seat(asked.seat), origin)


def _learning(dispatcher: Dispatcher) -> Turns:
    return dispatcher.lessons.turns


_NO_PUZZLE = (ServerReason.NO_SUCH_GAME, ServerReason.NO_SUCH_PATH)
PUZZLE_ROUTES = (
    Route(
        "/api/replays/{number}/solution",
        "The best move in place of a move of a finished game, and the play expected after it.",
        _better,
        Solution,
        OneMistake,
        (
            ServerReason.NO_TEACHER,
            ServerReason.TOO_LONG,
            ServerReason.NO_SUCH_VERSION,
            ServerReason.NO_SUCH_SEAT,
            ServerReason.NO_SUCH_TABLE,
            ServerReason.NOT_OVER,
            ServerReason.UNREADABLE_TABLE,
            ServerReason.UNKNOWN_RULES,
            ServerReason.UNAVAILABLE,
        ),
        cache=KEPT,
        limit=REPLAYS,
        by_address=True,
    ),
    Route(
        "/api/puzzles/{game}",
        "The puzzles of a game with their difficulty, and the number of today's.",
        _book,
        PuzzleBook,
        SomePuzzles,
        (ServerReason.NO_SUCH_GAME,),
    ),
    Route(
        "/api/puzzles/{game}/{number}",
        "The position of a puzzle, as the seat to move sees it.",
        _puzzle,
        PuzzlePosition,
        OnePuzzle,
        _NO_PUZZLE,
    ),
    Route(
        "/api/puzzles/{game}/{number}/try",
        "A move in a puzzle: the legal steps, and the judgement of the move. Illegal moves are "
        "refused with the code of the rules.",
        _try,
        PuzzleTried,
        OnePuzzleTry,
        (
            *_NO_PUZZLE,
            ServerReason.UNREADABLE_MOVE,
            ServerReason.NO_DRAFT,
            ServerReason.NOT_COMPARED,
        ),
        limit=REPLAYS,
        turns=_learning,
    ),
    Route(
        "/api/puzzles/{game}/{number}/solution",
        "The best move in a puzzle, and the play expected after it.",
        _solution,
        Solution,
        OnePuzzle,
        (*_NO_PUZZLE, ServerReason.UNAVAILABLE),
        limit=REPLAYS,
        turns=_learning,
    ),
)
