"""The row of a game: its rules and the names of the modules that belong to it.

Code in higher layers is named by a string, "module" or "module:attribute", and imported by its
users; every field but the first two has a default. This module imports only the standard library,
because the console reads the rows before its first prompt.
"""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ludoteca.games.contract import Rules


class Game(NamedTuple):
    """A registered game."""

    name: str
    """Name in commands, addresses and journals: lower-case letters, digits and hyphens."""
    rules: str
    """Module that implements the contract; its package may hold `rules.LANGUAGE.md` for players."""
    worth: str = ""
    """Function that values moves for the `greedy` bot; without one it plays at random."""
    minds: Mapping[str, str] = MappingProxyType({})
    """Functions that choose the moves of bots, by level."""
    teacher: str = ""
    """Module that explains moves for hints and reviews (see `bots/teacher.py`)."""
    gym: str = ""
    """Module that encodes observations and actions for learning (see `ludoteca.gym`)."""
    colours: str = ""
    """Colours of words in drawings, as red, green and blue."""
    squares: str = ""
    """Function of a view and a seat that returns rows of coloured squares (None: empty) for the
    picture of a finished game."""
    console: str = ""
    """Function that plays the game at a server, in a terminal."""
    console_by_rmi: bool = False
    """Whether the console can also play over RMI."""
    full: str = ""
    """Module that draws the table on the full-screen console (see `ui/fullscreen/contract.py`)."""
    score: str = ""
    """Module that explains positions, with `describe` and `score`."""
    page: str = ""
    """Folder of the game's web page modules, as "package:path"."""
    protocols: tuple[str, ...] = ()
    """Protocols that support the game, besides the web protocol."""

    @property
    def rulebook(self) -> "Rules":
        """The rules, imported on first use."""
        rules: Rules = resolve(self.rules)
        return rules

    @property
    def package(self) -> str:
        """The package or module that holds the rules."""
        return self.rules.partition(":")[0]


def resolve(name: str) -> Any:
    """Import the object named by "module" or "module:attribute"."""
    module, _, attribute = name.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
