"""A client written from the document alone: its messages, its names and its order.

A message is a dict, as in a line of JSON. The same client uses lines of JSON, a Java object stream
or RMI calls; in Java, its login says that it follows the document.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

import msgspec

from ludoteca.net.rmi import ThrownError
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.jrmp import NO_SUCH_OBJECT
from ludoteca.protocols.requests import client_stream
from ludoteca.protocols.requests.words import ClientWord, DocumentLoginRequest
from tests.protocols.requests.callers import Caller
from tests.protocols.requests.programs import OPEN, Program

# Document, "Messages". The document names Position, Board, Bookshelf, Tile, CommonGoal and
# PersonalGoal without their members: the page has those.

POSITION = {"row": int, "column": int}
TILES = [str]
BOARD = {"board": [(POSITION, str)]}
BOOKSHELF = [TILES]
CHAT = {"player": str, "receiver": (str, None), "textMessage": str}
SENT: Mapping[str, Any] = {
    "LoginRequest": {"nickname": str},
    "NumPlayersResponse": {"numPlayers": int},
    "PickTileRequest": {"position": POSITION},
    "UnpickTileRequest": {"position": POSITION},
    "ConfirmPickRequest": {},
    "ConfirmColumnRequest": {"columnNumber": int},
    "ConfirmOrderNotify": {"pickedTiles": TILES},
    "ChatMessage": CHAT,
    "PongMessage": {},
}
TOLD: Mapping[str, Any] = {
    "LoginResponse": {"nickname": (str, None)},
    "NumPlayersRequest": {},
    "LobbyInfoMessage": {
        "sizeLobby": int,
        "lobby": [str],
        "newPlayerConnected": bool,
        "playerName": str,
    },
    "GameStartNotify": {
        "board": BOARD,
        "commonGoals": [{"id": int, "name": str}],
        "commonGoalsTokens": [int],
        "personalGoal": {"id": int, "positions": [POSITION], "tiles": TILES},
        "players": [str],
        "nextPlayer": str,
    },
    "PickTileResponse": {"valid": bool, "pickedTiles": TILES},
    "UnpickTileResponse": {"pickedTiles": TILES, "successful": bool},
    "ConfirmPickResponse": {"board": BOARD, "valid": bool},
    "ConfirmColumnResponse": {"valid": bool, "needForSwap": bool},
    "EndTurnNotify": {
        "board": BOARD,
        "bookshelf": BOOKSHELF,
        "commonGoalsTokens": [int],
        "points": int,
        "endGame": bool,
        "player": str,
        "nextPlayer": str,
    },
    "PlayerDisconnectedNotify": {"disconnectedPlayer": str},
    # "containing each player's points and the nickname of the winner"
    "GameResultNotify": {"winner": (str, None), "points": {str: int}},
    "ChatMessage": CHAT,
    "PingMessage": {},
}
ANSWERS = {
    "LoginRequest": "LoginResponse",
    "PickTileRequest": "PickTileResponse",
    "UnpickTileRequest": "UnpickTileResponse",
    "ConfirmPickRequest": "ConfirmPickResponse",
    "ConfirmColumnRequest": "ConfirmColumnResponse",
}


def conforms(value: Any, shape: Any) -> bool:
    """Return whether a value has exactly the members and types of a shape."""
    if isinstance(shape, dict) and str in shape:
        return all(isinstance(key, str) and conforms(value[key], shape[str]) for key in value)
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(conforms(value[name], shape[name]) for name in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(conforms(item, shape[0]) for item in value)
    if shape == (str, None):
        return value is None or type(value) is str
    if isinstance(shape, tuple):
        return len(value) == len(shape) and all(map(conforms, value, shape))
    return type(value) is shape


def members(message: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != "type"}


class Lines:
    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        *lines, self._rest = (self._rest + data).split(b"\n")
        yield from map(json.loads, lines)

    def write(self, message: Mapping[str, Any]) -> bytes:
        return json.dumps(message).encode() + b"\n"


def to_word(message: Mapping[str, Any]) -> Any:
    """Convert a message to the form in which a Java client sends it."""
    if message["type"] == "LoginRequest":
        return DocumentLoginRequest(message["nickname"])
    return msgspec.convert(message, ClientWord)


def to_message(word: Any) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(msgspec.json.encode(word))
    return message


class Stream:
    def __init__(self) -> None:
        self._end = client_stream()

    def feed(self, data: bytes) -> Iterator[dict[str, Any]]:
        for word in self._end.feed(data):
            assert not isinstance(word, Exception), word
            yield to_message(word)

    def write(self, message: Mapping[str, Any]) -> bytes:
        return self._end.write(to_word(message))


REFUSED = (
    {"type": "PickTileRequest", "position": {"row": 4, "column": 1}},  # enclosed
    {"type": "UnpickTileRequest", "position": {"row": 4, "column": 1}},  # not picked
    {"type": "ConfirmPickRequest"},  # nothing is picked
    {"type": "ConfirmColumnRequest", "columnNumber": 0},  # nothing is confirmed
)
"""Requests that are refused at the start of a turn."""


class Documented(Program):
    """Plays a match message by message, in lines of JSON, and tries each refusal once."""

    def __init__(self, name: str, players: int, *, leaves: bool = False) -> None:
        super().__init__(name, players)
        self.leaves, self.left = leaves, False
        """Whether it disconnects after its first turn, and whether it has."""
        self.closed = False
        """Whether the server has closed the connection."""
        self.sent: list[dict[str, Any]] = []
        self.board: dict[tuple[int, int], str] = {}
        self.free = [6] * 5
        """The room in each column of its own bookshelf."""
        self.tries, self.unpicks = deque(REFUSED), True
        self.picks: Iterator[tuple[int, int]] = iter(())
        self.picked: list[str] = []
        self.columns: Iterator[int] = iter(())

    def codec(self) -> Any:
        return Lines()

    async def connect(self, port: int) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        OPEN.append(self)
        self.end = self.codec()
        self.login("anna")

    def login(self, nickname: str) -> None:
        self.send("LoginRequest", nickname=nickname)

    def send(self, kind: str, **members: Any) -> None:
        self.say({"type": kind, **members})

    def say(self, message: Any) -> None:
        self.sent.append(message)
        self.write(message)

    def write(self, message: dict[str, Any]) -> None:
        end: Any = self.end
        self.writer.write(end.write(message))

    def heard_of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]

    # One method for each message of the server

    def answer(self, message: Any) -> None:
        handler = getattr(self, f"on_{message['type']}", None)
        if handler:
            handler(**members(message))

    def on_LoginResponse(self, nickname: str | None) -> None:  # noqa: N802 - as the message
        if nickname is None:
            self.login(self.name)

    def on_NumPlayersRequest(self) -> None:  # noqa: N802
        asked = len(self.heard_of("NumPlayersRequest"))
        self.send("NumPlayersResponse", numPlayers=1 if asked == 1 else self.players)

    def on_PingMessage(self) -> None:  # noqa: N802
        self.send("PongMessage")

    def on_GameStartNotify(self, board: Any, players: list[str], **told: Any) -> None:  # noqa: N802
        self.see(board)
        other = next(player for player in players if player != self.name)
        self.send("ChatMessage", player=self.name, receiver=None, textMessage="Hello!")
        self.send("ChatMessage", player=self.name, receiver=other, textMessage="Psst!")
        self.begin_turn(told["nextPlayer"])

    def on_EndTurnNotify(  # noqa: N802
        self, board: Any, bookshelf: Any, player: str, **told: Any
    ) -> None:
        self.see(board)
        if player == self.name:
            self.free = [sum(row[column] == "EMPTY" for row in bookshelf) for column in range(5)]
            if self.leaves:
                self.hang_up()
        if told["nextPlayer"] != player:  # an equal one begins no turn
            self.begin_turn(told["nextPlayer"])

    def on_PickTileResponse(self, valid: bool, **told: Any) -> None:  # noqa: N802
        self.picked = told["pickedTiles"]
        picks = [message for message in self.sent if message["type"] == "PickTileRequest"]
        last = picks[-1]["position"]  # a pong may have been sent since
        beside = {"row": last["row"], "column": last["column"] + 1}
        if not self.picked:
            self.go_on()
        elif self.unpicks:
            self.unpicks = False
            self.send("UnpickTileRequest", position=last)
        elif valid and len(self.picked) < 3 and tuple(beside.values()) in self.board:
            self.send("PickTileRequest", position=beside)
        else:
            self.send("ConfirmPickRequest")

    def on_UnpickTileResponse(self, **told: Any) -> None:  # noqa: N802
        self.picked = told["pickedTiles"]
        self.go_on()

    def on_ConfirmPickResponse(self, board: Any, valid: bool) -> None:  # noqa: N802
        self.see(board)
        if valid:
            self.columns = iter((5, *(c for c in range(5) if self.free[c])))
            self.choose_column()
        else:
            self.go_on()

    def on_ConfirmColumnResponse(self, valid: bool, **told: Any) -> None:  # noqa: N802
        if valid:
            assert told["needForSwap"] == (len(set(self.picked)) > 1)
            self.send("ConfirmOrderNotify", pickedTiles=self.picked[::-1])
        elif self.picked:
            self.choose_column()
        else:
            self.go_on()

    # Its turn

    def see(self, board: Any) -> None:
        self.board = {(p["row"], p["column"]): tile for p, tile in board["board"]}

    def begin_turn(self, player: str) -> None:
        if player == self.name and not self.left:
            self.picked, self.picks = [], iter(sorted(self.board))
            self.go_on()

    def go_on(self) -> None:
        """Try everything that is refused, then pick the next tile, which may be refused as well."""
        if self.tries:
            self.say(self.tries.popleft())
        else:
            row, column = next(self.picks)
            self.send("PickTileRequest", position={"row": row, "column": column})

    def choose_column(self) -> None:
        self.send("ConfirmColumnRequest", columnNumber=next(self.columns))

    # The end

    def hang_up(self) -> None:
        self.left = True
        self.writer.transport.abort()

    async def play(self) -> None:
        """Play until the server closes the connection, or this client leaves."""
        while not self.left and not self.closed:
            self.closed = not await self.hear()


class DocumentedStream(Documented):
    """The same in a Java object stream."""

    def codec(self) -> Any:
        self.writer.write(HEADER)
        return Stream()


class DocumentedCaller(Documented, Caller):
    """The same in calls."""

    async def connect(self, port: int) -> None:
        await self.open(port)
        self.login("anna")
        while self.queue:
            await self.call("receiveMessage", self.queue.pop(0))

    def write(self, message: dict[str, Any]) -> None:
        self.queue.append(to_word(message))

    async def hear_word(self, word: Any, call: Callable[..., Awaitable[Any]]) -> None:
        await Caller.hear_word(self, to_message(word), call)

    async def until(self, condition: Callable[[], Any]) -> None:
        await Caller.until(self, condition)

    def hang_up(self) -> None:
        self.left = True

    async def play(self) -> None:
        await self.until(lambda: self.left or self.heard_of("GameResultNotify"))
        if self.left:
            await self.die()
        while not self.left and not self.closed:
            try:
                await self.call("testConnection")
            except ThrownError as error:
                self.closed = error.thrown.name == NO_SUCH_OBJECT
