"""Connections to a real server without sockets: messages in, messages out."""

from collections.abc import Iterable
from typing import Any, TypeVar

from ludoteca.games import Seat, shelfie
from ludoteca.journal import Journal
from ludoteca.messages import Notice, ViewThunk
from ludoteca.protocols import Backlog, Delay, Disconnect, SendBytes
from ludoteca.protocols.dialect import ClientCall, Invoke
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.requests import (
    RequestsWord,
    WaitingLine,
    client_lines,
    client_stream,
    requests,
)
from ludoteca.protocols.requests.calls import requests_over_rmi
from ludoteca.protocols.requests.views import TILES, position_of
from ludoteca.protocols.requests.words import (
    ConfirmColumnRequest,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    LoginRequest,
    NumPlayersRequest,
    NumPlayersResponse,
    PickTileRequest,
)
from tests.core.local import LocalServer, keeper_of
from tests.listener import LocalListener
from tests.protocols.settling import Settling

W = TypeVar("W")


class Room(Settling):
    """A server and all its clients."""

    def __init__(self, journal: Journal | None = None) -> None:
        super().__init__(LocalServer(journal))
        self.line = WaitingLine()

    def client(self, *, streams: bool = False) -> "Client":
        return Client(self, streams=streams)


class Client(LocalListener):
    """A client program, in JSON or in a Java stream; pauses are recorded."""

    def __init__(self, room: Room, *, streams: bool = False) -> None:
        self.room, self.dialect = room, requests(line=room.line)
        self.end = client_stream() if streams else client_lines()
        self.raw = b""
        self.heard: list[RequestsWord] = []
        self.acts: list[RequestsWord | Delay | Disconnect] = []
        self.behind = 0
        self.closed = False
        self._do(self.dialect.begin())
        assert not self.raw  # the server is silent until the client has spoken
        if streams:
            self._do(self.dialect.receive(HEADER))

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        if not self.closed:
            self._do(self.dialect.hear(notice, look))

    def _do(self, acts: Iterable[Any]) -> None:
        for act in acts:
            match act:
                case SendBytes(data):
                    self.raw += data
                    words = [
                        word for word in self.end.feed(data) if not isinstance(word, Exception)
                    ]
                    self.heard += words
                    self.acts += words
                case Invoke(_, (word,), timeout=None, concurrent=True):
                    assert isinstance(word, RequestsWord)
                    self.heard.append(word)
                    self.acts.append(word)
                case Disconnect() | Delay():
                    self.acts.append(act)
                    self.closed = self.closed or isinstance(act, Disconnect)
                case Backlog(words):
                    self.behind = words
                case _:
                    self.room.asked.append((self, act))

    async def say(self, *words: RequestsWord) -> None:
        """Send messages one by one, and let the server answer."""
        for word in words:
            await self.send(self.end.write(word))

    async def send(self, data: bytes) -> None:
        self.post(data)
        await self.room.settle()

    def post(self, data: bytes) -> None:
        """Send bytes without waiting for an answer."""
        if not self.closed:
            self._do(self.dialect.receive(data))

    def tick(self, beats: int = 1) -> None:
        for _ in range(beats):
            if not self.closed:
                self._do(self.dialect.tick())

    async def drop(self) -> None:
        """Lose the connection."""
        self.closed = True
        self.room.server.dispatcher.leave(self)
        await self.room.settle()

    @property
    def last(self) -> Any:
        return self.heard[-1]

    @property
    def types(self) -> list[str]:
        return [type(word).__name__ for word in self.heard]

    def of(self, kind: type[W]) -> list[W]:
        return [word for word in self.heard if isinstance(word, kind)]

    def since(self, mark: int) -> list[RequestsWord]:
        return self.heard[mark:]

    async def login(self, name: str, players: int = 2) -> None:
        await self.say(LoginRequest(name))
        if isinstance(self.last, NumPlayersRequest):
            await self.say(NumPlayersResponse(players))

    async def play(self, move: shelfie.TakeTiles, tiles: Iterable[Any]) -> None:
        """Play a whole turn, step by step."""
        await self.say(
            *(PickTileRequest(position_of(cell)) for cell in sorted(move.cells)),
            ConfirmPickRequest(),
            ConfirmColumnRequest(move.column),
            ConfirmOrderNotify(tuple(tiles)),
        )


class Calling(Client):
    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self.calls = requests_over_rmi(line=room.line)
        self.dialect = self.calls  # type: ignore[assignment] # but for bytes, which never come

    async def say(self, *words: RequestsWord) -> None:
        for word in words:
            if not self.closed:
                self._do(self.calls.receive(ClientCall("receiveMessage", (word,))))
                await self.room.settle()


async def at_table(room: Room, *names: str, streams: Iterable[str] = ()) -> list[Client]:
    """Return clients of these names in a game that has started."""
    clients = [room.client(streams=name in streams) for name in names]
    for client, name in zip(clients, names, strict=True):
        await client.login(name, len(names))
    return clients


def state_of(room: Room, table: int = 1) -> shelfie.State:
    state: shelfie.State = keeper_of(room.server.dispatcher, table).table.state
    return state


def mover(room: Room, clients: list[Client]) -> tuple[Client, Client]:
    """Return the client to move, and another one."""
    seat = state_of(room).turn
    return clients[seat], clients[(seat + 1) % len(clients)]


def a_move(room: Room, count: int = 2) -> shelfie.TakeTiles:
    """Return the current player's first move with this number of tiles."""
    state = state_of(room)
    moves = shelfie.legal_moves(state, state.turn)
    return next(move for move in moves if len(move.cells) == count)


def tiles_of(room: Room, move: shelfie.TakeTiles, table: int = 1) -> tuple[Any, ...]:
    board = state_of(room, table).board
    return tuple(TILES[shelfie.kind_of(board[cell])] for cell in move.cells)


async def take_turn(room: Room, clients: list[Client], count: int = 2) -> None:
    move = a_move(room, count)
    await mover(room, clients)[0].play(move, tiles_of(room, move))


def seat_of(room: Room, client: Client) -> Seat:
    seat = keeper_of(room.server.dispatcher).table.seat_of(client.name)
    assert seat is not None
    return seat
