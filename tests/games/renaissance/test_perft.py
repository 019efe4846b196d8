"""The number of offered moves, and a second implementation of the complex ones."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Seat, play_move, renaissance, replay
from ludoteca.games.renaissance import BuyCard, Move, Options, Phase, Produce, ReturnLeader, State
from tests.conftest import PROVING, no_coverage
from tests.games.random_play import accepted
from tests.games.renaissance import naive
from tests.games.renaissance.first_seat import FirstSeat
from tests.games.renaissance.laid import board, table
from tests.games.renaissance.random_games import Game, games

pytestmark = no_coverage

# For each number of seats, a seed and the number of sequences of one, two … moves.
FROM_THE_DEAL = {
    1: (4, 12, 108, 720, 3_396, 11_496, 39_588),
    2: (4, 12, 48, 144, 1_728, 15_552, 117_504),
    3: (4, 12, 48, 144, 1_728, 6_912, 20_736),
    4: (4, 12, 48, 144, 1_728, 6_912, 20_736),
}
FROM_THE_DEAL_IF_THE_LAST_SEAT_IS_FIRST = {
    2: (4, 12, 144, 576, 1_728, 15_552, 117_504),
    3: (4, 12, 144, 576, 1_728, 20_736, 82_944),
    4: (4, 12, 144, 576, 1_728, 20_736, 82_944),
}
FROM_THE_FIRST_TURN = {
    1: (9, 60, 283, 958, 3_299, 14_458, 64_253),
    2: (9, 68, 391, 1_804, 5_868, 19_863, 76_013),
    3: (9, 64, 270, 883, 3_001, 13_346, 58_712),
    4: (9, 64, 308, 1_051, 3_589, 14_714, 65_252),
}
LATE_IN_A_GAME = {
    1: (127, 740, 8_111, 92_600),
    2: (51, 247, 5_598, 52_978),
    3: (50, 75, 5_491, 31_693),
    4: (27, 134, 2_574, 23_334),
}
# Late in the last round of four, with the last seat to act, by the seat that plays first.
LATE_IN_THE_LAST_ROUND = {
    0: (27, 134, 322, 424),
    1: (27, 134, 2_574, 23_334),
}
# The last counts of each row are for the long run.
SHORT = {len(FROM_THE_DEAL[1]): 5, len(LATE_IN_A_GAME[1]): 3}
LATE_BOARDS = (
    board("1 coin | 2 stone | 2 servant", box="1 coin + 1 shield", slots="5 | 4 20 | -", hand="61"),
    board(
        "1 shield | - | 3 coin | 1 stone", box="3 coin", slots="3 | 2 | -", played="53", hand="50"
    ),
    board("- | 1 servant | 1 shield", box="2 stone", slots="1 17 | 7 | 6", played="58 51"),
    board("1 stone | 1 coin | -", box="4 servant", slots="12 | - | -", hand="49 52", faith=1),
)


def perft(state: State, depth: int) -> int:
    movers = renaissance.seats_to_move(state)
    if not movers:
        return 0
    seat = min(movers)
    moves = renaissance.legal_moves(state, seat)
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(perft(moved(state, seat, move), depth - 1) for move in moves)


def moved(state: State, seat: Seat, move: Move) -> State:
    after: State
    after, _ = accepted(play_move(renaissance, state, seat, move, Dice(0)))
    return after


def dealt(seats: int, first: int = 0) -> State:
    events = accepted(renaissance.setup(seats, Options(), FirstSeat(seats, first)))
    state: State = replay(renaissance, events)
    return state


def first_turn(seats: int, first: int = 0) -> State:
    """Return the table once all seats have taken the first choice on offer."""
    state = dealt(seats, first)
    while state.phase is Phase.SETUP:
        seat = min(renaissance.seats_to_move(state))
        state = moved(state, seat, next(renaissance.legal_moves(state, seat)))
    return state


def late(seats: int) -> State:
    """Return a table in the middle of a game, with the last seat to move."""
    return table(*LATE_BOARDS[:seats], turn=Seat(seats - 1), tops=[8, 21, 30])


def counts(numbers: Mapping[int, tuple[int, ...]]) -> list[tuple[int, int, int]]:
    """Yield seats, depth and count of every number that this run has time to check."""
    longest = max(map(len, numbers.values()))
    depths = longest if PROVING else SHORT[longest]
    return [
        (seats, depth, count)
        for seats, row in numbers.items()
        for depth, count in enumerate(row[:depths], start=1)
    ]


@pytest.mark.parametrize(("seats", "depth", "count"), counts(FROM_THE_DEAL))
def test_the_number_of_ways_from_the_deal(seats: int, depth: int, count: int) -> None:
    assert perft(dealt(seats), depth) == count


@pytest.mark.parametrize(("seats", "depth", "count"), counts(FROM_THE_FIRST_TURN))
def test_the_number_of_ways_from_the_first_turn(seats: int, depth: int, count: int) -> None:
    assert perft(first_turn(seats), depth) == count
    assert perft(first_turn(seats, seats - 1), depth) == count  # whoever plays first


@pytest.mark.parametrize(
    ("seats", "depth", "count"), counts(FROM_THE_DEAL_IF_THE_LAST_SEAT_IS_FIRST)
)
def test_the_number_of_ways_from_the_deal_if_the_last_seat_is_first(
    seats: int, depth: int, count: int
) -> None:
    assert perft(dealt(seats, seats - 1), depth) == count


@pytest.mark.parametrize(("seats", "depth", "count"), counts(LATE_IN_A_GAME))
def test_the_number_of_ways_late_in_a_game(seats: int, depth: int, count: int) -> None:
    assert perft(late(seats), depth) == count


@pytest.mark.parametrize(("first", "depth", "count"), counts(LATE_IN_THE_LAST_ROUND))
def test_the_number_of_ways_late_in_the_last_round(first: int, depth: int, count: int) -> None:
    assert perft(replace(late(4), first=Seat(first), last_round=True), depth) == count


# Two bonus resources: any in any depot, then one that goes with it. In the largest or the middle
# depot the second may be equal or one of three others in two depots, in the smallest it may not.
def test_the_number_of_ways_to_take_two_resources() -> None:
    state = dealt(4)
    for leader in state.boards[3].hand[:2]:
        state = moved(state, Seat(3), ReturnLeader(leader))
    ways = sum(
        sum(1 for _ in renaissance.legal_moves(moved(state, Seat(3), first), Seat(3)))
        for first in renaissance.legal_moves(state, Seat(3))
    )
    assert ways == 4 * (6 + 7 + 7)


# Boards where it matters what is paid from where, and what is made of it.
BOARDS = {
    "empty": board(),
    "poor": board("1 coin | 2 stone | -"),
    "the example of section 9": board(
        "1 stone | 2 servant | -", box="1 coin + 2 shield", slots="9 | 3 17 | -", played="64"
    ),
    "leader depots": board(
        "1 coin | 1 stone | 1 servant | 2 stone | 1 servant",
        box="1 coin + 1 stone",
        slots="5 | 6 | -",
        played="53 54",
    ),
    "discounts": board(
        "1 shield | 2 coin | 3 servant", box="1 coin + 2 stone", slots="7 | - | 2", played="52 51"
    ),
    "covered cards": board("- | 2 stone | 1 coin", box="3 servant", slots="1 21 34 | 4 20 | 8"),
    "the same by two ways": board(box="1 coin + 1 stone + 1 servant", slots="5 | 7 | -"),
    "two productions": board(
        "1 shield | - | 2 stone", box="1 stone", slots="2 | - | -", played="61 63"
    ),
    "five powers": board("1 shield | 2 coin | -", slots="8 | 6 18 | 3", played="61 64"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_purchases_have_the_effects_a_naive_search_finds(name: str) -> None:
    state = table(BOARDS[name], board(), tops=[1, 7, 10, 16, 22, 23, 24, 29, 33])
    offered = [
        move for move in renaissance.legal_moves(state, Seat(0)) if isinstance(move, BuyCard)
    ]
    found = list(naive.purchases(state, Seat(0)))
    effects = [purchase_of(state, move) for move in offered]
    assert set(effects) == {effect for _, effect in found}
    assert len(set(effects)) == len(effects)
    for move, effect in found:
        assert purchase_of(state, move) == effect
        assert renaissance.canonical(state, Seat(0), move) in offered


@pytest.mark.parametrize("name", BOARDS)
def test_productions_have_the_effects_a_naive_search_finds(name: str) -> None:
    state = table(BOARDS[name], board())
    offered = [
        move for move in renaissance.legal_moves(state, Seat(0)) if isinstance(move, Produce)
    ]
    found = list(naive.productions(state, Seat(0)))
    assert {production_of(state, move) for move in offered} == {effect for _, effect in found}
    for move, effect in found:
        assert production_of(state, move) == effect
        assert renaissance.canonical(state, Seat(0), move) in offered


def purchase_of(state: State, move: BuyCard) -> naive.Purchase:
    """Return the effect of a purchase from the supply before and after."""
    then = moved(state, Seat(0), move)
    paid = state.boards[0].supply().minus(then.boards[0].supply())
    grown = [slot for slot in range(3) if then.boards[0].slots[slot] != state.boards[0].slots[slot]]
    return naive.Purchase(then.boards[0].slots[grown[0]][-1], grown[0], tuple(paid))


def production_of(state: State, move: Produce) -> naive.Production:
    """Return the effect of productions from the strongbox, the supply and the track."""
    before, then = state.boards[0], moved(state, Seat(0), move).boards[0]
    assert move.payment is not None
    made = then.strongbox.minus(before.strongbox.minus(move.payment.strongbox))
    paid = before.supply().plus(made).minus(then.supply())
    return naive.Production(tuple(paid), tuple(made), then.faith - before.faith)


@given(games(), st.data())
def test_a_naive_search_agrees_in_random_games(game: Game, data: st.DataObject) -> None:
    acting = [s for s in game.states() if s.phase is Phase.ACTING]
    state = data.draw(st.sampled_from([s for s in acting if s.board.supply().total() < 7]))
    offered = list(renaissance.legal_moves(state, state.turn))
    bought = {(m.card, m.slot) for m in offered if isinstance(m, BuyCard)}
    found = naive.purchases(state, state.turn)
    assert bought == {(effect.card, effect.slot) for _, effect in found}
    for move, _ in naive.productions(state, state.turn):
        assert renaissance.canonical(state, state.turn, move) in offered
