"""Journals of earlier versions still load: states, views, lists, results and names."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from ludoteca.core import read_replay
from ludoteca.core.archive.replays import write_line, write_replay
from ludoteca.core.tables.history import Moment, moments
from ludoteca.core.tables.listing import listing_of, read_listing, write_listing
from ludoteca.games import Seat
from ludoteca.journal import SqliteJournal
from ludoteca.messages import (
    AskFinished,
    AskStatistics,
    Enter,
    FinishedGames,
    LookAround,
    MovePlayed,
    Recall,
    Said,
    Statistics,
    Surroundings,
    TableNews,
    Watch,
    Welcome,
    write_record,
)
from tests.core.journals import FOLDER, Kept, changed, differences, plain, read, seen, totals
from tests.core.local import LocalClient, LocalServer, keeper_of, played, shown, waits_for

GAMES = ("shelfie", "shelfie-english", "renaissance", "renaissance-solo")
STREAMS = [kept for name in (*GAMES, "house") for kept in read(name)]
TABLES = [kept for kept in STREAMS if kept.stream.startswith("table/")]
LISTED = ("opened", "owner", "holders", "started", "closed", "paused", "result", "players")
"""The fields of a note in that version; notes of later versions have more."""
SERVER = msgspec.json.decode((FOLDER / "house.json").read_bytes())

each_table = pytest.mark.parametrize("kept", TABLES, ids=lambda kept: kept.stream)


def number(kept: Kept) -> int:
    return int(kept.stream.removeprefix("table/"))


def history(kept: Kept) -> list[Moment]:
    return list(moments(number(kept), kept.entries))


@each_table
def test_records_are_read_with_everything_in_them(kept: Kept) -> None:
    for entry, (record, _) in zip(kept.entries, history(kept), strict=True):
        then = msgspec.json.decode(entry)
        assert not differences(then, msgspec.json.decode(write_record(record)))


@each_table
def test_old_journals_give_the_same_state_after_each_record(kept: Kept) -> None:
    compared = 0
    for version, (_, table) in enumerate(history(kept), start=1):
        then = kept.then.get(version)
        assert (then is not None) == table.started
        if then is None:
            continue
        assert not differences({name: then[name] for name in ("to_move", "totals")}, totals(table))
        if "state" in then:
            compared += 1
            assert not differences(then["state"], plain(table.state))
            assert not differences(then["watching"], seen(table, None))
            for seat, other in enumerate(then["eyes"]):
                assert other["view.eyes"] == seat
                assert not differences(changed(then["watching"], other), seen(table, Seat(seat)))
    assert compared or not kept.then


@each_table
def test_table_note_matches_its_records(kept: Kept) -> None:
    listing = read_listing(kept.note)
    assert listing
    now = listing_of(history(kept)[-1].table, listing.at)
    assert {name: getattr(listing, name) for name in LISTED} == {
        name: getattr(now, name) for name in LISTED
    }
    written = msgspec.json.decode(write_listing(listing))
    assert not differences(msgspec.json.decode(kept.note), written)


@pytest.mark.parametrize("name", GAMES)
def test_a_downloaded_replay_is_the_game(name: str) -> None:
    file = (FOLDER / f"{name}.replay").read_bytes()
    (kept,) = read(name)
    game = read_replay(file)
    assert game[-1].table.state == history(kept)[len(game) - 1].table.state
    written = write_replay(game[-1].table, (write_line(moment.record) for moment in game))
    lines = zip(file.splitlines(), written.splitlines(), strict=True)
    for then, now in lines:
        assert not differences(msgspec.json.decode(then), msgspec.json.decode(now))


def test_old_journals_hold_every_kind_of_record() -> None:
    records = {type(record) for kept in TABLES for record, _ in history(kept)}
    assert {record.__name__ for record in records} >= {
        *("TableOpened", "TableResized", "TableClosed", "SeatTaken", "SeatFreed", "SeatSkipped"),
        *("SeatsGivenUp", "GameStarted", "GamePaused", "GameResumed", "TimeGiven", "MovePlayed"),
        *("MoveTakenBack", "RematchOpened"),
    }


# The whole journal, at a server


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[LocalServer]:
    """Yield a server of this version over the old journal."""
    journal = SqliteJournal(tmp_path)
    for kept in STREAMS:
        await journal.append(kept.stream, 0, kept.entries, kept.note or None)
    server = LocalServer(journal)
    server.clock.time = SERVER["finished"][0]["at"] / 1000 + 3600
    await server.dispatcher.open()
    yield server
    await journal.close()


async def test_tables_and_results_are_listed_as_they_were(server: LocalServer) -> None:
    dora = await server.enter("Dora")
    around = await dora.ask(LookAround())
    assert isinstance(around, Surroundings)
    in_order = sorted(around.tables, key=lambda info: info.table)
    assert not differences(SERVER["tables"], plain(tuple(in_order)))
    finished = await dora.ask(AskFinished())
    assert isinstance(finished, FinishedGames)
    assert not differences(SERVER["finished"], plain(finished.games))
    for name, games in SERVER["statistics"].items():
        statistics = await dora.ask(AskStatistics(name=name))
        assert isinstance(statistics, Statistics)
        assert not differences(games, plain(statistics.games))
        assert server.dispatcher.lobby.seats_of(name) == SERVER["seats"][name]


async def test_names_and_mutes_are_preserved(server: LocalServer) -> None:
    bruno = await server.enter("Bruno")
    assert isinstance(bruno.heard[-1], Welcome)
    assert list(bruno.heard[-1].tables) == SERVER["seats"]["Bruno"]
    for name, secret in (("Anna", "rosemary"), ("Bice", "lantern")):
        stranger = LocalClient(server.dispatcher)
        assert await stranger.refused(Enter(name=name, secret=name)) == "house/wrong_secret"
        client = await server.enter(name, secret)
        assert isinstance(client.heard[-1], Welcome)
        await client.ask(Recall())
        said = [notice.text for notice in client.of(Said)]
        assert said == ["Good evening!", *(["Who plays?"] if name == "Bice" else [])]
    assert server.dispatcher.people.is_muted("Anna", "Bruno")
    assert not server.dispatcher.people.is_muted("Anna", "Carla")


async def test_games_in_play_go_on_with_the_bots_they_had(server: LocalServer) -> None:
    bruno = await server.enter("Bruno")
    await bruno.ask(Watch(table=9))
    assert [seat and (seat.name, seat.bot) for seat in shown(bruno).info.seats] == [
        ("greedy 1", "greedy"),
        ("greedy 2", "greedy"),
        ("Bruno", ""),
    ]
    for _ in range(3):
        await bruno.until(lambda: waits_for(server, bruno, 9))
        await played(bruno, 9)
    await bruno.until(lambda: waits_for(server, bruno, 9))
    records = [news.record for news in bruno.of(TableNews)]
    movers = [record.seat for record in records if isinstance(record, MovePlayed)]
    assert movers == [2, 0, 1] * 3


async def test_chat_of_a_table_is_sent_again(server: LocalServer) -> None:
    texts = {}
    for name, secret in (("Anna", "rosemary"), ("Bice", "lantern"), ("Dora", "")):
        client = await server.enter(name, secret)
        await client.ask(Watch(table=1))
        texts[name] = [said.text for said in client.of(Said)]
    assert texts["Anna"] == texts["Bice"] == ["Good luck", "and to you"]
    assert texts["Dora"] == ["Good luck"]
    assert keeper_of(server.dispatcher).version == len(TABLES[0].entries)
