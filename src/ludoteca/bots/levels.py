"""The levels of bots, and the strategy that plays each of them in a game.

A level specifies the number of positions to search, and a ceiling: the time after which a bot must
answer even if it has searched fewer positions. A game has its own strategies for some levels
(`GameBots`); `uniform`, `novice` and `greedy` play every game. `docs/bots.md` explains the levels.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ludoteca.bots.contract import WHOLE, Budget, Question, Strategy
from ludoteca.games import ROWS, Chance, Seat, resolve
from ludoteca.games.chance import drawn
from ludoteca.games.contract import Move, View

if TYPE_CHECKING:
    from ludoteca.bots.judging import Judge
    from ludoteca.bots.teacher import Teacher

Evaluation: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""Returns the value of each move, in order."""
LOOKS = 4
"""Number of moves that `novice` considers."""


class GameBots(NamedTuple):
    """The bots of one game.

    Games in other packages give the names of functions and modules, which `resolve` imports. In the
    row of such a game, `evaluate` is called `worth` and `strategies` are called `minds`.
    """

    evaluate: Evaluation | str = ""
    """Evaluates moves for the `greedy` bot; without it, all moves are equal."""
    strategies: Mapping[str, Strategy | str] = MappingProxyType({})
    """Functions that choose bots' moves, by level."""
    teacher: "Teacher | str" = ""
    """A module that explains moves, for hints and reviews."""
    judges: "Mapping[str, Judge | str]" = MappingProxyType({})
    """Judges of positions, by the level whose search they use; without any, the teacher judges."""
    ratings: Mapping[str, int] = MappingProxyType({})
    """Fixed ratings of the bots, from the arena (`docs/bots.md`), the weakest first.

    Other bots are not rated.
    """
    mixtures: Mapping[tuple[str, str], Sequence[tuple[float, int]]] = MappingProxyType({})
    """Ratings of bots that mix two successive levels, by the share of moves of the higher one."""


def _shelfie() -> GameBots:
    from ludoteca.bots.shelfie import BOTS  # noqa: PLC0415 - imports this module

    return BOTS


def _renaissance() -> GameBots:
    from ludoteca.bots.renaissance import BOTS  # noqa: PLC0415 - imports this module

    return BOTS


OURS: dict[str, Callable[[], GameBots]] = {"shelfie": _shelfie, "renaissance": _renaissance}


def bots_of(game: str) -> GameBots:
    """Return the bots of a built-in game, or the bots named in the row of any other game."""
    if game in OURS:
        return OURS[game]()
    row = ROWS.get(game)
    return GameBots(row.worth, row.minds, row.teacher) if row else GameBots()


class Level(NamedTuple):
    """A playing strength that players can choose."""

    name: str
    ceiling: float
    """Maximum seconds per move."""
    searches: bool = False
    """Whether the level's bots search, in a separate process."""
    compiled: bool = False
    """Whether the level's bots need the `bots` extra."""


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
"""All levels, from the weakest to the strongest."""


def offered(game: str) -> tuple[str, ...]:
    """Return the levels available for this game on this machine."""
    return tuple(
        name
        for name, level in LEVELS.items()
        if (name in bots_of(game).strategies or name in _EVERYWHERE)
        and (has_compiler() or not level.compiled)
    )


@cache
def has_compiler() -> bool:
    """Return whether the `bots` extra is installed."""
    return find_spec("numba") is not None


def strategy(level: str) -> Strategy:
    """Return the strategy of a level; games without that level get `greedy`."""

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        own = bots_of(question.rules.NAME).strategies.get(level)
        decide = resolve(own) if own else _EVERYWHERE.get(level, greedy)
        return decide(question, chance, budget)

    return choose


def uniform(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    return question.moves[chance.below(len(question.moves))]


def greedy(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Choose a random move among those with the highest value, looking one move ahead.

    The values come from the game's evaluation; without one, all moves count as equal. This bot is
    the baseline for the others and stays unchanged.
    """
    rules, view, seat, moves = question
    evaluate = _evaluation(rules.NAME)
    if evaluate is None:
        return uniform(question, chance, budget)
    values = evaluate(view, seat, moves)
    best = max(values)
    equals = [move for move, value in zip(moves, values, strict=True) if value == best]
    return equals[chance.below(len(equals))]


@cache
def _evaluation(game: str) -> Evaluation | None:
    evaluate = bots_of(game).evaluate
    return resolve(evaluate) if evaluate else None


def novice(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Choose as `greedy` does, but from only a few random moves.

    Games that can model the oversights of beginners have their own `novice`.
    """
    seen = drawn(question.moves, min(LOOKS, len(question.moves)), chance)
    return greedy(question._replace(moves=seen), chance, budget)


def happens(times: int, of: int, chance: Chance) -> bool:
    """Return True with a probability of `times` in `of`."""
    return chance.below(of) < times


_EVERYWHERE: dict[str, Strategy] = {"novice": novice, "greedy": greedy}
