"""Whole matches over real sockets, by programs that know only the wire format."""

import asyncio

import msgspec
import pytest

from ludoteca.core import Dispatcher
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import AnyRequest, Notice, TableNews, TableShown, ViewThunk
from ludoteca.protocols import WebCodec
from ludoteca.protocols.requests.views import PERSONAL_GOALS
from ludoteca.protocols.requests.words import (
    ChatMessage,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    PlayerDisconnectedNotify,
    Tile,
)
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.listener import LocalListener
from tests.protocols.requests.matches import sat_down, score, winner
from tests.protocols.requests.programs import Program, open_dispatcher
from tests.protocols.sizes import every_table

pytestmark = no_coverage


@every_table
async def test_a_whole_match_is_refereed_by_the_rules(players: int, *, streams: bool) -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", players, n, streams=streams) for n in range(players)]
        await sat_down(port, *programs)
        await asyncio.gather(*(program.play() for program in programs))
        points, best = score(server), winner(server)
        (mover,) = {program.of(EndTurnNotify)[-players].player for program in programs}
        shown = next(program for program in programs if program.name == mover)
        assert (shown.of(EndTurnNotify)[-players - 1].player == mover) == streams
        for program in programs:
            final = program.of(EndTurnNotify)[-players:]
            assert {turn.player: turn.points for turn in final} == points
            shelves = {turn.player: turn.bookshelf for turn in program.of(EndTurnNotify)}
            assert len(shelves) == players
            assert any(all(Tile.EMPTY not in row for row in s) for s in shelves.values())
            assert_the_end(program, players)
            if streams:
                said = f"The winner is {best}, with {points[best]} points."
                assert program.of(ChatMessage)[-1].text_message == said
            else:
                assert program.heard[-1] == GameResultNotify(best, points)


def assert_the_end(program: Program, players: int) -> None:
    """Assert that the shelves precede the result, the last mover's own shelf first."""
    turns = program.of(EndTurnNotify)[-players - 1 :]
    before, *final = turns
    assert all(turn.player == turn.next_player for turn in final)
    if program.streams:
        if before.player == program.name == final[0].player:
            assert before.next_player != program.name
            assert before.bookshelf == final[0].bookshelf
        last = [type(word) for word in program.heard[-players - 2 :]]
        assert last == [*[EndTurnNotify] * players, ChatMessage, GameResultNotify]
    else:
        assert before.player != final[0].player  # no turn is announced twice


async def test_nothing_secret_crosses_to_another_connection() -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}#secret-{n}", 3, n, streams=n == 0) for n in range(3)]
        await sat_down(port, *programs)
        await asyncio.gather(*(program.play() for program in programs))
        cards = [program.of(GameStartNotify)[0].personal_goal for program in programs]
        for seat, program in enumerate(programs):
            assert len(program.of(GameStartNotify)) == 1
            assert cards[seat].id == keeper_of(server).table.state.goals[Seat(seat)]
            assert f"secret-{seat}".encode() not in program.raw
            for other in {0, 1, 2} - {seat}:
                assert f"secret-{other}".encode() not in program.raw
                written = msgspec.json.encode(PERSONAL_GOALS[cards[other].id].positions)
                assert written not in program.raw
        written = msgspec.json.encode(cards[1].positions)
        assert written in programs[1].raw  # it would be found if it were there


class Browser(LocalListener):
    """A browser client that plays any move as soon as it can."""

    def __init__(self, server: Dispatcher) -> None:
        self.dispatcher, self.dice = server, Dice(5)
        self.tasks: set[asyncio.Task[None]] = set()

    async def say(self, words: str) -> None:
        for request in WebCodec().feed(words.encode()):
            assert isinstance(request, AnyRequest)
            await self.dispatcher.handle(self, request)

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        view = look() if look and isinstance(notice, TableNews) else None
        view = notice.view if isinstance(notice, TableShown) else view
        if view is not None and view.turn is not None and view.turn == view.eyes:
            self.tasks.add(asyncio.create_task(self.move(view.eyes)))

    async def move(self, seat: Seat) -> None:
        move = shelfie.sample(keeper_of(self.dispatcher).table.state, seat, self.dice)
        await self.say(f'{{"do":"play","table":1,"move":{msgspec.json.encode(move).decode()}}}')


async def test_a_table_is_shared_by_browsers_and_both_encodings() -> None:
    async with open_dispatcher() as (server, port):
        browser = Browser(server)
        await browser.say('{"do":"enter","name":"Bruna"}')
        await browser.say('{"do":"open_table","game":"shelfie","seats":3}')
        programs = [Program("p0", 9, streams=True), Program("p1", 9)]
        await sat_down(port, *programs)
        await asyncio.gather(*(program.play() for program in programs))
        for program in programs:
            assert program.of(GameStartNotify)[0].players == ("Bruna", "p0", "p1")
            final = program.of(EndTurnNotify)[-3:]
            assert {turn.player: turn.points for turn in final} == score(server)


@pytest.mark.parametrize("streams", [True, False])
async def test_dropped_player_returns_and_plays_on(streams: bool) -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", 3, n, streams=n != 1) for n in range(3)]
        programs[0].streams = streams
        await sat_down(port, *programs)
        others = [asyncio.create_task(program.play()) for program in programs[1:]]
        first = programs[0]
        for _ in range(3):
            seen = len(first.of(EndTurnNotify))
            await first.until(lambda n=seen: len(first.of(EndTurnNotify)) > n + 4)  # type: ignore[misc]
            first.writer.transport.abort()
            while server.people.is_here("p0"):
                await asyncio.sleep(0)
            starts = len(first.of(GameStartNotify))
            await first.connect(port)
            await first.until(lambda n=starts: len(first.of(GameStartNotify)) > n)  # type: ignore[misc]
        await first.play()
        await asyncio.gather(*others)
        for program in programs:
            final = program.of(EndTurnNotify)[-3:]
            assert {turn.player: turn.points for turn in final} == score(server)
        assert programs[1].of(PlayerDisconnectedNotify)[0].disconnected_player == "p0"
        assert not programs[2].of(PlayerDisconnectedNotify)
        said = {chat.text_message for chat in programs[2].of(ChatMessage)}
        assert {"p0 is absent; the seat is kept.", "p0 is back."} <= said


async def test_last_connected_player_wins_after_the_countdown() -> None:
    async with open_dispatcher(pause=0.05) as (server, port):
        programs = [Program(f"p{n}", 2, n, streams=n == 0) for n in range(2)]
        await sat_down(port, *programs)
        programs[1].writer.transport.abort()
        await programs[0].play()
        assert winner(server) == "p0"
        said = programs[0].of(ChatMessage)[-1].text_message
        assert said == f"The winner is p0, with {score(server)['p0']} points."


async def test_a_thousand_simultaneous_messages_are_answered() -> None:
    async with open_dispatcher() as (_, port):
        program = Program("p0", 2)
        await sat_down(port, program)
        line = program.end.write(ChatMessage(None, "nobody", "hello"))
        program.writer.write(line * 1000)
        await program.until(lambda: len(program.of(ChatMessage)) == 1000)
        program.writer.transport.abort()
