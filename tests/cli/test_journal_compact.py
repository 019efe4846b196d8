"""`ludoteca journal compact`: old chat and non-moves go; versions, moves and results stay."""

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.cli import main
from ludoteca.core.archive.archive import Archive
from ludoteca.core.archive.replays import read_replay
from ludoteca.core.tables.chat_log import RECALLED
from ludoteca.core.tables.history import Moment, stream_of
from ludoteca.journal import DROPPED
from ludoteca.messages import (
    AskContacts,
    Befriend,
    Contacts,
    DeleteMe,
    GamePaused,
    GameResumed,
    JoinTable,
    MuteTable,
    OpenTable,
    RecordDropped,
    Report,
    ResizeTable,
    Said,
    Say,
    StandUp,
    TableClosed,
    TimeGiven,
)
from tests.cli.journals import opened
from tests.cli.programs import said
from tests.cli.servers import at, serving
from tests.core.histories import read_history
from tests.core.journals import read
from tests.core.local import LocalServer, WebClient
from tests.server.websockets import WebClients

MESSAGES = 130
SECRET = "correct-horse"  # noqa: S105 - only here


async def write(address: str) -> list[Moment]:
    """Write a finished game with a pause, gifts of time and a long chat."""
    journal = await opened(address)
    (game,) = read("shelfie-english")
    entries = [one for entry in game.entries for one in _with_gifts(entry)]
    await journal.append(stream_of(1), 0, entries, game.note, [])
    messages = [Said("Anna", f"🎲 {n}", n, 1, number=n) for n in range(1, MESSAGES + 1)]
    await journal.append("talk/1", 0, [msgspec.json.encode(one) for one in messages])
    await journal.append("talk/house", 0, [msgspec.json.encode(messages[0])])
    history = await read_history(1, journal)
    await journal.close()
    return history


def _with_gifts(entry: bytes) -> list[bytes]:
    return [entry] * 3 if b'"time_given"' in entry else [entry]


async def everything(address: str) -> tuple[list[Moment], bytes, list[Any]]:
    journal = await opened(address)
    history = await read_history(1, journal)
    game = await Archive(journal, str).find(1, "")
    replay = await game.replay()  # type: ignore[union-attr] # it is no refusal
    positions = await game.positions(range(1, 1001), None)  # type: ignore[union-attr] # nor here
    await journal.close()
    return history, replay, list(positions.positions)  # type: ignore[union-attr] # nor here


def test_old_chat_is_dropped_and_the_last_messages_stay(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    asyncio.run(write(address))
    before = asyncio.run(everything(address))
    told = said(capsys, "journal", "compact", address)
    assert told.startswith(f"dropped {MESSAGES - RECALLED} messages (0.0 MB) of chat\n")
    checked = said(capsys, "journal", "check", address)
    assert f"; {MESSAGES - RECALLED} dropped by compaction\nno damage found\n" in checked
    assert asyncio.run(everything(address)) == before
    again = said(capsys, "journal", "compact", address)
    assert again.startswith("dropped 0 messages")


def test_non_moves_of_finished_games_are_dropped_where_the_operator_says_so(
    capsys: pytest.CaptureFixture[str], address: str, tmp_path: Path
) -> None:
    before = asyncio.run(write(address))
    told = said(capsys, "journal", "compact", "--finished-games", address)
    history, replay, positions = asyncio.run(everything(address))
    dropped = [n for n, moment in enumerate(history) if isinstance(moment.record, RecordDropped)]
    assert f"dropped {len(dropped)} records" in told
    assert len(dropped) > 2
    assert {type(before[n].record) for n in dropped} <= {GamePaused, GameResumed, TimeGiven}
    assert len(history) == len(before)
    for version, (then, now) in enumerate(zip(before, history, strict=True)):
        assert then.table.state == now.table.state
        assert version in dropped or then.record == now.record
    assert [one.version for one in positions] == list(range(1, len(before) + 1))
    assert [one.table.state for one in read_replay(replay)] == [one.table.state for one in before]
    assert "no damage found" in said(capsys, "journal", "check", address)
    copied = str(tmp_path / "copy")
    assert "1 table replayed at both ends" in said(capsys, "journal", "copy", address, copied)
    assert asyncio.run(everything(copied)) == (history, replay, positions)
    said(capsys, "journal", "compact", "--finished-games", address)
    assert asyncio.run(everything(address)) == (history, replay, positions)


def test_of_tables_that_never_began_the_first_and_last_records_stay(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    async def open_and_close() -> list[Moment]:
        server = LocalServer(await opened(address))
        anna = await server.enter("Anna")
        await anna.ask(OpenTable(game="shelfie", seats=4, private=True))
        for number in range(10):
            await anna.ask(ResizeTable(table=1, seats=2 + number % 3))
        await anna.ask(StandUp(table=1))
        return await history(server)

    async def look_again() -> list[Moment]:
        server = LocalServer(await opened(address))
        await server.dispatcher.open()
        anna = await server.enter("Anna")
        assert await anna.refused(JoinTable(table=1)) == "house/no_such_table"
        return await history(server)

    async def history(server: LocalServer) -> list[Moment]:
        found = await read_history(1, server.journal)
        await server.journal.close()
        return found

    before = asyncio.run(open_and_close())
    told = said(capsys, "journal", "compact", "--finished-games", address)
    assert f"dropped {len(before) - 2} records" in told
    assert "no damage found" in said(capsys, "journal", "check", address)
    after = asyncio.run(look_again())
    assert len(after) == len(before)
    assert [after[0].record, after[-1].record] == [before[0].record, TableClosed()]
    assert {type(moment.record) for moment in after[1:-1]} == {RecordDropped}
    assert after[-1].table.closed


def test_a_running_server_serves_compacted_chat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asyncio.run(write(str(tmp_path)))
    limits = {"LUDOTECA_LIMIT_TALK": "off"}
    with serving("--data", str(tmp_path), environment=limits) as (_, port):

        async def story(web: WebClients) -> None:
            anna = await web.come_in("Anna")
            for number in range(2, MESSAGES + 1):
                await anna.ask("done", do="say", text=str(number))
            dropped = 2 * (MESSAGES - RECALLED)
            told = await asyncio.to_thread(said, capsys, "journal", "compact", str(tmp_path))
            assert told.startswith(f"dropped {dropped} messages")
            await anna.ask("done", do="say", text="later")
            zoe = await web.come_in("Zoe")
            await zoe.say(do="recall", heard=3)
            numbers = []
            while (heard := await zoe.next())["notice"] != "done":
                numbers.append(heard["number"])
            assert numbers == list(range(MESSAGES + 2 - RECALLED, MESSAGES + 2))

        asyncio.run(at(port, story))


def test_refused_compaction_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for words, why in (
        ([str(tmp_path)], f"{tmp_path} holds no journal"),
        (["mysql://me:secret@x/y"], "mysql://x/y is neither a folder nor postgresql://USER@HOST/"),
    ):
        assert main(["journal", "compact", *words]) == 2
        assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_deleted_accounts_and_old_records_are_dropped(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    async def talk_and_delete() -> None:
        server = LocalServer(await opened(address))
        server.clock.time = time.time() - 40 * 86_400
        server.kind = WebClient
        names = ("Anna", "Bruno", "Carla")
        anna, bruno, carla = [await server.enter(name, SECRET) for name in names]
        await bruno.ask(OpenTable(game="shelfie", seats=2))
        await bruno.ask(Befriend(name="Anna"))
        await anna.ask(Befriend(name="Bruno"))
        for client in (anna, carla):
            await client.ask(Say(text="long ago"))
            await client.ask(Report(name="Bruno", text="long ago"))
            for muted in (True, False):
                await client.ask(MuteTable(table=1, muted=muted))
        await anna.ask(DeleteMe(secret=SECRET))
        server.clock.time += 39 * 86_400
        await carla.ask(Say(text="lately"))
        await carla.ask(Report(name="Bruno", text="lately"))
        await server.journal.close()

    async def everything() -> bytes:
        journal = await opened(address)
        streams = ("person/anna", "person/bruno", "talk/house")
        found = b"".join([b"".join(await journal.read(one)) for one in streams])
        reports = [one for one in await journal.read("moderation/reports") if one is not DROPPED]
        assert [msgspec.json.decode(one)["text"] for one in reports] == ["lately"]
        server = LocalServer(journal)
        await server.dispatcher.open()
        assert server.dispatcher.people.is_deleted("Anna")
        bruno = await server.enter("Bruno", SECRET)
        assert await bruno.ask(AskContacts()) == Contacts(())
        await journal.close()
        return found

    asyncio.run(talk_and_delete())
    told = said(capsys, "journal", "compact", "--older-than", "30", address)
    assert "dropped 4 records (0.0 MB) of deleted accounts\n" in told
    assert "dropped 4 records (0.0 MB) of chats and reports older than 30 days\n" in told
    found = asyncio.run(everything())
    assert b"long ago" not in found
    assert found.count(b"lately") == 1
    assert found.count(b"NameKept") == 1  # Bruno's
    assert "no damage found" in said(capsys, "journal", "check", address)
