"""Signs of life in the journal, of nodes that cannot be heard by the bus."""

from ludoteca.bots import BOTS, Bots
from ludoteca.games import Dice
from ludoteca.hall import Services
from ludoteca.hall.life_signs import LifeSigns
from ludoteca.journal import JournalError, MemoryJournal, Stream
from ludoteca.ops import Metrics
from tests.hub import Hub


def signs_of(node: str, journal: MemoryJournal, hub: Hub) -> LifeSigns:
    bots = Bots(BOTS, Dice(1))
    return LifeSigns(
        Services(journal, Dice(1), lambda: 0.0, bots, Metrics(), lambda: 0.0, bus=hub.bus(node))
    )


async def test_each_sign_counts_once() -> None:
    journal, hub = MemoryJournal(), Hub()
    a, b = (signs_of(node, journal, hub) for node in "ab")
    assert not await b.is_there("a")
    for _ in range(3):
        await a.leave()
        assert await b.is_there("a")
    assert not await b.is_there("a")
    assert len(await journal.read("node/a")) == 1  # the note alone is replaced


class Away(MemoryJournal):
    """A journal that cannot be read."""

    async def find(self, stream: str) -> Stream | None:
        raise JournalError(f"{stream} cannot be read")


async def test_nobody_is_given_up_while_the_journal_cannot_be_read() -> None:
    assert await signs_of("a", Away(), Hub()).is_there("b")
