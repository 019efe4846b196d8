"""Setting up the table, and the choices before the first turn. Section 4 of the rules."""

from collections import Counter
from functools import reduce

import pytest
from msgspec.structs import replace

from ludoteca.games import Chance, Dice, Refusal, Seat, renaissance
from ludoteca.games.renaissance import (
    CARDS,
    DECKS,
    LEADERS,
    DiscardLeader,
    EndTurn,
    Move,
    Options,
    Phase,
    PlayLeader,
    Reason,
    Resource,
    ReturnLeader,
    State,
)
from ludoteca.games.renaissance.cards import TOKENS
from ludoteca.games.renaissance.events import BonusTaken, GameBegan, LeaderReturned
from ludoteca.games.renaissance.resources import MARBLES
from tests.games.random_play import accepted
from tests.games.renaissance.first_seat import FirstSeat
from tests.games.renaissance.laid import (
    after,
    answer,
    bonus,
    dealt,
    depots,
    faith,
    played,
    row,
    shift,
    swap,
    to_move,
)


def laid(seats: int, chance: Chance) -> State:
    events = accepted(renaissance.setup(seats, Options(), chance))
    return reduce(renaissance.apply, events, renaissance.BLANK)


def chosen(seats: int) -> State:
    """Return a table where all leaders were returned and only bonuses are still to be chosen."""
    state = dealt(seats)
    for seat, board in enumerate(state.boards):
        state = after(state, *map(ReturnLeader, board.hand[:2]), seat=seat)
    return state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_table_is_laid_with_everything_in_its_place(seats: int) -> None:
    state = laid(seats, Dice(0))
    rows = state.market.rows
    assert [len(marbles) for marbles in rows] == [4, 4, 4]
    assert Counter([*sum(rows, ()), state.market.slide]) == Counter(MARBLES)
    for (colour, level), deck in zip(DECKS, state.decks, strict=True):
        assert len(set(deck)) == 4
        assert {(CARDS[n].colour, CARDS[n].level) for n in deck} == {(colour, level)}
    hands = [board.hand for board in state.boards]
    assert [len(hand) for hand in hands] == [4] * seats
    assert len(set(sum(hands, ()))) == 4 * seats
    assert sorted(state.tokens) == ([1, 2, 3, 4, 5, 6, 7] if seats == 1 else [])
    assert state.cross == 0


# The table of step 5, by the playing order: round the table from the first player on.
@pytest.mark.parametrize(
    ("seats", "first", "resources", "steps"),
    [
        (1, 0, [0], [0]),
        (2, 0, [0, 1], [0, 0]),
        (2, 1, [1, 0], [0, 0]),
        (3, 0, [0, 1, 1], [0, 0, 1]),
        (3, 1, [1, 0, 1], [1, 0, 0]),
        (3, 2, [1, 1, 0], [0, 1, 0]),
        (4, 0, [0, 1, 1, 2], [0, 0, 1, 1]),
        (4, 1, [2, 0, 1, 1], [1, 0, 0, 1]),
        (4, 2, [1, 2, 0, 1], [1, 1, 0, 0]),
        (4, 3, [1, 1, 2, 0], [0, 1, 1, 0]),
    ],
)
def test_the_starting_bonus_by_playing_order(
    seats: int, first: int, resources: list[int], steps: list[int]
) -> None:
    state = laid(seats, FirstSeat(0, first))
    assert (state.first, state.turn) == (first, first)
    assert [board.bonus for board in state.boards] == resources
    assert faith(state) == steps
    assert all(depots(state, seat) == "- | - | -" for seat in range(seats))


# Step 3: "Choose the playing order at random."
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_may_be_drawn_to_play_first(seats: int) -> None:
    firsts = Counter(laid(seats, Dice(seed)).first for seed in range(60 * seats))
    assert set(firsts) == set(range(seats))
    assert min(firsts.values()) > 30


def test_same_seed_deals_the_same_cards_for_any_first_player() -> None:
    one, other = (laid(4, FirstSeat(7, first)) for first in (0, 2))
    assert (one.market, one.decks) == (other.market, other.decks)
    assert [board.hand for board in one.boards] == [board.hand for board in other.boards]


def test_solo_game_draws_no_first_player() -> None:
    chance, dealing = Dice(3), Dice(3)
    laid(1, chance)
    for _ in range(len(MARBLES) + len(CARDS) + len(LEADERS) + len(TOKENS)):
        dealing.below(2)
    assert chance.state == dealing.state


@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_a_table_is_for_one_to_four(seats: int) -> None:
    refusal = renaissance.setup(seats, Options(), Dice(0))
    assert isinstance(refusal, Refusal)
    assert refusal.code == Reason.BAD_SEATS


def test_every_order_of_things_can_be_dealt() -> None:
    states = [laid(1, Dice(seed)) for seed in range(100)]
    assert {state.market.slide for state in states} == set(MARBLES)
    assert {state.decks[0][0] for state in states} == {1, 5, 9, 13}
    assert {state.boards[0].hand[0] for state in states} == set(range(49, 65))
    assert {state.tokens[0] for state in states} == set(range(1, 8))


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_first_player_begins_and_play_follows_seat_order(first: int) -> None:
    state = dealt(4, first)
    for seat in range(4):
        state = reduce(
            renaissance.apply, accepted(renaissance.skip(state, Seat(seat), Dice(0))), state
        )
    turns = []
    for _ in range(5):
        turns.append(int(state.turn))
        state = after(replace(state, phase=Phase.ACTED), EndTurn())
    assert turns == [(first + turn) % 4 for turn in range(5)]


def test_everybody_chooses_at_the_same_time_and_seat_1_begins_when_all_are_ready() -> None:
    state = dealt(3)
    assert to_move(state) == [0, 1, 2]
    state = after(state, ReturnLeader(57), ReturnLeader(60), bonus("coin", 1), seat=2)
    assert to_move(state) == [0, 1]
    state = after(state, ReturnLeader(50), ReturnLeader(49), seat=0)
    state = after(state, ReturnLeader(53), ReturnLeader(54), seat=1)
    assert to_move(state) == [1]
    assert played(state, bonus("shield", 3), seat=1) == [
        BonusTaken(Seat(1), Resource.SHIELD, 2),
        GameBegan(),
    ]
    state = after(state, bonus("shield", 3), seat=1)
    assert (to_move(state), state.phase) == ([0], Phase.ACTING)
    assert [board.hand for board in state.boards] == [(51, 52), (55, 56), (58, 59)]
    assert [depots(state, seat) for seat in range(3)] == [
        "- | - | -",
        "- | - | 1 shield",
        "1 coin | - | -",
    ]


def test_alone_the_first_turn_begins_after_two_leaders_were_given_back() -> None:
    state = after(dealt(1), ReturnLeader(52))
    assert state.phase is Phase.SETUP
    assert played(state, ReturnLeader(49)) == [LeaderReturned(Seat(0), 49), GameBegan()]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (ReturnLeader(61), "done"),
        (ReturnLeader(49), Reason.NOT_IN_HAND),  # a leader of seat 0
        (ReturnLeader(0), Reason.NOT_IN_HAND),
        (bonus("coin", 3), Reason.LEADERS_FIRST),  # "leaders comes before … bonus resources"
        (PlayLeader(61), Reason.STILL_SETTING_UP),
        (DiscardLeader(61), Reason.STILL_SETTING_UP),
        (row(1), Reason.STILL_SETTING_UP),
        (shift(1, 1, 2), Reason.STILL_SETTING_UP),
        (swap(1, 2), Reason.STILL_SETTING_UP),
        (EndTurn(), Reason.STILL_SETTING_UP),
    ],
)
def test_leaders_are_chosen_first(move: Move, expected: str) -> None:
    assert answer(dealt(4), move, seat=3) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([bonus("coin", 1)], "done"),
        ([bonus("coin", 3)], "done"),
        ([bonus("coin", 3), bonus("coin", 3)], "done"),
        ([bonus("coin", 2), bonus("coin", 2)], "done"),
        ([bonus("coin", 1), bonus("coin", 1)], Reason.DEPOT_FULL),  # two equal ones in one slot
        ([bonus("coin", 1), bonus("coin", 2)], Reason.IN_ANOTHER_DEPOT),  # split over two depots
        ([bonus("coin", 3), bonus("stone", 3)], Reason.OTHER_RESOURCE_THERE),
        ([bonus("coin", 3), bonus("stone", 1)], "done"),  # equal or different
        ([bonus("coin", 4)], Reason.NO_SUCH_DEPOT),
        ([bonus("coin", 0)], Reason.NO_SUCH_DEPOT),
        ([bonus("coin", 3), ReturnLeader(63)], Reason.LEADERS_CHOSEN),
        ([bonus("coin", 3), shift(1, 3, 1)], Reason.STILL_SETTING_UP),
    ],
)
def test_the_bonus_of_seat_4_obeys_the_depot_rules(moves: list[Move], expected: str) -> None:
    state = after(chosen(4), *moves[:-1], seat=3)
    assert answer(state, moves[-1], seat=3) == expected


# "They must be taken": with a bonus left, the game does not begin.
def test_the_bonus_cannot_be_left_out() -> None:
    state = after(chosen(2), seat=1)
    assert (state.phase, to_move(state)) == (Phase.SETUP, [1])
    assert answer(state, EndTurn(), seat=1) == Reason.STILL_SETTING_UP


def test_a_seat_that_is_ready_waits_for_the_others() -> None:
    state = after(dealt(2), ReturnLeader(49), ReturnLeader(50), seat=0)
    for move in (ReturnLeader(51), bonus("coin", 1), row(1)):
        assert answer(state, move, seat=0) == Reason.STILL_SETTING_UP


def test_after_the_set_up_nothing_of_it_can_be_done() -> None:
    state = after(dealt(1), ReturnLeader(49), ReturnLeader(50))
    assert answer(state, ReturnLeader(51)) == Reason.SETUP_IS_OVER
    assert answer(state, bonus("coin", 1)) == Reason.SETUP_IS_OVER
