"""The valuation on integers equals that of `greedy`."""

import pytest
from hypothesis import given

from ludoteca.bots.shelfie.greedy import bits, value
from ludoteca.bots.shelfie.tables import POINT
from ludoteca.bots.shelfie.valuation import seat_value
from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import State
from ludoteca.games.shelfie import bitboard as at
from ludoteca.games.shelfie.bitshelf import SHELF_SIZE
from ludoteca.games.shelfie.shelf import kinds_in
from tests.bots.shelfie.positions import seen, states


@given(state=states())
def test_shelf_values_match_greedy(state: State) -> None:
    for seat in map(Seat, range(state.seats)):
        view = shelfie.view(state, seat)
        for shelf in range(state.seats):
            expected = value(view, seat, bits(kinds_in(view.seats[shelf].shelf)))
            found = seat_value(seen(state, seat), seat, at.SHELVES + SHELF_SIZE * shelf)
            assert found / POINT == pytest.approx(expected, abs=0.01)
