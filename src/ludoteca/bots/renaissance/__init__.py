"""Bots for Masters of Renaissance that search over whole turns.

- `cells`, `table`: the game as a list of integers, and its rules
- `evaluation`: the value of such a table; `turns`: whole turns worth considering
- `placing`: storing resources; `runs`: productions
- `playouts`: simulated turns, also as machine code
- `search`: from a view to a move
- `greedy`, `novice`: strategies without a search; `teacher`: explanations of moves
- `judge`: positions judged for hints and reviews
"""

from functools import cache
from importlib import import_module
from types import ModuleType

from ludoteca.bots.contract import WHOLE, Budget, Question
from ludoteca.bots.levels import GameBots
from ludoteca.bots.machine_code import machine
from ludoteca.bots.renaissance import (
    cells,
    evaluation,
    greedy,
    novice,
    placing,
    playouts,
    runs,
    table,
    teacher,
    turns,
)
from ludoteca.bots.renaissance.cells import Cells
from ludoteca.bots.renaissance.playouts import Playout, playout
from ludoteca.bots.renaissance.search import Effort, search
from ludoteca.games import Chance
from ludoteca.games.renaissance import Move

THOUGHTFUL = Effort(playouts=4, width=4, turns=3)
MASTER = Effort(playouts=160, width=8, turns=5)
GRANDMASTER = Effort(playouts=1200, width=12, turns=5)

_SOURCES = (cells, table, evaluation, placing, runs, turns, playouts)
_CALLED = ("playout", "deep_playout", "lead_after", "deep_lead_after", "next_turn", "finish_turn")
"""Functions that Python calls; all others are compiled without Python wrappers."""


def compiled() -> ModuleType:
    """Return the module `playouts` as machine code; its functions expect tables as arrays."""
    return machine(*_SOURCES, called=_CALLED)


@cache
def compiled_playout(name: str) -> Playout:
    """Return a function from `playouts` as machine code, compiled by a trial call."""
    code = getattr(compiled(), name)
    numpy = import_module("numpy")

    def playout(table: Cells, seat: int, number: int, turns: int) -> int:
        return int(code(numpy.array(table, numpy.int64), seat, number, turns))

    over = [0] * cells.TABLE_SIZE
    over[cells.SEATS] = over[cells.OVER] = 1
    playout(over, 0, playouts.ANY_TURN, 1)
    return playout


def thoughtful(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Search a few turns ahead in plain Python, even if a compiler is installed."""
    return search(question, chance, budget, THOUGHTFUL, playout)


def master(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Simulate turns in machine code, with lookahead for all seats."""
    return search(question, chance, budget, MASTER, compiled_playout("deep_playout"))


def grandmaster(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
    """Simulate more turns than `master` does, and consider more of the possible turns."""
    return search(question, chance, budget, GRANDMASTER, compiled_playout("deep_playout"))


BOTS = GameBots(
    evaluate=greedy.evaluate,
    strategies={
        "novice": novice.choose,
        "thoughtful": thoughtful,
        "master": master,
        "grandmaster": grandmaster,
    },
    teacher=teacher,
    judges={
        "thoughtful": "ludoteca.bots.renaissance.judge:THOUGHTFUL",
        "master": "ludoteca.bots.renaissance.judge:MASTER",
    },
    ratings={
        "uniform": 535,
        "novice": 929,
        "greedy": 1500,
        "thoughtful": 2013,
        "master": 2270,
        "grandmaster": 2305,
    },
    mixtures={
        ("uniform", "novice"): ((0.25, 732), (0.5, 875)),
        ("novice", "greedy"): ((0.25, 1109), (0.5, 1225), (0.75, 1441)),
        ("greedy", "thoughtful"): ((0.25, 1661), (0.5, 1776), (0.75, 1908)),
    },
)
