"""What every part of the hall works with."""

from collections.abc import Callable
from typing import NamedTuple

from ludoteca.games import Chance
from ludoteca.journal import Journal
from ludoteca.messages import Roster
from ludoteca.ops import Metrics


class Services(NamedTuple):
    """The journal, chance, time, bots and metrics."""

    journal: Journal
    chance: Chance
    now: Callable[[], float]
    roster: Roster
    metrics: Metrics
