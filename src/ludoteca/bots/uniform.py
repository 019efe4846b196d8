"""The bot that plays anything."""

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.games import Chance
from ludoteca.games.contract import Move


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Any of the moves, each as likely as the others."""
    return question.moves[chance.below(len(question.moves))]
