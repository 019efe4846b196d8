"""`ludoteca journal copy`: everything is copied, in both directions, and compared at both ends."""

import asyncio
import os
import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.journal import IndexEntry, Journal, JournalError, SqliteJournal, Subscription
from ludoteca.journal.maintenance import Progress, Rows, Target, copy
from ludoteca.journal.sqlite_file import FILE
from ludoteca.journal.sqlite_rows import SqliteTarget
from tests.cli.journals import opened
from tests.cli.programs import on_a_terminal, said
from tests.core.journals import read
from tests.postgres import fresh_database

SAID = "copied 5 streams, 259 entries; 2 tables replayed at both ends\n"


async def write(journal: Journal) -> None:
    """Write two whole games, and streams with everything that a stream may have."""
    for number, name in enumerate(("shelfie", "renaissance"), start=1):
        (game,) = read(name)
        await journal.append(
            f"table/{number:09}", 0, game.entries, game.note, [IndexEntry("ended", 5)]
        )
    await journal.append("person/Zoë 🎲", 0, [b"", b"\x00\xff" * 2000], b"note", [])
    await journal.append(
        "person/anna", 0, [b"x"], index_entries=[IndexEntry("a", -1, -7), IndexEntry("b", 2**40, 3)]
    )
    await journal.append("never/marked", 0, [b"x"])
    await journal.subscriptions.add(Subscription("1", "anna", "mail", b"\x00\xff"))
    await journal.close()


async def everything(address: str) -> object:
    journal = await opened(address)
    try:
        return (
            await journal.streams(),
            [await journal.read(stream.name) for stream in await journal.streams()],
            [await journal.indexed(label) for label in ("ended", "a", "b")],
            [await journal.sums(""), await journal.unindexed("", 9)],
            await journal.subscriptions.of("anna"),
        )
    finally:
        await journal.close()


@pytest.fixture
def folder(tmp_path: Path) -> str:
    asyncio.run(write(SqliteJournal(tmp_path / "from")))
    return str(tmp_path / "from")


@pytest.fixture
def database() -> str:
    return asyncio.run(fresh_database())


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["journal", *words]) == 2
    return capsys.readouterr().err


def change(folder: str, statement: str) -> None:
    with closing(sqlite3.connect(Path(folder) / FILE)) as file, file:
        file.execute(statement)


def test_everything_is_copied_to_a_database_and_back(
    capsys: pytest.CaptureFixture[str], folder: str, database: str, tmp_path: Path
) -> None:
    back = f"sqlite:{tmp_path / 'new' / 'folder'}"
    assert said(capsys, "journal", "copy", f"sqlite:{folder}", database) == SAID
    assert said(capsys, "journal", "copy", database, back) == SAID
    counted = SAID.removeprefix("copied ").partition(";")[0]
    for address in (folder, database, back.removeprefix("sqlite:")):
        assert said(capsys, "journal", "check", address) == f"{counted}\nno damage found\n"
    before = asyncio.run(everything(folder))
    assert asyncio.run(everything(database)) == before
    assert asyncio.run(everything(back)) == before


def test_existing_journal_is_not_overwritten(
    capsys: pytest.CaptureFixture[str], folder: str, database: str, tmp_path: Path
) -> None:
    said(capsys, "journal", "copy", folder, database)
    assert "holds a journal: copy to an empty database" in complaint(
        capsys, "copy", folder, database
    )
    assert "holds a journal: copy to an empty folder" in complaint(capsys, "copy", database, folder)
    assert "holds no journal" in complaint(capsys, "copy", str(tmp_path / "nothing"), database)
    assert not (tmp_path / "nothing").exists()


def test_an_address_of_another_kind_is_not_taken_for_a_folder(
    capsys: pytest.CaptureFixture[str], folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["copy", folder, "mysql://me:secret@x/y"], ["check", "mysql://me:secret@x/y"]):
        told = complaint(capsys, *words)
        assert "mysql://x/y is neither a folder nor postgresql://USER@HOST/NAME" in told
        assert "secret" not in told
    assert not list(tmp_path.glob("mysql*"))


async def test_a_journal_that_a_server_uses_is_not_copied(
    capsys: pytest.CaptureFixture[str], folder: str, tmp_path: Path
) -> None:
    database, empty = await fresh_database(), tmp_path / "empty"
    for address in (folder, database):
        server = await opened(address)
        await server.append("t", 0, [b"x"])
        for way in ((address, str(empty)), (str(empty), address)):
            words = ["journal", "copy", *way]
            assert await asyncio.to_thread(main, words) == 2
        await server.close()
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if "in use by another Ludoteca" in line] == [told[0], told[2]]


@pytest.mark.parametrize("stage", ["copied", "compared", "replayed"])
def test_an_interrupted_copy_is_not_used_and_can_be_made_again(
    *,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
    database: str,
    tmp_path: Path,
    stage: str,
) -> None:
    def interrupt(what: str, _: str) -> Progress:
        return lambda *_: os.kill(os.getpid(), signal.SIGINT) if what == stage else None

    async def replayed(*_: object) -> int:
        interrupt(stage, "")(0, 0)
        await asyncio.sleep(0)
        return 0

    # A server that was run in this process may have left its own.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for target in (database, str(tmp_path / "to")):
        shown = re.sub("//.*@", "//", target)
        with monkeypatch.context() as patch:
            patch.setattr("ludoteca.cli.journal._show_progress", interrupt)
            if stage == "replayed":
                patch.setattr("ludoteca.cli.journal._replayed", replayed)
            assert main(["journal", "copy", folder, target]) == 130
        assert capsys.readouterr().err == (
            f"ludoteca journal: interrupted: {shown} holds no complete copy, and "
            "no server will use it; run copy again to start over\n"
        )
        with pytest.raises(JournalError, match="holds a copy that was not finished: copy again"):
            asyncio.run(opened(target))
        assert "was not finished" in complaint(capsys, "check", target)
        anew = "the target holds an unfinished copy; copying again\n"
        assert said(capsys, "journal", "copy", folder, target) == f"{anew}{SAID}"


def test_damage_is_copied_as_it_is_and_named(
    capsys: pytest.CaptureFixture[str], folder: str, database: str
) -> None:
    change(folder, "UPDATE entries SET body = x'00' WHERE stream = 'never/marked'")
    assert main(["journal", "copy", folder, database]) == 1
    out = capsys.readouterr().out
    assert out.startswith("never/marked is damaged: entry 1 is missing or changed\n")
    assert out.endswith("damaged at both ends: 1\n")
    assert main(["journal", "check", database]) == 1


def test_a_copy_that_differs_is_not_finished(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
    tmp_path: Path,
) -> None:
    async def careless(source: Rows, target: Target, progress: Progress) -> None:
        await copy(source, target, progress)
        change(str(tmp_path / "to"), "DELETE FROM marks WHERE label = 'a'")

    monkeypatch.setattr("ludoteca.journal.maintenance.copy", careless)
    assert "the marks of the copy are not those of the source" in complaint(
        capsys, "copy", folder, str(tmp_path / "to")
    )
    with pytest.raises(JournalError, match="was not finished"):
        SqliteJournal(tmp_path / "to")


def test_a_target_that_cannot_be_written_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: str, tmp_path: Path
) -> None:
    async def failing(source: Rows, target: Target, progress: Progress) -> None:
        assert isinstance(target, SqliteTarget)
        target._connection.execute("PRAGMA query_only = 1")  # noqa: SLF001 - like a failing disk
        await copy(source, target, progress)

    monkeypatch.setattr("ludoteca.journal.maintenance.copy", failing)
    assert "cannot be written: attempt to write a readonly database" in complaint(
        capsys, "copy", folder, str(tmp_path / "to")
    )


def test_a_database_without_a_journal_is_one_clear_sentence(
    capsys: pytest.CaptureFixture[str], database: str
) -> None:
    assert "holds no journal" in complaint(capsys, "check", database)


def test_progress_is_shown_on_a_terminal(folder: str, tmp_path: Path) -> None:
    screen = on_a_terminal(tmp_path, "", "journal", "copy", folder, str(tmp_path / "to"))
    for part in ("copied 274 of 274 rows", "compared 259 of 259 entries", SAID.strip()):
        assert part in screen
