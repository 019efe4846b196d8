"""Ratings and statistics are derived: recomputing them changes nothing."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from ludoteca.core.archive.rebuilding import Rebuilt, rebuild
from ludoteca.core.ratings.standings import PoolOf, Standing
from ludoteca.core.tables import player_index
from ludoteca.core.tables.history import TABLES, stream_of
from ludoteca.journal import Addition, IndexEntry, MemoryJournal, OutcomeUnknown
from ludoteca.messages import Clock, JoinTable, OpenTable, Pool, Resign, SeatBot, Welcome
from tests.core.journals import read
from tests.core.local import LocalClient, LocalServer, WebClient

SECRET = "correct horse"  # noqa: S105 - of a test
NAMES = ("Anna", "Bruno", "Carla", "Dora")


@dataclass
class Game:
    """A game that all players but one resign, in this order."""

    players: Sequence[str]
    killed: str
    """When the server is killed: before or after writing the last resignation, or never."""
    rated: bool
    slow: bool
    bot: bool


GAMES = st.builds(
    Game,
    st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True),
    st.sampled_from(["", "before", "after"]),
    rated=st.booleans(),
    slow=st.booleans(),
    bot=st.booleans(),
)


class Killed(MemoryJournal):
    """A journal whose server is killed before or after a write that ends a rated game."""

    kill = ""

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.kill == "before":
            raise OutcomeUnknown
        await super().append_all(additions)
        if self.kill == "after":
            raise OutcomeUnknown


class Players:
    """Players with accounts, who return with their tokens after the server was killed."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self._clients: dict[str, LocalClient] = {}
        self._tokens: dict[str, str] = {}

    async def client(self, name: str) -> LocalClient:
        client = self._clients.get(name)
        if client is None or not client.name:
            token = self._tokens.get(name, "")
            client = await self._server.enter(name, "" if token else SECRET, token)
            self._tokens[name] = client.of(Welcome)[-1].token
            self._clients[name] = client
        return client

    async def survive_a_restart(self) -> None:
        self._clients = {}
        await self._server.restart()


async def played(games: Sequence[Game]) -> Killed:
    journal = Killed()
    server = LocalServer(journal)
    server.kind = WebClient
    await server.dispatcher.open()
    players = Players(server)
    for number, game in enumerate(games, start=1):
        owner, *others = [await players.client(name) for name in game.players]
        clock = Clock(turn=24 * 3600) if game.slow else None
        seats = len(game.players) + game.bot
        await owner.ask(OpenTable("shelfie", seats, clock=clock, rated=game.rated))
        for client in others:
            await client.ask(JoinTable(table=number))
        if game.bot:
            await owner.ask(SeatBot(table=number, bot="novice"))
        for client in others[:-1]:
            await client.ask(Resign(table=number))
        resign = Resign(table=number)
        journal.kill = game.killed
        await others[-1].ask(resign)
        journal.kill = ""
        if game.killed:
            await players.survive_a_restart()
            again = await players.client(game.players[-1])
            await again.dispatcher.handle(again, resign)
        if game.bot:
            await (await players.client(game.players[0])).ask(resign)
        server.clock.time += 20 * 24 * 3600
    return journal


async def rebuilt(journal: MemoryJournal) -> Rebuilt:
    return await rebuild(journal, lambda _done, _total: None)


async def kept(journal: MemoryJournal) -> object:
    """Return everything that is derived from finished games."""
    streams = await journal.streams("rating/")
    entries = [await journal.read(stream.name) for stream in streams]
    sums = [await journal.sums(prefix) for prefix in (*player_index.KINDS, "leaders|")]
    played = [await journal.indexed(player_index.played_by(name)) for name in NAMES]
    return streams, entries, sums, [[stream.name for stream in games] for games in played]


@settings(max_examples=200 if os.environ.get("PROVE") else 10)
@given(st.lists(GAMES, min_size=1, max_size=8))
def test_everything_derived_is_rebuilt_from_nothing(games: list[Game]) -> None:
    async def run() -> None:
        journal = await played(games)
        before = await kept(journal)
        assert await rebuilt(journal) == Rebuilt(len(games), sum(g.rated for g in games), [])
        assert await kept(journal) == before
        bare = await tables_alone(journal)
        found = await rebuilt(bare)
        assert bool(found.differences) == (before != await kept(MemoryJournal()))
        assert await kept(bare) == before
        assert not (await rebuilt(bare)).differences

    asyncio.run(run())


async def tables_alone(journal: MemoryJournal) -> MemoryJournal:
    """Return a journal that has the streams of the tables and nothing derived from them."""
    bare = MemoryJournal()
    for stream in await journal.streams(TABLES):
        await bare.append(stream.name, 0, await journal.read(stream.name), stream.note, [])
    return bare


async def test_wrong_standings_and_results_are_reported_and_replaced() -> None:
    journal = await played([Game(NAMES[:3], "", rated=True, slow=False, bot=False)] * 3)
    before = await kept(journal)
    stream = PoolOf("shelfie", Pool.LIVE).stream("Anna")
    wrong = json.encode(Standing("Anna", 2900.0, 80.0, 3))
    index = [IndexEntry(PoolOf("shelfie", Pool.LIVE).label(), 290_000, 290_000)]
    await journal.append(stream, 3, [], wrong, index)
    await journal.append(stream_of(2), await version_of(journal, stream_of(2)), [], None, [])
    differences = (await rebuilt(journal)).differences
    assert f"{stream}: the standing was not that of its games" in differences
    assert "the index of tally|anna|shelfie|won was not that of its games" in differences
    assert await kept(journal) == before


async def test_damaged_listing_is_read_from_its_records() -> None:
    journal = await played([Game(NAMES[:2], "", rated=True, slow=False, bot=False)])
    before = await kept(journal)
    await journal.append(stream_of(1), await version_of(journal, stream_of(1)), [], b"")
    assert (await rebuilt(journal)).differences == []
    assert await kept(journal) == before


async def test_games_of_an_earlier_version_get_their_goals() -> None:
    journal = MemoryJournal()
    (older,) = read("shelfie")
    await journal.append(older.stream, 0, older.entries, older.note)
    await LocalServer(journal).dispatcher.open()
    assert not await journal.sums("goal|")
    assert await journal.sums("played|")
    differences = (await rebuilt(journal)).differences
    assert differences[0] == "points by goal were missing in 1 game of an earlier version"
    assert sum(one.total for one in await journal.sums("goal|anna|")) == sum(
        one.total for one in await journal.sums("tally|anna|")
    )
    assert not (await rebuilt(journal)).differences


async def test_entries_that_no_table_explains_are_reported() -> None:
    journal = await played([Game(NAMES[:2], "", rated=True, slow=False, bot=False)])
    stream = PoolOf("shelfie", Pool.LIVE).stream("Anna")
    await journal.append(stream, 1, [b"{}"])
    await journal.append("rating/eve|shelfie|live", 0, [b"{}"], b"")
    assert (await rebuilt(journal)).differences == [
        f"{stream} has 2 games, not 1",
        "rating/eve|shelfie|live: no table has these games",
    ]


async def version_of(journal: MemoryJournal, stream: str) -> int:
    return (await journal.versions([stream]))[stream]
