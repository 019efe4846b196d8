"""The API's paths for reviews, for retrying moves of finished games, and for analysis boards."""

import msgspec

from ludoteca.core import Attempt, Dispatcher, Line, Trial, Tried
from ludoteca.core.archive.analysis import MOST_MOVES
from ludoteca.core.rate_limits import ANALYSIS, REPLAYS
from ludoteca.games import Refusal, Seat
from ludoteca.messages import Analysis, Evaluation, Review, ServerReason, Study, refuse
from ludoteca.ops.turns import Turns
from ludoteca.server.api_parameters import (
    OneLine,
    OneMoment,
    OnePosition,
    OneReview,
    OneSetup,
    OneStudy,
    OneTrial,
)
from ludoteca.server.api_routes import KEPT, NO_REPLAY, Route


async def _study(dispatcher: Dispatcher, asked: OneStudy, origin: str) -> Study | Refusal:
    return await dispatcher.lessons.study(asked.number, asked.code, asked.done, origin)


async def _review(dispatcher: Dispatcher, asked: OneReview, origin: str) -> Review | Refusal:
    return await dispatcher.lessons.review(asked.number, asked.code, Seat(asked.seat), origin)


async def _try(dispatcher: Dispatcher, asked: OneTrial) -> Tried | Refusal:
    steps = msgspec.Raw(asked.steps.encode())
    move = msgspec.Raw(asked.move.encode())
    attempt = Attempt(Seat(asked.seat), steps, move if asked.move else None, asked.finish)
    trial = Trial(asked.version, attempt)
    return await dispatcher.lessons.practise(asked.number, asked.code, trial)


async def _new(dispatcher: Dispatcher, asked: OneSetup) -> Analysis | Refusal:
    options = msgspec.Raw(asked.options.encode())
    return await dispatcher.lessons.boards.begin(asked.game, asked.seats, options, asked.seed)


async def _from_game(dispatcher: Dispatcher, asked: OneMoment) -> Analysis | Refusal:
    boards = dispatcher.lessons.boards
    return await boards.from_game(asked.number, asked.code, asked.version)


async def _follow(dispatcher: Dispatcher, asked: OneLine) -> Analysis | Refusal:
    moves = asked.moves.splitlines()
    if len(moves) > MOST_MOVES:
        return refuse(ServerReason.TOO_LONG)
    eyes = None if asked.eyes < 0 else Seat(asked.eyes)
    steps = msgspec.Raw(asked.steps.encode())
    move = msgspec.Raw(asked.move.encode()) if asked.move else None
    attempt = Attempt(Seat(asked.seat), steps, move, asked.finish)
    line = Line(asked.position, moves, eyes, attempt)
    return await dispatcher.lessons.boards.follow(asked.game, line)


async def _evaluate(
    dispatcher: Dispatcher, asked: OnePosition, origin: str
) -> Evaluation | Refusal:
    return await dispatcher.lessons.boards.evaluate(asked.game, asked.position, origin)


def _learning(dispatcher: Dispatcher) -> Turns:
    return dispatcher.lessons.turns


NO_REVIEW = (
    ServerReason.NO_TEACHER,
    ServerReason.TOO_LONG,
    *NO_REPLAY,
)
LESSON_ROUTES = (
    Route(
        "/api/replays/{number}/review",
        "A review of a seat's play: its moves beside the best ones, and its win probability. "
        "Computing it takes up to a minute.",
        _review,
        Review,
        OneReview,
        (ServerReason.NO_SUCH_SEAT, *NO_REVIEW),
        cache=KEPT,
        limit=REPLAYS,
        by_address=True,
    ),
    Route(
        "/api/replays/{number}/study",
        "The reviews of all seats, as far as they have been computed.",
        _study,
        Study,
        OneStudy,
        NO_REVIEW,
        limit=REPLAYS,
        by_address=True,
    ),
    Route(
        "/api/replays/{number}/try",
        "Another move in a position of a finished game: the legal steps, and the move's value. "
        "Illegal moves are refused with the code of the rules.",
        _try,
        Tried,
        OneTrial,
        (
            ServerReason.NO_TEACHER,
            ServerReason.NO_SUCH_VERSION,
            ServerReason.UNREADABLE_MOVE,
            ServerReason.NO_DRAFT,
            ServerReason.NOT_COMPARED,
            *NO_REPLAY,
        ),
        cache=KEPT,
        limit=REPLAYS,
        turns=_learning,
    ),
    Route(
        "/api/replays/{number}/analysis",
        "A position of a finished game, for an analysis board.",
        _from_game,
        Analysis,
        OneMoment,
        (ServerReason.NO_SUCH_VERSION, ServerReason.NO_SUCH_GAME, *NO_REPLAY),
        cache=KEPT,
        limit=ANALYSIS,
        turns=_learning,
    ),
    Route(
        "/api/analysis/{game}/new",
        "A new table for an analysis board.",
        _new,
        Analysis,
        OneSetup,
        (ServerReason.NO_SUCH_GAME, ServerReason.BAD_SEATS, ServerReason.BAD_OPTIONS),
        cache=KEPT,
        limit=ANALYSIS,
        turns=_learning,
    ),
    Route(
        "/api/analysis/{game}",
        "A position and those after moves from it, as on an analysis board. Illegal moves are "
        "refused with the code of the rules.",
        _follow,
        Analysis,
        OneLine,
        (
            ServerReason.NO_SUCH_GAME,
            ServerReason.BAD_POSITION,
            ServerReason.UNREADABLE_MOVE,
            ServerReason.NO_DRAFT,
            ServerReason.TOO_LONG,
        ),
        limit=ANALYSIS,
        turns=_learning,
    ),
    Route(
        "/api/analysis/{game}/evaluation",
        "The best moves in a position, and the probability of winning, by the judge of hints and "
        "reviews.",
        _evaluate,
        Evaluation,
        OnePosition,
        (
            ServerReason.NO_SUCH_GAME,
            ServerReason.NO_TEACHER,
            ServerReason.BAD_POSITION,
            ServerReason.UNAVAILABLE,
        ),
        limit=ANALYSIS,
        by_address=True,
    ),
)
