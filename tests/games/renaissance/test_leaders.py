"""Leader cards: requirements, actions and abilities. Section 10 of the rules."""

import pytest

from ludoteca.games import Seat, renaissance
from ludoteca.games.renaissance import DiscardLeader, Move, PlayLeader, Reason
from ludoteca.games.renaissance.events import FaithGained, LeaderDiscarded, LeaderPlayed
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    buy,
    depots,
    discard,
    faith,
    pay,
    place,
    played,
    produce,
    row,
    score,
    table,
    waiting,
)

UNMET = Reason.REQUIREMENT_UNMET


# Section 10.2, every sort of requirement. Of level 1, cards 1 5 9 13 are green, 2 6 10 14 purple,
# 3 7 11 15 blue, 4 8 12 16 yellow; of level 2 and 3, the same order goes on.
@pytest.mark.parametrize(
    ("leader", "slots", "expected"),
    [
        (49, "4 | 1 | -", "done"),  # a yellow and a green card
        (49, "4 17 | - | -", "done"),  # of any level, covered or not
        (49, "1 20 34 | - | -", "done"),
        (49, "4 20 | 8 | -", UNMET),
        (49, "1 | 3 | 2", UNMET),
        (50, "3 | 2 | -", "done"),  # blue and purple
        (50, "3 | 1 | -", UNMET),
        (51, "1 | 3 | -", "done"),  # green and blue
        (51, "1 | 2 | -", UNMET),
        (52, "4 | 2 | -", "done"),  # yellow and purple
        (52, "4 | 3 | -", UNMET),
        (57, "4 | 8 | 3", "done"),  # two yellow and a blue
        (57, "4 20 | 3 | -", "done"),
        (57, "4 | 3 | 7", UNMET),
        (58, "1 | 5 | 2", "done"),  # two green and a purple
        (58, "1 | 2 | 6", UNMET),
        (59, "3 | 7 | 4", "done"),  # two blue and a yellow
        (59, "3 | 4 | 8", UNMET),
        (60, "2 | 6 | 1", "done"),  # two purple and a green
        (60, "2 | 1 | 5", UNMET),
        (61, "1 20 | - | -", "done"),  # a yellow card of level 2
        (61, "1 20 33 | - | -", "done"),  # covered
        (61, "4 | 8 | 12", UNMET),
        (61, "4 17 36 | - | -", UNMET),  # ruling R6: level 3 does not stand in for level 2
        (62, "1 19 | - | -", "done"),  # blue
        (62, "3 20 35 | - | -", UNMET),
        (63, "1 18 | - | -", "done"),  # purple
        (63, "2 17 34 | - | -", UNMET),
        (64, "3 17 | - | -", "done"),  # green
        (64, "1 18 33 | - | -", UNMET),
    ],
)
def test_leaders_that_ask_for_cards(leader: int, slots: str, expected: str) -> None:
    state = table(
        board(box="9 coin + 9 stone + 9 servant + 9 shield", slots=slots, hand=f"{leader}")
    )
    assert answer(state, PlayLeader(leader)) == expected
    assert (PlayLeader(leader) in renaissance.legal_moves(state, Seat(0))) is (expected == "done")


# Section 10.2 and ruling R8: everything stored counts, wherever it is.
@pytest.mark.parametrize(
    ("leader", "holds", "in_the_box", "expected"),
    [
        (53, "- | - | -", "5 coin", "done"),
        (53, "- | - | -", "4 coin", UNMET),
        (53, "- | - | -", "4 coin + 9 stone", UNMET),
        (53, "- | - | 3 coin", "2 coin", "done"),
        (53, "- | - | 3 coin", "1 coin", UNMET),
        (54, "- | 2 stone | -", "3 stone", "done"),
        (54, "- | 2 stone | -", "2 stone", UNMET),
        (55, "1 servant | - | -", "4 servant", "done"),
        (55, "1 servant | - | -", "3 servant + 5 coin", UNMET),
        (56, "- | - | 3 shield", "2 shield", "done"),
        (56, "- | - | 3 shield", "1 shield + 5 servant", UNMET),
    ],
)
def test_leaders_that_ask_for_resources(
    leader: int, holds: str, in_the_box: str, expected: str
) -> None:
    state = table(board(holds, box=in_the_box, hand=f"{leader}"))
    assert answer(state, PlayLeader(leader)) == expected


def test_resources_on_a_leader_count_too() -> None:
    state = table(board("- | - | 2 coin | 2 coin", box="1 coin", played="56", hand="53"))
    assert answer(state, PlayLeader(53)) == "done"


# "Resources taken from the market but not yet placed do not count."
def test_unplaced_resources_do_not_count_for_a_leader() -> None:
    state = after(table(board(box="4 stone", hand="54")), row(2))
    assert answer(state, PlayLeader(54)) == Reason.STILL_PLACING
    state = after(state, discard("servant"))
    assert answer(state, PlayLeader(54)) == Reason.STILL_PLACING
    assert answer(after(state, discard("stone")), PlayLeader(54)) == UNMET
    assert answer(after(state, place("stone", 1)), PlayLeader(54)) == "done"


# "Requirements are only checked, never paid": the supply stays, and ruling R7: the green card
# counts for both leaders.
def test_playing_a_leader_costs_nothing() -> None:
    anna = board("- | - | 3 coin", box="2 coin", slots="1 | 3 | 4", hand="53 49")
    state = after(table(anna), PlayLeader(53), PlayLeader(49))
    assert state.boards[0].supply() == anna.supply()
    assert (state.boards[0].slots, state.boards[0].played) == (anna.slots, (53, 49))


def test_one_card_counts_for_two_leaders() -> None:
    state = after(table(board(slots="1 | 3 | 4", hand="49 51")), PlayLeader(49), PlayLeader(51))
    assert (state.boards[0].hand, state.boards[0].played) == ((), (49, 51))
    assert score(state)["leaders"] == 4


# Section 10.1.
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (PlayLeader(49), "done"),
        (DiscardLeader(49), "done"),
        (DiscardLeader(57), "done"),  # whether it could be played or not
        (PlayLeader(51), Reason.NOT_IN_HAND),  # played already
        (DiscardLeader(51), Reason.NOT_IN_HAND),  # and stays for the rest of the game
        (PlayLeader(50), Reason.NOT_IN_HAND),  # in another hand
        (DiscardLeader(50), Reason.NOT_IN_HAND),
        (PlayLeader(0), Reason.NOT_IN_HAND),
        (DiscardLeader(0), Reason.NOT_IN_HAND),
        (PlayLeader(1), Reason.NOT_IN_HAND),
        (DiscardLeader(65), Reason.NOT_IN_HAND),
    ],
)
def test_leaders_in_hand_are_played_or_discarded(move: Move, expected: str) -> None:
    anna = board(slots="1 | 3 | 4", hand="49 57", played="51")
    assert answer(table(anna, board(hand="50 52")), move) == expected


def test_a_discarded_leader_gives_one_faith() -> None:
    state = table(board(hand="49 57"), board())
    assert played(state, DiscardLeader(57)) == [
        LeaderDiscarded(Seat(0), 57),
        FaithGained((Seat(0),), 1),
    ]
    done = after(state, DiscardLeader(57), DiscardLeader(49))  # the same one twice in a turn
    assert (done.boards[0].hand, done.boards[0].played, faith(done)) == ((), (), [2, 0])
    assert score(done)["leaders"] == 0


def test_a_played_leader_gives_its_points_and_one_in_the_hand_none() -> None:
    state = table(board(slots="1 | 3 | 4", hand="49 57"))
    assert score(state)["leaders"] == 0
    assert played(state, PlayLeader(49)) == [LeaderPlayed(Seat(0), 49)]
    assert score(after(state, PlayLeader(49)))["leaders"] == 2


# Section 10.3: "gives its ability at once". Each of the four in the turn it is played.
def test_a_discount_works_at_once() -> None:
    state = table(board(box="1 coin", slots="4 | 2 | -", hand="52"), tops=[3])
    move = buy(3, 3, pay(box="1 coin"))
    assert answer(state, move) == Reason.CANNOT_AFFORD
    assert answer(after(state, PlayLeader(52)), move) == "done"


def test_an_extra_depot_works_at_once() -> None:
    state = table(board(box="5 coin", hand="53"))
    assert answer(after(state, row(2)), place("stone", 4)) == Reason.NO_SUCH_DEPOT
    done = after(state, PlayLeader(53), row(2), place("stone", 4))
    assert depots(done) == "- | - | - | 1 stone"


def test_a_white_marble_leader_works_at_once() -> None:
    state = table(board(slots="2 | 6 | 1", hand="60"))
    assert waiting(after(state, row(2))) == "1 stone + 1 servant"
    assert waiting(after(state, PlayLeader(60), row(2))) == "2 coin + 1 stone + 1 servant"


def test_an_extra_production_works_at_once() -> None:
    state = table(board("1 coin | - | -", slots="1 17 | - | -", hand="64"))
    move = produce(pay(1), leaders={64: "shield"})
    assert answer(state, move) == Reason.NO_SUCH_POWER
    assert answer(after(state, PlayLeader(64)), move) == "done"


# "Two with the same ability and different resources are possible and both work."
def test_two_extra_depots() -> None:
    anna = board("1 stone | 1 servant | - | - | -", played="53 54")
    done = after(table(anna), row(2), place("stone", 4), place("servant", 5))
    assert depots(done) == "1 stone | 1 servant | - | 1 stone | 1 servant"
