"""What everybody in the house works with."""

from collections.abc import Callable
from typing import NamedTuple

from ludoteca.games import Chance
from ludoteca.hall.listener import Roster
from ludoteca.journal import Journal


class Supplies(NamedTuple):
    """The journal, the luck of the tables, the time, and the bots."""

    journal: Journal
    chance: Chance
    now: Callable[[], float]
    roster: Roster
