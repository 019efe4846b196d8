"""A client written from the document alone: its messages, their members and its order."""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec

from ludoteca.protocols.updates import ClientWord
from ludoteca.protocols.updates.words import Beep
from tests.conftest import TIMEOUT
from tests.protocols.updates.callers import Caller
from tests.protocols.updates.programs import Program

# Document, "Server messages" and "Client messages", as they are listed there.
SERVER_LIST = """\
AcceptedInsertion {accepted : boolean}
BookshelfUpdate {owner : String, bookshelf : Map<Position, Item>}
ChatAccepted {accepted : boolean}
ChatUpdate {sender : String, text : String, receiver : String}
CommonGoalCardsUpdate {cards : Map<Integer, Integer>}
EndGameUpdate {winner : String}
EndingTokenUpdate {owner : String}
GameData {numberPlayers : int, connectedPlayers : Collection<String>, \
numberCommonGoalCards : int, livingRoomRows : int, livingRoomColumns : int, \
bookshelvesRows : int, bookshelvesColumns : int}
GamesList {available : [{id : int, numberPlayers : int, numberCommonGoals : int}]}
LivingRoomUpdate {livingRoom : Map<Position, Item>}
PersonalGoalCardUpdate {id : int}
ScoresUpdate {scores : Map<String, Integer>}
SelectedItems {items : List<Item>}
StartTurnUpdate {currentPlayer : String}
WaitingUpdate {nickname : String, missing : int, isConnected : boolean}
Reconnection {reconnectedPlayer : String}
Disconnection {disconnectedPlayer : String}"""
CLIENT_LIST = """\
BookshelfInsertion {column : int, permutation : List<Integer>}
ChatMessage {text : String, receiver : String}
GameInitialization {numberPlayers : int, numberCommonGoalCards : int}
GameSelection {id : int}
LivingRoomSelection {positions : List<Position>}
Nickname {nickname : String}"""

Message: TypeAlias = dict[str, Any]
Members: TypeAlias = dict[str, str]
Square: TypeAlias = tuple[int, int]
ITEMS = {"CAT", "BOOK", "GAME", "FRAME", "CUP", "PLANT", "LOCKED", None}
NULLS = {
    ("EndGameUpdate", "winner"),
    ("EndingTokenUpdate", "owner"),
    ("GamesList", "available"),
    ("GameData", "connectedPlayers"),
    ("SelectedItems", "items"),
}
"""Members that may be null: nobody, or a refusal."""


def members_of(listed: str) -> Members:
    """Return the names and types of the members in one pair of braces."""
    return dict(re.findall(r"(\w+) : (\[.*?\]|\w+(?:<.*?>)?)", listed))


def messages_of(listed: str) -> dict[str, Members]:
    """Return the members of each message in a list of the document."""
    rows = (line.split(" ", 1) for line in listed.splitlines())
    return {name: members_of(members) for name, members in rows}


SERVER, CLIENT = messages_of(SERVER_LIST), messages_of(CLIENT_LIST)


def fits(value: Any, kind: str) -> bool:
    """Return whether a JSON value has a type of the document; a map is a list of pairs."""
    if kind.startswith("["):
        return all(shaped(one, members_of(kind)) for one in value)
    match re.findall(r"\w+", kind):
        case ["boolean"]:
            return isinstance(value, bool)
        case ["String"]:
            return isinstance(value, str)
        case ["int" | "Integer"]:
            return isinstance(value, int) and not isinstance(value, bool)
        case ["Item"]:
            return value in ITEMS
        case ["Position"]:
            return shaped(value, {"row": "int", "column": "int"})
        case ["List" | "Collection", item]:
            return isinstance(value, list) and all(fits(one, item) for one in value)
        case ["Map", "Position", item]:
            return all(fits(key, "Position") and fits(one, item) for key, one in value)
        case ["Map", key, item]:
            numbered = key == "String" or all(name.isdecimal() for name in value)
            return numbered and all(fits(one, item) for one in value.values())
        case _:
            raise TypeError(kind)


def shaped(value: Message, members: Members) -> bool:
    """Return whether an object has exactly these members."""
    return value.keys() == members.keys() and all(fits(value[k], members[k]) for k in members)


def check(message: Message, known: dict[str, Members]) -> None:
    """Fail unless this is a message of the document."""
    name, members = message["type"], known[message["type"]]
    present = {k: v for k, v in message.items() if k != "type"}
    filled = {k: v for k, v in present.items() if v is not None or (name, k) not in NULLS}
    assert present.keys() == members.keys(), message
    assert shaped(filled, {k: members[k] for k in filled}), message


class DocumentClient:
    """A player in lines of JSON."""

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name, self.dice = name, random.Random(seed)  # noqa: S311
        self.heard: list[Message] = []
        self.said: set[str] = set()
        self.room: dict[Square, str | None] = {}
        self.shelf: dict[Square, str | None] = {}
        self.turn = ""

    # The wire

    async def open(self, port: int) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)

    def write(self, message: Message) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def read(self) -> list[Message]:
        async with asyncio.timeout(TIMEOUT):
            return [json.loads(await self.reader.readline())]

    async def close(self) -> None:
        self.writer.close()
        with contextlib.suppress(ConnectionError):
            await self.writer.wait_closed()

    # Messages

    def say(self, kind: str, **members: Any) -> None:
        message = {"type": kind, **members}
        check(message, CLIENT)
        self.said.add(kind)
        self.write(message)

    async def until(self, condition: Callable[[], Any], *, playing: bool = False) -> None:
        """Read until a condition holds."""
        while not condition():
            for message in await self.read():
                check(message, SERVER)
                self.heard.append(message)
                self.believe(message)
                if playing:
                    self.play(message)

    async def answer(self, kind: str) -> Message:
        """Return the next message of a kind."""
        before = len(self.of(kind))
        await self.until(lambda: len(self.of(kind)) > before)
        return self.of(kind)[before]

    def of(self, kind: str) -> list[Message]:
        return [message for message in self.heard if message["type"] == kind]

    # The game

    def believe(self, message: Message) -> None:
        match message:
            case {"type": "LivingRoomUpdate", "livingRoom": cells}:
                self.room.update(squares(cells))
            case {"type": "BookshelfUpdate", "owner": self.name, "bookshelf": cells}:
                self.shelf.update(squares(cells))
            case {"type": "StartTurnUpdate", "currentPlayer": name}:
                self.turn = name

    def play(self, message: Message) -> None:
        """Select tiles, then choose the column and the order."""
        match message:
            case {"type": "StartTurnUpdate", "currentPlayer": self.name}:
                self.select(self.dice.choice([*self.lines()]))
            case {"type": "SelectedItems", "items": items} if items and self.turn == self.name:
                height = 6 - len(items)  # row 0 is the lowest
                roomy = [column for column in range(5) if self.shelf[height, column] is None]
                order = self.dice.sample(range(len(items)), len(items))
                self.insert(self.dice.choice(roomy), order)

    def lines(self) -> Iterator[tuple[Square, ...]]:
        """Yield one or two tiles in a row, each with a free side, that fit into the bookshelf."""
        two = any(self.shelf[4, column] is None for column in range(5))
        for row, column in self.room:
            if self.is_free(row, column):
                yield ((row, column),)
                if two and self.is_free(row, column + 1):
                    yield (row, column + 1), (row, column)

    def is_free(self, row: int, column: int) -> bool:
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return self.has_tile(row, column) and not all(self.has_tile(*square) for square in around)

    def has_tile(self, row: int, column: int) -> bool:
        return self.room.get((row, column)) not in (None, "LOCKED")

    def select(self, line: tuple[Square, ...]) -> None:
        positions = [{"row": row, "column": column} for row, column in line]
        self.say("LivingRoomSelection", positions=positions)

    def insert(self, column: int, order: list[int]) -> None:
        self.say("BookshelfInsertion", column=column, permutation=order)


def squares(cells: list[tuple[Message, str | None]]) -> dict[Square, str | None]:
    return {(position["row"], position["column"]): item for position, item in cells}


class JavaDocumentClient(DocumentClient):
    """The same over a Java stream or RMI, with messages converted to JSON."""

    def __init__(self, name: str, seed: int, program: Program) -> None:
        super().__init__(name, seed)
        self.program = program

    async def open(self, port: int) -> None:
        await self.program.open(port)

    def write(self, message: Message) -> None:
        self.program.say(msgspec.convert(message, ClientWord))

    async def read(self) -> list[Message]:
        words = [word for word in await self.program.hear() if word != Beep()]
        return [json.loads(msgspec.json.encode(word)) for word in words]

    async def close(self) -> None:
        await self.program.close()


def document_client(kind: str, name: str, seed: int = 0) -> DocumentClient:
    """Return a client in `lines`, a `stream` or `calls`."""
    if kind == "lines":
        return DocumentClient(name, seed)
    program = Caller(name) if kind == "calls" else Program(name, java=True)
    return JavaDocumentClient(name, seed, program)
