"""Meters: a connection pays for work in advance, and pauses while it has a backlog."""

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.core.rate_limits import CallMeter, ClientMeter, Limits, PageMeter, limits_of
from ludoteca.ops import Settings
from ludoteca.ops.buckets import Buckets, Limit
from ludoteca.ops.meter import DEPOSIT, SLICE, StepClock
from tests.core.local import Clock, client_of
from tests.server.websockets import open_web

ADDRESS = "10.0.0.1"
WORK = 100
"""Milliseconds of work in an address's full bucket."""


def little_work() -> Limits:
    return Limits(Clock(), limits_of(Settings(limit_work=Limit(5 * WORK, 3600))))


def test_connections_of_an_address_pay_before_they_work() -> None:
    limits = little_work()
    meters = [CallMeter(limits, ADDRESS, port) for port in range(WORK)]
    waiting = [meter for meter in meters if meter.wait()]
    assert len(waiting) == WORK - WORK // round(1000 * DEPOSIT)
    assert not CallMeter(limits, "10.0.0.2", 1).wait()


def test_work_that_the_deposit_covers_touches_no_bucket() -> None:
    limits = little_work()
    meter = PageMeter(limits, ADDRESS)
    meter.wait()
    used = limits.used("work on pages of an address", 0, 1)
    assert used == {ADDRESS: pytest.approx(1000 * DEPOSIT)}
    with meter.working():
        pass
    assert meter.wait() == 0
    assert limits.used("work on pages of an address", 0, 1) == used


def test_work_beyond_the_deposit_is_charged_before_the_next() -> None:
    limits = little_work()
    meter = PageMeter(limits, ADDRESS)
    meter.wait()
    meter.spend(WORK / 1000)
    assert meter.wait() > 0


def test_closing_a_meter_charges_for_unpaid_work() -> None:
    limits = little_work()
    meter = PageMeter(limits, ADDRESS)
    meter.wait()
    meter.spend(0.01)
    meter.close()
    used = limits.used("work on pages of an address", 0, 1)
    assert used == {ADDRESS: pytest.approx(10)}


async def test_a_backlog_rests_as_long_as_it_has_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    async def work() -> None:
        now[0] += 2 * SLICE

    meter = ClientMeter(Limits(Clock()), client_of("Anna", ADDRESS))
    await meter.work(work())
    assert meter.wait_for_request(backlog=True) == 2 * SLICE
    assert meter.wait_for_request(backlog=True) == 0
    await meter.work(work())
    assert meter.wait_for_request(backlog=False) == 0


async def test_a_move_takes_at_most_four_bucket_operations(monkeypatch: pytest.MonkeyPatch) -> None:
    operations = 0
    for name in ("take", "owe", "give_back"):
        operation = getattr(Buckets, name)

        def counted(*arguments: Any, operation: Callable[..., Any] = operation) -> Any:
            nonlocal operations
            operations += 1
            return operation(*arguments)

        monkeypatch.setattr(Buckets, name, counted)
    # A busy machine may interrupt a step for so long that it reserves more time.
    monkeypatch.setattr(StepClock, "since", lambda _clock, _start: 0.0001)
    async with open_web(limits_of(Settings())) as web:
        players = [await web.come_in("Anna"), await web.come_in("Bruno")]
        await players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
        shown = await players[1].ask("table_shown", do="join_table", table=1)
        mover = players[shown["view"]["turn"]]
        moves = (await mover.ask("moves", do="ask_moves", table=1))["moves"]
        operations = 0
        news = await mover.answer(do="play", table=1, move=moves[0])
        assert news["record"]["record"] == "move_played"
        assert 2 <= operations <= 4
