"""A full disk: moves are refused, the server reports it, survives, and recovers automatically."""

import asyncio
import os
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.cli.programs import said
from tests.cli.servers import serving
from tests.conftest import PROVING
from tests.server.running import asked
from tests.server.websockets import Client, web_clients

TURN = 5

Switch = Callable[[bool], None]
"""Fills or empties the disk of a server."""


def limited(process: "subprocess.Popen[str]", _folder: Path) -> Switch:
    """Run a server whose files may not grow."""
    _, most = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)

    def fill(full: bool) -> None:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0 if full else most, most))

    return fill


def crowded(_process: "subprocess.Popen[str]", folder: Path) -> Switch:
    """Return a disk of one megabyte that another program fills."""
    rubbish = folder / "rubbish"

    def fill(full: bool) -> None:
        if not full:
            rubbish.unlink()
            return
        with rubbish.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    return fill


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Mount a disk of one megabyte, which only root can do."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S607 - wherever it is


async def a_move(client: Client) -> Any:
    """Return the first offered move; None out of turn."""
    moves = (await client.ask("moves", do="ask_moves", table=1))["moves"]
    return moves[0] if moves else None


async def story(port: int, fill: Switch) -> None:
    address = f"http://127.0.0.1:{port}/api"

    async def ready(wanted: int) -> dict[str, Any]:
        """Return the answer of `/api/ready` with this status; an answer is valid for a second."""
        while (answer := await asked(f"{address}/ready")).status != wanted:
            assert answer.status in (200, 503)
        return dict(answer.json)

    async with web_clients(port) as web:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        await bruno.ask("table_shown", do="join_table", table=1)
        mover = anna if await a_move(anna) else bruno
        fill(True)
        for _ in range(2):
            refused = await mover.ask("refused", do="play", table=1, move=await a_move(mover))
            assert refused["code"] == "house/not_written"
        answer = await ready(503)
        assert answer["code"] == "http/not_ready"
        assert answer["detail"].startswith(
            "No moves can be played right now: the journal cannot be"
        )
        assert (await asked(f"{address}/health")).status == 200
        fill(False)
        assert (await ready(200))["status"] == "ok"
        news = await mover.ask("table_news", do="play", table=1, move=await a_move(mover), id="x")
        assert (news["record"]["record"], news["request"]) == ("move_played", "x")


async def test_moves_are_refused_while_files_cannot_grow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--data", str(tmp_path / "data"))
    with serving(*where) as (process, port):
        fill = limited(process, tmp_path)
        await story(port, fill)
        fill(True)
        assert "the server shuts down" in said(capsys, "admin", *where, "drain")
        assert process.wait(30) == 0  # nobody is connected any more


@pytest.mark.skipif(not PROVING, reason="takes as long as the other one, and shows the same")
async def test_a_disk_without_space(tmp_path: Path) -> None:
    words = ("--data", str(tmp_path / "data"), "--disk-reserve", "0")
    with small_disk(tmp_path), serving(*words) as (process, port):
        await story(port, crowded(process, tmp_path))
        process.terminate()
        assert process.wait(30) == 0


@pytest.mark.skipif(not PROVING, reason="takes longer than a turn: see tests/core/test_outages.py")
async def test_turn_takes_no_time_while_the_disk_is_full(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path / "data")) as (process, port):
        fill = limited(process, tmp_path)
        async with web_clients(port) as web:
            anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
            clock = {"turn": TURN}
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, clock=clock)
            await bruno.ask("table_shown", do="join_table", table=1)
            mover = anna if (move := await a_move(anna)) else bruno
            move = move or await a_move(bruno)
            fill(True)
            end = time.monotonic() + 5 * TURN
            while time.monotonic() < end:
                no = await mover.ask("refused", do="play", table=1, move=move, id="x")
                assert no["code"] in ("house/not_written", "house/too_often")
                await asyncio.sleep(0.2)
            fill(False)
            while (await asked(f"http://127.0.0.1:{port}/api/ready")).status != 200:
                pass
            news = await mover.ask("table_news", do="play", table=1, move=move, id="x")
            assert news["record"]["record"] == "move_played"
