"""A beginner at My Shelfie, who groups tiles and forgets the goals.

The bot considers only two lines of the living room. It remembers the common goals when its shelf is
nearly full, and the personal goal half the time.
"""

from msgspec.structs import replace

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import greedy, happens
from ludoteca.games import Chance
from ludoteca.games.chance import drawn
from ludoteca.games.shelfie import TakeTiles, View

PLACES = 2
"""Number of lines of tiles that the bot considers."""
NEARLY_FULL = 20
"""Minimum number of tiles on its shelf for the bot to remember the common goals."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """Choose the best of the considered moves, judged by the remembered goals."""
    lines = list(dict.fromkeys(frozenset(move.cells) for move in question.moves))
    places = drawn(lines, min(PLACES, len(lines)), chance)
    seen = [move for move in question.moves if frozenset(move.cells) in places]
    known = question._replace(view=_remembered(question, chance), moves=seen)
    move: TakeTiles = greedy(known, chance, budget)
    return move


def _remembered(question: Question, chance: Chance) -> View:
    """Return the view without the forgotten goals."""
    view: View = question.view
    own = view.seats[question.seat]
    tiles = sum(tile is not None for row in own.shelf for tile in row)
    if tiles < NEARLY_FULL:
        view = replace(view, common_goals={})
    if happens(1, 2, chance):
        seats = list(view.seats)
        seats[question.seat] = replace(own, goal=None)
        view = replace(view, seats=tuple(seats))
    return view
