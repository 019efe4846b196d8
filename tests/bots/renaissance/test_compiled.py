"""Machine code and Python play the same games."""

import sys
from importlib.util import find_spec

import pytest

from ludoteca.bots import Budget, Question
from ludoteca.bots.renaissance import MASTER, compiled_playout, master
from ludoteca.bots.renaissance.playouts import ANY_TURN, Playout, deep_playout
from ludoteca.bots.renaissance.search import deal, read, search
from ludoteca.games import Dice, renaissance
from ludoteca.games.renaissance import view
from tests.bots.renaissance.tables import begun
from tests.conftest import many

pytestmark = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba is not installed; it comes with ludoteca[bots]"
)


@pytest.fixture(scope="module")
def machine() -> Playout:
    """Compile the playouts without measuring the coverage of the compiler."""
    watcher = sys.gettrace()
    sys.settrace(None)
    made = compiled_playout("deep_playout")
    sys.settrace(watcher)
    return made


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_same_table_leads_to_the_same_end(machine: Playout, seats: int) -> None:
    for seed in range(many(40, 40)):
        state = begun(seats, Dice(seed))
        seen = view(state, state.turn)
        table = deal(read(seen), seen, Dice(seed))
        told = machine(table, state.turn, ANY_TURN, 4)
        assert told == deep_playout(table, state.turn, ANY_TURN, 4)


@pytest.mark.usefixtures("machine")
def test_a_master_answers_alike_with_and_without_a_compiler() -> None:
    state, budget = begun(2, Dice(5)), Budget(0.02)
    moves = list(renaissance.legal_moves(state, state.turn))
    question = Question(renaissance, view(state, state.turn), state.turn, moves)
    plain = search(question, Dice(1), budget, MASTER, deep_playout)
    assert master(question, Dice(1), budget) == plain
