"""Counting what one step of the event loop does."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest


def calls_of(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[None]:
    """One item for each call of a function from now on."""
    calls: list[None] = []
    function = getattr(where, name)

    def counted(*arguments: Any) -> Any:
        calls.append(None)
        return function(*arguments)

    monkeypatch.setattr(where, name, counted)
    return calls


async def most_in_a_step(work: Coroutine[Any, Any, object], calls: list[None]) -> int:
    """Do something, and return how many calls there were between two turns of others at most."""
    most, doing = 0, asyncio.create_task(work)
    while not doing.done():
        calls.clear()
        await asyncio.sleep(0)
        most = max(most, len(calls))
    await doing
    return most
