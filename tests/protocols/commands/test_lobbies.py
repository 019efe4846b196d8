"""Log-in, lobbies and chat as the document describes them, against the real server."""

from msgspec.structs import replace

from ludoteca.core.tables import decisions
from ludoteca.games import Refusal
from ludoteca.messages import OpenTable
from ludoteca.protocols.commands.words import GameSetup, Lobbies, PlayerList
from tests.protocols.commands.local import CommandsServer, said
from tests.protocols.commands.stories import again

# "Login request", "Username", "Login reply"


async def test_login(server: CommandsServer) -> None:
    alice, bob = server.client(), server.client()
    assert said(alice.news()) == ["REPLY Inserire username: type LOGIN 'nickname'"]
    heard = await alice.says("LOGIN", info="alice")
    assert said(heard) == ["LOGIN Welcome to the server", "LOBBY_LIST", "PING"]
    bob.news()
    taken = "REPLY Username already in use, insert a valid nickname: type LOGIN 'nickname'"
    assert said(await bob.says("LOGIN", info="Alice")) == [taken]
    lorenzo = ["REPLY Sorry but you cannot use the nickname 'lorenzo'"]
    assert said(await bob.says("LOGIN", info="lorenzo")) == lorenzo
    for name in ("", " bob", "b|b", "b" * 31):
        (refused,) = await bob.says("LOGIN", info=name)
        assert (
            refused.info == "A name must have 1 to 30 visible characters and none of | @ # [ ] , :"
        )
    assert said(await bob.says("LOBBY_LIST")) == ["REPLY Inserire username: type LOGIN 'nickname'"]
    assert said(await bob.says("LOGIN", info="bob"))[0] == "LOGIN Welcome to the server"
    already = "REPLY Incorrect command, you are already logged in the server!"
    assert said(await bob.says("LOGIN", info="bob2")) == [already]


async def test_a_secret_keeps_a_name_and_only_its_owner_sees_it(server: CommandsServer) -> None:
    alice, bob = await server.match("alice#warhorse", "bob")
    table = next(one for one in alice.heard if isinstance(one, GameSetup))
    assert table.names == ("alice#warhorse", "bob")
    assert next(one for one in bob.heard if isinstance(one, GameSetup)).names == ("alice", "bob")
    await alice.says("CHAT_ALL", info=" hello")
    assert bob.news()[-1].sender == "alice"
    assert b"horse" not in bob.sent
    server.drop(alice)
    thief = server.client()
    for typed, text in {
        "alice#donkey": "That name is protected by a different secret.",
        "alice": "That name has a secret: enter it as NAME#SECRET, or choose another one.",
    }.items():
        assert said(await thief.says("LOGIN", info=typed))[-1] == f"REPLY {text}"
    assert b"GAME_SETUP" not in thief.sent


# "Create Lobby", "Join lobby", "Player list"


async def test_lobbies_are_created_joined_and_listed(server: CommandsServer) -> None:
    alice, bob, carla = [await server.named(name) for name in ("alice", "bob", "carla")]
    created = ["REPLY The lobby room1 has been created correctly!",
               "JOIN_LOBBY You joined room1 correctly!",
               "PLAYER_LIST Players connected in room1:"]  # fmt: skip
    assert said(await alice.says("CREATE_LOBBY", name="room1", players=2)) == created
    exists = ["REPLY The lobby already exists"]
    assert said(await bob.says("CREATE_LOBBY", name="room1", players=3)) == exists
    assert said(await bob.says("CREATE_LOBBY", name="table-1", players=3)) == exists
    assert said(await bob.says("CREATE_LOBBY", name="five", players=5)) == [
        "REPLY This game takes 1 to 4 players."
    ]
    for name in ("", "my room"):
        (refused,) = await bob.says("CREATE_LOBBY", name=name, players=2)
        assert str(refused.info).startswith("A table name must have 1 to 30")
    (listed,) = await bob.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    (room,) = listed.lobbies or ()
    assert (room.name, room.owner, room.max_players, room.connected) == ("room1", "alice", 2, 1)
    assert (room.full, room.closed) == (False, False)
    unknown = ["REPLY The selected lobby doesn't exist"]
    assert said(await bob.says("JOIN_LOBBY", name="nowhere")) == unknown
    joined = ["JOIN_LOBBY You joined room1 correctly!", "PLAYER_LIST Players connected in room1:"]
    assert said(await bob.says("JOIN_LOBBY", name="room1")) == joined
    seen = alice.news()
    assert said(seen) == [
        "PLAYER_LIST Players connected in room1:",
        "USER_JOINED_LOBBY # The user: bob has joined the lobby",
    ]
    assert isinstance(seen[0], PlayerList)
    assert seen[0].names == ("alice", "bob")
    full = ["REPLY The lobby is full"]
    assert said(await carla.says("JOIN_LOBBY", name="room1")) == full
    assert said(await bob.says("PLAYER_LIST")) == ["PLAYER_LIST Players connected in room1:"]
    owner = "GAME_CREATION_ERROR Only alice (the owner of the lobby) can start the game!"
    assert said(await bob.says("START_GAME")) == [owner]
    assert said(await bob.says("LOBBY_LIST")) == ["REPLY You can't do that here."]
    await alice.says("START_GAME")
    started = ["REPLY The game is already started"]
    assert said(await carla.says("JOIN_LOBBY", name="room1")) == started
    assert said(await carla.says("START_GAME")) == ["REPLY You can't do that here."]


async def test_leaving_a_lobby(server: CommandsServer) -> None:
    alice, bob = [await server.named(name) for name in ("alice", "bob")]
    await alice.says("CREATE_LOBBY", name="room1", players=3)
    await bob.says("JOIN_LOBBY", name="room1")
    left = await alice.says("EXIT_LOBBY")
    assert said(left)[-2:] == ["EXIT_LOBBY You left: room1 correctly!", "LOBBY_LIST"]
    assert said(bob.news()) == [
        "USER_LEFT_LOBBY # The user alice has left the lobby",
        "PLAYER_LIST Players connected in room1:",
        "REPLY The Owner has left, you are now the new Owner",
    ]
    assert said(await bob.says("QUIT")) == ["REPLY Bye bye!"]
    assert not bob.open
    (listed,) = await alice.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    assert listed.lobbies == ()


async def test_table_cannot_take_the_generated_name_of_another(
    server: CommandsServer,
) -> None:
    anna, impostor = await server.enter("Anna"), await server.enter("Impostor")
    unnamed = OpenTable(game="renaissance", seats=3)
    await anna.ask(unnamed)
    for name in ("table-1", "TABLE-1", "table-l", "tab1e\u20111", "table-1.", "table-99"):
        assert await impostor.refused(replace(unnamed, name=name)) == "house/bad_table_name", name
    await impostor.ask(replace(unnamed, name="1"))  # another table's number
    record = decisions.opening(unnamed, "Impostor")  # as recorded before such names were refused
    assert not isinstance(record, Refusal)
    await server.dispatcher.lobby.open(
        replace(record, name="table-1", code="x"),
        lambda table: decisions.open_table(table, server.dispatcher.chance),
    )
    bob = await server.named("bob")
    (listed,) = await bob.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    assert [room.name for room in listed.lobbies or ()] == ["table-1", "1", "table-1"]
    heard = await bob.says("JOIN_LOBBY", name="table-1")
    players = next(word for word in heard if isinstance(word, PlayerList))
    assert players.names == ("Anna", "bob")


async def test_a_table_from_before_keeps_such_a_name(
    server: CommandsServer,
) -> None:
    record = decisions.opening(OpenTable(game="renaissance", seats=3), "Anna")
    assert not isinstance(record, Refusal)
    await server.dispatcher.lobby.open(
        replace(record, name="table-7", code="x"),
        lambda table: decisions.open_table(table, server.dispatcher.chance),
    )
    await server.restart()
    await server.enter("Anna")
    bob = await server.named("bob")
    heard = said(await bob.says("JOIN_LOBBY", name="table-7"))
    assert heard[0] == "JOIN_LOBBY You joined table-7 correctly!"


async def test_tables_of_others_have_names_of_one_word(server: CommandsServer) -> None:
    anna = await server.enter("Anna Maria")
    await anna.ask(OpenTable(game="renaissance", seats=2, name="my room"))
    other = await server.enter("Carla")
    await other.ask(OpenTable(game="shelfie", seats=2))
    bob = await server.named("bob")
    (listed,) = await bob.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    assert [(room.name, room.owner) for room in listed.lobbies or ()] == [("table-1", "Anna_Maria")]
    heard = await bob.says("JOIN_LOBBY", name="table-1")  # full and already started
    assert said(heard)[:3] == [
        "JOIN_LOBBY You joined table-1 correctly!",
        "PLAYER_LIST Players connected in table-1:",
        "GAME_SETUP",
    ]
    table = next(one for one in heard if isinstance(one, GameSetup))
    assert table.names == ("Anna_Maria", "bob")
    await bob.says("CHAT", receiver="Anna_Maria", info=" hi")
    assert anna.heard[-1].text == "hi"  # type: ignore[union-attr]


# Chat


async def test_chat(server: CommandsServer) -> None:
    alice, bob = [await server.named(name) for name in ("alice", "bob")]
    assert await alice.says("CHAT", receiver="bob", info=" hi bob") == []
    (heard,) = bob.news()
    line = b'{"receiver":"alice","command":"CHAT","info":" hi bob","target":"UNICAST"'
    assert line + b',"senderNickname":"bob"}\n' in bob.sent
    await alice.says("CHAT_ALL", receiver="Everyone", info=" hi all")
    (heard,) = bob.news()
    assert (heard.command, heard.info, heard.sender) == ("CHAT_ALL", " hi all", "alice")
    nobody = "REPLY Sorry to inform you the user you want to contact isn't connected."
    assert said(await alice.says("CHAT", receiver="nobody", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", receiver="no_body", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", info=" hi")) == [nobody]
    assert said(await alice.says("CHAT", receiver="no_body")) == ["REPLY The message is empty."]
    assert said(await alice.says("CHAT_ALL", info=" ")) == ["REPLY The message is empty."]
    assert said(await bob.says("HELLO")) == ["HELLO Hello!"]
    assert said(await bob.says("HELLO_ALL")) == []
    assert said(alice.news()) == ["CHAT_ALL  Hello all!"]
    anna = await server.enter("Anna Maria")
    await bob.says("CHAT", receiver="Anna_Maria", info=" ciao")
    assert anna.heard[-1].text == "ciao"  # type: ignore[union-attr]


async def test_earlier_chat_comes_once_after_joining(server: CommandsServer) -> None:
    alice, bob, carla = [await server.named(name) for name in ("alice", "bob", "carla")]
    await alice.says("CREATE_LOBBY", name="room1", players=3)
    await alice.says("CHAT_ALL", info=" one")
    joined = ["JOIN_LOBBY You joined room1 correctly!", "PLAYER_LIST Players connected in room1:"]
    bob.news()
    heard = await bob.says("JOIN_LOBBY", name="room1")
    assert said(heard) == [*joined, "CHAT_ALL  one"]
    await alice.says("CHAT_ALL", info=" two")
    assert said(bob.news()) == ["CHAT_ALL  two"]
    await carla.says("JOIN_LOBBY", name="room1")
    assert "CHAT_ALL" not in [one.command for one in bob.news()]
    await bob.says("EXIT_LOBBY")
    await alice.says("CHAT_ALL", info=" three")
    bob.news()
    heard = await bob.says("JOIN_LOBBY", name="room1")
    assert said(heard) == [*joined, "CHAT_ALL  three"]
    await carla.says("EXIT_LOBBY")
    assert "CHAT_ALL" not in [one.command for one in bob.news()]


# "Connection Timer"


async def test_pings(server: CommandsServer) -> None:
    alice, stranger = await server.named("alice"), server.client()
    stranger.news()
    stranger.tick()
    assert stranger.news() == []
    await alice.says("PONG")  # to the PING at log-in
    for _ in range(5):
        alice.tick()
        alice.tick()
        assert said(alice.news()) == ["PING", "PING"]
        await alice.says("PONG")
    for _ in range(5):  # every command counts as a pong
        alice.tick()
        alice.tick()
        assert said(alice.news()) == ["PING", "PING"]
        await alice.says("HELLO")
    assert said(await alice.says("PING")) == ["PONG"]
    for _ in range(3):
        alice.tick()
    assert said(alice.news()) == ["PING", "PING", "INACTIVITY_KICK"]
    assert not alice.open


# "disc. time = T * N": the PING at log-in is the first of them.
async def test_the_ping_at_log_in_counts(server: CommandsServer) -> None:
    alice = await server.named("alice")
    assert said(alice.heard)[-1] == "PING"
    alice.tick()
    assert said(alice.news()) == ["PING"]
    assert alice.open
    alice.tick()
    assert said(alice.news()) == ["INACTIVITY_KICK"]
    assert not alice.open


async def test_unreadable_line_does_not_count_as_a_pong(server: CommandsServer) -> None:
    alice = await server.named("alice")
    alice.tick()
    alice.receive(b"hello\n")
    alice.tick()
    assert said(alice.news())[-1] == "INACTIVITY_KICK"


async def test_unreadable_line_is_answered_with_a_text(server: CommandsServer) -> None:
    alice = await server.named("alice")
    alice.receive(b'hello\n{"command":"DANCE"}\nnull\n')
    assert [word.command for word in alice.news()] == ["REPLY"] * 3
    alice.receive(b"x" * 20_000)
    assert not alice.open


async def test_a_client_may_say_much_at_once(server: CommandsServer) -> None:
    alice = server.client()
    lines = [
        '{"command":"LOGIN","info":"alice"}',
        '{"command":"CREATE_LOBBY","lobbyName":"s1","numOfPlayers":1}',
        '{"command":"START_GAME"}',
    ]
    alice.receive("\n".join([*lines, ""]).encode())
    await server.settle()
    assert "GAME_SETUP" in said(alice.heard)
    alice.receive(b'{"command":"HELLO"}\n' * 500)
    await server.settle()
    assert alice.open
    bob = server.client()
    bob.receive(b'{"command":"LOGIN","info":"bob"}\n' * 9000)
    assert not bob.open
    assert said(bob.heard)[1:] == ["REPLY Too many commands at once."]
    carla = await server.named("carla")
    carla.receive(b'{"command":"QUIT"}\n{"command":"HELLO"}\n')
    assert said(carla.news()) == ["REPLY Bye bye!"]


async def test_somebody_else_may_come_in_as_you_with_your_secret(server: CommandsServer) -> None:
    alice = await server.named("alice#warhorse")
    other = await server.named("alice#warhorse")
    assert said(alice.news()) == ["REPLY You logged in from somewhere else."]
    assert not alice.open
    assert other.open


async def test_player_seated_at_another_game_enters_the_lobby_list(server: CommandsServer) -> None:
    alice = await server.enter("alice")
    await alice.ask(OpenTable(game="shelfie", seats=2))
    await alice.ask(OpenTable(game="shelfie", seats=2, private=True))
    server.dispatcher.leave(alice)
    client = server.client("alice")
    assert said(await client.says("LOGIN", info="alice"))[-2:] == ["LOBBY_LIST", "PING"]
    await client.says("CREATE_LOBBY", name="room1", players=2)
    back = await again(server, client)
    assert said(back.heard)[-5:] == [
        "LOGIN Welcome to the server",
        "LOBBY_LIST",
        "JOIN_LOBBY You joined room1 correctly!",
        "PLAYER_LIST Players connected in room1:",
        "PING",
    ]


async def test_player_with_seats_in_two_lobbies_can_switch_between_them(
    server: CommandsServer,
) -> None:
    alice = await server.enter("alice")
    for _ in range(2):
        await alice.ask(OpenTable(game="renaissance", seats=2))
    server.dispatcher.leave(alice)
    client = await server.named("alice")
    assert said(client.heard)[-2] == "PLAYER_LIST Players connected in table-1:"
    await client.says("EXIT_LOBBY")
    heard = await client.says("JOIN_LOBBY", name="table-2")
    assert said(heard)[-1] == "PLAYER_LIST Players connected in table-2:"
