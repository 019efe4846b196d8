"""Clients and servers in one process: clients send requests and record the notices they receive."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Raw, json

from ludoteca.bots import BOTS, Bots, Strategy, Teachers
from ludoteca.core import AbsencePolicy, Capacity, Dispatcher, Guests, Services
from ludoteca.core.people.log import stream_of
from ludoteca.core.rate_limits import LIMITS
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Dice
from ludoteca.journal import Addition, Away, Journal, JournalError, MemoryJournal, Stream
from ludoteca.messages import (
    AbsenceRule,
    AnyRequest,
    AskMoves,
    Enter,
    JoinTable,
    MovePlayed,
    Moves,
    Notice,
    OpenTable,
    Play,
    Refused,
    TableNews,
    TableShown,
    ViewThunk,
    Watch,
)
from ludoteca.ops import Metrics
from ludoteca.ops.buckets import Limit
from tests.games.renaissance.first_seat import FirstSeat
from tests.listener import LocalListener

N = TypeVar("N")


class Clock:
    """A clock that moves only when a test advances it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.ahead = 0.0
        """Seconds by which the wall clock was set forward."""

    def __call__(self) -> float:
        return self.time

    def wall(self) -> float:
        return self.time + self.ahead


class SlowDisk(MemoryJournal):
    """A journal whose reads and writes wait until the test releases them."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.free.set()
        self.waiting = asyncio.Event()

    async def append_all(self, additions: Sequence[Addition]) -> None:
        self.waiting.set()
        await self.free.wait()
        await super().append_all(additions)

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        await self.free.wait()
        return await super().read(stream, after, most)


class LateAnswers(MemoryJournal):
    """A journal that answers one query late, with the state at the time of the query."""

    def __init__(self) -> None:
        super().__init__()
        self.free = asyncio.Event()
        self.asked = asyncio.Event()
        self.asked.set()

    def hold(self) -> None:
        """Delay the next answer."""
        self.free.clear()
        self.asked.clear()

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        entries = await super().read(stream, after, most)
        if not self.asked.is_set():
            self.asked.set()
            await self.free.wait()
        return entries


class Failing(MemoryJournal):
    """A journal that can be made to fail."""

    finds = reads = True

    async def find(self, stream: str) -> Stream | None:
        if not self.finds:
            raise JournalError("no answer")
        return await super().find(stream)

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        if not self.reads:
            raise JournalError("no answer")
        return await super().read(stream, after, most)


class Shared(MemoryJournal):
    """A journal with concurrent writers that may be full."""

    full, commits = False, 0

    async def append_all(self, additions: Sequence[Addition]) -> None:
        await asyncio.sleep(0)
        self.commits += 1
        if self.full:
            raise JournalError("the disk is full")
        await super().append_all(additions)
        await asyncio.sleep(0)

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        await asyncio.sleep(0)
        return await super().read(stream, after, most)


class Database(MemoryJournal):
    """A database journal that can be made unreachable."""

    away = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        await self.probe()
        await super().append_all(additions)

    async def probe(self) -> None:
        if self.away:
            raise Away("the database games at 10.1.2.3:5432 does not answer: Connection refused")


class LocalClient(LocalListener):
    """A client connected to the server."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher
        self.heard: list[Notice] = []
        self._told = asyncio.Event()

    def tell(self, notice: Notice, _look: ViewThunk | None = None) -> None:
        json.encode(notice)  # every notice must be serialisable
        self.heard.append(notice)
        self._told.set()

    async def ask(self, request: AnyRequest) -> Notice:
        """Send a request and return its answer, which is the last notice received."""
        before = len(self.heard)
        await self.dispatcher.handle(self, request)
        assert len(self.heard) > before, f"no answer to {request}"
        return self.heard[-1]

    async def refused(self, request: AnyRequest) -> str:
        """Send a request and return the code of its refusal."""
        answer = await self.ask(request)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds that depends on other tasks."""
        async with asyncio.timeout(60):
            while not condition():
                self._told.clear()
                await self._told.wait()

    def of(self, kind: type[N]) -> list[N]:
        """Return all notices of one kind."""
        return [notice for notice in self.heard if isinstance(notice, kind)]


class WebClient(LocalClient):
    """A client whose protocol supports tokens."""

    protocol = "web"
    names_only = False


class KeepsTiles(LocalClient):
    """A client that cannot show a move being taken back."""

    cannot_undo = True


class LocalServer:
    """A server with a clock that the test controls."""

    def __init__(
        self,
        journal: Journal | None = None,
        minds: Mapping[str, Strategy] | None = None,
        seed: int = 7,
        guests: Guests = Guests.ADDRESS,
        capacity: Capacity = Capacity(1000, 1000),  # noqa: B008 - a value
        *,
        limits: Mapping[str, Limit] = LIMITS,
    ) -> None:
        self.seed, self.guests, self._capacity, self._limits = seed, guests, capacity, limits
        self.clock = Clock()
        self.journal = journal or MemoryJournal()
        self.minds = minds or BOTS
        self.absence_policy = AbsencePolicy(grace=3, pause=60, settle=0)
        self.dispatcher = self._dispatcher()
        self.kind: type[LocalClient] = LocalClient
        """The class of clients that `enter` creates."""

    def _dispatcher(self) -> Dispatcher:
        dice, bots = FirstSeat(self.seed), Bots(self.minds, Dice(self.seed))
        supplies = Services(self.journal, dice, self.clock.wall, bots, Metrics(), self.clock)
        supplies = supplies._replace(teaching=Teachers(bots.thinking))
        return Dispatcher(supplies, self.absence_policy, self.guests, self._limits, self._capacity)

    async def restart(self) -> None:
        """Crash the server and its bots, then start it again over the same journal."""
        for keeper in self.dispatcher.lobby:  # a bot without a table no longer moves
            self.dispatcher.lobby._keepers.remove(keeper.table.number)  # noqa: SLF001
        self.dispatcher = self._dispatcher()
        await self.dispatcher.open()

    async def enter(self, name: str, secret: str = "", token: str = "") -> LocalClient:
        client = self.kind(self.dispatcher)
        await client.ask(Enter(name=name, secret=secret, token=token))
        return client

    async def table(self, *names: str, game: str = "shelfie", **options: Any) -> list[LocalClient]:
        """Start a game with these guests; absent players forfeit unless the options differ."""
        options = {"absence": AbsenceRule.FORFEIT} | options
        clients = [await self.enter(name) for name in names]
        await clients[0].ask(OpenTable(game=game, seats=len(names), **options))
        for client in clients[1:]:
            await client.ask(JoinTable(code=shown(clients[0]).info.code))
        return clients

    async def back(self, *names: str, table: int = 1) -> list[LocalClient]:
        """Let guests return to a table."""
        clients = [await self.enter(name) for name in names]
        for client in clients:
            await client.ask(Watch(table=table))
        return clients

    async def wait(self, seconds: float) -> None:
        """Advance the clock and run everything that is due."""
        self.clock.time += seconds
        await self.dispatcher.tick()


def client_of(name: str, address: str) -> LocalClient:
    client = LocalClient(LocalServer().dispatcher)
    client.name, client.address = name, address
    return client


def keeper_of(dispatcher: Dispatcher, number: int = 1) -> Keeper:
    """Return the keeper of a table that is in memory."""
    return next(keeper for keeper in dispatcher.lobby if keeper.table.number == number)


async def written_about(server: LocalServer, name: str) -> list[bytes]:
    """Return all entries about a name, followed by the note."""
    stream = await server.journal.find(stream_of(name))
    return [*await server.journal.read(stream_of(name)), *([stream.note] if stream else [])]


def raw(value: Any) -> Raw:
    return Raw(json.encode(value))


def shown(client: LocalClient) -> TableShown:
    return client.of(TableShown)[-1]


def mover_of(clients: list[LocalClient], table: int = 1) -> tuple[LocalClient, LocalClient]:
    """Return the client whose turn it is and another one."""
    keeper = keeper_of(clients[0].dispatcher, table)
    (seat,) = keeper.table.rules.seats_to_move(keeper.table.state)
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    mover = by_seat[seat]
    return mover, next(client for client in clients if client is not mover)


async def a_move(mover: LocalClient, table: int = 1) -> Play:
    answer = await mover.ask(AskMoves(table=table))
    assert isinstance(answer, Moves)
    return Play(table=table, move=answer.moves[0], id=secrets.token_hex(4))


async def played(mover: LocalClient, table: int = 1) -> None:
    """Play any legal move and wait for its news."""
    move = await a_move(mover, table)
    news = await mover.ask(move)
    assert isinstance(news, TableNews)
    assert isinstance(news.record, MovePlayed)
    assert news.record.request == move.id


async def play_out(clients: list[LocalClient], table: int = 1) -> None:
    """Play random moves until the game is over."""
    keeper, dice = keeper_of(clients[0].dispatcher, table), Dice(3)
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    while not keeper.table.over:
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        move = keeper.table.rules.sample(keeper.table.state, seat, dice)
        assert isinstance(await by_seat[seat].ask(Play(table=table, move=move)), TableNews)


def waits_for(server: LocalServer, client: LocalClient, table: int = 1) -> bool:
    """Return whether the game is over or it is this client's turn."""
    game = keeper_of(server.dispatcher, table).table
    seat = game.seat_of(client.name)
    return game.over or seat in game.rules.seats_to_move(game.state)
