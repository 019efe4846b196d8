"""A game as the server and its clients know it: its rules, and where to find what belongs to them.

What lives in higher layers is named as a text, "module" or "module:attribute", and imported by
those who use it; what a game does not name has a default. Plain Python only: the console reads the
rows before its first question.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ludoteca.games.contract import Rules


class Game(NamedTuple):
    """The row of one game."""

    name: str
    """As commands, addresses and journals have it: lower-case letters, digits and hyphens."""
    rules: str
    """Keeps the contract of games; its package may hold `rules.LANGUAGE.md`, for people to read."""
    worth: str = ""
    """Values moves for the `greedy` bot, which else plays any of them."""
    minds: Mapping[str, str] = MappingProxyType({})
    """How bots of other levels decide, by the name of the level."""
    teacher: str = ""
    """Says what moves change, for hints and reviews: a module (`bots/teacher.py`)."""
    gym: str = ""
    """Tells it in numbers, for programs that learn: a module as `ludoteca.gym` describes it."""
    colours: str = ""
    """The colours of words in its drawings: red, green and blue."""
    squares: str = ""
    """What a seat has before it, as rows of coloured squares, for the picture of a finished game:
    a function of a view and a seat; None is an empty one."""
    console: str = ""
    """Plays it at a server, in a terminal."""
    console_by_rmi: bool = False
    """Whether that is also possible by RMI."""
    full: str = ""
    """Draws its table on the full-screen console: a module as `ui/fullscreen/contract.py` says."""
    score: str = ""
    """Shows what positions are worth: a module with `describe` and `score`."""
    page: str = ""
    """The folder of its part of the web page, as "package:path"."""
    protocols: tuple[str, ...] = ()
    """The protocols that speak of it, besides the web's."""

    @property
    def rulebook(self) -> "Rules":
        """The rules themselves, imported when they are first needed."""
        rules: Rules = resolve(self.rules)
        return rules

    @property
    def package(self) -> str:
        """The package or module that holds the rules."""
        return self.rules.partition(":")[0]


def resolve(name: str) -> Any:
    """What a text like "module" or "module:attribute" names."""
    module, _, attribute = name.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
