"""Views: what a seat or a spectator sees of a table, and the points they can count."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from ludoteca.games.contract import Outcome, Point, Seat
from ludoteca.games.shelfie.board import COLOURS, SIDE, Cell, Tile, kind_of
from ludoteca.games.shelfie.editions import Edition, RuleSet
from ludoteca.games.shelfie.goals import (
    COMMON_GOALS,
    POINTS_BY_MATCHES,
    TOKENS,
    CommonGoalNumber,
    PersonalGoalNumber,
    matches,
)
from ludoteca.games.shelfie.shelf import Grid, group_sizes, kinds_in, rows_of
from ludoteca.games.shelfie.state import State, tokens_left

POINTS_BY_GROUP = (0, 0, 0, 2, 3, 5, 8)
END_TOKEN_POINTS = 1


class SeatView(Struct, frozen=True):
    """The visible part of one seat."""

    shelf: tuple[tuple[Tile | None, ...], ...]
    """Six rows from the top, five tiles each."""
    tokens: Mapping[CommonGoalNumber, int]
    """Points of the tokens taken, by common goal."""
    end_token: bool
    """Whether this seat filled its shelf first."""
    goal: PersonalGoalNumber | None
    """The personal goal; None while it is secret."""
    away: bool
    """Whether the seat was given up."""


class View(Struct, frozen=True):
    """Everything a seat or a spectator may see."""

    eyes: Seat | None
    """The seat this view is for; None is a spectator."""
    edition: Edition
    rules: RuleSet
    first: Seat
    """The seat that begins every round."""
    turn: Seat | None
    """The seat to move; None at the end."""
    turns: int
    """Turns completed."""
    board: tuple[tuple[Tile | None, ...], ...]
    """Nine rows from the top, nine cells each, including unused cells."""
    bag: int
    """Number of tiles left in the bag."""
    common_goals: Mapping[CommonGoalNumber, tuple[int, ...]]
    """The common goals in play, each with its remaining tokens, the next one first."""
    seats: tuple[SeatView, ...]
    last_round: bool
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    if state.outcome:
        return _seen(state, seat, state.goals)
    return _seen(state, seat, {s: goal for s, goal in state.goals.items() if s == seat})


def _seen(state: State, eyes: Seat | None, goals: Mapping[Seat, int]) -> View:
    tokens = TOKENS.get(state.seats, ())
    return View(
        eyes=eyes,
        edition=state.edition,
        rules=state.rules,
        first=state.first,
        turn=None if state.outcome else state.turn,
        turns=state.turns,
        board=tuple(
            tuple(state.board.get(Cell(row, column)) for column in range(SIDE))
            for row in range(SIDE)
        ),
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


def points(view: View, seat: Seat) -> tuple[Point, ...]:
    """Return the points of `seat` by source, without a personal goal the viewer cannot see."""
    if not 0 <= seat < len(view.seats):
        return ()
    seen = view.seats[seat]
    grid = kinds_in(seen.shelf)
    earned = [
        Point(f"common/{card.key}", seen.tokens.get(goal, 0), f"Common goal {goal}, {card.title}")
        for goal, card in ((goal, COMMON_GOALS[goal]) for goal in view.common_goals)
    ]
    earned.append(Point("end_token", END_TOKEN_POINTS * seen.end_token, "First to fill a shelf"))
    if seen.goal is not None:
        amount = POINTS_BY_MATCHES[matches(grid, seen.goal)]
        earned.append(Point("personal", amount, "Personal goal"))
    earned.append(Point("adjacency", adjacency(grid), "Adjacent tiles"))
    return tuple(earned)


def totals(state: State) -> Sequence[int]:
    """Return the final points of every seat, including secret goals."""
    shown = _seen(state, None, state.goals)
    return [sum(point.amount for point in points(shown, Seat(seat))) for seat in range(state.seats)]


def squares(view: View, seat: Seat) -> Sequence[Sequence[tuple[int, int, int] | None]]:
    """Return the colours of the tiles on a seat's shelf."""
    shelf = view.seats[seat].shelf
    return [[None if tile is None else COLOURS[kind_of(tile)] for tile in row] for row in shelf]


def group_points(tiles: int) -> int:
    return POINTS_BY_GROUP[min(tiles, len(POINTS_BY_GROUP) - 1)]


def adjacency(grid: Grid) -> int:
    """Return the points for groups; each group of three or more tiles scores."""
    return sum(map(group_points, group_sizes(grid)))
