"""What a table of My Shelfie can be asked, what can happen there, and everything on it."""

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
    """What may be chosen when a table is opened."""

    common_goals: Literal[0, 1, 2] = 2
    edition: Edition = Edition.ITALIAN
    squares: Squares | UnsetType = UNSET
    leftovers: Leftovers | UnsetType = UNSET
    """A difference between the editions, where the table does not play what its edition says."""

    @property
    def rules(self) -> RuleSet:
        """What is played."""
        return rule_set(self.edition, self.squares, self.leftovers)


class TakeTiles(Struct, frozen=True, tag_field="move", tag=snake):
    """Take the tiles on these cells and drop them into a column, the first one lowest."""

    cells: tuple[Cell, ...]
    column: int
    """0 to 4 from the left."""


Move: TypeAlias = TakeTiles


# Events are kept for good: their tags and fields are published.


class TableLaid(Struct, frozen=True, tag_field="event", tag=snake):
    """The table is laid for so many seats, and one of them is first."""

    seats: int
    edition: Edition
    common_goals: tuple[CommonGoalNumber, ...]
    first: Seat
    squares: Squares | UnsetType = UNSET
    leftovers: Leftovers | UnsetType = UNSET
    """As in the options: not written where nothing but the edition was chosen."""


class GoalDealt(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat got its personal goal card, a secret until the end."""

    seat: Seat
    goal: PersonalGoalNumber


class LeftoversReturned(Struct, frozen=True, tag_field="event", tag=snake):
    """The tiles left in the living room went back into the bag."""


class BoardFilled(Struct, frozen=True, tag_field="event", tag=snake):
    """Tiles from the bag were put on empty cells."""

    tiles: tuple[tuple[Cell, Tile], ...]


class TilesTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat took the tiles on these cells and dropped them, the first one lowest."""

    seat: Seat
    cells: tuple[Cell, ...]
    column: int


class TokenTaken(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat met a common goal and took its top token."""

    seat: Seat
    goal: CommonGoalNumber
    points: int


class ShelfFilled(Struct, frozen=True, tag_field="event", tag=snake):
    """A seat was the first to fill its shelf: it holds the end token, and the last round begins."""

    seat: Seat


class GameEnded(Struct, frozen=True, tag_field="event", tag=snake):
    """The game is over, and all personal goals, by seat, are shown."""

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
    """Everything on the table."""

    seats: int = 0
    edition: Edition = Edition.ITALIAN
    """What was named when the table was opened; what is played is in `rules`."""
    rules: RuleSet = EDITIONS[Edition.ITALIAN]
    first: Seat = Seat(0)
    turn: Seat = Seat(0)
    turns: int = 0
    """How many turns are over, skipped ones included."""
    board: Board = {}
    bag: tuple[Tile, ...] = TILES
    """The tiles not drawn yet, sorted by number, so that their order reveals nothing."""
    shelves: tuple[Shelf, ...] = ()
    goals: Mapping[Seat, int] = {}
    """The personal goal of each seat, as far as this state knows."""
    claims: Mapping[int, tuple[Seat, ...]] = {}
    """The common goals in play, each with the seats that met it, in that order."""
    finisher: Seat | None = None
    """The seat that holds the end token; once there is one, the last round has begun."""
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """The seats in `away` whose players resigned: they do not win."""
    outcome: Outcome | None = None


BLANK = State()


def last_seat(state: State) -> Seat:
    """The seat just before the first one, which ends every round."""
    return Seat((state.first - 1) % state.seats)


def next_seat(state: State) -> Seat:
    """The seat that follows the one whose turn it is."""
    return Seat((state.turn + 1) % state.seats)


def tokens_left(state: State, goal: int) -> tuple[int, ...]:
    """The tokens on a common goal card, the next one to be taken first."""
    return TOKENS[state.seats][len(state.claims[goal]) :]
