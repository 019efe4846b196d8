"""Needs of deployed clients and of people with terminals: one message, one answer, and time."""

import json
from typing import Any

import pytest

from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import (
    Clock,
    DropMove,
    JoinTable,
    OpenTable,
    Pause,
    Play,
    Resign,
    ResizeTable,
    Resume,
    Say,
    ServerReason,
    StandUp,
    TakeBack,
)
from ludoteca.messages import Enter as HouseEnter
from ludoteca.messages import farewell as house_farewell
from ludoteca.protocols.prompts import write_move
from ludoteca.protocols.prompts.conversation import (
    AFTER_WIN,
    BEATS,
    LAST_ANSWER,
    LAST_LOOK,
    MOST_EMPTY,
)
from tests.core.local import LocalClient, keeper_of, play_out, raw, shown
from tests.protocols.prompts.talk import ACK, NEW_GAME, Client, Room, at_table, mover

RECONNECT = '{"s":"Reconnect","type":"ReconnectionAnswer"}'


def old_id(number: int) -> str:
    return json.dumps({"id": number, "type": "OldGameIdAnswer"})


async def beside(room: Room, *names: str, **options: Any) -> tuple[Client, list[LocalClient]]:
    """Return a client at a table in play that a guest opened, and the guests."""
    guests = [await room.server.enter(name) for name in names]
    await guests[0].ask(OpenTable(game="shelfie", seats=len(names) + 1, **options))
    for guest in guests[1:]:
        await guest.ask(JoinTable(table=1))
    client = room.client()
    if "clock" in options:  # such a table is not offered: the seat is taken on the page
        await take_seat(room, "zoe")
        await client.enter("zoe")
    else:
        await client.enter("zoe")
        await client.join()
    return client, guests


async def take_seat(room: Room, name: str) -> None:
    """Take a seat with another client, which then leaves."""
    page = await room.server.enter(name)
    await page.ask(JoinTable(table=1))
    room.server.dispatcher.leave(page)


async def until_asked(client: Client, guests: list[LocalClient]) -> None:
    """Let the others play until it is the client's turn."""
    keeper = keeper_of(client.room.server.dispatcher)
    while keeper.table.state.turn != len(guests):
        seat = keeper.table.state.turn
        move = next(iter(shelfie.legal_moves(keeper.table.state, seat)))
        await guests[seat].ask(Play(table=1, move=raw(move)))
    await client.ack()
    assert client.last["type"] == "MoveMessage"


async def after_the_win() -> Client:
    """Return a client that has been told of its win."""
    zoe, guests = await beside(Room(after_win=AFTER_WIN), "Anna")
    await until_asked(zoe, guests)
    await guests[0].ask(Resign(table=1))
    await zoe.move("b,3,0")
    await zoe.say(ACK, ACK)
    return zoe


# One word at a time


async def test_message_is_sent_once_the_previous_one_is_answered(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.enter("anna")
    await anna.say('{"num":2,"type":"NumberOfPlayers"}')
    await bruno.enter("bruno")
    await bruno.join()
    assert anna.types[-1] == "Lobby"  # its answer is awaited
    for expected in ("Lobby", "StartingGame", "GraphicalGameInfo"):
        await anna.say(ACK)
        assert anna.types[-1] == expected
    heard = len(anna.heard)
    await anna.say(ACK, ACK, ACK)  # more than was asked for is swallowed
    assert len(anna.heard) - heard == (anna.last["type"] == "MoveMessage")


async def test_events_during_a_question_become_one_picture_after_its_answer(
    room: Room,
) -> None:
    zoe, guests = await beside(room, "Anna", "Bruno", clock=Clock(turn=30))
    await until_asked(zoe, guests)
    heard = len(zoe.heard)
    await room.wait(31)  # out of time
    for seat in (0, 1):
        move = next(
            iter(shelfie.legal_moves(keeper_of(room.server.dispatcher).table.state, Seat(seat)))
        )
        await guests[seat].ask(Play(table=1, move=raw(move)))
    assert len(zoe.heard) == heard
    await zoe.move("b,3,0")  # a late answer, meant for a board that is gone
    assert zoe.types[heard:] == ["GraphicalGameInfo"]
    assert zoe.last["s"].splitlines() == [
        "Your turn was skipped because your time ran out.",
        "zoe's turn was skipped",
        "You have 30 seconds for this turn.",
        "it's zoe's turn",
    ]
    await zoe.say(ACK)
    assert zoe.types[heard:] == ["GraphicalGameInfo", "MoveMessage"]


async def test_the_end_waits_for_the_open_answer_and_swallows_it(room: Room) -> None:
    zoe, guests = await beside(room, "Anna")
    await until_asked(zoe, guests)
    heard = len(zoe.heard)
    await guests[0].ask(Resign(table=1))
    assert len(zoe.heard) == heard
    await zoe.move("b,3,0")
    assert zoe.last["type"] == "GraphicalGameInfo"
    await zoe.say(ACK)
    assert zoe.last["type"] == "Win"
    assert zoe.last["s"].startswith("The winner is zoe who has scored ")
    await zoe.say(ACK)
    assert zoe.last["type"] == "ChooseUsername"


async def test_nothing_is_asked_for_a_while_after_win() -> None:
    zoe = await after_the_win()
    assert zoe.room.server.dispatcher.people.here() == ["Anna"]
    await zoe.tick(60)
    assert zoe.last["type"] == "Win"
    await zoe.tick()
    assert zoe.last["type"] == "ChooseUsername"
    await zoe.tick(BEATS)  # it has its own time
    await zoe.enter("zoe")
    assert zoe.last["type"] == "FirstPlayer"


@pytest.mark.parametrize("line", [ACK, '{"s":"again","type":"Move"}', "again", "", "{"])
async def test_a_client_that_speaks_after_win_is_asked_at_once(line: str) -> None:
    zoe = await after_the_win()
    assert zoe.last["type"] == "Win"
    await zoe.say(line)
    assert zoe.types[-2:] == ["Win", "ChooseUsername"]
    await zoe.enter("zoe")
    assert zoe.last["type"] == "FirstPlayer"


async def test_the_last_word_breaks_the_silence_after_win() -> None:
    zoe = await after_the_win()
    zoe.tell(house_farewell(ServerReason.CLOSING))
    assert zoe.types[-2:] == ["Win", "RefusedConnection"]
    await zoe.say(ACK)
    assert zoe.closed


async def test_a_person_at_a_terminal_is_asked_at_once_after_win() -> None:
    room = Room(after_win=AFTER_WIN)
    anna, bruno = room.client(), room.client()
    await anna.say(NEW_GAME, "anna", "2")
    await bruno.say(NEW_GAME, "bruno", "0")
    asked, other = mover([anna, bruno])
    other.drop()
    await room.wait(61)
    await asked.say("b,3,b,4,0")
    assert asked.types[-2:] == ["Win", "ChooseUsername"]


async def test_after_the_end_the_same_connection_plays_again_under_any_name(room: Room) -> None:
    zoe, guests = await beside(room, "Anna")
    await until_asked(zoe, guests)
    await guests[0].ask(StandUp(table=1))
    await zoe.move("b,3,0")
    await zoe.ack()
    await zoe.enter("yves")
    assert zoe.last["type"] == "FirstPlayer"
    assert zoe.heard[-2]["id"] == 0
    assert room.server.dispatcher.people.here() == ["Anna", "yves"]
    await zoe.say('{"num":2,"type":"NumberOfPlayers"}')
    assert zoe.last["type"] == "Lobby"


async def test_departure_after_the_end_is_not_announced(room: Room) -> None:
    clients, dice = await at_table(room, "anna", "bruno"), Dice(3)
    keeper = keeper_of(room.server.dispatcher)
    while not keeper.table.over:
        asked, _ = mover(clients)
        move = shelfie.sample(keeper.table.state, keeper.table.state.turn, dice)
        assert isinstance(move, shelfie.TakeTiles)
        await asked.move(write_move(move))
        for client in clients:  # at the end, anna is gone before bruno has heard of it
            await client.ack()
    for client in clients:
        assert client.types[-2:] == ["Win", "ChooseUsername"]


# People with a terminal


async def test_bare_lines_answer_questions_and_nothing_else_wants_an_answer(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.say(NEW_GAME, "anna", "2")
    assert anna.types == [
        "ChooseUsername",
        "NotValidUsername",
        "UserIdMessage",
        "FirstPlayer",
        "Lobby",
    ]
    await anna.say("is anybody there?")  # nobody asked
    await bruno.say(NEW_GAME, "bruno", "7", "0")
    assert bruno.types[5:8] == ["Waiting", "OldGameId", "Lobby"]
    assert anna.types[5:8] == ["Lobby", "StartingGame", "GraphicalGameInfo"]
    asked, other = mover([anna, bruno])
    await asked.say("hello", "b,3,b,4,0")
    assert asked.types[-2:] == ["NotValidMove", "GraphicalGameInfo"]
    assert other.types[-2:] == ["GraphicalGameInfo", "MoveMessage"]


async def test_lines_that_come_before_they_are_asked_for_answer_in_order(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.send(f"{NEW_GAME}\nanna\n2\nearly\n".encode() + b"more\n" * 100)
    await bruno.send(f"{NEW_GAME}\r\nbruno\r\n0\r\n".encode())
    assert anna.types[:5] == [
        "ChooseUsername",
        "NotValidUsername",
        "UserIdMessage",
        "FirstPlayer",
        "Lobby",
    ]
    assert bruno.types[-1] in {"GraphicalGameInfo", "MoveMessage"}


# Silence, and the last word


async def test_missing_answer_disconnects_and_keeps_the_seat(
    room: Room,
) -> None:
    zoe, guests = await beside(room, "Anna")
    await until_asked(zoe, guests)
    await zoe.tick(BEATS)
    assert zoe.last["type"] == "MoveMessage"
    await zoe.tick()
    text = "You took too long to answer; your seat is kept for you."
    assert zoe.last == {"s": text, "type": "RefusedConnection"}
    assert (zoe.paused, zoe.closed) == (LAST_LOOK, True)


async def test_no_time_passes_for_a_move_while_another_player_is_awaited(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", absence="forfeit")
    await until_asked(zoe, guests)
    await zoe.tick(BEATS - 1)
    room.server.dispatcher.leave(guests[0])
    await zoe.tick(2 * BEATS)
    assert zoe.last["type"] == "MoveMessage"
    await room.server.back("Anna")
    await zoe.tick(2)
    assert zoe.last["type"] == "RefusedConnection"


async def test_plain_text_player_has_unlimited_time_for_moves_only(
    room: Room,
) -> None:
    anna, bruno = room.client(), room.client()
    await anna.say(NEW_GAME, "anna", "2")
    await bruno.say(NEW_GAME, "bruno", "0")
    asked, _ = mover([anna, bruno])
    await asked.tick(100 * BEATS)
    await asked.say("hello")
    assert asked.last["type"] == "NotValidMove"
    await asked.tick(100 * BEATS)
    await asked.say("b,3,b,4,0")
    assert asked.last["type"] == "GraphicalGameInfo"
    carla = room.client()
    await carla.say(NEW_GAME)
    await carla.tick(BEATS + 1)
    assert carla.types == ["ChooseUsername", "NotValidUsername", "RefusedConnection"]


async def test_silent_client_stays_connected_while_no_question_is_pending(room: Room) -> None:
    anna = room.client()
    await anna.enter("anna")
    await anna.say('{"num":2,"type":"NumberOfPlayers"}')
    await anna.tick(BEATS)
    await anna.say(ACK)
    await anna.tick(100 * BEATS)
    assert anna.last["type"] == "Lobby"
    bruno = room.client()
    await bruno.say("")
    await bruno.tick(BEATS)
    await bruno.say("bruno")  # each question has its own time
    await bruno.tick(BEATS)
    assert not bruno.closed


async def test_the_last_word_is_answered_before_the_connection_ends(room: Room) -> None:
    zoe, guests = await beside(room, "Anna")
    await zoe.ack()
    zoe.tell(house_farewell(ServerReason.CLOSING))
    text = "The server is shutting down. Everything is saved, and your seats are kept."
    assert zoe.last == {"s": text, "type": "RefusedConnection"}
    zoe.tell(house_farewell(ServerReason.CLOSING))
    assert zoe.types.count("RefusedConnection") == 1
    if zoe.heard[-2]["type"] == "MoveMessage":  # whoever thinks about a move reads nothing
        assert (zoe.paused, zoe.closed) == (LAST_LOOK, True)
    else:
        assert not zoe.closed
        await zoe.say(ACK)
        assert (zoe.paused, zoe.closed) == (0, True)
    assert guests[0].name == "Anna"


async def test_client_that_does_not_acknowledge_the_last_message_is_disconnected(
    room: Room,
) -> None:
    anna = room.client()
    await anna.enter("anna")
    await anna.say('{"num":2,"type":"NumberOfPlayers"}')
    anna.tell(house_farewell(ServerReason.CLOSING))
    await anna.say(ACK)  # that of the lobby
    await anna.tick(int(LAST_ANSWER))
    assert not anna.closed
    await anna.tick()
    assert anna.closed


async def test_a_person_at_a_terminal_need_not_answer_the_last_word(room: Room) -> None:
    anna = room.client()
    await anna.say(NEW_GAME, "anna", "2")
    anna.tell(house_farewell(ServerReason.CLOSING))
    assert anna.types[-1] == "RefusedConnection"
    assert anna.closed


async def test_a_program_without_a_person_is_stopped(room: Room) -> None:
    anna = room.client()
    for _ in range(MOST_EMPTY):
        await anna.say('{"type":"UsernameAnswer"}')
        assert anna.last["type"] == "NotValidUsername"
    await anna.say('{"type":"UsernameAnswer"}')
    assert anna.last["type"] == "RefusedConnection"
    await anna.say(ACK)
    assert anna.closed


# Coming back


async def test_an_id_leads_back_to_a_seat_that_waits(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    assert [c.heard[1]["id"] for c in (anna, bruno)] == [0, 1]
    asked, other = mover([anna, bruno])
    number = (anna, bruno).index(asked)
    asked.drop()
    await other.ack()
    names = ("anna", "bruno")
    gone = f"'{names[number]}' user logged out\nThe game waits until a player comes back"
    assert other.last == {"s": gone, "type": "Disconnection"}
    back = room.client()
    for wrong in (5, 1 - number):  # nobody's, and of somebody who is here
        await back.say(RECONNECT)
        assert back.last == {"s": "Please insert your previous game ID: ", "type": "OldGameId"}
        await back.say(old_id(wrong))
        await back.ack()
        assert back.last["type"] == "Reconnect"
        text = "this ID is not present! The match could be finished."
        assert back.heard[-2] == {"s": text, "type": "OldIdNotValid"}
    assert back.heard[-3] == {
        "s": "A player with that name is already connected.",
        "type": "Waiting",
    }
    await back.say(RECONNECT, old_id(number))
    assert back.last["type"] == "WelcomeBack"
    assert f"UserId: {number}" in back.last["string"]
    await back.ack()
    assert back.types[-3:] == ["StartingGame", "GraphicalGameInfo", "MoveMessage"]
    assert other.last["s"] == f"'{names[number]}' is back\nit's {names[number]}'s turn"


async def test_id_without_a_seat_is_refused(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    carla = room.client()
    await carla.enter("carla")
    assert carla.heard[-2]["id"] == 2
    carla.drop()
    bruno.drop()
    back = room.client()
    await back.say(RECONNECT, old_id(2))
    assert back.last["type"] == "OldIdNotValid"
    await back.ack()
    assert room.server.dispatcher.people.here() == ["anna"]
    # Her number is free again.
    await back.enter("dora")
    assert back.heard[-2]["id"] == 2
    anna.drop()


async def test_after_a_restart_the_name_leads_back(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    await room.server.restart()
    room.dialect = type(room)().dialect
    back = room.client()
    await back.enter("bruno")
    kinds = ["ChooseUsername", "WelcomeBack", "StartingGame", "GraphicalGameInfo"]
    assert back.types[:4] == kinds  # no id leads back, so none is asked for
    assert back.heard[3]["yourId"] == 1
    assert back.heard[3]["board"] == bruno.of("GraphicalGameInfo")[0]["board"]
    assert anna.of("GraphicalGameInfo")[0]["board"] == back.heard[3]["board"]


async def test_first_player_to_return_is_asked_once_the_others_are_present(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    asked, other = mover([anna, bruno])
    asked.drop()
    other.drop()
    names = ("anna", "bruno") if asked is anna else ("bruno", "anna")
    clients = []
    for name in names:
        client = room.client()
        await client.say(NEW_GAME, json.dumps({"s": name, "type": "UsernameAnswer"}))
        await client.ack()
        clients.append(client)
    first, second = clients
    assert first.types[-2] == "GraphicalGameInfo"  # not asked: nobody else was there
    assert second.types[-1] == "GraphicalGameInfo"
    await first.ack()
    assert first.types[-2:] == ["GraphicalGameInfo", "MoveMessage"]


KEPT = {
    "s": "Your move is saved and will be played when a player comes back.",
    "type": "Waiting",
}


async def keep_a_move(room: Room) -> tuple[Client, str]:
    """Return a client that moved while the other was absent, and the other's name."""
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(clients)
    other.drop()
    await asked.move("e,4,0")  # judged at once
    assert asked.types[-2:] == ["MoveMessage", "Disconnection"]
    await asked.ack()
    assert asked.last["type"] == "NoFreeSide"
    await asked.move("b,3,b,4,0")
    assert asked.last == KEPT
    await asked.ack()
    assert asked.last == KEPT
    return asked, "bruno" if other is clients[1] else "anna"


async def test_a_move_during_a_pause_is_kept_and_played_when_somebody_is_back(room: Room) -> None:
    asked, name = await keep_a_move(room)
    version = keeper_of(room.server.dispatcher).version
    back = room.client()
    await back.say(NEW_GAME, json.dumps({"s": name, "type": "UsernameAnswer"}))
    assert keeper_of(room.server.dispatcher).version == version + 1
    assert asked.types[-2:] == ["Waiting", "GraphicalGameInfo"]
    assert asked.last["s"] == f"'{name}' is back\nit's {name}'s turn"
    assert asked.last["board"][1][3:5] == ["BLANK", "BLANK"]
    await asked.ack()
    await back.ack()
    assert asked.last["type"] == "GraphicalGameInfo"
    assert back.last["type"] == "MoveMessage"


async def test_plain_text_player_is_not_asked_again_for_a_queued_move(
    room: Room,
) -> None:
    anna, bruno = room.client(), room.client()
    await anna.say(NEW_GAME, "anna", "2")
    await bruno.say(NEW_GAME, "bruno", "0")
    asked, other = mover([anna, bruno])
    other.drop()
    await asked.say("b,3,b,4,0")
    assert asked.last == KEPT
    await room.client().say("", "anna" if other is anna else "bruno")
    assert asked.types[-2:] == ["Waiting", "GraphicalGameInfo"]


async def test_kept_move_is_dropped_when_the_countdown_ends(room: Room) -> None:
    asked, _ = await keep_a_move(room)
    board = keeper_of(room.server.dispatcher).table.state.board
    await room.wait(61)
    await asked.ack()
    assert asked.types[-3:] == ["GraphicalGameInfo", "Win", "ChooseUsername"]
    assert keeper_of(room.server.dispatcher).table.state.board == board


async def test_dropped_queued_move_is_asked_for_again(room: Room) -> None:
    asked, name = await keep_a_move(room)
    await room.server.dispatcher.handle(asked, DropMove(table=1))
    assert asked.last["type"] == "GraphicalGameInfo"
    await asked.ack()
    assert asked.last["type"] == "GraphicalGameInfo"  # still nobody is back
    await room.client().say("", name)
    await asked.ack()
    assert asked.types[-2:] == ["GraphicalGameInfo", "MoveMessage"]


async def test_a_waiting_room_is_found_again(room: Room) -> None:
    anna = room.client()
    await anna.enter("anna")
    await anna.say('{"num":2,"type":"NumberOfPlayers"}')
    anna.drop()
    back = room.client()
    await back.say(RECONNECT, old_id(0))
    await back.ack()
    assert back.types[-2:] == ["WelcomeBack", "Lobby"]
    bruno = room.client()
    await bruno.enter("bruno")
    await bruno.join()
    await back.ack()
    said = [kind for kind in back.types if kind != "MoveMessage"]
    assert said[-5:] == ["WelcomeBack", "Lobby", "Lobby", "StartingGame", "GraphicalGameInfo"]


async def test_seat_at_an_unsupported_table_is_ignored(room: Room) -> None:
    guests = [await room.server.enter(name) for name in ("anna", "bruno")]
    for game, private in (("renaissance", False), ("renaissance", True)):
        await guests[0].ask(OpenTable(game=game, seats=2, private=private))
        await guests[1].ask(JoinTable(code=shown(guests[0]).info.code))
    room.server.dispatcher.leave(guests[0])
    back = room.client()
    await back.enter("anna")
    assert back.last["type"] == "FirstPlayer"


# Names and secrets


async def test_a_secret_keeps_a_name_and_its_own_connection_reads_it_as_typed(room: Room) -> None:
    anna, bruno = await at_table(room, "anna#correct-horse", "bruno")
    info = anna.of("GraphicalGameInfo")[0]
    assert info["usernames"][:2] == ["anna#correct-horse", "bruno"]
    assert b"correct-horse" not in bruno.raw
    anna.drop()
    other = room.client()
    await room.settle()
    assert other.last["type"] == "ChooseUsername"  # her address does not lead her back
    bruno.drop()
    back = room.client()
    await back.say(RECONNECT, old_id(0))
    assert (
        back.last["s"] == "That name has a secret: enter it as NAME#SECRET, or choose another one."
    )
    await back.ack()
    await back.say(NEW_GAME, '{"s":"anna","type":"UsernameAnswer"}')
    assert back.last["type"] == "NotValidUsername"
    await back.say('{"s":"anna#correct-horse","type":"UsernameAnswer"}')
    assert back.last["type"] == "WelcomeBack"


# The others at the table


async def test_departure_and_replacement_are_announced(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", "Bruno", "Carla")
    await until_asked(zoe, guests)
    await guests[0].ask(StandUp(table=1))
    assert zoe.last["type"] == "MoveMessage"
    dora = await room.server.enter("Dora")
    await dora.ask(JoinTable(table=1))
    assert zoe.last["type"] == "MoveMessage"
    move = next(iter(shelfie.legal_moves(keeper_of(room.server.dispatcher).table.state, Seat(3))))
    await zoe.move(write_move(move))  # still the same question
    await zoe.ack()
    assert zoe.types[-2:] == ["Disconnection", "GraphicalGameInfo"]
    assert zoe.heard[-2]["s"] == "'Anna' user logged out"
    assert zoe.last["usernames"] == ["Dora", "Bruno", "Carla", "zoe"]
    assert zoe.last["s"] == "'Dora' sits down\nit's Dora's turn"


async def test_lost_seat_leads_back_to_the_login(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", "Bruno", clock=Clock(turn=5))
    for _ in range(3):
        await until_asked(zoe, guests)
        await room.wait(6)
        await zoe.move("late")
        await zoe.ack()
    text = "You ran out of time too often, so you lost your seat."
    assert zoe.heard[-2] == {"s": text, "type": "Waiting"}
    assert zoe.last["type"] == "ChooseUsername"


async def test_a_move_that_is_taken_back_is_shown(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", take_back=True)
    await until_asked(zoe, guests)
    move = next(iter(shelfie.legal_moves(keeper_of(room.server.dispatcher).table.state, Seat(1))))
    await zoe.move(write_move(move))
    await zoe.ack()
    before = zoe.last["board"]
    move = next(iter(shelfie.legal_moves(keeper_of(room.server.dispatcher).table.state, Seat(0))))
    await guests[0].ask(Play(table=1, move=raw(move)))
    await zoe.ack()
    assert zoe.last["type"] == "MoveMessage"
    await guests[0].ask(TakeBack(table=1))
    await zoe.move("b,3,0")  # meant for a board that is gone
    assert zoe.last["board"] == before
    assert zoe.last["s"] == "The last move of Anna was taken back.\nit's Anna's turn"


async def test_clock_is_described_on_return_and_with_each_question(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", clock=Clock(turn=30))
    clock = (
        "This table has a clock: 30 seconds for each turn. A turn that runs out of time is skipped,"
        " and after 3 such turns in a row the seat is given up."
    )
    pictures = [word["s"] for word in zoe.heard if word["type"] == "GraphicalGameInfo"]
    assert pictures[0].splitlines()[0] == clock
    await until_asked(zoe, guests)
    assert zoe.heard[-2]["s"].splitlines()[-2:] == [
        "You have 30 seconds for this turn.",
        "it's zoe's turn",
    ]


async def test_no_answer_is_late_during_a_pause_by_agreement(room: Room) -> None:
    zoe, guests = await beside(room, "Anna")
    await until_asked(zoe, guests)
    for guest in (zoe, guests[0]):
        await room.server.dispatcher.handle(guest, Pause(table=1))
    await zoe.tick(2 * BEATS)
    assert not zoe.closed
    await guests[0].ask(Resume(table=1))
    await zoe.tick(2 * BEATS)
    assert zoe.last["s"] == "You took too long to answer; your seat is kept for you."


async def test_a_pause_by_agreement_asks_nobody(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", "Bruno")
    await until_asked(zoe, guests)
    await room.server.dispatcher.handle(zoe, Pause(table=1))
    for guest in guests:
        await guest.ask(Pause(table=1))
    zoe.drop()
    back = room.client()
    await back.enter("zoe")
    assert back.last["type"] == "GraphicalGameInfo"
    await guests[0].ask(Resume(table=1))
    await back.ack()
    assert back.types[-2:] == ["GraphicalGameInfo", "MoveMessage"]


async def test_move_during_an_agreed_pause_is_asked_for_again_afterwards(
    room: Room,
) -> None:
    zoe, guests = await beside(room, "Anna")
    await until_asked(zoe, guests)
    for guest in (zoe, guests[0]):
        await room.server.dispatcher.handle(guest, Pause(table=1))
    move = next(iter(shelfie.legal_moves(keeper_of(room.server.dispatcher).table.state, Seat(1))))
    await zoe.move(write_move(move))
    rests = {"s": "The game is paused until a player resumes it.", "type": "Waiting"}
    assert zoe.last == rests
    await zoe.ack()
    assert zoe.last == rests
    await guests[0].ask(Resume(table=1))
    await zoe.ack()
    assert zoe.types[-2:] == ["GraphicalGameInfo", "MoveMessage"]


async def test_game_of_others_does_not_disturb_a_pending_question(room: Room) -> None:
    guests = await room.server.table("Anna", "Bruno")
    zoe = room.client()
    await zoe.enter("zoe")
    await play_out(guests)
    assert zoe.last["type"] == "FirstPlayer"
    guest = LocalClient(room.server.dispatcher)
    await guest.ask(HouseEnter(name="zoe"))
    assert guest.name == ""


async def test_waiting_room_reports_seats_but_not_chat_or_drops(room: Room) -> None:
    guests = [await room.server.enter(name) for name in ("Anna", "Bruno")]
    await guests[0].ask(OpenTable(game="shelfie", seats=4))
    zoe = room.client()
    await zoe.enter("zoe")
    await zoe.join()
    await guests[1].ask(JoinTable(table=1))
    await room.settle()
    await zoe.ack()
    assert [word["actualNum"] for word in zoe.heard if word["type"] == "Lobby"] == [2, 3]
    heard = len(zoe.heard)
    await guests[1].ask(Say(table=1, text="Hello!"))
    room.server.dispatcher.leave(guests[1])
    await room.server.back("Bruno")
    assert len(zoe.heard) == heard
    await guests[0].ask(ResizeTable(table=1, seats=3))  # now it is full, and starts
    await room.settle()
    await zoe.ack()
    assert zoe.types[heard : heard + 3] == ["Lobby", "StartingGame", "GraphicalGameInfo"]


async def test_seat_lost_before_the_start_leads_back_to_the_login(room: Room) -> None:
    anna = await room.server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    zoe = room.client()
    await zoe.enter("zoe")
    await zoe.join()
    await room.server.dispatcher.handle(zoe, StandUp(table=1))
    await room.settle()
    assert zoe.last == {"s": "You have been removed from the game.", "type": "Waiting"}
    await zoe.ack()
    assert zoe.last["type"] == "ChooseUsername"


async def test_a_move_that_crosses_the_end_of_its_turn_is_swallowed(room: Room) -> None:
    zoe, guests = await beside(room, "Anna", "Bruno", clock=Clock(turn=30))
    await until_asked(zoe, guests)
    zoe.begin_to_say('{"s":"b,3,0","type":"Move"}')
    await room.server.wait(31)
    await room.settle()
    assert zoe.types[-2:] == ["MoveMessage", "GraphicalGameInfo"]
    assert zoe.last["s"].splitlines() == [
        "Your turn was skipped because your time ran out.",
        "zoe's turn was skipped",
        "it's Anna's turn",
    ]


async def test_early_move_is_part_of_the_first_picture(room: Room) -> None:
    anna = await room.server.enter("Anna")
    zoe = room.client()
    await zoe.enter("zoe")
    await zoe.say('{"num":2,"type":"NumberOfPlayers"}')
    await zoe.ack()
    await anna.ask(JoinTable(table=1))
    keeper = keeper_of(room.server.dispatcher)
    if keeper.table.state.turn == 1:
        move = next(iter(shelfie.legal_moves(keeper.table.state, Seat(1))))
        await anna.ask(Play(table=1, move=raw(move)))
    await anna.ask(Resign(table=1))
    await room.settle()
    await zoe.ack()
    assert zoe.types[-4:] == ["StartingGame", "GraphicalGameInfo", "Win", "ChooseUsername"]
