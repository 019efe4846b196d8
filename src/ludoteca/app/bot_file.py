"""A bot that stands in a Python file of its own, with a function `choose(view, moves, chance)`."""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb

from ludoteca.app.complaint import Complaint
from ludoteca.bots import WHOLE, Budget, Mind, Question
from ludoteca.games import Chance
from ludoteca.games.contract import Move


def load_bot(path: str) -> Mind:
    """The bot in this file; what is wrong with it, also later, is a complaint that names it."""
    choose = _read(path)

    def decide(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:  # noqa: ARG001
        try:
            move = choose(question.view, question.moves, chance)
        except Exception as error:  # whatever the author of the file did wrong
            raise Complaint(_why(path, error)) from error
        if move not in question.moves:
            raise Complaint(f"{path} has chosen what was not offered: {move!r}")
        return move

    return decide


def _read(path: str) -> Callable[..., Move]:
    if not Path(path).is_file():
        raise Complaint(f"there is no file {path}")
    spec = spec_from_file_location(Path(path).stem, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018, S101 - it is a .py file
    module = module_from_spec(spec)
    sys.modules.setdefault(module.__name__, module)  # dataclasses and the like look there
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the author of the file did wrong
        raise Complaint(_why(path, error)) from error
    choose: Callable[..., Move] | None = getattr(module, "choose", None)
    if choose is None:
        raise Complaint(f"{path} has no function choose(view, moves, chance)")
    return choose


def _why(path: str, error: Exception) -> str:
    """What went wrong in a file, and in which of its lines."""
    name = str(Path(path))
    lines = [step.lineno for step in extract_tb(error.__traceback__) if step.filename == name]
    where = f", line {lines[-1]}" if lines else ""
    return f"{path} has failed{where}: {type(error).__name__}: {error}"
