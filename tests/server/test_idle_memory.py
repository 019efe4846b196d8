"""An idle player takes a few kilobytes of server memory."""

import asyncio
import gc
import tracemalloc
from contextlib import ExitStack
from pathlib import Path

from crowded import crowded
from lists import LOG_IN

import ludoteca
from tests.conftest import no_coverage
from tests.security.servers import connect

PEOPLE = 60
MOST = 4_500
"""Maximum bytes per player held by the server's own code, without those of the event loop."""


def log_in(port: int, stack: ExitStack, names: range) -> None:
    for number in names:
        raw = stack.enter_context(connect(port))
        raw.sendall(LOG_IN["pipes"](f"anna{number}"))
        heard = b""
        while b"notifyUpdate" not in heard:
            heard += raw.recv(65536)


@no_coverage
async def test_an_idle_player_takes_few_kilobytes() -> None:
    ours = tracemalloc.Filter(
        inclusive=True, filename_pattern=f"{Path(ludoteca.__file__).parent}/*"
    )
    async with crowded(2) as ports:
        with ExitStack() as stack:
            await asyncio.to_thread(log_in, ports["pipes"], stack, range(PEOPLE))
            tracemalloc.start()
            try:
                gc.collect()
                before = tracemalloc.take_snapshot().filter_traces([ours])
                more = range(PEOPLE, 2 * PEOPLE)
                await asyncio.to_thread(log_in, ports["pipes"], stack, more)
                gc.collect()
                after = tracemalloc.take_snapshot().filter_traces([ours])
            finally:
                tracemalloc.stop()
    kept = sum(change.size_diff for change in after.compare_to(before, "filename"))
    assert kept / PEOPLE < MOST
