"""A server with an open TCP port for `commands`, and clients with sockets."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any, Protocol

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.protocols.commands import JsonLines, Word, commands
from ludoteca.protocols.commands.words import LeaderHand
from ludoteca.server import TcpServer
from tests.conftest import TIMEOUT
from tests.games.renaissance.first_seat import FirstSeat
from tests.protocols.commands.local import container, word
from tests.protocols.commands.player import Player


class Program:
    """A client program with a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[Word] = []

    def say(self, command: str, **members: Any) -> None:
        self.write(word(command, **members))

    def write(self, said: Word) -> None:
        self.writer.write(JsonLines().write(said))

    async def asks(self, line: str) -> list[Word]:
        """Send a line and return the words up to its answer."""
        self.writer.write(line.encode() + b'\n{"command":"HELLO"}\n')
        begin = len(self.heard)
        await self.until("HELLO")
        return self.heard[begin:-1]

    async def hear(self) -> Word | None:
        """Return the next word, or None once the connection is closed."""
        async with asyncio.timeout(TIMEOUT):
            line = await self.reader.readline()
        for heard in JsonLines().feed(line):
            assert isinstance(heard, Word)
            self.heard.append(heard)
            return heard
        return None

    async def until(self, command: str) -> Word:
        """Return the next word with this command."""
        while heard := await self.hear():
            if heard.command == command:
                return heard
        raise AssertionError(f"no {command} before the end")

    async def reply(self, text: str) -> None:
        """Wait for this reply."""
        while (await self.until("REPLY")).info != text:
            pass

    async def play(self, player: Player) -> None:
        """Let a player answer past and future words until the match is over."""
        said = [says for heard in self.heard for says in player.hear(heard)]
        while not player.picture.over:
            for says in said:
                self.write(says)
            heard = await self.hear()
            assert heard is not None
            said = list(player.hear(heard))


class Closing(Protocol):
    """A client that is closed at the end of a test."""

    writer: asyncio.StreamWriter


class TcpClients:
    """A server with an open port, and its clients."""

    def __init__(self, server: Dispatcher, door: TcpServer, port: int) -> None:
        self.dispatcher, self.door, self.port = server, door, port
        self.programs: list[Closing] = []

    async def program(self, name: str = "") -> Program:
        program = Program(*await asyncio.open_connection("127.0.0.1", self.port))
        self.programs.append(program)
        await program.until("REPLY")
        if name:
            program.say("LOGIN", info=name)
            await program.until("LOGIN")
        return program

    async def match(self, *names: str) -> list[Program]:
        programs = [await self.program(name) for name in names]
        programs[0].say("CREATE_LOBBY", name="room1", players=len(names))
        await programs[0].until("PLAYER_LIST")
        for program in programs[1:]:
            program.say("JOIN_LOBBY", name="room1")
            await program.until("PLAYER_LIST")
        programs[0].say("START_GAME")
        return programs

    async def begun(self, *names: str) -> list[Program]:
        """Start a match and let everyone choose leaders and resources."""
        programs = await self.match(*names)
        for program in programs:
            hand = await program.until("NOTIFY_HAND")
            assert isinstance(hand, LeaderHand)
            for leader in hand.cards[:2]:
                program.say("DISCARD_LEADER", id=leader)
        for program in programs[1:]:
            await program.until("ASK_SETUP_RESOURCES")
            program.say("SETUP_CONTAINER", **container("GOLD", 1, "DEPOSIT", 3))
        for program in programs:
            await program.until("NOTIFY_GAME_STARTED")
        return programs


@asynccontextmanager
async def open_tcp(ping: float = 60.0, pongs: int = 4, first: int = 0) -> AsyncIterator[TcpClients]:
    """Open a server where the given seat plays first at every table."""
    metrics, dice = Metrics(), FirstSeat(7, first)
    server = Dispatcher(Services(MemoryJournal(), dice, time.time, Bots(BOTS, Dice(7)), metrics))
    await server.open()
    door = TcpServer("commands", lambda: commands(token_hex(4), ping, pongs), server, metrics)
    tcp = TcpClients(server, door, await door.open("127.0.0.1", 0))
    try:
        yield tcp
    finally:
        for program in tcp.programs:
            program.writer.close()
        await door.close()
