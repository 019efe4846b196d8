"""Clients that know only the wire format."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from ludoteca.core import Dispatcher
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.requests import (
    RequestsQuirks,
    RequestsWord,
    WaitingLine,
    client_lines,
    client_stream,
    requests,
)
from ludoteca.protocols.requests.calls import requests_over_rmi
from ludoteca.protocols.requests.conversation import PING
from ludoteca.protocols.requests.words import (
    Board,
    Bookshelf,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LoginRequest,
    NumPlayersRequest,
    NumPlayersResponse,
    PickTileRequest,
    PickTileResponse,
    PingMessage,
    PongMessage,
    Position,
    Tile,
)
from ludoteca.server.rmi.offers import offer_requests
from tests.conftest import TIMEOUT
from tests.protocols.ports import open_door

HASTY = RequestsQuirks(deployed=True, gap=0.001, linger=0.01)
W = TypeVar("W")


def lines_on(board: Board) -> Iterator[tuple[Position, ...]]:
    """Yield the tiles that can be taken as seen on the wire: one or two with a free side."""
    cells = {(p.row, p.column) for p, tile in board.board if tile is not Tile.EMPTY}

    def free(row: int, column: int) -> bool:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return (row, column) in cells and not cells.issuperset(around)

    for row, column in sorted(cells):
        if free(row, column):
            yield (Position(row, column),)
            if free(row, column + 1):
                yield (Position(row, column), Position(row, column + 1))


OPEN: "list[Program]" = []
"""Connected programs."""


class Program:
    """A client, in JSON or in a stream, that answers each message as its protocol requires."""

    def __init__(self, name: str, players: int, seed: int = 0, *, streams: bool = False) -> None:
        self.name, self.players, self.streams = name, players, streams
        self.dice = random.Random(seed)  # noqa: S311
        self.heard: list[Any] = []
        self.raw = b""
        self.shelf: Bookshelf = ((Tile.EMPTY,) * 5,) * 6
        self.line: tuple[Position, ...] = ()
        self.queue: list[RequestsWord] = []

    async def connect(self, port: int) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        OPEN.append(self)
        self.end = client_stream() if self.streams else client_lines()
        self.line, self.queue = (), []
        if self.streams:
            self.writer.write(HEADER)
        self.say(LoginRequest(self.name))

    def say(self, word: RequestsWord) -> None:
        self.writer.write(self.end.write(word))

    async def hear(self) -> bool:
        """Read and answer; return whether there was anything."""
        if not self.queue:
            async with asyncio.timeout(TIMEOUT):
                data = await self.reader.read(1 << 16)
            self.raw += data
            for word in self.end.feed(data):
                assert not isinstance(word, Exception), word
                self.queue.append(word)
            if not data:
                return False
        if self.queue:
            self.heard.append(self.queue.pop(0))
            self.answer(self.heard[-1])
        return True

    def answer(self, word: RequestsWord) -> None:
        match word:
            case NumPlayersRequest():
                self.say(NumPlayersResponse(self.players))
            case PingMessage():
                self.say(PongMessage())
            case GameStartNotify(board=board, next_player=after):
                self.begin(board, after)
            case EndTurnNotify(board=board, player=player, next_player=after):
                if self.is_me(player):
                    self.shelf = word.bookshelf
                if player != after:
                    self.begin(board, after)
            case PickTileResponse(valid, tiles):
                assert valid
                more = len(tiles) < len(self.line)
                self.say(PickTileRequest(self.line[1]) if more else ConfirmPickRequest())
                self.tiles = tiles
            case ConfirmPickResponse(board, valid=True) if self.has_taken(board):
                room = [sum(row[c] is Tile.EMPTY for row in self.shelf) for c in range(5)]
                fits = [c for c in range(5) if room[c] >= len(self.line)]
                self.say(ConfirmColumnRequest(self.dice.choice(fits)))
            case ConfirmColumnResponse(valid, swap):
                assert valid
                assert swap == (len(set(self.tiles)) > 1)
                order = self.dice.sample(self.tiles, len(self.tiles))
                self.line = ()
                self.say(ConfirmOrderNotify(tuple(order)))

    def has_taken(self, board: Board) -> bool:
        """Return whether its tiles are taken: over RMI, another's confirmation may come late."""
        return bool(self.line) and not any(position in self.line for position, _ in board.board)

    def is_me(self, name: str) -> bool:
        return name == self.name.partition("#")[0]

    def begin(self, board: Board, after: str) -> None:
        if self.is_me(after):
            most = max(sum(row[c] is Tile.EMPTY for row in self.shelf) for c in range(5))
            self.line = self.dice.choice([x for x in lines_on(board) if len(x) <= most])
            self.say(PickTileRequest(self.line[0]))

    def of(self, kind: type[W]) -> list[W]:
        return [word for word in self.heard if isinstance(word, kind)]

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            assert await self.hear()

    async def play(self) -> None:
        """Play until the server closes the connection."""
        while await self.hear():
            pass
        assert isinstance(self.heard[-1], GameResultNotify)
        self.writer.close()


@asynccontextmanager
async def open_dispatcher(
    pause: float = 60, manner: RequestsQuirks = HASTY, ping: float = PING
) -> AsyncIterator[tuple[Dispatcher, int]]:
    OPEN.clear()  # other servers are visited too, in loops that are closed by now
    line = WaitingLine()
    offer = partial(offer_requests, dialect=partial(requests_over_rmi, manner, ping, line))
    dialect = partial(requests, manner, ping, line)
    async with open_door("requests", dialect, pause, offer, quick_acks=True) as opened:
        try:
            yield opened
        finally:
            for program in OPEN:
                program.writer.transport.abort()
            OPEN.clear()
