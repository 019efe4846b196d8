"""`ludoteca journal check`: what it finds and reports without changing anything."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.journal import SqliteJournal
from ludoteca.journal.sqlite_file import FILE, MIGRATIONS
from tests.cli.programs import on_a_terminal, said


async def write(folder: Path) -> None:
    journal = SqliteJournal(folder)
    await journal.append("people", 0, [b"anna", b"bruno"])
    await journal.append("table/000000001", 0, [b"opened"], b"note")
    await journal.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    asyncio.run(write(tmp_path))
    return tmp_path


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as file, file:
        file.execute(statement)


def checked(capsys: pytest.CaptureFixture[str], folder: Path) -> tuple[int, str, str]:
    status = main(["journal", "check", str(folder)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_intact_journal_is_counted_and_unchanged(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert said(capsys, "journal", "check", str(folder)) == (
        "2 streams, 3 entries\nno damage found\n"
    )
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


async def test_journal_is_checked_while_a_server_writes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    journal = SqliteJournal(tmp_path)
    await journal.append("t", 0, [b"a"])
    first = await asyncio.to_thread(checked, capsys, tmp_path)
    assert first == (0, "1 stream, 1 entry\nno damage found\n", "")
    await journal.append("t", 1, [b"b"])
    second = await asyncio.to_thread(checked, capsys, tmp_path)
    assert second[1].startswith("1 stream, 2 entries")
    await journal.close()


def test_damaged_entries_are_named(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    change(folder, "UPDATE entries SET body = x'00' WHERE stream = 'people' AND version = 2")
    change(folder, "UPDATE notes SET note = x'00' WHERE stream = 'table/000000001'")
    change(folder, "DELETE FROM notes WHERE stream = 'people'")
    assert checked(capsys, folder) == (
        1,
        "people is damaged: entry 2 is missing or changed\n"
        "the note of table/000000001 is damaged: its checksum does not match\n"
        "people has entries but no note\n"
        "2 streams, 3 entries\n"
        "damaged: 3\n",
        "",
    )


def test_damage_to_the_file_itself_is_named(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    content = bytearray((folder / FILE).read_bytes())
    content[2 * 4096 : 2 * 4096 + 64] = b"\xff" * 64
    (folder / FILE).write_bytes(content)
    status, out, _ = checked(capsys, folder)
    assert status == 1
    assert "the file" in out


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (f"PRAGMA user_version = {len(MIGRATIONS) + 1}", "was written by a newer Ludoteca"),
        ("PRAGMA user_version = 0", "holds no journal"),
    ],
)
def test_foreign_file_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], folder: Path, statement: str, why: str
) -> None:
    change(folder, statement)
    status, out, err = checked(capsys, folder)
    assert (status, out) == (2, "")
    assert err.startswith("ludoteca journal: ")
    assert why in err


def test_a_folder_without_a_journal_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert checked(capsys, tmp_path) == (2, "", f"ludoteca journal: {tmp_path} holds no journal\n")


def test_progress_is_shown_on_a_terminal(folder: Path) -> None:
    screen = on_a_terminal(folder, "", "journal", "check", str(folder))
    assert "3 of 3 entries" in screen
    assert "no damage found" in screen
