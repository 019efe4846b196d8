"""Guides for user interfaces: possible actions and scoring patterns."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat
from ludoteca.games.shelfie.board import LONGEST_LINE, Board, Cell, Kind, Line, takeable_lines
from ludoteca.games.shelfie.editions import WORDING, Squares
from ludoteca.games.shelfie.goals import (
    PERSONAL_GOALS,
    POINTS_BY_GROUP,
    POINTS_BY_MATCHES,
    CommonGoalNumber,
    matches,
)
from ludoteca.games.shelfie.hand import ChooseColumn, Hand, Step, Unpick, begin, step
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
)
from ludoteca.games.shelfie.state import State
from ludoteca.games.shelfie.view import group_points


class ToDo(StrEnum):
    """The action expected of a seat."""

    TAKE = "take"
    WAIT = "wait"
    OVER = "over"


class Wish(Struct, frozen=True):
    """A cell of a personal goal, the kind that it must hold, and whether it does."""

    cell: Spot
    kind: Kind
    met: bool


class Personal(Struct, frozen=True):
    """A personal goal that the viewer may see, and its points for the current shelf."""

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
    """Cells that the viewer's own shelf lacks for each common goal, where they are known."""
    lost: tuple[CommonGoalNumber, ...] = ()
    """Common goals that the shelf is known to be unable to meet."""


class Guide(Struct, frozen=True):
    """The possible actions of a seat, and the scoring patterns on all shelves."""

    to_do: ToDo
    seats: tuple[Counted, ...]
    most: int = 0
    """Maximum number of tiles that can be taken this turn."""
    hand: tuple[Cell, ...] = ()
    """The tiles picked so far, in the order in which they will fall."""
    pick: tuple[Cell, ...] = ()
    """The tiles that can be picked next."""
    unpick: tuple[Cell, ...] = ()
    """The picked tiles that can be put back individually."""
    columns: tuple[int, ...] = ()
    """Number of free cells in each column of the viewer's own shelf."""
    lands: tuple[tuple[Spot, ...], ...] = ()
    """Cells where the hand would land, by column, lowest first; empty if the hand does not fit."""
    points_by_matches: tuple[int, ...] = POINTS_BY_MATCHES
    """Points of a personal goal by number of matching cells."""
    points_by_group: tuple[int, ...] = POINTS_BY_GROUP
    """Points of a group by number of tiles; larger groups score the last value."""


def guide(state: State, seat: Seat | None, draft: Hand | None) -> Guide:
    counted = _all_counted(state, seat)
    idle = ToDo.OVER if state.outcome else ToDo.WAIT
    if seat is None or not 0 <= seat < state.seats:
        return Guide(idle, counted)
    shelf = state.shelves[seat]
    free = tuple([room_in(shelf, column) for column in range(COLUMNS)])
    empty = begin(state, seat)
    if isinstance(empty, Refusal):
        return Guide(idle, counted, columns=free)
    hand = draft if draft and draft.turn == empty.turn else empty
    lines = takeable_lines(state.board, min(LONGEST_LINE, max(free)))
    return Guide(
        ToDo.TAKE,
        counted,
        most=max(map(len, lines), default=0),
        hand=hand.cells,
        pick=_to_pick(state.board, hand, lines),
        unpick=tuple(cell for cell in hand.cells if _goes(state, hand, Unpick(cell))),
        columns=free,
        lands=tuple(_landing(state, hand, c) for c in range(COLUMNS)) if hand.cells else (),
    )


def _to_pick(board: Board, hand: Hand, lines: Sequence[Line]) -> tuple[Cell, ...]:
    """Return the tiles that form one of these lines together with the hand.

    Trying a step with each tile in the living room would take 535,000 more instructions per move.
    """
    if hand.closed:
        return ()
    held = set(hand.cells)
    size = len(held) + 1
    longer = [line for line in lines if len(line) == size and held.issubset(line)]
    fitting = set(chain.from_iterable(longer)) - held
    return tuple([cell for cell in board if cell in fitting])


def _goes(state: State, hand: Hand, gesture: Step) -> bool:
    return not isinstance(step(state, hand, gesture), Refusal)


def _landing(state: State, hand: Hand, column: int) -> tuple[Spot, ...]:
    if not _goes(state, hand, ChooseColumn(column)):
        return ()
    lowest = room_in(state.shelves[hand.seat], column) - 1
    return tuple((lowest - place, column) for place in range(len(hand.cells)))


def _all_counted(state: State, eyes: Seat | None) -> tuple[Counted, ...]:
    squares, common_goals = state.rules.squares, tuple(state.claims)
    counted = []
    for seat, shelf in enumerate(state.shelves):
        is_own = seat == eyes
        goal = state.goals.get(Seat(seat), 0) if is_own or state.outcome else 0
        counted.append(_counted(shelf, squares, common_goals, goal, is_own))
    return tuple(counted)


@lru_cache(2 * LIVE_SHELVES)  # one entry for the owner, one for all others
def _counted(
    shelf: Shelf, squares: Squares, common_goals: tuple[int, ...], goal: int, is_own: bool
) -> Counted:
    """Return the scoring patterns of a shelf, for its owner or another viewer.

    `goal` is the personal goal if the viewer may see it, or 0.
    """
    counted = _public(shelf, squares, common_goals)
    if is_own:
        grid, measures = grid_of(shelf), WORDING[squares].measures
        missed = {number: missing(number, measures[number], grid) for number in common_goals}
        counted = replace(counted, missing=missed)
    return replace(counted, personal=_personal(grid_of(shelf), goal)) if goal else counted


@lru_cache(LIVE_SHELVES)  # one entry for the owner and all others
def _public(shelf: Shelf, squares: Squares, common_goals: tuple[int, ...]) -> Counted:
    grid, measures = grid_of(shelf), WORDING[squares].measures
    scored = [(group.cells, group_points(len(group.cells))) for group in groups(grid)]
    return Counted(
        goals={number: measures[number].of(grid) for number in common_goals},
        groups=tuple([Cluster(tuple(sorted(cells)), points) for cells, points in scored if points]),
        lost=tuple([number for number in common_goals if is_lost(number, measures[number], grid)]),
    )


def _personal(grid: Grid, goal: int) -> Personal:
    wishes = PERSONAL_GOALS[goal].items()
    return Personal(
        tuple([Wish(cell, kind, grid[cell[0]][cell[1]] == kind) for cell, kind in wishes]),
        POINTS_BY_MATCHES[matches(grid, goal)],
    )
