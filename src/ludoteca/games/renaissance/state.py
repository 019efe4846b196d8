"""The state of a table of Masters of Renaissance."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Outcome, Seat
from ludoteca.games.renaissance.board import FACE_DOWN, LAST_SPACE, Board
from ludoteca.games.renaissance.cards import CARDS, DECKS, Colour, deck_of
from ludoteca.games.renaissance.resources import NOTHING, Goods, Market
from ludoteca.games.seating import playing_order

CARDS_TO_END = 7


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options for opening a table; there are none yet."""


class Phase(StrEnum):
    """The phase of a turn."""

    SETUP = "setup"
    ACTING = "acting"
    PLACING = "placing"
    ACTED = "acted"


class State(Struct, frozen=True):
    """The complete state of a table."""

    seats: int = 0
    first: Seat = Seat(0)
    """The seat that begins every round."""
    boards: tuple[Board, ...] = ()
    market: Market = Market()
    decks: tuple[tuple[int, ...], ...] = ((),) * len(DECKS)
    """The decks of the grid, each from the top down; face-down cards are 0."""
    tokens: tuple[int, ...] = ()
    """Lorenzo's remaining tokens, the next one first; empty if there are several players."""
    cross: int = 0
    """Space of Lorenzo's black cross."""
    phase: Phase = Phase.SETUP
    turn: Seat = Seat(0)
    turns: int = 0
    """Turns completed, including skipped ones."""
    taken: Goods = NOTHING
    """Resources from the market still to be placed."""
    whites: int = 0
    """White marbles still to be converted."""
    reports: int = 0
    """Number of faith track sections scored."""
    last_round: bool = False
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """Seats in `away` whose players resigned; they cannot win."""
    outcome: Outcome | None = None

    @property
    def solo(self) -> bool:
        """Whether a single player plays against Lorenzo."""
        return self.seats == 1

    @property
    def board(self) -> Board:
        """The board of the seat to move."""
        return self.boards[self.turn]


BLANK = State()


def last_seat(state: State) -> Seat:
    """Return the seat that ends every round."""
    return playing_order(state.first, state.seats)[-1]


def with_board(state: State, seat: Seat, board: Board) -> State:
    boards = list(state.boards)
    boards[seat] = board
    return replace(state, boards=tuple(boards))


def is_ready(board: Board) -> bool:
    """Return whether a seat has made all its choices before the first turn."""
    return len(board.hand) <= 2 and not board.bonus


def turn_begins(state: State, seat: Seat) -> bool:
    """Return whether `seat` is to move and its main action is still due."""
    return state.phase == Phase.ACTING and seat in seats_to_move(state)


def seats_to_move(state: State) -> frozenset[Seat]:
    """Return all seats with open choices during set-up, and later the seat whose turn it is."""
    if state.outcome or not state.seats:
        return frozenset()
    if state.phase == Phase.SETUP:
        return frozenset(Seat(i) for i, board in enumerate(state.boards) if not is_ready(board))
    return frozenset({state.turn})


def on_offer(state: State, number: int) -> bool:
    """Return whether this card is on top of its deck."""
    return number in CARDS and state.decks[deck_of(CARDS[number])][:1] == (number,)


def beneath(state: State, number: int) -> int:
    """Return the card beneath this top card, or 0 if there is none."""
    deck = state.decks[deck_of(CARDS[number])]
    return deck[1] if len(deck) > 1 else FACE_DOWN


def lowest_deck(state: State, colour: Colour) -> int | None:
    """Return the lowest-level deck of this colour that still has cards."""
    decks = (place for place, (c, _) in enumerate(DECKS) if c == colour and state.decks[place])
    return next(decks, None)


def triggers_end(board: Board) -> bool:
    """Return whether a board has seven cards or has reached the last faith space."""
    return len(board.cards()) >= CARDS_TO_END or board.faith == LAST_SPACE
