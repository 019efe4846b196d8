"""Heartbeats in the journal, for nodes that the bus does not reach."""

from ludoteca.core.dispatch.replication import Heartbeats
from ludoteca.journal import MemoryJournal


async def test_heartbeats_are_distinct() -> None:
    journal = MemoryJournal()
    a, b = (Heartbeats(journal, node) for node in "ab")
    seen = [await b.last("a")]
    for _ in range(3):
        await a.write()
        seen.append(await b.last("a"))
        assert await b.last("a") == seen[-1]
    assert len(set(seen)) == 4
    assert len(await journal.read("node/a")) == 1  # only the note is replaced
