"""A wiretap in front of a running server."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from ludoteca.cli.wiretap import tap_of
from tests.conftest import TIMEOUT


class Tapped:
    """A server with a wiretap in front of it."""

    def __init__(self, port: int, house_port: int, shown: list[str]) -> None:
        self.port, self.house_port, self.shown = port, house_port, shown

    async def until(self, ending: str) -> None:
        """Wait until a line ends with this text."""
        async with asyncio.timeout(TIMEOUT):
            while not any(line.endswith(ending) for line in self.shown):
                await asyncio.sleep(0)

    @property
    def said(self) -> list[str]:
        """Return all lines about connections, without their times."""
        return [re.sub(r"^ *\d+\.\d{3} ", "", line) for line in self.shown[1:]]


@asynccontextmanager
async def tapped(dialect: str, house_port: int) -> AsyncIterator[Tapped]:
    """Run a wiretap for a dialect and yield it after its first line."""
    shown: list[str] = []
    tap = tap_of(dialect, "127.0.0.1", house_port, lambda line, _: shown.append(line))
    running = asyncio.create_task(tap.run(0))
    while not shown:
        await asyncio.sleep(0)
    found = re.fullmatch(r"listening at 127\.0\.0\.1 (\d+), for 127\.0\.0\.1 (\d+)", shown[0])
    assert found
    assert int(found[2]) == house_port
    try:
        yield Tapped(int(found[1]), house_port, shown)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
