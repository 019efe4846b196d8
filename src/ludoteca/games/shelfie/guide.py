"""Guides for user interfaces: possible actions and scoring patterns."""

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
    POINTS_BY_GROUP,
    POINTS_BY_MATCHES,
    CommonGoalNumber,
    matches,
)
from ludoteca.games.shelfie.hand import ChooseColumn, Hand, Pick, Step, Unpick, begin, step
from ludoteca.games.shelfie.missing import Gap, is_lost, missing
from ludoteca.games.shelfie.progress import Progress, Spot
from ludoteca.games.shelfie.shelf import (
    COLUMNS,
    LIVE_SHELVES,
    Grid,
    Shelf,
    grid_of,
    groups,
    room_in,
    roomiest,
)
from ludoteca.games.shelfie.state import State
from ludoteca.games.shelfie.view import group_points


class ToDo(StrEnum):
    """The action expected of a seat."""

    TAKE = "take"
    WAIT = "wait"
    OVER = "over"


class Wish(Struct, frozen=True):
    """A cell of a personal goal, the kind it asks for, and whether it is met."""

    cell: Spot
    kind: Kind
    met: bool


class Personal(Struct, frozen=True):
    """A personal goal the viewer may see, and its points for the current shelf."""

    wishes: tuple[Wish, ...]
    points: int


class Cluster(Struct, frozen=True):
    """A group of tiles that scores points."""

    cells: tuple[Spot, ...]
    points: int


class Counted(Struct, frozen=True):
    """The scoring patterns on the shelf of one seat."""

    goals: Mapping[CommonGoalNumber, Progress]
    """Progress towards the common goals in play."""
    groups: tuple[Cluster, ...]
    personal: Personal | None = None
    """The seat's personal goal; None while it is secret."""
    missing: Mapping[CommonGoalNumber, tuple[Gap, ...]] = {}
    """Cells that the viewer's own shelf lacks for each common goal, where known."""
    lost: tuple[CommonGoalNumber, ...] = ()
    """Common goals that the viewer's own shelf can no longer meet, where known."""


class Guide(Struct, frozen=True):
    """The possible actions of a seat or spectator, and the scoring patterns on all shelves."""

    to_do: ToDo
    seats: tuple[Counted, ...]
    most: int = 0
    """Maximum number of tiles that can be taken this turn."""
    hand: tuple[Cell, ...] = ()
    """The tiles picked so far, in the order they will fall."""
    pick: tuple[Cell, ...] = ()
    """The tiles that can be picked next."""
    unpick: tuple[Cell, ...] = ()
    """The picked tiles that can be put back individually."""
    columns: tuple[int, ...] = ()
    """Free cells in each column of the viewer's own shelf."""
    lands: tuple[tuple[Spot, ...], ...] = ()
    """Cells where the hand would land, by column, lowest first; empty where it does not fit."""
    points_by_matches: tuple[int, ...] = POINTS_BY_MATCHES
    """Points of a personal goal by number of matching cells."""
    points_by_group: tuple[int, ...] = POINTS_BY_GROUP
    """Points of a group by number of tiles; larger groups score the last value."""


def guide(state: State, seat: Seat | None, draft: Hand | None) -> Guide:
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
    columns = range(COLUMNS) if hand.cells else ()
    return replace(
        waiting,
        to_do=ToDo.TAKE,
        most=max(map(len, lines), default=0),
        hand=hand.cells,
        pick=tuple(cell for cell in state.board if _goes(state, hand, Pick(cell))),
        unpick=tuple(cell for cell in hand.cells if _goes(state, hand, Unpick(cell))),
        lands=tuple(_landing(state, hand, column) for column in columns),
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


@lru_cache(LIVE_SHELVES)  # only one shelf changes at a time
def _lacking(
    shelf: Shelf, squares: Squares, common_goals: tuple[int, ...]
) -> tuple[Mapping[CommonGoalNumber, tuple[Gap, ...]], tuple[CommonGoalNumber, ...]]:
    """Return the gaps of a shelf for each goal, and the goals it can no longer meet."""
    grid, measures = grid_of(shelf), WORDING[squares].measures
    missed = {number: missing(number, measures[number], grid) for number in common_goals}
    nothing = (number for number, gaps in missed.items() if not gaps)
    return missed, tuple(number for number in nothing if is_lost(number, measures[number], grid))


@lru_cache(LIVE_SHELVES)  # the same for all viewers, and only one shelf changes at a time
def _public(shelf: Shelf, squares: Squares, common_goals: tuple[int, ...]) -> Counted:
    grid, measures = grid_of(shelf), WORDING[squares].measures
    scored = ((group.cells, group_points(len(group.cells))) for group in groups(grid))
    return Counted(
        goals={number: measures[number].of(grid) for number in common_goals},
        groups=tuple(Cluster(tuple(sorted(cells)), points) for cells, points in scored if points),
    )


def _personal(grid: Grid, goal: int) -> Personal:
    wishes = PERSONAL_GOALS[goal].items()
    return Personal(
        tuple(Wish(cell, kind, grid[cell[0]][cell[1]] == kind) for cell, kind in wishes),
        POINTS_BY_MATCHES[matches(grid, goal)],
    )
