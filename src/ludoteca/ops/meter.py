"""Meters charge one connection for its requests and its CPU time.

CPU time does not depend on other programs on the same machine. It is charged before the work is
done, so that simultaneous requests from one address share the address's limit. A connection
reserves the time of its last work, at least `DEPOSIT`. It reserves more when the remainder would
not cover the next piece of work, so most requests do not access the bucket.
"""

import threading
import time
from collections.abc import Awaitable, Callable, Generator
from math import inf
from typing import Generic, TypeVar

T = TypeVar("T")

DEPOSIT = 0.002
"""Minimum seconds of work that a connection reserves in advance."""
SLICE = 0.0005
"""Seconds of work for one connection before others are served."""
EXACT = 0.001
"""Seconds above which a step is measured with the CPU clock."""
READ_EVERY = 0.005
"""Seconds before the CPU clock is read again."""


class StepClock(threading.local):
    """Measures the CPU time of steps on one thread.

    Reading the CPU clock of a thread takes a system call; reading it twice per step would cost 14%
    of a move. The monotonic clock therefore measures short steps. A longer step may have been
    interrupted by other programs. It counts as at most the CPU time since the last reading, which
    is at most `READ_EVERY` seconds older than the start of the step.
    """

    def __init__(self) -> None:
        self._read_at = -inf
        self._cpu = 0.0

    def start(self) -> float:
        now = time.perf_counter()
        if now - self._read_at > READ_EVERY:
            self._read_at = now
            self._cpu = time.thread_time()
        return now

    def since(self, start: float) -> float:
        """Return the seconds of CPU time since the start of a step."""
        seconds = time.perf_counter() - start
        return seconds if seconds <= EXACT else min(seconds, time.thread_time() - self._cpu)


step_clock = StepClock()


class Meter:
    """Charges one connection for requests and CPU time; by default, charges nobody."""

    __slots__ = ("_backlog", "_paid", "_usual")

    def __init__(self) -> None:
        self._paid = 0.0
        """Reserved seconds of work; negative after work that took longer."""
        self._usual = DEPOSIT
        """Duration of the last work, as the estimate for the next."""
        self._backlog = 0.0
        """Seconds spent on requests that arrived before the last answer."""

    def _charge_work(self, _seconds: float) -> float:
        """Charge for work, or refund a negative amount; return the seconds to wait."""
        return 0.0

    def _charge_request(self) -> float:
        """Charge for a request; return the seconds to wait."""
        return 0.0

    def wait(self) -> float:
        """Charge for the next work; return the seconds until it may start."""
        if self._usual <= self._paid <= DEPOSIT:  # the most frequent case
            return 0.0
        deposit = max(self._usual, DEPOSIT)
        if self._usual <= self._paid <= deposit:
            return 0.0
        wait = self._charge_work(deposit - self._paid)
        self._paid = deposit
        return wait

    def wait_for_request(self, *, backlog: bool) -> float:
        """Charge for a request and its work; return the seconds until it may be answered.

        A client that waits for each answer never pauses. After each slice, a client with a backlog
        pauses for as long as its work took, so that a flood uses at most half of the server.
        """
        rest = self._backlog if backlog and self._backlog > SLICE else 0.0
        if rest or not backlog:
            self._backlog = 0.0
        return max(rest, self.wait(), self._charge_request())

    def take(self, seconds: float) -> bool:
        """Deduct work that is about to be done if the reserved time covers it."""
        if seconds > self._paid:
            return False
        self._paid -= seconds
        return True

    def spend(self, seconds: float) -> None:
        """Deduct completed work from the reserved time."""
        self._paid -= seconds

    def _worked(self, seconds: float) -> None:
        self.spend(seconds)
        self._usual = seconds

    def working(self) -> "Step":
        """Measure the work of one step and deduct it from the reserved time."""
        return Step(self._worked)

    def work(self, answering: Awaitable[T], start: float | None = None) -> "Measured[T]":
        """Answer a request, and deduct the work from the reserved time.

        With `start`, the work includes what was done since then on `step_clock`.
        """
        return Measured(answering, self._answered, start)

    def _answered(self, worked: float, took: float) -> None:
        self._paid -= worked
        self._usual = worked
        self._backlog += took

    def close(self) -> None:
        """Refund unused time, or charge for unpaid work."""
        if self._paid:
            self._charge_work(-self._paid)
            self._paid = 0.0


class Step:
    """A context manager that measures CPU time.

    A generator-based context manager would execute four times as many steps.
    """

    __slots__ = ("_done", "_start")

    def __init__(self, done: Callable[[float], None]) -> None:
        self._done = done
        self._start = step_clock.start()

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        self._done(step_clock.since(self._start))


class Measured(Generic[T]):
    """An awaitable whose CPU time on the event loop is measured; waiting does not count."""

    __slots__ = ("_done", "_start", "_work")

    def __init__(
        self,
        work: Awaitable[T],
        done: Callable[[float, float], None],
        start: float | None = None,
    ) -> None:
        """Call `done` at the end with the CPU time and the elapsed time, in seconds."""
        self._work = work
        self._done = done
        self._start = start

    def __await__(self) -> Generator[object, object, T]:
        """Run the work step by step, and measure each step."""
        steps = self._work.__await__()
        given: object = None
        error: BaseException | None = None
        seconds = 0.0
        began = time.monotonic()
        start = step_clock.start() if self._start is None else self._start
        try:
            while True:
                try:
                    awaited = steps.send(given) if error is None else steps.throw(error)
                except StopIteration as end:
                    answer: T = end.value
                    return answer
                finally:
                    seconds += step_clock.since(start)
                error = None
                try:
                    given = yield awaited
                except BaseException as thrown:  # includes cancellation
                    error = thrown
                start = step_clock.start()
        finally:
            self._done(seconds, time.monotonic() - began)
