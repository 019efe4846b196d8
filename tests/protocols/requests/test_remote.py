"""The protocol over RMI, between a Python program and the server."""

import asyncio
from typing import Any

import pytest

from ludoteca.messages import ServerReason, farewell
from ludoteca.net import LostError
from ludoteca.net.rmi import Endpoint, ThrownError
from ludoteca.protocols.jrmp import NO_SUCH_OBJECT, SERVER, UNMARSHAL, Interface
from ludoteca.protocols.requests import RequestsQuirks
from ludoteca.protocols.requests.calls import CLIENT, HANDLER
from ludoteca.protocols.requests.words import (
    ChatMessage,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LobbyInfoMessage,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
    PickTileRequest,
    PingMessage,
    PlayerDisconnectedNotify,
    Position,
)
from ludoteca.server.rmi.connection import LANES
from tests.conftest import no_coverage
from tests.protocols.requests.callers import HERE, Caller, living
from tests.protocols.requests.matches import finals, sat_down, score, winner
from tests.protocols.requests.programs import Program, open_dispatcher

GAP, PING = 0.05, 0.1


class Typist(Caller):
    """A client whose player takes any time to answer, and which answers nothing automatically."""

    def __init__(self, name: str, players: int = 2) -> None:
        super().__init__(name, players)
        self.typed = asyncio.Event()

    def answer(self, _: Any) -> None:
        pass

    async def think(self, _: Any) -> None:
        await self.typed.wait()

    async def enter(self, message: Any) -> None:
        await self.call("receiveMessage", message)


def kinds(caller: Caller) -> list[str]:
    return [type(word).__name__ for word in caller.heard]


async def thrown_by(calling: Any) -> str:
    with pytest.raises(ThrownError) as caught:
        await calling
    return caught.value.thrown.name


@no_coverage
async def test_a_whole_match_is_played_from_inside_the_calls() -> None:
    async with open_dispatcher() as (server, port):
        callers = [Caller(f"p{n}", 3, n) for n in range(2)]
        stream = Program("p2", 3, 2, streams=True)
        async with living(*callers):
            await sat_down(port, *callers, stream)
            await asyncio.gather(*(program.play() for program in (*callers, stream)))
            for caller in callers:
                await caller.until(lambda c=caller: finals(c) == score(server))  # type: ignore[misc]
                said = [chat.text_message for chat in caller.of(ChatMessage)]
                best = winner(server)
                assert said == [f"The winner is {best}, with {score(server)[best]} points."]
                assert len(caller.of(GameStartNotify)) == 1
                assert not server.people.is_here(caller.name)  # the name is free at once


async def test_words_come_in_order_with_gaps_while_no_call_returns() -> None:
    async with open_dispatcher(manner=RequestsQuirks(deployed=True, gap=GAP, linger=0.01)) as (
        _,
        port,
    ):
        anna, bruno = Typist("anna"), Typist("bruno")
        async with living(anna, bruno):
            await anna.connect(port)
            await anna.until(lambda: anna.of(NumPlayersRequest))
            await anna.enter(NumPlayersResponse(9))
            await anna.until(lambda: len(anna.of(NumPlayersRequest)) == 2)
            await anna.enter(NumPlayersResponse(2))
            await bruno.open(port)
            begin = asyncio.get_running_loop().time()
            await bruno.enter(LoginRequest("bruno"))
            for each in (anna, bruno):
                await each.until(lambda e=each: e.of(GameStartNotify))  # type: ignore[misc]
            coming = ["LoginResponse", "NumPlayersRequest", "NumPlayersRequest"]
            lobby = ["LobbyInfoMessage", "LobbyInfoMessage", "GameStartNotify"]
            assert kinds(anna) == [*coming, *lobby]
            assert kinds(bruno) == ["LoginResponse", "LobbyInfoMessage", "GameStartNotify"]
            assert anna.open_calls == len(anna.heard)  # a line for each
            for place, time in enumerate(bruno.times):
                assert time - begin > place * GAP * 0.9
            # From inside of all that, they are heard.
            mover = next(a for a in (anna, bruno) if a.name == turn_of(a))
            board = mover.of(GameStartNotify)[0].board
            await mover.enter(PickTileRequest(board.board[0][0]))
            await mover.until(lambda: kinds(mover)[-1] == "PickTileResponse")


def turn_of(caller: Caller) -> str:
    return caller.of(GameStartNotify)[0].next_player


async def test_no_client_is_called_before_its_login() -> None:
    async with open_dispatcher(ping=PING) as (_, port):
        anna = Caller("anna", 2)
        async with living(anna):
            await anna.open(port)
            begin = asyncio.get_running_loop().time()
            while asyncio.get_running_loop().time() < begin + 3 * PING:
                await anna.call("testConnection")
                await anna.call("receiveMessage", PickTileRequest(Position(1, 1)))
                await anna.call("receiveMessage", None)
            await anna.call("receiveMessage", LoginRequest("anna"))
            await anna.until(lambda: anna.of(PingMessage))
            assert kinds(anna)[0] == "LoginResponse"


async def test_client_that_tests_the_connection_stays_and_a_silent_one_goes() -> None:
    async with open_dispatcher(ping=PING) as (server, port):
        anna, bruno = Typist("anna"), Typist("bruno")
        async with living(anna, bruno):
            for each in (anna, bruno):
                each.typed.set()
                await each.connect(port)
            await bruno.until(lambda: bruno.of(LoginResponse))
            while server.people.is_here("bruno"):
                await anna.call("testConnection")
            assert server.people.is_here("anna")
            assert len(bruno.of(PingMessage)) == 5
            assert await thrown_by(bruno.call("testConnection")) == NO_SUCH_OBJECT


async def test_exception_thrown_by_a_client_does_not_disconnect_it() -> None:
    class Clumsy(Caller):
        async def think(self, _: Any) -> None:
            raise ThrownError(SERVER, "The window was closed.")

    async with open_dispatcher() as (server, port):
        callers = [Clumsy(f"p{n}", 2, n) for n in range(2)]
        async with living(*callers):
            await sat_down(port, *callers)
            for caller in callers:
                await caller.until(lambda c=caller: len(c.of(EndTurnNotify)) >= 4)  # type: ignore[misc]
                assert server.people.is_here(caller.name)


async def test_killed_client_is_missed_at_once_and_returns_by_the_same_name() -> None:
    async with open_dispatcher() as (_, port):
        anna, bruno, carla = callers = [Caller(n, 3) for n in ("anna", "bruno", "carla")]
        async with living(*callers):
            await sat_down(port, *callers)
            await anna.until(lambda: anna.of(GameStartNotify))
            for back in range(1, 4):
                await anna.die()
                await anna.connect(port)  # before anybody has had time to notice
                await anna.until(lambda n=back: len(anna.of(GameStartNotify)) > n)  # type: ignore[misc]
                assert LoginResponse(None) not in anna.heard
                assert anna.of(GameStartNotify)[-1].next_player != "anna"
            for caller in callers:
                seen = len(caller.of(EndTurnNotify))
                await caller.until(lambda c=caller, n=seen: len(c.of(EndTurnNotify)) > n + 3)  # type: ignore[misc]
                assert not caller.of(PlayerDisconnectedNotify)
            for caller in (bruno, carla):
                said = [chat.text_message for chat in caller.of(ChatMessage)]
                assert said.count("anna is absent; the seat is kept.") == 3
                assert said.count("anna is back.") == 3


async def test_client_that_cannot_listen_delays_nobody_and_catches_up_later() -> None:
    async with open_dispatcher() as (server, port):
        anna, bruno = Typist("anna"), Caller("bruno", 2)
        async with living(anna, bruno):
            await anna.connect(port)
            await anna.enter(NumPlayersResponse(2))
            await bruno.connect(port)
            await bruno.until(lambda: bruno.of(GameStartNotify))
            for number in range(2 * LANES):
                await bruno.call("receiveMessage", ChatMessage("bruno", "anna", str(number)))
            await anna.until(lambda: anna.open_calls == LANES)
            await bruno.call("receiveMessage", ChatMessage("bruno", None, "Are you there?"))
            await bruno.until(lambda: bruno.of(ChatMessage))
            assert (anna.open_calls, server.people.is_here("anna")) == (LANES, True)
            anna.typed.set()
            await anna.until(lambda: len(anna.of(ChatMessage)) == 2 * LANES + 1)


async def test_remaining_player_gets_the_result_and_time_to_read_it() -> None:
    manner = RequestsQuirks(deployed=True, gap=GAP, linger=1)
    async with open_dispatcher(pause=0.05, manner=manner) as (_, port):
        anna, bruno = Caller("anna", 2), Caller("bruno", 2)
        async with living(anna, bruno):
            await sat_down(port, anna, bruno)
            await anna.until(lambda: anna.of(GameStartNotify))
            await bruno.die()
            await anna.until(lambda: anna.of(GameResultNotify))
            await anna.call("testConnection")  # an error would end the client
            turns, last = ["EndTurnNotify"] * 2, ["ChatMessage", "GameResultNotify"]
            assert kinds(anna)[-4:] == [*turns, *last]
            error = ""
            while not error:
                try:
                    await anna.call("testConnection")
                except ThrownError as thrown:
                    error = thrown.thrown.name
            assert error == NO_SUCH_OBJECT
            waited = asyncio.get_running_loop().time() - anna.times[-1]
            assert waited > manner.linger / 2


async def test_unknown_message_is_answered_with_a_text_and_nothing_is_thrown() -> None:
    async with open_dispatcher() as (_, port):
        anna = Caller("anna", 2)
        async with living(anna):
            await sat_down(port, anna)
            for wrong, why in (
                (None, "Nobody says a NoneType here."),
                (LobbyInfoMessage(2, (), True, ""), "Nobody says a LobbyInfoMessage here."),
            ):
                await anna.call("receiveMessage", wrong)
                await anna.until(lambda: anna.of(ChatMessage))
                assert anna.heard.pop() == ChatMessage("[house]", "Everyone", why)
            before = len(anna.heard)
            await anna.call("sendMessage", LoginResponse("anna"))
            await anna.call("registerClient", anna.me)
            await anna.call("registerClient", None)
            assert len(anna.heard) == before


async def test_invalid_call_throws_at_its_caller() -> None:
    async with open_dispatcher() as (_, port):
        anna, gone = Caller("anna", 2), Endpoint(HERE)
        async with living(anna):
            await sat_down(port, anna)
            other = Interface(HANDLER.name, "leave ()V")["leave"]
            call = anna.endpoint.call
            assert await thrown_by(call(anna.handler, other)) == UNMARSHAL
            foreign = anna.handler._replace(id=bytes(len(anna.handler.id) - 1) + b"x")
            method = HANDLER["testConnection"]
            assert await thrown_by(call(foreign, method)) == NO_SUCH_OBJECT
            await gone.listen(HERE, 0)
            nobody = gone.export(CLIENT, anna.told).ref(HERE, gone.port, returned=False)
            await gone.close()
            assert await thrown_by(anna.call("registerClient", nobody)) == SERVER
            await anna.call("testConnection")  # whoever was there still is
            await anna.call("receiveMessage", ChatMessage("anna", "nobody", "Hello?"))
            await anna.until(lambda: anna.of(ChatMessage))


async def test_closing_server_notifies_callers_and_stops() -> None:
    anna = Caller("anna", 2)
    async with open_dispatcher() as (_, port):
        await sat_down(port, anna)
    assert anna.of(ChatMessage)[-1].text_message == farewell(ServerReason.CLOSING).detail
    with pytest.raises(LostError):
        await anna.call("testConnection")
    await anna.die()
