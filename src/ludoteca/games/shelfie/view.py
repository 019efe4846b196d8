"""Views: the part of a table that a seat or a spectator may see, and the points visible there."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Outcome, Point, Seat
from ludoteca.games.shelfie import bitshelf
from ludoteca.games.shelfie.board import SIDE, Board, Tile, kind_of, picture_of
from ludoteca.games.shelfie.editions import Edition, RuleSet
from ludoteca.games.shelfie.goals import (
    COMMON_GOALS,
    POINTS_BY_GROUP,
    TOKENS,
    CommonGoalNumber,
    PersonalGoalNumber,
)
from ludoteca.games.shelfie.shelf import LIVE_SHELVES, Grid, group_sizes, rows_of, shelf_of
from ludoteca.games.shelfie.state import BLANK, State, tokens_left

END_TOKEN_POINTS = 1
Rows: TypeAlias = tuple[tuple[Tile | None, ...], ...]


class SeatView(Struct, frozen=True):
    """The visible part of one seat."""

    shelf: Rows
    """Six rows from the top, five tiles each."""
    tokens: Mapping[CommonGoalNumber, int]
    """Points of the tokens taken, by common goal."""
    end_token: bool
    """Whether this seat was the first to fill its shelf."""
    goal: PersonalGoalNumber | None
    """The personal goal; None while it is secret."""
    away: bool
    """Whether the seat was given up."""


class View(Struct, frozen=True):
    """Everything a seat or a spectator may see."""

    eyes: Seat | None
    """The seat whose view this is; None for a spectator."""
    edition: Edition
    rules: RuleSet
    first: Seat
    """The seat that begins every round."""
    turn: Seat | None
    """The seat to move; None at the end."""
    turns: int
    """Turns completed."""
    board: Rows
    """Nine rows from the top, nine cells each, including unused cells."""
    bag: int
    """Number of tiles left in the bag."""
    common_goals: Mapping[CommonGoalNumber, tuple[int, ...]]
    """The common goals in play, each with its remaining tokens, the next one first."""
    seats: tuple[SeatView, ...]
    last_round: bool
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    public = _public(state)
    if seat is None or seat not in state.goals or state.outcome:
        return replace(public, eyes=seat)
    own = replace(public.seats[seat], goal=state.goals[seat])
    return replace(public, eyes=seat, seats=(*public.seats[:seat], own, *public.seats[seat + 1 :]))


def _public(state: State) -> View:
    last, seen = _last_public[0]
    if state is last:
        return seen
    seen = _seen(state, state.goals if state.outcome else {})
    _last_public[0] = (state, seen)
    return seen


def _seen(state: State, goals: Mapping[Seat, int]) -> View:
    """Return the view of a spectator who may see these personal goals."""
    tokens = TOKENS.get(state.seats, ())
    return View(
        eyes=None,
        edition=state.edition,
        rules=state.rules,
        first=state.first,
        turn=None if state.outcome else state.turn,
        turns=state.turns,
        board=_board_rows(state.board),
        bag=len(state.bag),
        common_goals={goal: tokens_left(state, goal) for goal in state.claims},
        seats=tuple(
            SeatView(
                shelf=rows_of(shelf),
                tokens={
                    goal: tokens[seats.index(seat)]
                    for goal, seats in state.claims.items()
                    if seat in seats
                },
                end_token=state.finisher == seat,
                goal=goals.get(seat),
                away=seat in state.away,
            )
            for seat, shelf in ((Seat(i), shelf) for i, shelf in enumerate(state.shelves))
        ),
        last_round=state.finisher is not None,
        outcome=state.outcome,
    )


def _board_rows(board: Board) -> Rows:
    rows: list[list[Tile | None]] = [[None] * SIDE for _ in range(SIDE)]
    for (row, column), tile in board.items():
        rows[row][column] = tile
    return tuple(map(tuple, rows))


_last_public = [(BLANK, _seen(BLANK, {}))]
"""A cache of one entry, because all viewers see the same state after each move.

The cache saves 178,000 instructions per move with guides.
"""


def points(view: View, seat: Seat) -> tuple[Point, ...]:
    """Return the points of `seat` by source, without a personal goal that the viewer cannot see."""
    if not 0 <= seat < len(view.seats):
        return ()
    seen = view.seats[seat]
    earned = [_common_points(goal, seen.tokens.get(goal, 0)) for goal in view.common_goals]
    earned.append(_END_TOKEN if seen.end_token else _NO_END_TOKEN)
    if seen.goal is not None:
        earned.append(_personal_points(seen.shelf, seen.goal))
    earned.append(_adjacency_points(seen.shelf))
    return tuple(earned)


_END_TOKEN, _NO_END_TOKEN = (
    Point("end_token", amount, "First to fill a shelf") for amount in (END_TOKEN_POINTS, 0)
)


# All players see the points of all shelves after every move, but a move changes only one shelf.
# These caches, the cache of `rows_of` and the use of bits save 2,900,000 of 7,200,000 instructions
# per move with guides.


@cache
def _common_points(goal: int, amount: int) -> Point:
    card = COMMON_GOALS[goal]
    return Point(f"common/{card.key}", amount, f"Common goal {goal}, {card.title}")


@lru_cache(LIVE_SHELVES)
def _bits_in(shelf: Rows) -> bitshelf.Ints:
    return bitshelf.bits_of(shelf_of(shelf))


@lru_cache(LIVE_SHELVES)
def _personal_points(shelf: Rows, goal: int) -> Point:
    amount = bitshelf.personal(_bits_in(shelf), 0, goal)
    return Point("personal", amount, "Personal goal")


@lru_cache(LIVE_SHELVES)
def _adjacency_points(shelf: Rows) -> Point:
    amount = bitshelf.adjacency(_bits_in(shelf), 0)
    return Point("adjacency", amount, "Adjacent tiles")


def totals(state: State) -> Sequence[int]:
    """Return the final points of every seat, including secret goals."""
    shown = _seen(state, state.goals)
    return [sum(point.amount for point in points(shown, Seat(seat))) for seat in range(state.seats)]


def squares(view: View, seat: Seat) -> Sequence[Sequence[str | None]]:
    """Return the tiles on a seat's shelf as the page names them."""
    shelf = view.seats[seat].shelf
    return [[None if tile is None else name_of(tile) for tile in row] for row in shelf]


def name_of(tile: Tile) -> str:
    """Return the name of a tile's drawing."""
    return f"{kind_of(tile).name.lower()}-{picture_of(tile)}"


def group_points(tiles: int) -> int:
    return POINTS_BY_GROUP[min(tiles, len(POINTS_BY_GROUP) - 1)]


def adjacency(grid: Grid) -> int:
    """Return the points for groups; each group of three or more tiles scores."""
    return sum(map(group_points, group_sizes(grid)))
