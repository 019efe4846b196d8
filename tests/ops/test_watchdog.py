"""Slow steps of the event loop, and only those, are logged with their stack."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import pytest

from ludoteca.ops import watchdog
from ludoteca.ops.watchdog import Watchdog
from tests.security.servers import http, serving

LIMIT = 0.05
LOOPS: list[Any] = [asyncio.new_event_loop, import_module("uvloop").new_event_loop]
loops = pytest.mark.parametrize("loop_factory", LOOPS, ids=["asyncio", "uvloop"])


class Found:
    """The reports of a watchdog."""

    def __init__(self) -> None:
        self.logged: list[dict[str, Any]] = []
        self.lags: list[float] = []
        self.counted = 0

    def warning(self, event: str, /, **fields: object) -> None:
        assert event == "step_slow"
        self.logged.append(fields)

    def count(self) -> None:
        self.counted += 1


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Found:
    found = Found()
    monkeypatch.setattr(watchdog, "log", found)
    return found


def watch(found: Found, loop_factory: Any, story: Callable[[], Awaitable[None]]) -> None:
    """Run something on a watched loop, and let the watchdog see its end."""

    async def watched() -> None:
        dog = Watchdog(LIMIT, found.count, found.lags.append)
        dog.start()
        await asyncio.sleep(0)
        await story()
        await asyncio.sleep(0)
        dog.stop()

    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(watched())


def use_cpu(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(1000))


@loops
def test_long_step_is_logged_once_with_its_stack(found: Found, loop_factory: Any) -> None:
    async def story() -> None:
        use_cpu(3 * LIMIT)

    watch(found, loop_factory, story)
    (step,) = found.logged
    assert LIMIT * 1000 <= step["milliseconds"] <= 3 * LIMIT * 1000
    assert "test_watchdog.use_cpu" in step["ran"]
    assert "run_until_complete" not in step["ran"]
    assert found.counted == 1


@loops
def test_a_long_callback_is_logged(found: Found, loop_factory: Any) -> None:
    async def story() -> None:
        asyncio.get_running_loop().call_soon(use_cpu, 3 * LIMIT)
        await asyncio.sleep(0)

    watch(found, loop_factory, story)
    assert len(found.logged) == 1


@loops
def test_a_long_call_of_c_code_is_logged(found: Found, loop_factory: Any) -> None:
    numbers = list(range(3_000_000))

    async def story() -> None:
        end = time.thread_time() + 4 * LIMIT
        while time.thread_time() < end:
            sorted(numbers, key=int.__neg__)

    watch(found, loop_factory, story)
    assert len(found.logged) == 1


@loops
def test_many_short_steps_of_one_task_are_not_reported_as_long(
    found: Found, loop_factory: Any
) -> None:
    async def slices() -> None:
        for _ in range(20):
            use_cpu(LIMIT / 10)
            await asyncio.sleep(0)

    async def story() -> None:
        await asyncio.gather(slices(), slices())

    watch(found, loop_factory, story)
    assert found.logged == []


@pytest.mark.parametrize(("waits", "held"), [(1, 0), (23, 0.1), (300, 0)])
def test_a_loop_that_releases_the_interpreter_between_steps_does_not_hold_it(
    waits: int, held: float
) -> None:
    assert watchdog.held_for(waits, elapsed=0.12) == pytest.approx(held)


@loops
def test_a_step_that_waits_uses_no_time_of_the_processor(found: Found, loop_factory: Any) -> None:
    async def story() -> None:
        time.sleep(2 * LIMIT)  # as on a busy machine

    watch(found, loop_factory, story)
    assert found.logged == []


@loops
def test_the_lag_of_the_loop_is_measured(found: Found, loop_factory: Any) -> None:
    async def story() -> None:
        while not found.lags:
            await asyncio.sleep(0.01)

    watch(found, loop_factory, story)
    assert found.lags[0] >= 0


def test_a_server_logs_and_counts_slow_steps_and_measures_its_lag() -> None:
    with serving("--slow-step", "1") as server:
        while not server.logged("step_slow"):
            http(server.ports["web"], "/api/openapi.json")
        (status, page) = http(server.ports["web"], "/metrics")
    step = server.logged("step_slow")[0]
    assert (status, step["level"]) == (200, "warning")
    assert step["ran"]
    samples = dict(line.rsplit(" ", 1) for line in page.decode().splitlines() if line[0] != "#")
    assert float(samples["ludoteca_slow_steps_total"]) >= 1
    assert "ludoteca_event_loop_lag_seconds_count" in samples
