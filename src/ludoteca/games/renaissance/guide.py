"""What a screen shows of Masters of Renaissance that only the rules know."""

from enum import StrEnum
from typing import assert_never

from msgspec import Struct

from ludoteca.games.contract import Seat
from ludoteca.games.renaissance.draft import Draft
from ludoteca.games.renaissance.rules import LEADERS_KEPT, why_not_now
from ludoteca.games.renaissance.state import Phase, State


class ToDo(StrEnum):
    """What is expected of a seat."""

    RETURN_LEADERS = "return_leaders"
    TAKE_BONUS = "take_bonus"
    ACT = "act"
    CONVERT = "convert"
    PLACE = "place"
    END = "end"
    WAIT = "wait"
    OVER = "over"


class Guide(Struct, frozen=True):
    """What a seat, or a spectator, may do at a table, and what would come of it."""

    to_do: ToDo
    count: int = 0
    """How many leaders, resources or white marbles are left to do it with."""


def guide(state: State, seat: Seat | None, draft: Draft | None) -> Guide:  # noqa: ARG001
    """Everything a screen wants to show that only the rules know, as far as `seat` may know."""
    return Guide(*_to_do(state, seat))


def _to_do(state: State, seat: Seat | None) -> tuple[ToDo, int]:
    """What is expected of a seat, and how often."""
    if state.outcome:
        return ToDo.OVER, 0
    if seat is None or why_not_now(state, seat):
        return ToDo.WAIT, 0
    board = state.boards[seat]
    match state.phase:
        case Phase.SETUP if len(board.hand) > LEADERS_KEPT:
            return ToDo.RETURN_LEADERS, len(board.hand) - LEADERS_KEPT
        case Phase.SETUP:
            return ToDo.TAKE_BONUS, board.bonus
        case Phase.ACTING:
            return ToDo.ACT, 0
        case Phase.PLACING if state.whites:
            return ToDo.CONVERT, state.whites
        case Phase.PLACING:
            return ToDo.PLACE, state.taken.total()
        case Phase.ACTED:
            return ToDo.END, 0
        case _:
            assert_never(state.phase)
