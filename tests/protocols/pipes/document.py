"""Clients written from the document alone: its words, order, indices and methods."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec

from ludoteca.core import Dispatcher
from ludoteca.net.rmi import CallOrigin, Endpoint
from ludoteca.protocols import SendBytes
from ludoteca.protocols.dialect import Answer, Invoke
from ludoteca.protocols.jrmp import Interface
from ludoteca.protocols.pipes.calls import LOBBY
from tests.conftest import TIMEOUT
from tests.protocols.pipes.clients import lines
from tests.protocols.pipes.programs import Caller, PipesServer, Program

WORDS = ("return", "message", "serverVirtualView", "virtualView", "notifyStart")
"""The words of the TCP half. Its figure of the chat is lost, so chat uses a deployed word."""
CHAT = "chatNotification"
_TEXT = "Ljava/lang/String;"
INPUT = Interface(
    "org.am21.networkRMI.IClientInput",
    f"""\
login ({_TEXT})Z
createMatch (I)Z
joinMatch (I)Z
selectCell (II)Z
deselectCards ()Z
insertInColumn (I)Z
sortHand (II)Z
sendPublicMessage ({_TEXT})Z
sendPrivateMessage ({_TEXT}{_TEXT})Z
leaveMatch ()Z
exitGame ()Z
registerCallBack ({_TEXT})V""",
)
"""The requests of the RMI half; it does not define how a client registers its own object."""
CALLBACK = Interface(
    "org.am21.networkRMI.IClientCallBack",
    f"""\
sendMessageToClient ({_TEXT})V
sendServerVirtualView ({_TEXT})V
sendVirtualView ({_TEXT})V
notifyStart ()V
notifyUpdate ()V
sendChatNotification ({_TEXT})V
sendChatMessage ({_TEXT})V""",
)


# Without sockets


async def told(server: PipesServer, program: Program, request: str) -> list[str]:
    """Send a request and return the documented lines that follow."""
    before = len(program.sent)
    await server.ask(program, request)
    heard = program.sent[before:].decode().splitlines()
    return [line for line in heard if line.partition("|")[0] in (*WORDS, CHAT)]


def short(heard: list[str]) -> list[str]:
    """Leave out the JSON of views."""
    return [line.partition("|{")[0] for line in heard]


def view_of(line: str) -> dict[str, Any]:
    """Read the JSON of a view, which is all that follows the first pipe."""
    view = msgspec.json.decode(line.partition("|")[2])
    assert isinstance(view, dict)
    return view


async def at_play(server: PipesServer, *names: str) -> list[Program]:
    """Return line clients in one match, the player to move first."""
    programs = await server.programs_at_play(*names)
    return sorted(programs, key=lambda each: each.view.view.currentPlayer != each.name)


class DocumentCaller(Caller):
    """A program that calls the document's methods and records every call to it."""

    def __init__(self, server: Dispatcher) -> None:
        self.hashes: set[int] = set()
        """The hashes of the methods by which it was called."""
        super().__init__(server)

    def _hear(self, said: SendBytes | Invoke | Answer) -> None:
        if isinstance(said, Invoke):
            self.hashes.add(said.method.hash)
            self.calls.append((said.method.name, said.arguments))
        else:
            assert isinstance(said, Answer)
            self.calls.append(("", (said.value,)))


async def caller(server: PipesServer, name: str = "") -> DocumentCaller:
    program = DocumentCaller(server.server.dispatcher)
    server.programs.append(program)
    if name:
        assert ("", (True,)) in await called(server, program, "login", name)
    return program


async def called(
    server: PipesServer, program: DocumentCaller, method: str, *arguments: Any
) -> list[tuple[str, tuple[Any, ...]]]:
    """Make a request; return the calls that follow, with its result as a call without a name."""
    before = len(program.calls)
    program.call(method, *arguments)
    await server.settle()
    return program.calls[before:]


def names(calls: list[tuple[str, tuple[Any, ...]]]) -> list[str]:
    """Return the names of the calls; the result of a request stands for itself."""
    return [method or str(arguments[0]) for method, arguments in calls]


# Over sockets


class Player:
    """A client that plays a whole match from its views and records every word."""

    def __init__(self) -> None:
        self.name = ""
        self.heard: list[str] = []
        self.view: dict[str, Any] = {}
        self._told: asyncio.Queue[str] = asyncio.Queue()
        self._since = 0
        """The number of words received before the match."""

    def forget(self) -> None:
        """Begin another match."""
        self._since = len(self.heard)

    async def hear(self) -> str:
        """Return the next word, and remember the view it may hold."""
        async with asyncio.timeout(TIMEOUT):
            word = await self._told.get()
        self.heard.append(word)
        if word.startswith("virtualView|"):
            self.view = view_of(word)
        return word

    async def until(self, wanted: str) -> str:
        """Read until a word starts like this, unless one arrived in this match already."""
        for word in self.heard[self._since :]:
            if word.startswith(wanted):
                return word
        while not (word := await self.hear()).startswith(wanted):
            pass
        return word

    async def ask(self, method: str, *arguments: Any) -> bool:
        """Ask, and return whether it was granted."""
        raise NotImplementedError

    async def insert(self, column: int) -> bool:
        """Insert the selected tiles into a column, which the player counts from 1."""
        raise NotImplementedError

    async def play(self) -> None:
        """Play until the match is over."""
        await self.until("notifyStart")
        while self.view["gameResults"][0][0] is None:
            if self.view["currentPlayer"] == self.name:
                await self._turn()
            else:
                await self.hear()
        await self.until("message|GAME OVER")

    async def _turn(self) -> None:
        shelf = self.view["shelves"][self.view["players"].index(self.name)]
        room = [sum(row[column] is None for row in shelf) for column in range(5)]
        for row, column in max(lines(self.view["board"], max(room)), key=len):
            assert await self.ask("selectCell", row, column)
            assert self.view["board"][row][column].startswith(">")
        assert await self.insert(room.index(max(room)) + 1)


class LinePlayer(Player):
    """A client of the TCP half."""

    async def connect(self, port: int) -> "LinePlayer":
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        self._listening = asyncio.create_task(self._listen())
        return self

    async def _listen(self) -> None:
        async for line in self._reader:
            self._told.put_nowait(line.decode().removesuffix("\n"))

    async def ask(self, method: str, *arguments: Any) -> bool:
        self._writer.write(("|".join((method, *map(str, arguments))) + "\n").encode())
        answered = "insertInColumn" if method == "insertInColumnCards" else method
        while not (word := await self.hear()).startswith(f"return|{answered}|"):
            pass
        return word.endswith("|true")

    async def insert(self, column: int) -> bool:
        return await self.ask("insertInColumnCards", column)

    async def close(self) -> None:
        self._writer.close()
        await self._listening


class CallPlayer(Player):
    """A client of the RMI half."""

    async def connect(self, port: int) -> "CallPlayer":
        self._endpoint = Endpoint("127.0.0.1")
        self._endpoint.bind("Callback", self._endpoint.export(CALLBACK, self._called))
        await self._endpoint.listen("127.0.0.1", 0)
        lobby = await self._endpoint.lookup("127.0.0.1", port, "Welcome")
        info = await self._endpoint.call(lobby, LOBBY["connect"])
        self._input = await self._endpoint.lookup(info["address"], int(info["port"]), info["root"])
        await self.ask("registerCallBack", f"rmi://localhost:{self._endpoint.port}/Callback")
        return self

    def _called(self, method: str, arguments: tuple[Any, ...], _: CallOrigin) -> None:
        """Record a call in the format of the TCP half, so that both kinds of players read alike."""
        word = {"sendVirtualView": "virtualView", "sendMessageToClient": "message"}
        self._told.put_nowait("|".join((word.get(method, method), *arguments)))

    async def ask(self, method: str, *arguments: Any) -> bool:
        async with asyncio.timeout(TIMEOUT):
            granted = await self._endpoint.call(self._input, INPUT[method], *arguments)
        while not self._told.empty():
            await self.hear()
        return bool(granted)

    async def insert(self, column: int) -> bool:
        return await self.ask("insertInColumn", column - 1)  # as deployed: counted from 0

    async def close(self) -> None:
        await self._endpoint.close()


def announced(player: Player) -> Iterator[str]:
    """Yield the messages that a player received."""
    return (word.partition("|")[2] for word in player.heard if word.startswith("message|"))
