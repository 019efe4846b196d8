"""Clients that speak `pipes` over TCP, and a server for them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import product

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.messages import FinishedGame
from ludoteca.ops import Metrics
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import FRAMES, PipesQuirks, client_frames, client_lines, pipes
from ludoteca.protocols.pipes.words import (
    ClientWord,
    ConfirmSelection,
    CreateMatch,
    EndTurn,
    InsertInColumn,
    Join,
    Login,
    MatchSeen,
    NotifyEndMatch,
    NotifyStart,
    Ping,
    Return,
    SelectCell,
    ServerWord,
    VirtualView,
    method_of,
)
from ludoteca.server import TcpServer
from tests.conftest import TIMEOUT

BRISK = FRAMES._replace(pause=0.01, quiet=0.01, gather=0.001)
Line = list[tuple[int, int]]


class Client:
    """A client that behaves as programs do: it sends a request and reads until the answer."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, frames: bool
    ) -> None:
        self._reader, self._writer = reader, writer
        self._encoding = client_frames() if frames else client_lines()
        self._waiting: list[ServerWord] = []
        self.heard: list[ServerWord] = []
        self.name = ""

    async def hear(self) -> ServerWord:
        """Return the next word that is not a ping."""
        while not self._waiting:
            async with asyncio.timeout(TIMEOUT):
                data = await self._reader.read(65536)
            if not data:
                raise EOFError(f"{self.name} heard last {self.heard[-3:]}")
            for word in self._encoding.feed(data):
                assert not isinstance(word, UnreadableError), word
                if not isinstance(word, Ping):
                    self._waiting.append(word)
        self.heard.append(self._waiting.pop(0))
        return self.heard[-1]

    async def until(self, condition: Callable[[ServerWord], bool]) -> ServerWord:
        """Read until a word fulfils the condition."""
        while not condition(word := await self.hear()):
            pass
        return word

    async def has_heard(self, kind: type[ServerWord]) -> None:
        """Read until a word of this kind arrives, unless one has arrived already."""
        if not any(isinstance(word, kind) for word in self.heard):
            await self.until(lambda told: isinstance(told, kind))

    def say(self, *words: ClientWord) -> None:
        self._writer.write(b"".join(self._encoding.write(word) for word in words))

    async def ask(self, word: ClientWord) -> bool:
        """Send a request and return whether it was granted."""
        self.say(word)
        answer = await self.until(lambda told: isinstance(told, Return))
        assert isinstance(answer, Return)
        assert answer.method == method_of(word)
        return answer.ok

    async def login(self, name: str) -> bool:
        self.name = name
        return await self.ask(Login(name))

    @property
    def seen(self) -> VirtualView:
        return next(word.view for word in reversed(self.heard) if isinstance(word, MatchSeen))

    def close(self) -> None:
        self._writer.close()

    # Playing

    async def play(self) -> VirtualView:
        """Play until the match is over and return the last view, which holds the results."""
        await self.has_heard(NotifyStart)
        while not self._over():
            if self.seen.currentPlayer == self.name:
                await self._turn()
            else:
                await self.hear()
        await self.has_heard(NotifyEndMatch)
        return self.seen

    def _over(self) -> bool:
        return self.seen.gameResults[0][0] is not None

    async def _turn(self) -> None:
        shelf = self.seen.shelves[self.seen.players.index(self.name)]
        room = [sum(row[column] is None for row in shelf) for column in range(5)]
        cells = max(lines(self.seen.board, max(room)), key=len)
        for row, column in cells:
            assert await self.ask(SelectCell(row, column))
            assert (self.seen.board[row][column] or "").startswith(">")
        assert await self.ask(ConfirmSelection())
        before = len(self.heard)
        assert await self.ask(InsertInColumn(room.index(max(room))))
        views = [word.view for word in self.heard[before:] if isinstance(word, MatchSeen)]
        assert views[0].currentPlayerHand == []
        assert await self.ask(EndTurn())


def lines(board: list[list[str | None]], longest: int) -> Iterator[Line]:
    """Yield the lines of adjacent tiles that each have a free side, as a player sees them."""
    free = {
        (row, column)
        for row, column in product(range(9), repeat=2)
        if board[row][column] and any(tile is None for tile in around(board, row, column))
    }
    for (row, column), (down, right) in product(free, ((0, 1), (1, 0))):
        line = [(row + down * n, column + right * n) for n in range(min(3, longest))]
        for length in range(1, len(line) + 1):
            if set(line[:length]) <= free:
                yield line[:length]


def around(board: list[list[str | None]], row: int, column: int) -> Iterator[str | None]:
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        yield board[r][c] if 0 <= r < 9 and 0 <= c < 9 else None


class PipesClients:
    """A server with a TCP port for `pipes`."""

    def __init__(self, server: Dispatcher, port: int) -> None:
        self.dispatcher, self.port = server, port
        self.clients: list[Client] = []

    async def client(self, name: str = "", *, frames: bool = True) -> Client:
        streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        client = Client(*streams, frames=frames)
        self.clients.append(client)
        if name:
            assert await client.login(name)
        return client


@asynccontextmanager
async def open_tcp(seed: int = 7, frames: PipesQuirks = BRISK) -> AsyncIterator[PipesClients]:
    metrics, dice = Metrics(), Dice(seed)
    server = Dispatcher(Services(MemoryJournal(), dice, lambda: 0.0, Bots(BOTS, dice), metrics))
    await server.open()
    door = TcpServer("pipes", partial(pipes, frames), server, metrics)
    tcp = PipesClients(server, await door.open("127.0.0.1", 0))
    try:
        yield tcp
    finally:
        for client in tcp.clients:
            client.close()
        await door.close()


def secrets_seen(client: Client, seat: int) -> int:
    """Count the personal goals and points of others that a client saw before the end."""
    views = [word.view for word in client.heard if isinstance(word, MatchSeen)]
    before = [view for view in views if view.gameResults[0][0] is None]
    assert before
    assert all(view.personalGoals[seat] for view in before)
    return sum(
        bool(secret)
        for view in before
        for secrets in (view.personalGoals, view.hiddenPoints)
        for other, secret in enumerate(secrets)
        if other != seat
    )


async def match(tcp: PipesClients, seats: int) -> tuple[list[VirtualView], FinishedGame]:
    """Play a match in frames and lines; return each client's last view and the server's result."""
    clients = [await tcp.client(f"p{n}", frames=n % 2 == 0) for n in range(seats)]
    assert await clients[0].ask(CreateMatch(seats))
    for client in clients[1:]:
        assert await client.ask(Join(0))
    seen = await asyncio.gather(*(client.play() for client in clients))
    return list(seen), (await tcp.dispatcher.lobby.results.recent())[0]


def assert_agreed(view: VirtualView, game: FinishedGame, names: list[str]) -> None:
    """Check that a client's last view agrees with the server's result."""
    *rows, winner = view.gameResults
    assert [row[0] for row in rows] == names
    assert [row[5] for row in rows] == [str(total) for total in game.result.totals]
    assert [winner[0]] == [names[seat] for seat in game.result.outcome.winners]
    for _, common, personal, groups, token, total in rows:
        parts = [int(points or 0) for points in (common, personal, groups, token)]
        assert sum(parts) == int(total or 0)
    assert all(1 <= goal <= 12 for goal in view.personalGoals)
    assert not view.endGameToken
