"""Signs of life in the journal, of nodes that cannot be heard by the bus."""

from ludoteca.bots import BOTS, Bots
from ludoteca.games import Dice
from ludoteca.hall import Services
from ludoteca.hall.life_signs import LifeSigns
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from tests.hub import Hub


def signs_of(node: str, journal: MemoryJournal, hub: Hub) -> LifeSigns:
    bots = Bots(BOTS, Dice(1))
    return LifeSigns(
        Services(journal, Dice(1), lambda: 0.0, bots, Metrics(), lambda: 0.0, bus=hub.bus(node))
    )


async def test_each_sign_is_another_one() -> None:
    journal, hub = MemoryJournal(), Hub()
    a, b = (signs_of(node, journal, hub) for node in "ab")
    seen = [await b.last("a")]
    for _ in range(3):
        await a.leave()
        seen.append(await b.last("a"))
        assert await b.last("a") == seen[-1]
    assert len(set(seen)) == 4
    assert len(await journal.read("node/a")) == 1  # the note alone is replaced
