"""The bot that makes the mistakes of a beginner.

It judges as `greedy` does, but looks at a few of the moves only. A game that knows what beginners
overlook has a novice of its own. `docs/bots.md` explains them.
"""

from ludoteca.bots import greedy
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import Chance
from ludoteca.games.chance import drawn
from ludoteca.games.contract import Move

LOOKS = 4
"""At how many moves it looks."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """The best of the few moves that it looks at."""
    seen = drawn(question.moves, min(LOOKS, len(question.moves)), chance)
    return greedy.choose(question._replace(moves=seen), chance, budget)


def happens(times: int, of: int, chance: Chance) -> bool:
    """Whether something happens that does so many times of so many."""
    return chance.below(of) < times
