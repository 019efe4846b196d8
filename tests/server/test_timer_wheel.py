"""A timer wheel runs many timers after their time, a bounded number per step."""

import asyncio
from itertools import pairwise

from ludoteca.server.timer_wheel import AT_ONCE, WIDTH, TimerWheel


class Counted:
    """Counts its calls; `at` holds their times."""

    def __init__(self) -> None:
        self._time = asyncio.get_running_loop().time
        self.at: list[float] = []
        self.called = asyncio.Event()

    def tick(self) -> None:
        self.at.append(self._time())
        self.called.set()


async def test_each_timer_runs_once_and_not_too_early() -> None:
    wheel, began = TimerWheel(), asyncio.get_running_loop().time()
    late, early = Counted(), Counted()
    wheel.add(late, 3 * WIDTH)
    wheel.add(early, WIDTH)
    await late.called.wait()
    assert len(early.at) == len(late.at) == 1
    assert early.at[0] - began >= WIDTH
    assert late.at[0] - began >= 3 * WIDTH


async def test_cancelled_timer_is_not_called() -> None:
    wheel, gone, stays = TimerWheel(), Counted(), Counted()
    wheel.add(gone, WIDTH).discard(gone)
    wheel.add(stays, 2 * WIDTH)
    await stays.called.wait()
    assert gone.at == []


async def test_timer_can_be_added_again_when_it_runs() -> None:
    class Again(Counted):
        def tick(self) -> None:
            super().tick()
            if len(self.at) < 3:
                self.called.clear()
                wheel.add(self, 0.0)

    wheel, again = TimerWheel(), Again()
    wheel.add(again, 0.0)
    while len(again.at) < 3:
        await again.called.wait()


async def test_a_step_calls_only_some_of_many_that_are_due() -> None:
    wheel, many = TimerWheel(), [Counted() for _ in range(3 * AT_ONCE)]
    for one in many:
        wheel.add(one, 0.0)
    calls = [0]
    while calls[-1] < len(many):
        await asyncio.sleep(0)
        calls.append(sum(len(one.at) for one in many))
    assert max(after - before for before, after in pairwise(calls)) <= AT_ONCE
