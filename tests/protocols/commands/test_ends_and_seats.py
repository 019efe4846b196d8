"""Ends of matches, and notices about changing seats and passing time."""

from collections import deque

from ludoteca.core.tables import decisions
from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    ReturnLeader,
)
from ludoteca.messages import (
    AbsenceRule,
    Clock,
    Enter,
    JoinTable,
    OpenTable,
    Pause,
    Play,
    Rematch,
    Resume,
    Say,
    SeatBot,
    TakeBack,
)
from ludoteca.protocols.commands import texts
from ludoteca.protocols.commands.words import Favours, GameSetup, Lobbies, PlayerList, Scores
from tests.core.local import LocalClient, keeper_of, raw
from tests.protocols.commands.local import CommandsServer, said
from tests.protocols.commands.stories import (
    again,
    arrange,
    at_a_table_with,
    hand_of,
    pass_turn,
    rich,
    take_and_throw,
)

# "Last Turn Notify", "End Game"


async def test_the_last_round_and_the_end(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    arrange(server, faith=23)
    alice = await again(server, alice)
    bob.news()
    heard = await alice.says("DISCARD_LEADER", id=hand_of(alice)[0])
    assert said(heard)[1:] == [
        "NOTIFY_FAITHPATH_CURRENT",
        *["NOTIFY_FAITHPATH_FAVOURS"] * 3,
        "REPLY # THIS IS THE LAST ROUND",
    ]
    assert [one.favours for one in heard if isinstance(one, Favours)] == [(2, 0), (3, 0), (4, 0)]
    await take_and_throw(alice)
    bob.news()
    await alice.says("END_TURN")
    assert said(bob.news()) == ["REPLY # THIS IS THE LAST ROUND", "NOTIFY_TURN_CHANGE"]
    await take_and_throw(bob)
    alice.news()
    await bob.says("END_TURN")
    heard = alice.news()
    assert said(heard) == [
        "NOTIFY_SCORES",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert isinstance(heard[0], Scores)
    assert heard[0].winners == ("alice",)
    # The room is there again: it can be listed, started by its owner, and left.
    players = await bob.says("PLAYER_LIST")
    assert isinstance(players[-1], PlayerList)
    assert sorted(players[-1].names or ()) == ["alice", "bob"]
    owner = "GAME_CREATION_ERROR Only alice (the owner of the lobby) can start the game!"
    assert said(await bob.says("START_GAME")) == [owner]  # although bob returned first
    started = await alice.says("START_GAME")
    assert said(started)[-3:] == ["GAME_SETUP", "NOTIFY_HAND", "ASK_LEADER_ID"]
    assert keeper_of(server.dispatcher, 2).table.opened.name == "room1"


async def test_owner_absent_at_the_end_owns_the_lobby_again_on_returning(
    server: CommandsServer,
) -> None:
    alice, bob, carla = await server.begun("alice", "bob", "carla")
    arrange(server, faith=23)
    alice = await again(server, alice)
    await alice.says("DISCARD_LEADER", id=hand_of(alice)[0])
    await take_and_throw(alice)
    await alice.says("END_TURN")
    server.drop(alice)
    for client in (bob, carla):
        await take_and_throw(client)
        await client.says("END_TURN")
    table = keeper_of(server.dispatcher, 2)
    assert table.table.owner == "bob"  # so that play can continue without her
    alice = await server.named("alice")
    await alice.says("JOIN_LOBBY", name="room1")
    assert table.table.owner == "alice"
    owner = "GAME_CREATION_ERROR Only alice (the owner of the lobby) can start the game!"
    bob.news()
    assert said(await bob.says("START_GAME")) == [owner]


async def test_after_the_end_the_room_can_be_left(server: CommandsServer) -> None:
    alice, bob = await server.begun("alice", "bob")
    await bob.says("QUIT")
    assert said(alice.news()) == [
        "REPLY # bob has left the match",
        "NOTIFY_SCORES",
        "USER_LEFT_GAME",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    left = await alice.says("EXIT_LOBBY")
    assert said(left) == ["EXIT_LOBBY You left: room1 correctly!", "LOBBY_LIST"]
    assert isinstance(left[-1], Lobbies)
    assert left[-1].lobbies == ()


async def test_match_that_ends_before_its_start_is_announced_returns_to_the_lobby(
    server: CommandsServer,
) -> None:
    alice, bob = [await server.named(name) for name in ("alice", "bob")]
    await alice.says("CREATE_LOBBY", name="room1", players=2)
    await bob.says("JOIN_LOBBY", name="room1")
    alice.news()
    alice.receive(b'{"command":"START_GAME"}\n')
    for _ in range(2):
        await server.dispatcher.handle(alice, alice.requests.popleft())
    waiting, alice.requests = alice.requests, deque()  # delay alice's requests
    await bob.says("QUIT")
    alice.requests.extendleft(waiting)
    await server.settle()
    assert said(alice.news())[-2:] == [
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert "GAME_SETUP" not in said(alice.heard)


async def test_a_match_that_ends_in_the_middle_of_a_command(server: CommandsServer) -> None:
    alice, bob = await rich(server)
    alice.receive(b'{"command":"PRODUCE","IDs":[0]}\n{"command":"HELLO"}\n')
    await server.dispatcher.handle(alice, alice.requests.popleft())
    waiting, alice.requests = alice.requests, deque()
    await bob.says("QUIT")
    assert "END_GAME" in said(alice.news())
    alice.requests.extendleft(waiting)
    await server.settle()
    assert "HELLO Hello!" in said(alice.news())


async def test_after_a_match_at_a_table_of_the_browser(server: CommandsServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, absence=AbsenceRule.FORFEIT))
    bob = await server.named("bob")
    await bob.says("JOIN_LOBBY", name="table-1")
    server.dispatcher.leave(anna)
    bob.news()
    await server.wait(60)
    await server.settle()
    assert said(bob.news())[-2:] == [
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in table-1:",
    ]
    assert said(await bob.says("PLAYER_LIST")) == ["PLAYER_LIST Players connected in table-1:"]
    again_ = await bob.says("START_GAME")
    assert said(again_) == ["PLAYER_LIST Players connected in table-2:"]
    back = LocalClient(server.dispatcher)
    await back.ask(Enter(name="Anna"))
    assert said(await bob.says("EXIT_LOBBY"))[-1] == "LOBBY_LIST"


async def test_chat_before_a_rematch_is_sent_on_arrival(server: CommandsServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, absence=AbsenceRule.FORFEIT))
    bob = await server.named("bob")
    await bob.says("JOIN_LOBBY", name="table-1")
    server.dispatcher.leave(anna)
    await server.wait(60)
    await server.settle()
    back = LocalClient(server.dispatcher)
    await back.ask(Enter(name="Anna"))
    await back.ask(Rematch(table=1))
    await back.ask(Say(text="again!", table=2))
    bob.news()
    heard = said(await bob.says("START_GAME"))
    assert heard[0] == "PLAYER_LIST Players connected in table-2:"
    assert heard[-1] == "CHAT_ALL  again!"


# Changing seats and passing time


async def test_a_seat_that_was_left_can_be_taken_by_another(server: CommandsServer) -> None:
    alice, bob, carla = await server.begun("alice", "bob", "carla")
    await bob.says("QUIT")
    assert said(alice.news()) == ["REPLY # bob has left the match"]
    eve = await server.named("eve")
    heard = await eve.says("JOIN_LOBBY", name="room1")
    table = next(one for one in heard if isinstance(one, GameSetup))
    assert table.names == ("alice", "eve", "carla")
    assert said(heard)[-1] == "REPLY @ It is alice's turn"
    assert said(alice.news()) == ["REPLY # eve plays for bob from now on"]
    carla.news()
    await take_and_throw(alice)
    await alice.says("END_TURN")
    assert said(carla.news())[-1] == "REPLY @ It is bob's turn"  # as carla's program names them
    assert said(eve.news())[-1] == "NOTIFY_TURN_CHANGE"
    await eve.says("QUIT")
    bob = await server.named("bob")
    await bob.says("JOIN_LOBBY", name="room1")
    assert said(alice.news())[-2:] == ["REPLY # bob has left the match", "REPLY # bob is back"]


async def test_a_bot_that_takes_a_seat_over_is_named_with_its_kind(server: CommandsServer) -> None:
    alice, bob, carla = await server.begun("alice", "bob", "carla")
    await bob.says("QUIT")
    carla.news()
    await server.dispatcher.handle(alice, SeatBot(table=1, bot="uniform"))
    await server.settle()
    assert said(carla.news())[-1] == "REPLY # Bice (uniform) plays for bob from now on"
    heard = await carla.says("CHAT", receiver="Bice", info="hello")
    assert said(heard) == [f"REPLY {texts.NOBODY}"]


async def test_empty_seat_is_shown_by_its_number(server: CommandsServer) -> None:
    alice, bob, _ = await server.begun("alice", "bob", "carla")
    await bob.says("QUIT")
    alice = await again(server, alice)
    table = next(one for one in alice.heard if isinstance(one, GameSetup))
    assert table.names == ("alice", "seat-2", "carla")


async def test_late_answer_is_refused_after_the_turn_was_skipped(
    server: CommandsServer,
) -> None:
    anna, bob = await at_a_table_with(server, clock=Clock(turn=30))
    await bob.says("PICK_FROM_MARKET", selection="COLUMN", num=1)
    await server.wait(31)
    heard = said(bob.news())
    assert heard[:2] == [
        "REPLY # Your turn was skipped because your time ran out.",
        "REPLY # bob is skipped",
    ]
    assert heard[-2:] == ["MARKET_OK", "REPLY @ It is anna's turn"]
    await pass_turn(anna)
    await bob.says("PRODUCE", slots=(0,))
    await server.wait(31)
    assert said(bob.news())[0] == "PRODUCE_ERROR The table has changed since you began"
    await pass_turn(anna)
    await server.wait(31)
    await server.settle()
    heard = said(bob.news())
    assert "REPLY # Your seat was given up because your time ran out in 3 turns in a row." in heard
    assert heard[-3:] == [
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in table-1:",
    ]


async def test_a_seat_that_is_lost_while_the_match_goes_on(server: CommandsServer) -> None:
    alice, bob, _ = await server.begun("alice", "bob", "carla")
    keeper = keeper_of(server.dispatcher)
    await keeper.decide(lambda table: decisions.give_up(table, [Seat(1)]))
    await server.settle()
    assert said(bob.news())[-4:] == [
        "REPLY You have lost your seat",
        "END_GAME",
        "REPLY You are now in the lobby",
        "PLAYER_LIST Players connected in room1:",
    ]
    assert "END_GAME" not in said(alice.news())
    assert said(await bob.says("START_GAME")) == ["REPLY The game is not over yet."]
    assert said(await bob.says("EXIT_LOBBY"))[-1] == "LOBBY_LIST"


async def test_taken_back_move_sends_the_full_state(
    server: CommandsServer,
) -> None:
    """Tables that allow taking back are not listed; players at one receive the full state again."""
    bob = await server.named("bob")
    anna = await server.enter("anna")
    await anna.ask(OpenTable(game="renaissance", seats=2, take_back=True))
    assert said(await bob.says("LOBBY_LIST")) == ["LOBBY_LIST"]
    unknown = ["REPLY The selected lobby doesn't exist"]
    assert said(await bob.says("JOIN_LOBBY", name="table-1")) == unknown
    server.drop(bob)
    bruno = await server.enter("bob")
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(bruno)
    bob = await server.named("bob")
    keeper = keeper_of(server.dispatcher)
    leader = keeper.table.state.boards[0].hand[0]
    await anna.ask(Play(table=1, move=raw(ReturnLeader(leader))))
    bob.news()
    await anna.ask(TakeBack(table=1))
    told = ["REPLY # The last move of anna was taken back."]
    assert said(bob.news()) == [*told, "GAME_SETUP", "NOTIFY_HAND", "ASK_LEADER_ID"]


async def test_pauses_are_announced(server: CommandsServer) -> None:
    anna, bob = await at_a_table_with(server)
    await anna.ask(Pause(table=1))
    await server.dispatcher.handle(bob, Pause(table=1))
    assert said(bob.news()) == [
        "REPLY # anna would like to pause the game.",
        "REPLY # You agree unless you move or write no in chat within 30 seconds.",
        "REPLY # The game is paused.",
    ]
    paused = ["REPLY The game is paused until a player resumes it."]
    assert said(await bob.says("PICK_FROM_MARKET", selection="ROW", num=1)) == paused
    await anna.ask(Resume(table=1))
    assert said(bob.news()) == ["REPLY # The game goes on."]


async def test_losing_the_seat_during_login_leads_to_the_lobby_list(
    server: CommandsServer,
) -> None:
    _, bob = await server.begun("alice", "bob")
    server.drop(bob)
    bob = server.client("bob")
    bob.receive(b'{"command":"LOGIN","info":"bob"}\n')
    await server.dispatcher.handle(bob, bob.requests.popleft())
    for _ in range(2):  # the pause begins, and alice wins
        await server.wait(61)
    await server.settle()
    assert said(bob.heard)[1:] == ["LOGIN Welcome to the server", "LOBBY_LIST", "PING"]
