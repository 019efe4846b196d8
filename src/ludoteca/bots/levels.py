"""Playing strengths of bots, and the levels that a game has on this machine.

A game has a strategy for each of its levels (`GameBots.minds`); `novice` and `greedy` play every
game. A level is a number of positions to look at; its ceiling is the time after which a bot
has to answer, however few it has seen by then.
"""

from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from ludoteca.bots import greedy, novice
from ludoteca.bots.contract import WHOLE, Budget, Question, Strategy
from ludoteca.bots.games import bots_of
from ludoteca.games import Chance, resolve
from ludoteca.games.contract import Move


class Level(NamedTuple):
    """A playing strength that players can choose."""

    name: str
    ceiling: float
    """Maximum seconds per move."""
    searches: bool = False
    """Whether it searches, in a separate process."""
    compiled: bool = False
    """Whether it needs the `bots` extra."""


LEVELS = {
    level.name: level
    for level in (
        Level("novice", 0.03),
        Level("greedy", 0.03),
        Level("thoughtful", 0.03, searches=True),
        Level("master", 0.3, searches=True, compiled=True),
        Level("grandmaster", 2.0, searches=True, compiled=True),
    )
}
"""From the weakest to the strongest."""


def offered(game: str) -> tuple[str, ...]:
    """Return the levels available for this game on this machine."""
    return tuple(
        name
        for name, level in LEVELS.items()
        if (name in bots_of(game).minds or name in _EVERYWHERE)
        and (has_compiler() or not level.compiled)
    )


@cache
def has_compiler() -> bool:
    """Return whether the `bots` extra is installed."""
    return find_spec("numba") is not None


def strategy(level: str) -> Strategy:
    """Return the strategy of a level, which falls back to `greedy` in games without it."""

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        own = bots_of(question.rules.NAME).minds.get(level)
        decide = resolve(own) if own else _EVERYWHERE.get(level, greedy.choose)
        return decide(question, chance, budget)

    return choose


_EVERYWHERE: dict[str, Strategy] = {"novice": novice.choose, "greedy": greedy.choose}
