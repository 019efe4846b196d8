"""Long work in slices, so that no step of the event loop takes long."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")


async def sliced(items: Iterable[T], size: int) -> AsyncIterator[T]:
    """Yield all items; after each slice of this size, other tasks have their turn."""
    for count, item in enumerate(items, start=1):
        yield item
        if count % size == 0:
            await asyncio.sleep(0)
