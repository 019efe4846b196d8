"""At start-up a server reads the live tables and never the finished ones."""

import gc
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca.core.lobby import live_tables, loaded_tables
from ludoteca.core.tables import decisions, interventions, snapshots
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import (
    Listing,
    index_entries_of,
    read_listing,
    write_listing,
)
from ludoteca.core.tables.snapshots import number_of
from ludoteca.core.tables.table import Holder
from ludoteca.games import Dice, Ending, Outcome, Seat, shelfie
from ludoteca.journal import IndexEntry, MemoryJournal, SqliteJournal, Stream, Sum
from ludoteca.messages import LookAround, OpenTable, Result, StandUp, TableOpened
from tests.core.finished import play_to_the_end, sit_down
from tests.core.journals import read
from tests.core.local import LocalServer

OPENED = TableOpened("shelfie", shelfie.VERSION, 3, shelfie.Options(), "Anna", "code")
PLAYERS = (Holder("Anna", at=1), Holder("greedy 1", "greedy"), Holder("BRUNO", at=1))
PLAYED = Listing(OPENED, "Anna", (None,) * 3, started=True, players=PLAYERS, at=9)
RESULT = Result(Outcome((Seat(0),), Ending.PLAYED_OUT), (30, 20, 10))
CALLED_OFF = Result(Outcome((), Ending.ABANDONED), (3, 2, 1))
GOALS = ({"personal": 12, "adjacency": 0}, {"personal": 1}, {"personal": 4})
PLAYED_BY = [IndexEntry("played|anna", 9), IndexEntry("played|bruno", 9)]
RESULTS = [
    PLAYED_BY[0],
    IndexEntry("tally|anna|shelfie|won", 1, 30),
    IndexEntry("seats|anna|shelfie|3|won", 1, 30),
    IndexEntry("beat|anna|shelfie|greedy", 1, 30),
    IndexEntry("goal|anna|shelfie|personal|met", 1, 12),
    IndexEntry("goal|anna|shelfie|adjacency|missed", 1, 0),
    PLAYED_BY[1],
    IndexEntry("tally|bruno|shelfie|lost", 1, 10),
    IndexEntry("seats|bruno|shelfie|3|lost", 1, 10),
    IndexEntry("goal|bruno|shelfie|personal|met", 1, 4),
]
OVER = replace(PLAYED, result=RESULT, goals=GOALS)
ENDED = IndexEntry("ended", 9, 1)
GAME = IndexEntry("game", 9)
PRIVATE = replace(OPENED, private=True)


@pytest.mark.parametrize(
    ("listing", "index_entries"),
    [
        (PLAYED, [IndexEntry("live", 9)]),
        (OVER, [ENDED, GAME, *RESULTS]),
        (replace(OVER, opened=PRIVATE), [ENDED, *RESULTS]),
        (replace(OVER, result=CALLED_OFF), [ENDED, GAME, *PLAYED_BY]),
        (replace(OVER, opened=replace(OPENED, origin=(1, 9))), [ENDED]),
        (replace(PLAYED, closed=True), []),
    ],
    ids=["live", "over", "private", "called off", "continued", "closed"],
)
def test_tables_are_indexed_by_state(listing: Listing, index_entries: list[IndexEntry]) -> None:
    assert index_entries_of(listing) == index_entries


class Watched(MemoryJournal):
    """A journal that records which tables were read."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    async def streams(
        self, prefix: str = "", *, after: str = "", most: int | None = None
    ) -> list[Stream]:
        found = await super().streams(prefix, after=after, most=most)
        self.seen += [stream.name for stream in found]
        return found

    async def indexed(self, label: str, **bounds: Any) -> list[Stream]:
        found = await super().indexed(label, **bounds)
        self.seen += [stream.name for stream in found]
        return found

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        self.seen.append(stream)
        return await super().read(stream, after, most)


async def test_a_start_looks_at_live_tables_only() -> None:
    journal = Watched()
    server = LocalServer(journal)
    clients = [await server.enter(name) for name in ("Anna", "Bruno")]
    for _ in range(2):
        number = (await sit_down(clients, "shelfie")).info.table
        await play_to_the_end(server, clients, number)
    await sit_down(clients, "shelfie")
    await clients[0].ask(OpenTable(game="shelfie", seats=2))
    await clients[0].ask(StandUp(table=4))
    server.clock.time += 3601
    journal.seen.clear()
    await server.restart()
    assert [name for name in journal.seen if name.startswith("table/")] == [stream_of(3)]
    (info,), _ = server.dispatcher.lobby.infos.listed(LookAround())
    assert info.table == 3
    journal.seen.clear()
    assert [game.table for game in await server.dispatcher.lobby.results.recent()] == [2, 1]
    assert (await server.dispatcher.lobby.results.of("anna"))["shelfie"].played == 2
    assert journal.seen == [stream_of(2), stream_of(1)]


async def test_a_seat_that_was_lost_lately_is_remembered() -> None:
    server = LocalServer()
    clients = [await server.enter(name) for name in ("Anna", "Bruno")]
    number = (await sit_down(clients, "shelfie")).info.table
    await play_to_the_end(server, clients, number)
    lost = server.clock()
    server.clock.time += 500
    await server.restart()
    assert server.dispatcher.lobby.live.seated_until("Anna") == pytest.approx(lost, abs=0.001)
    server.clock.time += 3601
    await server.restart()
    assert server.dispatcher.lobby.live.seated_until("Anna") < 0


# Memory


def held(part: object) -> int:
    """Return the total number of items in the containers of a component."""
    seen: dict[int, object] = {}
    more, count = [part], 0
    while more:
        one = more.pop()
        if id(one) in seen or isinstance(one, MemoryJournal | type | ModuleType | FunctionType):
            continue
        seen[id(one)] = one
        if isinstance(one, dict | list | set):
            count += len(one)
        more += gc.get_referents(one)
    return count


async def test_nothing_stays_in_memory_of_tables_that_are_over(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tables, "MOST_OVER", 5)
    monkeypatch.setattr(loaded_tables, "SPARE", 0)
    lobby, counts = server.dispatcher.lobby, []
    for number in range(1, 31):
        private = replace(OPENED, private=True, code=str(number), name=f"Room A{number}")
        opened = await lobby.open(private, lambda t: decisions.open_table(t, Dice(1)))
        assert isinstance(opened, Keeper)
        await server.wait(61)
        assert list(lobby) == []
        if number > 1:  # the first one stays
            keeper = await lobby.find(number)
            assert isinstance(keeper, Keeper)
            await keeper.decide(interventions.close)
            await server.wait(61)
        counts.append(held(lobby))
    assert max(counts[10:20]) == max(counts[20:])


# Older journals


async def test_older_tables_are_indexed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "BATCH", 2)
    journal = SqliteJournal(tmp_path)
    tables = [kept for kept in read("house") if kept.stream.startswith("table/")]
    for kept in tables:
        await journal.append(kept.stream, 0, kept.entries, kept.note)
    await LocalServer(journal).dispatcher.open()
    assert await journal.unindexed("table/", 10) == []
    live = {kept.stream for kept in tables if (o := read_listing(kept.note)) and o.live}
    assert {stream.name for stream in await journal.indexed("live")} == live
    before = [await journal.find(kept.stream) for kept in tables]
    await LocalServer(journal).dispatcher.open()
    assert [await journal.find(kept.stream) for kept in tables] == before
    await journal.close()


async def test_an_older_table_without_a_note_is_read_and_gets_one() -> None:
    journal = MemoryJournal()
    (kept,) = read("shelfie")
    await journal.append(kept.stream, 0, kept.entries)
    server = LocalServer(journal)
    await server.dispatcher.open()
    (game,) = await server.dispatcher.lobby.results.recent()
    listing = read_listing(kept.note)
    assert listing
    assert game.result == listing.result
    (stream,) = await journal.indexed("ended")
    again = read_listing(stream.note)
    assert again
    assert (again.opened, again.players) == (listing.opened, listing.players)
    assert listing.opened.at <= again.at <= listing.at


async def test_a_table_that_cannot_be_read_is_tried_again_at_each_start() -> None:
    journal = Watched()
    await journal.append(stream_of(1), 0, [b"nonsense"], b"nonsense")
    server = LocalServer(journal)
    for _ in range(2):
        journal.seen.clear()
        await server.restart()
        assert stream_of(1) in journal.seen
        assert len(server.dispatcher.lobby) == 0


async def test_games_of_an_earlier_release_are_indexed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(snapshots, "BATCH", 2)
    journal = MemoryJournal()
    for number in range(1, 8):
        listing = replace(OVER, at=number // 2)
        index_entries = index_entries_of(listing)
        if number != 2:
            index_entries = [replace_value(one) for one in index_entries if one.label in OLDER]
        note = write_listing(listing)
        await journal.append(stream_of(number), 0, [b"x"], note, index_entries)
    await LocalServer(journal).dispatcher.open()
    found = [number_of(stream) for stream in await journal.indexed("played|anna")]
    assert found == [7, 6, 5, 4, 3, 2, 1]
    assert await journal.sums("ended") == [Sum("ended", 7, 7, 1)]


OLDER = ("ended", "game", "tally|anna|shelfie|won", "tally|bruno|shelfie|lost")


def replace_value(entry: IndexEntry) -> IndexEntry:
    """Return an index entry as an earlier release wrote it."""
    return entry._replace(value=0) if entry.label == "ended" else entry
