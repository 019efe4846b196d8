"""How a bot of My Shelfie spends its budget: on its best moves, and more of it on better ones.

Moves are judged as they are, and the best of them looked at further. What is hidden is drawn again
and again, the same for all of these moves; from time to time the worse half of them is given up.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import ceil, log2
from time import monotonic
from typing import Any, NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.shelfie import search
from ludoteca.bots.shelfie.tables import AWAY, LOOKED, MOST_MOVES, SIZE, encoded
from ludoteca.games import Chance, Seat
from ludoteca.games.chance import seeded
from ludoteca.games.shelfie import PERSONAL_GOALS, TOKENS, TakeTiles, View, kind_of
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
    """The table as a seat sees it, before its move: personal goals of others are 0."""
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
    """The kind of a tile, which is not in the bag."""
    kind = _PLACE[kind_of(tile)]
    table[at.BAG] += at.FROM_KIND[kind]
    return kind


def likely_goals(table: Ints, seat: int) -> list[int]:
    """How likely each personal goal is for a seat, by how well its shelf fits it; 0 is none."""
    shelf, weights = at.SHELVES + SHELF_SIZE * seat, [0]
    for goal in sorted(PERSONAL_GOALS):
        wanted = WANTED[ALL * (goal - 1) : ALL * goal]
        matches = sum(bool(table[shelf + kind] & cell) for kind, cell in enumerate(wanted))
        weights.append(0 if goal in known_goals(table) else 2**matches)
    return weights


def known_goals(table: Ints) -> Sequence[int]:
    """The personal goals that are seen."""
    return table[at.PERSONAL : at.PERSONAL + table[at.SEATS]]


def imagine(table: Ints, chance: Chance) -> Ints:
    """The table with what is hidden drawn: the goals of others, and the tiles to come."""
    imagined = table[:]
    imagined[at.LUCK] = seeded(chance.below(2**29))
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
    """Tables with what is hidden drawn, each with its weight, for ever."""
    while True:
        yield imagine(table, chance), 1


def last_hands(table: Ints, chance: Chance) -> Iterator[tuple[Ints, int]]:
    """Tables as `hands` gives them, for the last round: each goal that one other can have, in turn.

    If nobody moves after this turn they come once, for nothing else is hidden that matters.
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
    """The first cell of a line and the way it is taken, as moves of tables have them."""
    bits = [bit_of(cell) for cell in line_of(cells)]
    first = min(bits)
    offsets = [bit - first for bit in bits]
    for way in range(6 * len(at.LENGTHS)):
        sort = way // 6
        known = at.OFFSETS[3 * way : 3 * way + at.LENGTHS[sort]]
        if way % 6 < at.ORDERS[sort] and list(known) == offsets:
            return first, way
    raise ValueError(f"{cells} are no line")


def code_of(move: TakeTiles) -> int:
    """A move as tables have it."""
    return encoded(*_code_of(move.cells), move.column)


class Engine(NamedTuple):
    """What looks ahead: the search, in Python or in machine code, and what it judges with."""

    assess: Callable[[Ints, Ints, Ints, int, Any], int] = search.assess
    outlook: Callable[[Ints, int, int, int, Ints, Ints, Ints, Any], int] = search.outlook
    memory: Callable[[int], Ints] = memory
    laid: Callable[[Ints], Ints] = list
    """A table of integers as the search wants it."""
    net: Any = None


class Strength(NamedTuple):
    """How far and how widely a level looks."""

    positions: int
    """So many of them are looked at, and some more to finish what was begun."""
    width: int
    """How many moves are looked at further."""
    rounds: int
    """After so many rounds the table is judged."""
    judged: int = 0
    """How many moves of each turn on the way there are judged; else a glance has to do."""
    last: int = MOST_MOVES
    """How many moves are looked at further in the last round."""


class Choice(NamedTuple):
    """A move that is looked at, and what it was found to be worth, in all."""

    move: TakeTiles
    code: int
    worth: int


class Thought:
    """One question, thought about."""

    def __init__(
        self, question: Question, budget: Budget, strength: Strength, engine: Engine
    ) -> None:
        self._strength, self._engine, self._until = strength, engine, budget.until
        self._positions = strength.positions * budget.share
        self._work = engine.memory(SIZE)
        self._moves, self._values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
        self._last_round = question.view.last_round
        self._table = table_of(question.view, question.seat)
        self._choices = _best(self._judged(question))

    @property
    def looked(self) -> int:
        """How many positions were looked at after those that the moves lead to."""
        return int(self._work[LOOKED])

    def _judged(self, question: Question) -> list[Choice]:
        """The moves offered, one of those that come to the same, and what each is worth as such."""
        laid = self._engine.laid(self._table)
        count = self._engine.assess(laid, self._moves, self._values, MOST_MOVES, self._engine.net)
        worth = {int(self._moves[n]): int(self._values[n]) for n in range(count)}
        offered = ((move, code_of(move)) for move in question.moves)
        return [Choice(move, code, worth[code]) for move, code in offered if code in worth]

    def decide(self, chance: Chance) -> TakeTiles:
        """The move that is worth most, as far as the budget lets this level see."""
        strength = self._strength
        self._choices = self._choices[: strength.last if self._last_round else strength.width]
        phases = 1 if self._last_round else ceil(log2(len(self._choices)))
        drawn = hands(self._table, chance)
        if self._last_round:  # what was counted without the goals of others is no part of it
            self._choices = [choice._replace(worth=0) for choice in self._choices]
            drawn = last_hands(self._table, chance)
        for phase in range(1, phases + 1):
            while self.looked < self._positions * phase / phases:
                hand = next(drawn, None)
                if hand is None or not self._look_at(*hand):
                    return self._choices[0].move
            self._choices = self._choices[: ceil(len(self._choices) / 2)]
        return self._choices[0].move

    def _look_at(self, table: Ints, weight: int) -> bool:
        """Look at all choices with these hidden things; whether there was time to."""
        _, outlook, _, lay, net = self._engine
        laid, rounds, judged = lay(table), self._strength.rounds, self._strength.judged
        worth: list[int] = []
        for choice in self._choices:
            if worth and monotonic() > self._until:
                return False
            found = outlook(
                laid, choice.code, rounds, judged, self._work, self._moves, self._values, net
            )
            worth.append(choice.worth + weight * int(found))
        added = zip(self._choices, worth, strict=True)
        self._choices = _best([choice._replace(worth=total) for choice, total in added])
        return monotonic() <= self._until


def _best(choices: list[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: -choice.worth)
