"""The judge of My Shelfie: the search of `master`, or that of `thoughtful` in plain Python.

The judge plays the best moves and the move in question on the same samples of the hidden
information, until the seat has moved once more. The network then estimates the outcome.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import exp
from typing import NamedTuple

from msgspec import structs

from ludoteca.bots.contract import Question
from ludoteca.bots.judging import (
    SAMPLES_OF_A_LINE,
    SEED,
    Judgement,
    Line,
    mean,
    modest,
    most_common,
    notable,
)
from ludoteca.bots.shelfie import greedy, tables, teacher
from ludoteca.bots.shelfie.lookahead import AT_THE_END
from ludoteca.bots.shelfie.search import (
    Choice,
    Engine,
    best_first,
    by_network,
    choices_of,
    code_of,
    hands,
    last_hands,
    table_of,
)
from ludoteca.bots.shelfie.tables import (
    CERTAIN,
    COLUMN,
    MOST_MOVES,
    ODDS,
    POINT,
    SIZE,
    UNKNOWN,
    WAY,
)
from ludoteca.games import Dice, Rules, Seat
from ludoteca.games.shelfie import TakeTiles, View
from ludoteca.games.shelfie import bitboard as at
from ludoteca.games.shelfie.bitshelf import ALL, FULL, SHELF_SIZE, Ints
from ludoteca.games.shelfie.board import CELLS, KINDS, bit_of
from ludoteca.games.shelfie.view import END_TOKEN_POINTS
from ludoteca.messages import LineMove, Reason

_CELL = {bit_of(cell): cell for cell in CELLS[4]}
RIVALS, GROUPS, PERSONAL, END, ROOM = range(-5, 0)
"""Parts of a seat's standing. The other parts are the common goals, identified by number."""


class Effort(NamedTuple):
    """The size of a judge's search."""

    width: int
    """Number of moves searched in addition to the move in question."""
    samples: int
    """Number of samples of the hidden information for each move."""
    glances: int
    """Number of samples for the probability of winning when another seat is to move."""
    last: int
    """Number of moves searched in the last round."""
    judged: int
    """Number of moves to evaluate in each simulated turn; 0 uses quick estimates instead."""


class Judge:
    """Judges positions with a search of fixed size."""

    def __init__(self, effort: Effort, *, by_network: bool) -> None:
        self._effort = effort
        self._by_network = by_network

    def judge(self, question: Question, also: TakeTiles | None = None) -> Judgement:
        return self._study(question.view, question.seat).judge(question, also)

    def chance(self, _rules: Rules, view: View, seat: Seat) -> float:
        if view.outcome or view.turn is None:
            return teacher.chance(view, seat)
        return self._study(view, seat).chance()

    def compares(self, _move: TakeTiles) -> bool:
        return True

    def _study(self, view: View, seat: Seat) -> "_Study":
        return _Study(view, seat, self._effort, by_network() if self._by_network else Engine())


MASTER = Judge(Effort(width=6, samples=64, glances=16, last=24, judged=6), by_network=True)
THOUGHTFUL = Judge(Effort(width=3, samples=2, glances=2, last=4, judged=0), by_network=False)


class _Course(NamedTuple):
    """A move played out on one sample."""

    moves: Sequence[tuple[int, int]]
    """Seats and moves after the first move, up to the seat's own next move."""
    table: Ints
    """The table after these moves."""
    bag: int
    """The bag before the last of these moves."""


class _Study:
    """The search for one view."""

    def __init__(self, view: View, seat: Seat, effort: Effort, engine: Engine) -> None:
        self._view, self._seat = view, seat
        self._effort = effort
        self._engine = engine
        self._work = engine.memory(SIZE)
        self._moves, self._values = engine.memory(MOST_MOVES), engine.memory(MOST_MOVES)
        self._table = table_of(view, seat)
        self._table[at.TURN] = seat if view.turn is None else view.turn

    @cached_property
    def _hands(self) -> list[tuple[Ints, int]]:
        """The samples, which are the same for all moves."""
        drawn = last_hands if self._view.last_round else hands
        return list(islice(drawn(self._table, Dice(SEED)), self._effort.samples))

    def judge(self, question: Question, also: TakeTiles | None) -> Judgement:
        laid = self._engine.laid(self._table)
        found = choices_of(question, laid, self._moves, self._values, self._engine)
        width = self._effort.last if self._view.last_round else self._effort.width
        chosen = best_first(found)[:width]
        searched = {choice.code: self._search(choice) for choice in chosen}
        ranked = sorted(chosen, key=lambda choice: -searched[choice.code][0])
        lines = tuple(self._line(choice, *searched[choice.code]) for choice in ranked)
        if also is None:
            return Judgement(lines)
        own = next(choice for choice in found if self._same(choice.code, code_of(also)))
        if own.code in searched:
            line = lines[ranked.index(own)]
        else:
            # The move was not among the best by itself, so chance must not make it the best.
            worth, chance = self._search(own)
            line = self._line(own, min(worth, lines[0].worth), chance)
        gains = () if own == ranked[0] else self._gains(ranked[0].code, own.code)
        return Judgement(lines, structs.replace(line, move=also), gains)

    def chance(self) -> float:
        """Return the seat's probability of winning, regardless of the seat to move."""
        odds = []
        for hand, weight in self._hands[: self._effort.glances]:
            move, _ = self._reply(hand, self._effort.judged or AT_THE_END)
            odds.append((self._outlook(hand, move)[1], weight))
        return modest(mean(odds))

    def _search(self, choice: Choice) -> tuple[float, float]:
        """Return a move's average value in points, and the probability of winning after it."""
        found = [(self._outlook(hand, choice.code), weight) for hand, weight in self._hands]
        values = ((value, weight) for (value, _), weight in found)
        odds = ((chance, weight) for (_, chance), weight in found)
        return round(mean(values) / POINT, 3), modest(mean(odds))

    def _outlook(self, hand: Ints, code: int) -> tuple[int, float]:
        """Return the value of a move on one sample, and the seat's probability of winning."""
        _, outlook, _, lay, net = self._engine
        value = outlook(
            *(lay(hand), self._seat, code, 1, self._effort.judged),
            *(self._work, self._moves, self._values, net),
        )
        odds = int(self._work[ODDS])
        return int(value), self._likely(value) if odds == UNKNOWN else odds / CERTAIN

    def _likely(self, lead: int) -> float:
        """Estimate the probability of winning with a lead, without the network."""
        shelves = [self._table[at.SHELVES + SHELF_SIZE * n + ALL] for n in self._seats]
        filled = sum(shelf.bit_count() for shelf in shelves) / (FULL.bit_count() * len(shelves))
        scale = POINT * (teacher.SURE + teacher.UNSURE * (1 - filled))
        return 1 / (1 + exp(-lead / scale))

    @property
    def _seats(self) -> range:
        return range(len(self._view.seats))

    def _reply(self, table: Ints, most: int) -> tuple[int, int]:
        """Return the best move of the seat to move, and its value."""
        engine = self._engine
        laid = engine.laid(table)
        count = engine.assess(laid, self._moves, self._values, most, engine.net)
        best = max(range(count), key=lambda place: self._values[place])
        return int(self._moves[best]), int(self._values[best])

    def _courses(self, code: int) -> list[tuple[_Course, int]]:
        """Play out a move on some samples; return the courses with their weights."""
        return [(self._course(hand, code), w) for hand, w in self._hands[:SAMPLES_OF_A_LINE]]

    def _course(self, hand: Ints, code: int) -> _Course:
        table, moves, bag = hand[:], [], hand[at.BAG]
        goes_on = tables.play(table, code)
        while goes_on:
            seat, bag = table[at.TURN], table[at.BAG]
            most = AT_THE_END if seat == self._seat else self._effort.judged
            code, _ = self._reply(table, most)
            moves.append((seat, code))
            goes_on = tables.play(table, code)
            if seat == self._seat:
                break
        return _Course(moves, table, bag)

    def _line(self, choice: Choice, worth: float, chance: float) -> Line:
        courses = [course for course, _ in self._courses(choice.code)]
        course = courses[most_common([course.moves[:1] for course in courses])]
        then: list[LineMove] = []
        # Tiles from the bag are unknown, so a line that takes them would be invented.
        if course.bag == self._table[at.BAG]:
            then = [LineMove(Seat(seat), _move_of(code)) for seat, code in course.moves]
        facts = teacher.reasons(self._view, self._seat, choice.move)
        return Line(choice.move, worth, chance, tuple(facts), tuple(then))

    def _gains(self, best: int, played: int) -> tuple[Reason, ...]:
        """Compare the tables after two moves, by the parts of each seat's standing."""
        pairs = list(zip(self._courses(best), self._courses(played), strict=True))
        parts = [
            (self._parts(one.table), self._parts(other.table), weight)
            for (one, weight), (other, _) in pairs
        ]
        gains = [
            Reason(kind, round(mean((a[key] - b[key], w) for a, b, w in parts), 2), values)
            for key, (kind, values) in self._told.items()
        ]
        return (*self._denied(best, [other for _, (other, _) in pairs]), *notable(gains))

    @cached_property
    def _told(self) -> dict[int, tuple[str, dict[str, int]]]:
        """The reasons for the parts of a standing, by key."""
        goals = {goal: ("more_goal", {"goal": goal}) for goal in self._view.common_goals}
        return {
            **goals,
            GROUPS: ("more_groups", {}),
            PERSONAL: ("more_personal", {}),
            END: ("more_end", {}),
            ROOM: ("more_room", {}),
            RIVALS: ("fewer_rivals", {}),
        }

    def _parts(self, table: Ints) -> dict[int, float]:
        """Return the parts of the seat's standing, and minus the total of the best other seat."""
        parts = self._parts_of(table, self._seat)
        others = [sum(self._parts_of(table, n).values()) for n in self._seats if n != self._seat]
        return {**parts, RIVALS: -max(others)}

    def _parts_of(self, table: Ints, seat: int) -> dict[int, float]:
        begin = at.SHELVES + SHELF_SIZE * seat
        shelf = [int(bits) for bits in table[begin : begin + SHELF_SIZE]]
        parts = {
            GROUPS: sum(map(greedy.groups, shelf[:ALL])),
            PERSONAL: greedy.personal(shelf, table[at.PERSONAL + seat] or None),
            END: float(END_TOKEN_POINTS * (table[at.FINISHER] == seat)),
            ROOM: 0.0 if shelf[ALL] == FULL else greedy.ROOMY * greedy.roomy(shelf),
        }
        for place, goal in enumerate(self._view.common_goals):
            got = table[at.TOKENS + 4 * place + seat]
            following = at.STACKS[4 * table[at.SEATS] + table[at.TAKEN + place]]
            near = greedy.common(goal, shelf, self._view.rules)
            parts[goal] = float(got) or following * near
        return parts

    def _denied(self, best: int, courses: Sequence[_Course]) -> Iterator[Reason]:
        """Name the tiles of the best move that the next seat would take after the other move."""
        replies = [course.moves[0] for course in courses if course.moves]
        if not replies or replies[0][0] == self._seat:
            return
        seat, code = replies[most_common(replies)]
        if 2 * replies.count((seat, code)) < len(replies):
            return
        wanted = set(_cells_of(code))
        if taken := [cell for cell in _cells_of(best) if cell in wanted]:
            kinds = [KINDS[self._table[cell]] for cell in taken]
            yield Reason("denies", 0.0, {"seat": seat, "tiles": kinds})

    def _same(self, one: int, other: int) -> bool:
        """Return whether two moves take the same tiles in equivalent orders into a column."""
        return _place_of(one) == _place_of(other) and (
            tables.drop_of(self._table, one) == tables.drop_of(self._table, other)
        )


def _place_of(code: int) -> tuple[int, int]:
    """Return the first cell and the kind of a line."""
    return code & 63, (code >> WAY & 31) // 6


def _cells_of(code: int) -> list[int]:
    """Return the cells of a line as bits, in the order in which they fall."""
    cell, way = code & 63, code >> WAY & 31
    length = at.LENGTHS[way // 6]
    return [cell + offset for offset in at.OFFSETS[3 * way : 3 * way + length]]


def _move_of(code: int) -> TakeTiles:
    return TakeTiles(tuple(_CELL[cell] for cell in _cells_of(code)), code >> COLUMN)
