"""Searching bots for My Shelfie.

- `search`: spending the search budget; drawing hidden cards and tiles
- `tables`, `lookahead`: moves and their outcomes on integers, in Python and in machine code
- `greedy`, `novice`: strategies without a search; `teacher`: explanations of moves
- `judge`: positions judged for hints and reviews
- `valuation`: the evaluation of `greedy` on integers, for quick estimates and without numba
- `features`, `network`: evaluation by a neural network

See `docs/bots.md`.
"""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import GameBots, has_compiler
from ludoteca.bots.shelfie import greedy, novice, teacher
from ludoteca.bots.shelfie.search import Engine, Strength, Thought, by_network
from ludoteca.games import Chance
from ludoteca.games.shelfie import TakeTiles

PLAIN = Strength(positions=250, width=3, rounds=1, last=3)
THOUGHTFUL = Strength(positions=6_000, width=4, rounds=1)
MASTER = Strength(positions=400_000, width=6, rounds=1, judged=6)
GRANDMASTER = Strength(positions=4_000_000, width=8, rounds=2, judged=6)


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Search the replies, and the seat's own next move."""
    if has_compiler():
        return Thought(question, budget, THOUGHTFUL, by_network()).decide(chance)
    return Thought(question, budget, PLAIN, Engine()).decide(chance)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Search deeper and wider than `thoughtful`, with replies chosen by the network."""
    return Thought(question, budget, MASTER, by_network()).decide(chance)


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Search deeper than `master`, and one more round ahead."""
    return Thought(question, budget, GRANDMASTER, by_network()).decide(chance)


BOTS = GameBots(
    evaluate=greedy.evaluate,
    strategies={
        "novice": novice.choose,
        "thoughtful": thoughtful,
        "master": master,
        "grandmaster": grandmaster,
    },
    teacher=teacher,
    judges={
        "thoughtful": "ludoteca.bots.shelfie.judge:THOUGHTFUL",
        "master": "ludoteca.bots.shelfie.judge:MASTER",
    },
    ratings={
        "uniform": 40,
        "novice": 697,
        "greedy": 1500,
        "thoughtful": 1918,
        "master": 1988,
        "grandmaster": 1997,
    },
    mixtures={
        ("uniform", "novice"): ((0.25, 187), (0.5, 419), (0.75, 550)),
        ("novice", "greedy"): ((0.25, 919), (0.5, 1151), (0.75, 1305)),
        ("greedy", "thoughtful"): ((0.25, 1569), (0.5, 1693), (0.75, 1824)),
    },
)
