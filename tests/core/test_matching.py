"""Players who look for opponents are seated with the next ones who have the same wish."""

import asyncio
from typing import Any

import pytest

from ludoteca.core import AbsencePolicy
from ludoteca.core.tables import decisions
from ludoteca.journal import Journal
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.messages import (
    Block,
    Clock,
    FindOpponents,
    JoinTable,
    LookAround,
    Rematch,
    Resign,
    ResizeTable,
    SeatBot,
    StandUp,
    TableListed,
    TableShown,
)
from ludoteca.messages.cluster import ListensAt
from tests.core.local import LocalClient, LocalServer, Shared, keeper_of, shown
from tests.core.nodes import Nodes
from tests.postgres import fresh_schema

DAYS = Clock(turn=3 * 24 * 3600)


async def find(client: LocalClient, seats: int = 2, **wish: Any) -> TableShown:
    await client.ask(FindOpponents(game=wish.pop("game", "shelfie"), seats=seats, **wish))
    return shown(client)


async def entered(server: LocalServer, *names: str) -> list[LocalClient]:
    return [await server.enter(name) for name in names]


def people(server: LocalServer, number: int) -> list[str]:
    holders = keeper_of(server.dispatcher, number).table.holders
    return [holder.name for holder in holders if holder]


async def test_players_with_the_same_wish_meet_in_the_order_of_arrival(server: LocalServer) -> None:
    anna, bruno, carla, dario = await entered(server, "Anna", "Bruno", "Carla", "Dario")
    waiting = await find(anna)
    assert waiting.info.matching_since == int(server.clock.wall() * 1000)
    assert not waiting.info.started
    await find(bruno)
    assert shown(bruno).info.table == 1
    assert keeper_of(server.dispatcher).table.started
    assert shown(bruno).info.matching_since == 0
    await find(carla)
    await find(dario)
    assert people(server, 1) == ["Anna", "Bruno"]
    assert people(server, 2) == ["Carla", "Dario"]


@pytest.mark.parametrize(
    "wish", [{"game": "renaissance"}, {"seats": 3}, {"clock": Clock(turn=30)}, {"clock": DAYS}]
)
async def test_players_with_different_wishes_do_not_meet(
    server: LocalServer, wish: dict[str, Any]
) -> None:
    anna, bruno, carla = await entered(server, "Anna", "Bruno", "Carla")
    await find(anna)
    await find(bruno, **wish)
    await find(carla, **wish)
    assert people(server, 1) == ["Anna"]
    assert people(server, 2) == ["Bruno", "Carla"]


async def test_looking_again_leads_to_the_same_table(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await find(anna)
    await find(anna)
    assert shown(anna).info.table == 1
    assert people(server, 1) == ["Anna"]


async def test_leaving_the_seat_ends_the_search(server: LocalServer) -> None:
    anna, bruno = await entered(server, "Anna", "Bruno")
    await find(anna)
    await anna.ask(StandUp(table=1))
    assert keeper_of(server.dispatcher).table.closed
    await find(bruno)
    assert people(server, 2) == ["Bruno"]


async def test_search_appears_in_the_list_and_anybody_may_join(server: LocalServer) -> None:
    anna, bruno = await entered(server, "Anna", "Bruno")
    await bruno.ask(LookAround(follow=True))
    await find(anna)
    (listed,) = bruno.of(TableListed)
    assert listed.info.matching_since
    await bruno.ask(JoinTable(table=1))
    assert keeper_of(server.dispatcher).table.started


async def test_absent_player_gives_way_to_the_next_one(server: LocalServer) -> None:
    anna, bruno, carla, dario = await entered(server, "Anna", "Bruno", "Carla", "Dario")
    await find(anna)
    server.dispatcher.leave(anna)
    await server.wait(decisions.JUST_SAT)
    await find(bruno)  # seated at once: waiting at a second table could never end
    assert not keeper_of(server.dispatcher).table.started
    await find(carla)
    assert people(server, 1) == ["Carla", "Bruno"]
    assert keeper_of(server.dispatcher).table.started
    await find(dario)
    server.dispatcher.leave(dario)
    await server.wait(AbsencePolicy().grace + 1)
    assert pairs(server) == [["Carla", "Bruno"]]


async def test_player_with_days_per_turn_need_not_stay(server: LocalServer) -> None:
    anna, bruno = await entered(server, "Anna", "Bruno")
    await find(anna, clock=DAYS)
    server.dispatcher.leave(anna)
    await server.wait(120)
    await find(bruno, clock=DAYS)
    assert people(server, 1) == ["Anna", "Bruno"]
    assert keeper_of(server.dispatcher).table.started


async def test_blocked_players_do_not_meet(server: LocalServer) -> None:
    anna, bruno, carla = await entered(server, "Anna", "Bruno", "Carla")
    await anna.ask(Block(name="Bruno"))
    await find(anna)
    await find(bruno)
    await bruno.ask(Block(name="Carla"))
    await find(carla)
    assert people(server, 1) == ["Anna", "Carla"]
    assert people(server, 2) == ["Bruno"]


async def test_size_of_a_search_is_fixed_and_bots_may_fill_it(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    assert await anna.refused(FindOpponents(game="renaissance", seats=1)) == "house/bad_seats"
    await find(anna)
    assert await anna.refused(ResizeTable(table=1, seats=3)) == "house/bad_seats"
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert keeper_of(server.dispatcher).table.started


async def test_rematch_of_a_match_is_for_its_players(server: LocalServer) -> None:
    anna, bruno, carla = await entered(server, "Anna", "Bruno", "Carla")
    await find(anna)
    await find(bruno)
    await anna.ask(Resign(table=1))
    await bruno.ask(Resign(table=1))
    await anna.ask(Rematch(table=1))
    await find(carla)
    assert people(server, 2) == ["Anna"]
    assert people(server, 3) == ["Carla"]


async def test_search_survives_a_restart() -> None:
    server = LocalServer(Shared())
    anna = await server.enter("Anna")
    await find(anna)
    again = LocalServer(server.journal)
    await again.dispatcher.open()
    bruno = await again.enter("Bruno")
    await find(bruno)
    assert people(again, 1) == ["Anna", "Bruno"]
    await again.back("Anna")
    assert keeper_of(again.dispatcher).table.started


# Races


def pairs(*servers: LocalServer) -> list[list[str]]:
    """Return who sits at each live table."""
    infos = {
        info.table: info for server in servers for info in server.dispatcher.lobby.infos.every()
    }
    return [[one.name for one in info.seats if one] for info in infos.values()]


async def test_simultaneous_searches_on_one_node_are_paired() -> None:
    server = LocalServer(Shared())
    clients = [await server.enter(f"Anna {number}") for number in range(9)]
    await asyncio.gather(*(find(client) for client in clients))
    tables = pairs(server)
    assert sorted(map(len, tables)) == [1, 2, 2, 2, 2]
    assert len({name for table in tables for name in table}) == 9


async def assert_paired(journal: Journal, seats: int) -> None:
    """Let ten players look for opponents at once, at three nodes."""
    nodes = await Nodes(3, journal=journal).open()
    clients = await nodes.enter(*(f"Anna {number}" for number in range(10)))
    await asyncio.gather(*(find(client, seats) for client in clients))
    await nodes.wait(1)
    full, rest = divmod(10, seats)
    for node in nodes.all:
        tables = pairs(node)
        assert sorted(map(len, tables)) == [*([rest] if rest else []), *([seats] * full)]
        assert len({name for table in tables for name in table}) == 10
    assert all(shown(client).seat is not None for client in clients)


@pytest.mark.parametrize("seats", [2, 3])
async def test_simultaneous_searches_on_several_nodes_are_paired(seats: int) -> None:
    await assert_paired(Shared(), seats)


async def test_simultaneous_searches_on_several_nodes_of_a_database_are_paired() -> None:
    journal = await PostgresJournal.open(await fresh_schema())
    await assert_paired(journal, 2)
    await journal.close()


async def test_player_whose_arrival_is_not_known_yet_keeps_the_seat() -> None:
    nodes = await Nodes(2).open()
    nodes.hub.loses = lambda _sender, _receiver, message: isinstance(message, ListensAt)
    anna, bruno, _, carla = await nodes.enter("Anna", "Bruno", "Dora", "Carla")
    await find(anna)
    await nodes.settle()
    await find(bruno)
    await find(carla)
    assert pairs(nodes.all[0]) == [["Anna", "Bruno"], ["Carla"]]


async def test_search_finds_a_table_that_another_node_has_not_told_about() -> None:
    nodes = await Nodes(2).open()
    nodes.hub.loses = lambda *_: True
    anna, bruno = await nodes.enter("Anna", "Bruno")
    await find(anna)
    await find(bruno)
    assert shown(bruno).info.table == 1
