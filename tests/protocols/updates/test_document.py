"""Every message, phase and refusal of the document, in its own words."""

import pytest

from ludoteca.core.tables.history import stream_of
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import OpenTable, StandUp
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
    ClientMessage,
    CommonGoalCardsUpdate,
    Disconnection,
    EndGameUpdate,
    EndingTokenUpdate,
    GameData,
    GameInfo,
    GameInitialization,
    GameSelection,
    GamesList,
    Item,
    LivingRoomUpdate,
    Nickname,
    PersonalGoalCardUpdate,
    Position,
    Reconnection,
    ScoresUpdate,
    SelectedItems,
    ServerWord,
    StartTurnUpdate,
    WaitingUpdate,
)
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.protocols.updates.talk import Room, mover, names, play_out, select

# Document, "Login"


async def test_a_nickname_is_taken_once(room: Room) -> None:
    anna, other = room.client(), room.client()
    assert await anna.say(Nickname("anna")) == [GamesList(())]
    # "else, the login attempt is rejected, and the client has to try again"
    assert await other.say(Nickname("anna")) == [NO_LOGIN]
    assert await other.say(Nickname("ANNA")) == [NO_LOGIN]
    assert await other.say(Nickname("all")) == [NO_LOGIN]  # it would be everybody
    assert await other.say(Nickname("bruno")) == [GamesList(())]


@pytest.mark.parametrize(
    ("word", "refusal"),
    [
        (GameInitialization(2, 2), NO_GAME),
        (GameSelection(1), NO_GAME),
        (select((1, 3)), NO_SELECTION),
        (BookshelfInsertion(0, (0,)), NO_INSERTION),
        (ChatMessage("hello", "all"), NO_CHAT),
    ],
)
async def test_a_login_is_necessary_for_anything_else(
    room: Room, word: ClientMessage, refusal: ServerWord
) -> None:
    # "The login is necessary for the client to perform any other type of action."
    client = room.client()
    assert await client.say(word) == [refusal]
    assert await client.say(Nickname("anna")) == [GamesList(())]


async def test_a_second_login_loses_nothing(room: Room) -> None:
    anna = await room.player("anna")
    assert await anna.say(Nickname("anna")) == [GamesList(())]
    assert await anna.say(Nickname("bruno")) == [NO_GAME]
    await anna.say(GameInitialization(2, 2))
    for word in (Nickname("anna"), GameInitialization(2, 2), GameSelection(1)):
        assert await anna.say(word) == [NO_GAME]


async def test_secret_protects_a_name_and_is_shown_to_its_owner_only(room: Room) -> None:
    anna, bruno = await room.table("anna#warhorse", "bruno")
    assert anna.of(WaitingUpdate)[0].nickname == "anna#warhorse"
    assert bruno.of(GameData)[0].connected_players == ("anna",)
    assert b"horse" not in bruno.raw
    anna.drop()
    assert await room.client().say(Nickname("anna")) == [NO_LOGIN]
    assert await room.client().say(Nickname("anna#milk-cow")) == [NO_LOGIN]
    back = await room.client().say(Nickname("anna#warhorse"))
    assert back[0] == Reconnection("anna#warhorse")
    assert b"horse" not in bruno.raw


# Document, "Game Creation/Selection"


async def test_a_game_is_created_and_selected(room: Room) -> None:
    anna, bruno = await room.player("anna"), await room.player("bruno")
    for players, goals in ((1, 2), (5, 2), (2, 3), (2, -1), (-7, 0)):
        # "If the client fails to set correctly parameters for game creation …"
        assert await anna.say(GameInitialization(players, goals)) == [NO_GAME]
    assert bruno.heard == [GamesList(())]
    created = await anna.say(GameInitialization(3, 1))
    assert created == [GameData(3, (), 1, 9, 9, 6, 5), WaitingUpdate("anna", 2, is_connected=True)]
    (info,) = bruno.of(GamesList)[-1].available or ()
    assert info == GameInfo(info.id, 3, 1)
    for wrong in (info.id + 1, 0, -1):
        # "… or selects an invalid game id, the server will notify the client"
        assert await bruno.say(GameSelection(wrong)) == [NO_GAME]
    assert await bruno.say(GameSelection(info.id)) == [
        GameData(3, ("anna",), 1, 9, 9, 6, 5),
        WaitingUpdate("bruno", 1, is_connected=True),
    ]
    assert anna.last == WaitingUpdate("bruno", 1, is_connected=True)


async def test_started_or_deleted_game_is_announced_to_players_without_a_game(
    room: Room,
) -> None:
    anna, bruno, carla = [await room.player(name) for name in ("anna", "bruno", "carla")]
    await anna.say(GameInitialization(2, 2))
    ((game,),) = (bruno.of(GamesList)[-1].available or (),)
    # "GamesList message with available containing only one element with the id of the deleted
    # game and all other fields to -1"
    gone = GamesList((GameInfo(game.id, -1, -1),))
    anna.drop()
    await room.wait(3)
    assert bruno.last == carla.last == gone
    await bruno.say(GameInitialization(2, 0))
    ((game,),) = (carla.of(GamesList)[-1].available or (),)
    assert game.number_common_goals == 0
    dora = await room.player("dora")
    assert dora.heard == [GamesList((game,))]
    await dora.say(GameSelection(game.id))
    assert carla.last == GamesList((GameInfo(game.id, -1, -1),))
    assert await carla.say(GameSelection(game.id)) == [NO_GAME]
    # and nobody at a table hears of games
    await carla.say(GameInitialization(2, 2))
    assert "GamesList" not in names(bruno.heard[-3:] + dora.heard[3:])
    late = await room.player("late")
    (listed,) = late.of(GamesList)
    assert [game.number_players for game in listed.available or ()] == [2]


async def test_each_deleted_game_is_announced_in_a_list_of_one_element(room: Room) -> None:
    carla = await room.player("carla")
    guests = [await room.server.enter(name) for name in ("Anna", "Bruno")]
    carla.ask(GameInitialization(7, 2))  # while it is answered, news wait
    for guest in guests:
        await guest.ask(OpenTable(game="shelfie", seats=2))
    await room.settle()
    games = (GameInfo(1, 2, 2), GameInfo(2, 2, 2))
    assert carla.heard[1:] == [NO_GAME, GamesList(games)]
    carla.ask(GameInitialization(7, 2))
    for guest, game in zip(guests, games, strict=True):
        await guest.ask(StandUp(table=game.id))
    await room.settle()
    gone = [GamesList((GameInfo(game.id, -1, -1),)) for game in games]
    assert carla.heard[3:] == [NO_GAME, *gone]


async def test_leaving_the_waiting_room_is_announced_at_once_and_allows_a_return(
    room: Room,
) -> None:
    anna, bruno = await room.player("anna"), await room.player("bruno")
    await anna.say(GameInitialization(3, 2))
    await bruno.say(GameSelection(1))
    bruno.drop()
    assert anna.last == WaitingUpdate("bruno", 2, is_connected=False)
    bruno = room.client()
    assert names(await bruno.say(Nickname("bruno"))) == ["GameData", "WaitingUpdate"]
    assert anna.last == WaitingUpdate("bruno", 1, is_connected=True)
    bruno.drop()
    await room.wait(3)
    assert anna.of(WaitingUpdate)[-1] == WaitingUpdate("bruno", 2, is_connected=False)
    assert len(anna.of(WaitingUpdate)) == 5
    bruno = room.client()
    assert names(await bruno.say(Nickname("bruno"))) == ["GamesList"]


# Document, "Game Beginning"

OPENING = [
    "BookshelfUpdate",
    "BookshelfUpdate",
    "CommonGoalCardsUpdate",
    "EndingTokenUpdate",
    "LivingRoomUpdate",
    "PersonalGoalCardUpdate",
    "ScoresUpdate",
    "StartTurnUpdate",
]


@pytest.mark.parametrize("goals", [0, 1, 2])
async def test_all_clients_receive_the_updates_of_the_beginning(room: Room, goals: int) -> None:
    clients = await room.table("anna", "bruno", goals=goals)
    state = keeper_of(room.server.dispatcher).table.state
    for seat, client in enumerate(clients):
        assert names(client.heard)[-8:] == OPENING
        assert client.of(WaitingUpdate)[-1] == WaitingUpdate("bruno", 0, is_connected=True)
        shelves = client.of(BookshelfUpdate)
        assert [shelf.owner for shelf in shelves] == ["anna", "bruno"]
        assert all(len(shelf.bookshelf) == 30 for shelf in shelves)
        assert {item for shelf in shelves for _, item in shelf.bookshelf} == {None}
        cards = client.of(CommonGoalCardsUpdate)[0].cards
        assert cards == {goal - 1: 8 for goal in state.claims}
        assert len(cards) == goals
        assert client.of(EndingTokenUpdate) == [EndingTokenUpdate(None)]
        room_ = dict(client.of(LivingRoomUpdate)[0].living_room)
        assert len(room_) == 81
        assert sum(item is Item.LOCKED for item in room_.values()) == 81 - 29
        assert client.of(PersonalGoalCardUpdate)[0].id == state.goals[Seat(seat)] - 1
        assert client.of(ScoresUpdate)[0] == ScoresUpdate({"anna": 0, "bruno": 0})
        assert client.last == StartTurnUpdate(("anna", "bruno")[state.turn])


# Document, "Turn Phases"


async def test_a_turn_is_a_selection_and_an_insertion(room: Room) -> None:
    first, other = mover(await room.table("anna", "bruno"))
    for cells in ([(4, 4)], [(0, 0)], [(1, 3), (1, 3)], [(1, 3), (7, 5)], [], [(-5, 99)]):
        assert await first.say(select(*cells)) == [NO_SELECTION]
    assert await other.say(select((1, 3))) == [NO_SELECTION]  # out of turn
    assert await first.say(BookshelfInsertion(0, (0,))) == [NO_INSERTION]  # nothing is selected
    before = len(other.heard)
    taken, items = await first.say(select((1, 4), (1, 3)))
    assert isinstance(taken, LivingRoomUpdate)
    assert set(taken.living_room) == {(Position(1, 3), None), (Position(1, 4), None)}
    state = keeper_of(room.server.dispatcher).table.state
    kinds = [shelfie.kind_of(state.board[shelfie.Cell(1, column)]) for column in (4, 3)]
    assert items == SelectedItems(tuple(Item[kind.name] for kind in kinds))
    # A double click is answered by the same, and changes nothing for others.
    assert await first.say(select((1, 4), (1, 3))) == [items]
    assert other.heard[before:] == [taken, items]
    for column, permutation in ((7, (0, 1)), (-1, (0, 1)), (0, (0,)), (0, (0, 0)), (0, (1, 2))):
        assert await first.say(BookshelfInsertion(column, permutation)) == [NO_INSERTION]
    told = await first.say(BookshelfInsertion(3, (1, 0)))
    shelf = (
        (Position(0, 3), Item[kinds[1].name]),
        (Position(1, 3), Item[kinds[0].name]),
    )
    assert told == [
        AcceptedInsertion(accepted=True),
        BookshelfUpdate(first.name, shelf),
        ScoresUpdate({"anna": 0, "bruno": 0}),
        StartTurnUpdate(other.name),
    ]
    assert other.heard[before + 2 :] == told[1:]


async def test_another_selection_puts_the_tiles_back(room: Room) -> None:
    first, other = mover(await room.table("anna", "bruno"))
    await first.say(select((1, 3), (1, 4)))
    changed, items = await first.say(select((1, 3)))
    assert isinstance(changed, LivingRoomUpdate)
    assert [position for position, item in changed.living_room if item] == [Position(1, 4)]
    assert other.heard[-2:] == [changed, items]
    assert await first.say(select((4, 4))) == [NO_SELECTION]
    assert (await first.say(BookshelfInsertion(0, (0,))))[0] == AcceptedInsertion(accepted=True)


# Document, "Endgame"


async def test_the_end_is_the_final_scores_and_the_winner(room: Room) -> None:
    clients = anna, bruno = await room.table("anna", "bruno")
    await play_out(room, clients)
    keeper = keeper_of(room.server.dispatcher)
    view = keeper.table.view(None)
    assert view
    totals = {
        client.name: sum(point.amount for point in shelfie.points(view, Seat(seat)))
        for seat, client in enumerate(clients)
    }
    finisher = clients[keeper.table.state.finisher or 0].name
    for client in clients:
        # "a ScoresUpdate message, notifying the final scores, and an EndGameUpdate with the
        # nickname of winner"
        winner = clients[view.outcome.winners[0]].name
        assert client.heard[-2:] == [ScoresUpdate(totals), EndGameUpdate(winner)]
        assert client.of(EndingTokenUpdate) == [
            EndingTokenUpdate(None),
            EndingTokenUpdate(finisher),
        ]
        # "no other message will be sent and the server will not accept any other message"
        assert await client.say(ChatMessage("again?", "all"), Nickname("x"), select()) == []
        assert await client.say(Beep()) == [Beep()]
    carla = await room.player("carla")
    await carla.say(GameInitialization(2, 2))
    assert names(anna.heard[-2:]) == ["EndGameUpdate", "Beep"]
    # An ended match does not hold a nickname once its connection is gone.
    anna.drop()
    (listed,) = await room.client().say(Nickname("anna"))
    assert isinstance(listed, GamesList)
    bruno.drop()


async def test_the_points_of_others_leave_their_personal_goal_out_until_the_end(
    room: Room,
) -> None:
    clients = await room.table("anna", "bruno")
    keeper, dice = keeper_of(room.server.dispatcher), Dice(5)
    hidden = 0
    while not keeper.table.over:
        for seat, client in enumerate(clients):
            views = {
                place: keeper.table.view(Seat(place) if place == seat else None) for place in (0, 1)
            }
            points = {
                clients[place].name: sum(p.amount for p in shelfie.points(view, Seat(place)))
                for place, view in views.items()
                if view
            }
            assert client.of(ScoresUpdate)[-1].scores == points
        hidden += clients[0].of(ScoresUpdate)[-1] != clients[1].of(ScoresUpdate)[-1]
        client = clients[keeper.table.state.turn]
        move = shelfie.sample(keeper.table.state, keeper.table.state.turn, dice)
        assert isinstance(move, shelfie.TakeTiles)
        await client.say(select(*move.cells))
        await client.say(BookshelfInsertion(move.column, tuple(range(len(move.cells)))))
    assert hidden > 10
    assert clients[0].of(ScoresUpdate)[-1] == clients[1].of(ScoresUpdate)[-1]


@no_coverage
async def test_updates_add_up_to_the_state(room: Room) -> None:
    clients = await room.table("anna", "bruno", "carla")
    await play_out(room, clients)
    view = keeper_of(room.server.dispatcher).table.view(None)
    assert view
    for client in clients:
        living = {p: i for word in client.of(LivingRoomUpdate) for p, i in word.living_room}
        for position, item in living.items():
            tile = view.board[position.row][position.column]
            assert item in (Item.LOCKED, None) if tile is None else item == _item(tile)
        for seat, owner in enumerate(clients):
            told = [word for word in client.of(BookshelfUpdate) if word.owner == owner.name]
            shelf = {p: i for word in told for p, i in word.bookshelf}
            assert len(shelf) == 30
            for position, item in shelf.items():
                tile = view.seats[seat].shelf[5 - position.row][position.column]
                assert item == (None if tile is None else _item(tile))
        cards: dict[int, int] = {}
        for word in client.of(CommonGoalCardsUpdate):
            cards.update(word.cards)
        assert cards == {goal - 1: (*left, 0)[0] for goal, left in view.common_goals.items()}


def _item(tile: shelfie.Tile) -> Item:
    kind = shelfie.kind_of(tile)
    return Item.CUP if kind is shelfie.Kind.TROPHY else Item[kind.name]


async def test_a_game_that_nobody_is_left_to_win_has_no_winner(room: Room) -> None:
    # "The EndGameUpdate message (with a null winner) is also used to signal to the clients that
    # the game ended": the seat of this client was given up for it.
    clients = await room.table("anna", "bruno", "carla")
    await room.server.dispatcher.handle(clients[0], StandUp(table=1))
    assert clients[0].last == EndGameUpdate(None)
    assert clients[1].heard[-2:] == [
        Disconnection("anna"),
        ScoresUpdate({"anna": 0, "bruno": 0, "carla": 0}),
    ]


# Document, "Chat"


async def test_chat_is_accepted_before_it_is_delivered(room: Room) -> None:
    anna, bruno, carla = await room.table("anna", "bruno", "carla")
    # "After a ChatMessage is sent, the client will receive a ChatAccepted message, and if the
    # message was sent successfully, all involved clients will receive … a ChatUpdate"
    accepted = ChatAccepted(accepted=True)
    everybody = ChatUpdate("anna", "hello everybody", "all")
    assert await anna.say(ChatMessage("hello everybody", "all")) == [accepted, everybody]
    assert bruno.last == carla.last == everybody
    secret = ChatUpdate("anna", "psst ", "bruno")
    assert await anna.say(ChatMessage("psst ", "bruno")) == [accepted, secret]
    assert (bruno.last, carla.last) == (secret, everybody)
    for receiver, text in (("nobody", "x"), ("anna", "x"), ("all", " "), ("all", "x" * 501)):
        assert await anna.say(ChatMessage(text, receiver)) == [NO_CHAT]
    dora = await room.player("dora")
    assert await dora.say(ChatMessage("hello", "all")) == [NO_CHAT]  # in no game
    assert await anna.say(ChatMessage("come", "dora")) == [NO_CHAT]


async def test_a_blank_in_a_receiver_may_be_typed_as_an_underscore(room: Room) -> None:
    anna, zoe = await room.table("anna", "zoe the cat")
    await anna.say(ChatMessage("hi", "zoe_the_cat"))
    assert zoe.last == anna.last == ChatUpdate("anna", "hi", "zoe the cat")


# Document, "Disconnection & Reconnection"


async def test_drop_and_return_are_announced_and_the_state_is_sent_again(room: Room) -> None:
    clients = await room.table("anna", "bruno", "carla")
    first, _ = mover(clients)
    await first.say(select((1, 3), (1, 4)))
    others = [client for client in clients if client is not first]
    await others[0].say(ChatMessage("to all", "all"))
    await others[0].say(ChatMessage("to you", first.name))
    await others[0].say(ChatMessage("not to you", others[1].name))
    first.drop()
    for client in others:
        # "all clients in that game get notified … through a Disconnection message"; the tiles in
        # hand go back at once, and what is shown of the selection ends.
        back, turn, gone, scores = client.heard[-4:]
        assert turn == StartTurnUpdate(first.name)
        assert isinstance(back, LivingRoomUpdate)
        assert {position for position, _ in back.living_room} == {Position(1, 3), Position(1, 4)}
        assert gone == Disconnection(first.name)
        assert isinstance(scores, ScoresUpdate)
    await room.wait(3)
    assert all(names(client.heard[-2:]) == ["ScoresUpdate", "StartTurnUpdate"] for client in others)
    others[1].drop()
    again = room.client()
    told = await again.say(Nickname(first.name))
    # "everybody (together with the client that just reconnected) receives a Reconnection
    # message bearing the name of the reconnected player"
    assert told[0] == Reconnection(first.name)
    assert told[1] == GameData(3, ("anna", "bruno", "carla"), 2, 9, 9, 6, 5)
    assert names(told[2:]) == [
        *["BookshelfUpdate"] * 3,
        "CommonGoalCardsUpdate",
        "EndingTokenUpdate",
        "LivingRoomUpdate",
        "PersonalGoalCardUpdate",
        "Disconnection",
        "ChatUpdate",
        "ChatUpdate",
        "ScoresUpdate",
        "StartTurnUpdate",
    ]
    assert [word.text for word in again.of(ChatUpdate)] == ["to all", "to you"]
    assert again.of(Disconnection) == [Disconnection(others[1].name)]
    assert names(others[0].heard[-2:]) == ["Reconnection", "ScoresUpdate"]
    assert others[0].of(Reconnection) == [Reconnection(first.name)]


async def test_a_game_that_ends_because_players_disconnected_has_a_null_winner(room: Room) -> None:
    anna, bruno = await room.table("anna", "bruno")
    bruno.drop()
    await room.wait(59)
    assert names(anna.heard[-2:]) == ["Disconnection", "ScoresUpdate"]
    await room.wait(1)
    # "The EndGameUpdate message (with a null winner) is also used to signal to the clients that
    # the game ended because one of the clients disconnected."
    chat, scores, end = anna.heard[-3:]
    assert end == EndGameUpdate(None)
    assert isinstance(scores, ScoresUpdate)
    assert set(scores.scores) == {"anna", "bruno"}
    assert chat == ChatUpdate("[house]", "anna wins: all other players have left.", "all")
    assert b'"winners":[0]' in (await room.server.journal.read(stream_of(1)))[-1]


async def test_a_seat_is_not_given_back_to_another_address(room: Room) -> None:
    _, bruno = await room.table("anna", "bruno")
    bruno.drop()
    stranger = room.client()
    stranger.address = "192.0.2.7"
    assert await stranger.say(Nickname("bruno")) == [NO_LOGIN]
    assert (await room.client().say(Nickname("bruno")))[0] == Reconnection("bruno")


async def test_only_games_that_the_protocol_can_describe_are_listed(room: Room) -> None:
    guest = await room.server.enter("LocalClient")
    await guest.ask(OpenTable(game="renaissance", seats=2))
    await guest.ask(OpenTable(game="shelfie", seats=2, private=True))
    anna = await room.player("anna")
    assert anna.heard == [GamesList(())]
    for number in (1, 2):
        assert await anna.say(GameSelection(number)) == [NO_GAME]
