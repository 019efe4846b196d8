"""Players in the lobby see what spectators see of running tables, and nothing else."""

from typing import Any

from msgspec import json

from ludoteca.core.lobby import glances
from ludoteca.core.lobby.lobby import REST
from ludoteca.games import renaissance, shelfie
from ludoteca.messages import GlanceAt, Glanced, JoinTable, OpenTable, StopWatching, Watch
from tests.core.local import Failing, LocalClient, LocalServer, keeper_of, played
from tests.core.nodes import Nodes, play

VIEWS = {"shelfie": shelfie.View, "renaissance": renaissance.View}


async def glance(client: LocalClient, *tables: int) -> dict[int, Any]:
    answer = await client.ask(GlanceAt(tables=tables))
    assert isinstance(answer, Glanced)
    return views(answer)


def views(glanced: Glanced) -> dict[int, Any]:
    return {one.table: json.decode(one.view, type=VIEWS[one.game]) for one in glanced.tables}


async def move(players: list[LocalClient], number: int) -> None:
    """Let the first player who may move play any move."""
    table = keeper_of(players[0].dispatcher, number).table
    seat = min(table.rules.seats_to_move(table.state))
    await played(next(one for one in players if table.seat_of(one.name) == seat), number)


async def pass_period(server: LocalServer) -> None:
    """Run a round of notices to its end."""
    await server.wait(glances.PERIOD)
    if telling := server.dispatcher._glances._telling:  # noqa: SLF001 - the only way to await it
        await telling


async def test_views_of_spectators_are_sent_when_they_change(server: LocalServer) -> None:
    for number, game in enumerate(VIEWS, start=1):
        players = await server.table(f"Anna {game}", f"Bruno {game}", game=game)
        eve = await server.enter(f"Eve {game}")
        table = keeper_of(server.dispatcher, number).table
        assert await glance(eve, number) == {number: table.view(None)}
        heard = len(eve.heard)
        await pass_period(server)
        assert len(eve.heard) == heard
        await move(players, number)
        await pass_period(server)
        [changed] = eve.of(Glanced)[1:]
        assert views(changed) == {number: keeper_of(server.dispatcher, number).table.view(None)}
        assert await glance(eve) == {}
        await move(players, number)
        await pass_period(server)
        assert len(eve.of(Glanced)) == 3


async def test_tables_closed_to_strangers_are_not_shown(server: LocalServer) -> None:
    await server.table("Anna", "Bruno", private=True)
    await server.table("Carla", "Dario", watchable=False)
    eve = await server.enter("Eve")
    await eve.ask(OpenTable(game="shelfie", seats=2))
    assert await glance(eve, 1, 2, 3, 99) == {}
    await pass_period(server)
    assert len(eve.of(Glanced)) == 1


async def test_nothing_is_read_from_the_journal_for_a_glance() -> None:
    journal = Failing()
    server = LocalServer(journal)
    anna, bruno = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    for player in (anna, bruno):
        await player.ask(StopWatching(table=1))
    await server.wait(REST + 1)
    assert list(server.dispatcher.lobby) == []
    journal.finds = journal.reads = False
    assert await glance(eve, 1) == {}
    journal.finds = journal.reads = True
    await anna.ask(Watch(table=1))
    journal.finds = journal.reads = False
    assert list(await glance(eve, 1)) == [1]


async def test_too_large_views_are_not_sent(server: LocalServer, monkeypatch: Any) -> None:
    await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    monkeypatch.setattr(glances, "MOST_BYTES", 100)
    assert await glance(eve, 1) == {}


async def test_disconnected_players_are_forgotten(server: LocalServer) -> None:
    await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await glance(eve, 1)
    server.dispatcher.leave(eve)
    assert server.dispatcher._glances._followers == {}  # noqa: SLF001 - a leak is not visible


async def test_tables_of_another_node_are_shown() -> None:
    nodes = await Nodes(2).open()
    [a, b] = nodes.all
    anna, bruno = [await a.enter(name) for name in ("Anna", "Bruno")]
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await bruno.ask(JoinTable(table=1))
    await nodes.settle()
    eve = await b.enter("Eve")
    assert await glance(eve, 1) == {}
    for count in (1, 2):
        await nodes.wait(glances.PERIOD + 0.5)
        await nodes.settle()
        notices = [one for one in eve.of(Glanced) if one.tables]
        assert len(notices) == count
        assert views(notices[-1]) == {1: keeper_of(a.dispatcher).table.view(None)}
        assert b.dispatcher.lobby.loaded(1) is None
        await play(nodes, [anna, bruno])
        await nodes.settle()
