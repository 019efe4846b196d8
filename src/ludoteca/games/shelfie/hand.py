"""The hand: the draft of a move, built tile by tile.

Picked tiles stay in the living room until the move is played, so discarding a hand changes nothing.
A hand is valid only for one turn of its owner.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat, snake
from ludoteca.games.shelfie.board import Cell, line_of, without_gaps
from ludoteca.games.shelfie.moves import why_not_drop, why_not_now, why_not_take
from ludoteca.games.shelfie.refusals import Reason, no
from ludoteca.games.shelfie.state import State, TakeTiles


class Hand(Struct, frozen=True):
    """The picked tiles, in the order in which they will fall, and the chosen column."""

    seat: Seat
    turn: int
    cells: tuple[Cell, ...] = ()
    closed: bool = False
    column: int | None = None


class Pick(Struct, frozen=True, tag_field="step", tag=snake):
    """Pick one more tile."""

    cell: Cell


class Unpick(Struct, frozen=True, tag_field="step", tag=snake):
    """Put one tile back."""

    cell: Cell


class UnpickAll(Struct, frozen=True, tag_field="step", tag=snake):
    """Put all tiles back and reopen the hand."""


class Select(Struct, frozen=True, tag_field="step", tag=snake):
    """Replace the hand with these tiles, in the order in which they will fall, and close it."""

    cells: tuple[Cell, ...]


class Order(Struct, frozen=True, tag_field="step", tag=snake):
    """Reorder the tiles by their indices in the current hand, the lowest tile first."""

    places: tuple[int, ...]


class Close(Struct, frozen=True, tag_field="step", tag=snake):
    """Stop picking tiles. Closing a closed hand has no effect."""


class ChooseColumn(Struct, frozen=True, tag_field="step", tag=snake):
    """Choose the column into which the tiles will fall."""

    column: int


Step: TypeAlias = Pick | Unpick | UnpickAll | Select | Order | Close | ChooseColumn


def begin(state: State, seat: Seat) -> Hand | Refusal:
    if reason := why_not_now(state, seat):
        return no(reason)
    return Hand(seat, state.turns)


def step(state: State, draft: Hand, step: Step) -> Hand | Refusal:
    if reason := _why_not_this_hand(state, draft):
        return no(reason)
    match step:
        case Pick(cell):
            return _picked(state, draft, Cell(*cell))
        case Unpick(cell):
            return _unpicked(draft, Cell(*cell))
        case UnpickAll():
            return Hand(draft.seat, draft.turn) if draft.cells else no(Reason.NOTHING_PICKED)
        case Select(cells):
            line = line_of(cells)
            reason = why_not_take(state, draft.seat, line) if line else Reason.NOTHING_TAKEN
            return no(reason) if reason else Hand(draft.seat, draft.turn, line, closed=True)
        case Order(places):
            if sorted(places) != list(range(len(draft.cells))):
                return no(Reason.BAD_ORDER)
            return replace(draft, cells=tuple(draft.cells[place] for place in places))
        case Close():
            return replace(draft, closed=True) if draft.cells else no(Reason.NOTHING_TAKEN)
        case ChooseColumn(column):
            reason = why_not_drop(state.shelves[draft.seat], column, len(draft.cells))
            return no(reason) if reason else replace(draft, column=column)
        case _:
            assert_never(step)


def finish(state: State, draft: Hand) -> TakeTiles | Refusal:
    if reason := _why_not_this_hand(state, draft):
        return no(reason)
    if not draft.cells:
        return no(Reason.NOTHING_TAKEN)
    if draft.column is None:
        return no(Reason.NO_COLUMN_CHOSEN)
    # The tiles and the column are not judged again: `step` has judged them in this turn, and `play`
    # judges the move.
    return TakeTiles(draft.cells, draft.column)


def _why_not_this_hand(state: State, hand: Hand) -> Reason | None:
    if reason := why_not_now(state, hand.seat):
        return reason
    return None if hand.turn == state.turns else Reason.HAND_OUT_OF_DATE


def _picked(state: State, hand: Hand, cell: Cell) -> Hand | Refusal:
    if hand.closed:
        return no(Reason.HAND_CLOSED)
    cells = (*hand.cells, cell)
    reason = why_not_take(state, hand.seat, cells)
    return no(reason) if reason else replace(hand, cells=cells, column=None)


def _unpicked(hand: Hand, cell: Cell) -> Hand | Refusal:
    if cell not in hand.cells:
        return no(Reason.NOT_PICKED)
    if hand.closed:
        return no(Reason.HAND_CLOSED)
    cells = tuple(picked for picked in hand.cells if picked != cell)
    if cells and not without_gaps(cells):
        return no(Reason.LEAVES_A_GAP)
    return replace(hand, cells=cells, column=None)
