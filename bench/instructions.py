"""Instructions per move of My Shelfie: by the rules, through the core, and over a WebSocket.

Valgrind counts instructions, which hardly vary between runs and do not depend on other load. Games
are random, but their moves are chosen beforehand. The difference between playing all of them and
playing the first excludes start-up. Moves over a WebSocket include the work of their clients.
"""

import argparse
import asyncio
import gc
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from pathlib import Path

import msgspec
import uvloop
from lean import HOST, WebSocket, come_in, frame
from report import progress, table

from ludoteca.bots import BOTS, Bots
from ludoteca.cli.serve import YOUNG_COLLECTIONS, YOUNG_OBJECTS
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice, Seat, replay, shelfie
from ludoteca.games.parts import accepted
from ludoteca.games.shelfie import TakeTiles
from ludoteca.journal import MemoryJournal
from ludoteca.messages import (
    AnyRequest,
    Enter,
    JoinTable,
    Notice,
    OpenTable,
    Play,
    TableNews,
    TableShown,
    ViewThunk,
    Watch,
)
from ludoteca.ops import Metrics
from ludoteca.protocols import UnreadableError, WebFrames
from ludoteca.server import WebServer

PLAYERS = (2, 2, 3, 4)
"""Players of each game; its number is the seed."""
PAUSE = 10.0
"""Seconds between two moves, so that no rate limit refuses one."""
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
COUNT = re.compile(r"I +refs: +([\d,]+)")


class Turn(msgspec.Struct, frozen=True):
    """A move and the seat that plays it."""

    seat: Seat
    move: TakeTiles


class Game(msgspec.Struct, frozen=True):
    """A game whose moves are known."""

    seed: int
    players: int
    turns: tuple[Turn, ...]


def random_game(seed: int, players: int) -> Game:
    dice, choice = Dice(seed), Dice(1000 + seed)
    state = replay(shelfie, accepted(shelfie.setup(players, shelfie.Options(), dice)))
    turns = []
    while not state.outcome:
        turn = Turn(state.turn, accepted(shelfie.sample(state, state.turn, choice)))
        events = accepted(shelfie.play(state, turn.seat, turn.move, dice))
        state = reduce(shelfie.apply, events, state)
        turns.append(turn)
    return Game(seed, players, tuple(turns))


def by_rules(games: Iterable[Game], *, guided: bool) -> None:
    """Play games with the calls that the core makes, and with guides those for each player."""
    for game in games:
        dice, seats = Dice(game.seed), [Seat(seat) for seat in range(game.players)]
        state = replay(shelfie, accepted(shelfie.setup(game.players, shelfie.Options(), dice)))
        for turn in game.turns:
            events = accepted(shelfie.play(state, turn.seat, turn.move, dice))
            state = reduce(shelfie.apply, events, state)
            for event in events:
                shelfie.redact(event, None)
            shelfie.seats_to_move(state)
            for seat in seats if guided else ():
                view = shelfie.view(state, seat)
                for other in seats:
                    shelfie.points(view, other)
                shelfie.guide(state, seat, None)
        assert state.outcome


class WebClient:
    """A client in this process, which encodes notices as a WebSocket connection does."""

    name = bot = ""
    address = "local"
    protocol = "web"
    names_only = False
    cannot_undo = False

    def __init__(self, dispatcher: Dispatcher, codec: WebFrames) -> None:
        self._dispatcher, self._codec = dispatcher, codec
        self.news = 0
        """Moves this client has heard of."""
        self.table = 0

    def tell(self, notice: Notice, _: ViewThunk | None = None) -> None:
        self._codec.write(notice)
        if isinstance(notice, TableNews):
            self.news += 1
        elif isinstance(notice, TableShown):
            self.table = notice.info.table

    async def answers(self) -> bool:
        return True

    async def ask(self, request: AnyRequest) -> None:
        await self._dispatcher.handle(self, request)

    async def send(self, data: bytes) -> None:
        """Send a request as bytes, as a browser does."""
        request = self._codec.read(data)
        assert not isinstance(request, UnreadableError), request
        await self._dispatcher.handle(self, request)


def by_core(games: Iterable[Game], *, guided: bool) -> None:
    asyncio.run(_by_core(games, guided=guided))


def new_dispatcher(dice: Dice, clock: Callable[[], float]) -> Dispatcher:
    services = Services(MemoryJournal(), dice, clock, Bots(BOTS, Dice(0)), Metrics(), clock=clock)
    return Dispatcher(services)


async def _by_core(games: Iterable[Game], *, guided: bool) -> None:
    now, dice, codec = 0.0, Dice(0), WebFrames()
    dispatcher = new_dispatcher(dice, lambda: now)
    await dispatcher.open()
    for game in games:
        now += 100 * PAUSE
        clients = [WebClient(dispatcher, codec) for _ in range(game.players)]
        for seat, client in enumerate(clients):
            await client.ask(Enter(name=f"p{game.seed}x{seat}"))
        await clients[0].ask(OpenTable(game=shelfie.NAME, seats=game.players))
        for client in clients[1:]:
            dice.state = Dice(game.seed).state  # the last to sit starts the game
            await client.ask(JoinTable(table=clients[0].table))
        if guided:
            for client in clients:
                await client.ask(Watch(table=client.table, with_guide=True))
        for seat, request in encoded(game, clients[0].table):
            now += PAUSE
            before = clients[seat].news
            await clients[seat].send(request)
            assert clients[seat].news == before + 1


def encoded(game: Game, table: int) -> list[tuple[Seat, bytes]]:
    """Return the seats and requests of a game, encoded before any is sent."""
    return [
        (turn.seat, msgspec.json.encode(Play(table=table, move=turn.move, id=str(number))))
        for number, turn in enumerate(game.turns)
    ]


class Hearing:
    """Clients over WebSockets that wait until all of them have heard of a move."""

    def __init__(self, people: Sequence[WebSocket]) -> None:
        self._waiting = 0
        self._all: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._people = people

    def _heard(self, data: bytes) -> None:
        assert b'"move_played"' in data, data
        self._waiting -= 1
        if not self._waiting:
            self._all.set_result(None)

    async def play(self, mover: WebSocket, data: bytes) -> None:
        """Send a move, and wait until all have heard of it."""
        for person in self._people:
            person.heard = self._heard
        self._waiting = len(self._people)
        self._all = asyncio.get_running_loop().create_future()
        mover.transport.write(data)
        await self._all


def by_web(games: Iterable[Game]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_by_web(games))


async def _by_web(games: Iterable[Game]) -> None:
    now, dice = 0.0, Dice(0)
    dispatcher = new_dispatcher(dice, lambda: now)
    await dispatcher.open()
    server = WebServer(dispatcher)
    port = await server.open(HOST, 0)
    for game in games:
        now += 100 * PAUSE
        names = [f"p{game.seed}x{seat}" for seat in range(game.players)]
        people = [await come_in(port, WebSocket, name) for name in names]
        opener, *others = people
        options = {"do": "open_table", "game": shelfie.NAME, "seats": game.players}
        table = (await opener.ask("table_shown", **options))["info"]["table"]
        for other in others:
            dice.state = Dice(game.seed).state  # the last to sit starts the game
            await other.ask("table_shown", do="join_table", table=table)
        frames = [(seat, frame(request)) for seat, request in encoded(game, table)]
        hearing = Hearing(people)
        for seat, data in frames:
            now += PAUSE
            await hearing.play(people[seat], data)
        for person in people:
            person.close()
    await server.close()


WAYS: Mapping[str, Callable[[Iterable[Game]], None]] = {
    "rules": partial(by_rules, guided=False),
    "rules, with views and guides": partial(by_rules, guided=True),
    "core": partial(by_core, guided=False),
    "core, with views and guides": partial(by_core, guided=True),
    "web": by_web,
}


def counted(way: str, file: Path, games: int) -> int:
    """Return the instructions of a process that plays the first games of this file."""
    played = (sys.executable, __file__, "--way", way, "--file", str(file), "--games", str(games))
    done = subprocess.run(  # noqa: S603
        (*VALGRIND, *played),
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": "0"},
    )
    found = COUNT.search(done.stderr)
    assert found, done.stderr
    return int(found[1].replace(",", ""))


def per_move(way: str) -> float:
    """Return the instructions of an average move after the first game."""
    games = [random_game(seed, players) for seed, players in enumerate(PLAYERS)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.json"
        file.write_bytes(msgspec.json.encode(games))
        more = counted(way, file, len(games)) - counted(way, file, 1)
    return more / sum(len(game.turns) for game in games[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--way", choices=WAYS)
    parser.add_argument("--file", type=Path, help="games to play in this process, uncounted")
    parser.add_argument("--games", type=int, default=len(PLAYERS))
    asked = parser.parse_args()
    if asked.file:
        games = msgspec.json.decode(asked.file.read_bytes(), type=list[Game])
        # As the server does. Few games would end before or after a full collection by chance.
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, gc.get_threshold()[2])
        WAYS[asked.way](games[: asked.games])
        return
    rows = []
    for way in (asked.way,) if asked.way else WAYS:
        progress(way)
        rows.append((way, f"{per_move(way):,.0f}"))
    table(("My Shelfie", "instructions/move"), rows)


if __name__ == "__main__":
    main()
