"""How long something takes on the event loop, without what it waits for."""

import time
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Measured(Generic[T]):
    """Something that is awaited once, and the seconds in which nothing else could be done."""

    def __init__(self, work: Awaitable[T]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        """Run it step by step."""
        steps = self._work.__await__()
        step: Any = steps.send
        given: Any = None
        while True:
            began = time.perf_counter()
            try:
                awaited = step(given)
            except StopIteration as end:
                return cast("T", end.value)
            finally:
                self.seconds += time.perf_counter() - began
            try:
                step, given = steps.send, (yield awaited)
            except BaseException as error:  # it was cancelled
                step, given = steps.throw, error
