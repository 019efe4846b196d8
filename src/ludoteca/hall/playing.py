"""What is asked in a game that has started, by who holds a seat there."""

from functools import cache
from typing import Any, assert_never

import msgspec

from ludoteca.games import Refusal, Seat
from ludoteca.hall import decisions
from ludoteca.hall.keeper import Keeper
from ludoteca.messages import (
    AskMoves,
    AskPoints,
    Done,
    Draft,
    DropMove,
    Finish,
    GiveTime,
    HouseReason,
    Moves,
    Notice,
    Pause,
    Play,
    Playing,
    Points,
    Resume,
    TakeBack,
    refuse,
)


async def answer(keeper: Keeper, seat: Seat, request: Playing) -> Notice | Refusal | None:  # noqa: C901 - one case a request
    """The answer to a request in a game; None if its news are the answer."""
    rules = keeper.table.rules
    match request:
        case Play(move=raw):
            move = _read(raw, rules.MOVES)
            if isinstance(move, Refusal):
                return move
            return await keeper.play(seat, move, request.id, keep=request.keep)
        case Finish():
            return await keeper.finish(seat, request.id, keep=request.keep)
        case DropMove():
            refusal = None if keeper.drop_kept(seat) else refuse(HouseReason.NO_KEPT_MOVE)
        case AskMoves():
            moves = tuple(rules.legal_moves(keeper.table.state, seat))
            return Moves(keeper.table.number, moves, request.id)
        case AskPoints():
            points = keeper.points(keeper.table.view(seat))
            return Points(keeper.table.number, points, request.id)
        case Draft(step=raw):
            step = _read(raw, rules.STEPS)
            refusal = step if isinstance(step, Refusal) else keeper.draft(seat, step)
        case TakeBack():
            refusal = await keeper.take_back(seat)
        case Pause():
            refusal = await keeper.pause(seat)
        case Resume():
            refusal = await keeper.ask(lambda table: decisions.resume(table, seat))
        case GiveTime(seat=to, seconds=seconds):
            refusal = await keeper.ask(lambda table: decisions.give_time(table, seat, to, seconds))
        case _:
            assert_never(request)
    return refusal or Done(request.id)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _read(raw: msgspec.Raw, kind: Any) -> Any:
    try:
        return _decoder(kind).decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return refuse(HouseReason.UNREADABLE_MOVE, str(error))
