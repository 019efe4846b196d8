"""The PostgreSQL journal: several nodes and lost connections."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
import pytest

from ludoteca.journal import (
    Addition,
    Away,
    Conflict,
    IndexEntry,
    JournalError,
    OutcomeUnknown,
    Stream,
    postgres,
    postgres_schema,
)
from ludoteca.journal.postgres import MOST_STREAMS, PostgresJournal
from ludoteca.journal.postgres_pool import ATTEMPT, PostgresPool, connect, identity_of
from ludoteca.journal.postgres_schema import EXPANSIONS, MIGRATIONS
from tests.conftest import many
from tests.journal.proxy import Proxy, proxy_to
from tests.postgres import fresh_database, fresh_schema, new_server, shared_server

PATIENT = 60.0
Answered: TypeAlias = Callable[[Away | None], None]


@asynccontextmanager
async def opened(
    url: str, timeout: float = PATIENT, answered: Answered = lambda _: None
) -> AsyncIterator[PostgresJournal]:
    journal = await PostgresJournal.open(url, timeout, answered)
    try:
        yield journal
    finally:
        await journal.close()


@asynccontextmanager
async def behind_a_proxy(
    timeout: float = PATIENT, answered: Answered = lambda _: None
) -> AsyncIterator[tuple[PostgresJournal, Proxy]]:
    """Open a journal whose database is behind a proxy, with open connections."""
    url, port = await fresh_schema(), shared_server().port
    async with (
        proxy_to(port) as proxy,
        opened(url.replace(f":{port}/", f":{proxy.port}/"), timeout, answered) as journal,
    ):
        await journal.append("before", 0, [b"a"])
        await journal.read("before")
        yield journal, proxy


async def test_why_a_database_cannot_be_used_is_a_sentence_without_its_password() -> None:
    url = shared_server().url
    base, password = url.rpartition("/")[0], url.split(":")[2].partition("@")[0]
    nobody = "postgresql://ludoteca:secret@127.0.0.1:1/games"
    for wrong, sentence in {
        f"{base}/nothing": "the database nothing at .* does not exist: create it first",
        url.replace(password, "guess"): "rejects the login: password authentication failed",
        nobody: "the database games at 127.0.0.1:1 cannot be reached: .*Connect call failed",
        "mysql://ludoteca:secret@here/games": "this is not the address of a PostgreSQL database",
        "postgresql://ludoteca:secret@here:port/games": "this is not the address of a PostgreSQL",
    }.items():
        with pytest.raises(JournalError, match=sentence) as error:
            await PostgresJournal.open(wrong, timeout=0)
        assert "secret" not in str(error.value)


async def test_each_database_has_its_own_identity() -> None:
    first, second = await fresh_database(), await fresh_database()
    assert await identity_of(first) == await identity_of(first)
    assert await identity_of(first) != await identity_of(second)


async def test_a_newer_database_is_left_as_it_is() -> None:
    url = await fresh_schema()
    async with opened(url) as journal:
        await journal._ask("UPDATE journal SET version = version + 1")  # noqa: SLF001 - a newer one
    newer = f"newer Ludoteca \\(version {len(MIGRATIONS) + 1} .* nothing was changed"
    with pytest.raises(JournalError, match=newer):
        await PostgresJournal.open(url)


AHEAD = """
    CREATE TABLE novelties (stream text); ALTER TABLE entries ADD COLUMN novelty bigint;
    ALTER TABLE notes ADD COLUMN novelty text DEFAULT 'none';
"""


async def test_older_and_newer_releases_take_turns_and_run_side_by_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The newest is one step ahead; the oldest knows no expansions."""
    url, versions = await fresh_schema(), iter(range(100))

    async def write(journal: PostgresJournal) -> None:
        version = next(versions)
        mark, _ = await journal.changes("")
        await journal.append(
            "t", version, [b"%d" % version], note=b"n", index_entries=[IndexEntry("live", 1)]
        )
        assert await journal.read("t") == [b"%d" % each for each in range(version + 1)]
        assert (await journal.changes(mark)).versions == {"t": version + 1}
        assert len(await journal.indexed("live")) == 1

    async with opened(url) as present:
        await write(present)
        monkeypatch.setattr(postgres_schema, "EXPANSIONS", (*EXPANSIONS, AHEAD))
        async with opened(url) as newer:
            await write(newer)
            await write(present)
            monkeypatch.setattr(postgres_schema, "EXPANSIONS", ())
            async with opened(url) as older:  # as if it were started beside them, or rolled back to
                await write(older)
                await write(newer)
    monkeypatch.setattr(postgres_schema, "EXPANSIONS", EXPANSIONS)
    async with opened(url) as rolled_back:
        await write(rolled_back)


async def test_change_committed_after_later_ones_is_still_reported() -> None:
    url = await fresh_schema()
    async with opened(url) as journal:
        mark, _ = await journal.changes("")
        slow = await asyncpg.connect(url)
        transaction = slow.transaction()
        await transaction.start()
        await slow.execute("INSERT INTO entries (stream, version, body) VALUES ('slow', 1, 'x')")
        await journal.append("fast", 0, [b"x"])
        mark, versions = await journal.changes(mark)
        assert versions == {"fast": 1}
        await transaction.commit()
        await slow.close()
        mark, versions = await journal.changes(mark)
        assert versions == {"fast": 1, "slow": 1}
        while versions:  # until nothing else is under way in the same server
            mark, versions = await journal.changes(mark)


async def test_incomplete_changes_are_reported_as_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened(await fresh_schema()) as journal:
        mark, _ = await journal.changes("")
        assert (await journal.changes(f"earlier{mark}")).versions is None  # of another server
        monkeypatch.setattr(postgres, "MOST_CHANGES", 2)
        await asyncio.gather(*(journal.append(name, 0, [b"x"]) for name in "abc"))
        assert (await journal.changes(mark)).versions is None
        monkeypatch.setattr(postgres, "KEPT", 0.0)  # so that whoever asks was away for too long
        mark, versions = await journal.changes(mark)
        assert versions is None


async def test_a_database_that_cannot_hold_a_journal_is_refused() -> None:
    url = shared_server().url
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
    await connection.execute("CREATE ROLE stranger LOGIN PASSWORD 'strange'")
    await connection.close()
    with pytest.raises(JournalError, match="create it with the encoding UTF8"):
        await PostgresJournal.open(f"{url.rpartition('/')[0]}/ascii")
    strange = f"postgresql://stranger:strange@{url.rpartition('@')[2]}"
    with pytest.raises(JournalError, match="cannot be used: permission denied for schema"):
        await PostgresJournal.open(strange)


async def test_nodes_that_start_at_once_prepare_the_database_once() -> None:
    url = await fresh_schema()
    journals = await asyncio.gather(*(PostgresJournal.open(url) for _ in range(5)))
    await asyncio.gather(*(j.append(f"t/{i}", 0, [b"x"]) for i, j in enumerate(journals)))
    assert len(await journals[0].streams("t/")) == 5
    for journal in journals:
        await journal.close()


async def test_connection_overrides_the_default_isolation_level() -> None:
    url = await fresh_database()
    owner = await asyncpg.connect(url)
    name = await owner.fetchval("SELECT current_database()")
    await owner.execute(f'ALTER DATABASE "{name}" SET default_transaction_isolation = serializable')
    connection = await connect(url)
    assert await connection.fetchval("SHOW transaction_isolation") == "read committed"
    for one in (owner, connection):
        await one.close()


async def test_of_two_nodes_that_race_one_wins_each_version() -> None:
    url, rounds = await fresh_schema(), many(400)
    async with opened(url) as one, opened(url) as two:
        won = {one: 0, two: 0}

        async def play(journal: PostgresJournal, name: bytes) -> None:
            version = 0
            while version < rounds:
                try:
                    version = await journal.append("t", version, [name], note=name)
                    won[journal] += 1
                except Conflict as conflict:
                    version = conflict.found

        await asyncio.gather(play(one, b"one"), play(two, b"two"))
        entries = await one.read("t")
        assert len(entries) == rounds
        assert [entries.count(b"one"), entries.count(b"two")] == [won[one], won[two]]
        assert await two.find("t") == Stream("t", rounds, entries[-1])


async def test_nodes_that_write_to_the_same_streams_in_any_order_wait_for_no_deadlock() -> None:
    url = await fresh_schema()
    async with opened(url, timeout=0.5) as one, opened(url, timeout=0.5) as two:

        async def write(journal: PostgresJournal, streams: str) -> None:
            for _ in range(20):
                known = await journal.versions(list(streams))
                new = [Addition(s, known.get(s, 0), [b"x"], b"n", [IndexEntry(s)]) for s in streams]
                try:
                    await journal.append_all(new)
                except Conflict:
                    continue

        await asyncio.gather(write(one, "abc"), write(two, "cba"))
        assert len(set((await one.versions(["a", "b", "c"])).values())) == 1


async def test_conflicting_append_of_a_group_fails_alone() -> None:
    async with opened(await fresh_schema()) as journal:
        await journal.append("lost", 0, [b"a", b"b"])
        answers = await asyncio.gather(
            journal.append("one", 0, [b"a"], note=b"n"),
            journal.append("lost", 1, [b"c"], note=b"n", index_entries=[IndexEntry("m")]),
            journal.append_all([Addition("two", 0, [b"x"]), Addition("lost", 3, [b"y"])]),
            journal.append("three", 1, [b"x"]),
            journal.append("bad\0name", 0, [b"x"]),
            journal.append("far", 0, [b"x"], index_entries=[IndexEntry("m", rank=2**80)]),
            journal.append("last", 0, [b"z"]),
            return_exceptions=True,
        )
        found = [(a.stream, a.expected, a.found) for a in answers if isinstance(a, Conflict)]
        assert found == [("lost", 1, 2), ("lost", 3, 2), ("three", 1, 0)]
        assert [answers[0], answers[6]] == [1, 1]
        assert all(isinstance(answer, JournalError) for answer in answers[4:6])
        names = [Stream("last", 1, b""), Stream("lost", 2, b""), Stream("one", 1, b"n")]
        assert await journal.streams() == names
        assert await journal.indexed("m") == []


async def test_more_appends_than_a_commit_holds_are_all_written() -> None:
    async with opened(await fresh_schema()) as journal:
        names = [f"t/{i:04}" for i in range(3 * MOST_STREAMS)]
        await asyncio.gather(*(journal.append(name, 0, [b"x"]) for name in names))
        assert [stream.name for stream in await journal.streams()] == names
        wide = [Addition(f"u/{i}", 0, [b"x"]) for i in range(2 * MOST_STREAMS)]
        await asyncio.gather(journal.append("first", 0, [b"x"]), journal.append_all(wide))
        assert len(await journal.streams("u/")) == 2 * MOST_STREAMS


async def test_append_with_a_lost_answer_is_written_once() -> None:
    async with behind_a_proxy() as (journal, proxy):
        proxy.swallows_answers = True
        writing = asyncio.gather(
            journal.append("t", 0, [b"a", b"b"], note=b"n"),
            journal.append("before", 0, [b"late"]),
            return_exceptions=True,
        )
        await proxy.swallowed.wait()  # so it was written
        proxy.swallows_answers = False
        proxy.cut()
        written, conflict = await writing
        assert written == 2
        assert isinstance(conflict, Conflict)
        assert await journal.read("t") == [b"a", b"b"]
        assert await journal.append("t", 2, [b"c"]) == 3


@pytest.mark.parametrize("what", ["questions", "answers"])
async def test_a_connection_that_is_silent_is_left_for_another(what: str) -> None:
    async with behind_a_proxy() as (journal, proxy):
        setattr(proxy, f"swallows_{what}", True)
        writing = asyncio.gather(journal.append("t", 0, [b"a"]), journal.read("before"))
        await proxy.swallowed.wait()
        setattr(proxy, f"swallows_{what}", False)
        assert tuple(await writing) == (1, [b"a"])
        assert await journal.read("t") == [b"a"]


async def test_a_process_that_was_frozen_in_a_question_asks_again() -> None:
    pool = PostgresPool(await fresh_schema(), 1, timeout=2 * ATTEMPT)
    tries = 0

    async def question(connection: Any) -> int:
        nonlocal tries
        tries += 1
        if tries == 1:
            time.sleep(2.5 * ATTEMPT)  # as if the process were frozen
            raise ConnectionResetError
        return int(await connection.fetchval("SELECT 7"))

    assert await pool.ask(question) == 7
    await pool.close()


async def test_unreachable_database_is_reported_and_the_journal_recovers() -> None:
    answered = list[Away | None]()
    async with behind_a_proxy(0.1, answered.append) as (journal, proxy):
        assert not any(answered)
        began = time.monotonic()
        proxy.swallows_questions = True
        proxy.cut()
        failed = await asyncio.gather(
            journal.append("t", 0, [b"lost"]),
            journal.append("t", 0, [b"lost, too"]),
            *(journal.read("before") for _ in range(20)),
            journal.probe(),
            return_exceptions=True,
        )
        assert all(isinstance(each, JournalError) for each in failed)
        assert "does not answer" in str(failed[0])
        assert time.monotonic() - began < 5 * ATTEMPT  # readers do not wait for each other
        proxy.swallows_questions = False
        proxy.cut()
        assert answered[-1]
        await journal.probe()
        assert answered[-1] is None
        assert await journal.read("t") == []
        assert await journal.append("t", 0, [b"kept"]) == 1


async def test_write_with_a_lost_answer_waits_longer_for_its_outcome() -> None:
    async with behind_a_proxy(timeout=0.5) as (journal, proxy), asyncio.timeout(PATIENT):
        proxy.swallows_answers = True
        writing = asyncio.create_task(journal.append("t", 0, [b"a"]))
        for _ in range(2):  # the first attempt, and one after the usual time limit
            await proxy.swallowed.wait()
            proxy.swallowed.clear()
        proxy.swallows_answers = False
        proxy.cut()
        assert await writing == 1
        assert await journal.read("t") == [b"a"]


async def test_outcome_is_unknown_only_if_the_database_was_asked_to_write() -> None:
    async with behind_a_proxy(timeout=0.1) as (journal, proxy):
        proxy.swallows_answers = True
        first = asyncio.create_task(journal.append("t", 0, [b"written"]))
        await proxy.swallowed.wait()
        failed = await asyncio.gather(
            first, journal.append("u", 0, [b"lost"]), return_exceptions=True
        )
        assert [type(each) for each in failed] == [OutcomeUnknown, Away]
        with pytest.raises(Away) as away:  # no connection is left to ask on
            await journal.append("u", 0, [b"lost"])
        assert type(away.value) is Away
        proxy.swallows_answers = False
        proxy.cut()
        assert await journal.read("t") == [b"written"]
        assert await journal.read("u") == []


async def test_repeated_group_is_not_written_twice() -> None:
    async with opened(await fresh_schema()) as journal:
        await journal.append("t", 0, [b"a"])
        number = journal._batch  # noqa: SLF001 - to send it again
        again = "SELECT write_batch($1, $2, '{0}', '{t}', '{1}', '{0}', '{t}', '{2}', '{b}', '{0}'"
        again += ", '{}'" * 11 + ")"
        for old in (number, number - 1):
            await journal._ask(again, journal._name, old)  # noqa: SLF001 - as a network would
        assert await journal.read("t") == [b"a"]
        await journal._ask(again, "another", 1)  # noqa: SLF001
        assert await journal.versions(["t"]) == {"t": 2}


async def test_nothing_acknowledged_is_lost_or_doubled_when_the_database_is_restarted() -> None:
    server = new_server(durable=True)
    url, ends = await fresh_database(server), many(20)
    async with opened(url) as journal:
        written, over, acknowledged = [0] * 8, False, asyncio.Event()

        async def write(i: int) -> None:
            while not over:
                entry = b"%d" % written[i]
                written[i] = await journal.append(f"t/{i}", written[i], [entry])
                acknowledged.set()

        writers = asyncio.gather(*(write(i) for i in range(len(written))))
        for end in [server.kill, server.stop, server.kill] * ends:
            acknowledged.clear()
            await acknowledged.wait()
            await asyncio.to_thread(end)
            await asyncio.to_thread(server.start)
        over = True
        await writers
        for i, count in enumerate(written):
            assert await journal.read(f"t/{i}") == [b"%d" % v for v in range(count)]
    server.stop()
