"""`ludoteca journal rebuild`: recomputed ratings and statistics from the finished games."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.messages import JoinTable, OpenTable, Resign
from tests.cli.journals import opened
from tests.cli.programs import said
from tests.core.local import LocalServer

SECRET = "correct horse"  # noqa: S105 - of a test
STREAM = "rating/anna|shelfie|live"


async def play(address: str) -> None:
    journal = await opened(address)
    server = LocalServer(journal)
    await server.dispatcher.open()
    anna, bruno = [await server.enter(name, secret=SECRET) for name in ("Anna", "Bruno")]
    await anna.ask(OpenTable("shelfie", 2, rated=True))
    await bruno.ask(JoinTable(table=1))
    await bruno.ask(Resign(table=1))
    await journal.close()


async def forget(address: str) -> None:
    """Replace a standing by another one that has no place on leaderboards."""
    journal = await opened(address)
    await journal.append(STREAM, 1, [], b"{}", [])
    await journal.close()


def test_differences_are_reported_and_replaced(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(play(address))
    unchanged = "1 finished game, 1 of them rated; no difference\n"
    assert said(capsys, "journal", "rebuild", address) == unchanged
    asyncio.run(forget(address))
    assert main(["journal", "rebuild", address]) == 1
    assert capsys.readouterr().out == (
        f"{STREAM}: the standing was not that of its games\n"
        "1 finished game, 1 of them rated; 1 difference\n"
    )
    assert said(capsys, "journal", "rebuild", address) == unchanged


def test_rebuild_needs_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "rebuild", str(tmp_path / "nothing")]) == 2
    assert "holds no journal" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()
