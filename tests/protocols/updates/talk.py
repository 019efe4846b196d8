"""Connections to a real server without sockets: messages in, messages out."""

from collections.abc import Iterable
from typing import Any, TypeVar

from ludoteca.games import Dice, shelfie
from ludoteca.messages import AnyRequest, Notice, ViewThunk
from ludoteca.protocols import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.dialect import ClientCall, Invoke
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.updates import UpdatesWord, client_lines, client_stream, updates
from ludoteca.protocols.updates.calls import updates_over_rmi
from ludoteca.protocols.updates.words import (
    BookshelfInsertion,
    GameInitialization,
    GameSelection,
    GamesList,
    LivingRoomSelection,
    Nickname,
    Position,
    StartTurnUpdate,
)
from tests.core.local import LocalServer, keeper_of
from tests.listener import LocalListener
from tests.protocols.settling import Settling

W = TypeVar("W")


class Room(Settling):
    """A server and all its clients."""

    def __init__(self, *, java: bool = False, server: LocalServer | None = None) -> None:
        super().__init__(server or LocalServer())
        self.java = java

    def client(self, *, java: bool | None = None) -> "Client":
        return Client(self, java=self.java if java is None else java)

    async def player(self, name: str) -> "Client":
        """Return a client that has logged in."""
        client = self.client()
        await client.say(Nickname(name))
        return client

    async def table(self, *names: str, goals: int = 2) -> "list[Client]":
        """Return players of these names in a game that has started."""
        clients = [await self.player(name) for name in names]
        await clients[0].say(GameInitialization(len(names), goals))
        for client in clients[1:]:
            games = client.of(GamesList)[-1].available or ()
            await client.say(GameSelection(games[-1].id))
        return clients


class Client(LocalListener):
    """A client program."""

    def __init__(self, room: Room, *, java: bool) -> None:
        self.room, self.java = room, java
        self.dialect = updates()
        self.encoding = client_stream() if java else client_lines()
        self.raw = b""
        self.heard: list[UpdatesWord] = []
        self.closed = False
        self._do(self.dialect.begin())
        if java:
            self._do(self.dialect.receive(HEADER))
            assert self.raw == HEADER

    @property
    def cannot_undo(self) -> bool:
        return self.dialect.cannot_undo

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        if not self.closed:
            self._do(self.dialect.hear(notice, look))

    def _do(self, acts: Iterable[Any]) -> None:
        for act in acts:
            if isinstance(act, SendBytes):
                self.raw += act.data
                for word in self.encoding.feed(act.data):
                    assert not isinstance(word, UnreadableError), word
                    self.heard.append(word)
            elif isinstance(act, Invoke):
                (argument,) = act.arguments
                assert isinstance(argument, UpdatesWord)
                self.heard.append(argument)
            elif isinstance(act, Disconnect):
                self.closed = True
            else:
                assert isinstance(act, AnyRequest)
                self.room.asked.append((self, act))

    def ask(self, word: UpdatesWord) -> None:
        """Send a message without waiting."""
        self._do(self.dialect.receive(self.encoding.write(word)))

    async def say(self, *words: UpdatesWord) -> list[UpdatesWord]:
        """Send messages, let the server answer, and return what was heard meanwhile."""
        return await self.send(b"".join(map(self.encoding.write, words)))

    async def send(self, data: bytes) -> list[UpdatesWord]:
        before = len(self.heard)
        self._do(self.dialect.receive(data))
        await self.room.settle()
        return self.heard[before:]

    async def tick(self, beats: int = 1) -> None:
        for _ in range(beats):
            self._do(self.dialect.tick())
        await self.room.settle()

    def drop(self) -> None:
        """Lose the connection."""
        self.closed = True
        self.room.server.dispatcher.leave(self)

    def of(self, kind: type[W]) -> list[W]:
        return [word for word in self.heard if isinstance(word, kind)]

    @property
    def last(self) -> UpdatesWord:
        return self.heard[-1]

    def since(self, kind: type[Any]) -> list[str]:
        """Return the names of the messages from the last one of this kind on."""
        places = [place for place, word in enumerate(self.heard) if isinstance(word, kind)]
        return [type(word).__name__ for word in self.heard[places[-1] :]]


class Calling(Client):
    def __init__(self, room: Room) -> None:
        super().__init__(room, java=False)
        self.calls = updates_over_rmi()
        self.dialect = self.calls  # type: ignore[assignment] # but for bytes, which never come

    async def say(self, *words: UpdatesWord) -> list[UpdatesWord]:
        before = len(self.heard)
        for word in words:  # whichever method it is called by
            self._do(self.calls.receive(ClientCall("", (word,))))
            await self.room.settle()
        return self.heard[before:]


def names(words: Iterable[Any]) -> list[str]:
    return [type(word).__name__ for word in words]


def select(*cells: tuple[int, int]) -> LivingRoomSelection:
    return LivingRoomSelection(tuple(Position(row, column) for row, column in cells))


def mover(clients: list[Client]) -> tuple[Client, Client]:
    """Return the client to move, and another one."""
    current = clients[0].of(StartTurnUpdate)[-1].current_player
    first = next(client for client in clients if client.name == current)
    return first, next(client for client in clients if client is not first)


async def play_out(room: Room, clients: list[Client]) -> None:
    """Play any moves to the end; every change is sent, and nothing else."""
    keeper, dice = keeper_of(room.server.dispatcher), Dice(5)
    by_name = {client.name: client for client in clients}
    while not keeper.table.over:
        holder = keeper.table.holders[keeper.table.state.turn]
        move = shelfie.sample(keeper.table.state, keeper.table.state.turn, dice)
        assert holder
        assert isinstance(move, shelfie.TakeTiles)
        client = by_name[holder.name]
        await client.say(select(*move.cells))
        await client.say(BookshelfInsertion(move.column, tuple(range(len(move.cells)))))
