"""The memory of a server: unused objects are released."""

import asyncio
import gc
import weakref

import pytest

from ludoteca.cli import serve
from tests.conftest import TIMEOUT


class Loop:
    """An object that refers to itself, as closed connections do."""

    def __init__(self) -> None:
        self.itself = self


async def test_cycles_are_collected_although_few_objects_are_created(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "TIDY", 0.01)
    gc.collect()  # so that what is frozen is in use
    thresholds = gc.get_threshold()
    keeping = asyncio.create_task(serve.keep_memory())
    try:
        await asyncio.sleep(0)
        gone = asyncio.Event()
        weakref.finalize(Loop(), gone.set)
        async with asyncio.timeout(TIMEOUT):
            await gone.wait()
    finally:
        keeping.cancel()
        gc.unfreeze()
        gc.set_threshold(*thresholds)
