"""Every phase, message and refusal of the document, for clients of JSON."""

from collections.abc import Sequence

import pytest

from ludoteca.games import Dice, Seat, shelfie
from ludoteca.games.shelfie.board import has_free_side
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import JoinTable, OpenTable, StandUp
from ludoteca.protocols.requests import texts
from ludoteca.protocols.requests.views import board_of, bookshelf_of, position_of, tokens_of
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
    PongMessage,
    Position,
    RequestsWord,
    Tile,
    UnpickTileRequest,
    UnpickTileResponse,
)
from tests.core.local import keeper_of
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


def lobby(size: int, names: tuple[str, ...], name: str, *, here: bool) -> LobbyInfoMessage:
    return LobbyInfoMessage(size, names, here, name)


ALONE = Position(0, -3)
"""No cell of any board."""


# Document, "Connection phase"


async def test_a_login_gets_its_nickname_and_the_first_is_asked_for_a_number(room: Room) -> None:
    anna = room.client()
    # "it sends a LoginRequest message"; "sends back a LoginResponse message"
    # "if it's the first player joining the lobby, it sends a NumPlayersRequest message"
    await anna.say(LoginRequest("anna"))
    assert anna.heard == [LoginResponse("anna"), NumPlayersRequest()]
    # "This will keep going until the client sends a valid number of players."
    for number in (1, 5, -1):
        await anna.say(NumPlayersResponse(number))
        assert anna.last == NumPlayersRequest()
    await anna.say(NumPlayersResponse(3))
    assert anna.last == lobby(3, ("anna",), "anna", here=True)


@pytest.mark.parametrize("name", ["anna", "ANNA", "", "Everyone", "a|b", "x" * 31, None])
async def test_a_nickname_that_is_taken_or_none_is_refused(room: Room, name: str | None) -> None:
    anna, other = room.client(), room.client()
    await anna.login("anna")
    # "This will keep going until the client sends a valid nickname."
    await other.say(LoginRequest(name))
    assert other.heard == [LoginResponse(None)]
    await other.say(LoginRequest("bruno"))
    assert other.heard[1] == LoginResponse("bruno")


async def test_lobby_hears_arrivals_and_departures(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.login("anna", 3)
    await bruno.login("bruno")
    # "a LobbyInfoMessage message containing the name of the player involved, a flag ... and the
    # new lobby"
    came = lobby(3, ("anna", "bruno"), "bruno", here=True)
    assert anna.last == bruno.last == came
    await bruno.drop()
    assert anna.last == lobby(3, ("anna",), "bruno", here=False)
    again = room.client()
    await again.say(LoginRequest("bruno"))
    assert again.heard == [LoginResponse("bruno"), came]
    assert anna.last == came
    await room.server.dispatcher.handle(again, StandUp(table=1))
    assert anna.last == lobby(3, ("anna",), "bruno", here=False)


async def test_player_dropped_in_the_lobby_leaves_it_after_a_moment(room: Room) -> None:
    anna, bruno, carla = (room.client() for _ in range(3))
    await anna.login("anna", 2)
    await anna.drop()
    await room.wait(3)
    await bruno.say(LoginRequest("bruno"))
    assert bruno.last == NumPlayersRequest()  # nobody waits any more
    await bruno.say(NumPlayersResponse(3))
    await carla.login("carla")
    await carla.drop()
    gone = lobby(3, ("bruno",), "carla", here=False)
    assert bruno.last == gone
    await room.wait(3)
    assert bruno.heard.count(gone) == 1  # it is said once
    assert keeper_of(room.server.dispatcher, 2).table.holders.count(None) == 2


async def test_a_login_joins_the_table_that_has_waited_longest(room: Room) -> None:
    guest = await room.server.enter("Greta")
    await guest.ask(OpenTable(game="renaissance", seats=2))
    await guest.ask(OpenTable(game="shelfie", seats=2, take_back=True))
    await guest.ask(OpenTable(game="shelfie", seats=2, private=True))
    await guest.ask(OpenTable(game="shelfie", seats=3))
    await guest.ask(OpenTable(game="shelfie", seats=3))
    anna = room.client()
    await anna.say(LoginRequest("anna"))
    assert anna.last == lobby(3, ("Greta", "anna"), "anna", here=True)
    assert keeper_of(room.server.dispatcher, 4).table.seat_of("anna") == 1


async def test_player_too_late_for_the_last_seat_watches(room: Room) -> None:
    anna, bruno, carla = (room.client() for _ in range(3))
    await anna.login("anna", 2)
    for client, name in ((bruno, "bruno"), (carla, "carla")):
        client.post(client.end.write(LoginRequest(name)))
    await room.settle()
    assert isinstance(bruno.last, GameStartNotify)
    assert carla.heard == [LoginResponse("carla"), NumPlayersRequest()]


async def test_a_seat_in_another_game_is_left_alone(room: Room) -> None:
    guests = await room.server.table("anna", "bruno", game="renaissance")
    await guests[1].ask(OpenTable(game="shelfie", seats=3))
    room.server.dispatcher.leave(guests[0])
    anna = room.client()
    await anna.say(LoginRequest("anna"))
    assert anna.heard[1:] == [lobby(3, ("bruno", "anna"), "anna", here=True)]
    assert not keeper_of(room.server.dispatcher, 1).has_listener(anna)


async def test_a_login_that_is_repeated_gets_the_same_answer(room: Room) -> None:
    anna = room.client()
    await anna.say(LoginRequest("anna"), LoginRequest("carla"))
    assert anna.heard == [LoginResponse("anna"), NumPlayersRequest(), LoginResponse("anna")]


# Document, "Game initialization phase"


async def test_start_message_has_everything_but_only_the_own_goal(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla")
    state = state_of(room)
    for seat, client in enumerate(clients):
        view = shelfie.view(state, Seat(seat))
        # "a Board object", "two CommonGoal objects", "two Token objects", "a PersonalGoal object",
        # "a list of the players' nicknames", "the first player's nickname"
        assert isinstance(client.last, GameStartNotify)
        assert client.last.board == board_of(view)
        assert len(client.last.board.board) == 37
        assert [goal.id for goal in client.last.common_goals] == list(state.claims)
        assert client.last.common_goals_tokens == (8, 8)
        assert client.last.personal_goal.id == state.goals[Seat(seat)]
        assert client.last.players == ("anna", "bruno", "carla")
        assert client.last.next_player == client.last.players[state.first]


# Document, "Game phase"


async def test_a_turn_goes_from_picks_to_the_order(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    move = a_move(room)
    first, second = (PickTileRequest(position_of(cell)) for cell in move.cells)
    tiles = tiles_of(room, move)
    # "sends back a PickTileResponse message containing either true or false"
    await asked.say(first)
    assert asked.last == PickTileResponse(valid=True, picked_tiles=tiles[:1])
    await asked.say(second)
    assert asked.last == PickTileResponse(valid=True, picked_tiles=tiles)
    # "a UnpickTileRequest message specifying the coordinates of the picked tile that has to be
    # removed"
    await asked.say(UnpickTileRequest(first.position))
    assert asked.last == UnpickTileResponse(tiles[1:], successful=True)
    await asked.say(first)
    view = shelfie.view(state_of(room), None)
    # "a ConfirmPickResponse message containing either true or false and ... the updated Board"
    await asked.say(ConfirmPickRequest())
    assert asked.last == ConfirmPickResponse(board_of(view, move.cells), valid=True)
    assert not other.of(ConfirmPickResponse)  # only the confirming client gets this answer
    # "waits for a positive ConfirmColumnResponse message"
    await asked.say(ConfirmColumnRequest(move.column))
    swap = len(set(tiles)) > 1
    assert asked.last == ConfirmColumnResponse(valid=True, need_for_swap=swap)
    # "a ConfirmOrderNotify message containing the final order of the picked tiles"
    order = tuple(reversed(tiles))
    await asked.say(ConfirmOrderNotify(order))
    # "an EndTurnNotify message containing the new bookshelf and the new points of the last player
    # plus the next player's nickname"
    seat = Seat(clients.index(asked))
    for client in clients:
        eyes = shelfie.view(state_of(room), Seat(clients.index(client)))
        ended = EndTurnNotify(
            board_of(eyes), bookshelf_of(eyes, seat), tokens_of(eyes),
            sum(p.amount for p in shelfie.points(eyes, seat)), False, asked.name, other.name,
        )  # fmt: skip
        assert client.last == ended
    shelf = bookshelf_of(shelfie.view(state_of(room), None), seat)
    assert (shelf[5][move.column], shelf[4][move.column]) == order


def column_refused(tiles: tuple[Tile, ...]) -> ConfirmColumnResponse:
    return ConfirmColumnResponse(valid=False, need_for_swap=len(set(tiles)) > 1)


async def test_invalid_pick_or_return_is_refused(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, _ = mover(room, clients)
    line = a_move(room, 2).cells
    tiles = tiles_of(room, a_move(room, 2))
    middle = PickTileRequest(Position(4, 1))
    for no in (PickTileRequest(ALONE), middle, PickTileRequest(Position(2**31 - 1, -(2**31)))):
        await asked.say(no)
        assert asked.last == PickTileResponse(valid=False, picked_tiles=())
    await asked.say(UnpickTileRequest(position_of(line[0])))
    assert asked.last == UnpickTileResponse((), successful=False)
    board = board_of(shelfie.view(state_of(room), None))
    await asked.say(ConfirmPickRequest())
    assert asked.last == ConfirmPickResponse(board, valid=False)
    await asked.say(ConfirmColumnRequest(0))
    assert asked.last == column_refused(())
    # The same tile twice; tiles that are not in a line; then the hand goes on as it was.
    far = next(c for c in state_of(room).board if c.row > 5 and has_free_side(
        state_of(room).board, c))  # fmt: skip
    await asked.say(*(PickTileRequest(position_of(cell)) for cell in line))
    for no in (PickTileRequest(position_of(line[0])), PickTileRequest(position_of(far))):
        await asked.say(no)
        assert asked.last == PickTileResponse(valid=False, picked_tiles=tiles)
    await asked.say(UnpickTileRequest(position_of(far)))
    assert asked.last == UnpickTileResponse(tiles, successful=False)
    await asked.say(ConfirmPickRequest(), PickTileRequest(position_of(far)))
    assert asked.last == PickTileResponse(valid=False, picked_tiles=tiles)
    for column in (-1, 5, 2**31 - 1):
        await asked.say(ConfirmColumnRequest(column))
        assert asked.last == column_refused(tiles)


async def test_unpicking_the_middle_of_three_is_refused(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    while not (threes := lines_of_three(room)):
        await take_turn(room, clients, 1)
    asked, _ = mover(room, clients)
    positions = [position_of(cell) for cell in sorted(threes[0].cells)]
    await asked.say(*map(PickTileRequest, positions))
    picked = asked.last.picked_tiles
    assert len(picked) == 3
    await asked.say(UnpickTileRequest(positions[1]))
    assert asked.last == UnpickTileResponse(picked, successful=False)


def lines_of_three(room: Room) -> list[shelfie.TakeTiles]:
    state = state_of(room)
    return [m for m in shelfie.legal_moves(state, state.turn) if len(m.cells) == 3]


async def test_a_pick_out_of_turn_is_refused_and_changes_nothing(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    move = a_move(room)
    before = len(asked.heard)
    for cell in move.cells:
        await other.say(PickTileRequest(position_of(cell)))
        assert other.last == PickTileResponse(valid=False, picked_tiles=())
    await other.say(ConfirmPickRequest())
    assert not other.of(ConfirmPickResponse)[-1].valid
    await other.say(ConfirmOrderNotify(tiles_of(room, move)))
    assert other.last == ChatMessage(
        "[house]", "Everyone", "Pick your tiles and a column first, when it is your turn."
    )
    assert len(asked.heard) == before
    await asked.play(move, tiles_of(room, move))
    assert isinstance(asked.last, EndTurnNotify)


async def test_an_order_of_tiles_that_were_not_picked_asks_for_the_column_again(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    move, version = a_move(room), state_of(room).turns
    tiles = tiles_of(room, move)
    wrong = tuple(Tile.EMPTY for _ in tiles)
    for order in (wrong, tiles[:1], (*tiles, tiles[0]), ()):
        await asked.play(move, order)
        assert asked.last == column_refused(tiles)
    assert state_of(room).turns == version
    await asked.say(ConfirmColumnRequest(move.column), ConfirmOrderNotify(tiles))
    assert asked.last == other.last
    assert isinstance(asked.last, EndTurnNotify)


async def test_an_order_without_a_column_asks_for_it(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, _ = mover(room, clients)
    move = a_move(room)
    tiles = tiles_of(room, move)
    await asked.say(*(PickTileRequest(position_of(cell)) for cell in move.cells))
    await asked.say(ConfirmPickRequest(), ConfirmOrderNotify(tiles))
    assert asked.last == column_refused(tiles)


async def test_turn_sent_at_once_is_played(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, _ = mover(room, clients)
    move = a_move(room)
    words: list[RequestsWord] = [PickTileRequest(position_of(cell)) for cell in move.cells]
    words += [ConfirmPickRequest(), ConfirmColumnRequest(move.column)]
    words.append(ConfirmOrderNotify(tiles_of(room, move)))
    before = len(asked.heard)
    await asked.send(b"".join(map(asked.end.write, words)))
    assert asked.types[before:] == [
        "PickTileResponse",
        "PickTileResponse",
        "ConfirmPickResponse",
        "ConfirmColumnResponse",
        "EndTurnNotify",
    ]
    assert asked.behind == 0


async def test_disconnection_is_announced_and_the_seat_is_kept(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla")
    asked, other = mover(room, clients)
    (third,) = [client for client in clients if client not in (asked, other)]
    # "the server sends to all the other players a PlayerDisconnectedNotify message"
    await third.drop()
    gone = PlayerDisconnectedNotify(third.name)
    assert asked.last == other.last == gone
    await take_turn(room, clients)
    again = room.client()
    await again.say(LoginRequest(third.name))
    # Coming back: GameStartNotify, then one EndTurnNotify for each player.
    assert again.types == ["LoginResponse", "GameStartNotify", *["EndTurnNotify"] * 3]
    turns = again.of(EndTurnNotify)
    assert {turn.player for turn in turns} == {"anna", "bruno", "carla"}
    assert all(turn.player == turn.next_player for turn in turns[:-1])
    assert turns[-1].next_player == other.name
    assert other.last == ChatMessage("[house]", "Everyone", f"{third.name} is back.")


async def test_turn_of_an_absent_player_passes(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla")
    asked, other = mover(room, clients)
    move = a_move(room)
    await asked.say(*(PickTileRequest(position_of(cell)) for cell in move.cells))
    await asked.say(ConfirmPickRequest())
    await asked.drop()
    await room.wait(3)
    assert not other.of(ConfirmPickResponse)
    assert isinstance(other.last, EndTurnNotify)
    assert other.last.board == board_of(shelfie.view(state_of(room), None))
    assert (other.last.player, other.last.next_player) == (asked.name, other.name)


async def test_a_turn_that_ends_in_a_pause_is_played_when_somebody_is_back(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    await other.drop()
    move = a_move(room)
    await asked.play(move, tiles_of(room, move))
    assert asked.last == ChatMessage("[house]", "Everyone", texts.KEPT)
    await asked.say(ConfirmOrderNotify(tiles_of(room, move)))  # once is enough
    assert not asked.of(EndTurnNotify)
    again = room.client()
    await again.say(LoginRequest(other.name))
    await room.settle()
    assert isinstance(asked.last, EndTurnNotify)
    assert asked.last.player == asked.name
    assert again.last == asked.last


async def test_another_column_drops_the_move_that_is_kept(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    await other.drop()
    move = a_move(room)
    tiles = tiles_of(room, move)
    await asked.play(move, tiles)
    before = len(asked.heard)
    await asked.say(ConfirmColumnRequest(9))
    assert asked.since(before) == [column_refused(tiles)]
    await asked.say(ConfirmColumnRequest(4 - move.column))
    swap = len(set(tiles)) > 1
    assert asked.since(before + 1) == [ConfirmColumnResponse(valid=True, need_for_swap=swap)]
    again = room.client()
    await again.say(LoginRequest(other.name))
    assert state_of(room).turns == 0  # nothing was kept any more
    await asked.say(ConfirmOrderNotify(tiles))
    assert isinstance(asked.last, EndTurnNotify)
    assert asked.last.bookshelf[5][4 - move.column] != Tile.EMPTY


async def test_kept_move_is_dropped_with_its_connection_or_the_countdown(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    await other.drop()
    move = a_move(room)
    await asked.play(move, tiles_of(room, move))
    await asked.drop()
    back, again = room.client(), room.client()
    await back.say(LoginRequest(asked.name))
    await again.say(LoginRequest(other.name))
    assert state_of(room).turns == 0
    await again.drop()
    await back.play(move, tiles_of(room, move))
    assert back.last == ChatMessage("[house]", "Everyone", texts.KEPT)
    await room.wait(60)
    assert isinstance(back.last, GameResultNotify)
    assert ConfirmColumnResponse not in {type(word) for word in back.heard[-4:]}


async def test_last_player_to_join_sees_the_names_of_absent_players(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.login("anna", 3)
    carla = await room.server.enter("Carla")
    await carla.ask(JoinTable(table=1))
    room.server.dispatcher.leave(carla)
    await bruno.login("bruno")
    awaited = "Every seat is taken. The game starts when everybody is back: Carla."
    assert bruno.heard[-2:] == [
        lobby(3, ("anna", "bruno"), "bruno", here=True),
        ChatMessage("[house]", "Everyone", awaited),
    ]
    assert anna.last == bruno.heard[-2]
    await room.server.back("Carla")
    await room.settle()
    for client in (anna, bruno):
        assert client.of(LobbyInfoMessage)[-1].lobby == ("anna", "Carla", "bruno")
        assert isinstance(client.last, GameStartNotify)


class FullDisk(MemoryJournal):
    """A journal whose disk can be filled."""

    full = False

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.full:
            raise JournalError("no space left")
        await super().append_all(additions)


@pytest.mark.parametrize("paused", [True, False])
async def test_a_turn_that_cannot_be_written_down_asks_for_the_column_again(paused: bool) -> None:
    disk = FullDisk()
    room = Room(disk)
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(room, clients)
    if paused:
        await other.drop()
    else:
        disk.full = True
    move = a_move(room)
    tiles = tiles_of(room, move)
    await asked.play(move, tiles)
    if paused:
        disk.full = True
        other = room.client()
        await other.say(LoginRequest(clients[1 - clients.index(asked)].name))
    assert asked.last == column_refused(tiles)
    disk.full = False
    await asked.say(ConfirmColumnRequest(move.column), ConfirmOrderNotify(tiles))
    assert isinstance(asked.last, EndTurnNotify)


# Document, "End Game phase"


async def test_result_has_full_points_and_the_winner_and_connections_close(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno", "carla")
    keeper, dice = keeper_of(room.server.dispatcher), Dice(4)
    while not keeper.table.over:
        state = state_of(room)
        move = shelfie.sample(state, state.turn, dice)
        assert isinstance(move, shelfie.TakeTiles)
        last, _ = mover(room, clients)
        await last.play(move, tiles_of(room, move))
    view = keeper.table.view(None)
    assert view is not None
    totals = [sum(p.amount for p in shelfie.points(view, Seat(s))) for s in range(3)]
    points = dict(zip(("anna", "bruno", "carla"), totals, strict=True))
    (winner,) = view.outcome.winners
    for client in clients:
        *turns, result = client.heard[-4:]
        # "one final EndTurnNotify per player"
        assert {turn.player: turn.points for turn in turns} == points  # type: ignore[union-attr]
        assert all(turn.player == turn.next_player for turn in turns)  # type: ignore[union-attr]
        # "a GameResultsNotify message ... containing each player's points and the nickname of the
        # winner. At this point, the server closes the connection"
        assert result == GameResultNotify([*points][winner], points)
        assert client.closed
        assert sum(turn.end_game for turn in client.of(EndTurnNotify)) == 1
    assert not room.server.dispatcher.people.here()  # nicknames are free at once


async def test_last_connected_player_wins_after_the_countdown(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    await bruno.drop()
    await room.wait(60)
    assert isinstance(anna.last, GameResultNotify)
    assert anna.last.winner == "anna"
    assert anna.closed


async def test_points_of_others_leave_out_their_personal_goal(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    for _ in range(8):
        await take_turn(room, clients)
        state = state_of(room)
        for seat, client in enumerate(clients):
            turn = client.of(EndTurnNotify)[-1]
            eyes = shelfie.view(state, Seat(seat))
            player = Seat([c.name for c in clients].index(turn.player))
            sources = {point.source for point in shelfie.points(eyes, player)}
            assert ("personal" in sources) == (player == seat)
            assert turn.points == sum(p.amount for p in shelfie.points(eyes, player))


# Document, "Chat"


async def test_chat_is_for_one_or_for_all(room: Room) -> None:
    anna, bruno, carla = await at_table(room, "anna", "bruno", "carla")
    # "If the receiver's nickname is not specified the message is sent to everyone."
    for receiver in (None, "", "Everyone"):
        await anna.say(ChatMessage("somebody else", receiver, f"hello {receiver}"))
        said = ChatMessage("anna", "Everyone", f"hello {receiver}")
        assert anna.last == bruno.last == carla.last == said
    # "either to the selected player or to every player"
    await anna.say(ChatMessage("anna", "bruno", "psst"))
    assert bruno.last == ChatMessage("anna", "bruno", "psst")
    for client in (anna, carla):
        assert b"psst" not in client.raw
    before = len(bruno.heard)
    await anna.say(ChatMessage("anna", "brunno", "psst"))
    assert anna.last == ChatMessage("[house]", "Everyone", "No player here is called brunno.")
    await bruno.drop()
    await anna.say(ChatMessage("anna", "bruno", "psst"))
    assert anna.last == ChatMessage("[house]", "Everyone", "bruno is absent; the seat is kept.")
    await anna.say(ChatMessage("anna", None, " "))
    assert anna.last == ChatMessage("[house]", "Everyone", "The message is empty.")
    await anna.say(ChatMessage("anna", None, "x" * 501))
    assert anna.last == ChatMessage("[house]", "Everyone", "That is too long.")
    assert len(bruno.heard) == before


@pytest.mark.parametrize("streams", [(), ("anna",)], ids=["lines", "stream"])
async def test_the_first_word_of_a_name_is_enough_if_only_one_begins_with_it(
    room: Room, streams: tuple[str, ...]
) -> None:
    names = "anna", "carla maria", "carla rosa", "bruno verdi"
    anna, maria, rosa, bruno = await at_table(room, *names, streams=streams)
    # Text clients cut the name of the receiver at its first blank.
    for receiver in ("bruno", "BRUNO", "bruno verdi"):
        await anna.say(ChatMessage("anna", receiver, f"psst {receiver}"))
        assert bruno.last == ChatMessage("anna", "bruno verdi", f"psst {receiver}")
    for receiver, why in (
        ("carla", "More than one player's name begins with carla: your message was not sent."),
        ("brun", "No player here is called brun."),
        ("verdi", "No player here is called verdi."),
    ):
        await anna.say(ChatMessage("anna", receiver, "psst"))
        assert anna.last == ChatMessage("[house]", "Everyone", why)
    assert not maria.of(ChatMessage) + rosa.of(ChatMessage)


async def test_a_name_that_somebody_has_exactly_is_meant_before_one_that_begins_with_it(
    room: Room,
) -> None:
    anna, carla, maria = await at_table(room, "anna", "carla", "carla maria")
    await anna.say(ChatMessage("anna", "carla", "psst"))
    assert carla.last == ChatMessage("anna", "carla", "psst")
    assert not maria.of(ChatMessage)
    await carla.drop()  # the seat waits, and so does the name
    await anna.say(ChatMessage("anna", "carla", "psst"))
    assert anna.last == ChatMessage("[house]", "Everyone", "carla is absent; the seat is kept.")
    assert all(chat.player == "[house]" for chat in maria.of(ChatMessage))


# Document, "PingPong"


async def test_pings_come_every_20_seconds_and_five_without_a_word_are_the_end(room: Room) -> None:
    (anna, bruno) = await at_table(room, "anna", "bruno")
    anna.tick(5)
    assert anna.last == PingMessage()
    await anna.say(PongMessage())
    anna.tick(19)
    assert len(anna.of(PingMessage)) == 1
    anna.tick(1)
    assert len(anna.of(PingMessage)) == 2
    # "When the server sends 5 consecutive messages without any response to the same client, it
    # considers the connection with that client closed"
    anna.tick(80)
    assert len(anna.of(PingMessage)) == 6
    anna.tick(19)
    assert not anna.closed
    anna.tick(1)
    assert anna.closed
    assert not bruno.closed


async def test_a_ping_waits_until_it_is_quiet_but_not_for_ever(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    anna.tick(4)
    assert not anna.of(PingMessage)
    for _ in range(15):
        await bruno.say(ChatMessage(None, None, "hello"))
        anna.tick()
    assert not anna.of(PingMessage)
    anna.tick(4)
    assert anna.last == PingMessage()
    for _ in range(40):
        await bruno.say(ChatMessage(None, None, "hello"))
        anna.tick()
    assert len(anna.of(PingMessage)) == 2


async def test_silent_client_hears_nothing_and_is_disconnected(room: Room) -> None:
    silent = room.client()
    silent.tick(104)
    assert (silent.raw, silent.closed) == (b"", False)
    silent.tick(1)
    assert (silent.raw, silent.closed) == (b"", True)


# Messages at the wrong time


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        (PickTileRequest(ALONE), PickTileResponse(valid=False, picked_tiles=())),
        (UnpickTileRequest(ALONE), UnpickTileResponse((), successful=False)),
        (ConfirmPickRequest(), None),
        (ConfirmColumnRequest(0), ConfirmColumnResponse(valid=False, need_for_swap=False)),
        (ConfirmOrderNotify(()), None),
        (ChatMessage(None, None, "hello"), None),
        (NumPlayersResponse(2), None),
    ],
)
async def test_a_word_at_the_wrong_time_gets_its_no_and_the_conversation_goes_on(
    room: Room, word: RequestsWord, answer: RequestsWord | None
) -> None:
    anna = room.client()

    async def refused(client: Client) -> None:
        before = len(client.heard)
        await client.say(word)
        assert len(client.heard) == before + 1
        assert client.last == (answer or client.last)

    await refused(anna)
    await anna.say(LoginRequest("anna"))
    if not isinstance(word, NumPlayersResponse):
        await refused(anna)
    await anna.say(NumPlayersResponse(2))
    await refused(anna)
    bruno = room.client()
    await bruno.login("bruno")
    assert isinstance(anna.last, GameStartNotify)


async def test_unreadable_message_is_answered_with_a_text(room: Room) -> None:
    anna = room.client()
    await anna.send(b"hello\n")
    assert isinstance(anna.last, ChatMessage)
    assert anna.last.player == "[house]"
    assert str(anna.last.text_message).startswith("That cannot be read")
    await anna.login("anna")
    assert isinstance(anna.last, LobbyInfoMessage)
