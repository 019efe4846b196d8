"""The lobby: entering and leaving, and followers who receive each change once."""

import asyncio
from functools import partial

from ludoteca.core import Capacity
from ludoteca.core.lobby.overview import AT_ONCE
from ludoteca.core.people.connections import MOST_CONNECTIONS
from ludoteca.messages import (
    Enter,
    Farewell,
    JoinTable,
    Leave,
    LookAround,
    OpenTable,
    PersonHere,
    Presence,
    Resign,
    StandUp,
    Surroundings,
    TableListed,
    TableNews,
    TableShown,
    Watch,
    Welcome,
)
from tests.core.local import (
    LocalClient,
    LocalServer,
    WebClient,
    a_move,
    mover_of,
    played,
    shown,
)


async def follower(server: LocalServer, name: str = "Eve") -> LocalClient:
    eve = await server.enter(name)
    await eve.ask(LookAround(follow=True))
    return eve


async def around(client: LocalClient) -> Surroundings:
    answer = await client.ask(LookAround(follow=True))
    assert isinstance(answer, Surroundings)
    return answer


# Following


async def test_arrivals_and_departures_are_announced_to_followers(server: LocalServer) -> None:
    eve = await follower(server)
    anna = await server.enter("Anna", secret="correct-horse")  # noqa: S106 - only here
    await server.enter("Anna", secret="correct-horse")  # noqa: S106 - from another room
    assert eve.of(PersonHere) == [PersonHere("Anna", here=True)]
    server.dispatcher.leave(anna)  # the connection that was taken over does not leave
    assert len(eve.of(PersonHere)) == 1
    bruno = await server.enter("Bruno")
    server.dispatcher.leave(bruno)
    server.dispatcher.leave(bruno)
    assert eve.of(PersonHere)[1:] == [PersonHere("Bruno", here=h) for h in (True, False)]


async def test_each_change_of_a_table_is_announced_to_followers_once(server: LocalServer) -> None:
    eve = await follower(server)
    anna, bruno = await server.table("Anna", "Bruno")
    told = eve.of(TableListed)
    assert [(t.info.started, t.closed) for t in told] == [(False, False), (True, False)]
    await played(mover_of([anna, bruno])[0])
    assert len(eve.of(TableListed)) == 2  # moves do not change the list
    await bruno.ask(Resign(table=1))
    last = eve.of(TableListed)[-1]
    assert (last.info.over, last.closed) == (True, True)
    assert len(eve.of(TableListed)) == 3
    assert (await around(eve)).tables == ()


async def test_loading_a_table_sends_no_notice(server: LocalServer) -> None:
    await server.table("Anna", "Bruno")
    anna, bruno = await server.table("Carla", "Dora")
    await bruno.ask(Resign(table=2))
    await server.restart()
    await server.wait(100)
    eve = await follower(server)
    for table in (1, 2):
        await eve.ask(Watch(table=table))
    assert eve.of(TableListed) == []
    assert shown(anna).info.table == 2


async def test_private_tables_are_not_for_followers(server: LocalServer) -> None:
    eve = await follower(server)
    anna, _ = await server.table("Anna", "Bruno", private=True)
    await anna.ask(StandUp(table=1))
    assert eve.of(TableListed) == []


async def test_many_followers_hear_of_changes_in_rounds(server: LocalServer) -> None:
    crowd = [await follower(server, f"Eve {number}") for number in range(2 * AT_ONCE + 5)]
    for one in crowd[:-1]:
        await one.until(partial(has_heard_of, one, crowd[-1].name))
    await server.table("Anna", "Bruno")
    assert sum(bool(one.of(TableListed)) for one in crowd) <= AT_ONCE
    for one in crowd:
        await one.until(partial(has_seen_a_start, one))
    changes = [len(one.of(TableListed)) for one in crowd]
    assert min(changes) == 1  # the last followers receive the current state


def has_heard_of(client: LocalClient, name: str) -> bool:
    return any(here.name == name for here in client.of(PersonHere))


def has_seen_a_start(client: LocalClient) -> bool:
    return any(listed.info.started for listed in client.of(TableListed))


async def test_looking_around_without_following_ends_following(server: LocalServer) -> None:
    eve = await follower(server)
    await eve.ask(LookAround())
    heard = len(eve.heard)
    await server.table("Anna", "Bruno")
    assert len(eve.heard) == heard


async def test_polite_exit_is_answered_and_the_seat_is_kept(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert await anna.ask(Leave()) == Farewell("house/left", "Goodbye.")
    server.dispatcher.leave(anna)
    assert bruno.heard[-1] == Presence(1, "Anna", here=False, paused=True)
    again = await server.enter("Anna")
    assert again.of(Welcome)[0].tables == (1,)


async def test_superseded_connection_can_do_nothing(server: LocalServer) -> None:
    server.kind = WebClient
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    move = await a_move(mover)
    for _ in range(MOST_CONNECTIONS):
        again = await server.enter(mover.name, token=mover.of(Welcome)[0].token)
    assert await mover.refused(move) == "house/not_in_yet"
    server.dispatcher.leave(mover)
    assert other.heard[-1] == Presence(1, again.name, here=False, paused=True)
    await again.ask(Watch(table=1))
    assert isinstance(await again.ask(move), TableNews)


async def test_only_wrong_secrets_are_counted(server: LocalServer) -> None:
    secret = "correct-horse"  # noqa: S105 - only here
    for _ in range(12):
        anna = await server.enter("Anna", secret=secret)
        assert isinstance(anna.heard[-1], Welcome)
    for _ in range(10):
        assert (
            await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/wrong_secret"
        )
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/too_often"
    await server.wait(5)
    again = await server.enter("Anna", secret=secret)
    assert isinstance(again.heard[-1], Welcome)


# Rooms


async def test_a_table_has_the_lowest_room_that_no_live_table_of_its_game_has(
    server: LocalServer,
) -> None:
    anna = await server.enter("Anna")
    rooms = []
    for game in ("shelfie", "shelfie", "renaissance", "shelfie"):
        await anna.ask(OpenTable(game=game, seats=2))
        rooms.append(shown(anna).info.room)
    assert rooms == [0, 1, 0, 2]
    await anna.ask(StandUp(table=2))
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert shown(anna).info.room == 1
    await server.restart()
    eve = await follower(server)
    assert [(info.table, info.room) for info in (await around(eve)).tables] == [
        (5, 1),
        (4, 2),
        (3, 0),
        (1, 0),
    ]
    await eve.ask(OpenTable(game="shelfie", seats=2))
    assert shown(eve).info.room == 3


async def test_tables_opened_at_once_have_different_rooms(server: LocalServer) -> None:
    clients = [await server.enter(name) for name in ("Anna", "Bruno", "Carla")]
    await asyncio.gather(*(client.ask(OpenTable(game="shelfie", seats=2)) for client in clients))
    assert {shown(client).info.room for client in clients} == {0, 1, 2}


async def test_a_waiting_table_counts_for_its_owner_only() -> None:
    server = LocalServer(capacity=Capacity(tables_per_player=1))
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    opening = OpenTable(game="shelfie", seats=3)
    await anna.ask(opening)
    await bruno.ask(JoinTable(table=1))
    await anna.ask(StandUp(table=1))
    assert await bruno.refused(opening) == "house/too_many_tables"
    assert isinstance(await anna.ask(opening), TableShown)
