"""The lobby, logins and recipients of messages, over sockets."""

import asyncio
from typing import Any

import pytest

from ludoteca.core import Dispatcher
from ludoteca.messages import Enter, JoinTable, OpenTable, Watch
from ludoteca.protocols.requests import RequestsWord, texts
from ludoteca.protocols.requests.words import (
    ChatMessage,
    ConfirmPickRequest,
    ConfirmPickResponse,
    EndTurnNotify,
    GameStartNotify,
    LobbyInfoMessage,
    NumPlayersRequest,
    NumPlayersResponse,
    PickTileRequest,
    PickTileResponse,
)
from tests.core.local import LocalClient, keeper_of, raw
from tests.protocols.requests.matches import sat_down
from tests.protocols.requests.programs import HASTY, Program, lines_on, open_dispatcher


class ByHand(Program):
    """A program that sends only what the test tells it to."""

    def __init__(self, name: str, *, streams: bool = False) -> None:
        super().__init__(name, 0, streams=streams)

    def answer(self, word: RequestsWord) -> None:
        pass

    async def hears(self, kind: type[Any]) -> Any:
        """Return the next message of a kind."""
        seen = len(self.of(kind))
        await self.until(lambda: len(self.of(kind)) > seen)
        return self.heard[-1]


def hang_up(program: Program) -> None:
    program.writer.transport.abort()


@pytest.mark.parametrize("streams", [False, True], ids=["lines", "stream"])
async def test_dropped_player_returns_to_the_lobby(streams: bool) -> None:
    async with open_dispatcher() as (server, port):
        anna, bruno = Program("anna", 3, streams=streams), ByHand("bruno")
        await sat_down(port, anna, bruno)
        await anna.until(lambda: len(anna.of(LobbyInfoMessage)) == 2)
        hang_up(bruno)
        await anna.until(lambda: not anna.of(LobbyInfoMessage)[-1].new_player_connected)
        while keeper_of(server).table.seat_of("bruno") is not None:
            await asyncio.sleep(0.01)  # the seat is free again
        await bruno.connect(port)
        await anna.until(lambda: anna.of(LobbyInfoMessage)[-1].new_player_connected)
        back = LobbyInfoMessage(3, ("anna", "bruno"), True, "bruno")
        assert anna.of(LobbyInfoMessage)[-1] == back


async def guest(server: Dispatcher, name: str) -> LocalClient:
    guest = LocalClient(server)
    await guest.ask(Enter(name=name))
    return guest


async def table_of(server: Dispatcher, goals: int) -> None:
    greta = await guest(server, f"greta {goals}")
    options = raw({"common_goals": goals})
    await greta.ask(OpenTable(game="shelfie", seats=2, options=options))


async def test_a_login_leads_only_to_tables_with_two_common_goals() -> None:
    async with open_dispatcher() as (server, port):
        for goals in (0, 1):
            await table_of(server, goals)
        anna, bruno = ByHand("anna"), ByHand("bruno")
        await anna.connect(port)
        await anna.hears(NumPlayersRequest)
        await table_of(server, 2)
        await bruno.connect(port)
        assert (await bruno.hears(GameStartNotify)).players == ("greta 2", "bruno")


async def test_a_login_does_not_lead_to_a_table_that_waits_for_its_owner() -> None:
    async with open_dispatcher() as (server, port):
        greta = await guest(server, "greta")
        await greta.ask(OpenTable(game="shelfie", seats=2, waits=True))
        anna = ByHand("anna")
        await anna.connect(port)
        await anna.hears(NumPlayersRequest)


async def test_a_login_does_not_return_to_a_table_without_two_common_goals() -> None:
    async with open_dispatcher() as (server, port):
        anna = await guest(server, "anna")
        options = raw({"common_goals": 1})
        await anna.ask(OpenTable(game="shelfie", seats=2, options=options))
        server.leave(anna)
        back = ByHand("anna")
        await back.connect(port)
        await back.hears(NumPlayersRequest)


async def test_confirmation_is_answered_to_its_sender_and_announced_to_deployed_clients() -> None:
    async with open_dispatcher() as (_, port):
        names = ("anna", "bruno", "carla")
        programs = [ByHand(name, streams=name == "carla") for name in names]
        for program in programs:
            await program.connect(port)
            if program.name == "anna":
                await program.hears(NumPlayersRequest)
                program.say(NumPlayersResponse(3))
            await program.hears(LobbyInfoMessage)
        starts = [await program.hears(GameStartNotify) for program in programs]
        mover = programs[names.index(starts[0].next_player)]
        (cell,) = next(lines_on(starts[0].board))
        mover.say(PickTileRequest(cell))
        assert (await mover.hears(PickTileResponse)).valid
        mover.say(ConfirmPickRequest())
        confirmed = await mover.hears(ConfirmPickResponse)
        assert confirmed.valid
        hang_up(mover)
        for other in programs:
            if other is not mover:  # whose turn passes
                assert (await other.hears(EndTurnNotify)).player == mover.name
                told = other.of(ConfirmPickResponse)
                assert [word.valid for word in told] == [True, False] * other.streams


@pytest.mark.parametrize("streams", [False, True], ids=["lines", "stream"])
async def test_move_is_queued_while_the_other_is_absent_and_played_on_return(
    streams: bool,
) -> None:
    async with open_dispatcher() as (server, port):
        programs = [Program(f"p{n}", 2, n, streams=streams) for n in range(2)]
        await sat_down(port, *programs)
        for program in programs:
            await program.until(lambda p=program: bool(p.of(GameStartNotify)))  # type: ignore[misc]
        start = programs[0].of(GameStartNotify)[0]
        mover = next(program for program in programs if program.name == start.next_player)
        (other,) = [program for program in programs if program is not mover]
        hang_up(other)
        while server.people.is_here(other.name):
            await asyncio.sleep(0)
        await mover.until(lambda: texts.KEPT in {m.text_message for m in mover.of(ChatMessage)})
        assert not mover.of(EndTurnNotify)
        await other.connect(port)
        await mover.until(lambda: bool(mover.of(EndTurnNotify)))
        assert mover.of(EndTurnNotify)[0].player == mover.name


async def test_last_player_to_join_sees_the_names_of_absent_players() -> None:
    async with open_dispatcher() as (server, port):
        greta, dora = await guest(server, "greta"), await guest(server, "dora")
        await greta.ask(OpenTable(game="shelfie", seats=3))
        await dora.ask(JoinTable(table=1))
        server.leave(dora)
        anna = ByHand("anna")
        await anna.connect(port)
        lobby = await anna.hears(LobbyInfoMessage)
        assert (lobby.size_lobby, lobby.lobby) == (3, ("greta", "anna"))
        assert (await anna.hears(ChatMessage)).text_message == texts.awaited(["dora"])
        await (await guest(server, "dora")).ask(Watch(table=1))
        assert (await anna.hears(GameStartNotify)).players == ("greta", "dora", "anna")


async def test_server_lines_reach_deployed_clients_separately() -> None:
    async with open_dispatcher(manner=HASTY._replace(gap=0.4)) as (_, port):
        anna, bruno = ByHand("anna", streams=True), ByHand("bruno")
        await anna.connect(port)
        await anna.hears(NumPlayersRequest)
        anna.say(NumPlayersResponse(2))
        await anna.hears(LobbyInfoMessage)
        await bruno.connect(port)
        await anna.hears(GameStartNotify)
        hang_up(bruno)
        assert (await anna.hears(ChatMessage)).text_message == texts.gone("bruno")
        first = asyncio.get_running_loop().time()
        assert (await anna.hears(ChatMessage)).text_message == texts.PAUSED
        assert asyncio.get_running_loop().time() - first > 0.1
