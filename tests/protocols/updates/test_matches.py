"""Whole matches over real sockets, by programs that know only the wire format."""

import asyncio

import pytest

from ludoteca.core import Dispatcher
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import (
    Enter,
    JoinTable,
    MovePlayed,
    Notice,
    Play,
    TableNews,
    TableShown,
    ViewThunk,
)
from ludoteca.protocols import WebCodec
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.updates import client_lines, client_stream
from ludoteca.protocols.updates.words import (
    NO_LOGIN,
    AcceptedInsertion,
    Beep,
    ChatMessage,
    ChatUpdate,
    Disconnection,
    EndGameUpdate,
    GamesList,
    PersonalGoalCardUpdate,
    Reconnection,
    ScoresUpdate,
    StartTurnUpdate,
)
from tests.conftest import TIMEOUT, no_coverage
from tests.core.local import LocalClient, keeper_of, raw
from tests.protocols.sizes import every_table
from tests.protocols.updates.programs import Program, open_dispatcher, result, seat
from tests.protocols.updates.talk import names

pytestmark = no_coverage


@every_table
async def test_a_whole_match_is_refereed_by_the_rules(players: int, *, streams: bool) -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", n, java=streams) for n in range(players)]
        await seat(programs, port)
        await asyncio.gather(*(program.play() for program in programs))
        totals, winner = result(keeper_of(server))
        state = keeper_of(server).table.state
        for place, program in enumerate(programs):
            assert program.of(EndGameUpdate) == [EndGameUpdate(winner)]
            assert program.of(ScoresUpdate)[-1].scores == totals
            (card,) = program.of(PersonalGoalCardUpdate)  # its own, and no other
            assert card.id == state.goals[Seat(place)] - 1
            moves = program.of(AcceptedInsertion)
            assert moves.count(AcceptedInsertion(accepted=True)) >= 10
            # Everybody believes the same, and it is so.
            for n, other in enumerate(programs):
                tiles = state.shelves[n]
                shelf = program.shelves[other.name]
                assert sum(item is not None for item in shelf.values()) == sum(map(len, tiles))
            # The connection stays, and Beeps are answered.
            program.heard.clear()
            program.say(ChatMessage("again?", "all"), Beep())
            assert await program.hear() == [Beep()]


async def test_dropped_player_returns_to_everything_and_plays_on() -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", n, java=n == 1) for n in range(3)]
        await seat(programs, port)
        others = [asyncio.create_task(program.play()) for program in programs[1:]]
        first = programs[0]
        for round_ in range(3):
            await first.until(lambda p=first: len(p.of(StartTurnUpdate)) > 4)  # type: ignore[misc]
            await first.close()
            while server.people.is_here("p0"):
                await asyncio.sleep(0)
            first = Program("p0", round_, java=round_ % 2 == 0)
            await first.connect(port)
            await first.until(lambda p=first: p.of(StartTurnUpdate))  # type: ignore[misc]
            assert first.heard[:2] == [Beep(), Reconnection("p0")]
            assert not first.of(GamesList)
        await first.play()
        await asyncio.gather(*others)
        totals, winner = result(keeper_of(server))
        for program in (first, *programs[1:]):
            assert program.of(EndGameUpdate) == [EndGameUpdate(winner)]
            assert program.of(ScoresUpdate)[-1].scores == totals
        assert programs[1].of(Disconnection)[0] == Disconnection("p0")
        assert programs[1].of(Reconnection)[0] == Reconnection("p0")


async def test_win_by_default_names_the_player_in_chat_and_has_a_null_winner() -> None:
    async with open_dispatcher(pause=0.05) as (server, port):
        programs = [Program("p0"), Program("p1", java=True)]
        await seat(programs, port)
        await programs[1].close()
        await programs[0].play()
        (chat,) = programs[0].of(ChatUpdate)
        assert chat == ChatUpdate("[house]", "p0 wins: all other players have left.", "all")
        assert names(programs[0].heard[-2:]) == ["ScoresUpdate", "EndGameUpdate"]
        assert programs[0].of(EndGameUpdate) == [EndGameUpdate(None)]
        assert keeper_of(server).table.state.outcome.winners == (Seat(0),)


class Browser(LocalClient):
    """A browser client that plays any move whenever it is its turn."""

    def __init__(self, server: Dispatcher) -> None:
        super().__init__(server)
        self.dice, self.raw = Dice(3), b""
        self.turns: asyncio.Queue[Notice] = asyncio.Queue()

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        super().tell(notice, look)
        self.raw += WebCodec().write(notice)
        self.turns.put_nowait(notice)

    async def play(self) -> None:
        keeper = keeper_of(self.dispatcher)
        seat = keeper.table.seat_of(self.name)
        assert seat is not None
        while not keeper.table.over:
            if keeper.table.started and keeper.table.state.turn == seat:
                move = shelfie.sample(keeper.table.state, seat, self.dice)
                await self.dispatcher.handle(self, Play(table=keeper.table.number, move=raw(move)))
            async with asyncio.timeout(TIMEOUT):
                await self.turns.get()


async def test_a_table_is_shared_with_a_browser_and_nobody_learns_a_secret() -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program("lines#warhorse"), Program("streams#milk-cow", 1, java=True)]
        await seat(programs, port, players=3)
        programs[0].say(ChatMessage("a-word-for-streams", "streams"))
        browser = Browser(server)
        await browser.ask(Enter(name="page"))
        await browser.ask(JoinTable(table=1))
        await asyncio.gather(browser.play(), *(program.play() for program in programs))
        totals, winner = result(keeper_of(server))
        for program in programs:
            own = program.name.partition("#")[0]
            called = {own: program.name}
            assert program.of(EndGameUpdate) == [EndGameUpdate(called.get(winner, winner))]
            scores = {called.get(name, name): total for name, total in totals.items()}
            assert program.of(ScoresUpdate)[-1].scores == scores
        assert browser.of(TableShown)
        assert any(isinstance(news.record, MovePlayed) for news in browser.of(TableNews))
        # Private messages are in nobody else's bytes.
        everybody = {"lines": programs[0].raw, "streams": programs[1].raw, "page": browser.raw}
        for secret, knows in (
            (b"horse", {"lines"}),
            (b"cow", {"streams"}),
            (b"a-word-for-streams", {"lines", "streams"}),
        ):
            assert {name for name, raw in everybody.items() if secret in raw} == knows
        goals = keeper_of(server).table.state.goals
        cards = [program.of(PersonalGoalCardUpdate) for program in programs]
        assert [[card.id + 1 for card in own] for own in cards] == [[goals[0]], [goals[1]]]


async def test_program_that_stops_beeping_is_disconnected() -> None:
    async with open_dispatcher(pulse=0.01) as (server, port), asyncio.timeout(TIMEOUT):
        program = await Program("p0").connect(port)
        assert await program.reader.read() == b"".join(
            program.encoding.write(word) for word in (Beep(), GamesList(()))
        )
        assert not server.people.is_here("p0")


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b"\xac\0\0\0", HEADER + client_stream().write(NO_LOGIN)),
        (b"x" * 20_000, client_lines().write(NO_LOGIN)),
        (b"\n\xac\xed\0\5\n" + b"x" * 20_000, client_lines().write(NO_LOGIN) * 2),
    ],
)
async def test_server_is_silent_at_first_and_closes_unreadable_connections(
    data: bytes, answer: bytes
) -> None:
    async with open_dispatcher() as (_, port), asyncio.timeout(TIMEOUT):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(data[:1])
        if answer.startswith(HEADER):  # before theirs is whole
            assert await reader.readexactly(4) == HEADER
        writer.write(data[1:])
        assert await reader.read() == answer.removeprefix(HEADER)
        writer.close()
        await writer.wait_closed()
