"""Playing strengths of bots, and the levels that a game has on this machine.

The row of a game names a strategy for each of its levels (`Game.minds`); `novice` and `greedy` play
every game. A level is a number of positions to search; its ceiling is the time limit for an answer.
"""

from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

from ludoteca.bots import greedy, novice
from ludoteca.bots.contract import WHOLE, Budget, Question, Strategy
from ludoteca.games import ROWS, Chance, resolve
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
        if (named(name, game) or name in _EVERYWHERE) and (has_compiler() or not level.compiled)
    )


def named(level: str, game: str) -> str:
    """Return the strategy that a game's row names for a level, as "module:attribute", or ""."""
    row = ROWS.get(game)
    return row.minds.get(level, "") if row else ""


@cache
def has_compiler() -> bool:
    """Return whether the `bots` extra is installed."""
    return find_spec("numba") is not None


def strategy(level: str) -> Strategy:
    """Return the strategy of a level, which falls back to `greedy` in games without it."""

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        decide = _strategy(level, question.rules.NAME) or greedy.choose
        return decide(question, chance, budget)

    return choose


def _strategy(level: str, game: str) -> Strategy | None:
    text = named(level, game)
    found: Strategy | None = resolve(text) if text else _EVERYWHERE.get(level)
    return found


_EVERYWHERE: dict[str, Strategy] = {"novice": novice.choose, "greedy": greedy.choose}
