"""The search for a turn: the most promising ones are simulated, the better half of them further.

Hidden cards are dealt again for each sample, identically for all choices. Playouts are counted, not
timed, so that the same question and seed give the same answer; the deadline only ends a search
early.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from time import monotonic
from typing import NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.renaissance.cells import (
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    DEPOTS,
    HAND,
    HAND_SIZE,
    HELD,
    KINDS,
    MARBLE,
    ROOM,
    Cells,
    memory,
)
from ludoteca.bots.renaissance.placing import NOWHERE, PLACES, PLAN, TAKEN, convert, plan_places
from ludoteca.bots.renaissance.playouts import ANY_TURN, Playout, prospect
from ludoteca.bots.renaissance.prospects import AIMS, aim
from ludoteca.bots.renaissance.reading import KEPT_LEADERS, deal, read, turn_number
from ludoteca.bots.renaissance.runs import FOUND, VALUES
from ludoteca.bots.renaissance.table import room_in, store
from ludoteca.bots.renaissance.turns import find_turns, leader_to_drop
from ludoteca.games import Chance, Dice, Seat
from ludoteca.games.renaissance import (
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Move,
    Phase,
    PlaceResource,
    PlayLeader,
    ReturnLeader,
    TakeBonus,
    View,
)
from ludoteca.games.renaissance.resources import RESOURCES


def small_move(question: Question) -> Move | None:
    """Return a move that needs no search; None where the action of a turn is to be chosen."""
    view: View = question.view
    playing = (move for move in question.moves if isinstance(move, PlayLeader))
    if leader := next(playing, None):
        return leader
    if view.phase == Phase.PLACING:
        return _placing(view, question.seat)
    if view.phase == Phase.ACTED:
        dropped = leader_to_drop(read(view), question.seat)
        return DiscardLeader(dropped) if dropped else EndTurn()
    return None


def _placing(view: View, seat: Seat) -> Move:
    table, aims, places = read(view), memory(AIMS), memory(PLACES)
    board = BOARDS + BOARD_SIZE * seat
    aim(table, aims)
    places[TAKEN : TAKEN + KINDS] = view.taken
    if view.whites:
        firsts = convert(table, seat, view.whites, places, aims)
        return ConvertMarble(RESOURCES[table[board + MARBLE + (not firsts)]])
    plan_places(table, seat, places, aims)
    waiting = [kind for kind in range(KINDS) if view.taken[kind]]
    for kind in waiting:
        for depot in range(BASIC_DEPOTS, table[board + DEPOTS]):
            if room_in(table, board, kind, depot):
                return PlaceResource(RESOURCES[kind], depot)
        depot = places[PLAN + kind]
        if depot != NOWHERE and table[board + HELD + depot] < ROOM[depot]:
            return PlaceResource(RESOURCES[kind], depot)
    return DiscardResource(RESOURCES[waiting[0]])


class Effort(NamedTuple):
    """The size of a search."""

    playouts: int
    width: int
    """Maximum number of choices."""
    turns: int
    """Number of turns simulated, counting all seats."""


class Option(NamedTuple):
    """A choice: the move, the table before it, and the number of the turn it begins."""

    move: Move
    table: Cells
    number: int = ANY_TURN


def search(
    question: Question, chance: Chance, budget: Budget, effort: Effort, playout: Playout
) -> Move:
    """Return the move with the best simulated outcome."""
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
    """Return the choices, the most promising first."""
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
