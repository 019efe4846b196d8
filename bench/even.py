"""Strength of mixtures of two levels, and results of people of every level against `even`.

    python bench/even.py shelfie --calibrate 100 --keep build/even.jsonl
    python bench/even.py shelfie --people 120 --keep build/even.jsonl

The first plays mixtures of successive levels against both levels, and prints their ratings for
`mixtures` in `bots/GAME/__init__.py`. In the second, bots of fixed levels stand for people: each
plays a series of games against `even`, whose strength follows from the results so far, exactly as
on a server. With `--keep`, results are kept in a file, and another run continues with it.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import msgspec
from msgspec import Struct
from report import progress

from ludoteca.bots import BOTS, WHOLE, Budget, Question, Strategy
from ludoteca.bots.even import mixture_at
from ludoteca.bots.levels import bots_of, offered
from ludoteca.cli.simulate import play_out
from ludoteca.core.ratings.model import START, Rating
from ludoteca.core.ratings.strength import LATEST, NEW, Met, estimate
from ludoteca.games import GAMES, Chance, Dice
from ludoteca.games.contract import Move

SHARES = (0.5, 0.25, 0.75)
MOST_CALIBRATED = 4
"""Number of levels, from the weakest, between which mixtures are measured."""
PEOPLE = ("novice", "greedy", "thoughtful", "master")
SHARE = 0.1
"""Fraction of their budgets with which `master` and `grandmaster` play here."""
FIRST = 20
"""Number of games of a person before any are counted."""
WEAK_PRIOR = Rating(START, 5000.0)


class Played(Struct, frozen=True):
    """A game of a series against an opponent of known strength."""

    game: str
    series: str
    number: int
    strength: float
    """Strength of the opponent."""
    score: float
    """1 for a win, a half for a draw, 0 for a loss."""


class Series:
    """The games played so far, which a file may keep."""

    def __init__(self, game: str, keep: Path | None) -> None:
        self.game = game
        self._keep = keep
        lines = keep.read_bytes().splitlines() if keep and keep.exists() else []
        self._played = [msgspec.json.decode(line, type=Played) for line in lines]

    def of(self, name: str) -> list[Met]:
        mine = [one for one in self._played if (one.game, one.series) == (self.game, name)]
        return [Met(one.strength, one.score) for one in mine]

    def play(self, name: str, first: Strategy, other: Strategy, strength: float) -> None:
        """Play the next game of a series; each deal is played from both seats."""
        number = len(self.of(name))
        progress(f"{self.game} {name}: game {number + 1}")
        place, rules = number % 2, GAMES[self.game]
        seats = [other, other]
        seats[place] = first
        game = play_out(rules, seats, rules.OPTIONS(), Dice(90_000 + number // 2))
        winners = {(game.first + winner) % 2 for winner in game.winners}
        score = (place in winners) / max(1, len(winners))
        self._played.append(Played(self.game, name, number, strength, score))
        if self._keep:
            with self._keep.open("ab") as file:
                file.write(msgspec.json.encode(self._played[-1]) + b"\n")


def mixing(lower: str, upper: str, share: float) -> Strategy:
    """Return a bot of which `upper` chooses this share of the moves."""

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        level = upper if chance.below(1000) < share * 1000 else lower
        return BOTS[level](question, chance, _budget(level))

    return choose


def playing_at(game: str, strength: float) -> Strategy:
    """Return a bot of this strength."""
    mixture = mixture_at(game, strength, ("uniform", *offered(game)))

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        level = mixture.level(chance)
        return BOTS[level](question, chance, _budget(level))

    return choose


def _budget(level: str) -> Budget:
    return Budget(SHARE if level in {"master", "grandmaster"} else 1.0)


def calibrate(series: Series, games: int) -> None:
    """Measure mixtures of successive levels against both levels."""
    ratings = bots_of(series.game).ratings
    for share in SHARES:
        for lower, upper in list(pairwise(ratings))[: MOST_CALIBRATED - 1]:
            name = f"{lower} {upper} {share}"
            while (number := len(series.of(name))) < games:
                level = (lower, upper)[number // 2 % 2]
                mixed = mixing(lower, upper, share)
                series.play(name, mixed, mixing(level, level, 1.0), ratings[level])
            if met := series.of(name):
                print(f"{name}: {estimate(WEAK_PRIOR, met):.0f} ({len(met)} games)", flush=True)


def meet(series: Series, games: int) -> None:
    """Let people of every level play against `even`."""
    for level in PEOPLE:
        name = f"person {level}"
        while len(met := series.of(name)) < games:
            strength = round(estimate(NEW, met[-LATEST:]))
            series.play(
                name, mixing(level, level, 1.0), playing_at(series.game, strength), strength
            )
        if later := met[FIRST:]:
            won = fmean(one.score for one in later)
            faced = fmean(one.opponents for one in later)
            print(f"| `{level}` | {len(later)} | {won:.0%} | {faced:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["shelfie", "renaissance"])
    parser.add_argument("--calibrate", type=int, default=0, metavar="GAMES")
    parser.add_argument("--people", type=int, default=0, metavar="GAMES")
    parser.add_argument("--keep", type=Path, help="file of results, to continue a run")
    asked = parser.parse_args()
    series = Series(asked.game, asked.keep)
    if asked.calibrate:
        calibrate(series, asked.calibrate)
    if asked.people:
        meet(series, asked.people)


if __name__ == "__main__":
    main()
