"""Plays out expected lines: the moves that a judge expects, and the small moves between them."""

from collections.abc import Iterable
from functools import reduce

from ludoteca.bots.judging import SEED
from ludoteca.bots.levels import strategy
from ludoteca.bots.teacher import question_of
from ludoteca.games import Dice, Refusal, Rules, Seat
from ludoteca.games.contract import Move, State
from ludoteca.messages import LineMove

LEVEL = "thoughtful"
"""Level that makes small moves, such as storing a resource."""
MOST_SMALL = 20
"""Maximum number of small moves after a move of the line."""


def played_out(
    rules: Rules, state: State, line: Iterable[LineMove]
) -> list[tuple[LineMove, State]]:
    """Return the moves of a line, and the states after them; stop at a move that is not legal."""
    dice = Dice(SEED)
    found: list[tuple[LineMove, State]] = []
    for planned in line:
        after = _after(rules, state, planned.seat, planned.move, dice)
        if after is None:
            break
        state = _finished(rules, after, planned.seat, dice)
        found.append((planned, state))
    return found


def _finished(rules: Rules, state: State, seat: Seat, dice: Dice) -> State:
    """Return the state after the small moves that complete a turn."""
    for _ in range(MOST_SMALL):
        if rules.seats_to_move(state) != {seat} or rules.turn_begins(state, seat):
            break
        move = strategy(LEVEL)(question_of(rules, state, seat), dice)
        after = _after(rules, state, seat, move, dice)
        if after is None:
            break
        state = after
    return state


def _after(rules: Rules, state: State, seat: Seat, move: Move, dice: Dice) -> State | None:
    if seat not in rules.seats_to_move(state):
        return None
    events = rules.play(state, seat, move, dice)
    return None if isinstance(events, Refusal) else reduce(rules.apply, events, state)
