"""Spends the search budget on the most promising moves, and most of it on the best of them.

All moves are first evaluated without a search, and the best of them are then searched. Hidden cards
and tiles are drawn repeatedly, identically for all moves in the search. At intervals, the worse
half of the moves is dropped.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from math import ceil, log2
from time import monotonic
from typing import Any, NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.machine_code import machine
from ludoteca.bots.shelfie import lookahead, tables, valuation
from ludoteca.bots.shelfie.tables import AWAY, LOOKED, MOST_MOVES, SIZE, encoded
from ludoteca.games import Chance, Seat
from ludoteca.games.chance import seeded
from ludoteca.games.shelfie import PERSONAL_GOALS, TOKENS, TakeTiles, View, bitshelf, kind_of
from ludoteca.games.shelfie import bitboard as at
from ludoteca.games.shelfie.bitboard import memory
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    FEWEST_TILES,
    SHELF_SIZE,
    WANTED,
    Ints,
    bit_on_shelf,
    rule_bits,
)
from ludoteca.games.shelfie.board import CELLS, KINDS, Tile, bit_of, line_of

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def table_of(view: View, seat: Seat) -> Ints:
    """Convert a view to a table before the seat's move; unknown personal goals are 0."""
    table, seats = [0] * SIZE, len(view.seats)
    table[at.BAG], table[at.SEATS], table[at.RULES] = at.WHOLE_BAG, seats, rule_bits(view.rules)
    table[at.FIRST], table[at.TURN], table[at.TURNS] = view.first, seat, view.turns
    table[at.FINISHER] = at.NOBODY
    for cell in CELLS[seats]:
        tile = view.board[cell.row][cell.column]
        if tile is not None:
            table[at.BOARD] |= 1 << bit_of(cell)
            table[bit_of(cell)] = _draw(table, tile)
    for place, (goal, left) in enumerate(view.common_goals.items()):
        table[at.COMMON + place] = goal
        table[at.TAKEN + place] = len(TOKENS[seats]) - len(left)
    for number, seen in enumerate(view.seats):
        table[AWAY] |= seen.away << number
        table[at.PERSONAL + number] = seen.goal or 0
        if seen.end_token:
            table[at.FINISHER] = number
        for place in range(2):
            goal = table[at.COMMON + place]
            got = seen.tokens.get(goal, 0)
            table[at.TOKENS + 4 * place + number] = got
            table[at.NEEDED + 4 * place + number] = FEWEST_TILES[0 if got else goal]
        shelf = at.SHELVES + SHELF_SIZE * number
        for row, tiles in enumerate(seen.shelf):
            for column, tile in enumerate(tiles):
                if tile is not None:
                    bit = bit_on_shelf(row, column)
                    table[shelf + _draw(table, tile)] |= bit
                    table[shelf + ALL] |= bit
    table[AWAY] &= ~(1 << seat)
    return table


def _draw(table: Ints, tile: Tile) -> int:
    """Remove a tile from the bag and return its kind."""
    kind = _PLACE[kind_of(tile)]
    table[at.BAG] += at.FROM_KIND[kind]
    return kind


def likely_goals(table: Ints, seat: int) -> list[int]:
    """Return a weight for each personal goal, by how well the seat's shelf matches the goal."""
    shelf, weights = at.SHELVES + SHELF_SIZE * seat, [0]
    for goal in sorted(PERSONAL_GOALS):
        wanted = WANTED[ALL * (goal - 1) : ALL * goal]
        matches = sum(bool(table[shelf + kind] & cell) for kind, cell in enumerate(wanted))
        weights.append(0 if goal in known_goals(table) else 2**matches)
    return weights


def known_goals(table: Ints) -> Sequence[int]:
    return table[at.PERSONAL : at.PERSONAL + table[at.SEATS]]


def imagine(table: Ints, chance: Chance) -> Ints:
    """Draw the hidden information: the goals of others, and the seed for future tiles."""
    imagined = table[:]
    imagined[at.CHANCE] = seeded(chance.below(2**29))
    for seat in range(table[at.SEATS]):
        if not table[at.PERSONAL + seat]:
            weights = likely_goals(imagined, seat)
            place, goal = chance.below(sum(weights)), 0
            while place >= weights[goal]:
                place -= weights[goal]
                goal += 1
            imagined[at.PERSONAL + seat] = goal
    return imagined


def hands(table: Ints, chance: Chance) -> Iterator[tuple[Ints, int]]:
    """Yield tables with randomly drawn hidden information and their weights, indefinitely."""
    while True:
        yield imagine(table, chance), 1


def last_hands(table: Ints, chance: Chance) -> Iterator[tuple[Ints, int]]:
    """Yield tables like `hands` for the last round, with each possible goal of a single opponent.

    If nobody moves after this turn, each table is yielded once, because no other hidden information
    matters.
    """
    hidden = [seat for seat in range(table[at.SEATS]) if not table[at.PERSONAL + seat]]
    if len(hidden) != 1:
        yield from hands(table, chance)
        return
    weights = likely_goals(table, hidden[0])
    while True:
        for goal, weight in enumerate(weights):
            if weight:
                known = table[:]
                known[at.PERSONAL + hidden[0]] = goal
                yield imagine(known, chance), weight
        if (table[at.TURN] + 1) % table[at.SEATS] == table[at.FIRST]:
            return


@cache
def _code_of(cells: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the first cell of a line and the way to take it, in the encoding of tables."""
    bits = [bit_of(cell) for cell in line_of(cells)]
    first = min(bits)
    offsets = [bit - first for bit in bits]
    for way in range(6 * len(at.LENGTHS)):
        sort = way // 6
        known = at.OFFSETS[3 * way : 3 * way + at.LENGTHS[sort]]
        if way % 6 < at.ORDERS[sort] and list(known) == offsets:
            return first, way
    raise ValueError(f"{cells} are not a line")


def code_of(move: TakeTiles) -> int:
    return encoded(*_code_of(move.cells), move.column)


class Engine(NamedTuple):
    """The search functions, in Python or in machine code, and the network for their evaluations."""

    assess: Callable[[Ints, Ints, Ints, int, object], int] = lookahead.assess
    outlook: Callable[..., int] = lookahead.outlook
    memory: Callable[[int], Ints] = memory
    laid: Callable[[Ints], Ints] = list
    """Converts a table to the type that the search expects."""
    net: Any = None


@cache
def by_network() -> Engine:
    """Return the compiled search, which uses the network for evaluation."""
    from ludoteca.bots.shelfie import features, network  # noqa: PLC0415 - needs the `bots` extra

    code = machine(bitshelf, at, tables, valuation, features, network, lookahead)
    return Engine(code.assess, code.outlook, code.memory, _array, network.load())


def _array(table: Ints) -> Ints:
    """Convert a table for machine code."""
    numpy = import_module("numpy")
    array: Ints = numpy.array(table, numpy.int64)
    return array


class Strength(NamedTuple):
    """Depth and width of a level's search."""

    positions: int
    """Number of positions to search; the last sample is always completed."""
    width: int
    """Number of moves searched."""
    rounds: int
    """Number of rounds to play before the table is evaluated."""
    judged: int = 0
    """Number of moves to evaluate in each simulated turn; 0 uses quick estimates instead."""
    last: int = MOST_MOVES
    """Number of moves searched in the last round."""


class Choice(NamedTuple):
    """A candidate move, and the sum of its evaluations."""

    move: TakeTiles
    code: int
    value: int


def choices_of(
    question: Question, laid: Ints, moves: Ints, values: Ints, engine: Engine
) -> list[Choice]:
    """Evaluate the offered moves, keeping one of each set of equivalent moves."""
    count = engine.assess(laid, moves, values, MOST_MOVES, engine.net)
    found = {int(moves[n]): int(values[n]) for n in range(count)}
    offered = ((move, code_of(move)) for move in question.moves)
    return [Choice(move, code, found[code]) for move, code in offered if code in found]


class Thought:
    """The search for one question."""

    def __init__(
        self, question: Question, budget: Budget, strength: Strength, engine: Engine
    ) -> None:
        self._strength = strength
        self._engine = engine
        self._until = budget.until
        self._positions = strength.positions * budget.share
        self._work = engine.memory(SIZE)
        self._moves, self._values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
        self._last_round = question.view.last_round
        self._table = table_of(question.view, question.seat)
        laid = engine.laid(self._table)
        found = choices_of(question, laid, self._moves, self._values, engine)
        self._choices = best_first(found)

    @property
    def looked(self) -> int:
        """Positions searched, except those immediately after a move."""
        return int(self._work[LOOKED])

    def decide(self, chance: Chance) -> TakeTiles:
        """Return the best move found within the budget."""
        strength = self._strength
        self._choices = self._choices[: strength.last if self._last_round else strength.width]
        phases = 1 if self._last_round else ceil(log2(len(self._choices)))
        drawn = hands(self._table, chance)
        if self._last_round:  # the direct evaluation ignored the goals of others: drop it
            self._choices = [choice._replace(value=0) for choice in self._choices]
            drawn = last_hands(self._table, chance)
        for phase in range(1, phases + 1):
            while self.looked < self._positions * phase / phases:
                hand = next(drawn, None)
                if hand is None or not self._look_at(*hand):
                    return self._choices[0].move
            self._choices = self._choices[: ceil(len(self._choices) / 2)]
        return self._choices[0].move

    def _look_at(self, table: Ints, weight: int) -> bool:
        """Search all choices on one drawn table; return whether time is left."""
        _, outlook, _, lay, net = self._engine
        laid, rounds, judged = lay(table), self._strength.rounds, self._strength.judged
        totals: list[int] = []
        for choice in self._choices:
            if totals and monotonic() > self._until:
                return False
            found = outlook(
                *(laid, table[at.TURN], choice.code, rounds, judged),
                *(self._work, self._moves, self._values, net),
            )
            totals.append(choice.value + weight * int(found))
        added = zip(self._choices, totals, strict=True)
        self._choices = best_first([choice._replace(value=total) for choice, total in added])
        return monotonic() <= self._until


def best_first(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: -choice.value)
