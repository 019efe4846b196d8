"""A client written from the document alone, over a socket, with its names as raw JSON.

Where the document is silent (whose turn it is, the contents of the boards) it reads the state that
the other commands draw.
"""

import asyncio
import json
from typing import Any

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.commands.codecs import read_word
from tests.conftest import TIMEOUT
from tests.protocols.commands.drawing import Board, Picture
from tests.protocols.commands.stories import arrange
from tests.protocols.commands.tcp import TcpClients

Line = dict[str, Any]

MESSAGES: dict[str, tuple[str, ...]] = {
    "REPLY": ("info",),
    "LOGIN": ("info",),
    "LOBBY_LIST": ("lobbyInfos",),
    "JOIN_LOBBY": (),
    "PLAYER_LIST": ("data",),
    "GAME_CREATION_ERROR": ("info",),
    "GAME_SETUP": ("cardGridIds", "nicknames", "marketSetup"),
    "NOTIFY_HAND": ("cards_ids",),
    "DISCARD_OK": ("ID", "info"),
    "REMOVE_CONT_ERROR": ("info",),
    "REMOVE_CONT_OK": (),
    "BUY_ERROR": ("info",),
    "BUY_OK": (),
    "START_FILL": ("QuestionMarkInput", "QuestionMarkOutput", "ProdSlotID"),
    "PRODUCE_ERROR": ("info",),
    "PRODUCE_OK": (),
    "ASK_MULTIPLE_CONVERSION": ("info",),
    "ASK_MARKET_DESTINATION": (),
    "ACTIVATE_OK": ("leaderCardID",),
    "END_GAME": (),
    "NOTIFY_SCORES": ("winners", "players", "points"),
}
"""The documented messages of the server and their members; the hand is left unnamed."""
DEPLOYED = {
    "REMOVE_CONTAINER_OK",
    "REMOVE_CONTAINER_ERROR",
    "ASK_MARKET_DEST",
    "CONVERSION_ERROR",
}
"""Deployed names for the same members, which a client of the document must never receive."""
ALREADY_IN = "Incorrect command, you are already logged in the server!"


class DocumentClient:
    """A client that records everything it receives."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[Line] = []
        """Every line received, including earlier connections of the same player."""
        self.name = ""
        self.picture = Picture("")

    @property
    def own(self) -> Board:
        return self.picture.boards[self.name]

    def say(self, command: str, **members: Any) -> None:
        self.writer.write(json.dumps({"command": command, **members}).encode() + b"\n")

    async def hear(self) -> Line | None:
        """Return the next line, or None once the connection is closed."""
        async with asyncio.timeout(TIMEOUT):
            line = await self.reader.readline()
        if not line:
            return None
        heard: Line = json.loads(line)
        assert heard["command"] not in DEPLOYED
        assert heard.keys() >= set(MESSAGES.get(heard["command"], ()))
        self.heard.append(heard)
        word = read_word(line)
        assert not isinstance(word, UnreadableError)
        if self.picture.name:
            self.picture.draw(word)
        return heard

    async def until(self, command: str, info: str | None = None) -> Line:
        """Return the next line with this command and, if given, this text."""
        while heard := await self.hear():
            if heard["command"] == command and info in (None, heard.get("info")):
                return heard
        raise AssertionError(f"no {command} before the end")

    async def log_in(self, nickname: str) -> None:
        self.name, self.picture = nickname, Picture(nickname)
        self.say("LOGIN", nickname=nickname)
        await self.until("LOGIN")

    async def asks(self, command: str, **members: Any) -> list[Line]:
        """Send a command and a second log-in; return the lines before the refusal of the latter."""
        self.say(command, **members)
        return await self.news()

    async def news(self) -> list[Line]:
        begin = len(self.heard)
        self.say("LOGIN", nickname=self.name)
        await self.until("REPLY", ALREADY_IN)
        return self.heard[begin:-1]

    async def answers(self, command: str, **members: Any) -> list[str]:
        """Send a command and return the documented answers to it."""
        return answers(await self.asks(command, **members))


def answers(heard: list[Line]) -> list[str]:
    """Summarise the documented lines: the command, and the text if there is one."""
    told = [line for line in heard if line["command"] in MESSAGES]
    return [" ".join(filter(None, (line["command"], line.get("info")))) for line in told]


def container(resource: str, qty: int = 1) -> Line:
    return {"resourceType": resource, "qty": qty}


async def connect(tcp: TcpClients) -> DocumentClient:
    client = DocumentClient(*await asyncio.open_connection("127.0.0.1", tcp.port))
    tcp.programs.append(client)
    return client


async def enter(tcp: TcpClients, nickname: str) -> DocumentClient:
    client = await connect(tcp)
    await client.until("REPLY")
    await client.log_in(nickname)
    return client


async def in_a_match(tcp: TcpClients, *names: str) -> list[DocumentClient]:
    """Return clients in a match that has just been set up."""
    clients = [await enter(tcp, name) for name in names]
    await clients[0].asks("CREATE_LOBBY", lobbyName="room1", numOfPlayer=len(names))
    for client in clients[1:]:
        await client.asks("JoinLobby", LobbyName="room1")
    await start(clients)
    return clients


async def start(clients: list[DocumentClient]) -> None:
    """Let the owner start the match and wait until every client has its hand."""
    clients[0].say("START_GAME")
    for client in clients:
        while not client.picture.hand:
            await client.hear()


async def choose(clients: list[DocumentClient]) -> None:
    """Let every client discard two leaders and take coins."""
    for client in clients:
        for leader in client.picture.hand[:2]:
            await client.asks("DISCARD_LEADER", ID=leader)
    for place, client in enumerate(clients):
        for _ in range((0, 1, 1, 2)[place]):
            await client.asks("SETUP_CONTAINER", **to_deposit("GOLD", 3))


def to_deposit(resource: str, deposit: int) -> Line:
    where = {"destination": "Deposit", "destinationID": deposit, "added": True}
    return {"container": container(resource), **where}


async def begun(tcp: TcpClients, *names: str) -> list[DocumentClient]:
    """Return clients in a match whose first turn has begun."""
    clients = await in_a_match(tcp, *names)
    await choose(clients)
    for client in clients:
        await client.news()
    return clients


async def given(
    tcp: TcpClients, clients: list[DocumentClient], **board: object
) -> list[DocumentClient]:
    """Put things on the first player's board, and reconnect all clients so that they see it."""
    arrange(tcp, **board)
    back = list(clients)
    for place, client in enumerate(clients):
        client.writer.close()
        gone = f"# {client.name} has lost the connection"
        while not str((await back[place - 1].until("REPLY"))["info"]).startswith(gone):
            pass
        back[place] = await enter(tcp, client.name)
        await back[place].news()
        back[place].heard = [*client.heard, *back[place].heard]
    for client in back:
        await client.news()
    return back


async def take(client: DocumentClient, *deposits: int) -> None:
    """Take a row of the market and place each resource in the first of these deposits that fits."""
    heard = await client.asks("PICK_FROM_MARKET", selection="ROW", number=1)
    while heard[-1]["command"] == "ASK_MULTIPLE_CONVERSION":
        choice = heard[-1]["availableConversions"][0]
        heard = await client.asks("CONVERSION", resourceType=choice)
    while heard[-1]["command"] == "ASK_MARKET_DESTINATION":
        for deposit in deposits:
            heard = await client.asks("SEND_DEPOSIT_ID", depositID=deposit)
            if heard[0]["info"] in ("ok", "You must discard this resource"):
                break


async def throw_everything(client: DocumentClient) -> None:
    """Take a row of the market and discard all of it."""
    await take(client, 0)


async def play_on(clients: list[DocumentClient]) -> None:
    """Take turns until every client has received the end of the match."""
    while not clients[0].picture.scores:
        for client in clients:
            if await client.answers("ActionRequest", n=3) != ["REPLY Ok"]:
                continue
            await throw_everything(client)
            await client.asks("endturn")
    for client in clients:
        await client.news()
