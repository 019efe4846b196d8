"""Seats without a player, and their effect on the game."""

from functools import reduce

import pytest

from ludoteca.games import Dice, Ending, Outcome, Refusal, Seat, shelfie
from ludoteca.games.shelfie import Reason, SeatReturned, SeatsLeft, State, TurnPassed, TurnSkipped
from tests.games.random_play import accepted
from tests.games.shelfie.drawn import after, table


def skipped(state: State, seat: int) -> State:
    return reduce(shelfie.apply, accepted(shelfie.skip(state, Seat(seat), Dice(0))), state)


def left(state: State, *seats: int) -> State:
    return reduce(shelfie.apply, accepted(shelfie.leave(state, [*map(Seat, seats)])), state)


def code(answer: object) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_seat_left_empty_is_skipped() -> None:
    events = shelfie.skip(table(), Seat(0), Dice(0))
    assert events == [TurnSkipped(Seat(0)), TurnPassed(Seat(1))]


def test_only_the_seat_to_move_can_be_skipped() -> None:
    assert code(shelfie.skip(table(), Seat(1), Dice(0))) == Reason.NOT_YOUR_TURN


def test_skipped_seat_moves_on_its_next_turn() -> None:
    state = skipped(table(2), 0)
    state = after(state, "d3 > 1", "e3 > 1")
    assert state.shelves[0] != ()
    assert state.turns == 3


# Rules, section 12: the round is counted by seats.
def test_the_last_round_ends_also_when_its_last_seat_is_skipped() -> None:
    state = table(3, turn=Seat(1), first=Seat(0), finisher=Seat(0))
    state = after(state, "d3 > 1")
    assert state.outcome is None
    assert skipped(state, 2).outcome is not None


def test_an_absent_seat_counts_in_the_end_with_the_points_it_has() -> None:
    shelf = "...../...../...../...../CC.../CC..."
    state = table(3, shelves=[shelf], first=Seat(0), turn=Seat(2), finisher=Seat(2))
    end = after(left(state, 0), "d3 > 1")
    assert end.outcome == Outcome((Seat(0),), Ending.PLAYED_OUT)


def test_resigned_seat_cannot_win_unless_it_is_taken_again() -> None:
    shelf = "...../...../...../...../CC.../CC..."
    state = table(3, shelves=[shelf], first=Seat(0), turn=Seat(2), finisher=Seat(2))
    resigned = shelfie.apply(state, SeatsLeft((Seat(0),), resigned=True))
    end = after(resigned, "d3 > 1")
    assert end.outcome
    assert end.outcome.winners != (Seat(0),)
    again = after(shelfie.apply(resigned, SeatReturned(Seat(0))), "d3 > 1")
    assert again.outcome == Outcome((Seat(0),), Ending.PLAYED_OUT)


def test_leaving_keeps_the_turn_until_it_is_skipped() -> None:
    state = left(table(), 0)
    assert state.turn == 0
    assert shelfie.view(state, None).seats[0].away
    assert skipped(state, 0).turn == 1


def test_seats_may_leave_together() -> None:
    answer = shelfie.leave(table(), [Seat(3), Seat(1)])
    assert answer == [SeatsLeft((Seat(1), Seat(3)))]


def test_the_goals_are_shown_when_the_last_one_left_wins() -> None:
    end = left(table(2, goals=(7, 8)), 0)
    assert end.outcome == Outcome((Seat(1),), Ending.LAST_LEFT)
    assert [seat.goal for seat in shelfie.view(end, None).seats] == [7, 8]


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ([], Reason.NO_SUCH_SEAT),
        ([4], Reason.NO_SUCH_SEAT),
        ([-1], Reason.NO_SUCH_SEAT),
        ([2], Reason.ALREADY_GONE),
        ([1, 2], Reason.ALREADY_GONE),
    ],
)
def test_seats_that_cannot_leave(seats: list[int], reason: Reason) -> None:
    assert code(shelfie.leave(left(table(), 2), [*map(Seat, seats)])) == reason


@pytest.mark.parametrize(
    ("seat", "reason"), [(1, Reason.NOT_GONE), (4, Reason.NO_SUCH_SEAT), (-1, Reason.NO_SUCH_SEAT)]
)
def test_seats_that_cannot_come_back(seat: int, reason: Reason) -> None:
    assert code(shelfie.come_back(left(table(), 2), Seat(seat))) == reason


def test_after_coming_back_one_more_must_leave_before_anybody_wins() -> None:
    state = left(table(3), 0)
    state = reduce(shelfie.apply, accepted(shelfie.come_back(state, Seat(0))), state)
    state = left(state, 1)
    assert state.outcome is None
    assert left(state, 2).outcome == Outcome((Seat(0),), Ending.LAST_LEFT)
