"""A server with clients of the `commands` protocol, without sockets or delays."""

from collections import deque
from collections.abc import Iterable
from secrets import token_hex
from typing import Any

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Chance, Dice
from ludoteca.messages import AnyRequest, Farewell, Notice, ViewThunk
from ludoteca.ops import Metrics
from ludoteca.protocols import Act, Disconnect, SendBytes
from ludoteca.protocols.commands import JsonLines, Word, commands
from ludoteca.protocols.commands.words import COMMANDS, Container
from tests.core.local import LocalServer
from tests.listener import LocalListener


class Client(LocalListener):
    """A client program whose input goes through the dialect to the server."""

    def __init__(self, server: "CommandsServer", label: str) -> None:
        self.label = label
        self.server = server
        self.dialect = commands(token_hex(4), pongs=2)
        self.sent, self.shown = b"", 0
        """Every byte the server sent."""
        self.said = b""
        """Every byte the client sent."""
        self.open = True
        self.requests: deque[AnyRequest] = deque()
        self._words, self._read = JsonLines(), 0
        self.heard: list[Word] = []
        self._do(self.dialect.begin())

    def _do(self, acts: Iterable[Act]) -> None:
        for act in acts:
            if isinstance(act, SendBytes):
                self.sent += act.data
                for word in self._words.feed(act.data):
                    assert isinstance(word, Word)
                    self.heard.append(word)
            elif isinstance(act, Disconnect):
                self.open = False
            else:
                assert not isinstance(act, tuple)
                self.requests.append(act)

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        if self.open:
            self._do(self.dialect.hear(notice, look))
        if isinstance(notice, Farewell):
            self.open = False

    def tick(self) -> None:
        self._do(self.dialect.tick())

    def receive(self, data: bytes) -> None:
        """Receive bytes from the program."""
        self.said += data
        if self.open:
            self._do(self.dialect.receive(data))

    async def says(self, command: str, **members: Any) -> list[Word]:
        """Send a command and return the words received once the server has settled."""
        self.receive(JsonLines().write(word(command, **members)))
        await self.server.settle()
        return self.news()

    def rewind(self) -> None:
        """Treat everything received so far as new."""
        self._read = 0

    def news(self) -> list[Word]:
        """Return the words received since the last call."""
        fresh, self._read = self.heard[self._read :], len(self.heard)
        return fresh


def word(command: str, **members: Any) -> Word:
    return COMMANDS[command](command=command, **members)


class CommandsServer(LocalServer):
    """A server whose clients may speak this protocol."""

    def __init__(self, chance: Chance | None = None) -> None:
        self._chance = chance
        super().__init__()
        self.clients: list[Client] = []

    def _dispatcher(self) -> Dispatcher:
        if self._chance is None:
            return super()._dispatcher()
        bots, clock = Bots(BOTS, Dice(7)), self.clock
        return Dispatcher(Services(self.journal, self._chance, clock.wall, bots, Metrics(), clock))

    def client(self, label: str = "") -> Client:
        self.clients.append(Client(self, label))
        return self.clients[-1]

    async def named(self, name: str) -> Client:
        client = self.client(name)
        await client.says("LOGIN", info=name)
        return client

    async def match(self, *names: str, lobby: str = "room1") -> list[Client]:
        """Return clients in a match that has just started."""
        clients = [await self.named(name) for name in names]
        await clients[0].says("CREATE_LOBBY", name=lobby, players=len(names))
        for client in clients[1:]:
            await client.says("JOIN_LOBBY", name=lobby)
        await clients[0].says("START_GAME")
        return clients

    async def begun(self, *names: str) -> list[Client]:
        """Return clients in a match where everyone has chosen leaders and resources."""
        clients = await self.match(*names)
        for client in clients:
            hand = next(one for one in client.heard if one.command == "NOTIFY_HAND")
            for leader in hand.cards[:2]:  # type: ignore[attr-defined]
                await client.says("DISCARD_LEADER", id=leader)
        for place, client in enumerate(clients):
            for _ in range((0, 1, 1, 2)[place]):
                await client.says("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 3))
        for client in clients:
            client.news()
        return clients

    def drop(self, client: Client) -> None:
        """Drop a client's connection."""
        client.open = False
        self.clients.remove(client)
        self.dispatcher.leave(client)

    async def settle(self) -> None:
        """Run the server until no request is pending."""
        while asking := [client for client in self.clients if client.requests]:
            for client in asking:
                await self.dispatcher.handle(client, client.requests.popleft())
        for client in [one for one in self.clients if not one.open]:
            self.drop(client)


def container(resource: str, qty: int, where: str, place: int) -> dict[str, Any]:
    return {"container": Container(resource, qty), "destination": where, "place": place}


def said(words: Iterable[Word]) -> list[str]:
    """Summarise words: the command, with the text of a reply."""
    return [f"{w.command} {w.info}" if w.info else w.command for w in words]
