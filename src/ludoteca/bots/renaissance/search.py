"""The choice of a turn: those that look best are played on, and the better half of them further.

What is hidden is dealt anew for each sample, the same for all choices. Playouts are counted, not
timed, so that the same question and luck give the same answer; time only ends a search early.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from time import monotonic
from typing import NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.renaissance.cells import BOARD_SIZE, BOARDS, HAND, HAND_SIZE, Cells, memory
from ludoteca.bots.renaissance.playouts import ANY_TURN, Playout, prospect
from ludoteca.bots.renaissance.reading import KEPT_LEADERS, deal, read, turn_number
from ludoteca.bots.renaissance.runs import FOUND, VALUES
from ludoteca.bots.renaissance.small import small_move
from ludoteca.bots.renaissance.table import store
from ludoteca.bots.renaissance.turns import find_turns
from ludoteca.games import Chance, Dice
from ludoteca.games.renaissance import Move, ReturnLeader, TakeBonus
from ludoteca.games.renaissance.resources import RESOURCES


class Effort(NamedTuple):
    """How much is looked at."""

    playouts: int
    width: int
    """How many choices, at most."""
    turns: int
    """How many turns are played on, of all seats together."""


class Option(NamedTuple):
    """A choice: the move, the table that it is made at, and the number of the turn it begins."""

    move: Move
    table: Cells
    number: int = ANY_TURN


def search(
    question: Question, chance: Chance, budget: Budget, effort: Effort, playout: Playout
) -> Move:
    """The move that leads furthest."""
    if move := small_move(question):
        return move
    playouts = int(effort.playouts * budget.share)
    options = list(_options(question))[: max(1, min(playouts, effort.width))]
    totals = dict.fromkeys(range(len(options)), 0)
    stages = (len(options) - 1).bit_length()
    while len(totals) > 1:
        for _ in range(max(1, playouts // (stages * len(totals)))):
            seed = chance.below(2**29)
            results: dict[int, int] = {}
            for place, total in totals.items():
                table = deal(options[place].table, question.view, Dice(seed))
                number = options[place].number
                results[place] = total + playout(table, question.seat, number, effort.turns)
                if monotonic() > budget.until:
                    return options[max(results, key=results.__getitem__)].move
            totals = results
        ranked = sorted(totals, key=totals.__getitem__, reverse=True)
        totals = {place: totals[place] for place in ranked[: (len(ranked) + 1) // 2]}
    return options[next(iter(totals))].move


def _options(question: Question) -> Iterable[Option]:
    """The choices there are, those that look best first."""
    first, table = question.moves[0], read(question.view)
    if isinstance(first, ReturnLeader | TakeBonus):
        options = _hands if isinstance(first, ReturnLeader) else _bonuses
        found = options(question, table)
        return sorted(found, key=lambda o: prospect(o.table, question.seat), reverse=True)
    return _turns(question, table)


def _hands(question: Question, table: Cells) -> Iterator[Option]:
    at = BOARDS + BOARD_SIZE * question.seat + HAND
    for kept in combinations([move.leader for move in question.moves], KEPT_LEADERS):
        changed = table[:]
        changed[at : at + HAND_SIZE] = [*kept, 0, 0]
        yield Option(next(m for m in question.moves if m.leader not in kept), changed)


def _bonuses(question: Question, table: Cells) -> Iterator[Option]:
    board = BOARDS + BOARD_SIZE * question.seat
    for move in question.moves:
        changed = table[:]
        store(changed, board, RESOURCES.index(move.resource), move.depot, 1)
        yield Option(move, changed)


def _turns(question: Question, table: Cells) -> Iterator[Option]:
    offered = {turn_number(question.view, move): move for move in question.moves}
    found = memory(FOUND)
    find_turns(table, question.seat, found)
    for place in sorted(range(found[0]), key=lambda place: -found[VALUES + place]):
        if found[1 + place] in offered:
            yield Option(offered[found[1 + place]], table, found[1 + place])
