"""How long something takes on the event loop, without what it waits for.

It is processor time: who has to share the machine is not charged for what others do there.
"""

import time
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Measured(Generic[T]):
    """Something that is awaited once, and the seconds that it takes."""

    def __init__(self, work: Awaitable[T]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, T]:
        """Run it step by step."""
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
            except BaseException as error:  # it was cancelled
                step, given = steps.throw, error
