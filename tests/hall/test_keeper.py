"""The keeper of a table, and the journal that is its arbiter."""

import asyncio
from collections.abc import Sequence

from msgspec import Raw

from ludoteca.games import Dice, Refusal, Seat, shelfie
from ludoteca.hall import Keeper
from ludoteca.hall import table as tables
from ludoteca.hall.keeper import stream_of
from ludoteca.journal import Journal, JournalError, MemoryJournal
from ludoteca.messages import MovePlayed, Notice, TableNews, TableOpened
from tests.hall.guests import Clock

OPENED = TableOpened("shelfie", tables.RULES_VERSION, 2, Raw(b"{}"), "Anna", "code")


class Ear:
    """Somebody who only listens."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.heard: list[Notice] = []

    def tell(self, notice: Notice) -> None:
        self.heard.append(notice)


async def started(journal: Journal) -> Keeper:
    keeper = await Keeper.opened(1, OPENED, journal, Dice(1), Clock())
    assert isinstance(keeper, Keeper)
    assert await keeper.ask(lambda table: tables.sit(table, "Bruno", Dice(1))) is None
    return keeper


def test_two_machines_keep_one_table_and_the_journal_decides() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        here = await started(journal)
        there = await Keeper.found(1, journal, Dice(2), Clock())
        assert there is not None
        anna, bruno = Ear("Anna"), Ear("Bruno")
        for keeper, ear in ((here, anna), (there, bruno)):
            await keeper.listen(ear)
            await keeper.listen(Ear("Bruno" if ear is anna else "Anna"))
        for _ in range(10):
            seat = here.table.state.turn
            move = shelfie.sample(here.table.state, seat, Dice(3))
            # Both think it is this seat's turn; the slower one learns better and is refused.
            fast, slow = (here, there) if seat else (there, here)
            assert await fast.play(seat, move) is None
            refusal = await slow.play(seat, move)
            assert isinstance(refusal, Refusal)
            assert refusal.code == "shelfie/not_your_turn"
            assert (slow.version, slow.table) == (fast.version, fast.table)
        news = [[n.version for n in ear.heard if isinstance(n, TableNews)] for ear in (anna, bruno)]
        assert news[0] == news[1] == list(range(5, 15))

    asyncio.run(story())


class FullDisk(MemoryJournal):
    """A journal that cannot write any more."""

    full = False

    async def append(
        self, stream: str, version: int, entries: Sequence[bytes], note: bytes | None = None
    ) -> int:
        if self.full:
            raise JournalError("no space left")
        return await super().append(stream, version, entries, note)


def test_what_cannot_be_written_has_not_happened() -> None:
    async def story() -> None:
        journal = FullDisk()
        keeper = await started(journal)
        ear = Ear("Eve")
        await keeper.listen(ear)
        before, heard = keeper.table, len(ear.heard)
        journal.full = True
        seat = before.state.turn
        refusal = await keeper.play(seat, shelfie.sample(before.state, seat, Dice(3)))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.detail) == ("house/not_written", "no space left")
        assert keeper.table == before
        assert len(ear.heard) == heard

    asyncio.run(story())


def test_the_journal_alone_brings_a_table_back() -> None:
    async def story() -> None:
        journal = MemoryJournal()
        keeper = await started(journal)
        for _ in range(20):
            seat = keeper.table.state.turn
            await keeper.play(seat, shelfie.sample(keeper.table.state, seat, Dice(5)), "id")
        again = await Keeper.found(1, journal, Dice(9), Clock())
        assert again is not None
        assert (again.table, again.version) == (keeper.table, keeper.version)
        last = tables.happened(again.table, (await journal.read(stream_of(1)))[-1])
        assert isinstance(last.record, MovePlayed)
        assert last.record.request == "id"
        assert await Keeper.found(2, journal, Dice(9), Clock()) is None

    asyncio.run(story())


def test_only_a_seat_that_was_given_up_can_be_taken_in_a_running_game() -> None:
    async def story() -> None:
        keeper = await started(MemoryJournal())
        refusal = await keeper.ask(lambda table: tables.sit(table, "Carla", Dice(1)))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "house/table_full"
        assert keeper.table.seat_of("ANNA") == Seat(0)

    asyncio.run(story())
