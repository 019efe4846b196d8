"""The console shows bots with the kind that the server reports."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.conftest import TIMEOUT, unmeasured
from tests.server.websockets import Client, web_clients
from tests.ui.console.servers import RunningServer, server


@asynccontextmanager
async def table_with_a_bot(opened: RunningServer, game: str) -> AsyncIterator[Client]:
    """Open a table with a bot and one free seat."""
    async with web_clients(opened.web) as tcp:
        wanda = await tcp.come_in("Wanda", bot=True)
        await wanda.ask("table_shown", do="open_table", game=game, seats=3)
        await wanda.ask("done", do="seat_bot", table=1, bot="greedy")
        yield wanda


@pytest.mark.parametrize(
    ("game", "flags", "sentence"),
    [
        ("shelfie", ("--join", "0"), "{} is a bot ({})."),
        ("renaissance", ("--join", "table-1"), "{} is a bot ({})"),
    ],
)
async def test_bot_is_shown_with_its_name_and_kind(
    game: str, flags: tuple[str, str], sentence: str
) -> None:
    kinds = (("Wanda", "program"), ("Bice", "greedy"))
    expected = [sentence.format(*bot).encode() for bot in kinds]
    with server(web=0) as opened:
        port = opened.pipes if game == "shelfie" else opened.commands
        words = ["--server", "127.0.0.1", "--port", str(port), "--name", "anna", *flags]
        async with table_with_a_bot(opened, game):
            console = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ludoteca", "console", game, *words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=unmeasured(),
            )
            assert console.stdout
            shown = b""
            try:
                async with asyncio.timeout(TIMEOUT):
                    while not all(sentence in shown for sentence in expected):
                        line = await console.stdout.readline()
                        assert line, shown.decode()
                        shown += line
            finally:
                console.kill()
                await console.communicate()
