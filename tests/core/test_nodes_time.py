"""Timers in a cluster: everything due happens once, and bots run at one node."""

import asyncio
import threading
from typing import Any

import pytest

from ludoteca.bots import WHOLE, Budget, Question
from ludoteca.core.tables.table import Table
from ludoteca.games import Chance, Seat
from ludoteca.messages import (
    AbsenceRule,
    Clock,
    JoinTable,
    MovePlayed,
    OfferSeat,
    OpenTable,
    Pause,
    Record,
    Resign,
    SeatBot,
    SeatsGivenUp,
    SeatSkipped,
    Silence,
    StandInLeft,
    StandInSeated,
    TableNews,
    TableShown,
    Watch,
)
from ludoteca.messages.cluster import Beat, TableWritten
from tests.core.local import Failing, LateAnswers, LocalClient, a_move, shown
from tests.core.nodes import Nodes, NodeServer, back, mover_of, newest, play, versions_of


def server_of(nodes: Nodes, client: LocalClient) -> NodeServer:
    return next(node for node in nodes.all if node.dispatcher is client.dispatcher)


def records_since(client: LocalClient, version: int) -> list[Record]:
    return [news.record for news in client.of(TableNews) if news.version > version]


def bots_at(node: NodeServer) -> int:
    return sum(bool(listener.bot) for listener in node.keeper().listeners)


@pytest.mark.parametrize("lost", [(), TableWritten])
async def test_a_seat_left_empty_is_skipped_once(lost: tuple[()] | type) -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    gone, _ = mover_of(nodes, clients)
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, lost)
    before = newest(nodes).version
    gone.dispatcher.leave(gone)
    await nodes.settle()
    await nodes.wait(6)
    for client in clients:
        if client is not gone:
            assert [type(one) for one in records_since(client, before)] == [SeatSkipped]


async def test_out_of_time_is_counted_once() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl", clock=Clock(turn=30))
    before = newest(nodes).version
    late, _ = mover_of(nodes, clients)
    await nodes.wait(31)
    (record,) = records_since(late, before)
    assert isinstance(record, SeatSkipped)
    assert record.late


async def test_the_last_one_wins_once() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    before = newest(nodes).version
    nodes.all[1].dispatcher.leave(bea)
    await nodes.wait(62)
    (record,) = records_since(anna, before)
    assert isinstance(record, SeatsGivenUp)
    assert newest(nodes).table.over


async def test_a_bot_stands_in_at_one_node_until_its_player_is_back() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl", absence=AbsenceRule.BOT)
    _, gone = mover_of(nodes, clients)
    token = gone.heard[0].token  # type: ignore[union-attr]
    before = newest(nodes).version
    gone.dispatcher.leave(gone)
    await nodes.wait(31)
    stays = next(client for client in clients if client is not gone)
    assert [type(one) for one in records_since(stays, before)] == [StandInSeated]
    assert sum(map(bots_at, nodes.all)) == 1
    await back(server_of(nodes, stays), gone.name, token)
    await nodes.settle()
    assert isinstance(records_since(stays, before)[-1], StandInLeft)
    assert sum(map(bots_at, nodes.all)) == 0


async def test_bots_run_at_the_first_node_with_listeners_and_move_with_them() -> None:
    nodes = await Nodes(3).open()
    a, b, c = nodes.all
    anna, bea = await b.enter("Anna"), await c.enter("Bea")
    await anna.ask(OpenTable(game="shelfie", seats=3, absence=AbsenceRule.WAIT))
    await nodes.settle()
    await bea.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await nodes.settle()
    assert (bots_at(b), bots_at(c)) == (1, 0)
    spectator = await back(a, "Sam")
    await nodes.settle()
    assert (bots_at(a), bots_at(b), bots_at(c)) == (1, 0, 0)
    a.dispatcher.leave(spectator)
    await nodes.settle()
    assert (bots_at(a), bots_at(b), bots_at(c)) == (0, 1, 0)
    nodes.kill(b)
    await nodes.wait(3)
    assert bots_at(c) == 1
    assert bea.of(TableShown)


async def test_game_with_a_bot_continues_after_its_node_fails() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    anna, bea = await a.enter("Anna"), await b.enter("Bea")
    await anna.ask(OpenTable(game="shelfie", seats=3, absence=AbsenceRule.BOT))
    await nodes.settle()
    await bea.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await nodes.settle()
    nodes.kill(a)
    await nodes.wait(34)  # a bot stands in for Anna, too
    seat = b.keeper().table.seat_of("Bea")
    for _ in range(5):
        await bea.until(lambda: waits_for(b.keeper().table, seat))
        await play(nodes, [bea, anna])
    movers = {news.record.seat for news in bea.of(TableNews) if isinstance(news.record, MovePlayed)}
    assert len(movers) == 3


def waits_for(table: Table, seat: Seat | None) -> bool:
    return seat in table.rules.seats_to_move(table.state)


async def test_node_loading_a_table_in_mid_turn_counts_the_whole_turn() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", clock=Clock(bank=600))
    await play(nodes, clients)
    await nodes.wait(20)
    spectator = await back(nodes.all[2], "Sam")
    await nodes.settle()
    counts = {node.keeper().stopwatch.milliseconds for node in nodes.all}
    assert counts == {20_000}
    mover, _ = mover_of(nodes, clients)
    await play(nodes, clients)
    left = spectator.of(TableNews)[-1].record.left  # type: ignore[union-attr]
    assert left[newest(nodes).table.seat_of(mover.name) or 0] == 580_000


async def test_node_taking_over_a_table_resumes_from_the_saved_time() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    clients = [await a.enter(name) for name in ("Anna", "Bea")]
    await clients[0].ask(OpenTable(game="shelfie", seats=2, clock=Clock(bank=600)))
    await clients[1].ask(JoinTable(code=shown(clients[0]).info.code))
    await nodes.wait(25)
    assert a.keeper().stopwatch.milliseconds == 25_000
    nodes.kill(a)
    await nodes.wait(3)
    await back(b, "Sam")
    assert b.keeper().stopwatch.milliseconds == 20_000  # saved every ten seconds


async def test_time_in_which_the_clocks_stood_is_not_counted_by_a_node_that_slept() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    clients = [await a.enter(name) for name in ("Anna", "Bea")]
    await clients[0].ask(OpenTable(game="shelfie", seats=2, clock=Clock(bank=600)))
    await clients[1].ask(JoinTable(code=shown(clients[0]).info.code))
    await nodes.settle()
    spectator = await back(b, "Sam")
    b.dispatcher.leave(spectator)
    await nodes.wait(65)  # b unloads the table
    assert b.dispatcher.lobby.loaded(1) is None
    for client in clients:
        await client.ask(Pause(table=1))
    await nodes.wait(100)
    await back(b, "Tom")
    await nodes.settle()
    assert b.keeper().stopwatch.milliseconds == a.keeper().stopwatch.milliseconds


async def test_the_clocks_of_all_nodes_stand_while_a_player_is_waited_for() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea", clock=Clock(bank=600), absence=AbsenceRule.WAIT)
    gone, stays = mover_of(nodes, clients)
    gone.dispatcher.leave(gone)
    await nodes.settle()
    await nodes.wait(10)
    assert server_of(nodes, stays).keeper().stopwatch.milliseconds == 0


async def test_frozen_node_catches_up_after_waking() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    mover, other = mover_of(nodes, clients)
    frozen = server_of(nodes, other)
    move = await a_move(mover)
    nodes.all.remove(frozen)
    nodes.hub.loses = lambda _s, receiver, _m: receiver == frozen.bus.node
    await mover.ask(move)
    await nodes.wait(4)
    assert server_of(nodes, mover).dispatcher.roster.nodes() == [nodes.all[0].bus.node]
    nodes.all.append(frozen)
    nodes.hub.loses = lambda _s, _r, message: not isinstance(message, Beat)
    await nodes.wait(0.5)
    assert versions_of(other)[-1] == newest(nodes).version
    await nodes.wait(1)
    for node in nodes.all:
        assert node.dispatcher.roster.nodes() == ["a", "b"]
        assert node.dispatcher.roster.names() == ["Anna", "Bea"]


async def test_a_gap_in_the_messages_lets_everything_be_looked_up() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    nodes.hub.loses = lambda *_: True
    anna = await a.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    assert b.dispatcher.surroundings().tables == ()
    nodes.hub.loses = lambda _s, _r, _m: False
    await nodes.wait(0.5)
    (info,) = b.dispatcher.surroundings().tables
    assert info.table == 1
    assert b.dispatcher.surroundings().people == ("Anna",)


async def test_no_table_is_closed_while_somebody_is_there_at_another_node() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    anna = await a.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await nodes.settle()
    await b.dispatcher.lobby.find(1)  # loaded, with nobody connected
    for _ in range(8):
        nodes.clock.time += 100
        for node in nodes.all:
            node.dispatcher.roster.wake()
        await nodes.wait(1)
    assert b.dispatcher.surroundings().tables
    a.dispatcher.leave(anna)
    await nodes.settle()
    nodes.clock.time += 700
    await nodes.wait(2)
    assert not b.dispatcher.surroundings().tables


async def test_players_of_a_node_without_the_bus_stay_present_and_play_on() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    nodes.cut("b")
    for _ in range(6):
        await play(nodes, clients)
        await nodes.wait(2)
        assert all(node.keeper().away == frozenset() for node in nodes.all)
        assert nodes.all[0].keeper().version == nodes.all[1].keeper().version
    nodes.heal("b")
    await nodes.wait(4)
    nodes.kill(nodes.all[1])
    await nodes.wait(6)  # its old heartbeats no longer count
    assert nodes.all[0].keeper().away == {1}


async def test_node_that_detects_a_lost_bus_late_stays_in_the_roster() -> None:
    nodes = await Nodes().open()
    await nodes.table("Anna", "Bea")
    nodes.hub.loses = lambda *_: True  # nothing arrives, and no connection closes
    await nodes.wait(2)
    nodes.cut("b")
    for _ in range(8):
        await nodes.wait(0.5)
        assert nodes.all[0].keeper().away == frozenset()


async def test_games_continue_through_the_journal_without_the_bus() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    for name in "abc":
        nodes.cut(name)
    await nodes.wait(70)
    for _ in range(6):
        await play(nodes, clients)
        await nodes.wait(2)
    for client in clients:
        heard = versions_of(client)
        assert heard == list(range(heard[0], newest(nodes).version + 1))
        assert not any(isinstance(one, SeatSkipped) for one in records_since(client, 0))
    for name in "abc":
        nodes.heal(name)
    await nodes.wait(3)
    assert all(node.keeper().away == frozenset() for node in nodes.all)


async def test_bot_joins_once_although_the_table_changes_during_loading() -> None:
    journal = LateAnswers()
    nodes = await Nodes(journal=journal).open()
    anna, bea = await nodes.enter("Anna", "Bea")
    await bea.ask(OpenTable(game="shelfie", seats=4))
    await nodes.settle()
    await anna.ask(JoinTable(table=1))
    await nodes.settle()
    journal.hold()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(anna.ask(Watch(table=1, seen=1)))
        await journal.asked.wait()
        await bea.ask(SeatBot(table=1, bot="uniform"))
        await bea.ask(Silence(table=1, name="Carl", muted=True))
        await bea.ask(Silence(table=1, name="Carl", muted=False))
        await nodes.settle()
        journal.free.set()
    await nodes.settle()
    assert [bots_at(node) for node in nodes.all] == [1, 0]


async def test_a_bot_chooses_again_if_another_node_has_written_meanwhile() -> None:
    chosen, go_on = 0, threading.Event()

    def slow(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
        nonlocal chosen
        chosen += 1
        assert go_on.wait(60)
        return question.moves[0]

    nodes = await Nodes(minds={"slow": slow}).open()
    anna, bea = await nodes.enter("Anna", "Bea")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await nodes.settle()
    await bea.ask(JoinTable(table=1))
    await anna.ask(SeatBot(table=1, bot="slow"))
    for _ in range(2):
        await play(nodes, [anna, bea])
    nodes.hub.hold("a")
    await bea.ask(OfferSeat(table=1, offered=True))
    before = nodes.all[0].keeper().version
    go_on.set()
    await anna.until(
        lambda: (
            isinstance(anna.of(TableNews)[-1].record, MovePlayed)
            and nodes.all[0].keeper().version > before
        )
    )
    assert chosen == 2


async def test_a_table_that_could_not_be_woken_is_woken_later() -> None:
    journal = Failing()
    nodes = await Nodes(1, journal=journal).open()
    server = nodes.all[0].dispatcher
    for client in await nodes.table("Anna", "Bea", absence=AbsenceRule.WAIT):
        server.leave(client)
    await nodes.wait(70)
    assert server.lobby.loaded(1) is None
    journal.finds = False
    nodes.clock.time += 3600 * 24 * 365
    await nodes.wait(1)
    assert len(server.lobby) == 1
    journal.finds = True
    await nodes.wait(1)
    assert len(server.lobby) == 0  # abandoned for long, so it is closed


async def test_a_table_sleeps_that_was_over_elsewhere_while_it_could_not_be_read() -> None:
    journal = Failing()
    nodes = await Nodes(journal=journal).open()
    a, b = nodes.all
    bea, _ = await b.table("Bea", "Carl")
    await nodes.settle()
    anna = await back(a, "Anna")
    a.dispatcher.leave(anna)
    await nodes.settle()
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, TableWritten)
    journal.reads = False
    await bea.ask(Resign(table=1))
    await nodes.wait(70)
    nodes.clock.time += 3600 * 24 * 365
    await nodes.wait(1)
    assert a.dispatcher.lobby.loaded(1) is None
