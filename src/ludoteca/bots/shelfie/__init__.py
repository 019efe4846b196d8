"""The bots of My Shelfie that look ahead.

- `choosing`: how they spend their budget; `seen`: what their seat sees, and what is drawn
- `tables`, `search`: moves and what comes of them, on integers, in Python and in machine code
- `valuation`: the judgement of `greedy`, for a glance, and for all without the extra `bots`
- `features`, `net`, `network`: the judgement of the network; `compiled`: all of it as machine code

`docs/bots.md` explains them.
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
    """A look at the reply and at the next own move."""
    if has_compiler():
        return Thought(question, budget, THOUGHTFUL, quick()).decide(chance)
    return Thought(question, budget, PLAIN, Engine()).decide(chance)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """A longer look, at more moves, at replies that the network finds best."""
    return Thought(question, budget, MASTER, quick()).decide(chance)


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """The longest look of all, also at the reply to that."""
    return Thought(question, budget, GRANDMASTER, quick()).decide(chance)


@cache
def quick() -> Engine:
    """The search in machine code."""
    from ludoteca.bots.shelfie.compiled import by_network  # noqa: PLC0415 - numba takes a while to load

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
