"""Legal moves: a move is accepted exactly if it is offered, and the counts are right."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import Dice, Refusal, Rules, Seat, play_move, replay, shelfie
from ludoteca.games.shelfie import Cell, Options, State, TakeTiles
from ludoteca.games.shelfie.moves import sample
from tests.conftest import PROVING
from tests.games.random_play import Setup, accepted, play_out, setups
from tests.games.shelfie.drawn import table

GAME: Rules = shelfie
ANY_MOVE = st.builds(
    TakeTiles,
    st.lists(st.builds(Cell, st.integers(-1, 9), st.integers(-1, 9)), min_size=0, max_size=4).map(
        tuple
    ),
    st.integers(-1, 5),
)


@given(setups(GAME), ANY_MOVE, st.data())
def test_any_move_at_all_is_accepted_exactly_if_it_is_offered(
    setup: Setup, anything: TakeTiles, data: st.DataObject
) -> None:
    states = play_out(setup).states
    state = data.draw(st.sampled_from(states[:-1]))
    offered = set(shelfie.legal_moves(state, state.turn))
    cells = sorted(state.board)
    picks = [combo for n in (1, 2, 3) for combo in combinations(cells[:12], n)]
    tried = [TakeTiles(pick, column) for pick in picks for column in range(5)]
    for move in (anything, *tried):
        answer = shelfie.play(state, state.turn, move, Dice(0))
        assert (not isinstance(answer, Refusal)) == (move in offered)


class Counting:
    """A chance that records the requested numbers and returns prepared ones."""

    def __init__(self, answer: int) -> None:
        self.asked, self._answer = 0, answer

    def below(self, n: int) -> int:
        self.asked = n
        return min(self._answer, n - 1)


def test_every_legal_move_is_as_likely_as_the_others_in_a_sample() -> None:
    state = table(2, shelves=["...../...../CB.../CB.G./CBGG./CBGGT"])
    offered = list(shelfie.legal_moves(state, Seat(0)))
    for place, move in enumerate(offered):
        chance = Counting(place)
        assert sample(state, Seat(0), chance) == move
        assert chance.asked == len(offered)


# Sequences of one, two and three moves from the start; kinds do not matter so early.
PERFT = {
    2: (160, 29_100, 6_135_000),
    3: (220, 56_000, 15_836_000),
    4: (180, 36_400, 8_297_000),
}
DEPTHS = (1, 2, 3) if PROVING else (1, 2)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_number_of_openings(seats: int, depth: int) -> None:
    assert perft(start(seats), depth) == PERFT[seats][depth - 1]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_naive_generator_counts_as_many_openings(seats: int, depth: int) -> None:
    first = Naive(start(seats).board, [[[] for _ in range(5)] for _ in range(seats)])
    assert first.perft(depth) == PERFT[seats][depth - 1]


LATE = [
    "CBG.T/CBG.T/CBGFT/CBGFT/CBGFT/CBGFT",
    "...../C...B/CB..B/CBG.P/CBGPP/CBGFT",
    "...../.CB../.CB../TCBPG/TCBPG/TCBPG",
]


def test_a_naive_generator_agrees_late_in_a_game() -> None:
    state = table(3, shelves=LATE)
    columns = [[list(column) for column in shelf] for shelf in state.shelves]
    assert Naive(state.board, columns).perft(2) == perft(state, 2)


def start(seats: int) -> State:
    state: State = replay(shelfie, accepted(shelfie.setup(seats, Options(common_goals=0), Dice(1))))
    return state


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in shelfie.legal_moves(state, state.turn))
    return sum(
        perft(after_move(state, move), depth - 1) for move in shelfie.legal_moves(state, state.turn)
    )


def after_move(state: State, move: TakeTiles) -> State:
    after: State
    after, _ = accepted(play_move(shelfie, state, state.turn, move, Dice(0)))
    return after


class Naive:
    """A second implementation of taking and placing, as simple as possible."""

    def __init__(self, tiles: Any, shelves: list[list[list[Any]]]) -> None:
        self.room = {(row, column) for row, column in tiles}
        self.shelves = shelves

    def moves(self) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
        free = [cell for cell in sorted(self.room) if len(self.touching(cell)) < 4]
        for count in (1, 2, 3):
            for cells in combinations(free, count):
                rows, columns = zip(*cells, strict=True)
                in_a_row = len(set(rows)) == 1 and max(columns) - min(columns) == count - 1
                in_a_column = len(set(columns)) == 1 and max(rows) - min(rows) == count - 1
                if in_a_row or in_a_column:
                    for order in permutations(cells):
                        for column in range(5):
                            if len(self.shelves[0][column]) + count <= 6:
                                yield order, column

    def touching(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (row, column)
            for row, column in self.room
            if abs(row - cell[0]) + abs(column - cell[1]) == 1
        ]

    def perft(self, depth: int) -> int:
        if depth == 1:
            return sum(1 for _ in self.moves())
        count = 0
        for cells, column in list(self.moves()):
            shelf = [[*tiles] for tiles in self.shelves[0]]
            shelf[column] += cells
            # The seat that moved goes to the end of the line.
            following = Naive(self.room - set(cells), [*self.shelves[1:], shelf])
            assert any(following.touching(cell) for cell in following.room)
            count += following.perft(depth - 1)
        return count
