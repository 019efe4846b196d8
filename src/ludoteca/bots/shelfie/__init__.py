"""Searching bots for My Shelfie.

- `choosing`: spending the search budget; drawing hidden cards and tiles
- `tables`, `search`: moves and their outcomes on integers, in Python and in machine code
- `valuation`: the evaluation of `greedy`, for quick estimates and wherever the `bots` extra is
  missing
- `features`, `net`, `network`: evaluation by a neural network; `compiled`: everything as machine
  code

See `docs/bots.md`.
"""

from functools import cache

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.games import GameBots
from ludoteca.bots.levels import has_compiler
from ludoteca.bots.shelfie import greedy, novice
from ludoteca.bots.shelfie.choosing import Engine, Strength, Thought
from ludoteca.bots.shelfie.greedy import teacher
from ludoteca.games import Chance
from ludoteca.games.shelfie import TakeTiles

PLAIN = Strength(positions=250, width=3, rounds=1, last=3)
THOUGHTFUL = Strength(positions=6_000, width=4, rounds=1)
MASTER = Strength(positions=400_000, width=6, rounds=1, judged=6)
GRANDMASTER = Strength(positions=4_000_000, width=8, rounds=2, judged=6)


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Look at the replies and at the next own move."""
    if has_compiler():
        return Thought(question, budget, THOUGHTFUL, quick()).decide(chance)
    return Thought(question, budget, PLAIN, Engine()).decide(chance)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Search longer and wider, with replies chosen by the network."""
    return Thought(question, budget, MASTER, quick()).decide(chance)


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Search the longest, one more round ahead."""
    return Thought(question, budget, GRANDMASTER, quick()).decide(chance)


@cache
def quick() -> Engine:
    from ludoteca.bots.shelfie.compiled import by_network  # noqa: PLC0415 - numba is slow to load

    return by_network()


BOTS = GameBots(
    worth=greedy.worth,
    minds={
        "novice": novice.choose,
        "thoughtful": thoughtful,
        "master": master,
        "grandmaster": grandmaster,
    },
    teacher=teacher,
)
