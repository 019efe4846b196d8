"""The TCP port for `commands`: clients with sockets drop, return, fall silent and play."""

import asyncio

from ludoteca.core import Dispatcher
from ludoteca.games import Seat
from ludoteca.protocols.commands.words import GameSetup
from tests.core.local import keeper_of
from tests.protocols.commands.player import Player
from tests.protocols.commands.tcp import TcpClients, open_tcp


# Deployed clients take the names in GAME_SETUP as the playing order and count favours and points by
# it.
async def test_a_whole_match_in_which_the_last_to_come_plays_first() -> None:
    async with open_tcp(first=2) as tcp:
        programs = await tcp.match("alice", "bob", "carla")
        carla = programs[-1]
        order = ("carla", "alice", "bob")
        for program in programs:
            laid = await program.until("GAME_SETUP")
            assert isinstance(laid, GameSetup)
            assert laid.names == order
            ahead = await program.until("NOTIFY_FAITHPATH_CURRENT")
            assert (ahead.sender, getattr(ahead, "qty", 0)) == ("bob", 1)
        players = [Player(name, place) for place, name in enumerate(("alice", "bob", "carla"))]
        await asyncio.gather(*(p.play(q) for p, q in zip(programs, players, strict=True)))
        asked = [[w.command for w in p.heard].count("ASK_SETUP_RESOURCES") for p in programs]
        assert asked == [1, 1, 0]
        begun = [w.command for w in carla.heard].index("NOTIFY_GAME_STARTED")
        assert carla.heard[begun + 1].command == "NOTIFY_TURN_CHANGE"
        points = {
            name: points_of(tcp.dispatcher, seat)
            for seat, name in enumerate(("alice", "bob", "carla"))
        }
        for player in players:
            assert player.picture.scores is not None
            assert player.picture.scores.names == order
            totals = tuple(sum(points[name].values()) for name in order)
            assert player.picture.scores.points == totals
            drawn = {name: board.favours for name, board in player.picture.boards.items()}
            assert drawn == {name: points[name]["pope_tiles"] for name in order}


def points_of(server: Dispatcher, seat: int) -> dict[str, int]:
    """Return the points of a seat by source."""
    table = keeper_of(server).table
    return {p.source: p.amount for p in table.rules.points(table.view(None), Seat(seat))}


async def test_a_whole_match_over_sockets(tcp: TcpClients) -> None:
    names = ("alice", "bob", "carla")
    programs = await tcp.match(*names)
    players = [Player(name, place) for place, name in enumerate(names)]
    await asyncio.gather(*(p.play(q) for p, q in zip(programs, players, strict=True)))
    totals = tuple(sum(points_of(tcp.dispatcher, seat).values()) for seat in range(3))
    assert [player.picture.scores.points for player in players if player.picture.scores] == (
        [totals] * 3
    )
    drawn = [player.picture.sketch() for player in players]
    assert drawn[0] == drawn[1] == drawn[2]


async def test_dropped_client_returns_to_its_seat_and_finishes_the_match(tcp: TcpClients) -> None:
    alice, bob = await tcp.match("alice", "bob")
    await alice.until("ASK_LEADER_ID")
    await bob.until("ASK_LEADER_ID")
    bob.writer.close()
    dropped = await alice.until("REPLY")
    assert dropped.info == "# bob has lost the connection: the match waits a while"
    bob = await tcp.program("bob")
    back = await alice.until("REPLY")
    assert back.info == "# bob is back"
    await bob.until("ASK_LEADER_ID")
    alice.writer.close()
    dropped = await bob.until("REPLY")
    assert dropped.info == "# alice has lost the connection: the match waits a while"
    alice = await tcp.program("alice")
    back = await bob.until("REPLY")
    assert back.info == "# alice is back"
    players = [Player("alice", 5), Player("bob", 6)]
    await asyncio.gather(alice.play(players[0]), bob.play(players[1]))
    assert players[0].picture.scores == players[1].picture.scores is not None


async def test_quitting_sends_bye_and_closes_the_connection(tcp: TcpClients) -> None:
    alice, bob = await tcp.match("alice", "bob")
    await alice.until("ASK_LEADER_ID")
    await bob.until("ASK_LEADER_ID")
    bob.say("QUIT")
    bye = await bob.until("REPLY")
    assert bye.info == "Bye bye!"
    assert await bob.hear() is None
    await alice.until("USER_LEFT_GAME")
    await alice.until("END_GAME")


async def test_server_announces_that_it_closes(tcp: TcpClients) -> None:
    alice = await tcp.program("alice")
    await alice.until("LOBBY_LIST")
    await tcp.door.close()
    said = await alice.until("REPLY")
    assert said.info == "The server is shutting down. Everything is saved, and your seats are kept."
    assert await alice.hear() is None


# "After T_{ms} sends a Ping message to the user. Disconnects the user after N unreceived Pongs
# (disc. time = T * N). Every correctly received command also counts as a Pong command."
async def test_silent_client_is_disconnected_and_its_seat_waits() -> None:
    async with open_tcp(ping=0.02, pongs=3) as tcp:
        silent = await tcp.program("alice")
        silent.say("CREATE_LOBBY", name="room1", players=2)
        await silent.until("INACTIVITY_KICK")
        assert await silent.hear() is None
        again = await tcp.program("alice")
        joined = await again.until("PLAYER_LIST")
        assert joined.info == "Players connected in room1:"
        for _ in range(12):
            await again.until("PING")
            again.say("PONG")
