"""A server killed during a hundred games loses nothing that was acknowledged."""

import asyncio
import random
import signal
import subprocess
from collections.abc import Callable
from functools import partial, reduce
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from msgspec import Raw

from ludoteca.games import Dice, Seat, shelfie
from ludoteca.messages import (
    MovePlayed,
    Notice,
    Play,
    Record,
    Refused,
    TableNews,
    TableShown,
    Watch,
    write_record,
)
from tests.cli.servers import at, serving
from tests.conftest import PROVING, TIMEOUT, no_coverage
from tests.server.websockets import WebClients

pytestmark = no_coverage

PAIRS, TABLES = 5, 20
"""The number of pairs of people, and of tables for each pair."""
EVENTS = msgspec.json.Decoder(list[shelfie.EVENTS])
HEARD: msgspec.json.Decoder[Notice] = msgspec.json.Decoder(Notice)
DICE = Dice(5)


class Member:
    """A player at many tables who knows only the events received."""

    def __init__(self, name: str, seat: int) -> None:
        self.name, self.seat, self.token = name, Seat(seat), ""
        self.records: dict[int, list[Record]] = {}
        """The records received about each table, from its second version on."""
        self.states: dict[int, Any] = {}
        self.asked: dict[int, Play] = {}
        """The last move at each table."""

    @property
    def done(self) -> bool:
        """Return whether all games are over."""
        return all(state.outcome for state in self.states.values())

    def sit(self, table: int) -> None:
        self.records[table], self.states[table] = [], shelfie.BLANK

    async def come(self, web: WebClients) -> None:
        """Log in and load every table from its first version."""
        self.client = await web.come_in(self.name, self.token)
        for table in self.records:
            await self.say(Watch(table=table, seen=1))
        shown = 0
        while shown < len(self.records):
            shown += isinstance(await self.hear(), TableShown)

    async def say(self, request: Any) -> None:
        await self.client.socket.send_str(msgspec.json.encode(request).decode())

    async def hear(self) -> Notice:
        """Receive a notice, which must not contradict any earlier one."""
        message = await self.client.socket.receive(TIMEOUT)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError
        notice = HEARD.decode(message.data)
        match notice:
            case TableNews(table, version, record):
                self.learn(table, version, record)
            case TableShown(info, version):
                assert version == len(self.records[info.table]) + 1, "something is lost"
            case Refused(code):
                pytest.fail(code)
        return notice

    def learn(self, table: int, version: int, record: Record) -> None:
        known = self.records[table]
        if version <= len(known) + 1:
            assert write_record(known[version - 2]) == write_record(record), "it is another now"
            return
        assert version == len(known) + 2, "something was left out"
        known.append(record)
        events = EVENTS.decode(getattr(record, "events", b"") or b"[]")
        self.states[table] = reduce(shelfie.apply, events, self.states[table])

    def played(self, table: int) -> list[str]:
        """Return the requests that became moves."""
        records = self.records[table]
        return [record.request for record in records if isinstance(record, MovePlayed)]

    async def begin(self) -> None:
        """Repeat requests that may have been lost, and play wherever it is this player's turn."""
        for table in self.records:
            asked = self.asked.get(table)
            if asked:
                await self.say(asked)
            if asked is None or asked.id in self.played(table):
                await self.play(table)

    async def play(self, table: int) -> None:
        state = self.states[table]
        if state.outcome or state.turn != self.seat:
            return
        move = Raw(msgspec.json.encode(shelfie.sample(state, self.seat, DICE)))
        self.asked[table] = Play(table=table, move=move, id=f"{self.name} {state.turns}")
        await self.say(self.asked[table])

    async def storm(self, heard: Callable[[], None]) -> None:
        """Play at all tables until every game is over or the server is down."""
        try:
            await self.begin()
            while not self.done:
                notice = await self.hear()
                if isinstance(notice, TableNews):
                    heard()
                    await self.play(notice.table)
        except (ConnectionError, aiohttp.ClientError):
            return


async def sit_down(web: WebClients) -> list[Member]:
    """Seat all players at a hundred tables and start the games."""
    members = []
    for pair in range(PAIRS):
        two = [Member(f"{name} {pair}", seat) for seat, name in enumerate(("Anna", "Bruno"))]
        anna, bruno = [await web.come_in(member.name) for member in two]
        two[0].token, two[1].token = anna.token, bruno.token
        for _ in range(TABLES):
            shown = await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
            table = shown["info"]["table"]
            await bruno.ask("table_shown", do="join_table", table=table)
            for member in two:
                member.sit(table)
        await asyncio.gather(anna.socket.close(), bruno.socket.close())
        members += two
    return members


def killing(process: "subprocess.Popen[str]", after: int) -> Callable[[], None]:
    """Kill the server after this number of notices."""
    left = iter(range(after))

    def heard() -> None:
        if next(left, None) is None:
            process.kill()

    return heard


async def play_on(web: WebClients, members: list[Member], heard: Callable[[], None]) -> None:
    await asyncio.gather(*(member.come(web) for member in members))
    await asyncio.gather(*(member.storm(heard) for member in members))


@pytest.mark.parametrize("seed", range(3 if PROVING else 1))
async def test_killed_server_loses_nothing_at_a_hundred_tables(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 - which moment it is
    with serving("--data", str(tmp_path)) as (_, port):
        members = await at(port, sit_down)
    for _ in range(4 if PROVING else 1):
        with serving("--data", str(tmp_path)) as (process, port):
            heard = killing(process, chance.randrange(200, 2000))
            await at(port, partial(play_on, members=members, heard=heard))
            assert process.wait(TIMEOUT) == -signal.SIGKILL
    assert not any(member.done for member in members)
    with serving("--data", str(tmp_path)) as (_, port):
        await at(port, partial(play_on, members=members, heard=lambda: None))
    for member in members:
        assert member.done
        for table in member.records:
            played = member.played(table)
            assert len(set(played)) == len(played) > 20
