"""Behaviour beyond the document: order, silence, tables of other protocols, changed seats."""

from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.messages import (
    Announced,
    Clock,
    Draft,
    JoinTable,
    OpenTable,
    Play,
    ResizeTable,
    SeatBot,
    ServerReason,
    StandUp,
    TakeBack,
    farewell,
)
from ludoteca.protocols.shelfie import options_of
from ludoteca.protocols.updates import match
from ludoteca.protocols.updates.conversation import MOST_AHEAD, MOST_QUIET
from ludoteca.protocols.updates.words import (
    NO_CHAT,
    NO_GAME,
    NO_INSERTION,
    NO_LOGIN,
    NO_SELECTION,
    AcceptedInsertion,
    Beep,
    BookshelfInsertion,
    BookshelfUpdate,
    ChatAccepted,
    ChatMessage,
    ChatUpdate,
    Disconnection,
    EndGameUpdate,
    GameData,
    GameInfo,
    GameInitialization,
    GameSelection,
    GamesList,
    LivingRoomUpdate,
    Nickname,
    Reconnection,
    ScoresUpdate,
    SelectedItems,
    StartTurnUpdate,
    WaitingUpdate,
)
from tests.core.local import LocalClient, keeper_of, raw
from tests.protocols.updates.talk import Calling, Client, Room, mover, names, select


async def test_simultaneous_messages_are_answered_in_order(room: Room) -> None:
    anna = room.client()
    heard = await anna.say(
        select((1, 3)),
        Nickname("anna"),
        GameInitialization(9, 2),
        GameInitialization(2, 2),
        Beep(),
        ChatMessage("alone", "all"),
        BookshelfInsertion(0, (0,)),
    )
    assert heard[:2] == [NO_SELECTION, Beep()]  # a Beep waits for nobody
    assert names(heard[2:]) == [
        "GamesList",
        "GameData",
        "GameData",
        "WaitingUpdate",
        "ChatAccepted",
        *([] if room.java else ["ChatUpdate"]),
        "AcceptedInsertion",
    ]
    assert (heard[3], heard[-1]) == (NO_GAME, NO_INSERTION)


async def test_flood_is_refused_without_losing_messages(room: Room) -> None:
    anna = room.client()
    many = [GameSelection(7)] * (MOST_AHEAD + 9)
    heard = await anna.say(Nickname("anna"), *many, Beep())
    assert heard.count(NO_GAME) + heard.count(GamesList(())) == len(many) + 1
    assert await anna.say(Nickname("anna")) == [GamesList(())]


async def test_unreadable_message_is_refused_and_the_connection_survives(room: Room) -> None:
    anna = room.client(java=False)
    assert await anna.send(b"hello\n") == [NO_LOGIN]
    assert await anna.send(b'{"type":"ChatMessage"}\n') == [NO_CHAT]
    assert await anna.send(b'{"type":"Nickname","nickname":null}\n') == [NO_LOGIN]
    await anna.say(Nickname("anna"))
    assert await anna.send(b"hello\n") == [NO_GAME]
    assert await anna.send(b'{"type":"Nickname","nickname":null}\n') == [NO_GAME]
    assert await anna.send(b'{"type":"LivingRoomSelection","positions":7}\n') == [NO_SELECTION]
    assert not anna.closed
    assert (await anna.send(b"x" * 20_000)) == [NO_GAME]
    assert anna.closed


async def test_beeping_client_is_missed_when_it_falls_silent(room: Room) -> None:
    quiet, beeping = room.client(), room.client()
    assert await beeping.say(Beep()) == [Beep()]
    for client in (quiet, beeping):
        await client.tick(MOST_QUIET)
        assert not client.closed
    await beeping.say(Beep())
    await beeping.tick(MOST_QUIET)
    assert not beeping.closed
    for client in (quiet, beeping):
        await client.tick()
    assert beeping.closed
    assert not quiet.closed  # it never promised to beep


async def test_stopping_server_announces_that_seats_are_kept(room: Room) -> None:
    anna, bruno = await room.table("anna", "bruno")
    carla = await room.player("carla")
    for client in (anna, carla):
        client.tell(farewell(ServerReason.CLOSING))
    assert anna.heard[-2:] == [
        ChatUpdate("[house]", farewell(ServerReason.CLOSING).detail, "all"),
        EndGameUpdate(None),
    ]
    assert carla.heard == [GamesList(())]
    assert bruno.of(EndGameUpdate) == []


# Tables of other protocols


async def test_bots_and_guests_are_announced_once_each(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=4, options=options_of("updates", 1)))
    anna = await room.player("anna")
    assert anna.heard == [GamesList((GameInfo(1, 4, 1),))]
    await anna.say(GameSelection(1))
    await guest.ask(SeatBot(table=1, bot="uniform"))
    dora = await room.server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    assert anna.of(GameData)[0].connected_players == ("LocalClient",)
    told = [(word.nickname, word.missing) for word in anna.of(WaitingUpdate)]
    assert told == [("anna", 2), ("Bice", 1), ("Dora", 0)]
    # The graphic client shows chat only once its game window is open.
    bots = [ChatUpdate("[house]", "Bice is a bot (uniform).", "all")]
    assert names(anna.heard[-10:-8]) == ["BookshelfUpdate"] * 2
    assert names(anna.heard[-2:]) == ["StartTurnUpdate", "ChatUpdate"]
    assert anna.of(ChatUpdate) == bots
    assert await anna.say(ChatMessage("hello", "Bice")) == [NO_CHAT]  # nobody is there
    anna.drop()
    again = room.client()
    await again.say(Nickname("anna"))
    assert again.of(ChatUpdate) == bots
    assert names(again.heard[-2:]) == ["StartTurnUpdate", "ChatUpdate"]


@pytest.mark.parametrize("kind", ["json", "java", "calls"])
async def test_chat_of_the_waiting_room_reaches_graphic_clients_after_the_first_turn(
    kind: str,
) -> None:
    room = Room(java=kind == "java")
    anna = Calling(room) if kind == "calls" else room.client()
    await anna.say(Nickname("anna"))
    await anna.say(GameInitialization(2, 2))
    assert (await anna.say(ChatMessage("anybody?", "all")))[0] == ChatAccepted(accepted=True)
    anna.tell(Announced(text="Restart at noon.", at=0))
    early = [
        ChatUpdate("anna", "anybody?", "all"),
        ChatUpdate("[house]", "Restart at noon.", "all"),
    ]
    assert anna.of(ChatUpdate) == (early if kind == "json" else [])
    bruno = await room.player("bruno")
    await bruno.say(GameSelection(1))
    assert anna.of(ChatUpdate) == early
    after = [] if kind == "json" else ["ChatUpdate"] * 2
    assert anna.since(StartTurnUpdate) == ["StartTurnUpdate", *after]


async def test_table_waiting_for_its_owner_is_not_listed(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=2, waits=True))
    anna = await room.player("anna")
    other = await room.server.enter("Other")
    await other.ask(OpenTable(game="shelfie", seats=2, waits=True))
    assert anna.heard == [GamesList(())]
    assert await anna.say(GameSelection(1)) == [NO_GAME]


async def test_player_absent_at_the_start_is_announced_and_then_missed(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=4, clock=Clock(turn=3600)))
    anna, bruno = await room.player("anna"), await room.player("bruno")
    for client in (anna, bruno):
        await client.say(GameSelection(1))
    bruno.drop()  # this table keeps seats
    dora = await room.server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    told = [(word.nickname, word.missing, word.is_connected) for word in anna.of(WaitingUpdate)]
    assert told == [
        ("anna", 2, True),
        ("bruno", 1, True),
        ("bruno", 2, False),
        ("Dora", 1, True),
        ("bruno", 0, True),
    ]
    said = ["Disconnection", "ScoresUpdate", "StartTurnUpdate", "ChatUpdate"]
    assert names(anna.heard[-4:]) == said
    assert anna.of(Disconnection) == [Disconnection("bruno")]


async def test_standing_up_leaves_the_waiting_room(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=3))
    anna = await room.player("anna")
    await anna.say(GameSelection(1))
    await guest.ask(StandUp(table=1))
    assert anna.last == WaitingUpdate("LocalClient", 2, is_connected=False)


async def test_resized_table_is_announced_again(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=3))
    carla, anna = await room.player("carla"), await room.player("anna")
    await anna.say(GameSelection(1))
    await guest.ask(ResizeTable(table=1, seats=4))
    assert carla.last == GamesList((GameInfo(1, 4, 2),))
    assert anna.heard[-2:] == [
        GameData(4, ("LocalClient",), 2, 9, 9, 6, 5),
        WaitingUpdate("anna", 2, is_connected=True),
    ]
    await guest.ask(ResizeTable(table=1, seats=2))
    assert anna.of(WaitingUpdate)[-1] == WaitingUpdate("anna", 0, is_connected=True)
    assert isinstance(anna.last, StartTurnUpdate)


async def test_move_over_another_protocol_is_reported_like_any_other(room: Room) -> None:
    anna, guest = await _with_guest(room)
    before = len(anna.heard)
    pick = raw({"step": "pick", "cell": [1, 3]})
    await guest.ask(Draft(table=1, step=pick))
    assert len(anna.heard) == before  # a hand is sent when it is closed
    await guest.ask(Play(table=1, move=raw({"move": "take_tiles", "cells": [[1, 3]], "column": 0})))
    assert names(anna.heard[before:]) == [
        "LivingRoomUpdate",
        "SelectedItems",
        "BookshelfUpdate",
        "ScoresUpdate",
        "StartTurnUpdate",
    ]


async def _with_guest(room: Room, **options: Any) -> tuple[Client, LocalClient]:
    """Return a client, and a guest on the page whose turn it is."""
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=2, **options))
    anna = await room.player("anna")
    await anna.say(GameSelection(1))
    if keeper_of(room.server.dispatcher).table.state.turn == Seat(1):
        await _any_move(anna)
    return anna, guest


async def _any_move(client: Client) -> None:
    await client.say(select((7, 4)))
    await client.say(BookshelfInsertion(0, (0,)))


async def test_taken_back_move_is_announced_in_chat_and_updates_the_board() -> None:
    anna, guest = await _with_guest(Room(), take_back=True)
    await guest.ask(Play(table=1, move=raw({"move": "take_tiles", "cells": [[1, 3]], "column": 0})))
    before = len(anna.heard)
    await guest.ask(TakeBack(table=1))
    chat, room_, shelf, scores, turn = anna.heard[before:]
    assert chat == ChatUpdate("[house]", "The last move of LocalClient was taken back.", "all")
    assert isinstance(room_, LivingRoomUpdate)
    assert [item is not None for _, item in room_.living_room] == [True]
    assert isinstance(shelf, BookshelfUpdate)
    assert [item for _, item in shelf.bookshelf] == [None]
    assert isinstance(scores, ScoresUpdate)
    assert turn == StartTurnUpdate("LocalClient")


async def test_player_out_of_time_loses_the_tiles_in_hand(room: Room) -> None:
    anna, guest = await _with_guest(room, clock=Clock(turn=30))
    await guest.ask(Play(table=1, move=raw({"move": "take_tiles", "cells": [[1, 3]], "column": 0})))
    await anna.say(select((1, 4)))
    before = len(anna.heard)
    await room.wait(31)
    why, accepted, back, _, turn = anna.heard[before:]
    assert why == ChatUpdate("[house]", "Your turn was skipped because your time ran out.", "all")
    assert accepted == AcceptedInsertion(accepted=True)  # nothing else empties a client's hand
    assert isinstance(back, LivingRoomUpdate)
    assert turn == StartTurnUpdate("LocalClient")


async def test_a_bot_that_takes_a_seat_is_named(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=3))
    anna, bruno = await room.player("anna"), await room.player("bruno")
    for client in (anna, bruno):
        await client.say(GameSelection(1))
    await bruno.room.server.dispatcher.handle(bruno, StandUp(table=1))
    await guest.ask(SeatBot(table=1, bot="uniform"))
    assert anna.last == ChatUpdate("[house]", "bruno is a bot (uniform).", "all")


async def test_a_seat_that_is_taken_again_keeps_its_name(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="shelfie", seats=3))
    anna, bruno = await room.player("anna"), await room.player("bruno")
    for client in (anna, bruno):
        await client.say(GameSelection(1))
    await guest.ask(StandUp(table=1))
    assert Disconnection("LocalClient") in anna.heard
    dora = await room.server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    assert anna.of(Reconnection) == [Reconnection("LocalClient")]
    room.server.dispatcher.leave(dora)
    assert anna.of(Disconnection) == [Disconnection("LocalClient")] * 2
    (dora,) = await room.server.back("Dora")
    assert anna.of(Reconnection) == [Reconnection("LocalClient")] * 2
    await dora.ask(StandUp(table=1))
    assert anna.of(Disconnection) == [Disconnection("LocalClient")] * 3
    anna.drop()
    again = room.client()
    told = await again.say(Nickname("anna"))
    data = again.of(GameData)[0]
    assert data.connected_players == ("seat 1", "anna", "bruno")
    assert Disconnection("seat 1") in told


async def test_name_is_returned_as_typed(room: Room) -> None:
    anna, bruno = await room.table("anna", "bruno")
    anna.drop()
    again = room.client()
    await again.say(Nickname("ANNA"))
    assert again.heard[0] == Reconnection("ANNA")
    assert again.of(GameData)[0].connected_players == ("ANNA", "bruno")
    assert bruno.of(Reconnection) == [Reconnection("anna")]
    await bruno.say(ChatMessage("hi", "anna"))
    assert again.last == ChatUpdate("bruno", "hi", "ANNA")
    assert set(again.of(ScoresUpdate)[-1].scores) == {"ANNA", "bruno"}


async def test_news_wait_until_a_returning_player_has_the_full_state(room: Room) -> None:
    clients = await room.table("anna", "bruno", "carla")
    first, _ = mover(clients)
    other = next(client for client in clients if client is not first)
    other.drop()
    again = room.client()
    again.ask(Nickname(other.name))
    while not again.of(GameData):  # the server answers one request after the other
        client, request = room.asked.popleft()
        await room.server.dispatcher.handle(client, request)
    late = list(room.asked)
    room.asked.clear()
    await first.say(select((1, 3)))
    assert again.of(SelectedItems) == []
    room.asked.extend(late)
    await room.settle()
    tail = names(again.heard[-4:])
    assert tail == ["ScoresUpdate", "StartTurnUpdate", "LivingRoomUpdate", "SelectedItems"]


async def test_request_of_another_player_is_not_taken_as_the_answer(room: Room) -> None:
    anna, guest = await _with_guest(room)
    anna.ask(select((4, 4)))
    ((_, pending),) = room.asked
    move = raw({"move": "take_tiles", "cells": [[1, 3]], "column": 0})
    await guest.ask(Play(table=1, move=move, id=pending.id))
    await room.settle()
    assert anna.last == NO_SELECTION


async def test_seats_at_other_games_are_left_alone(room: Room) -> None:
    guest = await room.server.enter("anna")
    await guest.ask(OpenTable(game="renaissance", seats=2))
    await guest.ask(OpenTable(game="renaissance", seats=2, private=True))
    room.server.dispatcher.leave(guest)
    anna = await room.player("anna")
    assert anna.heard == [GamesList(())]
    assert not keeper_of(room.server.dispatcher).has_listener(anna)
    assert not keeper_of(room.server.dispatcher, 2).has_listener(anna)


# A table that waits for a player


KEPT = ChatUpdate("[house]", match.KEPT, "all")


async def test_an_insertion_at_a_paused_table_is_kept_and_answered_when_it_is_played(
    room: Room,
) -> None:
    first, other = mover(await room.table("anna", "bruno"))
    await first.say(select((1, 3)))
    other.drop()
    assert await first.say(BookshelfInsertion(2, (0,))) == [KEPT]
    assert await first.say(Beep(), ChatMessage("hm", "all")) == [
        Beep(),
        ChatAccepted(accepted=True),
        ChatUpdate(first.name, "hm", "all"),
    ]
    before = len(first.heard)
    again = room.client()
    told = await again.say(Nickname(other.name))
    await room.settle()
    heard = first.heard[before:]
    assert names(heard) == [
        "Reconnection",
        "ScoresUpdate",
        "AcceptedInsertion",
        "BookshelfUpdate",
        "ScoresUpdate",
        "StartTurnUpdate",
    ]
    assert heard[2] == AcceptedInsertion(accepted=True)
    assert "AcceptedInsertion" not in names(told)
    assert again.last == StartTurnUpdate(other.name)


async def test_another_insertion_replaces_a_kept_one_and_another_selection_drops_it(
    room: Room,
) -> None:
    first, other = mover(await room.table("anna", "bruno"))
    await first.say(select((1, 3)))
    other.drop()
    assert await first.say(BookshelfInsertion(9, (0,))) == [NO_INSERTION]  # it is judged at once
    await first.say(BookshelfInsertion(2, (0,)))
    assert await first.say(BookshelfInsertion(4, (0,))) == [KEPT]
    dropped, _, taken = await first.say(select((1, 4)))
    assert dropped == NO_INSERTION
    assert isinstance(taken, SelectedItems)
    again = room.client()
    await again.say(Nickname(other.name))
    await room.settle()
    assert AcceptedInsertion(accepted=True) not in first.heard
    assert (await first.say(BookshelfInsertion(4, (0,))))[0] == AcceptedInsertion(accepted=True)


async def test_kept_insertion_is_dropped_with_its_connection_or_the_countdown(room: Room) -> None:
    first, other = mover(await room.table("anna", "bruno"))
    await first.say(select((1, 3)))
    other.drop()
    await first.say(BookshelfInsertion(2, (0,)))
    first.drop()
    back, again = room.client(), room.client()
    await back.say(Nickname(first.name))
    await again.say(Nickname(other.name))
    assert keeper_of(room.server.dispatcher).table.state.turns == 0
    again.drop()
    await back.say(select((1, 3)), BookshelfInsertion(2, (0,)))
    await room.wait(60)
    assert names(back.heard[-2:]) == ["ScoresUpdate", "EndGameUpdate"]
    assert not back.of(AcceptedInsertion)


async def test_last_player_to_join_sees_the_names_of_absent_players(room: Room) -> None:
    anna, bruno = await room.player("anna"), await room.player("bruno")
    await anna.say(GameInitialization(3, 2))
    carla = await room.server.enter("Carla")
    await carla.ask(JoinTable(table=1))
    room.server.dispatcher.leave(carla)
    told = ChatUpdate("[house]", match.awaited(["Carla"]), "all")
    assert await bruno.say(GameSelection(1)) == [
        GameData(3, ("anna",), 2, 9, 9, 6, 5),
        WaitingUpdate("bruno", 1, is_connected=True),
        *([] if room.java else [told]),  # graphic clients fail on chat before a game
    ]
    assert anna.last == WaitingUpdate("bruno", 1, is_connected=True)
    await room.server.back("Carla")
    await room.settle()
    for client in (anna, bruno):
        assert client.of(WaitingUpdate)[-1] == WaitingUpdate("Carla", 0, is_connected=True)
        assert isinstance(client.last, StartTurnUpdate)
