"""Connections to a real server without sockets, in lines or in calls."""

import json
from collections.abc import Iterable
from typing import Any

from ludoteca.messages import AnyRequest, Notice, ViewThunk
from ludoteca.protocols import Act, Backlog, Delay, Disconnect, SendBytes
from ludoteca.protocols.dialect import ClientReturn, Invoke
from ludoteca.protocols.prompts import prompts
from ludoteca.protocols.prompts.calls import prompts_over_rmi
from tests.core.local import LocalServer
from tests.listener import LocalListener
from tests.protocols.settling import Settling

ACK = '{"type":"ACK"}'
NEW_GAME = '{"s":"","type":"ReconnectionAnswer"}'


class Room(Settling):
    """A server and all its clients."""

    def __init__(
        self, *, calls: bool = False, after_win: float = 0, kind: "type[Client] | None" = None
    ) -> None:
        super().__init__(LocalServer())
        self.kind = kind or (CalledClient if calls else Client)
        made = prompts_over_rmi if calls else prompts
        self.dialect: Any = made(after_win=after_win)

    def client(self) -> "Client":
        return self.kind(self)


class Client(LocalListener):
    """A program or a person at the other end of a connection."""

    username, number = "UsernameAnswer", "NumberOfPlayers"
    """Types of these answers."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.dialect = room.dialect()
        self.raw = b""
        self.closed = False
        self.paused = 0.0
        """Seconds that the server paused."""
        self._do(self.dialect.begin())

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        if not self.closed:
            self._do(self.dialect.hear(notice, look))

    def _do(self, acts: Iterable[Act]) -> None:
        for act in acts:
            if isinstance(act, SendBytes):
                self.raw += act.data
            elif isinstance(act, Invoke):
                self.called(act)
            elif isinstance(act, Disconnect):
                self.closed = True
            elif isinstance(act, AnyRequest):
                self.room.asked.append((self, act))
            elif isinstance(act, Delay):
                self.paused += act.seconds
            else:
                assert isinstance(act, Backlog)

    def called(self, act: Invoke) -> None:
        raise AssertionError(f"{act.method.name} is called on lines")

    async def say(self, *lines: str) -> None:
        """Send lines, and let the server answer."""
        for line in lines:
            await self.send(f"{line}\n".encode())

    def begin_to_say(self, line: str) -> None:
        """Send a line without giving the server time to answer."""
        self._do(self.dialect.receive(f"{line}\n".encode()))

    async def send(self, data: bytes) -> None:
        await self.room.settle()
        self._do(self.dialect.receive(data))
        await self.room.settle()

    async def tick(self, beats: int = 1) -> None:
        for _ in range(beats):
            self._do(self.dialect.tick())
        await self.room.settle()

    def drop(self) -> None:
        """Lose the connection."""
        self.closed = True
        self.room.server.dispatcher.leave(self)

    @property
    def heard(self) -> list[dict[str, Any]]:
        """Return all messages so far."""
        return [json.loads(line) for line in self.raw.decode("ascii").splitlines()]

    @property
    def types(self) -> list[str]:
        return [word["type"] for word in self.heard]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [word for word in self.heard if word["type"] == kind]

    @property
    def last(self) -> dict[str, Any]:
        return self.heard[-1]

    async def ack(self) -> None:
        """Acknowledge messages until a question arrives or no message is left."""
        while len(self.heard) and "ACK" in answers_to(self.last):
            before = len(self.heard)
            await self.say(ACK)
            if len(self.heard) == before:
                return

    async def enter(self, name: str) -> None:
        """Log in as a new player, or as a player who does not know their ID."""
        await self.room.settle()
        if self.last["type"] == "Reconnect":
            await self.say(NEW_GAME)
        await self.say(json.dumps({"s": name, "type": self.username}))
        await self.ack()

    async def set_players(self, players: int) -> None:
        """Answer with the number of players."""
        await self.say(json.dumps({"num": players, "type": self.number}))

    async def join(self, number: int = 0) -> None:
        await self.say(json.dumps({"id": number, "type": "IDtojoin"}))
        await self.ack()

    async def move(self, text: str) -> None:
        await self.say(json.dumps({"s": text, "type": "Move"}))


class DocumentClient(Client):
    """A program written from the document alone: its answers have the document's names."""

    username, number = "Username", "Response"


class CalledClient(Client):
    """A program called over RMI: its answers are return values."""

    def called(self, act: Invoke) -> None:
        self.open = act
        self.raw += f"{act.arguments[0]}\n".encode()

    async def send(self, data: bytes) -> None:
        await self.room.settle()
        self._do(self.dialect.receive(ClientReturn(self.open, data.decode().removesuffix("\n"))))
        await self.room.settle()


QUESTIONS = {
    "Reconnect": "ReconnectionAnswer",
    "ChooseUsername": "UsernameAnswer",
    "NotValidUsername": "UsernameAnswer",
    "OldGameId": "OldGameIdAnswer",
    "FirstPlayer": "NumberOfPlayers",
    "MoveMessage": "Move",
    "NotValidMove": "Move",
    "InvalidColumn": "Move",
    "EmptyPosition": "Move",
    "NotEnoughSpaceBookshelf": "Move",
    "NotEnoughSpaceColumn": "Move",
    "NoFreeSide": "Move",
    "NotAdjTiles": "Move",
}
"""Answer types of a deployed client by question; an ACK answers all other messages."""


def answers_to(word: dict[str, Any]) -> str:
    return QUESTIONS.get(word["type"], "ACK")


async def at_table(room: Room, *names: str) -> list[Client]:
    """Return clients of these names in a game that has started."""
    clients = []
    for name in names:
        client = room.client()
        await client.enter(name)
        if client.last["type"] == "FirstPlayer":
            await client.set_players(len(names))
            await client.ack()
        else:
            await client.join()
        clients.append(client)
    for client in clients:
        await client.ack()
    return clients


def mover(clients: list[Client]) -> tuple[Client, Client]:
    """Return the client asked for a move, and another one."""
    (asked,) = [client for client in clients if answers_to(client.last) == "Move"]
    return asked, next(client for client in clients if client is not asked)
