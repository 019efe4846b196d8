"""Frequency of mistakes by level according to the judge, and the accuracy of its predictions.

    python bench/judge.py shelfie --games 100 --curve 1000 --keep build/judge.jsonl

Every level plays games against itself, in which some moves are judged. The curve is compared with
the results of games of `greedy`, some of which play up to three of ten moves at random; its log
loss is printed beside that of the estimate from the lead alone. With `--keep`, results are kept in
a file, and another run with that file measures only the missing games.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
from msgspec import Struct
from report import progress

from ludoteca.bots import Budget, Question, strategy
from ludoteca.bots.judging import STRICT, Judge, judged, judges_of, loss_of
from ludoteca.bots.teacher import question_of, teacher_of
from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat, replay, resolve
from ludoteca.games.contract import Move, State
from ludoteca.messages import Grade

LEVELS = ("novice", "greedy", "thoughtful", "master")
CURVE = "curve"
SHARE = 0.1
"""Fraction of its budget with which `master` plays here."""
NO_NOISE = (0, 0, 0, 0)
MOST_SURE = 0.995
"""Probabilities are limited to this when the log loss is computed."""
SURE = 1.96
"""Half-width of a 95% confidence interval, in standard deviations."""


class Turn(NamedTuple):
    """A position of a game, and the move played."""

    state: State
    question: Question
    move: Move


class Measured(Struct, frozen=True):
    """The results of one game."""

    game: str
    seats: int
    of: str
    """The level whose moves were judged, or `CURVE`."""
    number: int
    moves: tuple[tuple[Grade, float], ...] = ()
    """Grades of the judged moves, each with the probability of winning that the move lost."""
    chances: tuple[tuple[float, float, bool], ...] = ()
    """Probabilities by the judge and from the lead, each with the result."""


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


@cache
def judge_of(name: str) -> Judge:
    judge: Judge = resolve(list(judges_of(name).values())[-1])
    return judge


def grades(
    rules: Rules, seats: int, seed: int, level: str, moves: int
) -> list[tuple[Grade, float]]:
    """Judge some moves of a game that a level plays against itself."""
    judge = judge_of(rules.NAME)
    turns = [one for one in game(rules, seats, seed, level) if judge.compares(one.move)]
    turns = [one for one in turns if one.move is not None]
    found = []
    for turn in random.Random(seed).sample(turns, min(moves, len(turns))):  # noqa: S311 - not for cryptography
        judgement = judge.judge(turn.question, turn.move)
        if judgement and (one := judged(rules.NAME, judgement)):
            found.append((one.grade, round(loss_of(one), 4)))
    return found


def curve(
    rules: Rules, seats: int, seed: int, positions: int
) -> Iterator[tuple[float, float, bool]]:
    """Yield the probabilities of winning at some positions of a game, and whether the seat won."""
    judge, teacher = judge_of(rules.NAME), teacher_of(rules.NAME)
    picked = random.Random(seed)  # noqa: S311 - not for cryptography
    noise = [picked.randrange(4) for _ in range(seats)]
    turns = list(game(rules, seats, seed, "greedy", noise))
    outcome = rules.outcome(turns[-1].state)
    assert outcome
    for turn in picked.sample(turns[:-1], min(positions, len(turns) - 1)):
        for seat in map(Seat, range(seats)):
            view, won = rules.view(turn.state, seat), seat in outcome.winners
            yield judge.chance(rules, view, seat), round(teacher.chance(view, seat), 4), won


def loss(chance: float, *, won: bool) -> float:
    """Return the log loss of a probability of winning."""
    return -log(min(MOST_SURE, max(1 - MOST_SURE, chance if won else 1 - chance)))


def measured(asked: argparse.Namespace, of: str, number: int) -> Measured:
    rules, seed = GAMES[asked.game], asked.seed + number
    if of == CURVE:
        chances = tuple(curve(rules, asked.seats, seed, asked.positions))
        return Measured(asked.game, asked.seats, of, number, chances=chances)
    moves = grades(rules, asked.seats, seed, of, asked.moves)
    return Measured(asked.game, asked.seats, of, number, tuple(moves))


def table(found: Sequence[Measured]) -> Iterator[str]:
    """Yield the rows of the tables in `docs/bots.md`, with 95% intervals over games."""
    for level in LEVELS:
        if not (games := [one for one in found if one.of == level]):
            continue
        moves = [move for one in games for move in one.moves]
        counts = Counter(grade for grade, _ in moves)
        shares = " | ".join(f"{100 * counts[grade] / len(moves):.0f}%" for grade in Grade)
        accuracy = interval(
            [fmean(100 * exp(-STRICT * lost) for _, lost in one.moves) for one in games]
        )
        yield f"| `{level}` | {len(games)} | {len(moves)} | {shares} | {accuracy} |"
    if games := [one for one in found if one.of == CURVE]:
        positions = sum(len(one.chances) for one in games)
        losses = (
            interval([fmean(loss(c[by], won=c[2]) for c in one.chances) for one in games], 3)
            for by in range(2)
        )
        yield f"| {len(games)} | {positions} | {' | '.join(losses)} |"


def interval(values: Sequence[float], digits: int = 1) -> str:
    reach = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.{digits}f} ± {reach:.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["shelfie", "renaissance"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20, help="games of each level")
    parser.add_argument("--moves", type=int, default=8, help="moves judged in each game")
    parser.add_argument("--curve", type=int, default=200, help="games for the log loss")
    parser.add_argument("--positions", type=int, default=4, help="positions of each of them")
    parser.add_argument("--seed", type=int, default=50_000)
    parser.add_argument("--keep", type=Path, help="file of results, to continue a run")
    asked = parser.parse_args()
    found = {}
    if asked.keep and asked.keep.exists():
        lines = asked.keep.read_bytes().splitlines()
        kept = [msgspec.json.decode(line, type=Measured) for line in lines]
        mine = (one for one in kept if (one.game, one.seats) == (asked.game, asked.seats))
        found = {(one.of, one.number): one for one in mine}
    planned = {CURVE: asked.curve, **dict.fromkeys(LEVELS, asked.games)}
    for number in range(max(planned.values())):
        for of, games in planned.items():
            if number < games and (of, number) not in found:
                progress(f"{of} {number + 1} of {games}")
                found[of, number] = measured(asked, of, number)
                if asked.keep:
                    with asked.keep.open("ab") as file:
                        file.write(msgspec.json.encode(found[of, number]) + b"\n")
    progress()
    print("\n".join(table(list(found.values()))))


if __name__ == "__main__":
    main()
