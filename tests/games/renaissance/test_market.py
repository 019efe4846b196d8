"""Taking marbles and storing their resources. Section 7 of the rules."""

from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    EndTurn,
    Move,
    Phase,
    Reason,
    Resource,
    State,
    TakeMarbles,
    Way,
)
from ludoteca.games.renaissance.events import (
    FaithGained,
    MarbleConverted,
    MarblesTaken,
    ResourceDiscarded,
    ResourcePlaced,
    VaticanReport,
)
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    column,
    convert,
    depots,
    discard,
    faith,
    market,
    place,
    played,
    row,
    shift,
    swap,
    table,
    tiles,
    told,
    waiting,
)

WHITE_ROW = """
    white   white   white   white
    red     blue    blue    grey
    grey    yellow  yellow  purple
    purple
"""
TWO_STONES_AND_A_SERVANT = """
    grey    purple  white   grey
    white   white   white   red
    blue    blue    yellow  yellow
    purple
"""


# Section 7.1, with the market of the example in section 7.3.
@pytest.mark.parametrize(
    ("line", "gained", "steps"),
    [
        (row(1), "1 coin + 1 shield", 1),
        (row(2), "1 stone + 1 servant", 0),
        (row(3), "1 coin + 1 servant + 1 shield", 0),
        (column(1), "1 coin + 1 servant", 1),
        (column(2), "1 shield", 0),
        (column(3), "1 stone + 1 servant + 1 shield", 0),
        (column(4), "1 coin", 0),
    ],
)
def test_resources_of_the_marbles(line: Move, gained: str, steps: int) -> None:
    state = after(table(board(), board()), line)
    assert waiting(state) == gained
    assert faith(state) == [steps, 0]
    assert (state.phase, state.whites) == (Phase.PLACING, 0)


# Section 7.3, both pushes of the example, and all the others.
@pytest.mark.parametrize(
    ("line", "pushed"),
    [
        (
            row(2),
            """
            red     white   blue    yellow
            white   grey    white   grey
            yellow  blue    purple  white
            purple
            """,
        ),
        (
            column(1),
            """
            purple  white   blue    yellow
            yellow  white   grey    white
            grey    blue    purple  white
            red
            """,
        ),
        (
            row(1),
            """
            white   blue    yellow  grey
            purple  white   grey    white
            yellow  blue    purple  white
            red
            """,
        ),
        (
            row(3),
            """
            red     white   blue    yellow
            purple  white   grey    white
            blue    purple  white   grey
            yellow
            """,
        ),
        (
            column(3),
            """
            red     white   grey    yellow
            purple  white   purple  white
            yellow  blue    grey    white
            blue
            """,
        ),
        (
            column(4),
            """
            red     white   blue    white
            purple  white   grey    white
            yellow  blue    purple  grey
            yellow
            """,
        ),
    ],
)
def test_push_moves_the_line_and_the_extra_marble(line: Move, pushed: str) -> None:
    assert after(table(board()), line).market == market(pushed)


@pytest.mark.parametrize("line", [row(0), row(4), column(0), column(5), TakeMarbles(Way.ROW, 99)])
def test_the_market_has_three_rows_and_four_columns(line: Move) -> None:
    assert answer(table(board()), line) == Reason.NO_SUCH_LINE


# "The push always happens, even if nothing useful was gained."
def test_four_white_marbles_give_nothing_and_the_action_is_over() -> None:
    state = after(table(board(), board(), marbles=WHITE_ROW), row(1))
    assert (waiting(state), state.phase, state.market.slide) == ("", Phase.ACTED, "white")
    assert state.market.rows[0] == ("white", "white", "white", "purple")


# Section 7.4 and ruling R3: one leader converts every white marble by itself.
@pytest.mark.parametrize(
    ("leader", "line", "gained"),
    [
        (57, row(2), "1 stone + 3 servant"),
        (58, row(2), "1 stone + 1 servant + 2 shield"),
        (59, row(2), "3 stone + 1 servant"),
        (60, row(2), "2 coin + 1 stone + 1 servant"),
        (60, column(3), "1 stone + 1 servant + 1 shield"),  # no white marble there
    ],
)
def test_single_leader_converts_white_marbles(leader: int, line: Move, gained: str) -> None:
    state = after(table(board(played=str(leader))), line)
    assert (waiting(state), state.whites) == (gained, 0)


def test_only_a_leader_in_play_converts_white_marbles() -> None:
    assert waiting(after(table(board(hand="57 58"), board(played="59")), row(2))) == (
        "1 stone + 1 servant"
    )


# Ruling R3: "the resource may then be discarded at the usual price".
def test_a_converted_resource_may_be_discarded() -> None:
    state = after(table(board(played="60"), board()), column(4), discard("coin"))
    assert (waiting(state), faith(state)) == ("2 coin", [0, 1])


# Section 7.4 and ruling R4: two leaders, one choice for each marble, never both, never none.
@pytest.mark.parametrize(
    ("choices", "gained"),
    [
        (["servant", "servant"], "1 stone + 3 servant"),
        (["servant", "coin"], "1 coin + 1 stone + 2 servant"),
        (["coin", "servant"], "1 coin + 1 stone + 2 servant"),
        (["coin", "coin"], "2 coin + 1 stone + 1 servant"),
    ],
)
def test_two_leaders_for_white_marbles(choices: list[str], gained: str) -> None:
    state = after(table(board(played="57 60")), row(2))
    assert (waiting(state), state.whites) == ("1 stone + 1 servant", 2)
    done = after(state, *map(convert, choices))
    assert (waiting(done), done.whites) == (gained, 0)
    assert answer(done, convert("coin")) == Reason.NOTHING_TO_CONVERT


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (convert("servant"), "done"),
        (convert("coin"), "done"),
        (convert("stone"), Reason.NO_SUCH_CONVERSION),
        (convert("shield"), Reason.NO_SUCH_CONVERSION),
        (place("stone", 3), Reason.CONVERT_FIRST),
        (discard("stone"), Reason.CONVERT_FIRST),
        (discard("coin"), Reason.CONVERT_FIRST),
        (EndTurn(), Reason.STILL_PLACING),  # never none
        (swap(1, 2), "done"),
    ],
)
def test_white_marbles_are_converted_before_anything_is_placed(move: Move, expected: str) -> None:
    state = after(table(board("1 coin | - | -", played="57 60")), row(2))
    assert answer(state, move) == expected


def test_four_white_marbles_wait_for_two_leaders() -> None:
    state = after(table(board(played="57 60"), marbles=WHITE_ROW), row(1))
    assert (waiting(state), state.whites, state.phase) == ("", 4, Phase.PLACING)
    assert played(state, convert("coin")) == [MarbleConverted(Seat(0), Resource.COIN)]
    done = after(state, *[convert("servant")] * 3, convert("coin"))
    assert (waiting(done), done.phase) == ("1 coin + 3 servant", Phase.PLACING)


# Section 7.5, the example and its variant.
@pytest.mark.parametrize("coins", [2, 1])
def test_a_servant_without_a_depot_is_discarded(coins: int) -> None:
    anna = board(f"1 shield | {coins} coin | 1 stone")
    state = table(anna, board(), board(), marbles=TWO_STONES_AND_A_SERVANT)
    state = after(state, row(1), place("stone", 3), place("stone", 3))
    assert depots(state) == f"1 shield | {coins} coin | 3 stone"
    for depot in (1, 2, 3):
        assert answer(state, place("servant", depot)) == Reason.OTHER_RESOURCE_THERE
    state = after(state, discard("servant"))
    assert (faith(state), state.phase) == ([0, 1, 1], Phase.ACTED)


# Section 7.5: "every other player gains 1 faith".
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("turn", [0, 1])
def test_all_others_gain_faith_for_each_discarded_resource(seats: int, turn: int) -> None:
    state = table(*[board()] * seats, turn=Seat(turn))
    others = tuple(Seat(seat) for seat in range(seats) if seat != turn)
    assert told(state, row(2), discard("stone"), discard("servant")) == [
        MarblesTaken(Seat(turn), Way.ROW, 1),
        ResourceDiscarded(Seat(turn), Resource.STONE),
        FaithGained(others, 1),
        ResourceDiscarded(Seat(turn), Resource.SERVANT),
        FaithGained(others, 1),
    ]


def test_storable_resources_may_still_be_discarded() -> None:
    state = after(table(board(), board()), row(2))
    assert answer(state, place("stone", 1)) == "done"
    assert faith(after(state, discard("stone"))) == [0, 1]


# Ruling R11, and faith is never discarded: only what was just taken can be.
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (discard("coin"), Reason.NOT_TAKEN),  # it lies in a depot already
        (discard("shield"), Reason.NOT_TAKEN),
        (place("coin", 2), Reason.NOT_TAKEN),
        (place("stone", 4), Reason.NO_SUCH_DEPOT),
    ],
)
def test_only_resources_just_taken_are_placed_or_discarded(move: Move, expected: str) -> None:
    assert answer(after(table(board("- | 1 coin | -", box="1 shield")), row(2)), move) == expected


def test_placed_resources_cannot_be_discarded() -> None:
    state = after(table(board()), row(2), place("stone", 1))
    assert answer(state, discard("stone")) == Reason.NOT_TAKEN
    assert answer(state, place("stone", 1)) == Reason.NOT_TAKEN


# Section 7.2, step 6: in a basic depot or in a matching leader depot, rearranging at will.
def test_resources_are_placed_one_by_one_and_room_is_made_between() -> None:
    anna = board("1 stone | 1 shield | - | -", played="53")
    state = after(table(anna, board()), row(2), shift(1, 1, 4), place("stone", 4))
    assert depots(state) == "- | 1 shield | - | 2 stone"
    assert played(state, place("servant", 3)) == [ResourcePlaced(Seat(0), Resource.SERVANT, 2)]
    assert after(state, place("servant", 3)).phase is Phase.ACTED


# Ruling R2: the red marble first, so that a report comes before the steps of the others.
def test_the_red_marble_is_moved_before_anything_is_discarded() -> None:
    state = table(board(faith=7), board(faith=4))
    events = told(state, column(1), discard("coin"))
    assert [event for event in events if isinstance(event, FaithGained | VaticanReport)] == [
        FaithGained((Seat(0),), 1),
        VaticanReport(0, (Seat(0),)),
        FaithGained((Seat(1),), 1),
    ]
    assert tiles(after(state, column(1), discard("coin")), 1) == ["kept", "lost"]


def test_a_red_marble_waits_for_no_white_one() -> None:
    state: State = after(table(board(played="57 60"), board()), row(1))
    assert (faith(state), state.whites, waiting(state)) == ([1, 0], 1, "1 coin + 1 shield")


def test_a_row_given_as_a_string_is_a_row() -> None:
    way: Any = "row"
    marbles = "white red blue yellow  purple white grey white  yellow blue purple white  grey"
    state = table(board(), board(), marbles=marbles)
    assert after(state, TakeMarbles(way, 0)) == after(state, row(1))
