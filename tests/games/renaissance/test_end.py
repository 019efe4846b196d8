"""The end of the game, the score and the winner. Section 12 of the rules."""

import pytest

from ludoteca.games import Ending, Outcome, Seat
from ludoteca.games.renaissance import (
    Board,
    DiscardLeader,
    EndTurn,
    Event,
    Phase,
    PlayLeader,
    State,
)
from ludoteca.games.renaissance.events import FaithGained, GameEnded, LastRoundBegan
from ludoteca.games.seating import TurnPassed
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    buy,
    column,
    discard,
    pay,
    row,
    score,
    table,
    told,
    total,
)

SIX_CARDS = "1 17 33 | 2 18 34 | -"
TWO_DONE = "kept kept pending"
SEVENTH = buy(3, 3, pay(box="2 coin"))
PLAIN_TURN = (column(2), discard("shield"), EndTurn())


def played_on(state: State) -> list[int]:
    """Return the seats that still take a turn until the game is over."""
    seats = []
    while state.outcome is None:
        seats.append(int(state.turn))
        state = after(state, row(2))
        for resource, count in state.taken.each():
            state = after(state, *[discard(resource)] * count)
        state = after(state, EndTurn())
    return seats


def ends(events: list[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, LastRoundBegan | TurnPassed | GameEnded)]


# The first example (four players, seat 3 buys the seventh card: only seat 4 still plays), and the
# same for every seat at every table.
@pytest.mark.parametrize(
    ("seats", "buyer", "still"),
    [
        (4, 3, [4]),
        (4, 1, [2, 3, 4]),
        (4, 2, [3, 4]),
        (4, 4, []),
        (3, 1, [2, 3]),
        (3, 3, []),
        (2, 1, [2]),
        (2, 2, []),
    ],
)
def test_the_round_of_the_seventh_card_is_the_last(
    seats: int, buyer: int, still: list[int]
) -> None:
    boards = [board() for _ in range(seats)]
    boards[buyer - 1] = board(box="2 coin", slots=SIX_CARDS)
    state = table(*boards, turn=Seat(buyer - 1))
    assert LastRoundBegan() in told(state, SEVENTH)
    state = after(state, SEVENTH)
    assert state.outcome is None
    assert [seat + 1 for seat in played_on(after(state, EndTurn()))] == still


# The same where another seat plays first: the round ends with the seat before it.
@pytest.mark.parametrize(
    ("seats", "first", "buyer", "still"),
    [(4, 2, 3, [4, 1, 2]), (4, 2, 2, []), (3, 1, 1, []), (3, 1, 2, [3, 1]), (2, 1, 2, [1])],
)
def test_the_last_round_ends_with_the_seat_before_the_first(
    seats: int, first: int, buyer: int, still: list[int]
) -> None:
    boards = [board() for _ in range(seats)]
    boards[buyer - 1] = board(box="2 coin", slots=SIX_CARDS)
    state = after(table(*boards, turn=Seat(buyer - 1), first=Seat(first)), SEVENTH)
    assert [seat + 1 for seat in played_on(after(state, EndTurn()))] == still


# The second example: three players, seat 2 pushes seat 1 to space 24 by discarding. Ruling R13.
def test_pushing_another_seat_to_the_last_space_begins_the_last_round() -> None:
    boards = [board(faith=23, tiles=TWO_DONE), board(tiles=TWO_DONE), board(tiles=TWO_DONE)]
    state = table(*boards, turn=Seat(1))
    pushed = told(state, column(2), discard("shield"))
    assert pushed[2] == FaithGained((Seat(0), Seat(2)), 1)
    assert pushed[-1] == LastRoundBegan()
    state = after(state, column(2), discard("shield"))
    assert state.last_round
    assert played_on(after(state, EndTurn())) == [2]


def test_the_own_marker_on_the_last_space_begins_the_last_round() -> None:
    anna = board(hand="49", faith=23, tiles=TWO_DONE)
    state = after(table(anna, board(tiles=TWO_DONE)), DiscardLeader(49))
    assert (state.last_round, state.outcome) == (True, None)
    state = after(state, *PLAIN_TURN)
    assert played_on(state) == [1]


def test_the_last_round_begins_once() -> None:
    anna = board(box="2 coin", slots=SIX_CARDS, hand="49", faith=23, tiles=TWO_DONE)
    state = after(table(anna, board(tiles=TWO_DONE)), SEVENTH)
    assert state.last_round
    assert LastRoundBegan() not in told(state, DiscardLeader(49))


# Ruling R18: leader actions are possible until the turn is ended.
def test_leaders_may_still_be_played_in_the_turn_that_triggers_the_end() -> None:
    anna = board(box="2 coin", slots=SIX_CARDS, hand="51 49")
    state = after(table(board(), anna, turn=Seat(1)), SEVENTH)
    assert answer(state, DiscardLeader(49)) == "done"
    state = after(state, PlayLeader(51))
    assert state.outcome is None
    events = told(state, EndTurn())
    assert events == [GameEnded((Seat(1),), Ending.PLAYED_OUT, ((), (49,)))]
    assert score(after(state, EndTurn()), 1)["leaders"] == 2


def test_before_the_end_the_last_seat_passes_on_to_the_first() -> None:
    state = table(board(), board(), turn=Seat(1))
    assert ends(told(state, *PLAIN_TURN)) == [TurnPassed(Seat(0))]


# The example of the score: 13 + 4 + 6 + 5 + 1 = 29.
def test_the_example_of_the_score() -> None:
    anna = board(
        box="4 coin + 3 stone + 1 shield",
        slots="5 23 | 16 | 2",
        played="62",
        hand="49",
        faith=13,
        tiles=TWO_DONE,
    )
    state = table(anna)
    assert score(state) == {"cards": 13, "leaders": 4, "faith": 6, "pope_tiles": 5, "resources": 1}
    assert total(state) == 29


@pytest.mark.parametrize(
    ("anna", "source", "points"),
    [
        (board(slots="1 17 33 | 2 18 34 | 3"), "cards", 1 + 5 + 9 + 1 + 5 + 9 + 1),  # covered too
        (board(played="49 57", hand="53"), "leaders", 2 + 5),
        (board(tiles="kept lost pending"), "pope_tiles", 2),
        (board(tiles="lost kept kept"), "pope_tiles", 7),
        (board(box="4 coin"), "resources", 0),
        (board(box="4 coin + 4 stone + 4 servant + 4 shield"), "resources", 3),  # the sum of all
        (board("1 coin | 2 stone | 3 servant | 2 coin", box="1 coin", played="56"), "resources", 1),
        (board("1 coin | 2 stone | 3 servant | 2 coin", box="2 coin", played="56"), "resources", 2),
    ],
)
def test_points_by_source(anna: Board, source: str, points: int) -> None:
    assert score(table(anna))[source] == points


# Most points, then most resources, and ruling R17: equal in both, the victory is shared.
@pytest.mark.parametrize(
    ("boards", "winners"),
    [
        ([board(slots="5 | - | -"), board(slots="1 | - | -")], [0]),
        ([board(slots="1 | - | -"), board(slots="5 | - | -")], [1]),
        ([board(slots="1 | - | -", box="3 coin"), board(slots="2 | - | -", box="4 coin")], [1]),
        ([board(slots="1 | - | -", box="4 coin"), board(slots="2 | - | -", box="4 stone")], [0, 1]),
        # resources decide only among equals
        ([board(slots="5 | - | -"), board(slots="1 | - | -", box="4 coin")], [0]),
        # and all of them count, in depots and on leaders
        ([board("- | - | 3 coin"), board("1 stone | - | -", box="1 coin")], [0]),
        ([board(), board(slots="5 | - | -"), board(slots="6 | - | -")], [1, 2]),
        ([board(), board(), board(), board()], [0, 1, 2, 3]),
    ],
)
def test_most_points_win_and_resources_break_ties(boards: list[Board], winners: list[int]) -> None:
    last = Seat(len(boards) - 1)
    state = table(*boards, turn=last, last_round=True, phase=Phase.ACTED)
    end = after(state, EndTurn())
    assert end.outcome == Outcome(tuple(map(Seat, winners)), Ending.PLAYED_OUT)
