"""Players who move to another node when theirs fails, and record everything they receive."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

import aiohttp
import msgspec

from tests.cluster.history import Client, Move, Told
from tests.cluster.streams import by_id

AGAIN = 0.05
"""The seconds before the next node is tried and before a refused move is repeated."""
SILENCE = 1.0
"""The seconds of silence before a client sends a ping, and then before it disconnects."""
LOST = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError, aiohttp.ClientError)
"""The errors that signal a lost connection."""
LATER = ("house/not_written", "house/paused", "house/not_ready")
"""Refusals after which the request is repeated."""


class Nodes(Protocol):
    """The nodes where players connect, and the speed at which they play."""

    def ports(self, home: int) -> Mapping[str, int]:
        """Return the ports, by name, of this node or of the next one that runs."""
        ...

    async def pause(self) -> None:
        """Wait as long as a player thinks."""
        ...


class LostError(ConnectionError):
    """The node does not answer or refuses the player."""


class Player(ABC):
    """A client of one protocol that plays a match to its end."""

    port: ClassVar[str]

    def __init__(self, name: str, nodes: Nodes, home: int, seed: int = 0) -> None:
        self.name, self.nodes, self.home = name, nodes, home
        self.dice = random.Random(seed)  # noqa: S311 - moves
        self.history = Client(name)
        self.table = self.seat = 0
        self.over = self.connected = False
        self.ports: Mapping[str, int] = {}
        """The ports of the node where it is connected."""
        self.connections = 0
        """The number of its connections so far."""

    @abstractmethod
    async def connect(self, port: int) -> None:
        """Connect and log in."""

    @abstractmethod
    async def follow(self) -> None:
        """Play until the match is over or the connection is lost."""

    @abstractmethod
    async def close(self) -> None:
        """End the connection, if there is one."""

    async def come(self) -> None:
        """Connect to this player's node or to the next one."""
        self.ports = self.nodes.ports(self.home)
        await self.connect(self.ports[self.port])
        self.connected = True
        self.connections += 1

    async def play(self) -> None:
        """Play to the end; reconnect to another node whenever the connection is lost."""
        while not self.over:
            try:
                if not self.connected:
                    await self.come()
                await self.follow()
            except LOST:
                self.connected = False
                await self.close()
                self.home += 1
                await asyncio.sleep(AGAIN)
        await self.close()


class WebPlayer(Player):
    """A client like the page: with its token, the version last seen, and an id for each move."""

    port = "web"

    def __init__(self, name: str, nodes: Nodes, home: int, seed: int = 0) -> None:
        super().__init__(name, nodes, home, seed)
        self.token, self.version = "", 0
        self.wanted: tuple[Move, dict[str, Any]] | None = None
        """The requested move, and the request."""
        self._session: aiohttp.ClientSession | None = None
        self._may_move = self._asked = False

    # The connection

    async def connect(self, port: int) -> None:
        self._session = self._session or aiohttp.ClientSession()
        connecting = self._session.ws_connect(f"http://127.0.0.1:{port}/ws")
        self.socket = await asyncio.wait_for(connecting, SILENCE)
        await self.say(do="enter", name=self.name, token=self.token)
        welcome = await self.answer("welcome")
        self.token = welcome["token"]
        if self.table:
            await self.say(do="watch", table=self.table, seen=self.version, closely=True)
            self._asked = False

    async def close(self) -> None:
        if self._session:
            await self._session.close()
        self._session = None

    async def say(self, **request: Any) -> None:
        await self.socket.send_str(msgspec.json.encode(request).decode())

    async def hear(self) -> Any:
        """Return the next notice; raise an error if the node does not answer a ping either."""
        try:
            message = await self.socket.receive(SILENCE)
        except TimeoutError:
            await self.say(do="ask_statistics", name=self.name)
            message = await self.socket.receive(SILENCE)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise LostError
        notice = msgspec.json.decode(message.data)
        if notice["notice"] == "farewell":
            raise LostError
        return notice

    async def answer(self, kind: str) -> Any:
        """Return the next notice of a kind."""
        while (notice := await self.hear())["notice"] != kind:
            if notice["notice"] == "refused":
                raise LostError
            self.note(notice)
        return notice

    # Sitting down

    async def open(self, game: str, seats: int, **more: Any) -> int:
        """Open a table and sit down."""
        await self.say(do="open_table", game=game, seats=seats, closely=True, **more)
        return await self._sit()

    async def join(self, table: int) -> int:
        """Sit down at a table."""
        await self.say(do="join_table", table=table, closely=True)
        return await self._sit()

    async def _sit(self) -> int:
        shown = await self.answer("table_shown")
        self.table, self.seat = shown["info"]["table"], shown["seat"]
        self.note(shown)
        return self.table

    # Playing

    async def follow(self) -> None:
        if self.wanted:
            await self._repeat()
        while not self.over:
            if self._may_move and not self.wanted and not self._asked:
                await self.nodes.pause()
                await self.say(do="ask_moves", table=self.table)
                self._asked = True
            self.note(notice := await self.hear())
            if notice["notice"] == "moves" and notice["moves"] and not self.wanted:
                some = self.dice.choices(notice["moves"], k=3)
                await self._want(min(some, key=lambda move: len(str(move))))  # a longer game
            elif notice["notice"] == "refused":
                await self._refused(notice)

    async def _want(self, move: Any) -> None:
        own = f"{self.name} {len(self.history.moves)}"
        wanted = self.history.ask(self.table, self.seat, by_id(own), time.monotonic())
        self.wanted = wanted, {"do": "play", "table": self.table, "move": move, "id": own}
        await self.say(**self.wanted[1])

    async def _repeat(self) -> None:
        assert self.wanted
        move, request = self.wanted
        move.times += 1
        await self.say(**request)

    async def _refused(self, notice: Any) -> None:
        self._asked = False
        if not self.wanted or notice["request"] != self.wanted[1]["id"]:
            raise LostError
        if notice["code"] in LATER:
            await asyncio.sleep(AGAIN)
            await self._repeat()
            return
        self.wanted[0].refused = True
        self.wanted = None

    def note(self, notice: Any) -> None:
        """Record a notice in the history and apply it."""
        match notice:
            case {"notice": "table_shown", "info": info, "version": version, "view": view}:
                if info["table"] == self.table:
                    self._told(version, "version" if view is None else "view", view)
                    self.over |= info["over"] or info["closed"]
            case {"table": table} if table != self.table:
                pass  # not seated there yet, or not any more
            case {"notice": "table_seen", "version": version, "view": view, "to_move": to_move}:
                self._told(version, "view", view)
                self._may_move, self._asked = self.seat in to_move, False
            case {"notice": "table_news", "version": version, "record": record}:
                self._told(version, "news", record)
                events = record.get("events", ())
                self.over |= any(event["event"] == "game_ended" for event in events)
                if record["record"] == "move_played" and record["seat"] == self.seat:
                    self._played(record.get("request", ""), version)
            case {"notice": "done", "request": request}:
                self._played(request, None)
            case {"notice": "moves"}:
                self._asked = bool(notice["moves"])

    def _told(self, version: int, kind: str, what: Any) -> None:
        told = Told(time.monotonic(), self.table, version, self.seat, kind, what)
        self.history.told.append(told)
        self.version = max(self.version, version)

    def _played(self, request: str, version: int | None) -> None:
        if self.wanted and self.wanted[1]["id"] == request:
            move, self.wanted = self.wanted[0], None
            move.answered, move.version = time.monotonic(), version
