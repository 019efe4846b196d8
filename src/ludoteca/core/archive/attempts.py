"""Moves that players try outside a table: step by step, or as a whole."""

from msgspec import Raw, Struct

from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import Refusal, Rules, Seat
from ludoteca.games.contract import State, TypeForm
from ludoteca.messages import ServerReason, refuse
from ludoteca.messages.values import MaybeDraft, MaybeMove


class Attempt(Struct, frozen=True):
    """Steps of a half-made move, or a whole move."""

    seat: Seat
    steps: Raw = Raw(b"[]")
    move: Raw | None = None
    finish: bool = False
    """Whether the steps are to be played as a move."""


def half_made(
    rules: Rules, state: State, attempt: Attempt
) -> tuple[MaybeDraft, MaybeMove] | Refusal:
    """Return the draft after the steps of an attempt, and the finished move, if any."""
    draft: MaybeDraft = None
    move: MaybeMove = None
    kind: TypeForm = rules.STEPS
    try:
        steps = read_value(attempt.steps, tuple[kind, ...])
        if attempt.move is not None:
            move = read_value(attempt.move, rules.MOVES)
    except UNREADABLE as error:
        return refuse(ServerReason.UNREADABLE_MOVE, str(error))
    for step in steps:
        draft = draft or rules.begin(state, attempt.seat)
        if not isinstance(draft, Refusal):
            draft = rules.step(state, draft, step)
        if isinstance(draft, Refusal):
            return draft
    if move is None and attempt.finish:
        move = rules.finish(state, draft) if draft else refuse(ServerReason.NO_DRAFT)
    return move if isinstance(move, Refusal) else (draft, move)
