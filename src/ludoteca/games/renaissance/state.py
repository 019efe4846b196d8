"""Everything on a table of Masters of Renaissance."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Outcome, Seat
from ludoteca.games.renaissance.board import FACE_DOWN, LAST_SPACE, Board
from ludoteca.games.renaissance.cards import CARDS, DECKS, Colour, deck_of
from ludoteca.games.renaissance.market import Market
from ludoteca.games.renaissance.resources import NOTHING, Goods
from ludoteca.games.seating import playing_order

CARDS_TO_END = 7


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be chosen when a table is opened: nothing so far."""


class Phase(StrEnum):
    """What is expected at the table."""

    SETUP = "setup"
    ACTING = "acting"
    PLACING = "placing"
    ACTED = "acted"


class State(Struct, frozen=True):
    """Everything on the table."""

    seats: int = 0
    first: Seat = Seat(0)
    """The seat that begins every round."""
    boards: tuple[Board, ...] = ()
    market: Market = Market()
    decks: tuple[tuple[int, ...], ...] = ((),) * len(DECKS)
    """The decks of the grid, each from its top card down, cards face down as 0."""
    tokens: tuple[int, ...] = ()
    """Lorenzo's tokens still to be drawn, the next one first; none if there are more players."""
    cross: int = 0
    """Where Lorenzo's black cross stands."""
    phase: Phase = Phase.SETUP
    turn: Seat = Seat(0)
    turns: int = 0
    """How many turns have passed on, skipped ones included."""
    taken: Goods = NOTHING
    """Resources from the market that wait to be placed."""
    whites: int = 0
    """White marbles whose resource is still to be named."""
    reports: int = 0
    """How many sections of the faith track have been reported."""
    last_round: bool = False
    away: frozenset[Seat] = frozenset()
    resigned: frozenset[Seat] = frozenset()
    """The seats in `away` whose players resigned: they do not win."""
    outcome: Outcome | None = None

    @property
    def solo(self) -> bool:
        """Whether the one player plays against Lorenzo."""
        return self.seats == 1

    @property
    def board(self) -> Board:
        """The board of the seat whose turn it is."""
        return self.boards[self.turn]


BLANK = State()


def last_seat(state: State) -> Seat:
    """The seat just before the first one, which ends every round."""
    return playing_order(state.first, state.seats)[-1]


def with_board(state: State, seat: Seat, board: Board) -> State:
    """The state with another board for a seat."""
    boards = list(state.boards)
    boards[seat] = board
    return replace(state, boards=tuple(boards))


def is_ready(board: Board) -> bool:
    """Whether a seat has made all its choices before the first turn."""
    return len(board.hand) <= 2 and not board.bonus


def turn_begins(state: State, seat: Seat) -> bool:
    """Whether it is the turn of `seat`, and its action is still to come."""
    return state.phase == Phase.ACTING and seat in seats_to_move(state)


def seats_to_move(state: State) -> frozenset[Seat]:
    """During set-up all seats that have choices left, then the seat whose turn it is."""
    if state.outcome or not state.seats:
        return frozenset()
    if state.phase == Phase.SETUP:
        return frozenset(Seat(i) for i, board in enumerate(state.boards) if not is_ready(board))
    return frozenset({state.turn})


def on_offer(state: State, number: int) -> bool:
    """Whether this card lies on top of its deck."""
    return number in CARDS and state.decks[deck_of(CARDS[number])][:1] == (number,)


def beneath(state: State, number: int) -> int:
    """The card under this one, which is on top of its deck; 0 if it is the last."""
    deck = state.decks[deck_of(CARDS[number])]
    return deck[1] if len(deck) > 1 else FACE_DOWN


def lowest_deck(state: State, colour: Colour) -> int | None:
    """The deck of the lowest level of this colour that still has cards."""
    decks = (place for place, (c, _) in enumerate(DECKS) if c == colour and state.decks[place])
    return next(decks, None)


def triggers_end(board: Board) -> bool:
    """Whether a board ends the game: by seven cards, or by the last space of the track."""
    return len(board.cards()) >= CARDS_TO_END or board.faith == LAST_SPACE
