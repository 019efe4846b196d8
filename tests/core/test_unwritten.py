"""A change that cannot be written does not happen, even for disconnected players."""

from collections.abc import Sequence

from msgspec.structs import replace

from ludoteca.core.moderation.owner_requests import RELEASED_AFTER
from ludoteca.core.tables.history import stream_of
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import (
    Done,
    Enter,
    Farewell,
    MovePlayed,
    OpenTable,
    Refused,
    ReleaseSeat,
    TableNews,
    Welcome,
)
from tests.core.local import (
    Database,
    LocalClient,
    LocalServer,
    a_move,
    keeper_of,
    mover_of,
    played,
    shown,
)

ELSEWHERE = "10.9.8.7"


class Unsure(MemoryJournal):
    """A journal whose answer may be lost after the write."""

    loses_answers = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        await super().append_all(additions)
        if self.loses_answers:
            raise JournalError("no answer")


class Standby(MemoryJournal):
    """A database standby that takes over without the last entries of the primary."""

    def lose_last(self, number: int) -> None:
        self._entries[stream_of(number)].pop()


class Disk(MemoryJournal):
    """A journal on a disk that may be full."""

    full = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.full:
            raise JournalError("no space left")
        await super().append_all(additions)


async def test_failed_write_hides_the_database_address_and_states_the_uncertainty() -> None:
    database = Database()
    server = LocalServer(database)
    clients = await server.table("Anna", "Bruno")
    mover, _ = mover_of(clients)
    move = await a_move(mover)
    database.away = True
    for request in (move, OpenTable(game="shelfie", seats=2)):
        refused = await mover.ask(request)
        assert isinstance(refused, Refused)
        assert refused.code == "house/not_written"
        assert "may or may not have been recorded" in refused.detail
        assert "10.1.2.3" not in refused.detail
    ready = await server.dispatcher.availability.why_not_ready()
    assert ready
    assert ready.detail == "No moves can be played right now: the database does not answer."


async def test_a_name_stays_its_players_if_its_release_cannot_be_written() -> None:
    disk = Disk()
    server = LocalServer(disk)
    anna, bruno = await server.table("Anna", "Bruno")
    server.dispatcher.leave(bruno)
    server.clock.time += RELEASED_AFTER
    disk.full = True
    assert await anna.refused(ReleaseSeat(table=1, name="Bruno")) == "house/not_written"
    disk.full = False
    for again in (False, True):
        if again:
            await server.restart()
        stranger, owner = LocalClient(server.dispatcher), LocalClient(server.dispatcher)
        stranger.address = ELSEWHERE
        assert await stranger.refused(Enter(name="Bruno")) == "house/name_kept"
        welcome = await owner.ask(Enter(name="Bruno"))
        assert isinstance(welcome, Welcome)
        assert welcome.tables == (1,)


async def test_a_table_of_which_the_journal_has_lost_the_end_is_loaded_again() -> None:
    journal = Standby()
    server = LocalServer(journal)
    clients = await server.table("Anna", "Bruno")
    await played(mover_of(clients)[0])
    known = keeper_of(server.dispatcher).version
    journal.lose_last(1)
    mover, _ = mover_of(clients)
    assert await mover.refused(await a_move(mover)) == "house/not_written"
    for client in clients:
        assert client.of(Farewell)[-1].code == "house/closing"
        server.dispatcher.leave(client)
    again = await server.back("Anna", "Bruno")
    assert shown(again[0]).version == known - 1
    await played(mover_of(again)[0])
    assert len(await journal.read(stream_of(1))) == known


async def test_record_with_a_lost_answer_is_announced_soon() -> None:
    journal = Unsure()
    server = LocalServer(journal)
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    move = await a_move(mover)
    journal.loses_answers = True
    assert await mover.refused(move) == "house/not_written"
    journal.loses_answers = False
    await server.wait(1)
    for client in clients:
        news = client.of(TableNews)[-1].record
        assert isinstance(news, MovePlayed)
        assert news.request == move.id
    assert mover_of(clients)[0] is other


async def test_move_after_a_lost_answer_is_judged_by_the_journal() -> None:
    journal = Unsure()
    server = LocalServer(journal)
    mover, other = mover_of(await server.table("Anna", "Bruno"))
    move = await a_move(mover)
    journal.loses_answers = True
    assert await mover.refused(move) == "house/not_written"
    journal.loses_answers = False
    late = replace(move, id="late")
    assert await other.refused(late) == "shelfie/empty_cell"  # it is their turn by now
    assert await mover.ask(move) == Done(move.id)
