"""A thread that finds steps of the event loop which take too long, and logs what they ran.

A step is one callback, or one task from one `await` to the next: while it runs, nobody else is
served. The thread looks at the stack of the loop every few milliseconds, so that the loop itself
does nothing for it. What counts is the CPU time of the loop's thread: a busy machine makes no step
longer. It works for every event loop: none of their own hooks is used.
"""

import asyncio
import resource
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

from ludoteca.ops.logs import log

OFTEN, CLOSELY = 4, 20
"""Samples in the shortest step that is logged, at first and once a step lasts."""
LAG_EVERY = 1.0
"""Seconds between two measurements of the lag."""
MOST_FRAMES = 12
"""Frames of a stack that are logged, the innermost ones."""
SWITCH_EVERY = sys.getswitchinterval()
"""Seconds after which a waiting thread asks for the interpreter again."""


class Watchdog:
    """Watches the loop that is running where it is created."""

    def __init__(
        self,
        limit: float,
        slow: Callable[[], None] = lambda: None,
        lag: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Call `slow` for each step longer than `limit` seconds, and `lag` with lags, in seconds.

        The lag is how long a callback waits for its turn. Both are called on the loop's thread.
        """
        self._limit, self._slow, self._lag = limit, slow, lag
        self._loop = asyncio.get_running_loop()
        self._thread_id = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread_id)
        self._depth = 0
        """Depth in the stack at which the loop calls a step."""
        self._step: FrameType | None = None
        """The outermost frame of the step being watched; the loop's thread forgets it."""
        self._begun = 0.0
        """The CPU time when that step was first seen."""
        self._reported = False
        self._lag_measured = 0.0
        self._waits, self._looked = 0, time.monotonic()
        """How often this thread had waited at the last look, and when that was."""
        self._stopped = False
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Watch from the next step on."""
        self._loop.call_soon(self._begin)

    def _begin(self) -> None:
        self._depth = len(_stack(sys._getframe()))  # noqa: SLF001
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stopped = True

    def _watch(self) -> None:
        seen = self._cpu()
        nap = self._limit / OFTEN
        while not self._stopped:
            time.sleep(nap)
            now = self._cpu()
            lasts = self._look(seen, now)
            nap = self._limit / (CLOSELY if lasts else OFTEN)
            seen = now
            if time.monotonic() - self._lag_measured >= LAG_EVERY:
                self._measure_lag()

    def _cpu(self) -> float:
        return time.clock_gettime(self._clock)

    def _look(self, before: float, now: float) -> bool:
        """Look at the loop once; return whether a step that was seen before still runs."""
        held = min(self._held(), now - before)
        stack = _stack(sys._current_frames().get(self._thread_id))  # noqa: SLF001
        step = stack[-self._depth] if len(stack) >= self._depth else None
        if self._step is None and step is not None:
            self._step, self._begun, self._reported = step, now - held, False
            # The step has ended when this runs: behind it, and ahead of further steps of its task.
            self._call(self._forget)
        if step is None or step is not self._step:
            return False
        if now - self._begun >= self._limit and not self._reported:
            self._reported = True
            milliseconds = round((now - self._begun) * 1000)
            ran = _shown(stack[: 1 - self._depth])
            log.warning("step_slow", milliseconds=milliseconds, ran=ran)
            self._call(self._slow)
        return True

    def _held(self) -> float:
        """Return how long the loop has kept the interpreter to itself since the last look."""
        waits, now = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw, time.monotonic()
        held = held_for(waits - self._waits, now - self._looked)
        self._waits, self._looked = waits, now
        return held

    def _forget(self) -> None:
        self._step = None  # here, so that what the frame holds is freed on the loop's thread

    def _measure_lag(self) -> None:
        asked = self._lag_measured = time.monotonic()
        self._call(lambda: self._lag(time.monotonic() - asked))

    def _call(self, callback: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(callback)


def held_for(waits: int, elapsed: float) -> float:
    """Return how long a loop has kept the interpreter while another thread waited so many times.

    A call of C code does that, and is one step. Meanwhile the other thread wakes up again and
    again; while it waits for a processor it does not. If it has woken up more often, the loop has
    released the interpreter, as between short steps, and taken it back before it could run.
    """
    held = max(0, waits - 3) * SWITCH_EVERY
    return held if held <= elapsed else 0.0


def _stack(frame: FrameType | None) -> list[FrameType]:
    """Return the frames of a stack, the innermost first."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames


def _shown(frames: Sequence[FrameType]) -> str:
    """Return the innermost functions of a stack, the outermost of them first."""
    names = (
        f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}:{frame.f_lineno}"
        for frame in reversed(frames[:MOST_FRAMES])
    )
    return " > ".join(names)
