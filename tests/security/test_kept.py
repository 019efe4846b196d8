"""A damaged journal that other users could read: the loss, and its permissions afterwards."""

import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from ludoteca.core.people.log import stream_of as person_stream
from ludoteca.core.people.people import STREAM
from ludoteca.core.tables.history import stream_of
from ludoteca.journal import SqliteJournal
from ludoteca.journal.sqlite_file import FILE
from ludoteca.messages import Mute, Say
from tests.cli.servers import serving
from tests.core.finished import play_to_the_end, sit_down
from tests.core.local import LocalServer
from tests.server.running import asked
from tests.server.websockets import web_clients

WHOLE, DAMAGED, OLDER, UNNOTED = 1, 2, 3, 4
SECRET = "a secret of Dora's"  # noqa: S105 - in a test


class Running(NamedTuple):
    """A server whose journal was damaged while it was stopped."""

    port: int
    folder: Path


@pytest.fixture(scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged") / "data"
    journal = SqliteJournal(folder)
    server = LocalServer(journal)
    for name in ("Carla", "Dora", "Elena"):
        client = await server.enter(name, SECRET)
        await client.ask(Mute(name="Zoe"))
        await client.ask(Say(text=f"I am {name}"))
    players = [await server.enter("Anna"), await server.enter("Bruno")]
    await sit_down(players, "shelfie")
    await play_to_the_end(server, players, WHOLE)
    for _ in (DAMAGED, OLDER, UNNOTED):
        await sit_down(players, "shelfie")
    await put_players_together(journal)
    await journal.close()
    return folder


async def put_players_together(journal: SqliteJournal) -> None:
    """Write all players to one stream, as earlier releases did."""
    names = ("Carla", "Dora", "Elena", "Anna", "Bruno")
    together = [await journal.read(person_stream(name)) for name in names]
    await journal.append(STREAM, 0, [entry for entries in together for entry in entries])


def damage(folder: Path) -> None:
    stray = "UPDATE entries SET body = replace(body, 'e', 'o')"
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        for table in ("entries", "notes", "marks"):
            file.execute(f"DELETE FROM {table} WHERE stream GLOB 'person/*'")  # noqa: S608 - ours
        at_tables = f"{stray} WHERE stream = ? AND version = 2"
        file.execute(at_tables, (stream_of(DAMAGED),))
        file.execute(at_tables, (stream_of(UNNOTED),))
        file.execute("UPDATE notes SET note = x'00' WHERE stream = ?", (stream_of(UNNOTED),))
        # One from before there were checksums.
        file.execute(
            "UPDATE entries SET body = ?, sum = NULL WHERE stream = ? AND version = 3",
            (b'{"record":"danced"}', stream_of(OLDER)),
        )
        file.execute("UPDATE entries SET body = x'7b' WHERE stream = 'people' AND version = 1")
        file.execute(
            "UPDATE entries SET body = x'7b', sum = NULL WHERE stream = 'people' AND version = 6"
        )
        file.execute("UPDATE entries SET body = x'7b' WHERE stream = 'talk/house' AND version = 2")


def open_to_all(folder: Path) -> None:
    """Make the files accessible to all users, as earlier releases did."""
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)


NOT_OVER = "house/not_over"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    damage(folder)
    open_to_all(folder)
    with serving("--data", str(folder)) as (process, port):
        yield Running(port, folder)
        process.terminate()
        assert process.stderr is not None
        lines = [json.loads(line) for line in process.stderr]
        assert process.wait(30) == 0
    assert lines[0]["event"] == "data_made_private"
    assert lines[0]["paths"] == f"{folder / FILE} {folder}"
    unreadable = [line for line in lines if str(line["event"]).endswith("_unreadable")]
    reasons = " ".join(str(line["reason"]) for line in unreadable)
    for named in ("people is damaged: entry 1", "entry 6 of people"):
        assert named in reasons
    assert UNNOTED in [line.get("table") for line in unreadable]  # the others if they are asked for


@pytest.mark.parametrize("number", [DAMAGED, OLDER, UNNOTED])
async def test_a_damaged_record_costs_its_table(server: Running, number: int) -> None:
    async with web_clients(server.port) as web:
        anna = await web.come_in("Anna")
        refused = await anna.ask("refused", do="watch", table=number)
    assert refused["code"] == "house/unreadable_table"
    version = 3 if number == OLDER else 2
    assert f"entry {version}" in refused["detail"]
    answer = await asked(f"http://127.0.0.1:{server.port}/api/replays/{number}")
    # The note of a running game says that it is not over; without one, its records are read.
    unnoted = (500, "house/unreadable_table")
    assert (answer.status, answer.code) == (unnoted if number == UNNOTED else (409, NOT_OVER))


async def test_other_tables_are_there_and_new_ones_can_be_played(server: Running) -> None:
    async with web_clients(server.port) as web:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        shown = await anna.ask("table_shown", do="watch", table=WHOLE)
        assert shown["info"]["over"]
        shown = await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        number = shown["info"]["table"]
        assert number > UNNOTED
        await bruno.ask("table_shown", do="join_table", table=number)
        for client in (anna, bruno):
            moves = (await client.ask("moves", do="ask_moves", table=number))["moves"]
            if moves:
                await client.say(do="play", table=number, move=moves[0])
                await client.hear("table_news")


async def test_a_damaged_entry_about_a_player_costs_that_entry(server: Running) -> None:
    async with web_clients(server.port) as web:
        for name in ("Dora", "Elena"):
            stranger = await web.connect()
            refused = await stranger.ask("refused", do="enter", name=name)
            assert refused["code"] == "house/wrong_secret"
            await stranger.ask("welcome", do="enter", name=name, secret=SECRET)
        flora = await web.connect()
        await flora.ask("welcome", do="enter", name="Flora", secret=SECRET)  # is written behind


async def test_damaged_message_is_left_out_of_the_chat(server: Running) -> None:
    async with web_clients(server.port) as web:
        anna = await web.come_in("Gina")
        await anna.say(do="recall", id="r")
        heard = [(await anna.hear("said"))["text"] for _ in range(2)]
        assert (await anna.hear("done"))["request"] == "r"
    assert heard == ["I am Carla", "I am Elena"]


def test_stored_files_are_readable_only_by_their_owner(server: Running) -> None:
    paths = [server.folder, *server.folder.iterdir()]
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert modes.pop(server.folder.name) == 0o700
    assert {"lock", FILE, f"{FILE}-shm", f"{FILE}-wal"} <= modes.keys()
    assert set(modes.values()) == {0o600}
