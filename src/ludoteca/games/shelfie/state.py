"""Options, moves, events and the state of My Shelfie."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from ludoteca.games.contract import Ending, Outcome, Seat, snake
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.games.shelfie.board import TILES, Board, Cell, Tile
from ludoteca.games.shelfie.editions import (
    EDITIONS,
    Edition,
    Leftovers,
    RuleSet,
    Squares,
    rule_set,
)
from ludoteca.games.shelfie.goals import TOKENS, CommonGoalNumber, PersonalGoalNumber
from ludoteca.games.shelfie.shelf import Shelf


class Options(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options for opening a table."""

    common_goals: Literal[0, 1, 2] = 2
    edition: Edition = Edition.ITALIAN
    squares: Squares | UnsetType = UNSET
    leftovers: Leftovers | UnsetType = UNSET
    """`squares` and `leftovers` override the rules of the edition."""

    @property
    def rules(self) -> RuleSet:
        return rule_set(self.edition, self.squares, self.leftovers)


class TakeTiles(Struct, frozen=True, tag_field="move", tag=snake):
    """Take the tiles on these cells and drop them into a column, the first one lowest."""

    cells: tuple[Cell, ...]
    column: int
    """0 to 4 from the left."""


Move: TypeAlias = TakeTiles


# Events are stored permanently; their tags and fields are published.


class TableLaid(Struct, frozen=True, tag_field="event", tag=snake):
    """The table was set up: common goals, rules and the first player."""

    seats: int
    edition: Edition
    common_goals: tuple[CommonGoalNumber, ...]
    first: Seat
    squares: Squares | UnsetType = UNSET
    leftovers: Leftovers | UnsetType = UNSET
    """`squares` and `leftovers` are present only if the options override the edition."""


class GoalDealt(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat was dealt a personal goal, which is secret until the end."""

    seat: Seat
    goal: PersonalGoalNumber


class LeftoversReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """The tiles left in the living room were returned to the bag."""


class BoardFilled(Struct, frozen=True, tag_field="event", tag=snake):
    """Tiles from the bag were placed on empty cells."""

    tiles: tuple[tuple[Cell, Tile], ...]


class TilesTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat took the tiles on these cells and dropped them into a column, the first one lowest."""

    seat: Seat
    cells: tuple[Cell, ...]
    column: int


class TokenTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat met a common goal and took its top token."""

    seat: Seat
    goal: CommonGoalNumber
    points: int


class ShelfFilled(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat was the first to fill its shelf. It takes the end token, and the last round begins."""

    seat: Seat


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over; the personal goals of all seats are revealed."""

    winners: tuple[Seat, ...]
    ending: Ending
    goals: tuple[PersonalGoalNumber, ...]


Event: TypeAlias = (
    TableLaid
    | GoalDealt
    | LeftoversReturned
    | BoardFilled
    | TilesTaken
    | TokenTaken
    | ShelfFilled
    | TurnSkipped
    | TurnPassed
    | SeatsLeft
    | SeatReturned
    | GameEnded
)


class State(Struct, frozen=True):
    """The complete state of a table."""

    seats: int = 0
    edition: Edition = Edition.ITALIAN
    """The edition named in the options; the rules in force are in `rules`."""
    rules: RuleSet = EDITIONS[Edition.ITALIAN]
    first: Seat = Seat(0)
    turn: Seat = Seat(0)
    turns: int = 0
    """Turns completed, including skipped ones."""
    board: Board = {}
    bag: tuple[Tile, ...] = TILES
    """The tiles not yet drawn, sorted by number so that their order reveals nothing."""
    shelves: tuple[Shelf, ...] = ()
    goals: Mapping[Seat, int] = {}
    """The known personal goals, by seat."""
    claims: Mapping[int, tuple[Seat, ...]] = {}
    """The common goals in play, each with the seats that have met it, in order."""
    finisher: Seat | None = None
    """The seat that holds the end token, if the last round has begun."""
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """Seats in `away` whose players resigned; they cannot win."""
    outcome: Outcome | None = None


BLANK = State()


def last_seat(state: State) -> Seat:
    """Return the seat that ends every round."""
    return Seat((state.first - 1) % state.seats)


def next_seat(state: State) -> Seat:
    return Seat((state.turn + 1) % state.seats)


def tokens_left(state: State, goal: int) -> tuple[int, ...]:
    """Return the tokens left on a common goal card, the next one first."""
    return TOKENS[state.seats][len(state.claims[goal]) :]
