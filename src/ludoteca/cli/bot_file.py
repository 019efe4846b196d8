"""Bots in Python files.

The file defines a function `choose(view, moves, chance)`, or a class `Bot` with a method of that
name. Each table gets its own instance of the class. `GAME` may name the bot's game.
"""

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, NamedTuple

from ludoteca.bots import WHOLE, Budget, Question, Strategy
from ludoteca.cli.complaint import Complaint
from ludoteca.games import Chance
from ludoteca.games.contract import Move


class BotFile(NamedTuple):
    """A loaded bot file."""

    path: str
    module: ModuleType

    @property
    def game(self) -> str:
        """Game named in the file; empty if the file names none."""
        return str(getattr(self.module, "GAME", ""))

    def check_game(self, game: str) -> None:
        """Raise `Complaint` if the file was written for another game."""
        if self.game not in ("", game):
            raise Complaint(f"{self.path} is written for {self.game} (see GAME), not {game}")

    def bot(self) -> Strategy:
        """Return a bot for one table; errors in the file are raised as complaints."""
        bot: Callable[[], Any] | None = getattr(self.module, "Bot", None)
        try:
            made = bot() if bot else self.module
        except Exception as error:  # any mistake in the author's file
            raise Complaint(_why(self.path, error)) from error
        return _strategy(self.path, made.choose)


def _strategy(path: str, choose: Callable[..., Move]) -> Strategy:
    def decide(question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        try:
            move = choose(question.view, question.moves, chance)
        except Exception as error:  # any mistake in the author's file
            raise Complaint(_why(path, error)) from error
        if move not in question.moves:
            raise Complaint(f"{path} chose a move that was not offered: {move!r}")
        return move

    return decide


def read_bot_file(path: str) -> BotFile:
    """Load a bot from a file; raise `Complaint` if it cannot be read or defines no bot."""
    if not Path(path).is_file():
        raise Complaint(f"there is no file {path}")
    folder = str(Path(path).resolve().parent)
    if folder not in sys.path:  # like a script, the file can import modules from its folder
        sys.path.insert(0, folder)
    spec = spec_from_file_location(Path(path).stem, path)
    assert spec is not None
    assert spec.loader is not None  # it is a .py file
    module = module_from_spec(spec)
    sys.modules.setdefault(module.__name__, module)  # looked up by dataclasses, for example
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # any mistake in the author's file
        raise Complaint(_why(path, error)) from error
    if not callable(getattr(getattr(module, "Bot", module), "choose", None)):
        raise Complaint(
            f"{path} has no function choose(view, moves, chance), nor a class Bot with one"
        )
    return BotFile(path, module)


def _why(path: str, error: Exception) -> str:
    """Describe an error and the line of the file where it occurred."""
    file = Path(path).resolve()
    steps = extract_tb(error.__traceback__)
    lines = [step.lineno for step in steps if Path(step.filename).resolve() == file]
    where = f", line {lines[-1]}" if lines else ""
    return f"{path} has failed{where}: {type(error).__name__}: {error}"
