"""What a screen shows of My Shelfie that only the rules know: what may be done, and what counts."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat
from ludoteca.games.shelfie.board import LONGEST_LINE, Cell, Kind, takeable_lines
from ludoteca.games.shelfie.editions import WORDING, Squares
from ludoteca.games.shelfie.goals import (
    PERSONAL_GOALS,
    POINTS_BY_MATCHES,
    CommonGoalNumber,
    matches,
)
from ludoteca.games.shelfie.hand import ChooseColumn, Hand, Pick, Step, Unpick, begin, step
from ludoteca.games.shelfie.missing import Gap, is_lost, missing
from ludoteca.games.shelfie.progress import Progress, Spot
from ludoteca.games.shelfie.shelf import (
    COLUMNS,
    Grid,
    Shelf,
    grid_of,
    groups,
    room_in,
    roomiest,
)
from ludoteca.games.shelfie.state import State
from ludoteca.games.shelfie.view import POINTS_BY_GROUP, group_points


class ToDo(StrEnum):
    """What is expected of a seat."""

    TAKE = "take"
    WAIT = "wait"
    OVER = "over"


class Wish(Struct, frozen=True):
    """A cell of a personal goal, the kind it asks for, and whether that is there."""

    cell: Spot
    kind: Kind
    met: bool


class Personal(Struct, frozen=True):
    """A personal goal that the viewer may see, and the points it brings as the shelf is now."""

    wishes: tuple[Wish, ...]
    points: int


class Cluster(Struct, frozen=True):
    """A group of tiles that is worth points."""

    cells: tuple[Spot, ...]
    points: int


class Counted(Struct, frozen=True):
    """What counts on the shelf of one seat."""

    goals: Mapping[CommonGoalNumber, Progress]
    """The common goals in play."""
    groups: tuple[Cluster, ...]
    personal: Personal | None = None
    """None while it is a secret."""
    missing: Mapping[CommonGoalNumber, tuple[Gap, ...]] = {}
    """What the own shelf lacks for each common goal, as far as that is known."""
    lost: tuple[CommonGoalNumber, ...] = ()
    """The common goals that the own shelf can never meet any more, as far as that is known."""


class Guide(Struct, frozen=True):
    """What a seat, or a spectator, may do at a table, and what counts on its shelves."""

    to_do: ToDo
    seats: tuple[Counted, ...]
    most: int = 0
    """How many tiles may be taken at most in this turn."""
    hand: tuple[Cell, ...] = ()
    """The tiles picked so far, in the order they will fall."""
    pick: tuple[Cell, ...] = ()
    """The tiles that can be picked next."""
    unpick: tuple[Cell, ...] = ()
    """The tiles of the hand that can be put back one by one."""
    columns: tuple[int, ...] = ()
    """How many tiles each column of the own shelf still takes."""
    lands: tuple[tuple[Spot, ...], ...] = ()
    """Where the hand would land in each column, the lowest first; nowhere if it does not fit."""
    points_by_matches: tuple[int, ...] = POINTS_BY_MATCHES
    """What a personal goal is worth, by how many of its cells are met."""
    points_by_group: tuple[int, ...] = POINTS_BY_GROUP
    """What a group is worth, by its tiles; larger ones are worth the last."""


def guide(state: State, seat: Seat | None, draft: Hand | None) -> Guide:
    """Everything a screen wants to show that only the rules know, as far as `seat` may know."""
    waiting = Guide(
        to_do=ToDo.OVER if state.outcome else ToDo.WAIT,
        seats=tuple(_counted(state, Seat(s), eyes=seat) for s in range(state.seats)),
    )
    if seat is None or not 0 <= seat < state.seats:
        return waiting
    shelf = state.shelves[seat]
    waiting = replace(waiting, columns=tuple(room_in(shelf, c) for c in range(COLUMNS)))
    empty = begin(state, seat)
    if isinstance(empty, Refusal):
        return waiting
    hand = draft if draft and draft.turn == empty.turn else empty
    lines = takeable_lines(state.board, min(LONGEST_LINE, roomiest(shelf)))
    return replace(
        waiting,
        to_do=ToDo.TAKE,
        most=max(map(len, lines), default=0),
        hand=hand.cells,
        pick=tuple(cell for cell in state.board if _goes(state, hand, Pick(cell))),
        unpick=tuple(cell for cell in hand.cells if _goes(state, hand, Unpick(cell))),
        lands=tuple(_landing(state, hand, column) for column in range(COLUMNS * bool(hand.cells))),
    )


def _goes(state: State, hand: Hand, gesture: Step) -> bool:
    return not isinstance(step(state, hand, gesture), Refusal)


def _landing(state: State, hand: Hand, column: int) -> tuple[Spot, ...]:
    if not _goes(state, hand, ChooseColumn(column)):
        return ()
    lowest = room_in(state.shelves[hand.seat], column) - 1
    return tuple((lowest - place, column) for place in range(len(hand.cells)))


def _counted(state: State, seat: Seat, eyes: Seat | None) -> Counted:
    shelf, goal = state.shelves[seat], state.goals.get(seat)
    counted = _public(shelf, state.rules.squares, tuple(state.claims))
    if seat == eyes:
        missed, lost = _lacking(shelf, state.rules.squares, tuple(state.claims))
        counted = replace(counted, missing=missed, lost=lost)
    if not goal or not (state.outcome or seat == eyes):
        return counted
    return replace(counted, personal=_personal(grid_of(shelf), goal))


@lru_cache(256)  # one shelf changes at a time
def _lacking(
    shelf: Shelf, squares: Squares, common_goals: tuple[int, ...]
) -> tuple[Mapping[CommonGoalNumber, tuple[Gap, ...]], tuple[CommonGoalNumber, ...]]:
    """What the shelf lacks for each goal, and those that it can never meet any more."""
    grid, measures = grid_of(shelf), WORDING[squares].measures
    missed = {number: missing(number, measures[number], grid) for number in common_goals}
    nothing = (number for number, gaps in missed.items() if not gaps)
    return missed, tuple(number for number in nothing if is_lost(number, measures[number], grid))


@lru_cache(256)  # all viewers see the same, and one shelf changes at a time
def _public(shelf: Shelf, squares: Squares, common_goals: tuple[int, ...]) -> Counted:
    grid, measures = grid_of(shelf), WORDING[squares].measures
    worth = ((group.cells, group_points(len(group.cells))) for group in groups(grid))
    return Counted(
        goals={number: measures[number].of(grid) for number in common_goals},
        groups=tuple(Cluster(tuple(sorted(cells)), points) for cells, points in worth if points),
    )


def _personal(grid: Grid, goal: int) -> Personal:
    wishes = PERSONAL_GOALS[goal].items()
    return Personal(
        tuple(Wish(cell, kind, grid[cell[0]][cell[1]] == kind) for cell, kind in wishes),
        POINTS_BY_MATCHES[matches(grid, goal)],
    )
