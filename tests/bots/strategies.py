"""Strategies that misbehave, for processes that tests start."""

import os
import sys
import time
from pathlib import Path
from typing import Any

from ludoteca.bots import WHOLE, Budget, Question
from ludoteca.bots.judging import Judgement, Line
from ludoteca.games import Chance


def last(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Choose the last offered move."""
    print("a strategy may print")  # noqa: T201
    return question.moves[-1]


def any_move(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    return question.moves[chance.below(len(question.moves))]


def deep(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Choose the first move after using all the time."""
    while time.monotonic() < budget.until:
        pass
    return question.moves[0]


def sleeping(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Never answer, except to a warm-up question."""
    if budget.share == 1:
        print("asleep", flush=True)  # noqa: T201
        time.sleep(3600)
    return last(question, chance, budget)


def crashing(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Exit the process."""
    if budget.share == 1:
        os._exit(3)
    return last(question, chance, budget)


def raising(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    raise ValueError("lost my mind")


def rubbish(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Return a move that was never offered."""
    return ["a", "rook"]


def inherited(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Choose the first move if the process inherited no connection, else the last."""
    files = [Path("/proc/self/fd") / fd for fd in map(str, range(3, 100))]
    connected = [each for each in files if each.is_socket()]
    return question.moves[-1 if connected else 0]


def alone(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
    """Choose the first move if the process has loaded no layer above the bots, else the last."""
    loaded = {name.split(".")[1] for name in sys.modules if name.startswith("ludoteca.")}
    return question.moves[-1 if loaded - {"bots", "games", "messages", "ops"} else 0]


class LastJudge:
    """A judge that prefers the last offered move."""

    def judge(self, question: Question, _also: Any = None) -> Judgement:
        print("a judge may print")  # noqa: T201
        return Judgement((Line(question.moves[-1], 1.0, 0.5),))


class BrokenJudge:
    def judge(self, _question: Question, _also: Any = None) -> Judgement:
        raise ValueError("lost my mind")


LAST, BROKEN = LastJudge(), BrokenJudge()
