"""Requests from players and bots in a game that has started."""

from collections.abc import Awaitable
from typing import TypeAlias, assert_never

from ludoteca.core.tables import decisions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.values import read_or_refuse
from ludoteca.games import Refusal, Seat
from ludoteca.messages import (
    AskMoves,
    AskPoints,
    Done,
    Draft,
    DropMove,
    Finish,
    GiveTime,
    Moves,
    Notice,
    OtherPlaying,
    Pause,
    Play,
    Playing,
    Points,
    Resume,
    ServerReason,
    TakeBack,
    refuse,
)

Answer: TypeAlias = Notice | Refusal | None
"""None if the resulting notices are the answer."""


def answer(keeper: Keeper, seat: Seat, request: Playing, bot: str = "") -> Awaitable[Answer]:
    """Answer a request in a game. Moves, which are frequent, need no extra coroutine."""
    if isinstance(request, Play):
        return keeper.play(seat, request.move, request.id, keep=request.keep, bot=bot)
    return _answer(keeper, seat, request)


async def _answer(keeper: Keeper, seat: Seat, request: OtherPlaying) -> Answer:
    rules = keeper.table.rules
    match request:
        case Finish():
            return await keeper.finish(seat, request.id, keep=request.keep)
        case DropMove():
            dropped = keeper.queued_moves.drop(
                keeper.table.number, seat
            ) or await keeper.premoves.drop(keeper.table, seat)
            refusal = None if dropped else refuse(ServerReason.NO_KEPT_MOVE)
        case AskMoves():
            moves = tuple(rules.legal_moves(keeper.table.state, seat))
            return Moves(keeper.table.number, moves, request.id)
        case AskPoints():
            points = keeper.table.points(keeper.table.view(seat))
            return Points(keeper.table.number, points, request.id)
        case Draft(step=value):
            step = read_or_refuse(value, rules.STEPS)
            refusal = step if isinstance(step, Refusal) else keeper.draft(seat, step)
        case TakeBack():
            refusal = await keeper.take_back(seat)
        case Pause():
            refusal = await keeper.votes.pause(keeper.table, keeper.version, seat)
        case Resume():
            refusal = await keeper.decide(lambda table: decisions.resume(table, seat))
        case GiveTime(seat=to, seconds=seconds):
            refusal = await keeper.decide(
                lambda table: decisions.give_time(table, seat, to, seconds)
            )
        case _:
            assert_never(request)
    return refusal or Done(request.id)
