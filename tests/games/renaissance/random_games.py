"""Random games of Masters of Renaissance with all their events, move by move.

The players choose the best of a few random moves, so that their games reach every situation. They
also rearrange depots and pay in different ways.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Chance, Dice, Refusal, Seat, play_move, renaissance, replay
from ludoteca.games.renaissance import (
    CARDS,
    Board,
    BuyCard,
    DiscardLeader,
    DiscardResource,
    Event,
    Goods,
    Move,
    MoveResources,
    Options,
    Payment,
    Phase,
    PlayLeader,
    Produce,
    State,
    SwapDepots,
    TakeMarbles,
)
from ludoteca.games.renaissance.resources import GIVES
from tests.conftest import many
from tests.games.random_play import accepted

SAMPLES = 5


class Turned(NamedTuple):
    """A played move and its events."""

    before: State
    seat: Seat
    move: Move
    events: list[Event]
    after: State


class Game(NamedTuple):
    """A played game."""

    seats: int
    seed: int
    opening: list[Event]
    moves: list[Turned]

    def __repr__(self) -> str:
        return f"play_out({self.seats}, {self.seed})"

    def states(self) -> list[State]:
        """Return every state in which a seat could move."""
        return [turned.before for turned in self.moves]

    def events(self) -> list[Event]:
        return self.opening + [event for turned in self.moves for event in turned.events]

    def told(self) -> Iterator[tuple[State, Event, State]]:
        """Return every event, with the state before and after it."""
        state = renaissance.BLANK
        for event in self.events():
            then = renaissance.apply(state, event)
            yield state, event, then
            state = then

    def end(self) -> State:
        return self.moves[-1].after


@cache
def play_out(seats: int, seed: int) -> Game:
    """Play a random game to its end; the table's randomness is exactly `Dice(seed)`."""
    dice, whim = Dice(seed), Dice(~seed)
    opening = accepted(renaissance.setup(seats, Options(), dice))
    state = replay(renaissance, opening)
    moves = []
    while movers := renaissance.seats_to_move(state):
        seat = sorted(movers)[whim.below(len(movers))]
        move = choose(state, seat, whim)
        then, events = accepted(play_move(renaissance, state, seat, move, dice))
        moves.append(Turned(state, seat, move, events, then))
        state = then
    return Game(seats, seed, opening, moves)


def games() -> st.SearchStrategy[Game]:
    """Return games at tables of every size, few enough to be shared by all laws."""
    return st.builds(play_out, st.sampled_from(renaissance.SEATS), st.integers(1, many(200, 40)))


def choose(state: State, seat: Seat, whim: Chance) -> Move:
    """Choose a random player's move: sometimes rearrange, otherwise the best of a few samples."""
    board = state.boards[seat]
    if state.phase is not Phase.SETUP and whim.below(5) == 0:
        move = rearrangement(board, whim)
        if not isinstance(renaissance.play(state, seat, move, whim), Refusal):
            return move
    samples = [renaissance.sample(state, seat, whim) for _ in range(SAMPLES)]
    moves = [move for move in samples if not isinstance(move, Refusal)]
    best = max(moves, key=lambda move: worth(state, board, move))
    return otherwise(board, best, whim) if whim.below(2) else best


def worth(state: State, board: Board, move: Move) -> int:
    """Return a random player's preference for a move."""
    match move:
        case PlayLeader():
            return 99
        case BuyCard(card):
            return 20 + CARDS[card].points
        case Produce(slots=slots, leaders=leaders):
            return 2 + len(slots) + 3 * len(leaders)
        case TakeMarbles(way, index):
            marbles = [GIVES[m] for m in state.market.line(way, index) if m in GIVES]
            room = [r for r in marbles if any(not board.why_not_store(r, d) for d in range(3))]
            return 2 * len(room) - len(marbles)
        case DiscardResource() | DiscardLeader():
            return -1
        case _:
            return 0


def rearrangement(board: Board, whim: Chance) -> Move:
    """Return a random rearrangement of the depots, legal or not."""
    one, other = whim.below(len(board.depots)), whim.below(len(board.depots))
    if whim.below(2):
        return SwapDepots(one, other)
    return MoveResources(one, other, 1 + whim.below(3))


def otherwise(board: Board, move: Move, whim: Chance) -> Move:
    """Return the same move paid from other places, with its free choices in another order."""
    if not isinstance(move, BuyCard | Produce) or move.payment is None:
        return move
    ways = list(payments(board, board.value(move.payment)))
    move = replace(move, payment=ways[whim.below(len(ways))])
    if isinstance(move, BuyCard):
        return move
    basic, leaders = move.basic, move.leaders[::-1]
    if basic and leaders:
        made, swapped = basic.makes, leaders[0].makes
        leaders = (replace(leaders[0], makes=made), *leaders[1:])
        basic = replace(basic, pays=basic.pays[::-1], makes=swapped)
    return replace(move, slots=move.slots[::-1], basic=basic, leaders=leaders)


def payments(board: Board, price: Goods) -> Iterator[Payment]:
    """Return every way to pay a price, found by brute force."""
    for depots in product(*(range(depot.count + 1) for depot in board.depots)):
        box = price.minus(board.value(Payment(depots)))
        if min(box) >= 0 and board.strongbox.covers(box):
            yield Payment(depots, box)
