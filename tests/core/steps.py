"""Counts calls within one step of the event loop."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest


def calls_of(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[None]:
    """Return a list that grows by one item with each call of a function."""
    calls: list[None] = []
    function = getattr(where, name)

    def counted(*arguments: Any) -> Any:
        calls.append(None)
        return function(*arguments)

    monkeypatch.setattr(where, name, counted)
    return calls


async def most_in_a_step(work: Coroutine[Any, Any, object], calls: list[None]) -> int:
    """Await some work and return the highest number of calls in one step of the event loop."""
    most, doing = 0, asyncio.create_task(work)
    while not doing.done():
        calls.clear()
        await asyncio.sleep(0)
        most = max(most, len(calls))
    await doing
    return most
