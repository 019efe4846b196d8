"""The list of tables: consistent pages, search, and the cost of a page."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.lobby.registry import Rooms
from ludoteca.core.tables import listing
from ludoteca.messages import (
    Enter,
    JoinTable,
    LookAround,
    OpenTable,
    StandUp,
    Surroundings,
    TableInfo,
    Watch,
)
from tests.core.local import LocalClient, LocalServer, shown


async def look(client: LocalClient, **asked: Any) -> Surroundings:
    answer = await client.ask(LookAround(**asked))
    assert isinstance(answer, Surroundings)
    return answer


async def numbers(client: LocalClient, **asked: Any) -> list[int]:
    return [info.table for info in (await look(client, **asked)).tables]


async def opened(server: LocalServer, owner: str, **options: Any) -> LocalClient:
    client = await server.enter(owner)
    await client.ask(OpenTable(**{"game": "shelfie", "seats": 2, **options}))
    return client


async def a_lobby(server: LocalServer) -> LocalClient:
    """Table 1 is in play, 2 and 4 wait, 3 is private, 5 is another game; Eve lists them."""
    await server.table("Anna", "Bruno")
    await opened(server, "Carla", name="Friday Club")
    await opened(server, "Dora", private=True)
    await opened(server, "Elsa")
    await opened(server, "Fabio", game="renaissance", name="friday")
    return await server.enter("Eve")


async def test_tables_with_free_seats_come_first_and_the_newest_of_them(
    server: LocalServer,
) -> None:
    eve = await a_lobby(server)
    assert await numbers(eve) == [5, 4, 2, 1]
    assert await numbers(eve, oldest=True) == [2, 4, 5, 1]
    assert await numbers(eve, free=True) == [5, 4, 2]
    assert await numbers(eve, game="shelfie") == [4, 2, 1]
    assert await numbers(eve, game="chess") == []


@pytest.mark.parametrize("oldest", [False, True])
@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
async def test_pages_fit_together(server: LocalServer, limit: int, oldest: bool) -> None:
    eve = await a_lobby(server)
    seen, page = [], await look(eve, limit=limit, oldest=oldest)
    while True:
        assert len(page.tables) <= limit
        seen += [info.table for info in page.tables]
        if not page.more:
            break
        page = await look(eve, limit=limit, oldest=oldest, after=page.more)
    assert seen == await numbers(eve, oldest=oldest)


async def test_next_page_follows_although_the_last_table_is_gone(server: LocalServer) -> None:
    eve = await a_lobby(server)
    page = await look(eve, limit=2)
    assert [info.table for info in page.tables] == [5, 4]
    elsa = next(client for client in server.dispatcher.people.clients() if client.name == "Elsa")
    await server.dispatcher.handle(elsa, StandUp(table=4))
    assert await numbers(eve, after=page.more) == [2, 1]


async def test_own_tables_come_first_in_any_search(server: LocalServer) -> None:
    await a_lobby(server)
    anna = next(client for client in server.dispatcher.people.clients() if client.name == "Anna")
    assert isinstance(anna, LocalClient)
    assert await numbers(anna, limit=1) == [1, 5]
    assert await numbers(anna, limit=1, game="renaissance") == [1, 5]
    assert await numbers(anna, limit=2, after="f5") == [4, 2]
    assert await numbers(anna, search="friday") == [5, 2]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("friday", [5, 2]),  # the exact name first
        ("FRIDAY club", [2]),
        ("anna", [1]),
        ("an carl", []),
        ("dora", []),  # whose table is private
        ("renaissance", [5]),
        ("my shelfie", [4, 2, 1]),
        ("4", [4]),
        ("3", []),
        ("%", []),
    ],
)
async def test_tables_are_found(server: LocalServer, search: str, found: list[int]) -> None:
    eve = await a_lobby(server)
    assert await numbers(eve, search=search) == found


async def test_nobody_finds_a_table_by_its_code(server: LocalServer) -> None:
    anna = await opened(server, "Anna")
    eve = await server.enter("Eve")
    assert shown(anna).info.code
    assert await numbers(eve, search=shown(anna).info.code) == []


async def test_a_table_is_found_by_its_room(server: LocalServer) -> None:
    eve = await a_lobby(server)
    assert await numbers(eve, game="shelfie", room=1) == [2]
    assert await numbers(eve, game="shelfie", room=2) == []  # a private table holds it
    assert await numbers(eve, game="renaissance", room=0) == [5]
    assert await numbers(eve, game="shelfie", room=9) == []
    assert await numbers(eve, game="chess", room=0) == []


async def test_known_names_are_returned_as_written(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    server.dispatcher.leave(clients[0])
    eve = await server.enter("Eve")
    answer = await look(eve, names=("anna", "Bruno", "Zoe", "Eve"))
    assert answer.known == ("anna", "Bruno", "Eve")


async def test_listing_is_always_current(server: LocalServer) -> None:
    anna = await opened(server, "Anna", seats=3)
    eve = await server.enter("Eve")

    async def seats() -> list[Any]:
        (info,) = (await look(eve)).tables
        return [holder and (holder.name, holder.here) for holder in info.seats]

    assert await seats() == [("Anna", True), None, None]
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(table=1))
    assert await seats() == [("Anna", True), ("Bruno", True), None]
    server.dispatcher.leave(bruno)
    assert await seats() == [("Anna", True), ("Bruno", False), None]
    await (await server.enter("Bruno")).ask(Watch(table=1))
    assert await seats() == [("Anna", True), ("Bruno", True), None]
    server.dispatcher.leave(anna)
    assert await seats() == [("Anna", False), ("Bruno", True), None]


async def test_listing_is_built_once_for_all_readers(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    *owners, anna = [await server.enter(f"Anna {number}") for number in range(16)]
    watchers = [await server.enter(f"Eve {number}") for number in range(20)]
    for client in owners:
        for _ in range(20):
            await client.ask(OpenTable(game="shelfie", seats=2))
    for watcher in watchers:
        assert len((await look(watcher, follow=True)).tables) == 100
    made: list[TableInfo] = []

    def counted(**fields: Any) -> TableInfo:
        made.append(TableInfo(**fields))
        return made[-1]

    monkeypatch.setattr(listing, "TableInfo", counted)
    await anna.ask(OpenTable(game="shelfie", seats=2))
    for watcher in watchers:
        await look(watcher, follow=True)
    assert {info.table for info in made} == {301}
    assert len(made) <= 4  # for its followers, its table, its owner, and her arrival


async def test_closed_tables_leave_the_list(server: LocalServer) -> None:
    eve = await server.enter("Eve")
    clients = [LocalClient(server.dispatcher) for _ in range(10)]
    await asyncio.gather(*(c.ask(Enter(name=f"P{n}")) for n, c in enumerate(clients)))
    for client in clients:
        await client.ask(OpenTable(game="shelfie", seats=2))
    for number in (3, 7, 10):
        await clients[number - 1].ask(StandUp(table=number))
    assert await numbers(eve) == [9, 8, 6, 5, 4, 2, 1]


# Rooms


@given(st.lists(st.tuples(st.sampled_from(["open", "hear", "close"]), st.integers(0, 8))))
def test_room_gets_the_lowest_free_number(steps: list[tuple[str, int]]) -> None:
    rooms, taken = Rooms(), dict[int, int]()
    for number, (what, which) in enumerate(steps, start=1):
        smallest = rooms.smallest_free()
        assert smallest == min(set(range(len(taken) + 1)) - set(taken))
        room = smallest if what == "open" else which
        if what == "close" and room in taken:
            rooms.leave(room, taken.pop(room))
        elif what != "close" and room not in taken:
            rooms.take(room, number)
            taken[room] = number
        assert [rooms.table_in(room) for room in range(10)] == [taken.get(r, 0) for r in range(10)]


def test_rooms_that_were_passed_over_are_free() -> None:
    rooms = Rooms()
    rooms.take(2, 7)
    rooms.take(2, 7)
    assert rooms.smallest_free() == 0
    rooms.take(1, 8)
    rooms.take(0, 9)
    assert rooms.smallest_free() == 3
    rooms.leave(1, 7)  # another table has it
    assert rooms.smallest_free() == 3
