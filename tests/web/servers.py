"""Servers for browsers to visit, which can be closed, killed and opened again on the same port."""

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import aiohttp

from ludoteca.core import AbsencePolicy
from ludoteca.games import Dice
from tests.conftest import TIMEOUT
from tests.forked import Forked
from tests.reserved_port import ReservedPort
from tests.server.websockets import Client, WebClients
from tests.web.seeded import seeded

T = TypeVar("T")
NUMBERS = count()


class ServerProcess:
    """A server with seeded chance in a process of its own."""

    def __init__(
        self,
        folder: Path,
        seed: int = 7,
        begin: float | None = None,
        absence_policy: AbsencePolicy | None = None,
    ) -> None:
        begins = time.time() if begin is None else begin
        self._words = (folder, seed, begins, absence_policy or AbsencePolicy())
        self._reserved = ReservedPort()
        self.port = self._reserved.number
        self._process: Forked | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        self._process = Forked(seeded, self.port, *self._words)
        assert int(self._process.said.readline()) == self.port

    def close(self) -> None:
        """Shut down gracefully."""
        if self._process:
            self._process.terminate()

    def kill(self) -> None:
        if self._process:
            self._process.kill()

    def release(self) -> None:
        """Kill the server and give its port back."""
        self.kill()
        self._reserved.release()


@contextmanager
def server_process(
    folder: Path,
    seed: int = 7,
    begin: float | None = None,
    absence_policy: AbsencePolicy | None = None,
) -> Iterator[ServerProcess]:
    server = ServerProcess(folder, seed, begin, absence_policy)
    try:
        server.open()
        yield server
    finally:
        server.release()


class Programs:
    """Programs that play on a server while browsers watch, on an event loop in a thread."""

    def __init__(self, server: ServerProcess) -> None:
        self._dispatcher, self._loop = server, asyncio.new_event_loop()
        self._web: WebClients | None = None
        self.tokens: dict[str, str] = {}
        """The latest token of each name."""

    def do(self, doing: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the loop and return its result."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(TIMEOUT)

    def come_in(self, name: str, **more: Any) -> "Program":
        """Log in, or log in again."""
        program = Program(self, self.do(self._come_in(name, self.tokens.get(name, ""), **more)))
        self.tokens[name] = program.token
        return program

    async def _come_in(self, name: str, token: str, **more: Any) -> Client:
        self._web = self._web or WebClients(aiohttp.ClientSession(), self._dispatcher.port)
        return await self._web.come_in(name, token, **more)

    @contextmanager
    def running(self) -> Iterator["Programs"]:
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        try:
            yield self
        finally:
            if self._web:
                self.do(self._web.close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()


class Program:
    """A client that speaks JSON over a WebSocket, called from synchronous code."""

    def __init__(self, programs: Programs, client: Client) -> None:
        self._programs, self._client, self.token = programs, client, client.token

    def say(self, **request: Any) -> None:
        self._programs.do(self._client.say(**request))

    def hear(self, notice: str) -> Any:
        """Return the next notice of this kind."""
        return self._programs.do(self._client.hear(notice))

    def ask(self, answer: str, **request: Any) -> Any:
        return self._programs.do(self._client.ask(answer, **request))

    def leave(self) -> None:
        self._programs.do(self._client.socket.close())


def play_out(
    programs: Programs, game: str, *names: str, seed: int = 7, moves: int | None = None
) -> int:
    """Let programs play a game to its end, or `moves` random moves of it; return its table.

    All of them have left the table by then.
    """
    players = [programs.come_in(name) for name in names]
    shown = players[0].ask("table_shown", do="open_table", game=game, seats=len(players))
    table = int(shown["info"]["table"])
    for player in players[1:]:
        player.ask("table_shown", do="join_table", table=table)
    dice, played = Dice(seed), count()
    while next(played) != moves and any(play_one(player, table, dice) for player in players):
        pass
    for player in players:
        player.leave()
    return table


def play_one(player: Program, table: int, dice: Dice) -> bool:
    """Play a random move; return False if there is none."""
    moves = player.ask("moves", do="ask_moves", table=table)["moves"]
    if not moves:
        return False
    move, own = moves[dice.below(len(moves))], f"move {next(NUMBERS)}"
    player.say(do="play", table=table, move=move, id=own)
    while player.hear("table_news")["record"].get("request") != own:
        pass
    return True
