"""The judge of Masters of Renaissance: the search of `master`, or that of `thoughtful`.

The judge plays out the most promising turns and the turn in question on the same samples of the
hidden information. Small moves, such as storing a resource, follow from the plan of a turn and are
not compared.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from math import exp
from typing import NamedTuple

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
from ludoteca.bots.renaissance import cells, greedy, playouts, teacher
from ludoteca.bots.renaissance.evaluation import (
    AIMS,
    aim,
    engine,
    engine_value,
    faith_value,
    holdings,
    hopes,
    rounds_left,
)
from ludoteca.bots.renaissance.playouts import ANY_TURN, EVEN, FINISHED, Playout, value_of
from ludoteca.bots.renaissance.runs import FIRST_BUY, FIRST_RUN, FOUND, PAIR_ONE, PAIR_OTHER, PAIRS
from ludoteca.bots.renaissance.search import Option, deal, options_of, read, small_move, turn_number
from ludoteca.bots.renaissance.table import play_leaders, top
from ludoteca.bots.renaissance.turns import best_place, find_turns
from ludoteca.games import Dice, Rules, Seat, renaissance
from ludoteca.games.renaissance.resources import LINES, RESOURCES
from ludoteca.messages import LineMove, Reason

WHOLE, MOST_VALUE = 1000, 900
"""Bound on the values of playouts, and the largest value that is converted to points."""
LONG_GAME = 80
"""Number of turns within which every game against Lorenzo ends."""
SURE, UNSURE = 1.3, 0.35
"""Leads in points that make a win e times as likely as a loss.

The first applies near the end of a game; the second is added for every card that a board still
needs to trigger the last round.
"""
EVEN_LEAD, EARLY_LEAD = -11.4, 1.33
"""Leads at which a win and a loss are equally likely.

The first applies near the end of a game; the second is added for every card that a board still
needs to trigger the last round.
"""
POINT = 1000


class Effort(NamedTuple):
    """The size of a judge's search."""

    width: int
    """Number of turns searched in addition to the turn in question."""
    samples: int
    """Number of samples of the hidden information for each turn."""
    glances: int
    """Number of samples for the probability of winning when another seat is to move."""
    turns: int
    """Number of turns simulated, counting all seats."""


class Play(NamedTuple):
    """The functions of `playouts`, in Python or in machine code."""

    lead_after: Playout
    next_turn: Callable[[cells.Cells, cells.Cells], int]
    finish_turn: Callable[[cells.Cells, int], None]
    laid: Callable[[cells.Cells], cells.Cells] = list
    """Converts a table to the type that the functions expect."""
    to_the_end: Playout | None = None
    """A fast playout, for games against Lorenzo."""


def in_python() -> Play:
    def next_turn(table: cells.Cells, found: cells.Cells) -> int:
        play_leaders(table, cells.BOARDS + cells.BOARD_SIZE * table[cells.TURN])
        find_turns(table, table[cells.TURN], found)
        return found[1 + best_place(found)]

    return Play(playouts.lead_after, next_turn, playouts.finish_turn)


class Judge:
    """Judges positions with a search of fixed size."""

    def __init__(self, effort: Effort, play: Callable[[], Play]) -> None:
        self._effort = effort
        self._play = play

    def judge(self, question: Question, also: renaissance.Move | None = None) -> Judgement | None:
        return _Study(question, self._effort, self._play()).judge(also)

    def chance(self, rules: Rules, view: renaissance.View, seat: Seat) -> float:
        if view.outcome:
            return greedy.chance(view, seat)
        return _Study(Question(rules, view, seat, ()), self._effort, self._play()).chance()

    def compares(self, move: renaissance.Move) -> bool:
        return _is_compared(move)


def _is_compared(move: renaissance.Move) -> bool:
    return isinstance(move, (*teacher.ACTIONS, renaissance.ReturnLeader, renaissance.TakeBonus))


class _Course(NamedTuple):
    """A turn played out on one sample."""

    turns: Sequence[tuple[Seat, int]]
    """Seats and turns after the first turn, up to the seat's own next turn."""
    moves: Sequence[LineMove]
    """The moves that begin these turns, as far as they are already known."""
    table: cells.Cells
    """The table after these turns."""


class _Study:
    """The search for one view."""

    def __init__(self, question: Question, effort: Effort, play: Play) -> None:
        self._question = question
        self._view: renaissance.View = question.view
        self._seat = question.seat
        self._effort = effort
        self._play = play
        self._table = read(self._view)
        dice = Dice(SEED)
        self._seeds = [dice.below(2**29) for _ in range(effort.samples)]

    def judge(self, also: renaissance.Move | None) -> Judgement | None:
        """Compare the turns, or advise a small move."""
        if also is None and (small := small_move(self._question)):
            return Judgement((Line(small, 0.0, self.chance()),))
        if also is not None and not _is_compared(also):
            return None
        found = list(islice(options_of(self._question), self._effort.width))
        searched = [(*self._search(option), option) for option in found]
        searched.sort(key=lambda one: -one[0])
        best: dict[renaissance.Move, tuple[float, float, Option]] = {}
        for one in searched:
            for move in self._moves_of(one[2]):
                best.setdefault(move, one)
        if not best or (also not in best and isinstance(also, renaissance.ReturnLeader)):
            return None
        lines = tuple(self._line(move, *one) for move, one in best.items())
        if also is None:
            return Judgement(lines)
        return self._compared(also, lines, best)

    def _compared(
        self,
        also: renaissance.Move,
        lines: tuple[Line, ...],
        best: dict[renaissance.Move, tuple[float, float, Option]],
    ) -> Judgement:
        first = next(iter(best.values()))[2]
        if also in best:
            line = next(line for line in lines if line.move == also)
            option = best[also][2]
        else:
            option = self._option_of(also)
            # The turn was not among the best by itself, so chance must not make it the best.
            worth, chance = self._search(option)
            line = self._line(also, min(worth, lines[0].worth), chance, option)
        gains = () if option is first else self._gains(first, option)
        return Judgement(lines, line, gains)

    def chance(self) -> float:
        """Return the seat's probability of winning, regardless of the seat to move."""
        turn = Option(renaissance.EndTurn(), self._table)
        return self._search(turn, self._effort.glances)[1]

    def _moves_of(self, option: Option) -> Sequence[renaissance.Move]:
        """Return the moves that can begin an option; two leaders may be returned in any order."""
        if not isinstance(option.move, renaissance.ReturnLeader):
            return [option.move]
        at = cells.BOARDS + cells.BOARD_SIZE * self._seat + cells.HAND
        kept = option.table[at : at + cells.HAND_SIZE]
        return [move for move in self._question.moves if move.leader not in kept]

    def _option_of(self, move: renaissance.Move) -> Option:
        if isinstance(move, renaissance.TakeBonus):
            return next(one for one in options_of(self._question) if one.move == move)
        number = turn_number(self._view, move)
        return Option(move, self._table, ANY_TURN if number is None else number)

    def _search(self, option: Option, samples: int | None = None) -> tuple[float, float]:
        """Return the average lead after an option, and the probability of winning."""
        seeds = self._seeds[:samples]
        dealt = [deal(option.table, self._view, Dice(seed)) for seed in seeds]
        seats, number, turns = len(self._view.seats), option.number, self._effort.turns
        leads = [self._play.lead_after(table, self._seat, number, turns) for table in dealt]
        value = sum(value_of(lead, seats) for lead in leads) / len(leads)
        if seats == 1:
            odds = [self._alone(table, number) for table in dealt]
        else:
            odds = [self._likely(lead) for lead in leads]
        return round(_points(value), 3), modest(sum(odds) / len(odds))

    def _likely(self, lead: int) -> float:
        """Estimate the probability of winning with this lead after a playout."""
        if abs(lead) >= FINISHED // 2:
            return float(lead > 0)
        left = greedy.rounds_left(self._view)
        even, scale = EVEN_LEAD + EARLY_LEAD * left, SURE + UNSURE * left
        return 1 / (1 + exp((even - lead / POINT) / scale))

    def _alone(self, table: cells.Cells, number: int) -> float:
        """Play a game against Lorenzo to its end; return whether the seat wins."""
        if self._play.to_the_end is None:
            return greedy.chance(self._view, self._seat)
        return float(self._play.to_the_end(table, self._seat, number, LONG_GAME) > 0)

    def _courses(self, option: Option) -> list[_Course]:
        return [self._course(option, seed) for seed in self._seeds[:SAMPLES_OF_A_LINE]]

    def _course(self, option: Option, seed: int) -> _Course:
        """Play out an option on one sample, until the seat has moved once more."""
        table = self._play.laid(deal(option.table, self._view, Dice(seed)))
        found = self._play.laid(cells.memory(FOUND))
        turns: list[tuple[Seat, int]] = []
        moves: list[LineMove] = []
        if option.number != ANY_TURN:
            self._play.finish_turn(table, option.number)
        while not table[cells.OVER]:
            seat = Seat(int(table[cells.TURN]))
            number = int(self._play.next_turn(table, found))
            move = self._move_of(table, seat, number)
            if move is not None and len(moves) == len(turns):
                moves.append(LineMove(seat, move))
            turns.append((seat, number))
            self._play.finish_turn(table, number)
            if seat == self._seat:
                break
        return _Course(turns, moves, [int(cell) for cell in table])

    def _move_of(self, table: cells.Cells, seat: Seat, number: int) -> renaissance.Move | None:
        """Return the move that begins a turn, or None if it needs a card that is not yet known."""
        if number < len(LINES):
            return renaissance.TakeMarbles(*LINES[number])
        if number < FIRST_RUN:
            deck, slot = divmod(number - FIRST_BUY, cells.SLOTS)
            card = top(table, deck)
            known = card == self._view.decks[deck].top
            return renaissance.BuyCard(int(card), slot) if known else None
        return self._run_of(seat, number - FIRST_RUN)

    def _run_of(self, seat: Seat, rest: int) -> renaissance.Move | None:
        powers, pair, chosen = rest & 31, (rest >> 5) % PAIRS, (rest >> 5) // PAIRS
        played = self._view.seats[seat].played
        can = [
            n for n in played if renaissance.LEADERS[n].ability == renaissance.Ability.PRODUCTION
        ]
        used = [place for place in range(2) if powers >> cells.SLOTS + place & 1]
        if used and used[-1] >= len(can):
            return None  # a leader that has not been played yet
        made = [chosen % 5, chosen // 5 % 5, chosen // 25 % 5]
        kinds = [RESOURCES[kind] for kind in made if kind != cells.NONE]
        basic = None
        if pair:
            pays = RESOURCES[PAIR_ONE[pair]], RESOURCES[PAIR_OTHER[pair]]
            basic = renaissance.Basic(pays, kinds.pop(0))
        leaders = [renaissance.LeaderPower(can[place], kinds.pop(0)) for place in used]
        slots = tuple(slot for slot in range(cells.SLOTS) if powers >> slot & 1)
        return renaissance.Produce(None, slots, basic, tuple(leaders))

    def _line(self, move: renaissance.Move, worth: float, chance: float, option: Option) -> Line:
        courses = self._courses(option)
        course = courses[most_common([course.turns for course in courses])]
        complete = len(course.moves) == len(course.turns)
        facts = teacher.reasons(self._view, self._seat, move)
        bought = {
            one.move.card for one in course.moves if isinstance(one.move, renaissance.BuyCard)
        }
        reasons = tuple(_as_expected(fact, bought) for fact in facts)
        return Line(move, worth, chance, reasons, tuple(course.moves) if complete else ())

    def _gains(self, best: Option, played: Option) -> tuple[Reason, ...]:
        """Compare the tables after two turns, by the parts of each seat's standing."""
        ones, others = self._courses(best), self._courses(played)
        parts = [
            (self._parts(one.table), self._parts(other.table))
            for one, other in zip(ones, others, strict=True)
        ]
        gains = [
            Reason(kind, round(mean((a[kind] - b[kind], 1) for a, b in parts), 2))
            for kind in parts[0][0]
        ]
        return (*self._denied(best.move, others), *notable(gains))

    def _parts(self, table: cells.Cells) -> dict[str, float]:
        """Return the parts of the seat's standing, and minus the total of the best other seat."""
        aims = cells.memory(AIMS)
        aim(table, aims)
        own = _parts_of(table, self._seat, aims)
        others = [n for n in range(table[cells.SEATS]) if n != self._seat]
        if not others:
            return own
        return {
            **own,
            "fewer_rivals": -max(sum(_parts_of(table, n, aims).values()) for n in others),
        }

    def _denied(self, best: renaissance.Move, courses: Sequence[_Course]) -> Iterator[Reason]:
        """Name the card bought by the best move, if a rival would buy it after the other move."""
        if not isinstance(best, renaissance.BuyCard):
            return
        buyers = [
            one.seat
            for course in courses
            for one in course.moves
            if isinstance(one.move, renaissance.BuyCard)
            and one.move.card == best.card
            and one.seat != self._seat
        ]
        if 2 * len(buyers) > len(courses):
            seat = buyers[most_common(buyers)]
            yield Reason("denies", 0.0, {"seat": seat, "card": best.card})


def _parts_of(table: cells.Cells, seat: int, aims: cells.Cells) -> dict[str, float]:
    """Return the parts of a seat's standing, in points."""
    board, point = cells.BOARDS + cells.BOARD_SIZE * seat, table[cells.WEIGHTS + cells.POINT]
    ahead = max(
        table[cells.BOARDS + cells.BOARD_SIZE * other + cells.FAITH]
        for other in range(table[cells.SEATS])
    )
    parts = {
        "more_points": float(table[board + cells.SCORE]),
        "more_faith": faith_value(table, board, max(ahead, table[cells.CROSS])) / point,
        "more_goods": holdings(table, seat, aims) / point,
        "more_engine": 0.0,
        "more_leaders": 0.0,
    }
    if rounds_left(table):
        parts["more_engine"] = engine_value(table, engine(table, board)) / point
        parts["more_leaders"] = hopes(table, board, 0) / point
    return parts


def _as_expected(fact: Reason, bought: set[int]) -> Reason:
    """Mention a card that goods bring closer only if the seat is expected to buy it."""
    if fact.kind in {"affordable", "nearer"} and fact.values["card"] not in bought:
        return Reason("goods", fact.worth, {"goods": fact.values["goods"]})
    return fact


def _points(value: float) -> float:
    """Return the lead in points that corresponds to this value."""
    value = max(-MOST_VALUE, min(MOST_VALUE, value))
    return EVEN / POINT * value / (WHOLE - abs(value))


def by_machine() -> Play:
    # Not imported at the top, because the package itself refers to this module.
    from ludoteca.bots.renaissance import compiled, compiled_playout  # noqa: PLC0415

    numpy = import_module("numpy")
    code = compiled()

    def laid(table: cells.Cells) -> cells.Cells:
        array: cells.Cells = numpy.array(table, numpy.int64)
        return array

    deep, fast = compiled_playout("deep_lead_after"), compiled_playout("lead_after")
    return Play(deep, code.next_turn, code.finish_turn, laid, fast)


MASTER = Judge(Effort(width=8, samples=24, glances=16, turns=5), by_machine)
THOUGHTFUL = Judge(Effort(width=4, samples=4, glances=4, turns=3), in_python)
