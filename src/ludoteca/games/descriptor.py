"""The row of a game: its rules, and its parts in other layers.

Parts are imported on first use, and missing parts have defaults. This module imports only the
standard library, so that a program can read the rows before it loads any game.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from ludoteca.games.contract import Rules, Seat, View

T = TypeVar("T")
Part: TypeAlias = str | Callable[[], T]
"""A function that imports a part, or the part's name: "module" or "module:attribute"."""
Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue."""
Piece: TypeAlias = str
"""The name of a symbol in `pieces.svg` in the folder of the game's page."""
Squares: TypeAlias = "Callable[[View, Seat], Sequence[Sequence[Piece | Colour | None]]]"
Console: TypeAlias = Callable[..., Awaitable[int]]


class Score(Protocol):
    """A module that scores positions given on the command line."""

    def describe(self, parser: "ArgumentParser") -> None:
        """Add the game's arguments to a command-line parser."""
        ...

    def score(self, arguments: "Namespace") -> str:
        """Return the points of the given positions as text."""
        ...


class Game(NamedTuple):
    """The row of one game. Other packages give all parts by name.

    For the built-in games, bots and gym encodings are listed in their own layers instead.
    """

    name: str
    """Name in commands, addresses and journals: lower-case letters, digits and hyphens."""
    rules: "Part[Rules]"
    """The rules. Their package may contain a rulebook for people, `rules.LANGUAGE.md`."""
    worth: str = ""
    """A function that evaluates moves for the `greedy` bot; without it, all moves are equal."""
    minds: Mapping[str, str] = MappingProxyType({})
    """Functions that choose bots' moves, by level."""
    teacher: str = ""
    """A module that explains moves, for hints and reviews."""
    gym: str = ""
    """A module that encodes the game as numbers, for reinforcement learning."""
    colours: Part[Mapping[str, Colour]] = ""
    """Colours of words in drawings of the game."""
    squares: Part[Squares] = ""
    """A function that returns a seat's possessions as rows of pieces or colours, for pictures."""
    console: Part[Console] = ""
    """A function that runs a client for the game in a terminal."""
    console_by_rmi: bool = False
    """Whether `console` can also connect over RMI."""
    full: Part[Any] = ""  # its type belongs to the layer that draws
    """A module that draws the table on the full-screen console."""
    score: Part[Score] = ""
    """A module that scores positions given on the command line."""
    page: str = ""
    """Folder of the game's web page modules, as "package:path"."""
    protocols: tuple[str, ...] = ()
    """Protocols, other than the web protocol, that support the game."""

    @property
    def rulebook(self) -> "Rules":
        """The rules, imported on first use."""
        return load(self.rules)

    @property
    def reference(self) -> str:
        """The import name of the rules, from which another process can load them."""
        if isinstance(self.rules, str):
            return self.rules
        return cast("ModuleType", self.rules()).__name__

    @property
    def package(self) -> str:
        """The package or module that holds the rules."""
        return self.reference.partition(":")[0]


def load(part: Part[T]) -> T:
    return part() if callable(part) else resolve(part)


def resolve(part: str | T) -> T:
    """Return a part, importing it if it is given by name."""
    if not isinstance(part, str):
        return part
    module, _, attribute = part.partition(":")
    found = import_module(module)
    return cast("T", getattr(found, attribute) if attribute else found)
