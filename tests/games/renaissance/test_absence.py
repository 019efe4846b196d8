"""Seats without a player. Section 16 of the rules, "What skipping means", and ruling R16."""

from functools import reduce
from typing import Any

import pytest

from ludoteca.games import Dice, Ending, Outcome, Seat, renaissance
from ludoteca.games.renaissance import (
    Board,
    EndTurn,
    Event,
    Goods,
    Phase,
    Reason,
    Resource,
    ReturnLeader,
    State,
)
from ludoteca.games.renaissance.events import (
    BonusTaken,
    CrossMoved,
    FaithGained,
    GameBegan,
    GameEnded,
    LeaderReturned,
    MarbleConverted,
    ResourceDiscarded,
    ResourcePlaced,
    TokenRevealed,
)
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from tests.games.random_play import accepted
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    bonus,
    code,
    column,
    convert,
    dealt,
    depots,
    discard,
    faith,
    place,
    row,
    table,
    tiles,
    to_move,
)

COIN, STONE, SERVANT, SHIELD = Resource
TWO_DONE = "kept kept pending"


def skipping(state: State, seat: int) -> list[Event]:
    return accepted(renaissance.skip(state, Seat(seat), Dice(0)))


def skipped(state: State, seat: int) -> State:
    return reduce(renaissance.apply, skipping(state, seat), state)


def left(state: State, *seats: int) -> State:
    events = accepted(renaissance.leave(state, [*map(Seat, seats)]))
    return reduce(renaissance.apply, events, state)


def back(state: State, seat: int) -> State:
    return reduce(renaissance.apply, accepted(renaissance.come_back(state, Seat(seat))), state)


# Before the first turn: the first two leaders dealt, and coins in the largest depot.
def test_choices_that_are_missing_are_made_by_a_fixed_rule() -> None:
    assert skipping(dealt(4), 3) == [
        TurnSkipped(Seat(3)),
        LeaderReturned(Seat(3), 64),
        LeaderReturned(Seat(3), 63),
        BonusTaken(Seat(3), COIN, 2),
        BonusTaken(Seat(3), COIN, 2),
    ]
    state = skipped(dealt(4), 3)
    assert (state.boards[3].hand, depots(state, 3)) == ((61, 62), "- | - | 2 coin")
    assert to_move(state) == [0, 1, 2]


@pytest.mark.parametrize(
    ("moves", "hand", "stored"),
    [
        ([ReturnLeader(62)], (61, 63), "- | - | 2 coin"),
        ([ReturnLeader(61), ReturnLeader(62)], (63, 64), "- | - | 2 coin"),
        ([ReturnLeader(61), ReturnLeader(62), bonus("coin", 2)], (63, 64), "- | 2 coin | -"),
        ([ReturnLeader(61), ReturnLeader(62), bonus("coin", 1)], (63, 64), "1 coin | - | 1 stone"),
        (
            [ReturnLeader(61), ReturnLeader(62), bonus("shield", 3)],
            (63, 64),
            "- | 1 coin | 1 shield",
        ),
    ],
)
def test_choices_already_made_are_kept(
    moves: list[Any], hand: tuple[int, ...], stored: str
) -> None:
    state = skipped(after(dealt(4), *moves, seat=3), 3)
    assert (state.boards[3].hand, depots(state, 3)) == (hand, stored)


def test_the_game_begins_when_the_last_choices_were_made_for_a_seat() -> None:
    state = after(dealt(2), ReturnLeader(49), ReturnLeader(50), seat=0)
    assert skipping(state, 1)[-1] == GameBegan()
    assert code(renaissance.skip(state, Seat(0), Dice(0))) == Reason.STILL_SETTING_UP
    assert to_move(skipped(state, 1)) == [0]


def test_a_seat_skipped_at_the_start_of_its_turn_does_nothing() -> None:
    state = table(board("1 coin | - | -", hand="49"), board(), board())
    assert skipping(state, 0) == [TurnSkipped(Seat(0)), TurnPassed(Seat(1))]
    then = skipped(state, 0)
    assert (then.boards, then.turns, then.phase) == (state.boards, 1, Phase.ACTING)


def test_seat_skipped_after_its_action_keeps_the_result() -> None:
    state = after(table(board(), board()), row(2), place("stone", 1), place("servant", 2))
    assert skipping(state, 0) == [TurnSkipped(Seat(0)), TurnPassed(Seat(1))]
    assert depots(skipped(state, 0)) == "1 stone | 1 servant | -"


# "The remaining resources placed or discarded by a fixed rule": what fits is placed, and only the
# rest is discarded, at the usual price.
def test_resources_that_wait_are_placed_where_they_fit_and_the_rest_is_discarded() -> None:
    state = table(board("1 coin | 1 servant | 2 stone"), board(), board())
    state = after(state, row(3))
    assert skipping(state, 0) == [
        TurnSkipped(Seat(0)),
        ResourcePlaced(Seat(0), SERVANT, 1),
        ResourceDiscarded(Seat(0), COIN),
        FaithGained((Seat(1), Seat(2)), 1),
        ResourceDiscarded(Seat(0), SHIELD),
        FaithGained((Seat(1), Seat(2)), 1),
        TurnPassed(Seat(1)),
    ]
    then = skipped(state, 0)
    assert depots(then) == "1 coin | 2 servant | 2 stone"
    assert (faith(then), then.taken.total()) == ([0, 2, 2], 0)


# The pending resources, the depots before, and the depots in the end.
@pytest.mark.parametrize(
    ("taken", "before", "stored"),
    [
        (Goods(1, 0, 1, 1), board(), "1 shield | 1 servant | 1 coin"),
        (Goods(1, 0, 2, 0), board(), "- | 1 coin | 2 servant"),  # the most numerous first
        (Goods(1, 3, 0, 0), board("- | 1 coin | -"), "- | 2 coin | 3 stone"),
        (Goods(2, 0, 0, 0), board("1 coin | - | -"), "1 coin | - | -"),  # nothing is rearranged
        (Goods(0, 3, 0, 0), board(played="53"), "- | - | 1 stone | 2 stone"),
        # Leader depots first, so that what is left counts for the others.
        (
            Goods(2, 3, 0, 0),
            board("- | - | 1 shield", played="53"),
            "1 stone | 2 coin | 1 shield | 2 stone",
        ),
        (Goods(0, 0, 4, 0), board(), "- | - | 3 servant"),
    ],
)
def test_where_resources_that_wait_are_placed(taken: Goods, before: Board, stored: str) -> None:
    state = table(before, board(), phase=Phase.PLACING, taken=taken)
    then = skipped(state, 0)
    assert depots(then) == stored
    kept = then.boards[0].supply().minus(before.supply())
    assert faith(then)[1] == taken.minus(kept).total()


def test_white_marbles_that_wait_are_converted_and_placed() -> None:
    state = after(table(board(played="57 60"), board()), row(2), convert("coin"))
    assert skipping(state, 0) == [
        TurnSkipped(Seat(0)),
        MarbleConverted(Seat(0), SERVANT),
        ResourcePlaced(Seat(0), SERVANT, 2),
        ResourcePlaced(Seat(0), SERVANT, 2),
        ResourcePlaced(Seat(0), COIN, 1),
        ResourcePlaced(Seat(0), STONE, 0),
        TurnPassed(Seat(1)),
    ]
    assert skipped(state, 0).whites == 0


def test_alone_a_skipped_turn_is_followed_by_a_token() -> None:
    state = table(board(), tokens=(5, 7))
    assert skipping(state, 0) == [
        TurnSkipped(Seat(0)),
        TokenRevealed(5),
        CrossMoved(2),
        TurnPassed(Seat(0)),
    ]


def test_alone_the_cross_may_end_the_game_while_things_are_discarded() -> None:
    full = board("1 coin | 2 shield | 1 stone", tiles=TWO_DONE)
    state = after(table(full, cross=23), row(3))
    events = skipping(state, 0)
    assert [type(event) for event in events[1:]] == [
        ResourceDiscarded,
        CrossMoved,
        *[type(event) for event in events[3:-1]],
        GameEnded,
    ]
    assert sum(isinstance(event, ResourceDiscarded) for event in events) == 1
    assert not any(isinstance(event, TokenRevealed) for event in events)
    assert skipped(state, 0).outcome == Outcome((), Ending.PLAYED_OUT)


@pytest.mark.parametrize(
    ("state", "seat", "reason"),
    [
        (table(board(), board()), 1, Reason.NOT_YOUR_TURN),
        (table(board(), board()), 2, Reason.NO_SUCH_SEAT),
        (table(board(), board()), -1, Reason.NO_SUCH_SEAT),
        (left(table(board(), board()), 0), 0, Reason.GAME_OVER),
    ],
)
def test_seats_that_cannot_be_skipped(state: State, seat: int, reason: Reason) -> None:
    assert code(renaissance.skip(state, Seat(seat), Dice(0))) == reason


# "The game ends when that turn would have come."
def test_the_last_round_ends_also_when_its_last_seat_is_skipped() -> None:
    state = table(board(slots="5 | - | -"), board(), last_round=True, turn=Seat(1))
    end = skipped(state, 1)
    assert end.outcome == Outcome((Seat(0),), Ending.PLAYED_OUT)


# "Keeps the board, still gains faith …, takes part in reports and is scored at the end."
def test_an_absent_seat_gains_faith_and_keeps_its_tile() -> None:
    state = left(table(board(), board(faith=7), board(faith=4)), 1)
    state = after(state, row(2), discard("stone"), discard("servant"))
    assert faith(state) == [0, 9, 6]
    assert tiles(state, 1) == ["lost", "kept", "kept"]


def test_an_absent_seat_may_begin_the_last_round_and_win() -> None:
    boards = (board(tiles=TWO_DONE), board(faith=23, tiles=TWO_DONE), board(tiles=TWO_DONE))
    state = after(left(table(*boards), 1), column(2), discard("shield"), EndTurn())
    assert state.last_round
    state = after(skipped(state, 1), column(4), place("coin", 1), EndTurn())
    assert state.outcome == Outcome((Seat(1),), Ending.PLAYED_OUT)


def test_resigned_seat_cannot_win_unless_it_is_taken_again() -> None:
    boards = (board(tiles=TWO_DONE), board(faith=23, tiles=TWO_DONE), board(tiles=TWO_DONE))
    resigned = renaissance.apply(table(*boards), SeatsLeft((Seat(1),), resigned=True))
    state = after(resigned, column(2), discard("shield"), EndTurn())
    end = after(skipped(state, 1), column(4), place("coin", 1), EndTurn())
    assert end.outcome
    assert Seat(1) not in end.outcome.winners
    back = renaissance.apply(state, SeatReturned(Seat(1)))
    end = after(skipped(back, 1), column(4), place("coin", 1), EndTurn())
    assert end.outcome == Outcome((Seat(1),), Ending.PLAYED_OUT)


def test_leaving_keeps_the_turn_until_it_is_skipped() -> None:
    state = left(table(board(), board(), board()), 0)
    assert (to_move(state), renaissance.view(state, None).seats[0].away) == ([0], True)
    assert skipped(state, 0).turn == 1


def test_seats_may_leave_together() -> None:
    state = table(board(), board(), board(), board())
    assert renaissance.leave(state, [Seat(3), Seat(1)]) == [SeatsLeft((Seat(1), Seat(3)))]


def test_the_last_one_left_wins_and_the_hands_are_shown() -> None:
    state = table(board(hand="49"), board(hand="50 51", slots="13 | - | -"), board())
    events = accepted(renaissance.leave(state, [Seat(1), Seat(2)]))
    assert events == [
        SeatsLeft((Seat(1), Seat(2))),
        GameEnded((Seat(0),), Ending.LAST_LEFT, ((49,), (50, 51), ())),
    ]
    one_by_one = left(left(state, 2), 1)
    assert one_by_one.outcome == Outcome((Seat(0),), Ending.LAST_LEFT)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_if_nobody_is_left_nobody_wins(seats: int) -> None:
    state = left(table(*[board()] * seats), *range(seats))
    assert state.outcome == Outcome((), Ending.ABANDONED)


def test_a_table_may_be_left_before_the_first_turn() -> None:
    assert left(dealt(2), 1).outcome == Outcome((Seat(0),), Ending.LAST_LEFT)
    state = left(dealt(3), 1)
    assert (state.outcome, to_move(state)) == (None, [0, 1, 2])


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
    state = left(table(board(), board(), board(), board()), 2)
    assert code(renaissance.leave(state, [*map(Seat, seats)])) == reason


@pytest.mark.parametrize(
    ("seat", "reason"), [(1, Reason.NOT_GONE), (4, Reason.NO_SUCH_SEAT), (-1, Reason.NO_SUCH_SEAT)]
)
def test_seats_that_cannot_come_back(seat: int, reason: Reason) -> None:
    state = left(table(board(), board(), board(), board()), 2)
    assert code(renaissance.come_back(state, Seat(seat))) == reason


def test_after_the_end_nobody_leaves_or_comes_back() -> None:
    over = left(table(board(), board()), 0)
    assert code(renaissance.leave(over, [Seat(1)])) == Reason.GAME_OVER
    assert code(renaissance.come_back(over, Seat(0))) == Reason.GAME_OVER


def test_returning_seat_finds_its_state_unchanged() -> None:
    state = table(board("1 coin | - | -", hand="49"), board(), board())
    assert renaissance.come_back(left(state, 0), Seat(0)) == [SeatReturned(Seat(0))]
    assert back(left(state, 0), 0) == state
    assert answer(back(left(state, 0), 0), row(1)) == "done"


def test_seats_come_back_one_at_a_time() -> None:
    state = back(left(table(board(), board(), board(), board()), 1, 2), 1)
    assert [seat.away for seat in renaissance.view(state, None).seats] == [
        False,
        False,
        True,
        False,
    ]


def test_after_coming_back_one_more_must_leave_before_anybody_wins() -> None:
    state = left(back(left(table(board(), board(), board()), 0), 0), 1)
    assert state.outcome is None
    assert left(state, 2).outcome == Outcome((Seat(0),), Ending.LAST_LEFT)
