"""Several nodes in one process: one journal, one bus, one clock."""

from collections.abc import Mapping
from typing import Any

from ludoteca.bots import Bots, Strategy
from ludoteca.core import Capacity, Dispatcher, Services
from ludoteca.core.rate_limits import LIMITS
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Dice
from ludoteca.journal import Journal, MemoryJournal
from ludoteca.messages import AbsenceRule, JoinTable, OpenTable, Play, TableNews, Watch
from ludoteca.ops import Metrics
from ludoteca.ops.buckets import Limit
from tests.core.local import Clock, LocalClient, LocalServer, WebClient, shown
from tests.games.renaissance.first_seat import FirstSeat
from tests.hub import Hub, HubBus


class NodeServer(LocalServer):
    """One of several nodes."""

    def __init__(  # noqa: PLR0917 - its supplies
        self,
        bus: HubBus,
        clock: Clock,
        journal: Journal,
        minds: Mapping[str, Strategy] | None,
        capacity: Capacity = Capacity(),  # noqa: B008 - a value
        limits: Mapping[str, Limit] = LIMITS,
    ) -> None:
        self.bus, self._shared_clock = bus, clock
        super().__init__(journal, minds, capacity=capacity, limits=limits)
        self.kind = WebClient

    def _dispatcher(self) -> Dispatcher:
        self.clock = self._shared_clock
        dice, bots = FirstSeat(self.seed), Bots(self.minds, Dice(self.seed))
        supplies = Services(
            self.journal, dice, self.clock.wall, bots, Metrics(), self.clock, bus=self.bus
        )
        return Dispatcher(supplies, self.absence_policy, self.guests, self._limits, self._capacity)

    def keeper(self, number: int = 1) -> Keeper:
        keeper = self.dispatcher.lobby.loaded(number)
        assert keeper
        return keeper


class Nodes:
    """A cluster of nodes named a, b, c, …"""

    def __init__(
        self,
        count: int = 2,
        minds: Mapping[str, Strategy] | None = None,
        journal: Journal | None = None,
        capacity: Capacity = Capacity(),  # noqa: B008 - a value
        *,
        limits: Mapping[str, Limit] = LIMITS,
    ) -> None:
        self._capacity = capacity
        self._limits = limits
        self.hub, self.clock, self.journal = Hub(), Clock(), journal or MemoryJournal()
        self._strategies = minds
        self.all = [self.add(name) for name in "abcdef"[:count]]

    def add(self, name: str) -> NodeServer:
        bus = self.hub.bus(name)
        return NodeServer(
            bus, self.clock, self.journal, self._strategies, self._capacity, self._limits
        )

    async def open(self) -> "Nodes":
        for node in self.all:
            await node.dispatcher.open()
        await self.wait(0.5)
        return self

    def kill(self, node: NodeServer) -> None:
        """Kill a node and disconnect its clients."""
        self.all.remove(node)
        self.hub.remove(node.bus.node)

    def cut(self, name: str) -> None:
        """Disconnect a node from the bus."""
        self.hub.cut.add(name)
        self.hub.buses[name].connected = False

    def heal(self, name: str) -> None:
        """Reconnect a node to the bus."""
        self.hub.cut.discard(name)
        self.hub.buses[name].connected = True
        self.hub.buses[name].lose()

    async def wait(self, seconds: float) -> None:
        """Advance the clock in steps, running everything that is due at every node."""
        for _ in range(max(1, round(seconds / 0.5))):
            self.clock.time += 0.5
            for node in self.all:
                node.dispatcher.beat()
                await node.dispatcher.tick()
            await self.hub.settle()

    async def enter(self, *names: str) -> list[LocalClient]:
        """Let players enter, each at the next node."""
        servers = [self.all[index % len(self.all)] for index in range(len(names))]
        return [await node.enter(name) for node, name in zip(servers, names, strict=True)]

    async def settle(self) -> None:
        await self.hub.settle()

    async def table(self, *names: str, game: str = "shelfie", **options: Any) -> list[LocalClient]:
        """Seat players at a table, each at the next node, and start the game."""
        options = {"absence": AbsenceRule.FORFEIT} | options
        clients = await self.enter(*names)
        await clients[0].ask(OpenTable(game=game, seats=len(names), **options))
        await self.settle()
        for client in clients[1:]:
            await client.ask(JoinTable(code=shown(clients[0]).info.code))
            await self.settle()
        return clients


def newest(nodes: Nodes, table: int = 1) -> Keeper:
    """Return the keeper with the newest version of a table."""
    keepers = filter(None, (node.dispatcher.lobby.loaded(table) for node in nodes.all))
    return max(keepers, key=lambda keeper: keeper.version)


def mover_of(
    nodes: Nodes, clients: list[LocalClient], table: int = 1
) -> tuple[LocalClient, LocalClient]:
    """Return the client whose turn it is and another one."""
    keeper = newest(nodes, table)
    seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
    mover = next(one for one in clients if keeper.table.seat_of(one.name) == seat)
    return mover, next(one for one in clients if one is not mover)


def node_of(client: LocalClient) -> str:
    """Return the name of the node where a client is connected."""
    return str(client.dispatcher.roster.node_of(client.name))


async def play(nodes: Nodes, clients: list[LocalClient], table: int = 1) -> LocalClient:
    """Let the client whose turn it is play any move, and return that client."""
    keeper, (mover, _) = newest(nodes, table), mover_of(nodes, clients, table)
    seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
    move = keeper.table.rules.sample(keeper.table.state, seat, Dice(keeper.version))
    request = f"m{keeper.version}"
    news = await mover.ask(Play(table=table, move=move, id=request))
    assert isinstance(news, TableNews), news
    assert news.request == request
    await nodes.settle()
    return mover


async def back(node: NodeServer, name: str, token: str = "", table: int = 1) -> LocalClient:
    """Let a player enter at a node and return to a table."""
    client = await node.enter(name, token=token)
    await client.ask(Watch(table=table))
    return client


def versions_of(client: LocalClient, table: int = 1) -> list[int]:
    """Return the versions of all news about a table that a client received."""
    return [news.version for news in client.of(TableNews) if news.table == table]
