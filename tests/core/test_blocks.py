"""A blocked player does not learn where the one who blocked them is, at any node."""

import asyncio
from typing import Any

import pytest

from ludoteca.core.people import blocks
from ludoteca.journal import Away, IndexEntry, MemoryJournal, Stream
from ludoteca.messages import (
    AskStatistics,
    Block,
    Enter,
    GlanceAt,
    Glanced,
    Invite,
    JoinTable,
    LookAround,
    OpenTable,
    PersonHere,
    Resign,
    Say,
    Statistics,
    StopWatching,
    Surroundings,
    TableListed,
    TableShown,
    Watch,
)
from tests.conftest import TIMEOUT
from tests.core.journals import read
from tests.core.local import LocalClient, LocalServer, shown
from tests.core.nodes import Nodes, play

SECRET = "correct horse"  # noqa: S105 - of a test


async def around(client: LocalClient) -> Surroundings:
    asked = LookAround(follow=True, names=("Anna", "Bruno", "Carla"))
    answer = await client.ask(asked)
    assert isinstance(answer, Surroundings)
    return answer


def names_told(client: LocalClient, since: int) -> set[str]:
    """Return the names in the lists that a client has received since then."""
    names: set[str] = set()
    for notice in client.heard[since:]:
        if isinstance(notice, PersonHere):
            names.add(notice.name)
        elif isinstance(notice, TableListed):
            names |= {notice.info.owner, *(one.name for one in notice.info.seats if one)}
    return names - {""}


@pytest.fixture
async def nodes() -> Nodes:
    return await Nodes(2).open()


async def test_blocked_player_sees_the_blocker_nowhere(nodes: Nodes) -> None:
    anna, bruno, carla = await nodes.enter("Anna", "Bruno", "Carla")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    assert "Anna" in (await around(bruno)).people
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    gone, closed = bruno.of(PersonHere)[-1], bruno.of(TableListed)[-1]
    assert (gone.name, gone.here, closed.info.table, closed.closed) == ("Anna", False, 1, True)
    since = len(bruno.heard)
    await carla.ask(JoinTable(table=1))
    await play(nodes, [anna, carla])
    await nodes.settle()
    seen = await around(bruno)
    assert (seen.people, seen.known, seen.online) == (("Bruno", "Carla"), ("Bruno", "Carla"), 2)
    assert seen.tables == ()
    assert [info.table for info in (await around(carla)).tables] == [1]
    assert await bruno.refused(Watch(table=1)) == "house/no_such_table"
    glanced = await bruno.ask(GlanceAt(tables=(1,)))
    assert glanced == Glanced(())
    await carla.ask(Resign(table=1))
    assert await bruno.ask(AskStatistics(name="Anna")) == Statistics("Anna", {})
    told = await carla.ask(AskStatistics(name="Anna"))
    assert isinstance(told, Statistics)
    assert told.games
    nodes.all[0].dispatcher.leave(anna)
    await nodes.settle()
    assert "Anna" not in names_told(bruno, since)


async def test_blocked_player_sees_the_blocker_again_once_unblocked(nodes: Nodes) -> None:
    anna, bruno = await nodes.enter("Anna", "Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    await around(bruno)
    await anna.ask(Block(name="Bruno", blocked=False))
    await nodes.settle()
    assert bruno.of(PersonHere)[-1] == PersonHere("Anna", here=True)
    assert (bruno.of(TableListed)[-1].info.owner, bruno.of(TableListed)[-1].closed) == (
        "Anna",
        False,
    )
    assert isinstance(await bruno.ask(JoinTable(table=1)), TableShown)


async def test_spectator_who_is_blocked_or_met_later_loses_sight_of_the_table(nodes: Nodes) -> None:
    anna, bruno, carla = await nodes.enter("Anna", "Bruno", "Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    await bruno.ask(Watch(table=1))
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    await anna.ask(JoinTable(table=1))
    await nodes.settle()
    heard = len(bruno.heard)
    await play(nodes, [anna, carla])
    assert len(bruno.heard) == heard
    assert await bruno.refused(Watch(table=1)) == "house/no_such_table"
    assert await bruno.refused(JoinTable(table=1)) == "house/no_such_table"


async def test_players_at_one_table_see_each_other_despite_a_block(nodes: Nodes) -> None:
    anna, bruno = await nodes.table("Anna", "Bruno")
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    assert [info.table for info in (await around(bruno)).tables] == [1]
    await play(nodes, [anna, bruno])
    await bruno.ask(StopWatching(table=1))
    assert isinstance(await bruno.ask(Watch(table=1)), TableShown)


async def test_a_block_holds_for_a_later_login_at_another_node(nodes: Nodes) -> None:
    anna, bruno = await nodes.enter("Anna", "Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2))  # records Anna, and then her blocks
    await anna.ask(Block(name="Bruno"))
    await nodes.settle()
    nodes.all[1].dispatcher.leave(bruno)
    await nodes.settle()
    again = nodes.all[1].kind(nodes.all[1].dispatcher)
    await again.ask(Enter(name="Bruno"))
    assert (await around(again)).people == ("Bruno",)
    assert await again.refused(Say(text="Hello", to="Anna")) == "house/blocked"
    await again.ask(OpenTable(game="shelfie", seats=2))
    number = shown(again).info.table
    assert await again.refused(Invite(table=number, name="Anna")) == "house/blocked"


async def test_blocks_that_could_not_be_read_at_login_are_read_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "AGAIN", 0)
    server = LocalServer()
    anna = await server.enter("Anna", "correct-horse")
    await anna.ask(Block(name="Bruno"))
    indexed = server.journal.indexed
    fails = iter([True])

    async def failing(label: str, **more: Any) -> list[Stream]:
        if label == "blocked|bruno" and next(fails, False):
            raise Away("no answer")
        return await indexed(label, **more)

    monkeypatch.setattr(server.journal, "indexed", failing)
    monkeypatch.setattr(server.dispatcher._blocks, "_blockers", {})  # noqa: SLF001 - as after a restart
    bruno = await server.enter("Bruno")
    assert "Anna" in (await around(bruno)).people
    async with asyncio.timeout(TIMEOUT):
        while "Anna" in (await around(bruno)).people:
            await asyncio.sleep(0)


async def older() -> MemoryJournal:
    """Return a journal of a release that did not index blocks."""
    journal = MemoryJournal()
    for kept in read("blocks"):
        look = IndexEntry(f"look|{kept.stream.removeprefix('person/')}")
        await journal.append(kept.stream, 0, kept.entries, kept.note, [look])
    return journal


async def test_blocks_of_an_earlier_release_count_from_the_first_start() -> None:
    server = LocalServer(await older())
    await server.dispatcher.open()
    anna, bruno, carla = [await server.enter(name, SECRET) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(OpenTable(game="shelfie", seats=2))
    for client, sees in ((bruno, False), (carla, True)):
        found = await around(client)
        assert ("Anna" in found.people, bool(found.tables)) == (sees, sees)
    await anna.ask(Block(name="Bruno", blocked=False))
    assert "Anna" in (await around(bruno)).people
    await server.restart()
    back = await server.enter("Bruno", SECRET)
    await server.enter("Anna", SECRET)
    assert "Anna" in (await around(back)).people


async def test_blocks_by_nodes_of_an_earlier_release_are_indexed_during_an_upgrade(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(blocks, "BATCH", 2)
    journal = await older()
    now = 2_000_000_000_000
    for at, found in ((now, 1), (now + blocks.UPGRADE, 1), (now + blocks.UPGRADE + 1, 0)):
        await journal.append("person/anna", 8, [], None, [IndexEntry("look|anna")])
        await blocks.index_older_blocks(journal, at)
        assert len(await journal.indexed("blocked|bruno")) == found
    assert await journal.indexed("blocked|carla") == []


async def test_nodes_that_start_at_once_index_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BATCH", 1)
    journal = await older()
    await asyncio.gather(*(blocks.index_older_blocks(journal, 1) for _ in range(3)))
    assert [one.name for one in await journal.indexed("blocked|bruno")] == ["person/anna"]
    assert len(await journal.read(blocks.INDEXED)) == 1
