"""A beginner at My Shelfie: puts like beside like, and forgets what the cards on the table say.

It looks at two places of the living room only. The common goals it remembers once its shelf is
nearly full, the personal one now and then.
"""

from msgspec.structs import replace

from ludoteca.bots import greedy
from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.novice import happens
from ludoteca.games import Chance
from ludoteca.games.chance import drawn
from ludoteca.games.shelfie import TakeTiles, View

PLACES = 2
"""At how many lines of tiles it looks."""
NEARLY_FULL = 20
"""From so many tiles on its shelf on, it thinks of the common goals as well."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> TakeTiles:
    """The best of what it looks at, as far as it thinks of what counts."""
    lines = list(dict.fromkeys(frozenset(move.cells) for move in question.moves))
    places = drawn(lines, min(PLACES, len(lines)), chance)
    seen = [move for move in question.moves if frozenset(move.cells) in places]
    known = question._replace(view=_remembered(question, chance), moves=seen)
    move: TakeTiles = greedy.choose(known, chance, budget)
    return move


def _remembered(question: Question, chance: Chance) -> View:
    """The view without the goals that it does not think of now."""
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
