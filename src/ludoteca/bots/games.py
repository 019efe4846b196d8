"""The bots of each game: its evaluation, its levels and its teacher."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ludoteca.bots.contract import Strategy
from ludoteca.games import ROWS, Seat
from ludoteca.games.contract import Move, View

if TYPE_CHECKING:
    from ludoteca.bots.teacher import Teacher

Worth: TypeAlias = Callable[[View, Seat, Sequence[Move]], Sequence[float]]
"""The value of each of these moves, in their order."""


class GameBots(NamedTuple):
    """The bots of one game; parts of other packages are texts, which `resolve` imports."""

    worth: Worth | str = ""
    """Values moves for the `greedy` bot, which otherwise plays any of them."""
    minds: Mapping[str, Strategy | str] = MappingProxyType({})
    """Choose the moves of bots, by level."""
    teacher: "Teacher | str" = ""
    """Explains moves, for hints and reviews."""


def _shelfie() -> GameBots:
    from ludoteca.bots.shelfie import BOTS  # noqa: PLC0415 - imports this module

    return BOTS


def _renaissance() -> GameBots:
    from ludoteca.bots.renaissance import BOTS  # noqa: PLC0415 - imports this module

    return BOTS


OURS: dict[str, Callable[[], GameBots]] = {"shelfie": _shelfie, "renaissance": _renaissance}


def bots_of(game: str) -> GameBots:
    """Return the bots of a game: ours, or those that its row names."""
    if game in OURS:
        return OURS[game]()
    row = ROWS.get(game)
    return GameBots(row.worth, row.minds, row.teacher) if row else GameBots()
