"""Journals with tables longer than any that can be played now."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from ludoteca.core.tables.history import stream_of
from ludoteca.games import Dice, Seat
from ludoteca.games.renaissance.events import DepotsSwapped
from ludoteca.journal import SqliteJournal
from ludoteca.messages import Clock, MovePlayed, Play, Record, Resign, TimeGiven, write_record
from tests.core.local import LocalClient, LocalServer, keeper_of, raw

OVER, LIVE = 1, 2
"""Two tables in each journal."""
RunningServer: TypeAlias = tuple[LocalClient, Record]
"""A player at a new table, and a record that can be repeated there."""
Opening: TypeAlias = Callable[[LocalServer, int], Awaitable[RunningServer]]
"""Opens the table with this number."""


async def write_long_tables(folder: Path, opening: Opening, records: int) -> None:
    """Write a journal as earlier releases could, which had no limits."""
    server, journal = LocalServer(), SqliteJournal(folder)
    server.clock.ahead = time.time()  # else a server would close the tables, since they are old
    for number in (OVER, LIVE):
        player, record = await opening(server, number)
        version = keeper_of(server.dispatcher, number).version
        if number == OVER:
            await player.ask(Resign(table=number))
        entries = await server.journal.read(stream_of(number))
        entries[version:version] = [write_record(record)] * records
        (stream,) = await server.journal.streams(stream_of(number))
        await journal.append(stream.name, 0, entries, stream.note)
    await journal.close()


async def rearranged(server: LocalServer, number: int) -> RunningServer:
    """Write a solo table that allows taking back, where two depots are swapped."""
    (anna,) = await server.table(f"Anna {number}", game="renaissance", take_back=True)
    keeper, dice, seat = keeper_of(server.dispatcher, number), Dice(5), Seat(0)
    rules = keeper.table.rules
    while not rules.turn_begins(keeper.table.state, seat):
        move = rules.sample(keeper.table.state, seat, dice)
        await anna.ask(Play(table=number, move=raw(move)))
    return anna, MovePlayed(seat, (DepotsSwapped(seat, 0, 1),))


async def gifts_of_time(server: LocalServer, number: int) -> RunningServer:
    """Write a table with a clock, where one player gives the other time."""
    clock = Clock(bank=600, increment=0)
    anna, _ = await server.table(f"Anna {number}", f"Bruno {number}", clock=clock)
    return anna, TimeGiven(Seat(0), Seat(1), 1, keeper_of(server.dispatcher, number).table.left)
