"""The journal in a file: what survives, and what it rejects."""

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.cli.operating import SECRET
from ludoteca.journal import Damaged, JournalError, SqliteJournal, Stream, sqlite_file
from ludoteca.journal.maintenance import Report, check
from ludoteca.journal.sqlite_file import FILE, MIGRATIONS
from ludoteca.journal.sqlite_rows import reading
from tests.conftest import many


async def written(folder: Path, stream: str, version: int, *entries: bytes) -> None:
    journal = SqliteJournal(folder)
    await journal.append(stream, version, entries, note=b"note")
    await journal.close()


async def found(folder: Path, stream: str) -> list[bytes]:
    journal = SqliteJournal(folder)
    try:
        return await journal.read(stream)
    finally:
        await journal.close()


async def checked(folder: Path) -> Report:
    with reading(folder) as rows:
        return await check(rows, lambda *_: None)


async def test_entries_survive_reopening(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    await written(folder, "t", 0, b"a")
    await written(folder, "t", 1, b"b")
    assert await found(folder, "t") == [b"a", b"b"]


async def test_two_servers_cannot_share_one_folder(tmp_path: Path) -> None:
    first = SqliteJournal(tmp_path)
    with pytest.raises(JournalError, match="in use by another Ludoteca"):
        SqliteJournal(tmp_path)
    await first.close()
    await SqliteJournal(tmp_path).close()


async def test_file_of_a_newer_release_is_refused_and_unchanged(tmp_path: Path) -> None:
    await written(tmp_path, "t", 0, b"a")
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(JournalError, match="newer Ludoteca"):
        SqliteJournal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


async def test_a_file_that_is_one_expansion_ahead_is_used_by_an_older_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = "CREATE TABLE novelties (stream TEXT); ALTER TABLE notes ADD COLUMN novelty TEXT;"
    monkeypatch.setattr(sqlite_file, "EXPANSIONS", (*sqlite_file.EXPANSIONS, ahead))
    await written(tmp_path, "t", 0, b"a")
    monkeypatch.undo()
    await written(tmp_path, "t", 1, b"b")
    monkeypatch.setattr(sqlite_file, "EXPANSIONS", (*sqlite_file.EXPANSIONS, ahead))
    await written(tmp_path, "t", 2, b"c")
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("SELECT count(*) FROM novelties").fetchone() == (0,)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_file_that_is_not_a_journal_is_refused_and_unchanged(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"once upon a time" * 400)
    with pytest.raises(JournalError, match="cannot be opened as a journal"):
        SqliteJournal(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"once upon")


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    await written(tmp_path, "t", 0, *(os.urandom(500) for _ in range(200)))
    content = bytearray((tmp_path / FILE).read_bytes())
    for page in range(4, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(JournalError, match=r"damaged|cannot be opened"):
        SqliteJournal(tmp_path)


async def test_a_long_file_is_opened_without_reading_it_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await test_a_damaged_file_is_refused(tmp_path)
    monkeypatch.setattr("ludoteca.journal.sqlite_file.MOST_CHECKED", 2**16)
    with pytest.raises(JournalError):
        await found(tmp_path, "t")
    assert (await checked(tmp_path)).damage


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalError, match="cannot be used"):
        SqliteJournal(tmp_path / "file")


async def test_appends_that_wait_share_a_commit(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    commits = 0

    def count(statement: str) -> None:
        nonlocal commits
        commits += statement == "COMMIT"

    journal._writer.set_trace_callback(count)  # noqa: SLF001
    await asyncio.gather(*(journal.append(f"s{i}", 0, [b"x"]) for i in range(500)))
    await journal.close()
    assert commits < 100


async def test_cancelled_caller_does_not_cancel_the_write(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    task = asyncio.create_task(journal.append("t", 0, [b"a"]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await journal.append("t", 1, [b"b"]) == 2
    streams = await journal.streams()
    await journal.close()
    assert streams == [Stream("t", 2, b"")]


WRITER = """
import asyncio, sys
from pathlib import Path
from ludoteca.journal import SqliteJournal

async def write(journal, stream):
    version = 0
    while True:
        version = await journal.append(stream, version, [b"%d" % version])
        print(stream, version, flush=True)

async def main():
    journal = SqliteJournal(Path(sys.argv[1]))
    await asyncio.gather(*(write(journal, f"s{i}") for i in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("acknowledged", [10 * n for n in range(1, 1 + many(100))])
async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(
    tmp_path: Path, acknowledged: int
) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        heard += process.stdout.read().splitlines(keepends=True)
    last = {stream: int(version) for stream, version in whole_lines(heard)}
    for stream, version in last.items():
        entries = await found(tmp_path, stream)
        assert len(entries) >= version
        assert entries == [b"%d" % i for i in range(len(entries))]


def whole_lines(lines: list[str]) -> Iterator[list[str]]:
    """Yield the complete lines written before the end."""
    return (line.split() for line in lines if line.endswith("\n"))


async def test_a_file_of_every_older_version_is_brought_up(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        connection.execute("INSERT INTO streams VALUES ('t', 2, x'6e')")
        connection.execute("INSERT INTO entries VALUES ('t', 1, x'61'), ('t', 2, x'62')")
    connection.close()

    assert await checked(tmp_path) == Report(1, 2, 2, [])
    journal = SqliteJournal(tmp_path)
    assert await journal.streams() == [Stream("t", 2, b"n")]
    assert await journal.append("t", 2, [b"c"]) == 3
    assert await checked(tmp_path) == Report(1, 3, 2, [])
    assert await journal.read("t") == [b"a", b"b", b"c"]
    assert await journal.streams() == [Stream("t", 3, b"n")]
    await journal.close()


async def test_full_disk_is_reported_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    await journal.append("t", 0, [b"a"])
    journal._writer.execute("PRAGMA max_page_count = 20")  # noqa: SLF001 - a small disk
    with pytest.raises(JournalError, match="disk is full"):
        await journal.append("t", 1, [b"b", b"x" * 200_000])
    assert await journal.read("t") == [b"a"]
    journal._writer.execute("PRAGMA max_page_count = 100000")  # noqa: SLF001
    assert await journal.append("t", 1, [b"b"]) == 2
    await journal.close()


async def test_read_only_journal_is_reported_until_it_is_writable(
    tmp_path: Path,
) -> None:
    journal = SqliteJournal(tmp_path)
    journal._writer.execute("PRAGMA query_only = 1")  # noqa: SLF001 - as on a disk mounted so
    for attempt in (journal.append("t", 0, [b"a"]), journal.probe()):
        with pytest.raises(JournalError, match="readonly"):
            await attempt
    journal._writer.execute("PRAGMA query_only = 0")  # noqa: SLF001
    await journal.probe()
    assert await journal.append("t", 0, [b"a"]) == 1
    await journal.close()


async def test_damaged_note_is_ignored(tmp_path: Path) -> None:
    await written(tmp_path, "t", 0, b"a")
    changed(tmp_path, "UPDATE notes SET note = x'00'")
    journal = SqliteJournal(tmp_path)
    assert await journal.streams() == [Stream("t", 1, b"")]
    await journal.close()
    damage = ["the note of t is damaged: its checksum does not match"]
    assert await checked(tmp_path) == Report(1, 1, 0, damage)


async def test_an_entry_that_is_missing_is_damage(tmp_path: Path) -> None:
    await written(tmp_path, "t", 0, b"a", b"b", b"c")
    changed(tmp_path, "DELETE FROM entries WHERE version = 2")
    with pytest.raises(Damaged) as damaged:
        await found(tmp_path, "t")
    assert damaged.value.entries == [b"a", None, b"c"]


def changed(folder: Path, statement: str) -> None:
    """Change something without the journal's knowledge."""
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute(statement)


def modes(folder: Path) -> dict[str, int]:
    paths = [folder, *folder.iterdir()]
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}


async def test_only_the_owner_can_read_a_journal(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        journal = SqliteJournal(tmp_path / "new")
        await journal.append("t", 0, [b"a"])
    finally:
        os.umask(before)
    names = ["lock", FILE, f"{FILE}-shm", f"{FILE}-wal"]
    assert modes(tmp_path / "new") == {"new": 0o700, **dict.fromkeys(names, 0o600)}
    assert journal.made_private == []
    await journal.close()


async def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    await written(folder, "t", 0, b"a")
    folder.chmod(0o755)
    (folder / FILE).chmod(0o644)
    (folder / SECRET).touch(0o644)
    journal = SqliteJournal(folder)
    assert journal.made_private == [str(folder / FILE), str(folder / SECRET), str(folder)]
    assert set(modes(folder).values()) == {0o700, 0o600}
    await journal.close()


async def test_permissions_of_a_folder_with_other_files_stay_unchanged(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir(0o755)
    tmp_path.chmod(0o755)
    await written(tmp_path, "t", 0, b"a")
    assert modes(tmp_path) == {tmp_path.name: 0o755, "photos": 0o755, "lock": 0o600, FILE: 0o600}
