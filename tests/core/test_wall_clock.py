"""The time of day at a node whose clock may be wrong."""

from ludoteca.core.nodes.clocks import MOST_SKEW, WallClock
from ludoteca.journal import MemoryJournal


class Database(MemoryJournal):
    """A journal with its own clock that may answer slowly."""

    def __init__(self) -> None:
        super().__init__()
        self.right = 1_000_000.0
        self.ahead = self.late = 0.0

    def own(self) -> float:
        """Return the time of this machine's clock."""
        return self.right + self.ahead

    def steady(self) -> float:
        """Return the time of a monotonic clock."""
        return self.right - 900_000.0

    async def now(self) -> float:  # type: ignore[override]
        self.right += self.late
        return self.right


async def test_own_clock_is_used_while_it_agrees() -> None:
    database = Database()
    clock = WallClock(database, database.own, database.steady)
    database.ahead = MOST_SKEW - 0.5
    await clock.compare()
    assert clock.now() == database.own()
    assert clock.skew == MOST_SKEW - 0.5


async def test_clock_that_is_set_wrong_later_is_not_used_for_a_moment() -> None:
    database = Database()
    clock = WallClock(database, database.own, database.steady)
    await clock.compare()
    for ahead in (3600.0, -3600.0, 0.0):
        database.ahead = ahead
        database.right += 5.0
        assert clock.now() == database.right
        assert clock.skew == ahead


async def test_late_answer_changes_nothing() -> None:
    database = Database()
    clock = WallClock(database, database.own, database.steady)
    await clock.compare()
    database.late = MOST_SKEW + 1.0
    await clock.compare()
    assert clock.now() == database.right


async def test_journal_without_a_clock_leaves_the_local_clock() -> None:
    clock = WallClock(MemoryJournal(), lambda: 7.0)
    await clock.compare()
    assert not clock.compared
    assert (clock.now(), clock.skew) == (7.0, 0.0)
