"""The commands door: programs with sockets, which drop, return, fall silent and play."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from ludoteca.bots import BOTS, Bots
from ludoteca.games import Dice, Seat
from ludoteca.hall import House, Supplies
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.server import TcpDoor
from ludoteca.wire.commands import JsonLines, Word, commands
from ludoteca.wire.commands.words import Table
from tests.games.renaissance.luck import FirstSeat
from tests.hall.guests import keeper_of
from tests.wire.commands.lounge import word
from tests.wire.commands.player import Player

PATIENCE = 30.0


class Program:
    """A program at the other end of a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[Word] = []

    def say(self, command: str, **members: Any) -> None:
        self.write(word(command, **members))

    def write(self, said: Word) -> None:
        self.writer.write(JsonLines().write(said))

    async def hear(self) -> Word | None:
        """The next word, or None once the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            line = await self.reader.readline()
        for heard in JsonLines().feed(line):
            assert isinstance(heard, Word)
            self.heard.append(heard)
            return heard
        return None

    async def until(self, command: str) -> Word:
        """The next word with this command."""
        while heard := await self.hear():
            if heard.command == command:
                return heard
        raise AssertionError(f"no {command} before the end")

    async def play(self, player: Player) -> None:
        """Let a player answer what was heard and is heard until the match is over."""
        said = [says for heard in self.heard for says in player.hear(heard)]
        while not player.picture.over:
            for says in said:
                self.write(says)
            heard = await self.hear()
            assert heard is not None
            said = list(player.hear(heard))


class Street:
    """A house with an open door."""

    def __init__(self, house: House, door: TcpDoor, port: int) -> None:
        self.house, self.door, self.port = house, door, port
        self.programs: list[Program] = []

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


@asynccontextmanager
async def open_street(ping: float = 60.0, pongs: int = 4, first: int = 0) -> AsyncIterator[Street]:
    """A house where this seat of every table plays first."""
    metrics, luck = Metrics(), FirstSeat(7, first)
    house = House(Supplies(MemoryJournal(), luck, time.time, Bots(BOTS, Dice(7)), metrics))
    await house.open()
    door = TcpDoor("commands", partial(commands, ping, pongs), house, metrics)
    street = Street(house, door, await door.open("127.0.0.1", 0))
    try:
        yield street
    finally:
        for program in street.programs:
            program.writer.close()
        await door.close()


Story = Callable[[Street], Coroutine[Any, Any, None]]


def on_the_street(story: Story, first: int = 0) -> Callable[[], None]:
    def test() -> None:
        async def told() -> None:
            async with open_street(first=first) as street:
                await story(street)

        asyncio.run(told())

    test.__name__ = story.__name__
    return test


# Deployed clients take the names in GAME_SETUP for the playing order, and count favours and points
# by it.
@partial(on_the_street, first=2)
async def test_a_whole_match_in_which_the_last_to_come_plays_first(street: Street) -> None:
    programs = await street.match("alice", "bob", "carla")
    carla = programs[-1]
    order = ("carla", "alice", "bob")
    for program in programs:
        laid = await program.until("GAME_SETUP")
        assert isinstance(laid, Table)
        assert laid.names == order
        ahead = await program.until("NOTIFY_FAITHPATH_CURRENT")
        assert (ahead.sender, getattr(ahead, "qty", 0)) == ("bob", 1)
    players = [Player(name, place) for place, name in enumerate(("alice", "bob", "carla"))]
    await asyncio.gather(*(p.play(q) for p, q in zip(programs, players, strict=True)))
    asked = [[w.command for w in p.heard].count("ASK_SETUP_RESOURCES") for p in programs]
    assert asked == [1, 1, 0]
    begun = [w.command for w in carla.heard].index("NOTIFY_GAME_STARTED")
    assert carla.heard[begun + 1].command == "NOTIFY_TURN_CHANGE"
    points = {
        name: points_of(street.house, seat) for seat, name in enumerate(("alice", "bob", "carla"))
    }
    for player in players:
        assert player.picture.scores is not None
        assert player.picture.scores.names == order
        totals = tuple(sum(points[name].values()) for name in order)
        assert player.picture.scores.points == totals
        drawn = {name: board.favours for name, board in player.picture.boards.items()}
        assert drawn == {name: points[name]["pope_tiles"] for name in order}


def points_of(house: House, seat: int) -> dict[str, int]:
    """What a seat has earned, by source."""
    table = keeper_of(house).table
    return {p.source: p.amount for p in table.rules.points(table.view(None), Seat(seat))}


@on_the_street
async def test_a_whole_match_over_sockets(street: Street) -> None:
    names = ("alice", "bob", "carla")
    programs = await street.match(*names)
    players = [Player(name, place) for place, name in enumerate(names)]
    await asyncio.gather(*(p.play(q) for p, q in zip(programs, players, strict=True)))
    totals = tuple(sum(points_of(street.house, seat).values()) for seat in range(3))
    assert [player.picture.scores.points for player in players if player.picture.scores] == (
        [totals] * 3
    )
    drawn = [player.picture.sketch() for player in players]
    assert drawn[0] == drawn[1] == drawn[2]


@on_the_street
async def test_who_drops_returns_to_the_seat_and_finishes_the_match(street: Street) -> None:
    alice, bob = await street.match("alice", "bob")
    await alice.until("ASK_LEADER_ID")
    await bob.until("ASK_LEADER_ID")
    bob.writer.close()
    dropped = await alice.until("REPLY")
    assert dropped.info == "# bob has lost the connection: the match waits a while"
    bob = await street.program("bob")
    back = await alice.until("REPLY")
    assert back.info == "# bob is back"
    await bob.until("ASK_LEADER_ID")
    alice.writer.close()
    dropped = await bob.until("REPLY")
    assert dropped.info == "# alice has lost the connection: the match waits a while"
    alice = await street.program("alice")
    back = await bob.until("REPLY")
    assert back.info == "# alice is back"
    players = [Player("alice", 5), Player("bob", 6)]
    await asyncio.gather(alice.play(players[0]), bob.play(players[1]))
    assert players[0].picture.scores == players[1].picture.scores is not None


@on_the_street
async def test_quitting_says_bye_and_closes(street: Street) -> None:
    alice, bob = await street.match("alice", "bob")
    await alice.until("ASK_LEADER_ID")
    await bob.until("ASK_LEADER_ID")
    bob.say("QUIT")
    bye = await bob.until("REPLY")
    assert bye.info == "Bye bye!"
    assert await bob.hear() is None
    await alice.until("USER_LEFT_GAME")
    await alice.until("END_GAME")


@on_the_street
async def test_the_house_says_when_it_closes(street: Street) -> None:
    alice = await street.program("alice")
    await alice.until("LOBBY_LIST")
    await street.door.close()
    said = await alice.until("REPLY")
    assert said.info == "The house closes; everything is kept, and your seats wait."
    assert await alice.hear() is None


# "After T_{ms} sends a Ping message to the user. Disconnects the user after N unreceived Pongs
# (disc. time = T * N). Every correctly received command also counts as a Pong command."
def test_who_falls_silent_is_let_go_and_the_seat_waits() -> None:
    async def story() -> None:
        async with open_street(ping=0.02, pongs=3) as street:
            silent = await street.program("alice")
            silent.say("CREATE_LOBBY", name="room1", players=2)
            await silent.until("INACTIVITY_KICK")
            assert await silent.hear() is None
            again = await street.program("alice")
            joined = await again.until("PLAYER_LIST")
            assert joined.info == "Players connected in room1:"
            for _ in range(12):
                await again.until("PING")
                again.say("PONG")

    asyncio.run(story())
