"""Measures processor time on the event loop, without waiting times.

Processor time does not depend on other programs on the same machine.
"""

import time
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Measured(Generic[T]):
    """An awaitable, and the processor time it takes."""

    def __init__(self, work: Awaitable[T]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        """Run the work step by step, and measure each step."""
        steps = self._work.__await__()
        step: Any = steps.send
        given: Any = None
        while True:
            began = time.thread_time()
            try:
                awaited = step(given)
            except StopIteration as end:
                return cast("T", end.value)
            finally:
                self.seconds += time.thread_time() - began
            try:
                step, given = steps.send, (yield awaited)
            except BaseException as error:  # includes cancellation
                step, given = steps.throw, error
