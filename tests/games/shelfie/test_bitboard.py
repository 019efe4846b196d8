"""The bitboards agree with the rules: shelf by shelf, move by move, game by game."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games import Dice, Refusal, Seat, play_move, replay, shelfie
from ludoteca.games.shelfie import (
    COMMON_GOALS,
    EDITIONS,
    RULE_SETS,
    WORDING,
    Edition,
    Grid,
    RuleSet,
    State,
)
from ludoteca.games.shelfie import bitboard as bits
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    FEWEST_TILES,
    SHELF_SIZE,
    adjacency,
    is_met,
    personal,
    rule_bits,
)
from ludoteca.games.shelfie.board import (
    CELLS,
    KINDS,
    TILES_OF_A_KIND,
    Cell,
    bit_of,
    kind_of,
    takeable_lines,
)
from ludoteca.games.shelfie.goals import PERSONAL_GOALS, POINTS_BY_MATCHES
from ludoteca.games.shelfie.shelf import grid_of
from tests.conftest import many
from tests.games.shelfie.drawn import EXAMPLES, called, grid, verdicts
from tests.games.shelfie.shelves import bits_in, shelves

EVERY_TABLE = [*product((2, 3, 4), (0, 1, 2), RULE_SETS)]
AT_EVERY_TABLE = pytest.mark.parametrize(("seats", "cards", "rules"), EVERY_TABLE)
ITALIAN = EDITIONS[Edition.ITALIAN]


def table_of(state: State) -> list[int]:
    """Return a table in mid-game, without random state."""
    table = [0] * bits.TABLE_SIZE
    for cell, tile in state.board.items():
        table[bit_of(cell)] = KINDS.index(kind_of(tile))
        table[bits.BOARD] |= 1 << bit_of(cell)
    table[bits.BAG] = bits.CARRIES - sum(bits.FROM_KIND[t // TILES_OF_A_KIND] for t in state.bag)
    table[bits.SEATS], table[bits.FIRST], table[bits.TURN] = state.seats, state.first, state.turn
    table[bits.FINISHER] = bits.NOBODY if state.finisher is None else state.finisher
    table[bits.NEEDED : bits.NEEDED + 8] = [FEWEST_TILES[0]] * 8
    for seat, shelf in enumerate(state.shelves):
        at = bits.SHELVES + SHELF_SIZE * seat
        table[at : at + SHELF_SIZE] = bits_in(grid_of(shelf))
    return table


def accepted(answer: Any) -> Any:
    assert not isinstance(answer, Refusal), answer
    return answer


def states(seed: int, seats: int, cards: Any, rules: RuleSet) -> Iterator[tuple[State, Dice]]:
    """Yield the states of a random game by the rules, from the first turn to the end."""
    dice = Dice(seed)
    options = shelfie.Options(cards, squares=rules.squares, leftovers=rules.leftovers)
    events = accepted(shelfie.setup(seats, options, dice))
    state = replay(shelfie, events)
    yield state, dice
    while not state.outcome:
        move = accepted(shelfie.sample(state, state.turn, dice))
        state, _ = accepted(play_move(shelfie, state, state.turn, move, dice))
        yield state, dice


def by_the_rules(seed: int, seats: int, cards: int, rules: RuleSet) -> list[int]:
    """Return the result of `playout` computed by the rules."""
    *_, (state, dice) = states(seed, seats, cards, rules)
    assert state.outcome
    told = [dice.state, state.turns, state.first, *state.outcome.winners]
    for seat in range(seats):
        points = shelfie.points(shelfie.view(state, None), Seat(seat))
        common = sum(point.amount for point in points if point.source.startswith("common/"))
        others = {point.source: point.amount for point in points}
        told += [common, others["end_token"], others["personal"], others["adjacency"]]
    return told


def test_neighbours_and_only_they_are_five_or_six_bits_apart() -> None:
    for one, other in combinations(CELLS[4], 2):
        apart = abs(bit_of(other) - bit_of(one))
        assert (apart == 6) == (one.row == other.row and abs(other.column - one.column) == 1)
        assert (apart == 5) == (one.column == other.column and abs(other.row - one.row) == 1)


def test_every_cell_has_a_bit_of_its_own() -> None:
    assert len({bit_of(cell) for cell in CELLS[4]}) == 45
    assert all(0 <= bit_of(cell) < bits.CHANCE for cell in CELLS[4])


@pytest.mark.parametrize("goal", EXAMPLES["common_goals"], ids=lambda goal: str(goal["key"]))
@pytest.mark.parametrize("rules", RULE_SETS, ids=called)
def test_an_example_of_the_rules_is_judged_as_they_say(
    goal: dict[str, Any], rules: RuleSet
) -> None:
    for example, met in verdicts(goal, rules.squares):
        shelf = bits_in(grid(example["shelf"]))
        assert is_met(goal["number"], shelf, 0, rule_bits(rules)) is met, example["note"]
        assert not met or shelf[ALL].bit_count() >= FEWEST_TILES[goal["number"]]


@pytest.mark.parametrize("example", EXAMPLES["scoring_examples"], ids=lambda e: str(e["note"]))
def test_an_example_of_the_rules_scores_as_they_say(example: dict[str, Any]) -> None:
    shelf = bits_in(grid(example["shelf"]))
    assert adjacency(shelf, 0) == example["adjacency"]
    assert personal(shelf, 0, example["personal_goal"]) == example["personal"]


@settings(max_examples=many(4000))
@given(shelves())
def test_a_shelf_is_judged_and_scored_as_the_rules_do(shelf: Grid) -> None:
    seven = bits_in(shelf)
    for rules, goal in product(RULE_SETS, COMMON_GOALS):
        met = WORDING[rules.squares].common_goals[goal].is_met(shelf)
        assert is_met(goal, seven, 0, rule_bits(rules)) == met, goal
        assert not met or seven[ALL].bit_count() >= FEWEST_TILES[goal]
    assert adjacency(seven, 0) == shelfie.adjacency(shelf)
    for goal in PERSONAL_GOALS:
        assert personal(seven, 0, goal) == POINTS_BY_MATCHES[shelfie.matches(shelf, goal)]


@pytest.mark.parametrize(
    ("goal", "drawing", "met"),
    [
        (3, "CCC../CBC../CCCGG/TTTGG/TFFFF/PPPBB", True),  # four, and one of them is a ring
        (4, "...../...../GGFF./CCCTT/CBCPP/CCCBB", True),  # six, and one of them is a ring
        (4, "...../...../.GFF./CCCTT/CBCPP/CCCBB", False),
        (10, "...../...../...../C.C../BCB../CBC..", True),  # open at the top
        (11, "...../C..../BC.../BBC../BBBC./BBBBC", True),
        (11, "....C/...CB/..CBB/.CBBB/CBBBB/BBBBB", True),
    ],
)
def test_a_subtle_point(goal: int, drawing: str, met: bool) -> None:
    assert COMMON_GOALS[goal].is_met(grid(drawing)) is met
    assert is_met(goal, bits_in(grid(drawing)), 0, 0) is met


@given(st.sets(st.sampled_from(CELLS[4])))
def test_bitboard_lines_match_the_rules(cells: set[Cell]) -> None:
    sorts = zip(
        bits.lines(sum(1 << bit_of(cell) for cell in cells)),
        ((1, 0, 1), (2, 0, 1), (3, 0, 1), (2, 1, 0), (3, 1, 0)),
        strict=True,
    )
    found = [
        tuple(Cell(cell.row + i * down, cell.column + i * right) for i in range(length))
        for firsts, (length, down, right) in sorts
        for cell in sorted(CELLS[4], key=bit_of)
        if firsts >> bit_of(cell) & 1
    ]
    board = {cell: shelfie.Tile(0) for cell in cells}
    assert found == takeable_lines(board, longest=3)


@pytest.mark.parametrize("seats", shelfie.SEATS)
def test_every_legal_move_has_its_place_and_does_the_same(seats: int) -> None:
    before = [state for state, _ in states(7, seats, 0, ITALIAN)][:-1]
    for state in before[::10]:
        table = table_of(state)
        shelf = bits.SHELVES + SHELF_SIZE * state.turn
        moves = list(shelfie.legal_moves(state, state.turn))
        assert bits.moves(table, shelf) == len(moves)
        for place, move in enumerate(moves):
            taken, *_ = accepted(shelfie.play(state, state.turn, move, Dice(0)))
            after = table.copy()
            bits.take(after, shelf, place)
            assert after == played(table_of(shelfie.apply(state, taken)), table)


def played(expected: list[int], table: list[int]) -> list[int]:
    """Clear the kinds on cells that are empty now: they do not matter."""
    return [*table[: bits.CHANCE], *expected[bits.CHANCE :]]


@AT_EVERY_TABLE
def test_same_seed_gives_the_same_game(seats: int, cards: int, rules: RuleSet) -> None:
    for seed in range(many(4000) // len(EVERY_TABLE) + 1):
        told = bits.playout(Dice(seed).state, seats, cards, rule_bits(rules))
        assert told == by_the_rules(seed, seats, cards, rules)


@AT_EVERY_TABLE
def test_a_tally_adds_up_a_chain_of_games(seats: int, cards: int, rules: RuleSet) -> None:
    played = rule_bits(rules)
    chance = Dice(seats).state
    sums = [0] * (2 + 2 * seats)
    for _ in range(5):
        told = bits.playout(chance, seats, cards, played)
        chance = told[0]
        sums[1] += told[1]
        sums[2 + told[3]] += 1
        for seat in range(seats):
            sums[2 + seats + seat] += sum(told[4 + 4 * seat : 8 + 4 * seat])
    assert bits.tally(Dice(seats).state, 5, seats, cards, played) == [chance, *sums[1:]]


def test_a_game_can_be_played_on_from_a_copy() -> None:
    table, told = bits.memory(bits.TABLE_SIZE), bits.memory(4 + 4 * 3)
    bits.lay(table, Dice(5).state, 3, 2, 0)
    for _ in range(20):
        assert bits.turn(table, bits.ANY_MOVE)
    copy = table.copy()
    bits.play_on(copy)
    assert copy != table
    bits.play_on(table)
    bits.report(table, told)
    assert copy == table
    assert told == bits.playout(Dice(5).state, 3, 2, 0)
