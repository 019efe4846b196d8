"""What every part of the hall works with."""

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.nodes.bus import Bus, LocalBus
from ludoteca.core.nodes.roster import Roster
from ludoteca.games import Chance
from ludoteca.journal import Journal
from ludoteca.messages import AvailableBots, Teaching
from ludoteca.ops import Metrics


class SystemChance:
    """Luck from the system, fetched in pools."""

    POOL = 4096

    def __init__(self) -> None:
        self._bytes = b""
        self._at = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; of eight bytes, the bias is nothing."""
        if self._at >= len(self._bytes):
            self._bytes, self._at = secrets.token_bytes(self.POOL), 0
        drawn = self._bytes[self._at : self._at + 8]
        self._at += 8
        return int.from_bytes(drawn, "big") * n >> 64


class Services(NamedTuple):
    """The journal, chance, time, bots, metrics and bus, and what is shown of a player's name."""

    journal: Journal
    chance: Chance
    now: Callable[[], float]
    """The time of day, in seconds since 1970, for stamps; it may jump."""
    bots: AvailableBots
    metrics: Metrics
    clock: Callable[[], float] = time.monotonic
    """Seconds since some moment, for all that is measured; it never jumps."""
    settled: Callable[[], float] = lambda: 0.0
    """When, by the clock, players may be skipped again after nothing could be recorded."""
    shown: Callable[[str], str] = str
    """What is shown of the name of a player."""
    bus: Bus = LocalBus()
    """What other nodes are told by, if there are any."""
    roster: Roster = Roster(LocalBus(), time.monotonic)
    """Who is connected where; each server has its own."""
    teaching: Teaching | None = None
    """Who gives hints and reviews games, if anybody does."""
