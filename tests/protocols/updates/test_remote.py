"""The protocol over RMI, between a Python program and the server."""

import asyncio
from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.net import LostError
from ludoteca.net.rmi import Endpoint, ThrownError
from ludoteca.protocols.javastream import ClassDesc, Object
from ludoteca.protocols.jrmp import NO_SUCH_OBJECT, Interface, JavaType, Method
from ludoteca.protocols.jrmp import SERVER as FAILED
from ludoteca.protocols.jrmp import UNMARSHAL as UNREAD
from ludoteca.protocols.updates import UpdatesWord
from ludoteca.protocols.updates.calls import CLIENT, ESTABLISHMENT, NAME, SERVER
from ludoteca.protocols.updates.words import (
    NO_CHAT,
    NO_GAME,
    NO_INSERTION,
    NO_LOGIN,
    NO_SELECTION,
    Beep,
    ChatMessage,
    ChatUpdate,
    Disconnection,
    EndGameUpdate,
    GameInitialization,
    GameSelection,
    GamesList,
    Nickname,
    PersonalGoalCardUpdate,
    Reconnection,
    ScoresUpdate,
    StartTurnUpdate,
)
from ludoteca.server.rmi.connection import LANES
from tests.conftest import TIMEOUT, no_coverage
from tests.core.local import keeper_of
from tests.protocols.updates.callers import HERE, METHODS, Caller
from tests.protocols.updates.programs import OPEN, Program, open_dispatcher, result, seat


class Stopped(Caller):
    """A client that stops reading until the test lets it continue."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.goes_on = asyncio.Event()

    async def think(self, _: UpdatesWord) -> None:
        await self.goes_on.wait()


async def thrown_by(calling: Any) -> str:
    with pytest.raises(ThrownError) as caught:
        await calling
    return caught.value.thrown.name


@no_coverage
async def test_whole_match_arrives_in_order_and_stays_open_for_beeps() -> None:
    async with open_dispatcher() as (server, port):
        programs = [Caller("p0"), Caller("p1", 1), Program("p2", 2, java=True)]
        await seat(programs, port)
        await asyncio.gather(*(program.play() for program in programs))
        totals, winner = result(keeper_of(server))
        stream = programs[2]
        for place, program in enumerate(programs[:2]):
            assert program.of(EndGameUpdate) == [EndGameUpdate(winner)]
            assert program.of(ScoresUpdate)[-1].scores == totals
            (card,) = program.of(PersonalGoalCardUpdate)
            assert card.id == keeper_of(server).table.state.goals[Seat(place)] - 1
            assert (program.room, program.shelves) == (stream.room, stream.shelves)
            # Messages to all players came in the same order.
            for kind in (StartTurnUpdate, ScoresUpdate):
                assert len(program.of(kind)) == len(stream.of(kind))
            assert program.of(StartTurnUpdate) == stream.of(StartTurnUpdate)
            program.say(ChatMessage("again?", "all"), Beep())
            assert await program.hear() == [Beep()]


async def test_nothing_but_beeps_comes_before_a_login_or_while_a_call_does_not_return() -> None:
    async with open_dispatcher() as (_, port):
        anna, bruno = Stopped("anna"), Caller("bruno")
        await anna.open(port)
        await bruno.connect(port)
        await bruno.until(lambda: bruno.of(GamesList))
        bruno.say(GameInitialization(2, 2))
        await bruno.flush()
        for _ in range(3):  # a new game is announced only to players who have logged in
            await anna.call("beep", Beep())
            assert await anna.hear() == [Beep()]
        await anna.call("login", Nickname("anna"))
        (games,) = await anna.hear()
        assert isinstance(games, GamesList)
        await anna.call("selectGame", GameSelection(1))
        await bruno.until(lambda: bruno.of(StartTurnUpdate))  # nobody waits for her
        await anna.call("beep", Beep())
        assert await anna.hear() == [Beep()]
        assert anna.queue.empty()
        anna.goes_on.set()
        await anna.until(lambda: anna.of(StartTurnUpdate))
        told = [type(word).__name__ for word in anna.heard[5:]]
        assert told == [
            "GameData", "WaitingUpdate", "BookshelfUpdate", "BookshelfUpdate",
            "CommonGoalCardsUpdate", "EndingTokenUpdate", "LivingRoomUpdate",
            "PersonalGoalCardUpdate", "ScoresUpdate", "StartTurnUpdate",
        ]  # fmt: skip
        await anna.close()


async def test_client_that_does_not_return_in_time_has_dropped() -> None:
    async with open_dispatcher(timeout=0.3) as (server, port), asyncio.timeout(TIMEOUT):
        anna = Stopped("anna")
        await anna.connect(port)

        async def beep() -> None:
            while True:
                await anna.call("beep", Beep())

        assert await thrown_by(beep()) == NO_SUCH_OBJECT
        assert not server.people.is_here("anna")


async def test_exception_thrown_by_a_client_does_not_disconnect_it() -> None:
    class Clumsy(Caller):
        async def think(self, _: UpdatesWord) -> None:
            self.told_at_once -= 1
            raise ThrownError(FAILED, "The window was closed.")

    async with open_dispatcher() as (server, port):
        programs = [Clumsy("p0"), Caller("p1", 1)]
        await seat(programs, port)
        others = asyncio.create_task(programs[1].play())
        await programs[0].until(lambda: len(programs[0].of(StartTurnUpdate)) == 6)
        assert server.people.is_here("p0")
        others.cancel()


async def test_an_unexported_client_object_is_a_drop() -> None:
    # The long pulse keeps missing beeps from ending the connection first.
    async with open_dispatcher(pulse=600) as (server, port), asyncio.timeout(TIMEOUT):
        programs = [Caller("p0"), Caller("p1", 1)]
        await seat(programs, port)
        gone, stays = programs
        for program in programs:
            await program.until(lambda p=program: p.of(StartTurnUpdate))  # type: ignore[misc]
        gone.endpoint.withdraw(gone.me)  # its program runs on, and keeps its connections open
        stays.say(ChatMessage("still there?", "all"))
        await stays.until(lambda: stays.of(Disconnection))
        assert stays.of(Disconnection) == [Disconnection("p0")]
        assert not server.people.is_here("p0")
        assert await thrown_by(gone.call("beep", Beep())) == NO_SUCH_OBJECT


async def test_killed_client_is_missed_at_once_and_returns_to_everything() -> None:
    async with open_dispatcher() as (_, port):
        programs = [Caller("p0"), Caller("p1", 1), Caller("p2", 2)]
        await seat(programs, port)
        others = [asyncio.create_task(program.play()) for program in programs[1:]]
        first = programs[0]
        for seed in range(3):
            await first.until(lambda p=first: len(p.of(StartTurnUpdate)) > 4)  # type: ignore[misc]
            await first.close()
            first = Caller("p0", seed)
            await first.connect(port)  # before anybody has had time to notice
            await first.until(lambda p=first: p.of(StartTurnUpdate))  # type: ignore[misc]
            words = [word for word in first.heard if word != Beep()]
            assert words[0] == Reconnection("p0")
            assert not first.of(GamesList)
        await first.until(lambda: len(first.of(StartTurnUpdate)) > 4)
        for program in programs[1:]:
            assert program.of(Disconnection) == [Disconnection("p0")] * 3
            assert program.of(Reconnection) == [Reconnection("p0")] * 3
        for task in others:
            task.cancel()


STRANGE = Object(ClassDesc("java.lang.Thread", 1), [], [])
WRONG = {
    "login": NO_GAME,  # once logged in; before that NO_LOGIN
    "createGame": NO_GAME,
    "selectGame": NO_GAME,
    "selectFromLivingRoom": NO_SELECTION,
    "insertInBookshelf": NO_INSERTION,
    "writeChat": NO_CHAT,
    "beep": Beep(),
}


def saying(method: str, value: Any) -> Method:
    """Return a method that returns this value, whatever its argument."""
    known = SERVER[method]
    return Method(method, (JavaType(lambda _: None, lambda _: value),), None, known.hash)


@pytest.mark.parametrize("method", METHODS.values())
@pytest.mark.parametrize("wrong", [None, STRANGE, "text"], ids=["null", "strange", "text"])
async def test_server_throws_no_exceptions(method: str, wrong: Any) -> None:
    async with open_dispatcher() as (_, port):
        anna = Caller("anna")
        await anna.open(port)
        call = anna.endpoint.call
        assert await call(anna.server, saying(method, wrong), None) is None
        before = NO_LOGIN if method == "login" else WRONG[method]
        assert await anna.hear() == [before]
        await anna.call("login", Nickname("anna"))
        assert await anna.hear() == [GamesList(())]
        assert await call(anna.server, saying(method, wrong), None) is None
        assert await anna.hear() == [WRONG[method]]
        await anna.call(method, GamesList(()))
        assert await anna.hear() == [WRONG[method]]
        await anna.close()


async def test_invalid_call_throws_at_its_caller() -> None:
    async with open_dispatcher() as (_, port):
        anna, gone = Caller("anna"), Endpoint(HERE)
        await anna.connect(port)
        call = anna.endpoint.call
        other = Interface(SERVER.name, "leave ()V")["leave"]
        assert await thrown_by(call(anna.server, other)) == UNREAD
        foreign = anna.server._replace(id=bytes(len(anna.server.id) - 1) + b"x")
        assert await thrown_by(call(foreign, SERVER["beep"], Beep())) == NO_SUCH_OBJECT
        await gone.listen(HERE, 0)
        nobody = gone.export(CLIENT, anna.told).ref(HERE, gone.port, returned=False)
        await gone.close()
        entrance = await anna.endpoint.lookup(HERE, port, NAME)
        for stub in (nobody, None):
            assert await thrown_by(call(entrance, ESTABLISHMENT["init"], stub)) == FAILED
        await anna.until(lambda: anna.of(GamesList))


async def test_any_number_of_beeps_is_answered() -> None:
    async with open_dispatcher() as (_, port):
        anna = Caller("anna")
        await anna.connect(port)
        for _ in range(10):
            await asyncio.gather(*(anna.call("beep", Beep()) for _ in range(LANES)))
        await anna.until(lambda: len(anna.of(Beep)) == 10 * LANES + 1)


async def test_client_that_stops_beeping_is_disconnected() -> None:
    async with open_dispatcher(pulse=0.3) as (server, port), asyncio.timeout(TIMEOUT):
        anna, bruno = Caller("anna"), Caller("bruno")
        await anna.connect(port)
        await bruno.connect(port)
        await bruno.until(lambda: bruno.of(GamesList))
        while server.people.is_here("bruno"):
            await anna.call("beep", Beep())
            await asyncio.sleep(0.02)  # who beeps without end is made to wait
        assert server.people.is_here("anna")
        assert await thrown_by(bruno.call("beep", Beep())) == NO_SUCH_OBJECT


async def test_closing_server_ends_the_match() -> None:
    programs = [Caller("p0"), Caller("p1")]
    async with open_dispatcher() as (_, port):
        await seat(programs, port)
        for program in programs:
            await program.until(lambda p=program: p.of(StartTurnUpdate))  # type: ignore[misc]
            program.saying.clear()
        OPEN.clear()
    for program in programs:
        await program.until(lambda p=program: p.of(EndGameUpdate))  # type: ignore[misc]
        text = "The server is shutting down. Everything is saved, and your seats are kept."
        assert program.heard[-2:] == [ChatUpdate("[house]", text, "all"), EndGameUpdate(None)]
        with pytest.raises(LostError):
            await program.call("beep", Beep())
        await program.close()
