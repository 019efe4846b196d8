"""How long the running turn of a table has taken, also across restarts.

What is left to each seat after a turn is in the records. What the running turn has taken is kept
beside them now and then, so that a restart gives none of it back and charges nothing for the time
between. Where a turn may take an hour or more, the time of day counts, also while no server runs.
"""

from msgspec import Struct

from ludoteca.core.services import Services

KEPT_EVERY = 10_000
"""So many milliseconds of a turn are lost, to the player's benefit, if the server is killed."""


class Spent(Struct, frozen=True):
    """What the turn that began with a version of a table had taken by some time."""

    version: int
    milliseconds: int
    at: int
    """When it was counted, in milliseconds since 1970."""


class Stopwatch:
    """Counts the seconds while it runs."""

    def __init__(self, services: Services, *, slow: bool, counted: float = 0.0) -> None:
        self._now = services.now if slow else services.clock
        self._slow = slow
        self._counted = counted
        self._since: float | None = None
        self.kept = self.milliseconds
        """How many milliseconds a restart would know of."""

    @property
    def elapsed(self) -> float:
        """The seconds counted so far."""
        if self._since is None:
            return self._counted
        return self._counted + max(0.0, self._now() - self._since)  # the time of day may jump back

    @property
    def milliseconds(self) -> int:
        """The whole milliseconds counted so far."""
        return int(self.elapsed * 1000)

    @property
    def is_to_be_kept(self) -> bool:
        """Whether a restart would give too much time back; by the time of day it gives none."""
        if self._slow:
            return False
        more = self.milliseconds - self.kept
        return more >= KEPT_EVERY or (more > 0 and self._since is None)

    def run(self, *, running: bool) -> None:
        """Go on, or stand still."""
        if running == (self._since is not None):
            return
        self._counted, self._since = self.elapsed, self._now() if running else None

    def advance(self, milliseconds: int) -> None:
        """Count at least so many milliseconds."""
        if milliseconds > self.milliseconds:
            self._counted += milliseconds / 1000 - self.elapsed

    def reset(self) -> None:
        """Back to zero; if it was running it still is."""
        self._counted, self.kept = 0.0, 0
        if self._since is not None:
            self._since = self._now()


def watch_again(spent: Spent, services: Services, *, slow: bool, running: bool) -> Stopwatch:
    """The watch of a table after a restart, from what was kept of it."""
    counted = spent.milliseconds / 1000
    if slow and running:
        counted += max(0.0, services.now() - spent.at / 1000)
    watch = Stopwatch(services, slow=slow, counted=counted)
    watch.run(running=slow and running)
    return watch
