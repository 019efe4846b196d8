"""Fair queues for scarce resources, and long work in slices."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


async def sliced(items: Iterable[T], size: int) -> AsyncIterator[T]:
    """Yield all items; after each slice of this size, let other tasks run."""
    for count, item in enumerate(items, start=1):
        yield item
        if count % size == 0:
            await asyncio.sleep(0)


class Turns:
    """At most `at_once` turns run concurrently; waiting addresses are served round-robin."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._first: dict[str, deque[asyncio.Future[None]]] = {}
        self._others: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str, *, first: bool = False) -> AsyncIterator[None]:
        """Wait for a turn; with `first`, one waiter per address has priority over the rest."""
        if self._free:
            self._free -= 1
        else:
            before = first and address not in self._first
            await self._wait(self._first if before else self._others, address)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, waiting: dict[str, deque[asyncio.Future[None]]], address: str) -> None:
        called = asyncio.get_running_loop().create_future()
        waiting.setdefault(address, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Start the next waiter, and move its address to the end of the queue."""
        while waiting := self._first or self._others:
            address = next(iter(waiting))
            calls = waiting.pop(address)
            called = calls.popleft()
            if calls:
                waiting[address] = calls
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
