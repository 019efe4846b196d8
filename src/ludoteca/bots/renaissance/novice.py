"""A beginner at Masters of Renaissance, who hoards resources and buys without comparing.

The bot takes as many resources from the market as it can, whether or not it needs them. It buys any
affordable card. It ignores Vatican reports and, most of the time, its leaders.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import greedy, happens
from ludoteca.games import Chance
from ludoteca.games.chance import drawn
from ludoteca.games.renaissance import (
    BuyCard,
    DiscardLeader,
    Move,
    PlayLeader,
    PopeTile,
    Produce,
    ReturnLeader,
    TakeMarbles,
    View,
)

LINES = 3
"""Number of market lines that the bot considers."""


def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Buy a random card two times in three; otherwise act greedily on a narrowed view."""
    moves: Sequence[Move] = question.moves
    if any(isinstance(move, ReturnLeader) for move in moves):
        return moves[chance.below(len(moves))]
    buys = [move for move in moves if isinstance(move, BuyCard)]
    if buys and happens(2, 3, chance):
        return buys[chance.below(len(buys))]
    known = question._replace(view=_remembered(question), moves=_seen(moves, chance))
    move: Move = greedy(known, chance, budget)
    return move


def _seen(moves: Sequence[Move], chance: Chance) -> list[Move]:
    """Keep some lines of the market, sometimes productions and leaders, and forced moves."""
    lines = [move for move in moves if isinstance(move, TakeMarbles)]
    seen: list[Move] = drawn(lines, min(LINES, len(lines)), chance)
    forgotten: tuple[type, ...] = (BuyCard, TakeMarbles, DiscardLeader)
    forgotten += () if happens(1, 3, chance) else (Produce,)
    forgotten += () if happens(1, 8, chance) else (PlayLeader,)
    return seen + [move for move in moves if not isinstance(move, forgotten)]


def _remembered(question: Question) -> View:
    """Return the view without cards to buy, leaders or pope tiles."""
    view: View = question.view
    seats = list(view.seats)
    own = seats[question.seat]
    seats[question.seat] = replace(own, hand=(), tiles=(PopeTile.KEPT,) * len(own.tiles))
    return replace(view, decks=(), seats=tuple(seats))
