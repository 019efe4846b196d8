"""The bots of My Shelfie that look ahead.

- `choosing`: how they spend their budget; `seen`: what their seat sees, and what is drawn
- `tables`, `search`: moves and what comes of them, on integers, in Python and in machine code
- `valuation`: the judgement of `greedy`, for a glance, and for all without the extra `bots`
- `features`, `net`, `network`: the judgement of the network; `compiled`: all of it as machine code

`docs/bots.md` explains them.
"""

from functools import cache

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import has_compiler
from ludoteca.bots.shelfie.choosing import Engine, Strength, Thought
from ludoteca.games import Chance
from ludoteca.games.shelfie import TakeTiles

PLAIN = Strength(positions=250, width=4, rounds=1, last=4)
THOUGHTFUL = Strength(positions=30_000, width=6, rounds=1)
MASTER = Strength(positions=500_000, width=12, rounds=2)
GRANDMASTER = Strength(positions=4_000_000, width=16, rounds=2)


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """A look at the reply and at the next own move."""
    if has_compiler():
        return Thought(question, budget, THOUGHTFUL, quick()).decide(chance)
    return Thought(question, budget, PLAIN, Engine()).decide(chance)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """A longer look at more moves."""
    return Thought(question, budget, MASTER, quick()).decide(chance)


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """The longest look of all."""
    return Thought(question, budget, GRANDMASTER, quick()).decide(chance)


@cache
def quick() -> Engine:
    """The search in machine code."""
    from ludoteca.bots.shelfie.compiled import by_network  # noqa: PLC0415 - numba takes a while to load

    return by_network()
