"""A bot that plays like a beginner.

It judges as `greedy` does, but looks at a few of the moves only. A game that knows what beginners
overlook has a novice of its own. `docs/bots.md` explains them.
"""

from ludoteca.bots import greedy
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import Chance
from ludoteca.games.chance import drawn
from ludoteca.games.contract import Move

LOOKS = 4
"""Number of moves it considers."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Choose the best of a few random moves."""
    seen = drawn(question.moves, min(LOOKS, len(question.moves)), chance)
    return greedy.choose(question._replace(moves=seen), chance, budget)


def happens(times: int, of: int, chance: Chance) -> bool:
    """Return True with a probability of `times` in `of`."""
    return chance.below(of) < times
