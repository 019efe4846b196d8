"""Services shared by all of `core`."""

import secrets
import time
from collections.abc import Callable
from typing import NamedTuple

from ludoteca.core.nodes.bus import Bus, LocalBus
from ludoteca.core.nodes.roster import Roster
from ludoteca.games import Chance
from ludoteca.journal import Journal
from ludoteca.messages import AvailableBots, Notifier, Teaching
from ludoteca.ops import Metrics


class SystemChance:
    """Random numbers from the operating system, fetched in blocks."""

    POOL = 4096

    def __init__(self) -> None:
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1; with 64 bits, the bias is negligible."""
        if not self._words:
            self._words = memoryview(secrets.token_bytes(self.POOL)).cast("Q").tolist()
        return self._words.pop() * n >> 64


def unchanged(name: str) -> str:
    return name


class Services(NamedTuple):
    """The journal, randomness, clocks, bots, metrics, bus and display names."""

    journal: Journal
    chance: Chance
    now: Callable[[], float]
    """Time of day, in seconds since 1970, for timestamps; it may jump."""
    bots: AvailableBots
    metrics: Metrics
    clock: Callable[[], float] = time.monotonic
    """Monotonic time in seconds, for measuring durations."""
    settled: Callable[[], float] = lambda: 0.0
    """Returns the time, by `clock`, from which players may be skipped again after an outage."""
    shown: Callable[[str], str] = unchanged
    """Returns the name to display for a player."""
    bus: Bus = LocalBus()
    """Connects nodes; local for a single server."""
    roster: Roster = Roster(LocalBus(), time.monotonic)
    """Players connected to any node; each server has its own roster."""
    teaching: Teaching | None = None
    """Gives hints and reviews games, if available."""
    notifier: Notifier | None = None
    """Sends notifications to absent players, if available."""
    notify_after: float = 30.0
    """Seconds between the beginning of a turn and its notification."""
    mail_batch: float = 180.0
    """Seconds during which notifications are collected into one email."""
