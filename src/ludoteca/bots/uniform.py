"""A bot that plays at random."""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import Chance
from ludoteca.games.contract import Move


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Choose a move uniformly at random."""
    return question.moves[chance.below(len(question.moves))]
