"""Long tables: logs are bounded, and reading one costs others neither time nor memory."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca.core.archive import replays
from ludoteca.core.archive.archive import MOST_STEPS
from ludoteca.core.tables.history import APART, PAGE, SLICE, stream_of
from ludoteca.core.tables.snapshots import EVERY, SNAPSHOTS, read_snapshot, write_snapshot
from ludoteca.core.tables.table import MOST_EXTRAS, MOST_IN_TURN, MOST_PAST
from ludoteca.games import Dice, Refusal, Seat
from ludoteca.games.renaissance import SwapDepots
from ludoteca.games.renaissance.events import DepotsSwapped
from ludoteca.messages import (
    Clock,
    Done,
    GiveTime,
    MovePlayed,
    MoveTakenBack,
    Play,
    PlayOn,
    Positions,
    Record,
    Refused,
    Resign,
    TableShown,
    TakeBack,
    TimeGiven,
    Watch,
    write_record,
)
from tests.core.histories import read_history
from tests.core.local import LocalClient, LocalServer, keeper_of, play_out, raw
from tests.core.steps import calls_of, most_in_a_step

TOO_MUCH = "house/too_much_here"
SWAP = Play(table=1, move=raw(SwapDepots(0, 1)))
SWAPPED = MovePlayed(Seat(0), (DepotsSwapped(Seat(0), 0, 1),))
GIFT = GiveTime(table=1, seat=Seat(1), seconds=1)
LONG = 2 * EVERY + 7


async def acting(server: LocalServer) -> LocalClient:
    """Return a player in mid-turn in a solo game that allows taking back."""
    (anna,) = await server.table("Anna", game="renaissance", take_back=True)
    await play_until_turn(server, anna, 0)
    return anna


async def play_until_turn(server: LocalServer, client: LocalClient, turn: int) -> None:
    keeper, dice = keeper_of(server.dispatcher), Dice(5)
    rules, seat = keeper.table.rules, Seat(0)
    while keeper.table.state.turns < turn or not rules.turn_begins(keeper.table.state, seat):
        move = rules.sample(keeper.table.state, seat, dice)
        await client.ask(Play(table=1, move=raw(move)))


async def write_on(server: LocalServer, records: Sequence[Record]) -> None:
    """Append records as an earlier release without limits would have, then restart."""
    version = keeper_of(server.dispatcher).version
    entries = [write_record(record) for record in records]
    await server.journal.append(stream_of(1), version, entries)
    await server.restart()


async def long_table(server: LocalServer) -> None:
    """Write a table with many gifts of time that is not in memory."""
    await server.table("Anna", "Bruno", clock=Clock(bank=60, increment=0))
    left = keeper_of(server.dispatcher).table.left
    await write_on(server, [TimeGiven(Seat(0), Seat(1), 1, left)] * LONG)


async def rearranged(server: LocalServer, moves: int) -> LocalClient:
    """Return a player whose turn began with many moves that change nothing."""
    await acting(server)
    await write_on(server, [SWAPPED] * moves)
    (anna,) = await server.back("Anna")
    return anna


# Limits on what is accepted


async def test_rearranging_is_limited_in_each_turn(server: LocalServer) -> None:
    anna = await acting(server)
    keeper = keeper_of(server.dispatcher)
    began = keeper.version
    while not isinstance(answer := await anna.ask(SWAP), Refused):
        pass
    assert answer.code == TOO_MUCH
    assert keeper.version - began <= MOST_IN_TURN
    assert await anna.refused(TakeBack(table=1)) == TOO_MUCH
    await play_until_turn(server, anna, keeper.table.state.turns + 1)
    assert not isinstance(await anna.ask(SWAP), Refused)


async def test_gifts_of_time_are_limited_in_each_turn_and_at_each_table(
    server: LocalServer,
) -> None:
    anna, _ = await server.table("Anna", "Bruno", clock=Clock(bank=60, increment=0))
    keeper = keeper_of(server.dispatcher)
    while await anna.ask(GIFT) == Done():
        pass
    assert keeper.table.in_turn == MOST_IN_TURN
    assert await anna.refused(GIFT) == TOO_MUCH
    keeper.table = replace(keeper.table, in_turn=0, extras=MOST_EXTRAS)
    assert await anna.refused(GIFT) == TOO_MUCH


async def test_a_bounded_number_of_moves_can_be_taken_back(server: LocalServer) -> None:
    anna = await rearranged(server, 2 * MOST_PAST)
    keeper = keeper_of(server.dispatcher)
    assert len(keeper.table.past) == MOST_PAST
    keeper.table = replace(keeper.table, in_turn=0)
    assert await anna.ask(TakeBack(table=1)) == Done()


# Limits on what is read


async def test_a_journal_in_which_more_was_taken_back_is_read(server: LocalServer) -> None:
    await acting(server)
    before = keeper_of(server.dispatcher).table
    moves = 2 * MOST_PAST
    await write_on(server, [SWAPPED] * moves + [MoveTakenBack(Seat(0))] * moves)
    await server.back("Anna")
    assert keeper_of(server.dispatcher).table.state == before.state


async def test_taking_back_many_moves_is_read_in_small_steps(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await acting(server)
    before = keeper_of(server.dispatcher).table
    moves = 20 * MOST_PAST
    await write_on(server, [SWAPPED] * moves + [MoveTakenBack(Seat(0))] * moves)
    eve = await server.enter("Eve")
    applied = calls_of(monkeypatch, before.rules, "apply")
    most = await most_in_a_step(eve.ask(Watch(table=1)), applied)
    assert keeper_of(server.dispatcher).table.state == before.state
    assert most <= SLICE * (APART + 1)


async def test_others_have_their_turn_while_a_long_table_is_loaded(server: LocalServer) -> None:
    await long_table(server)
    eve = await server.enter("Eve")
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count_turns())
    await eve.ask(Watch(table=1))
    counting.cancel()
    assert turns > LONG // SLICE


async def test_concurrent_requests_share_the_load_of_a_table(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await long_table(server)
    read = entries_read(server, monkeypatch)
    clients = [await server.enter(name) for name in ("Eve", "Finn", "Gina")]
    await asyncio.gather(*(client.ask(Watch(table=1)) for client in clients))
    assert sum(read) < 2 * LONG


def entries_read(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the number of entries of each read of the table."""
    counts: list[int] = []
    read = server.journal.read

    async def counted(stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        entries = await read(stream, after, most)
        if stream == stream_of(1):
            counts.append(len(entries))
        return entries

    monkeypatch.setattr(server.journal, "read", counted)
    return counts


@pytest.mark.parametrize("damage", [None, b"", b"\x80", b"no snapshot"])
async def test_a_long_table_is_loaded_from_its_snapshot(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    await long_table(server)
    await server.back("Anna")
    table = keeper_of(server.dispatcher).table
    await server.wait(1)
    (kept,) = await server.journal.streams(SNAPSHOTS)
    if damage is not None:
        await server.journal.append(kept.name, kept.version, [], damage)
    await server.restart()
    read = entries_read(server, monkeypatch)
    await server.back("Anna")
    assert keeper_of(server.dispatcher).table == table
    assert (sum(read) < PAGE + EVERY) == (damage is None)


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_a_snapshot_is_the_table(server: LocalServer, game: str) -> None:
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    keeper, dice = keeper_of(server.dispatcher), Dice(4)
    rules = keeper.table.rules
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    while keeper.table.in_play:
        assert read_snapshot(write_snapshot(keeper.table, 7)) == (keeper.table, 7)
        seat = min(rules.seats_to_move(keeper.table.state))
        move = rules.sample(keeper.table.state, seat, dice)
        await by_seat[seat].ask(Play(table=1, move=raw(move)))
    assert read_snapshot(write_snapshot(keeper.table, 8)) == (keeper.table, 8)


async def test_a_window_of_positions_costs_its_positions(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await long_table(server)
    anna, _ = await server.back("Anna", "Bruno")
    await anna.ask(Resign(table=1))
    made: list[int] = []
    position = replays.position

    def counted(version: int, *others: Any, **more: Any) -> object:
        made.append(version)
        return position(version, *others, **more)

    monkeypatch.setattr(replays, "position", counted)
    seen = await server.dispatcher.archive.positions(1, "", range(LONG, LONG + 3), None)
    assert isinstance(seen, Positions)
    assert made == [LONG, LONG + 1, LONG + 2]
    assert seen.versions > LONG


async def test_a_replay_of_a_long_game_is_written_in_small_steps(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await rearranged(server, LONG)
    await anna.ask(Resign(table=1))
    written = calls_of(monkeypatch, replays, "write_record")
    assert await most_in_a_step(server.dispatcher.archive.replay(1), written) <= SLICE


async def test_a_game_of_absurd_length_is_neither_reviewed_nor_played_on(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await rearranged(server, MOST_STEPS + 1)
    await anna.ask(Resign(table=1))
    answer = await server.dispatcher.lessons.review(1, "", Seat(0), "")
    assert isinstance(answer, Refusal)
    assert answer.code == "house/too_long"
    play_on = PlayOn(table=1, version=MOST_STEPS + 4, seat=Seat(0), bot="greedy")
    applied = calls_of(monkeypatch, keeper_of(server.dispatcher).table.rules, "apply")
    assert await most_in_a_step(anna.ask(play_on), applied) <= 2 * SLICE
    assert isinstance(heard := anna.heard[-1], Refused)
    assert heard.code == "house/too_long"
    shorter = replace(play_on, version=MOST_STEPS // 2)
    assert isinstance(await anna.ask(shorter), TableShown)


async def test_a_finished_game_is_read_from_the_journal_once(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_out(await server.table("Anna", "Bruno"))
    read = entries_read(server, monkeypatch)
    first = await server.dispatcher.archive.positions(1, "", range(1, 51), None)
    assert await server.dispatcher.archive.positions(1, "", range(1, 51), None) == first
    assert len(read) == 1


async def test_private_table_is_not_loaded_for_other_players(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", private=True)
    await play_out(clients)
    code = keeper_of(server.dispatcher).table.opened.code
    await server.restart()
    eve = await server.enter("Eve")
    assert await eve.refused(Watch(table=1)) == "house/no_such_table"
    assert server.dispatcher.lobby.loaded(1) is None
    assert await read_history(1, server.journal)
    assert isinstance(await eve.ask(Watch(table=1, code=code)), TableShown)
