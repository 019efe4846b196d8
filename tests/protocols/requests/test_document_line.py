"""Document, "Connection phase": only the first player is asked for the number of players."""

import asyncio

import pytest

from ludoteca.messages import JoinTable, OpenTable
from ludoteca.protocols.requests import WaitingLine
from ludoteca.protocols.requests.conversation import BEATS, LONGEST_WAIT, PING
from ludoteca.protocols.requests.words import (
    ChatMessage,
    GameStartNotify,
    LobbyInfoMessage,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
)
from tests.core.local import keeper_of, raw
from tests.protocols.requests.callers import Caller, living
from tests.protocols.requests.programs import Program, open_dispatcher
from tests.protocols.requests.talk import Calling, Client, Room

LONG = int(LONGEST_WAIT * BEATS / PING)
"""Ticks after which the next player is asked as well."""


async def logged_in(room: Room, *names: str, streams: bool = False) -> list[Client]:
    clients = [room.client(streams=streams) for _ in names]
    for client, name in zip(clients, names, strict=True):
        await client.say(LoginRequest(name))
    return clients


def waits(client: Client) -> bool:
    """Return whether a client has its name and has received nothing else."""
    return client.types == ["LoginResponse"]


@pytest.mark.parametrize("streams", [False, True], ids=["lines", "stream"])
async def test_only_the_first_is_asked_and_the_others_join_or_are_asked_in_turn(
    room: Room, streams: bool
) -> None:
    anna, bruno, carla, dario = await logged_in(
        room, "anna", "bruno", "carla", "dario", streams=streams
    )
    # "checks if it's the first player joining the lobby, in that case, it sends a
    # NumPlayersRequest message"
    assert anna.heard == [LoginResponse("anna"), NumPlayersRequest()]
    assert all(map(waits, (bruno, carla, dario)))
    await anna.say(NumPlayersResponse(7))
    assert anna.last == NumPlayersRequest()
    assert all(map(waits, (bruno, carla, dario)))
    await anna.say(NumPlayersResponse(2))
    for client in (anna, bruno):  # who has waited longest gets the seat
        assert client.of(GameStartNotify)[0].players == ("anna", "bruno")
    assert carla.heard == [LoginResponse("carla"), NumPlayersRequest()]
    assert waits(dario)
    await carla.say(NumPlayersResponse(2))
    for client in (carla, dario):
        assert client.of(GameStartNotify)[0].players == ("carla", "dario")
    assert bruno.of(NumPlayersRequest) == dario.of(NumPlayersRequest) == []


async def test_waiting_players_join_a_table_with_enough_seats(room: Room) -> None:
    clients = await logged_in(room, "anna", "bruno", "carla", "dario")
    await clients[0].say(NumPlayersResponse(4))
    lobbies = clients[0].of(LobbyInfoMessage)
    assert [len(info.lobby) for info in lobbies] == [1, 2, 3, 4]  # each arrival is announced
    assert tuple(info.player_name for info in lobbies) == lobbies[-1].lobby
    for client in clients:
        assert client.of(GameStartNotify)[0].players[0] == "anna"
        assert sorted(client.last.players) == ["anna", "bruno", "carla", "dario"]
    assert sum(len(client.of(NumPlayersRequest)) for client in clients) == 1


async def test_the_next_is_asked_when_the_asked_player_disconnects(room: Room) -> None:
    anna, bruno, carla = await logged_in(room, "anna", "bruno", "carla")
    await anna.drop()
    assert bruno.last == NumPlayersRequest()
    assert waits(carla)
    await bruno.drop()
    assert carla.last == NumPlayersRequest()
    await carla.drop()  # nobody is left who could notice
    (dario,) = await logged_in(room, "dario")
    assert dario.last == NumPlayersRequest()


async def test_waiting_client_that_disconnects_delays_nobody(room: Room) -> None:
    anna, bruno, carla, dario = await logged_in(room, "anna", "bruno", "carla", "dario")
    await bruno.drop()
    await dario.drop()
    await anna.say(NumPlayersResponse(2))
    assert isinstance(carla.last, GameStartNotify)
    (bruno,) = await logged_in(room, "bruno")
    assert bruno.last == NumPlayersRequest()


async def test_the_next_is_asked_after_a_minute_as_well(room: Room) -> None:
    anna, bruno, carla = await logged_in(room, "anna", "bruno", "carla")
    for client in (carla, bruno):  # each counts by itself
        client.tick(LONG - 1)
    assert bruno.of(NumPlayersRequest) == carla.of(NumPlayersRequest) == []
    bruno.tick()
    await room.settle()
    assert bruno.of(NumPlayersRequest)
    assert not carla.of(NumPlayersRequest)
    await bruno.say(NumPlayersResponse(3))
    assert bruno.last == LobbyInfoMessage(3, ("bruno", "carla"), True, "carla")
    await anna.say(NumPlayersResponse(2))  # there is a table by now
    for client in (anna, bruno, carla):
        assert client.of(GameStartNotify)[0].players == ("bruno", "carla", "anna")


async def test_abandoned_place_is_given_up_after_a_minute(room: Room) -> None:
    anna, bruno = await logged_in(room, "anna", "bruno")
    await bruno.drop()  # nobody else waits, so nobody notices
    await room.server.enter("bruno")  # connected again, but with a browser
    await anna.drop()
    (carla,) = await logged_in(room, "carla")
    assert waits(carla)
    carla.tick(LONG)
    await room.settle()
    assert NumPlayersRequest() in carla.heard


async def test_a_seat_at_a_table_that_does_not_suit_loses_the_place_only(room: Room) -> None:
    greta = await room.server.enter("bruno")
    options = raw({"common_goals": 1})
    await greta.ask(OpenTable(game="shelfie", seats=3, options=options))
    room.server.dispatcher.leave(greta)
    anna, bruno = await logged_in(room, "anna", "bruno")
    dora = await room.server.enter("dora")
    await dora.ask(JoinTable(table=1))  # its listing names bruno
    await anna.drop()
    bruno.tick()
    await room.settle()
    assert bruno.last == NumPlayersRequest()


async def test_returning_player_keeps_the_place_in_the_queue(room: Room) -> None:
    anna, bruno = await logged_in(room, "anna", "bruno")
    await bruno.drop()
    bruno, carla = await logged_in(room, "Bruno", "carla")
    await anna.say(NumPlayersResponse(2))
    assert isinstance(bruno.last, GameStartNotify)
    assert carla.last == NumPlayersRequest()


async def test_waiting_client_joins_a_table_that_others_open(room: Room) -> None:
    anna, bruno, carla = await logged_in(room, "anna", "bruno", "carla")
    greta = await room.server.enter("Greta")
    await greta.ask(OpenTable(game="renaissance", seats=2))
    await greta.ask(OpenTable(game="shelfie", seats=2))
    await room.settle()
    assert isinstance(bruno.last, GameStartNotify)
    assert bruno.last.players == ("Greta", "bruno")
    assert waits(carla)
    assert anna.last == NumPlayersRequest()


async def test_waiting_client_is_answered_like_any_other(room: Room) -> None:
    _, bruno = await logged_in(room, "anna", "bruno")
    await bruno.say(LoginRequest("bruno"), NumPlayersResponse(2))
    assert bruno.since(1) == [
        LoginResponse("bruno"),
        ChatMessage("[house]", "Everyone", "You have not been asked for the number of players."),
    ]


async def test_players_asked_by_two_servers_at_once_meet_at_one_table(room: Room) -> None:
    """Each server asks one of its own players."""
    (anna,) = await logged_in(room, "anna")
    room.line = WaitingLine()
    (bruno,) = await logged_in(room, "bruno")
    assert anna.last == bruno.last == NumPlayersRequest()
    for client in (anna, bruno):
        client.post(client.end.write(NumPlayersResponse(2)))
    await room.settle()  # each has looked before the other has opened a table
    for client in (anna, bruno):
        assert isinstance(client.last, GameStartNotify)
        assert client.last.players == ("anna", "bruno")
    assert keeper_of(room.server.dispatcher, 2).table.closed


async def test_calls_and_connections_share_the_line(room: Room) -> None:
    anna, bruno = room.client(), Calling(room)
    await anna.say(LoginRequest("anna"))
    await bruno.say(LoginRequest("bruno"))
    assert waits(bruno)
    await anna.drop()
    assert bruno.last == NumPlayersRequest()


async def test_simultaneous_logins_over_sockets_and_rmi_meet_at_one_table() -> None:
    async with open_dispatcher() as (_, port):
        programs = [Program("p0", 4), Program("p1", 4, streams=True), Program("p2", 4)]
        caller = Caller("p3", 4)
        async with living(caller):
            await asyncio.gather(*(program.connect(port) for program in (*programs, caller)))
            for program in (*programs, caller):
                await program.until(lambda p=program: bool(p.of(GameStartNotify)))  # type: ignore[misc]
                assert len(program.of(GameStartNotify)[0].players) == 4
            asked = [program for program in (*programs, caller) if program.of(NumPlayersRequest)]
            assert len(asked) == 1
