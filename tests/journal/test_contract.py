"""The contract of every journal, whatever its storage."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.journal import (
    Addition,
    Conflict,
    Damaged,
    IndexEntry,
    Journal,
    JournalError,
    MemoryJournal,
    SqliteJournal,
    Stream,
    Subscription,
    Sum,
)
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.journal.sqlite_file import FILE
from tests.postgres import fresh_schema

Home = Callable[[Path], Awaitable[Journal]]


async def in_memory(_: Path) -> Journal:
    return MemoryJournal()


async def in_sqlite(folder: Path) -> Journal:
    return SqliteJournal(folder)


async def in_postgres(_: Path) -> Journal:
    return await PostgresJournal.open(await fresh_schema())


HOMES: dict[str, Home] = {"memory": in_memory, "sqlite": in_sqlite, "postgres": in_postgres}
EVERY_HOME = pytest.mark.parametrize("home", HOMES.values(), ids=HOMES)


@asynccontextmanager
async def opened(home: Home, folder: Path) -> AsyncIterator[Journal]:
    journal = await home(folder)
    try:
        yield journal
    finally:
        await journal.close()


@pytest.fixture
async def journal(home: Home, tmp_path: Path) -> AsyncIterator[Journal]:
    async with opened(home, tmp_path) as journal:
        yield journal


@EVERY_HOME
async def test_appended_entries_are_read_in_order(journal: Journal) -> None:
    assert await journal.append("table/1", 0, [b"a", b"b"]) == 2
    assert await journal.append("table/1", 2, [b"", b"\x00\xff"]) == 4
    assert await journal.read("table/1") == [b"a", b"b", b"", b"\x00\xff"]
    assert await journal.read("table/1", after=3) == [b"\x00\xff"]
    assert await journal.read("table/1", after=4) == []
    assert await journal.read("table/1", after=1, most=2) == [b"b", b""]
    assert await journal.read("table/1", after=3, most=2) == [b"\x00\xff"]
    assert await journal.read("table/2") == []


@EVERY_HOME
@pytest.mark.parametrize("version", [0, 1, 3, 99])
async def test_writer_at_a_wrong_version_gets_a_conflict_and_writes_nothing(
    journal: Journal, version: int
) -> None:
    await journal.append("t", 0, [b"a", b"b"])
    with pytest.raises(Conflict) as conflict:
        await journal.append("t", version, [b"c"], note=b"new")
    assert (conflict.value.expected, conflict.value.found) == (version, 2)
    assert await journal.read("t") == [b"a", b"b"]
    assert await journal.streams() == [Stream("t", 2, b"")]


@EVERY_HOME
async def test_one_of_many_writers_at_one_version_succeeds(journal: Journal) -> None:
    for version in range(5):
        tries = [journal.append("t", version, [b"%d" % i]) for i in range(20)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        assert answers.count(version + 1) == 1
        assert sum(isinstance(answer, Conflict) for answer in answers) == 19
    assert len(await journal.read("t")) == 5


@EVERY_HOME
async def test_streams_do_not_disturb_each_other(journal: Journal) -> None:
    names = [f"table/{i}" for i in range(50)]
    for version in range(4):
        await asyncio.gather(*(journal.append(n, version, [n.encode()]) for n in names))
    assert [s.version for s in await journal.streams("table/")] == [4] * 50
    assert await journal.read("table/7") == [b"table/7"] * 4


@EVERY_HOME
async def test_streams_are_listed_by_name_with_their_last_note(journal: Journal) -> None:
    await journal.append("table/b", 0, [b"x"], note=b"first")
    await journal.append("table/b", 1, [b"y"])
    await journal.append("table/a", 0, [b"x"], note=b"one")
    await journal.append("table/a", 1, [b"y"], note=b"two")
    await journal.append("chat/a", 0, [b"x"])
    assert await journal.streams("table/") == [
        Stream("table/a", 2, b"two"),
        Stream("table/b", 2, b"first"),
    ]
    assert [stream.name for stream in await journal.streams()] == [
        "chat/a",
        "table/a",
        "table/b",
    ]
    assert await journal.streams("table/_") == []
    assert await journal.streams("%") == []


@EVERY_HOME
async def test_appending_nothing_changes_nothing(journal: Journal) -> None:
    assert await journal.append("t", 0, [], note=b"n") == 0
    assert await journal.streams() == []


@EVERY_HOME
async def test_a_note_is_replaced_without_entries_where_the_version_is_right(
    journal: Journal,
) -> None:
    await journal.append("t", 0, [b"a"], note=b"one")
    assert await journal.append("t", 1, [], note=b"two") == 1
    with pytest.raises(Conflict):
        await journal.append("t", 0, [], note=b"three")
    assert await journal.streams() == [Stream("t", 1, b"two")]
    assert await journal.read("t") == [b"a"]


@EVERY_HOME
async def test_several_streams_are_written_at_once_or_none(journal: Journal) -> None:
    await journal.append_all(
        [
            Addition("a", 0, [b"1", b"2"], b"note"),
            Addition("b", 0, [b"3"], index_entries=[IndexEntry("new")]),
        ]
    )
    assert await journal.streams() == [Stream("a", 2, b"note"), Stream("b", 1, b"")]
    with pytest.raises(Conflict) as conflict:
        await journal.append_all([Addition("a", 2, [b"4"], b"x", []), Addition("b", 2, [b"5"])])
    assert (conflict.value.stream, conflict.value.found) == ("b", 1)
    assert await journal.read("a") == [b"1", b"2"]
    assert await journal.find("a") == Stream("a", 2, b"note")
    assert [stream.name for stream in await journal.indexed("new")] == ["b"]


@EVERY_HOME
async def test_a_stream_is_found_by_its_name(journal: Journal) -> None:
    for name in ("t/1", "t/2", "t/10", "u"):
        await journal.append(name, 0, [b"a", b"b"], note=name.encode())
    assert await journal.find("t/2") == Stream("t/2", 2, b"t/2")
    assert await journal.find("t/3") is None
    assert await journal.last("t/") == Stream("t/2", 2, b"t/2")
    assert await journal.last("v") is None
    assert await journal.versions(["t/1", "nothing", "u"]) == {"t/1": 2, "u": 2}
    assert await journal.versions([]) == {}


@pytest.mark.parametrize("home", [in_memory, in_postgres], ids=["memory", "postgres"])
async def test_changes_lists_streams_written_since_the_last_call(journal: Journal) -> None:
    await journal.append("old", 0, [b"a"])
    mark, versions = await journal.changes("")
    assert versions is None
    await journal.append("t/1", 0, [b"a", b"b"])
    await journal.append("t/2", 0, [b"a"])
    await journal.append("t/1", 2, [b"c"], note=b"n")
    later, versions = await journal.changes(mark)
    assert versions == {"t/1": 3, "t/2": 1}
    await journal.append("t/2", 1, [], note=b"only a note")
    while (await journal.changes(later)).versions:  # they are named again while others write
        later, _ = await journal.changes(later)


async def test_second_process_cannot_write_to_a_file(tmp_path: Path) -> None:
    async with opened(in_sqlite, tmp_path) as journal:
        await journal.append("t", 0, [b"a"])
        assert await journal.changes("") == ("", {})


@EVERY_HOME
async def test_streams_are_listed_in_pages(journal: Journal) -> None:
    for name in ("t/1", "t/2", "t/3", "u/1"):
        await journal.append(name, 0, [b"x"], note=b"n")
    assert [s.name for s in await journal.streams("t/", most=2)] == ["t/1", "t/2"]
    assert [s.name for s in await journal.streams("t/", after="t/2", most=2)] == ["t/3"]
    assert await journal.streams("t/", after="t/3", most=2) == []


@EVERY_HOME
async def test_streams_are_found_by_index_with_the_highest_rank_first(journal: Journal) -> None:
    await journal.append(
        "a", 0, [b"x"], note=b"n", index_entries=[IndexEntry("live", 5), IndexEntry("mine", 1)]
    )
    await journal.append("b", 0, [b"x"], index_entries=[IndexEntry("live", 7)])
    await journal.append("c", 0, [b"x"], index_entries=[IndexEntry("live", 5)])
    await journal.append("d", 0, [b"x"])
    assert [s.name for s in await journal.indexed("live")] == ["b", "c", "a"]
    assert [s.name for s in await journal.indexed("live", since=6)] == ["b"]
    assert [s.name for s in await journal.indexed("live", until=6)] == ["c", "a"]
    assert [s.name for s in await journal.indexed("live", most=2)] == ["b", "c"]
    assert [s.name for s in await journal.indexed("live", after="b", most=1)] == ["c"]
    assert [s.name for s in await journal.indexed("live", after="c")] == ["a"]
    assert await journal.indexed("live", after="d") == []
    assert await journal.indexed("mine") == [Stream("a", 1, b"n")]
    assert await journal.indexed("liv") == []
    await journal.append("b", 1, [b"y"])  # leaves its marks
    await journal.append("a", 1, [], index_entries=[IndexEntry("over", 9)])
    assert [s.name for s in await journal.indexed("live")] == ["b", "c"]
    assert [s.name for s in await journal.indexed("over")] == ["a"]
    await journal.append("b", 2, [b"z"], index_entries=[])
    assert [s.name for s in await journal.indexed("live")] == ["c"]


@EVERY_HOME
async def test_index_values_are_summed_by_label(journal: Journal) -> None:
    for number, (label, value) in enumerate([("p|a|w", 3), ("p|a|w", 5), ("p|a|l", -2)]):
        await journal.append(
            f"t/{number}", 0, [b"x"], index_entries=[IndexEntry(label, value=value)]
        )
    await journal.append(
        "t/9", 0, [b"x"], index_entries=[IndexEntry("p|b|w", value=9), IndexEntry("p|a", value=1)]
    )
    assert await journal.sums("p|a|") == [Sum("p|a|l", 1, -2, -2), Sum("p|a|w", 2, 8, 5)]
    assert await journal.sums("q") == []
    for number, rank in enumerate((-5, 7, 9)):
        await journal.append(f"u/{number}", 0, [b"x"], index_entries=[IndexEntry("r", rank, 2)])
    assert await journal.sums("r", since=7) == [Sum("r", 2, 4, 2)]
    assert await journal.sums("r", since=10) == []
    assert await journal.sums("r") == [Sum("r", 3, 6, 2)]


@EVERY_HOME
async def test_unindexed_streams_are_found(journal: Journal) -> None:
    for name in ("t/1", "t/2", "t/3", "u/1"):
        await journal.append(name, 0, [b"x"], note=b"n")
    await journal.append("t/2", 1, [], index_entries=[])
    assert [s.name for s in await journal.unindexed("t/", 9)] == ["t/1", "t/3"]
    assert [s.name for s in await journal.unindexed("t/", 1)] == ["t/1"]


async def damage(journal: Journal, folder: Path, stream: str, version: int, body: bytes) -> None:
    """Change an entry without the journal's knowledge."""
    if isinstance(journal, MemoryJournal):
        rows = journal._entries[stream]  # noqa: SLF001 - that is the back
        rows[version - 1] = (version, body, rows[version - 1][2])
        return
    if isinstance(journal, PostgresJournal):
        changed = "UPDATE entries SET body = $1 WHERE stream = $2 AND version = $3"
        await journal._ask(changed, body, stream, version)  # noqa: SLF001 - the same
        return
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        changed = "UPDATE entries SET body = ? WHERE stream = ? AND version = ?"
        assert file.execute(changed, (body, stream, version)).rowcount == 1


@EVERY_HOME
async def test_altered_entries_are_not_read(journal: Journal, tmp_path: Path) -> None:
    await journal.append("a", 0, [b"one", b"two", b"three", b"four"])
    await journal.append("b", 0, [b"one"])
    await damage(journal, tmp_path, "a", 2, b"tvo")
    await damage(journal, tmp_path, "a", 4, b"three")
    with pytest.raises(Damaged, match="a is damaged: entries 2, 4 are missing") as damaged:
        await journal.read("a")
    assert damaged.value.versions == [2, 4]
    assert damaged.value.entries == [b"one", None, b"three", None]
    with pytest.raises(Damaged, match="entry 4 is missing or changed"):
        await journal.read("a", after=2)
    assert await journal.read("b") == [b"one"]
    assert await journal.append("a", 4, [b"five"]) == 5
    assert await journal.read("a", after=4) == [b"five"]


@EVERY_HOME
async def test_probe_leaves_no_readable_entry(journal: Journal) -> None:
    await journal.probe()
    assert await journal.streams() == []
    await journal.close()
    with pytest.raises(JournalError):
        await journal.probe()


@pytest.mark.parametrize("home", [in_sqlite, in_postgres], ids=["sqlite", "postgres"])
async def test_unstorable_append_is_refused_and_others_are_written(journal: Journal) -> None:
    for name, rank in (("\ud800", 0), ("t", 2**80)):
        with pytest.raises(JournalError):
            await journal.append(name, 0, [b"x"], index_entries=[IndexEntry("m", rank)])
    assert await journal.append("t", 0, [b"x"]) == 1
    assert await journal.streams() == [Stream("t", 1, b"")]


@EVERY_HOME
async def test_closed_journal_rejects_writes(journal: Journal) -> None:
    await journal.close()
    await journal.close()
    with pytest.raises(JournalError):
        await journal.append("t", 0, [b"a"])


@EVERY_HOME
@given(
    appends=st.lists(
        st.tuples(st.sampled_from("abc"), st.integers(0, 4), st.lists(st.binary(), max_size=3)),
        max_size=20,
    )
)
def test_a_journal_is_lists_that_only_grow(
    home: Home,
    appends: list[tuple[str, int, list[bytes]]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    model: dict[str, list[bytes]] = {}

    async def story() -> None:
        async with opened(home, tmp_path_factory.mktemp("journal")) as journal:
            for stream, version, entries in appends:
                known = model.get(stream, [])
                try:
                    assert await journal.append(stream, version, entries) == version + len(entries)
                except Conflict:
                    assert version != len(known)
                else:
                    assert version == len(known)
                    model[stream] = known + entries
            for stream in "abc":
                assert await journal.read(stream) == model.get(stream, [])

    asyncio.run(story())


@EVERY_HOME
async def test_journal_with_a_clock_gives_the_time_of_day(journal: Journal) -> None:
    before, told, after = time.time(), await journal.now(), time.time()
    assert told is None or before - 1 <= told <= after + 1
    assert (told is None) == (not isinstance(journal, PostgresJournal))


MAIL = Subscription("1", "anna", "mail", b"anna@example.org")


@EVERY_HOME
async def test_subscriptions_are_found_by_owner_and_replaced_only_by_theirs(
    journal: Journal,
) -> None:
    subscriptions = journal.subscriptions
    push, other = (
        Subscription("2", "anna", "push", b"\x00\xff"),
        Subscription("3", "bruno", "hook", b"x"),
    )
    for one in (push, MAIL, other):
        assert await subscriptions.add(one) == one
    assert await subscriptions.add(MAIL._replace(owner="carla")) == MAIL
    assert await subscriptions.of("anna") == [MAIL, push]
    assert await subscriptions.replace(push._replace(data=b"new"))
    assert not await subscriptions.replace(push._replace(owner="bruno"))
    assert not await subscriptions.replace(push._replace(id="9"))
    assert await subscriptions.find("2") == push._replace(data=b"new")
    assert await subscriptions.find("9") is None


@EVERY_HOME
async def test_subscriptions_are_erased_one_by_one_or_all_of_an_owner(journal: Journal) -> None:
    subscriptions = journal.subscriptions
    for one in (
        MAIL,
        MAIL._replace(id="2"),
        MAIL._replace(id="3"),
        MAIL._replace(id="4", owner="b"),
    ):
        await subscriptions.add(one)
    assert await subscriptions.erase("b", "1") == 0
    assert await subscriptions.erase("anna", "1") == 1
    assert await subscriptions.erase("anna") == 2
    assert await subscriptions.of("anna") == []
    assert len(await subscriptions.of("b")) == 1


async def test_erased_subscription_is_not_left_in_the_file(tmp_path: Path) -> None:
    for last in (False, True):
        journal = SqliteJournal(tmp_path)
        if last:
            await journal.subscriptions.erase("anna")
        else:
            await journal.subscriptions.add(MAIL)
        await journal.close()
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert (MAIL.data in files) is not last
