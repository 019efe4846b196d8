"""Depots, leader depots and slots for cards. Section 5 of the rules."""

from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.games.renaissance import CARDS, Goods, Move, Phase, PlaceResource, Reason
from ludoteca.games.renaissance.events import DepotsSwapped, ResourcesMoved
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    buy,
    depots,
    discard,
    pay,
    place,
    played,
    row,
    shift,
    swap,
    table,
)

# Section 5.4, the example.
EXAMPLE = "1 coin | 2 stone | 2 servant"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (swap(2, 3), "1 coin | 2 servant | 2 stone"),
        (swap(3, 2), "1 coin | 2 servant | 2 stone"),
        (swap(1, 2), Reason.DOES_NOT_FIT),  # two stones do not fit one slot
        (swap(1, 3), Reason.DOES_NOT_FIT),
        (swap(1, 1), Reason.NOTHING_TO_MOVE),
        (swap(1, 4), Reason.NO_SUCH_DEPOT),
        (swap(0, 1), Reason.NO_SUCH_DEPOT),
        (shift(1, 2, 3), Reason.OTHER_RESOURCE_THERE),  # types would mix
        (shift(1, 1, 1), Reason.NOTHING_TO_MOVE),
        (shift(2, 1, 3), Reason.NOTHING_TO_MOVE),  # there is only one coin
        (shift(0, 1, 3), Reason.NOTHING_TO_MOVE),
        (shift(-1, 1, 3), Reason.NOTHING_TO_MOVE),
        (shift(1, 1, 4), Reason.NO_SUCH_DEPOT),
        (shift(1, 4, 1), Reason.NO_SUCH_DEPOT),
        (shift(1, 0, 1), Reason.NO_SUCH_DEPOT),
    ],
)
def test_only_moves_that_fit_rearrange_depots(move: Move, expected: str) -> None:
    state = table(board(EXAMPLE))
    verdict = answer(state, move)
    assert (depots(after(state, move)) if verdict == "done" else verdict) == expected


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("1 coin | - | -", shift(1, 1, 3), "- | - | 1 coin"),
        ("1 coin | - | -", swap(1, 3), "- | - | 1 coin"),
        ("- | 2 coin | -", shift(2, 2, 3), "- | - | 2 coin"),
        ("- | 2 coin | -", shift(1, 2, 3), Reason.IN_ANOTHER_DEPOT),  # rule 3: not in two depots
        ("- | 2 coin | -", shift(2, 2, 1), Reason.DEPOT_FULL),  # rule 1: not more than slots
        ("- | - | 3 coin", shift(3, 3, 2), Reason.DEPOT_FULL),
        ("- | 1 coin | -", shift(1, 2, 1), "1 coin | - | -"),
        ("- | - | -", shift(1, 1, 2), Reason.NOTHING_TO_MOVE),
        ("1 coin | - | 3 stone", swap(2, 3), Reason.DOES_NOT_FIT),
        ("1 coin | 1 stone | -", swap(1, 2), "1 stone | 1 coin | -"),
    ],
)
def test_rearranging_with_free_depots(before: str, move: Move, expected: str) -> None:
    state = table(board(before))
    verdict = answer(state, move)
    assert (depots(after(state, move)) if verdict == "done" else verdict) == expected


# Section 5.4, the end of the example; ruling R9: both ways, if the target accepts the resource.
@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        (f"{EXAMPLE} | -", shift(2, 3, 4), "1 coin | 2 stone | - | 2 servant"),
        (f"{EXAMPLE} | -", shift(1, 3, 4), "1 coin | 2 stone | 1 servant | 1 servant"),
        ("1 coin | 2 stone | - | 2 servant", shift(2, 2, 3), "1 coin | - | 2 stone | 2 servant"),
        ("1 coin | 2 stone | - | 2 servant", shift(2, 4, 3), EXAMPLE + " | -"),
        ("1 coin | 2 stone | 3 servant | -", shift(3, 3, 4), Reason.DEPOT_FULL),
        ("- | - | 3 servant | 1 servant", shift(1, 4, 2), Reason.IN_ANOTHER_DEPOT),
        ("- | - | 3 servant | 1 servant", shift(1, 4, 3), Reason.DEPOT_FULL),
        ("- | - | 1 servant | 2 servant", shift(2, 4, 3), "- | - | 3 servant | -"),
        ("1 coin | - | - | -", shift(1, 1, 4), Reason.OTHER_RESOURCE_THERE),  # only its resource
        ("1 servant | - | - | -", swap(1, 4), Reason.NO_SUCH_DEPOT),  # basic depots only
    ],
)
def test_rearranging_with_a_servant_depot(before: str, move: Move, expected: str) -> None:
    state = table(board(before, played="54"))
    verdict = answer(state, move)
    assert (depots(after(state, move)) if verdict == "done" else verdict) == expected


# Section 5.2: two more stones on the leader, and the leader depot starts empty.
def test_a_type_may_lie_in_a_basic_depot_and_on_a_leader() -> None:
    state = table(board("- | - | 3 stone | 2 stone | 1 servant", played="53 54"))
    assert state.boards[0].stored().stone == 5
    assert depots(table(board(played="53 54"))) == "- | - | - | - | -"
    assert depots(after(state, shift(1, 5, 1))) == "1 servant | - | 3 stone | 2 stone | -"


def test_a_leader_depot_stays_for_its_resource_when_it_is_empty() -> None:
    state = after(table(board("- | - | - | 1 stone", played="53")), shift(1, 4, 1), row(2))
    assert depots(state) == "1 stone | - | - | -"
    assert answer(state, place("servant", 4)) == Reason.OTHER_RESOURCE_THERE
    assert answer(state, place("stone", 4)) == "done"


# Section 5.4: "also between taking marbles and placing the new resources", and after the action.
def test_rearranging_is_free_at_any_time_of_the_own_turn() -> None:
    state = table(board("1 servant | - | 1 stone"), board("1 coin | - | -"))
    assert answer(state, shift(1, 1, 2), seat=1) == Reason.NOT_YOUR_TURN
    state = after(state, shift(1, 1, 2), row(2), swap(2, 3))
    assert depots(state) == "- | 1 stone | 1 servant"
    state = after(state, place("stone", 2), place("servant", 3), swap(2, 3), swap(3, 2))
    assert depots(state) == "- | 2 stone | 2 servant"


def test_events_describe_each_rearrangement() -> None:
    state = table(board(EXAMPLE))
    assert played(state, swap(2, 3)) == [DepotsSwapped(Seat(0), 1, 2)]
    state = table(board(f"{EXAMPLE} | -", played="54"))
    assert played(state, shift(2, 3, 4)) == [ResourcesMoved(Seat(0), 2, 3, 2)]


# Section 5.1: the three rules, seen by the resource that is to be placed.
@pytest.mark.parametrize(
    ("before", "depot", "expected"),
    [
        ("- | - | -", 1, "1 servant | - | -"),
        ("- | - | 2 servant", 3, "- | - | 3 servant"),
        ("- | - | 3 servant", 3, Reason.DEPOT_FULL),
        ("1 servant | - | -", 1, Reason.DEPOT_FULL),
        ("- | - | 1 servant", 2, Reason.IN_ANOTHER_DEPOT),
        ("- | 1 coin | -", 2, Reason.OTHER_RESOURCE_THERE),
        ("- | - | -", 4, Reason.NO_SUCH_DEPOT),
        ("- | - | -", 0, Reason.NO_SUCH_DEPOT),
    ],
)
def test_resource_is_placed_only_where_it_fits(before: str, depot: int, expected: str) -> None:
    state = after(table(board(before)), row(2), discard("stone"))
    verdict = answer(state, place("servant", depot))
    done = depots(after(state, place("servant", depot))) if verdict == "done" else verdict
    assert done == expected


# Section 5.5: the level is exactly one higher than the level on top; colours do not matter.
@pytest.mark.parametrize(
    ("slots", "card", "accepting"),
    [
        ("- | - | -", 1, [1, 2, 3]),
        ("- | - | -", 17, []),
        ("- | - | -", 33, []),
        ("2 | - | -", 1, [2, 3]),  # level 1 never covers anything
        ("2 | - | -", 17, [1]),  # a green card on a purple one
        ("2 | 3 | 4", 17, [1, 2, 3]),
        ("2 | 3 | 4", 1, []),
        ("2 18 | 3 | 4", 17, [2, 3]),
        ("2 18 | 3 | -", 33, [1]),
        ("2 18 34 | 3 19 | -", 33, [2]),
        ("2 18 34 | 3 | -", 17, [2]),  # nothing can cover level 3
        ("2 18 34 | 3 | -", 33, []),
    ],
)
def test_which_slots_accept_a_card(slots: str, card: int, accepting: list[int]) -> None:
    rich = board(box="9 coin + 9 stone + 9 servant + 9 shield", slots=slots)
    state = table(rich, tops=[card])
    price = " + ".join(f"{count} {resource}" for resource, count in CARDS[card].cost.each())
    answers = [answer(state, buy(card, slot, pay(box=price))) for slot in (1, 2, 3)]
    assert [slot for slot, said in enumerate(answers, 1) if said == "done"] == accepting
    assert set(answers) <= {"done", Reason.WRONG_LEVEL}


@pytest.mark.parametrize("slot", [0, 4])
def test_a_board_has_three_slots(slot: int) -> None:
    state = table(board(box="2 shield"), tops=[1])
    assert answer(state, buy(1, slot, pay(box="2 shield"))) == Reason.NO_SUCH_SLOT


def test_a_resource_given_as_a_string_is_judged_like_the_resource() -> None:
    state = table(board("1 coin"), board(), phase=Phase.PLACING, taken=Goods(coin=1))
    coin: Any = "coin"
    assert answer(state, PlaceResource(coin, 2)) == Reason.IN_ANOTHER_DEPOT
