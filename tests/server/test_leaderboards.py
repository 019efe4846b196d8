"""Leaderboards: the best established ratings, overall and by month, in pages."""

import pytest
from msgspec import json

from ludoteca.core.ratings.standings import PoolOf, Standing, index_entries_of
from ludoteca.journal import MemoryJournal
from ludoteca.messages import DeleteMe, Leader, Pool
from ludoteca.server.api import all_routes
from ludoteca.server.api_parameters import SomeLeaders
from ludoteca.server.api_routes import Paged
from tests.core.local import LocalServer

LIVE = PoolOf("shelfie", Pool.LIVE)
SECRET = "correct horse"  # noqa: S105 - of a test


async def rank(server: LocalServer, standing: Standing) -> None:
    """Write a standing as rated games would have done."""
    entries = [b"{}"] * standing.games
    index = index_entries_of(standing, LIVE)
    stream = LIVE.stream(standing.name)
    await server.journal.append(stream, 0, entries, json.encode(standing), index)


@pytest.fixture
async def server() -> LocalServer:
    server = LocalServer(MemoryJournal())
    await rank(server, Standing("Anna", 1810.4, 90, 40, {"2026-10": 1700.0, "2026-11": 1810.4}))
    await rank(server, Standing("Bruno", 1730.6, 95, 35, {"2026-10": 1730.6}))
    await rank(server, Standing("Carla", 1400.0, 120, 25, {"2026-11": 1400.0}))
    await rank(server, Standing("Dora", 2100.0, 240, 2))
    return server


async def leaders(server: LocalServer, **asked: object) -> Paged:
    (route,) = [one for one in all_routes() if one.path == "/api/leaderboards/{game}"]
    answer = await route.answer(server.dispatcher, SomeLeaders("shelfie", **asked))  # type: ignore[arg-type]
    assert isinstance(answer, Paged)
    return answer


async def test_provisional_ratings_are_left_out(server: LocalServer) -> None:
    assert (await leaders(server)).items == [
        Leader("Anna", 1810, 90, 40),
        Leader("Bruno", 1731, 95, 35),
        Leader("Carla", 1400, 120, 25),
    ]


async def test_leaderboard_of_a_month_shows_the_ratings_at_its_end(server: LocalServer) -> None:
    october = [(one.name, one.rating) for one in await named(server, "2026-10")]
    assert october == [("Bruno", 1731), ("Anna", 1700)]
    assert [one.name for one in await named(server, "2026-11")] == ["Anna", "Carla"]
    assert await named(server, "2025-11") == []


async def named(server: LocalServer, period: str) -> list[Leader]:
    return list((await leaders(server, period=period)).items)  # type: ignore[arg-type]


async def test_leaderboards_have_pages(server: LocalServer) -> None:
    first = await leaders(server, limit=2)
    assert (len(first.items), first.more) == (2, "2")
    second = await leaders(server, limit=2, after=2)
    assert [one.name for one in second.items] == ["Carla"]  # type: ignore[attr-defined]
    assert not second.more


async def test_pools_have_their_own_leaderboards(server: LocalServer) -> None:
    assert (await leaders(server, pool="slow")).items == []


async def test_deleted_accounts_leave_the_leaderboards(server: LocalServer) -> None:
    anna = await server.enter("Anna", secret=SECRET)
    await anna.ask(DeleteMe(secret=SECRET))
    assert [one.name for one in await named(server, "")] == ["Bruno", "Carla"]
    first = await leaders(server, limit=2)
    assert (len(first.items), first.more) == (1, "2")
