"""The needs of clients with a Java stream that go beyond the document."""

from math import ceil

import pytest
from msgspec import json
from msgspec.structs import replace

from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie.shelf import EMPTY_SHELF
from ludoteca.messages import (
    Clock,
    Enter,
    JoinTable,
    OpenTable,
    Resign,
    ServerReason,
    StandUp,
    farewell,
)
from ludoteca.protocols import Delay, Disconnect
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.requests import DEPLOYED, texts
from ludoteca.protocols.requests.views import position_of
from ludoteca.protocols.requests.words import (
    ChatMessage,
    ConfirmColumnRequest,
    ConfirmColumnResponse,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    ConfirmPickResponse,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LobbyInfoMessage,
    LoginRequest,
    LoginResponse,
    NumPlayersRequest,
    NumPlayersResponse,
    PickTileRequest,
    PickTileResponse,
    PingMessage,
    PlayerDisconnectedNotify,
    UnpickTileRequest,
)
from tests.conftest import no_coverage
from tests.core.local import LocalClient, keeper_of, played
from tests.protocols.requests.talk import (
    Client,
    Room,
    a_move,
    at_table,
    mover,
    state_of,
    take_turn,
    tiles_of,
)

GAP, APART = Delay(DEPLOYED.gap), Delay(DEPLOYED.ping_gap)
ANSWER = Delay(DEPLOYED.answer, first=True)
TURNS = GameStartNotify | EndTurnNotify
NEEDED = LoginResponse | LobbyInfoMessage | GameStartNotify | EndTurnNotify


def assert_gaps(client: Client) -> None:
    """Check that a gap or a request follows every message that the next one may need."""
    for word, after in zip(client.acts, client.acts[1:], strict=False):
        if isinstance(word, NEEDED):
            asked = isinstance(word, TURNS) and word.next_player == client.name
            assert after == GAP or (asked and after == ANSWER)


def server(text: str) -> ChatMessage:
    return ChatMessage("[house]", "Everyone", text)


async def test_the_header_is_answered_at_once_and_words_have_gaps(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    for client in clients:
        assert client.raw.startswith(HEADER)
        for _ in range(2):
            await take_turn(room, clients)
        assert_gaps(client)
    anna, bruno = clients
    assert anna.acts[:4] == [ANSWER, LoginResponse("anna"), GAP, NumPlayersRequest()]
    assert bruno.acts[:3] == [ANSWER, LoginResponse("bruno"), GAP]
    assert isinstance(bruno.acts[3], LobbyInfoMessage)
    assert bruno.acts[3].player_name == "bruno"  # its first one must name itself
    assert isinstance(bruno.acts[5], GameStartNotify)


async def test_every_request_has_exactly_one_answer_of_its_own_kind(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    asked, other = mover(room, clients)
    # A double click, and a pick out of turn.
    for word in (LoginRequest("anna"), NumPlayersResponse(2), ConfirmOrderNotify(())):
        before = len(other.heard)
        await other.say(word)
        answers = [LoginResponse(other.name)] if isinstance(word, LoginRequest) else []
        assert other.since(before) == answers
    move = a_move(room)
    await other.say(PickTileRequest(position_of(move.cells[0])))
    assert other.last == PickTileResponse(valid=False, picked_tiles=())
    await asked.play(move, tiles_of(room, move))
    before = len(asked.heard)
    await asked.say(ConfirmOrderNotify(tiles_of(room, a_move(room))))
    assert len(asked.heard) == before


async def test_absent_player_is_announced_in_chat_and_never_as_a_disconnection(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla", streams=("anna",))
    anna, bruno, carla = clients
    await bruno.drop()
    assert anna.last == server("bruno is absent; the seat is kept.")
    await carla.drop()
    assert anna.last == server("The game waits until a player comes back.")
    again = room.client()
    await again.say(LoginRequest("bruno"))
    assert anna.last == server("bruno is back.")
    assert not anna.of(PlayerDisconnectedNotify)


async def test_finished_match_shows_points_and_result_before_disconnecting(
    room: Room,
) -> None:
    anna, bruno = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    await bruno.drop()
    await room.wait(60)
    words = [word for word in anna.acts if word != GAP][-6:]
    assert [type(word) for word in words] == [
        EndTurnNotify,
        EndTurnNotify,
        ChatMessage,
        GameResultNotify,
        Delay,
        Disconnect,
    ]
    assert words[2] == server("The winner is anna, with 0 points.")
    assert words[4] == Delay(5.0)
    assert not anna.of(PlayerDisconnectedNotify)
    assert_gaps(anna)
    assert not room.server.dispatcher.people.is_here("anna")


@no_coverage
async def test_returning_player_is_named_last_and_once(room: Room) -> None:
    for turns in range(4):
        clients = await at_table(room, *(f"{name}{turns}" for name in ("anna", "bruno", "carla")))
        names = tuple(client.name for client in clients)
        number = turns + 1
        for _ in range(turns):
            seat = state_of(room, number).turn
            move = shelfie.sample(state_of(room, number), seat, Dice(1))
            assert isinstance(move, shelfie.TakeTiles)
            await clients[seat].play(move, tiles_of(room, move, number))
        state = state_of(room, number)
        for place, name in enumerate(names):
            await clients[place].drop()
            again = room.client(streams=True)
            await again.say(LoginRequest(name))
            await room.settle()
            words = [word for word in again.heard if not isinstance(word, ChatMessage)]
            login, lobby, start, *said = words
            assert login == LoginResponse(name)
            assert lobby == LobbyInfoMessage(3, names, True, name)
            assert isinstance(start, GameStartNotify)
            assert start.next_player != name
            assert start.next_player in names
            told = [word for word in said if isinstance(word, EndTurnNotify)]
            assert sorted(turn.player for turn in told) == sorted(names)
            assert all(turn.player == turn.next_player for turn in told[:-1])
            assert told[-1].player != told[-1].next_player == names[state.turn]
            assert_gaps(again)
            clients[place] = again
        for client in clients:
            await room.server.dispatcher.handle(client, Resign(table=number))
        for client in clients:
            await client.drop()


async def test_absent_opponents_are_skipped_back_to_the_same_player(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla", streams=("anna", "bruno", "carla"))
    asked, other = mover(room, clients)
    await other.drop()
    before = len(asked.heard)
    await take_turn(room, clients)
    await room.wait(3)
    turns = [word for word in asked.since(before) if isinstance(word, EndTurnNotify)]
    assert [turn.next_player for turn in turns] == [other.name, turns[1].next_player]
    assert all(turn.player != turn.next_player for turn in turns)
    assert turns[1].player == other.name
    assert_gaps(asked)


async def test_move_in_one_step_is_announced_once(room: Room) -> None:
    anna = room.client(streams=True)
    await anna.login("anna", 3)
    bruno = room.client()
    await bruno.login("bruno")
    greta = await room.server.enter("Greta")
    await greta.ask(JoinTable(table=1))
    clients = [anna, bruno]
    while (seat := state_of(room).turn) != 2:
        move = a_move(room)
        await clients[seat].play(move, tiles_of(room, move))
    before = len(anna.heard), len(bruno.heard)
    await played(greta)
    assert anna.types[before[0] :] == ["EndTurnNotify"]
    assert bruno.types[before[1] :] == ["EndTurnNotify"]


async def test_confirmed_pick_is_withdrawn_when_its_player_disconnects(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla", streams=("anna", "bruno", "carla"))
    asked, other = mover(room, clients)
    move = a_move(room)
    await asked.say(*(PickTileRequest(position_of(cell)) for cell in move.cells))
    await asked.say(ConfirmPickRequest())
    await asked.drop()
    picked, back = other.of(ConfirmPickResponse)
    assert (picked.valid, back.valid) == (True, False)
    assert len(back.board.board) == len(picked.board.board) + len(move.cells)


async def test_no_clock_takes_the_turn_of_a_client(room: Room) -> None:
    greta = await room.server.enter("Greta")
    await greta.ask(OpenTable(game="shelfie", seats=2, clock=Clock(turn=30)))
    anna, bruno = room.client(streams=True), room.client()
    await anna.say(LoginRequest("anna"))
    assert anna.last == NumPlayersRequest()  # nobody waits whom it could play with
    await anna.drop()
    await bruno.say(LoginRequest("bruno"))
    assert bruno.last == NumPlayersRequest()


async def test_seat_is_released_when_its_clock_runs_out_three_times(room: Room) -> None:
    guests = [LocalClient(room.server.dispatcher) for _ in range(3)]
    for guest, name in zip(guests, ("anna", "bruno", "carla"), strict=True):
        await guest.ask(Enter(name=name))
    await guests[0].ask(OpenTable(game="shelfie", seats=3, clock=Clock(turn=30)))
    for guest in guests[1:]:
        await guest.ask(JoinTable(table=1))
    seat = state_of(room).turn
    room.server.dispatcher.leave(guests[seat])
    mine = room.client(streams=True)
    await mine.say(LoginRequest(guests[seat].name))
    assert mine.of(EndTurnNotify)[-1].next_player == mine.name
    assert mine.last == server(
        "This table has a clock: 30 seconds for each turn. A turn that runs out of time is "
        "skipped, and after 3 such turns in a row the seat is given up."
    )
    await room.wait(25)
    assert mine.last == server("Your time runs out: 5 seconds left.")
    await room.wait(6)
    assert server("Your turn was skipped because your time ran out.") in mine.heard
    assert mine.closed
    assert mine.of(GameResultNotify)
    assert (
        keeper_of(room.server.dispatcher).table.seat_of(mine.of(LoginResponse)[0].nickname or "")
        is None
    )


async def test_somebody_new_on_a_seat_plays_under_the_name_that_is_known(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla", streams=("anna",))
    anna, bruno, carla = clients
    await room.server.dispatcher.handle(bruno, StandUp(table=1))
    assert anna.last == server("bruno has left the game.")
    assert bruno.closed  # the game is over for a player who gives up
    assert carla.last == PlayerDisconnectedNotify("bruno")
    greta = await room.server.enter("Greta")
    await greta.ask(JoinTable(table=1))
    assert anna.last == server("Greta plays for bruno now.")
    while state_of(room).turn != 1:
        seat = state_of(room).turn
        move = a_move(room)
        await clients[seat].play(move, tiles_of(room, move))
    await played(greta)
    assert isinstance(anna.last, EndTurnNotify)
    assert anna.last.player == "bruno"
    await anna.say(ChatMessage("anna", "bruno", "hello"))
    assert json.encode(greta.heard[-1]).count(b'"hello"') == 1
    assert not carla.of(ChatMessage)[1:]


async def test_a_secret_is_never_relayed(room: Room) -> None:
    anna = room.client(streams=True)
    await anna.say(LoginRequest("anna#correct-horse"))
    assert anna.heard[0] == LoginResponse("anna")
    await anna.say(NumPlayersResponse(2))
    bruno = room.client()
    await bruno.login("bruno")
    assert isinstance(bruno.last, GameStartNotify)
    assert bruno.last.players == ("anna", "bruno")
    await anna.drop()
    thief = room.client()
    await thief.say(LoginRequest("anna"))
    assert thief.last == LoginResponse(None)
    await thief.say(LoginRequest("anna#correct-horse"))
    assert thief.heard[1] == LoginResponse("anna")
    for client in (anna, bruno, thief):
        assert b"correct-horse" not in client.raw


@pytest.mark.parametrize("streams", [True, False])
async def test_closing_server_notifies_clients(streams: bool) -> None:
    room = Room()
    anna = room.client(streams=streams)
    await anna.login("anna")
    anna.tell(farewell(ServerReason.CLOSING))
    assert anna.last == server(
        "The server is shutting down. Everything is saved, and your seats are kept."
    )


async def test_no_ping_comes_into_half_an_object(room: Room) -> None:
    anna = room.client(streams=True)
    await anna.login("anna")
    anna.tick(4)
    await anna.send(b"\x79")
    anna.tick(4)
    assert not anna.of(PingMessage)
    anna.tick()
    assert anna.last == PingMessage()


# Timing


async def test_answer_is_sent_a_moment_after_its_request(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    asked, _ = mover(room, clients)
    before, move = len(asked.acts), a_move(room)
    await asked.play(move, tiles_of(room, move))
    pick, taken, column, ended = (
        PickTileResponse,
        ConfirmPickResponse,
        ConfirmColumnResponse,
        EndTurnNotify,
    )
    kinds = [act if isinstance(act, Delay) else type(act) for act in asked.acts[before:]]
    answers = [word for kind in (pick, pick, taken, column, ended) for word in (ANSWER, kind)]
    assert kinds == [*answers, GAP]  # no gap holds an answer up
    await asked.send(b"what?")
    assert asked.acts[-3] == ANSWER


async def test_player_to_move_hears_other_messages_after_a_gap(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    asked, other = mover(room, clients)
    before = len(asked.acts)
    await other.say(ChatMessage(None, None, "hello"))
    await other.say(ChatMessage(None, None, "again"))
    first, second = (ChatMessage(other.name, "Everyone", text) for text in ("hello", "again"))
    assert asked.acts[before:] == [GAP, first, second]


async def test_server_lines_are_separate(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    await bruno.drop()
    away, waits = server("bruno is absent; the seat is kept."), server(texts.PAUSED)
    assert anna.acts[-4:] == [away, GAP, waits, GAP]


async def test_ping_keeps_its_distance_from_automatic_answers(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    asked, _ = mover(room, clients)
    move = a_move(room, 1)
    asked.tick(5)
    assert asked.acts[-2:] == [PingMessage(), Delay(DEPLOYED.answer)]  # it was quiet
    await asked.say(PickTileRequest(position_of(move.cells[0])), ConfirmPickRequest())
    await asked.say(ConfirmColumnRequest(move.column))
    column = ConfirmColumnResponse(valid=True, need_for_swap=False)
    assert asked.acts[-3:] == [ANSWER, APART, column]
    before = len(asked.acts)
    for _ in range(40):  # it is never quiet again
        asked.tick()
        await asked.say(ConfirmColumnRequest(move.column))
    acts = asked.acts[before:]
    ping = acts.index(PingMessage())
    assert acts[ping - 1 : ping + 2] == [APART, PingMessage(), APART]


async def test_a_ping_waits_until_everything_has_been_said(room: Room) -> None:
    anna, bruno, _ = await at_table(room, "anna", "bruno", "carla", streams=("anna",))
    anna.tick(24)  # the next one is due
    before, pings = len(anna.acts), len(anna.of(PingMessage))
    for _ in range(8):
        await bruno.drop()
        bruno = room.client()
        await bruno.say(LoginRequest("bruno"))
    seconds = ceil(anna.acts[before:].count(GAP) * DEPLOYED.gap)
    assert seconds >= 8  # so long it takes to say all that
    anna.tick(seconds - 1)
    assert len(anna.of(PingMessage)) == pings
    anna.tick()
    assert len(anna.of(PingMessage)) == pings + 1


@no_coverage
async def test_a_pick_for_which_no_column_has_room_is_refused_at_once(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    keeper, dice, refused = keeper_of(room.server.dispatcher), Dice(4), 0
    while not keeper.table.over:
        state = state_of(room)
        roomiest = max(6 - len(pile) for pile in state.shelves[state.turn])
        asked, _ = mover(room, clients)
        empty = replace(state, shelves=(EMPTY_SHELF,) * 2)
        lines = {m.cells for m in shelfie.legal_moves(empty, state.turn)}
        for line in [line for line in lines if len(line) == 2 > roomiest][:1]:
            first, second = (position_of(cell) for cell in line)
            await asked.say(PickTileRequest(first), PickTileRequest(second))
            assert isinstance(asked.last, PickTileResponse)
            assert (asked.last.valid, len(asked.last.picked_tiles)) == (False, 1)
            await asked.say(UnpickTileRequest(first))
            refused += 1
        move = shelfie.sample(state, state.turn, dice)
        assert isinstance(move, shelfie.TakeTiles)
        await asked.play(move, tiles_of(room, move))
    assert refused
