"""If the outcome of a write is unknown, no other move is mistaken for the written one."""

import asyncio
from collections.abc import Sequence

import pytest

from ludoteca.core.rate_limits import FIXED
from ludoteca.core.tables.history import stream_of
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import MovePlayed, read_record
from tests.cluster.history import faults
from tests.cluster.matches import KINDS, match_of
from tests.cluster.one_node import OneNode
from tests.cluster.players import Player
from tests.cluster.streams import versions_of
from tests.conftest import TIMEOUT, no_coverage
from tests.protocols.one_table import open_shared

pytestmark = no_coverage

OFTEN = 3
"""The journal reports a failure for one move in this number."""


class Unsure:
    """A journal that reports a failure after every few moves it has written."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        append, self.moves = MemoryJournal.append_all, 0
        self.journals: set[MemoryJournal] = set()

        async def append_all(journal: MemoryJournal, additions: Sequence[Addition]) -> None:
            await append(journal, additions)
            self.journals.add(journal)
            self._count([entry for addition in additions for entry in addition.entries])

        patch.setattr(MemoryJournal, "append_all", append_all)

    def _count(self, entries: Sequence[bytes]) -> None:
        if any(b'"move_played"' in entry for entry in entries):
            self.moves += 1
            if self.moves % OFTEN == 0:
                raise JournalError("the connection was lost")


@pytest.mark.parametrize("kind", KINDS[:-1], ids=lambda kind: kind.port)
async def test_acknowledged_moves_are_the_written_ones(
    kind: type[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    unsure = Unsure(monkeypatch)
    async with open_shared(3, limits=FIXED) as server:
        match = match_of(1, OneNode(server), kind)
        await match.begin()
        async with asyncio.timeout(TIMEOUT):
            await match.play()
        (journal,) = unsure.journals
        entries = await journal.read(stream_of(match.table))
    versions = versions_of(match.table, list(enumerate(entries, start=1)))
    assert faults([player.history for player in match.players], {match.table: versions}) == []
    moves = sum(isinstance(read_record(entry), MovePlayed) for entry in entries)
    assert moves == unsure.moves > 10
