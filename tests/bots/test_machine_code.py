"""Machine code and Python play the same games."""

import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from types import FunctionType, ModuleType

import pytest

from ludoteca.bots import machine_code as module
from ludoteca.bots.machine_code import NoCompilerError, machine_code, version_of
from ludoteca.bots.machine_code import machine as machine_of
from ludoteca.games import Dice
from ludoteca.games.shelfie import COMMON_GOALS, RULE_SETS, bitboard, bitshelf
from ludoteca.games.shelfie.bitshelf import SHELF_SIZE, adjacency, is_met, rule_bits
from tests.conftest import many

EVERY_TABLE = [*product((2, 3, 4), (0, 1, 2), map(rule_bits, RULE_SETS))]
NEEDS_A_COMPILER = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba is not installed; it comes with ludoteca[bots]"
)


@pytest.fixture(scope="module")
def machine() -> ModuleType:
    """Compile a module without measuring the coverage of the compiler."""
    machine = machine_of(bitshelf, bitboard)
    watcher = sys.gettrace()
    sys.settrace(None)
    machine.playout(1, 2, 0, 0)
    machine.tally(1, 1, 2, 0, 0)
    sys.settrace(watcher)
    return machine


@NEEDS_A_COMPILER
@pytest.mark.parametrize(("seats", "cards", "rules"), EVERY_TABLE)
def test_same_seed_gives_the_same_game(
    machine: ModuleType, seats: int, cards: int, rules: int
) -> None:
    for seed in range(many(20_000) // len(EVERY_TABLE) + 1):
        chance = Dice(seed).state
        told = machine.playout(chance, seats, cards, rules)
        assert told == bitboard.playout(chance, seats, cards, rules)


@NEEDS_A_COMPILER
@pytest.mark.parametrize(("seats", "cards", "rules"), EVERY_TABLE)
def test_same_seed_gives_the_same_tally(
    machine: ModuleType, seats: int, cards: int, rules: int
) -> None:
    asked = (Dice(seats).state, many(200), seats, cards, rules)
    assert machine.tally(*asked) == bitboard.tally(*asked)


@NEEDS_A_COMPILER
@pytest.mark.parametrize("rules", [*map(rule_bits, RULE_SETS)])
def test_the_pieces_work_one_by_one(machine: ModuleType, rules: int) -> None:
    quick, slow = machine.memory(bitboard.TABLE_SIZE), bitboard.memory(bitboard.TABLE_SIZE)
    machine.lay(quick, Dice(1).state, 4, 2, rules)
    bitboard.lay(slow, Dice(1).state, 4, 2, rules)
    goes_on = True
    while goes_on:
        shelf = bitboard.SHELVES + SHELF_SIZE * slow[bitboard.TURN]
        assert machine.lines(quick[bitboard.BOARD]) == bitboard.lines(slow[bitboard.BOARD])
        assert machine.moves(quick, shelf) == bitboard.moves(slow, shelf)
        goes_on = bitboard.turn(slow, 0)
        assert machine.turn(quick, 0) == goes_on
        assert quick.tolist() == slow
        assert machine.adjacency(quick, shelf) == adjacency(slow, shelf)
        for goal in COMMON_GOALS:
            assert machine.is_met(goal, quick, shelf, rules) == is_met(goal, slow, shelf, rules)


@NEEDS_A_COMPILER
def test_the_python_functions_stay_as_they_are(machine: ModuleType) -> None:
    assert machine.playout is not bitboard.playout
    assert isinstance(bitboard.playout, FunctionType)
    assert isinstance(bitboard.ROW_BY_ROW, tuple)
    assert bitboard.memory(3) == [0, 0, 0]


@NEEDS_A_COMPILER
def test_machine_code_works_without_a_writable_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = import_module("numba")
    # The only place left is the one for notebooks, which this is not.
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "IPythonCacheLocator")

    def next_number(number: int) -> int:
        return number + 1

    assert machine_code(numba, next_number, "1")(41) == 42


def test_machine_code_that_was_kept_is_not_used_for_other_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = version_of(bitshelf, bitboard)
    assert version_of(bitshelf, bitboard) == before
    monkeypatch.setattr(bitshelf, "POINTS_BY_MATCHES", (0, 1, 2, 4, 6, 9, 13))
    assert version_of(bitshelf, bitboard) != before


@NEEDS_A_COMPILER
def test_functions_become_machine_code_and_tables_of_numbers_arrays() -> None:
    copy = machine_of.__wrapped__(bitshelf, bitboard, called=("playout",))
    functions = [name for name, each in vars(bitboard).items() if is_own(each)]
    assert [name for name in functions if not hasattr(getattr(copy, name), "py_func")] == []
    assert list(copy.SHAPES) == list(bitboard.SHAPES)
    assert not isinstance(copy.SHAPES, tuple)


def is_own(value: object) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == bitboard.__name__


def test_missing_compiler_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_there(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(module, "import_module", nothing_there)
    with pytest.raises(NoCompilerError, match=r"install ludoteca\[bots\]"):
        machine_of.__wrapped__(bitshelf, bitboard)
