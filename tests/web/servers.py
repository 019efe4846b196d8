"""Houses for browsers to visit: they can be closed, killed, and opened again where they were."""

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
from tests.forked import Forked
from tests.server.websockets import TIMEOUT, Client, WebClients
from tests.web.seeded import seeded

T = TypeVar("T")
NUMBERS = count()


class ServerProcess:
    """A house with seeded luck, in a process of its own."""

    def __init__(
        self,
        folder: Path,
        seed: int = 7,
        begin: float | None = None,
        absence_policy: AbsencePolicy | None = None,
    ) -> None:
        """Closed, until it is opened; its port is its own from then on."""
        begins = time.time() if begin is None else begin
        self._words = (folder, seed, begins, absence_policy or AbsencePolicy())
        self.port = 0
        self._process: Forked | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        self._process = Forked(seeded, self.port, *self._words)
        self.port = int(self._process.said.readline())

    def close(self) -> None:
        """Close it politely, if it is open."""
        if self._process:
            self._process.terminate()

    def kill(self) -> None:
        """Let it die in the middle of whatever it does."""
        if self._process:
            self._process.kill()


@contextmanager
def server_process(
    folder: Path,
    seed: int = 7,
    begin: float | None = None,
    absence_policy: AbsencePolicy | None = None,
) -> Iterator[ServerProcess]:
    """An open house."""
    server = ServerProcess(folder, seed, begin, absence_policy)
    try:
        server.open()
        yield server
    finally:
        server.kill()


class Programs:
    """Programs that play at a house while browsers look: on a loop of their own, in a thread."""

    def __init__(self, server: ServerProcess) -> None:
        self._dispatcher, self._loop = server, asyncio.new_event_loop()
        self._web: WebClients | None = None
        self.tokens: dict[str, str] = {}
        """The last one of each name."""

    def do(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do this on the loop, and wait for what comes of it."""
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(TIMEOUT)

    def come_in(self, name: str, **more: Any) -> "Program":
        """Somebody who comes in, or comes back."""
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
    """Somebody who speaks JSON over a WebSocket, asked without waiting in a coroutine."""

    def __init__(self, programs: Programs, client: Client) -> None:
        self._programs, self._client, self.token = programs, client, client.token

    def say(self, **request: Any) -> None:
        self._programs.do(self._client.say(**request))

    def hear(self, notice: str) -> Any:
        """The next notice of this kind."""
        return self._programs.do(self._client.hear(notice))

    def ask(self, answer: str, **request: Any) -> Any:
        return self._programs.do(self._client.ask(answer, **request))

    def leave(self) -> None:
        self._programs.do(self._client.socket.close())


def play_out(
    programs: Programs, game: str, *names: str, seed: int = 7, moves: int | None = None
) -> int:
    """A game between programs to its end, or so many moves of it, drawn from those offered.

    Its table, which they have left.
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
    """Whether there was a move to play; then it has been played."""
    moves = player.ask("moves", do="ask_moves", table=table)["moves"]
    if not moves:
        return False
    move, own = moves[dice.below(len(moves))], f"move {next(NUMBERS)}"
    player.say(do="play", table=table, move=move, id=own)
    while player.hear("table_news")["record"].get("request") != own:
        pass
    return True
