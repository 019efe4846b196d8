"""Tables shared with clients of other protocols, and the messages about their actions."""

import asyncio

import pytest
from msgspec.structs import replace

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import MemoryJournal
from ludoteca.messages import (
    Enter,
    JoinTable,
    OpenTable,
    Pause,
    ResizeTable,
    Resume,
    Say,
    StartTable,
    TakeBack,
)
from ludoteca.ops import Metrics
from ludoteca.protocols.prompts import prompts
from ludoteca.protocols.requests import requests
from ludoteca.protocols.requests.words import (
    ChatMessage,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    EndTurnNotify,
    GameStartNotify,
    LobbyInfoMessage,
    LoginRequest,
    NumPlayersRequest,
    PickTileRequest,
    PickTileResponse,
    Position,
)
from ludoteca.server import TcpServer
from tests.core.local import LocalClient, a_move, keeper_of, mover_of, played
from tests.protocols.prompts.programs import Program as Asked
from tests.protocols.prompts.programs import leave
from tests.protocols.requests.matches import score
from tests.protocols.requests.programs import HASTY, Program
from tests.protocols.requests.talk import Client, Room, at_table, mover, state_of, tiles_of


def server(text: str) -> ChatMessage:
    return ChatMessage("[house]", "Everyone", text)


async def test_lobby_opened_over_another_protocol_is_reported(room: Room) -> None:
    greta = await room.server.enter("Greta")
    await greta.ask(OpenTable(game="shelfie", seats=4))
    anna = room.client()
    await anna.login("anna")
    await greta.ask(ResizeTable(table=1, seats=3))
    await greta.ask(StartTable(table=1, bot="uniform"))
    bot = "Bice"
    assert anna.of(LobbyInfoMessage)[-1].size_lobby == 3
    assert anna.of(LobbyInfoMessage)[-1].lobby == ("Greta", "anna", bot)
    assert anna.of(GameStartNotify)[-1].players == ("Greta", "anna", bot)


async def test_agreed_pause_is_announced_and_queues_no_move(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    for client in (anna, bruno):
        await room.server.dispatcher.handle(client, Pause(table=1))
    assert anna.last == bruno.last == server("The game is paused.")
    mover = (anna, bruno)[state_of(room).turn]
    await order_something(room, mover)
    told, column = mover.heard[-2:]
    assert told == server("The game is paused until a player resumes it.")
    assert isinstance(column, ConfirmColumnResponse)
    assert not column.valid  # it is asked again
    await room.server.dispatcher.handle(bruno, Resume(table=1))
    assert state_of(room).turns == 0
    await order_something(room, mover)
    assert isinstance(mover.last, EndTurnNotify)
    assert mover.last.player == mover.name
    assert server("The game goes on.") in anna.heard


async def test_picked_tiles_outlive_a_pause(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    asked, _ = mover(room, [anna, bruno])
    cells = [position for position, _ in asked.of(GameStartNotify)[0].board.board]
    await asked.say(PickTileRequest(cells[0]), ConfirmPickRequest())
    for request in (Pause, Resume):
        for client in (anna, bruno):
            await room.server.dispatcher.handle(client, request(table=1))
    await asked.say(ConfirmColumnRequest(0))
    assert asked.last == ConfirmColumnResponse(valid=True, need_for_swap=False)


async def order_something(room: Room, mover: Client) -> None:
    state = state_of(room)
    move = next(iter(keeper_of(room.server.dispatcher).table.rules.legal_moves(state, state.turn)))
    await mover.play(move, tiles_of(room, move))


@pytest.mark.parametrize("streams", [True, False])
async def test_taken_back_move_restores_the_turns_for_a_returning_player(streams: bool) -> None:
    room = Room()
    guests = [LocalClient(room.server.dispatcher) for _ in range(3)]
    for guest, name in zip(guests, ("anna", "bruno", "carla"), strict=True):
        await guest.ask(Enter(name=name))
    await guests[0].ask(OpenTable(game="shelfie", seats=3, take_back=True))
    for guest in guests[1:]:
        await guest.ask(JoinTable(table=1))
    mover, other = mover_of(guests)
    (third,) = [guest for guest in guests if guest not in (mover, other)]
    room.server.dispatcher.leave(third)
    mine = room.client(streams=streams)
    await mine.say(LoginRequest(third.name))
    before = mine.of(EndTurnNotify)
    await played(mover)
    await mover.ask(TakeBack(table=1))
    assert server(f"The last move of {mover.name} was taken back.") in mine.heard
    after = mine.of(EndTurnNotify)[-3:]
    assert after == before[-3:]
    assert after[-1].next_player == mover.name


async def test_only_table_chat_and_private_messages_are_heard(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno", streams=("bruno",))
    greta = await room.server.enter("Greta")
    before = len(bruno.heard)
    await greta.ask(Say(text="hello, house"))
    await greta.ask(OpenTable(game="shelfie", seats=2))
    await greta.ask(Say(text="hello, table", table=2))
    assert len(bruno.heard) == before
    await greta.ask(Say(text="hello, bruno", to="bruno"))
    assert bruno.last == ChatMessage("Greta", "bruno", "hello, bruno")
    await anna.say(ChatMessage(None, None, "hello"))
    await anna.say(ChatMessage(None, "bruno", "psst"))
    await bruno.drop()
    again = room.client(streams=True)
    await again.say(LoginRequest("bruno"))
    said = [word for word in again.of(ChatMessage) if word.player == "anna"]
    assert said == [ChatMessage("anna", "Everyone", "hello"), ChatMessage("anna", "bruno", "psst")]
    assert again.types.index("ChatMessage") > again.types.index("GameStartNotify")


async def test_move_of_another_player_with_the_same_request_id_is_no_answer(room: Room) -> None:
    anna = room.client()
    await anna.login("anna")
    greta = await room.server.enter("Greta")
    await greta.ask(JoinTable(table=1))
    if state_of(room).turn == 0:
        await order_something(room, anna)
    before = len(anna.heard)
    move = await a_move(greta)
    anna.post(anna.end.write(PickTileRequest(Position(0, 0))))
    await greta.ask(replace(move, id="step"))
    await room.settle()
    assert anna.types[before:] == ["EndTurnNotify", "PickTileResponse"]
    assert not anna.last.valid


async def test_a_hand_goes_with_the_connection_that_held_it(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla")
    seat = state_of(room).turn
    mover = clients[seat]
    await mover.say(PickTileRequest(Position(7, 1)))
    assert mover.last == PickTileResponse(valid=True, picked_tiles=mover.last.picked_tiles)
    await mover.drop()
    again = room.client(streams=True)
    await again.say(LoginRequest(mover.name))
    await again.say(ConfirmPickRequest(), ConfirmOrderNotify(()))
    assert not again.last.valid


async def test_a_table_is_shared_with_prompts_over_sockets() -> None:
    metrics, loop = Metrics(), asyncio.get_running_loop()
    supplies = Services(MemoryJournal(), Dice(7), loop.time, Bots(BOTS, Dice(7)), metrics)
    server = Dispatcher(supplies, AbsencePolicy(0.01, 60, 0))
    await server.open()
    doors = [
        TcpServer("prompts", prompts(after_win=0), server, metrics),
        TcpServer("requests", lambda: requests(HASTY), server, metrics),
    ]
    asked_port, port = [await door.open("127.0.0.1", 0) for door in doors]
    asked = Asked("asked", 3)
    await asked.connect(asked_port)
    await asked.until(lambda: bool(asked.of("Lobby")))
    programs = [Program("java", 0, streams=True), Program("json", 0)]
    for program in programs:
        await program.connect(port)
        await program.until(lambda p=program: bool(p.of(LobbyInfoMessage)))  # type: ignore[misc]
    await asyncio.gather(asked.play(), *(program.play() for program in programs))
    for program in programs:
        assert not program.of(NumPlayersRequest)
        final = program.of(EndTurnNotify)[-3:]
        assert {turn.player: turn.points for turn in final} == score(server)
    for name, points in score(server).items():
        assert f"{name}: {points} " in asked.of("Win")[0]["s"]
    await leave(asked)
    for door in doors:
        await door.close()
