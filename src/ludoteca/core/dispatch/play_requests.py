"""Requests from players and bots in a game that has started."""

from typing import assert_never

from ludoteca.core.tables import decisions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import Refusal, Seat
from ludoteca.games.contract import TypeForm
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
    Pause,
    Play,
    Playing,
    Points,
    Resume,
    ServerReason,
    TakeBack,
    refuse,
)


async def answer(  # noqa: C901 - one case a request
    keeper: Keeper, seat: Seat, request: Playing, bot: str = ""
) -> Notice | Refusal | None:
    """Answer a request in a game; return None if the resulting notices are the answer."""
    rules = keeper.table.rules
    match request:
        case Play(move=value):
            move = _read(value, rules.MOVES)
            if isinstance(move, Refusal):
                return move
            return await keeper.play(seat, move, request.id, keep=request.keep, bot=bot)
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
            step = _read(value, rules.STEPS)
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


def _read(value: object, kind: TypeForm) -> object:
    try:
        return read_value(value, kind)
    except UNREADABLE as error:
        return refuse(ServerReason.UNREADABLE_MOVE, str(error))
