"""The hand: a move assembled tile by tile, with steps in a short notation."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Rules, Seat, shelfie
from ludoteca.games.shelfie import (
    Cell,
    ChooseColumn,
    Close,
    Hand,
    Order,
    Pick,
    Reason,
    Select,
    State,
    Step,
    TakeTiles,
    Unpick,
    UnpickAll,
)
from tests.games.random_play import Setup, plain, play_out, setups
from tests.games.shelfie.drawn import after, table

GAME: Rules = shelfie
FULL_BUT_TWO = "CBG.T/CBG.T/CBGFT/CBGFT/CBGFT/CBGFT"


def read_step(text: str) -> Step:
    """Read `+d3` (pick), `-d3`, `-` (unpick), `=d3,e3` (select), `210` (order), `!` (close), …"""
    match text[0], text[1:]:
        case "+", cell:
            return Pick(_cell(cell))
        case "-", "":
            return UnpickAll()
        case "-", cell:
            return Unpick(_cell(cell))
        case "=", cells:
            return Select(tuple(map(_cell, filter(None, cells.split(",")))))
        case "!", _:
            return Close()
        case ">", column:
            return ChooseColumn(int(column) - 1)
        case _:
            return Order(tuple(map(int, text)))


def _cell(text: str) -> Cell:
    return Cell(int(text[1:]) - 1, "abcdefghi".index(text[0]))


def hand_after(state: State, steps: str) -> Hand | Reason:
    """Return the hand of the seat to move after these steps, or the first reason for a refusal."""
    hand = shelfie.begin(state, state.turn)
    for text in steps.split():
        if isinstance(hand, Refusal):
            break
        hand = shelfie.step(state, hand, read_step(text))
    return Reason(hand.code) if isinstance(hand, Refusal) else hand


def held(state: State, steps: str) -> str | Reason:
    hand = hand_after(state, steps)
    return hand if isinstance(hand, Reason) else " ".join(map(shelfie.write_cell, hand.cells))


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("", ""),
        ("+d3", "d3"),
        ("+d3 +e3 +f3", "d3 e3 f3"),
        ("+e3 +f3 +d3", "e3 f3 d3"),  # from the middle out
        ("+f7 +f8", "f7 f8"),
        ("+d2", Reason.EMPTY_CELL),
        ("+d3 +d3", Reason.ALREADY_PICKED),
        ("+c3 +d3 +e3 +f3", Reason.HAND_FULL),
        ("+d3 +e3 +f3 +f3", Reason.ALREADY_PICKED),
        ("+a1", Reason.OFF_THE_BOARD),
        ("+i9", Reason.OFF_THE_BOARD),
        ("+e5", Reason.NO_FREE_SIDE),
        ("+d3 +d4", Reason.NO_FREE_SIDE),
        ("+c3 +b4", Reason.NOT_IN_A_LINE),
        ("+d3 +e3 +d8", Reason.NOT_IN_A_LINE),
        ("+c3 +e3", Reason.NOT_ADJACENT),
        ("+c3 +d3 +f3", Reason.NOT_ADJACENT),
    ],
)
def test_picking_tile_by_tile(steps: str, expected: str | Reason) -> None:
    assert held(table(), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("+d3 +e3", "d3 e3"),
        ("+d3 +e3 +f3", Reason.NO_ROOM),
    ],
)
def test_a_tile_that_would_fit_no_column_is_not_picked(steps: str, expected: str | Reason) -> None:
    assert held(table(shelves=[FULL_BUT_TWO]), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("+d3 -d3", ""),
        ("+d3 +e3 +f3 -d3", "e3 f3"),
        ("+d3 +e3 +f3 -e3", Reason.LEAVES_A_GAP),
        ("+d3 -e3", Reason.NOT_PICKED),
        ("+d3 +e3 -", ""),
        ("-", Reason.NOTHING_PICKED),
        ("+d3 ! -", ""),  # taking all back opens the hand again
        ("+d3 ! - +e3", "e3"),
        ("+d3 ! -d3", Reason.HAND_CLOSED),
        ("+d3 +e3 -d3 +f3", "e3 f3"),
    ],
)
def test_tiles_are_put_back_unless_a_gap_remains(steps: str, expected: str | Reason) -> None:
    assert held(table(), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("=d3,e3,f3", "d3 e3 f3"),
        ("=d3,f3,e3", "d3 f3 e3"),  # the order is that of falling, not of the line
        ("+d3 ! =e3", "e3"),  # instead of any others
        ("=d3 +e3", Reason.HAND_CLOSED),
        ("=", Reason.NOTHING_TAKEN),
        ("=d3,d3", Reason.ALREADY_PICKED),
        ("=c3,e3", Reason.NOT_ADJACENT),
        ("=e5", Reason.NO_FREE_SIDE),
        ("=d3,e3 >2", "d3 e3"),
    ],
)
def test_selecting_all_at_once(steps: str, expected: str | Reason) -> None:
    assert held(table(), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("+d3 +e3 +f3 210", "f3 e3 d3"),
        ("+d3 +e3 +f3 120", "e3 f3 d3"),
        ("+d3 +e3 ! 10", "e3 d3"),  # also once the hand is closed
        ("+d3 +e3 0", Reason.BAD_ORDER),
        ("+d3 +e3 00", Reason.BAD_ORDER),
        ("+d3 +e3 12", Reason.BAD_ORDER),
        ("+d3 01", Reason.BAD_ORDER),
    ],
)
def test_changing_the_order(steps: str, expected: str | Reason) -> None:
    assert held(table(), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("+d3 ! !", "d3"),
        ("!", Reason.NOTHING_TAKEN),
        ("+d3 ! +e3", Reason.HAND_CLOSED),
    ],
)
def test_closing(steps: str, expected: str | Reason) -> None:
    assert held(table(), steps) == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("+d3 +e3 >4", "d3 e3 > 4"),
        ("+d3 +e3 10 ! >4", "e3 d3 > 4"),
        ("+d3 >4 >4", "d3 > 4"),
        ("+d3 +e3", Reason.NO_COLUMN_CHOSEN),
        ("+d3 >4 +e3", Reason.NO_COLUMN_CHOSEN),  # one more tile may not fit there
        ("+d3 +e3 >4 -d3", Reason.NO_COLUMN_CHOSEN),
        ("", Reason.NOTHING_TAKEN),
        ("+d3 >1", Reason.COLUMN_TOO_FULL),
        ("+d3 >6", Reason.NO_SUCH_COLUMN),
        ("+d3 >0", Reason.NO_SUCH_COLUMN),
    ],
)
def test_finishing(steps: str, expected: str | Reason) -> None:
    state = table(shelves=[FULL_BUT_TWO])
    hand = hand_after(state, steps)
    if isinstance(hand, Reason):
        assert hand is expected
        return
    move = shelfie.finish(state, hand)
    if isinstance(move, Refusal):
        assert move.code == expected
    else:
        assert shelfie.write_move(move) == expected


def test_a_hand_changes_nothing_at_the_table() -> None:
    state = table()
    hand_after(state, "+d3 +e3 ! 10 >2")
    assert state == table()


def test_only_the_seat_to_move_has_a_hand() -> None:
    answer = shelfie.begin(table(), Seat(1))
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("moves", [["e3 > 1"], ["e3 > 1", "f3 > 1"]])
def test_a_hand_never_outlives_its_turn(moves: list[str]) -> None:
    state = table(2)
    hand = hand_after(state, "+d3")
    assert isinstance(hand, Hand)
    later = after(state, *moves)
    expected = Reason.NOT_YOUR_TURN if len(moves) == 1 else Reason.HAND_OUT_OF_DATE
    for answer in (
        shelfie.step(later, hand, Pick(Cell(2, 2))),
        shelfie.step(later, hand, UnpickAll()),
        shelfie.finish(later, replace(hand, column=1)),
    ):
        assert isinstance(answer, Refusal)
        assert answer.code == expected


@given(setups(GAME), st.data())
def test_every_legal_move_can_be_put_together_and_is_then_the_same(
    setup: Setup, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(play_out(setup).states[:-1]))
    move = data.draw(st.sampled_from(list(shelfie.legal_moves(state, state.turn))))
    line = sorted(move.cells)
    order = Order(tuple(line.index(cell) for cell in move.cells))
    steps: list[Step] = [*map(Pick, line), Close(), order, ChooseColumn(move.column)]
    hand: Hand | Refusal = shelfie.begin(state, state.turn)
    for step in steps:
        assert not isinstance(hand, Refusal), hand
        hand = shelfie.step(state, hand, step)
    assert not isinstance(hand, Refusal), hand
    assert shelfie.finish(state, hand) == move


ANY_CELL = st.builds(Cell, st.integers(-1, 9), st.integers(-1, 9))
ANY_STEP = st.one_of(
    st.builds(Pick, ANY_CELL),
    st.builds(Unpick, ANY_CELL),
    st.builds(UnpickAll),
    st.builds(Select, st.lists(ANY_CELL, max_size=4).map(tuple)),
    st.builds(Order, st.lists(st.integers(-1, 3), max_size=4).map(tuple)),
    st.builds(Close),
    st.builds(ChooseColumn, st.integers(-1, 5)),
)


@given(setups(GAME), st.lists(ANY_STEP, max_size=12), st.data())
def test_finished_hand_is_a_legal_move_after_any_steps(
    setup: Setup, steps: list[Step], data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(play_out(setup).states[:-1]))
    hand = shelfie.begin(state, state.turn)
    assert not isinstance(hand, Refusal)
    takeable = {cell for move in shelfie.legal_moves(state, state.turn) for cell in move.cells}
    steps = [Pick(data.draw(st.sampled_from(sorted(takeable)))), *steps, ChooseColumn(0)]
    hand = reduce(lambda hand, step: _tried(state, hand, step), steps, hand)
    move = shelfie.finish(state, hand)
    if isinstance(move, TakeTiles):
        assert not isinstance(shelfie.play(state, state.turn, move, Dice(0)), Refusal)


def _tried(state: State, hand: Hand, step: Step) -> Hand:
    answer = shelfie.step(state, hand, step)
    assert repr(shelfie.step(state, hand, plain(step, list))) == repr(answer)
    return hand if isinstance(answer, Refusal) else answer
