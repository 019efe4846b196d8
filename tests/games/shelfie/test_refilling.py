"""Refilling the living room, with every set of rules and with too few tiles in the bag."""

from functools import reduce

import pytest
from msgspec.structs import replace

from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie import (
    BoardFilled,
    Cell,
    Leftovers,
    LeftoversReturned,
    Options,
    Reason,
    RuleSet,
    Squares,
    TurnPassed,
)
from ludoteca.games.shelfie.board import CELLS, TILES
from tests.games.random_play import accepted
from tests.games.shelfie.drawn import after, played, table, tiles_of

LONE_TILES_AND_A_PAIR = """
    . . . . . . . . .
    . . . . . . . . .
    . . C . . T . . .
    . G . . . . . . .
    . . . . . T . . .
    . . . G . . . . .
    . . . . P P . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_nothing_happens_while_two_tiles_touch() -> None:
    events = played(table(room=LONE_TILES_AND_A_PAIR), "c3 > 1")
    assert not isinstance(events, Reason)
    assert [type(event) for event in events[1:]] == [TurnPassed]


EITHER = pytest.mark.parametrize("squares", Squares)


@EITHER
def test_left_over_tiles_stay_where_they_are(squares: Squares) -> None:
    state = table(room=LONE_TILES_AND_A_PAIR, rules=RuleSet(squares, Leftovers.STAY))
    filled = after(state, "f7 > 1")
    assert set(filled.board) == set(CELLS[4])
    left_over = {cell: tile for cell, tile in state.board.items() if cell != Cell(6, 5)}
    assert left_over.items() <= filled.board.items()


@EITHER
def test_left_over_tiles_return_first_under_the_english_rules(squares: Squares) -> None:
    state = table(room=LONE_TILES_AND_A_PAIR, rules=RuleSet(squares, Leftovers.RETURN))
    events = played(state, "f7 > 1")
    assert not isinstance(events, Reason)
    assert [type(event) for event in events[1:]] == [LeftoversReturned, BoardFilled, TurnPassed]
    filled = reduce(shelfie.apply, events, state)
    assert set(filled.board) == set(CELLS[4])
    assert not state.board.items() & filled.board.items()
    assert sorted(tiles_of(filled)) == list(TILES)


def test_a_short_bag_fills_row_by_row_from_the_top_left() -> None:
    state = table(room=LONE_TILES_AND_A_PAIR)
    filled = after(replace(state, bag=state.bag[:3]), "f7 > 1")
    assert filled.bag == ()
    assert set(filled.board) - set(state.board) == {Cell(0, 3), Cell(0, 4), Cell(1, 3)}


def test_game_continues_when_the_bag_is_empty() -> None:
    events = played(replace(table(room=LONE_TILES_AND_A_PAIR), bag=()), "f7 > 1")
    assert not isinstance(events, Reason)
    assert [type(event) for event in events[1:]] == [TurnPassed]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_cells_in_use_are_filled(seats: int) -> None:
    laid = accepted(shelfie.setup(seats, Options(), Dice(1)))
    assert set(reduce(shelfie.apply, laid, shelfie.BLANK).board) == set(CELLS[seats])
