"""Whole matches over real sockets, by programs that know only the wire format."""

import asyncio
import json
import random
from contextlib import suppress

import msgspec
import pytest

from ludoteca.core import Dispatcher
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import AnyRequest, Notice, TableNews, TableShown, ViewThunk
from ludoteca.protocols import WebCodec
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.listener import LocalListener
from tests.protocols.prompts.programs import Program, leave, open_dispatcher, score
from tests.protocols.prompts.talk import answers_to


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=no_coverage), pytest.param(4, marks=no_coverage)]
)
async def test_a_whole_match_is_refereed_by_the_rules(players: int) -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", players, n) for n in range(players)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        await asyncio.gather(*(program.play() for program in programs))
        said = score(keeper_of(server))
        for program in programs:
            assert program.of("Win") == [{"s": said, "type": "Win"}]
            # After Win the same connection is asked again for a name.
            assert program.heard[-1]["type"] == "ChooseUsername"
            assert not program.of("NotValidMove")
        await leave(*programs)


async def test_nothing_secret_crosses_to_another_connection() -> None:
    async with open_dispatcher() as (_, port):
        programs = [Program(f"p{n}#secret-{n}", 3, n) for n in range(3)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        await asyncio.gather(*(program.play() for program in programs))
        cards = [{json.dumps(x["personalCard"]) for x in p.of("GraphicalGameInfo")}
                 for p in programs]  # fmt: skip
        for seat, program in enumerate(programs):
            assert len(cards[seat]) == 1
            for other in {0, 1, 2} - {seat}:
                card = json.loads(next(iter(cards[other])))
                assert (
                    json.dumps(card["matrixPersonal"], separators=(",", ":")).encode()
                    not in program.raw
                )
                assert f"secret-{other}".encode() not in program.raw
            assert f"p{seat}#secret-{seat}" in program.of("GraphicalGameInfo")[0]["usernames"]
        await leave(*programs)


class Browser(LocalListener):
    """A browser client that plays any move as soon as it can."""

    def __init__(self, server: Dispatcher) -> None:
        self.dispatcher, self.dice = server, Dice(5)
        self.tasks: set[asyncio.Task[None]] = set()
        self.raw = b""

    async def say(self, words: str) -> None:
        for request in WebCodec().feed(words.encode()):
            assert isinstance(request, AnyRequest)
            await self.dispatcher.handle(self, request)

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        self.raw += WebCodec().write(notice)
        view = look() if look and isinstance(notice, TableNews) else None
        view = notice.view if isinstance(notice, TableShown) else view
        if view is not None and view.turn is not None and view.turn == view.eyes:
            task = asyncio.create_task(self.move(view.eyes))
            self.tasks.add(task)

    async def move(self, seat: Seat) -> None:
        move = shelfie.sample(keeper_of(self.dispatcher).table.state, seat, self.dice)
        await self.say(f'{{"do":"play","table":1,"move":{msgspec.json.encode(move).decode()}}}')


async def test_a_table_is_shared_with_the_browser() -> None:
    async with open_dispatcher() as (server, port):
        program = Program("p0", 2)
        await program.connect(port)
        await program.until(lambda: bool(program.of("Lobby")))
        browser = Browser(server)
        await browser.say('{"do":"enter","name":"Bruna"}')
        await browser.say('{"do":"join_table","table":1}')
        await program.play()
        assert program.of("Win")[0]["s"] == score(keeper_of(server))
        assert program.of("GraphicalGameInfo")[0]["usernames"] == ["p0", "Bruna", None, None]
        await leave(program)


async def test_a_table_is_shared_with_bots() -> None:
    async with open_dispatcher() as (server, port):
        browser = Browser(server)
        await browser.say('{"do":"enter","name":"Bruna"}')
        await browser.say('{"do":"open_table","game":"shelfie","seats":3}')
        await browser.say('{"do":"seat_bot","table":1,"bot":"greedy"}')
        program = Program("p0", 2)
        await program.connect(port)
        await program.play()
        assert program.of("OldGameId")[0]["s"] == (
            "Available games: 0) Bruna, Elio (bot) (2/3: both squares of one kind)"
        )
        assert program.of("Win")[0]["s"] == score(keeper_of(server))
        await leave(program)


async def test_dropped_player_returns_by_id_or_name_and_plays_on() -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", 3, n) for n in range(3)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        others = [asyncio.create_task(program.play()) for program in programs[1:]]
        first = programs[0]
        await first.until(lambda: len(first.of("GraphicalGameInfo")) > 4)
        for by_id in (True, False):
            seen = len(first.of("GraphicalGameInfo"))
            await leave(first)
            while server.people.is_here("p0"):
                await asyncio.sleep(0)
            await first.connect(port)
            assert (await first.hear())["type"] == "Reconnect"
            if by_id:
                first.say('{"s":"Reconnect","type":"ReconnectionAnswer"}')
                assert (await first.hear())["type"] == "OldGameId"
                number = first.of("UserIdMessage")[0]["id"]
                first.say(f'{{"id":{number},"type":"OldGameIdAnswer"}}')
            else:
                first.say('{"s":"","type":"ReconnectionAnswer"}')
                assert (await first.hear())["type"] == "ChooseUsername"
                first.say('{"s":"p0","type":"UsernameAnswer"}')
            assert (await first.hear())["type"] == "WelcomeBack"
            first.answer(first.heard[-1])
            assert (await first.hear())["type"] == "StartingGame"
            first.answer(first.heard[-1])
            assert (await first.hear())["type"] == "GraphicalGameInfo"
            first.answer(first.heard[-1])
            await first.until(lambda n=seen: len(first.of("GraphicalGameInfo")) > n + 4)  # type: ignore[misc]
        await first.play()
        await asyncio.gather(*others)
        assert {program.of("Win")[0]["s"] for program in programs} == {score(keeper_of(server))}
        assert programs[1].of("Disconnection")[0]["s"] == "'p0' user logged out"
        await leave(*programs)


async def test_last_connected_player_wins_after_the_countdown() -> None:
    async with open_dispatcher(pause=0.05) as (server, port):
        programs = [Program(f"p{n}", 2, n) for n in range(2)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        first = programs[0]
        await first.until(lambda: bool(first.of("StartingGame")))
        await leave(programs[1])
        await first.play()
        said = first.of("Win")[0]["s"]
        assert said.startswith("The winner is p0 who has scored 0 points")
        assert said == score(keeper_of(server))
        await leave(*programs)


async def test_noise_at_the_port_disturbs_no_match() -> None:
    async def noise(port: int, dice: random.Random) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                for _ in range(20):
                    words = [dice.randbytes(50), b"\n", b'{"type":"ACK"}\n', b"p0\n"]
                    writer.write(dice.choice(words))
                with suppress(ConnectionError):
                    await reader.read(1000)
            finally:  # also when it is cancelled
                writer.transport.abort()

    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", 2, n) for n in range(2)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        noises = [asyncio.create_task(noise(port, random.Random(n))) for n in range(2)]  # noqa: S311
        await asyncio.gather(*(program.play() for program in programs))
        assert {program.of("Win")[0]["s"] for program in programs} == {score(keeper_of(server))}
        for task in noises:
            assert not task.done()
            task.cancel()
        await asyncio.gather(*noises, return_exceptions=True)
        await leave(*programs)


async def test_unresponsive_player_is_disconnected_and_the_opponent_notified() -> None:
    async with open_dispatcher(answer=1.0, pause=0.05) as (server, port):
        programs = [Program(f"p{n}", 2, n) for n in range(2)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        silent, other = programs
        winning = asyncio.create_task(other.play())
        while (await silent.hear())["type"] != "RefusedConnection":
            if answers_to(silent.heard[-1]) != "Move":
                silent.answer(silent.heard[-1])
        silent.writer.write(b'{"type":"Move"}\n{"type":"ACK"}\n')
        with pytest.raises(ConnectionResetError):
            await silent.reader.readline()
        await winning
        assert other.of("Disconnection")[0]["s"].startswith("'p0' user logged out")
        assert other.of("Win")[0]["s"] == score(keeper_of(server))
        await leave(*programs)
