"""The keeper of a table, and the journal that is its arbiter."""

from collections.abc import Sequence

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy
from ludoteca.core.lobby.loaded_tables import load_keeper
from ludoteca.core.services import Services
from ludoteca.core.tables import decisions
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.core.tables.table import Table, opened
from ludoteca.core.tables.values import read_later
from ludoteca.games import Dice, Refusal, Seat, shelfie
from ludoteca.journal import Addition, Journal, JournalError, MemoryJournal
from ludoteca.messages import MovePlayed, Notice, TableNews, TableOpened, ViewThunk
from ludoteca.ops import Metrics
from tests.core.local import Clock
from tests.listener import LocalListener

OPENED = TableOpened("shelfie", shelfie.VERSION, 2, shelfie.Options(), "Anna", "code")

TIMING = Timing(AbsencePolicy())


class Ear(LocalListener):
    """A listener that records what it receives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.heard: list[Notice] = []

    def tell(self, notice: Notice, _look: ViewThunk | None = None) -> None:
        self.heard.append(notice)


def supplies(journal: Journal, seed: int = 1) -> Services:
    clock = Clock()
    bots = Bots(BOTS, Dice(seed))
    return Services(journal, Dice(seed), clock.wall, bots, Metrics(), clock)


def nobody(number: int, listing: Listing, version: int) -> None:
    """Ignore changes to the list."""


async def found(journal: Journal, number: int = 1) -> Keeper | Refusal:
    return await load_keeper(number, supplies(journal, 2), nobody, TIMING)


async def started(journal: Journal) -> Keeper:
    table = opened(1, OPENED)
    assert isinstance(table, Table)
    keeper = Keeper(table, 0, supplies(journal), nobody, TIMING)
    assert await keeper.decide(lambda table: decisions.open_table(table, Dice(1))) is None
    assert await keeper.decide(lambda table: decisions.sit(table, "Bruno", Dice(1))) is None
    for name in ("Anna", "Bruno"):
        await keeper.listen(Ear(name))
    return keeper


async def test_two_machines_keep_one_table_and_the_journal_decides() -> None:
    journal = MemoryJournal()
    here = await started(journal)
    there = await found(journal)
    assert isinstance(there, Keeper)
    anna, bruno = Ear("Anna"), Ear("Bruno")
    for keeper, ear in ((here, anna), (there, bruno)):
        await keeper.listen(ear)
        await keeper.listen(Ear("Bruno" if ear is anna else "Anna"))
    for _ in range(10):
        seat = here.table.state.turn
        move = shelfie.sample(here.table.state, seat, Dice(3))
        # Both nodes think it is this seat's turn; the slower one learns of the conflict and is
        # refused.
        fast, slow = (here, there) if seat else (there, here)
        assert await fast.play(seat, move) is None
        refusal = await slow.play(seat, move)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "shelfie/not_your_turn"
        assert (slow.version, slow.table) == (fast.version, fast.table)
    news = [[n.version for n in ear.heard if isinstance(n, TableNews)] for ear in (anna, bruno)]
    assert news[0] == news[1] == list(range(5, 15))


class FullDisk(MemoryJournal):
    """A journal on a full disk."""

    full = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.full:
            raise JournalError("no space left")
        await super().append_all(additions)


async def test_unwritten_move_has_not_happened() -> None:
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


async def test_table_is_restored_from_the_journal_alone() -> None:
    journal = MemoryJournal()
    keeper = await started(journal)
    for number in range(20):
        seat = keeper.table.state.turn
        move = shelfie.sample(keeper.table.state, seat, Dice(5))
        await keeper.play(seat, move, f"id {number}")
    again = await found(journal)
    assert isinstance(again, Keeper)
    assert (again.table, again.version) == (keeper.table, keeper.version)
    last = read_later((await journal.read(stream_of(1)))[-1], again.table.opened)
    assert isinstance(last, MovePlayed)
    assert last.request == "id 19"
    assert isinstance(await found(journal, 2), Refusal)


async def test_only_a_seat_that_was_given_up_can_be_taken_in_a_running_game() -> None:
    keeper = await started(MemoryJournal())
    refusal = await keeper.decide(lambda table: decisions.sit(table, "Carla", Dice(1)))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "house/table_full"
    assert keeper.table.seat_of("ANNA") == Seat(0)
