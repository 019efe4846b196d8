"""Frequency of mistakes by level according to the judge, and the accuracy of its predictions.

    python bench/judge.py shelfie --games 20 --curve 200

Every level plays games against itself, in which all its moves are judged. The curve is compared
with the results of games of `greedy`, some of which play up to three of ten moves at random. It
prints the log loss of the judge, and of the estimate from the lead alone.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from ludoteca.bots import Budget, Question, strategy
from ludoteca.bots.judging import accuracy, judged, judges_of
from ludoteca.bots.teacher import question_of, teacher_of
from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat, replay, resolve
from ludoteca.games.contract import Move, State
from ludoteca.messages import Grade

LEVELS = ("novice", "greedy", "thoughtful", "master")
SHARE = 0.1
"""Fraction of its budget with which `master` plays here."""
POSITIONS = 8
"""Number of positions of each game at which the curve is compared with the result."""
NO_NOISE = (0, 0, 0, 0)
MOST_SURE = 0.995
"""Probabilities are limited to this when the log loss is computed."""


class Turn(NamedTuple):
    """A position of a game, and the move played."""

    state: State
    question: Question
    move: Move


def game(
    rules: Rules, seats: int, seed: int, level: str, noise: Sequence[int] = NO_NOISE
) -> Iterator[Turn]:
    """Play a game of one level; the last turn has no move.

    `noise` is the number of random moves among ten, by seat.
    """
    dice = Dice(seed)
    events = rules.setup(seats, rules.OPTIONS(), dice)
    assert not isinstance(events, Refusal)
    state = replay(rules, events)
    budget = Budget(SHARE if level == "master" else 1.0)
    while movers := rules.seats_to_move(state):
        question = question_of(rules, state, min(movers))
        if dice.below(10) < noise[question.seat]:
            move = question.moves[dice.below(len(question.moves))]
        else:
            move = strategy(level)(question, dice, budget)
        yield Turn(state, question, move)
        happened = rules.play(state, question.seat, move, dice)
        assert not isinstance(happened, Refusal)
        for event in happened:
            state = rules.apply(state, event)
    yield Turn(state, Question(rules, rules.view(state, None), Seat(0), ()), None)


def grades(rules: Rules, level: str, seats: int, games: int, seed: int) -> str:
    """Judge all moves of a level, and return a row of a table."""
    judge = resolve(list(judges_of(rules.NAME).values())[-1])
    counts: Counter[Grade] = Counter()
    found = []
    for number in range(games):
        for turn in game(rules, seats, seed + number, level):
            if turn.move is None or not judge.compares(turn.move):
                continue
            judgement = judge.judge(turn.question, turn.move)
            if judgement and (one := judged(rules.NAME, judgement)):
                found.append(one)
                counts[one.grade] += 1
    shares = " | ".join(f"{100 * counts[grade] / len(found):.0f} %" for grade in Grade)
    return f"| `{level}` | {games} | {len(found)} | {shares} | {accuracy(found):.0f} |"


def curve(rules: Rules, seats: int, games: int, seed: int) -> str:
    """Return the log losses of the judge's probabilities and of those from the lead alone."""
    judge, teacher = resolve(list(judges_of(rules.NAME).values())[-1]), teacher_of(rules.NAME)
    losses = {"judge": 0.0, "lead": 0.0}
    count = 0
    for number in range(games):
        picked = random.Random(seed + number)  # noqa: S311 - not for cryptography
        noise = [picked.randrange(4) for _ in range(seats)]
        turns = list(game(rules, seats, seed + number, "greedy", noise))
        outcome = rules.outcome(turns[-1].state)
        assert outcome
        for turn in picked.sample(turns[:-1], min(POSITIONS, len(turns) - 1)):
            for seat in map(Seat, range(seats)):
                view, won = rules.view(turn.state, seat), seat in outcome.winners
                chances = judge.chance(rules, view, seat), teacher.chance(view, seat)
                for name, chance in zip(losses, chances, strict=True):
                    losses[name] += loss(chance if won else 1 - chance)
                count += 1
    told = ", ".join(f"{name} {total / count:.3f}" for name, total in losses.items())
    return f"log loss, {seats} players, {games} games, {count} positions: {told}"


def loss(chance: float) -> float:
    return -log(min(MOST_SURE, max(1 - MOST_SURE, chance)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["shelfie", "renaissance"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20, help="games of each level")
    parser.add_argument("--curve", type=int, default=200, help="games for the log loss")
    parser.add_argument("--seed", type=int, default=7000)
    asked = parser.parse_args()
    rules = GAMES[asked.game]
    if asked.curve:
        print(curve(rules, asked.seats, asked.curve, asked.seed), flush=True)
    for level in LEVELS if asked.games else ():
        print(grades(rules, level, asked.seats, asked.games, asked.seed), flush=True)


if __name__ == "__main__":
    main()
