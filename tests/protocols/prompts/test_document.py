"""Every message, phase and refusal of the document, in its own words.

The clients are written from the document alone. They answer under its names, and give rows and
columns of a move as numbers.
"""

import json

import pytest
from msgspec.structs import replace

from ludoteca.bots import BOTS, Question
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.games.shelfie.shelf import EMPTY_SHELF
from ludoteca.messages import OpenTable, SeatBot
from ludoteca.protocols.shelfie import options_of
from tests.core.local import keeper_of, raw
from tests.protocols.prompts.talk import ACK, Client, DocumentClient, Room, at_table, mover

MOVE = (
    "Please insert Which tiles you would like to remove from the board, and the column of your "
    "bookshelf you want to put them in (the first one will go to the first position available on "
    "the bottom of the column and the others will pile up). Example: x1,y1,x2,y2,x3,y3,column"
)


@pytest.fixture
def room() -> Room:
    return Room(kind=DocumentClient)


# Document 1: "Accesso al gioco di un giocatore"


async def test_the_server_asks_for_a_username(room: Room) -> None:
    # Document 1: "Connection request", "Accepted connection": the first question accepts.
    # Document 3: "Insert username: Choose a username"
    anna, bruno = room.client(), room.client()
    for client, name in ((anna, "anna"), (bruno, "bruno")):
        assert client.heard == [{"s": "Choose a username", "type": "ChooseUsername"}]
        # Document 3: "Username": any text.
        await client.say(json.dumps({"type": "Username", "s": name}))
        assert client.last["type"] == "UserIdMessage"
    await anna.ack()
    await anna.set_players(2)
    # With others at a table, too, a new client is asked for nothing else first.
    carla = room.client()
    await room.settle()
    assert carla.heard == [{"s": "Choose a username", "type": "ChooseUsername"}]


async def test_first_player_is_asked_for_the_number_of_players(room: Room) -> None:
    anna = room.client()
    await anna.enter("anna")
    # Document 3: "Number of players for a new game"
    text = (
        "There are no games available, please insert how many players will be in your game "
        "(between 2 and 4)"
    )
    assert anna.last == {"s": text, "type": "FirstPlayer"}
    # Document 3: "Response: Integer"
    await anna.set_players(3)
    # Document 3: "Lobby Information"
    text = "1/3 players connected. waiting for more players... Players connected: anna"
    assert anna.last == {"actualNum": 1, "totalNum": 3, "s": text, "type": "Lobby"}


async def test_available_games_are_listed_and_one_is_chosen_by_its_id(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.enter("anna")
    await bruno.enter("bruno")  # both were first
    for client in (anna, bruno):
        await client.set_players(3)
        await client.ack()
    carla = room.client()
    await carla.enter("carla")
    # Document 1: "Available games: Server sends a list of available games".
    listed = "Available games: 0) anna (1/3); 1) bruno (1/3)"
    assert carla.heard[-2]["type"] == "Waiting"
    assert carla.heard[-2]["s"].startswith(listed)
    games = [
        {"id": 0, "players": ["anna"], "seats": 3},
        {"id": 1, "players": ["bruno"], "seats": 3},
    ]
    assert carla.last == {"s": listed, "games": games, "type": "OldGameId"}
    # Document 1: "IDtojoin: Client chooses a game by its ID."
    await carla.say('{"id":1,"type":"IDtojoin"}')
    text = "2/3 players connected. waiting for more players... Players connected: bruno, carla"
    # Document 1: "(LOOP) Lobby information": waiting players receive it as well.
    assert carla.last["s"] == bruno.last["s"] == text
    assert anna.last["actualNum"] == 1


async def test_the_match_starts_when_all_are_there(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    for client in (anna, bruno):
        full, start, info = client.heard[-3:] if client is anna else client.heard[-4:-1]
        assert full["s"] == "2/2 players connected. Players connected: anna, bruno"
        # Document 3: "Game Start: Starting game..."
        assert start == {"s": "Starting game...", "type": "StartingGame"}
        # Document 1: "Game information": personal card, board, common cards.
        assert info["type"] == "GraphicalGameInfo"
        assert [len(row) for row in info["board"]] == [9] * 9
        assert len(info["commonCards"]) == 2
        assert len(info["personalCard"]["dataTriad"]) == 6
        assert (len(info["shelves"]), info["usernames"]) == (4, ["anna", "bruno", None, None])
    asked, _ = mover([anna, bruno])
    # Document 3: "Move Request"
    assert asked.last == {"s": MOVE, "type": "MoveMessage"}


# Document 2.2: "Move", and 3, "Send new coordinates"

REFUSALS = [
    ("0,0,0,1,0,2,0,3,0", "NotValidMove", "Choose not less than 1 tile and not more than 3"),
    ("0", "NotValidMove", "Choose not less than 1 tile and not more than 3"),
    ("1,3,1,4,5", "InvalidColumn", "You chose a column that doesn't exist"),
    ("1,3,1,4,-1", "InvalidColumn", "You chose a column that doesn't exist"),
    ("0,0,0", "EmptyPosition", "You have selected an empty position."),
    ("9,0,0", "EmptyPosition", "You have selected an empty position."),
    ("1,3,7,5,0", "NotAdjTiles", "The tiles aren't adjacent."),
    ("1,3,1,3,0", "NotAdjTiles", "The tiles aren't adjacent."),
    ("4,4,0", "NoFreeSide", "One of the tiles you have selected doesn't have a free side"),
    ("hello", "NotValidMove",
     "Your move can't be done. Please write the input with the correct format"),
]  # fmt: skip


@pytest.mark.parametrize(("move", "kind", "text"), REFUSALS)
async def test_a_move_that_cannot_be_is_asked_again_with_the_reason(
    room: Room, move: str, kind: str, text: str
) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(clients)
    before = len(other.heard)
    # Document 2.2: "(Move not allowed) Send new Coordinates"
    for _ in range(2):
        await asked.move(move)
        assert asked.last == {"s": text, "type": kind}
    # Document 2.2: "(Move completed) New Game Information"
    await asked.move("1,3,1,4,0")
    assert asked.last["type"] == "GraphicalGameInfo"
    assert len(other.heard) == before + 1


@pytest.mark.parametrize("tiles", ["1,3", "1,3,1,4", "2,3,2,4,2,5"])
async def test_a_move_takes_one_to_three_tiles(room: Room, tiles: str) -> None:
    asked, other = mover(await at_table(room, "anna", "bruno"))
    if tiles.startswith("2"):  # their upper sides are free after this
        await asked.move("1,3,1,4,0")
        await other.ack()
        asked, other = other, asked
    # Document 3: "Move: x1,y1,x2,y2,x3,y3,column"; with fewer tiles, fewer coordinates.
    await asked.move(f"{tiles},4")
    own = asked.last["shelves"][asked.last["yourId"]]
    taken = (tiles.count(",") + 1) // 2
    assert [row[4] == "BLANK" for row in own] == [True] * (6 - taken) + [False] * taken


async def test_an_open_question_is_answered_before_anything_else_is_said(room: Room) -> None:
    # Document 2.1: "Controller requires to the View a move and waits for a response."
    asked, other = mover(await at_table(room, "anna", "bruno"))
    heard = len(asked.heard)
    other.drop()
    await room.settle()
    assert len(asked.heard) == heard
    await asked.move("0,0,0")
    assert asked.last["type"] == "Disconnection"


async def test_each_player_sees_only_their_own_personal_card(room: Room) -> None:
    # Document 3: "personal cards (each player his own)"
    clients = await at_table(room, "anna", "bruno")
    cards = [client.of("GraphicalGameInfo")[0]["personalCard"] for client in clients]
    assert cards[0]["id"] != cards[1]["id"]
    for client, card in zip(clients, reversed(cards), strict=True):
        written = json.dumps(card["matrixPersonal"], separators=(",", ":")).encode()
        assert written not in client.raw


async def test_a_move_puts_the_tiles_into_the_column_the_first_one_lowest(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    asked, other = mover(clients)
    before = other.last
    first, second = before["board"][1][3:5]
    # Document 2.2: "PickCard"; document 3: "the first one will go to the first position available
    # on the bottom of the column and the others will pile up"
    await asked.move("1,4,1,3,2")
    seen = asked.last
    # Document 2.1: "New Game Information": the others see the same.
    assert {key: seen[key] for key in ("board", "shelves")} == {
        key: other.last[key] for key in ("board", "shelves")
    }
    assert seen["board"][1][3:5] == ["BLANK", "BLANK"]
    assert (
        sum(a != b for a, b in zip(_flat(before["board"]), _flat(seen["board"]), strict=True)) == 2
    )
    own, others = seen["shelves"][seen["yourId"]], seen["shelves"][1 - seen["yourId"]]
    assert [row[2] for row in own] == ["BLANK"] * 4 + [first, second]
    assert sum(tile != "BLANK" for tile in _flat(own)) == 2
    assert set(_flat(others)) == {"BLANK"}
    # Document 2.1: "everything gets repeated": the next one is asked.
    await other.ack()
    assert other.last == {"s": MOVE, "type": "MoveMessage"}


def _flat(rows: list[list[str]]) -> list[str]:
    return [tile for row in rows for tile in row]


async def test_a_full_column_and_a_full_bookshelf_have_no_space(room: Room) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    keeper, dice = keeper_of(room.server.dispatcher), Dice(1)
    refused = set()
    while not keeper.table.over:
        asked, _ = mover([anna, bruno])
        seat = Seat([anna, bruno].index(asked))
        state = keeper.table.state
        line = max(shelfie.legal_moves(state, seat), key=lambda move: len(move.cells)).cells
        for column, pile in enumerate(state.shelves[seat]):
            if len(pile) + len(line) > 6:
                await asked.move(",".join([*(f"{r},{c}" for r, c in line), str(column)]))
                # Document 3: "You don't have enough space in the column for that many tiles"
                text = "You don't have enough space in the column for that many tiles"
                assert asked.last == {"s": text, "type": "NotEnoughSpaceColumn"}
                refused.add("column")
                break
        room_left = max(6 - len(pile) for pile in state.shelves[seat])
        longer = [move.cells for move in _lines_of(state, room_left + 1)]
        if room_left < 3 and longer:
            await asked.move(",".join([*(f"{r},{c}" for r, c in longer[0]), "0"]))
            assert asked.last["type"] == "NotEnoughSpaceBookshelf"
            assert asked.last["s"].startswith("You don't have enough space in the column")
            refused.add("bookshelf")
        move = shelfie.sample(state, seat, dice)
        assert isinstance(move, shelfie.TakeTiles)
        await asked.move(",".join([*(f"{r},{c}" for r, c in move.cells), str(move.column)]))
        for client in (anna, bruno):
            await client.ack()
    assert refused == {"column", "bookshelf"}


def _lines_of(state: shelfie.State, tiles: int) -> list[shelfie.TakeTiles]:
    """Return the moves that take this many tiles with an empty shelf."""
    roomy = replace(state, shelves=(EMPTY_SHELF,) * 2)
    return [m for m in shelfie.legal_moves(roomy, state.turn) if len(m.cells) == tiles]


# Document 2.3: "Common Goal Card Completed"


async def test_completed_common_goal_is_announced_to_all_and_to_its_achiever(room: Room) -> None:
    clients = await at_table(room, "anna", "bruno")
    keeper, dice = keeper_of(room.server.dispatcher), Dice(4)
    told: list[tuple[Client, Client]] = []
    while not keeper.table.over:
        asked, other = mover(clients)
        seat = Seat(clients.index(asked))
        moves = list(shelfie.legal_moves(keeper.table.state, seat))
        question = Question(keeper.table.rules, keeper.table.view(seat), seat, moves)
        move = BOTS["greedy"](question, dice)
        await asked.move(",".join([*(f"{r},{c}" for r, c in move.cells), str(move.column)]))
        for client in clients:
            await client.ack()
        if len(cards(other)) > len(told) or len(cards(asked)) > 2 * len(told):
            told.append((asked, other))
    assert told
    (achiever, other), names = told[0], {clients[0]: "anna", clients[1]: "bruno"}
    general, personal = cards(achiever)[:2]
    assert cards(other)[0] == general
    which = "first" if "first" in general else "second"
    # Document 3: 'Common goal card completed by "Player's username"'
    assert general == (
        f"The {which} common goal card has been completed by {names[achiever]} "
        "who has been awarded 8 points"
    )
    # Document 3: "Card, points awarded, customized message"
    assert personal == (
        f"You have completed the {which} common goal card, "
        "you have been awarded 8 points, good job!"
    )
    assert personal not in cards(other)


def cards(client: Client) -> list[str]:
    return [word["s"] for word in client.heard if word["type"] == "CommonCard"]


# The document's own names for answers


async def test_answers_of_the_types_of_the_document_are_accepted(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.say('{"type":"Username","username":"anna"}', ACK)
    assert anna.last["type"] == "FirstPlayer"
    await anna.say('{"type":"Response","response":3}')
    assert anna.last["totalNum"] == 3
    # Any other type with a text or a number does, too.
    await bruno.say('{"type":"Name","name":"bruno"}', ACK, ACK)
    assert bruno.last["type"] == "OldGameId"
    await bruno.say('{"type":"Response","num":4}', ACK)
    assert bruno.heard[-2]["s"].startswith("There is no game with that number.")
    await bruno.say('{"type":"Response","num":0}')
    assert bruno.last["s"].endswith("Players connected: anna, bruno")


async def test_a_move_of_any_type_is_a_move(room: Room) -> None:
    asked, _ = mover(await at_table(room, "anna", "bruno"))
    await asked.say('{"type":"Coordinates","coordinates":"4,4,0"}')
    assert asked.last["type"] == "NoFreeSide"
    await asked.say('{"type":"Move","move":"1,3,1,4,0"}')
    assert asked.last["type"] == "GraphicalGameInfo"


# Cases that the document does not mention


async def test_only_tables_that_the_protocol_can_describe_are_listed(room: Room) -> None:
    for game, options in (("renaissance", {}), ("shelfie", {"common_goals": 1})):
        guest = await room.server.enter(f"of {game}")
        await guest.ask(OpenTable(game=game, seats=2, options=raw(options)))
    owner = await room.server.enter("owner")
    await owner.ask(OpenTable(game="shelfie", seats=2, waits=True))
    dropped = await room.server.enter("dropped")
    await dropped.ask(OpenTable(game="shelfie", seats=2))
    room.server.dispatcher.leave(dropped)
    anna = room.client()
    await anna.enter("anna")
    assert anna.last["type"] == "FirstPlayer"


WRONG_IDS = [
    '{"id":"x","type":"IDtojoin"}',
    '{"id":"","type":"IDtojoin"}',
    '{"id":1.5,"type":"IDtojoin"}',
    '{"type":"IDtojoin"}',
    '{"id":"x","type":"OldGameIdAnswer"}',
    '{"id":"x","type":"Whatever"}',
]


async def test_a_wrong_answer_repeats_the_question_with_the_reason(room: Room) -> None:
    anna, bruno = room.client(), room.client()
    await anna.enter("anna")
    for number in ("1", "5", "null", "-1", "99999999999", '"three"', '""', "2.5", "[2]"):
        await anna.say(f'{{"num":{number},"type":"Response"}}')
        assert anna.last == {"s": "This game takes 2 to 4 players.", "type": "Waiting"}
        await anna.say(ACK)
        assert anna.last["type"] == "FirstPlayer"
    await anna.set_players(2)
    await bruno.enter("ANNA")
    text = "Select another username, this has been already selected."
    assert bruno.last == {"s": text, "type": "NotValidUsername"}
    await bruno.say('{"s":"","type":"Username"}')
    assert bruno.last["type"] == "NotValidUsername"
    assert bruno.last["s"].startswith("A name must have 1 to 30 visible characters")
    await bruno.say('{"s":"bruno","type":"Username"}')
    await bruno.ack()
    wrong = [json.dumps({"id": n, "type": "IDtojoin"}) for n in (1, 9, 10, -1)]
    for answer in [*wrong, *WRONG_IDS]:
        await bruno.say(answer)
        assert bruno.last["type"] == "Waiting"
        assert bruno.last["s"].startswith(
            "There is no game with that number.\nAvailable games: 0) anna (1/2)"
        )
        await bruno.say(ACK)
        assert bruno.last["type"] == "OldGameId"
    # An answer of one of the other types means the game that has waited longest.
    await bruno.say('{"s":"b","type":"Move"}')
    assert bruno.last["type"] == "Lobby"
    assert bruno.last["actualNum"] == 2


async def test_game_list_describes_unusual_games(room: Room) -> None:
    # Document 1: "Available games: Server sends a list of available games to the client"
    anna = await room.server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4, name="Friday", take_back=True))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    bruno, carla = room.client(), room.client()
    await bruno.enter("bruno")
    await bruno.say('{"id":0,"type":"IDtojoin"}')
    dora = await room.server.enter("Dora")
    await dora.ask(OpenTable(game="shelfie", seats=2, options=options_of("prompts")))
    await carla.enter("carla")
    bot = bruno.last["s"].partition("Players connected: Anna, ")[2].partition(",")[0]
    about = "'Friday', both squares of one kind, moves can be taken back"
    listed = f"Available games: 0) Anna, {bot} (bot), bruno (3/4: {about}); 1) Dora (1/2)"
    assert carla.last["s"] == listed
    assert carla.last["games"] == [
        {"id": 0, "players": ["Anna", bot, "bruno"], "seats": 4, "about": about},
        {"id": 1, "players": ["Dora"], "seats": 2},
    ]


async def test_a_game_that_has_filled_up_meanwhile_is_said_and_others_are_offered(
    room: Room,
) -> None:
    anna, bruno, carla = room.client(), room.client(), room.client()
    await anna.enter("anna")
    await anna.set_players(2)
    for client, name in ((bruno, "bruno"), (carla, "carla")):
        await client.enter(name)
    await bruno.join()
    await carla.say('{"id":0,"type":"IDtojoin"}')
    assert carla.last == {"s": "Every seat at that table is taken.", "type": "Waiting"}
    await carla.ack()
    assert carla.last["type"] == "FirstPlayer"
