"""A thread that detects slow steps of the event loop and logs their stack.

A step is one callback, or one task from one `await` to the next. While it runs, no other client is
served. The thread samples the loop's stack every few milliseconds, at no cost to the loop. It
measures the CPU time of the loop's thread, so that steps do not seem longer on a busy machine. It
needs no hooks, so it works with every implementation of the loop.
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

OFTEN = 4
CLOSELY = 20
"""Samples per minimum duration of a slow step: at first, and once a step has been seen before."""
LAG_EVERY = 1.0
"""Seconds between measurements of the lag."""
MOST_FRAMES = 12
"""Innermost frames of a stack that are logged."""
SWITCH_EVERY = sys.getswitchinterval()
"""Seconds after which a waiting thread requests the interpreter again."""


class Watchdog:
    """Watches the event loop in which it is created."""

    def __init__(
        self,
        limit: float,
        slow: Callable[[], None] = lambda: None,
        lag: Callable[[float], None] = lambda _: None,
    ) -> None:
        """Call `slow` for each step longer than `limit` seconds, and `lag` with lags in seconds.

        The lag is the delay before a callback runs. Both functions are called on the loop's thread.
        """
        self._limit = limit
        self._slow = slow
        self._lag = lag
        self._loop = asyncio.get_running_loop()
        self._thread_id = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread_id)
        self._depth = 0
        """Stack depth at which the loop calls a step."""
        self._step: FrameType | None = None
        """Outermost frame of the step being watched; cleared by the loop's thread."""
        self._begun = 0.0
        """CPU time when the watched step was first seen."""
        self._reported = False
        self._lag_measured = 0.0
        self._waits = 0
        """Voluntary context switches of this thread at the last sample."""
        self._looked = time.monotonic()
        self._stopped = False
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start to watch, from the next step on."""
        self._loop.call_soon(self._begin)

    def _begin(self) -> None:
        self._depth = len(_stack(sys._getframe()))  # noqa: SLF001
        self._thread.start()

    def stop(self) -> None:
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
        """Sample the loop once; return whether a step seen before is still running."""
        held = min(self._held(), now - before)
        stack = _stack(sys._current_frames().get(self._thread_id))  # noqa: SLF001
        step = stack[-self._depth] if len(stack) >= self._depth else None
        if self._step is None and step is not None:
            self._step = step
            self._begun = now - held
            self._reported = False
            # The loop runs this after the step, and before further steps of the same task.
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
        """Return the time for which the loop has held the interpreter since the last sample."""
        waits = resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw
        now = time.monotonic()
        held = held_for(waits - self._waits, now - self._looked)
        self._waits = waits
        self._looked = now
        return held

    def _forget(self) -> None:
        self._step = None  # runs on the loop's thread, so that the frame's objects are freed there

    def _measure_lag(self) -> None:
        asked = self._lag_measured = time.monotonic()
        self._call(lambda: self._lag(time.monotonic() - asked))

    def _call(self, callback: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(callback)


def held_for(waits: int, elapsed: float) -> float:
    """Return the time for which a loop held the interpreter, from the wake-ups of this thread.

    A call into C code holds the interpreter, and is one step. A thread that waits for the
    interpreter wakes up repeatedly; one that waits for a processor does not. More wake-ups than the
    elapsed time explains mean that the loop released the interpreter between short steps.
    """
    held = max(0, waits - 3) * SWITCH_EVERY
    return held if held <= elapsed else 0.0


def _stack(frame: FrameType | None) -> list[FrameType]:
    """Return the frames of a stack, innermost first."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames


def _shown(frames: Sequence[FrameType]) -> str:
    """Describe the innermost frames of a stack, outermost first."""
    names = (
        f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}:{frame.f_lineno}"
        for frame in reversed(frames[:MOST_FRAMES])
    )
    return " > ".join(names)
