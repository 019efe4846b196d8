"""Worker processes of bots: they answer, fail, crash and end."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO

import pytest

from ludoteca.bots import Budget, Question, Workers, worker, workers
from ludoteca.bots.workers import Answer, Asked, BotFailed, Thought, read_frame, write_thought
from ludoteca.games import GAMES, ROWS, Dice
from ludoteca.games.contract import Move
from tests.bots import strategies
from tests.bots.questions import question

STRATEGIES = "tests.bots.strategies:"


@asynccontextmanager
async def some(most: int = 1) -> AsyncIterator[Workers]:
    """Start at most this number of workers."""
    started = Workers(most)
    try:
        yield started
    finally:
        await started.close()


async def ask(  # noqa: PLR0917 - what a worker is asked
    asked: Workers,
    strategy: str,
    about: Question | None = None,
    seconds: float = 10,
    seed: int = 1,
    whose: str = "",
) -> Move:
    """Ask a test bot and return its answer."""
    budget = Budget(until=time.monotonic() + seconds)
    return await asked.ask(STRATEGIES + strategy, about or question(), seed, budget, whose)


def children() -> set[int]:
    """Return the child processes of this process, including zombies."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    )
    lines = (line.split(maxsplit=1) for line in listed.stdout.splitlines())
    return {int(pid) for pid, args in lines if "ludoteca.bots.worker" in args or "defunct" in args}


async def test_a_worker_chooses_among_the_moves_of_every_game_and_inherits_no_connection() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.set_inheritable(True)
        async with some() as one:
            for game in GAMES:
                asked = question(game)
                assert await ask(one, "last", asked) == asked.moves[-1]
                chosen = [await ask(one, "any_move", asked, seed=seed) for seed in (5, 6, 7, 5)]
                assert chosen[0] == chosen[-1]
                assert chosen[0] == asked.moves[Dice(5).below(len(asked.moves))]
            assert await ask(one, "inherited") == question().moves[0]


async def test_a_worker_finds_functions_and_loads_no_higher_layer() -> None:
    async with some() as one:
        budget = Budget(until=time.monotonic() + 10)
        asked = question()
        assert await one.ask(strategies.alone, asked, 1, budget) == asked.moves[0]


def test_worker_answers_with_a_move_number_or_a_failure() -> None:
    _, view, seat, moves = question()
    asked = Asked(view, seat, tuple(moves), 1, Budget())

    def answered(strategy: str, about: Asked | None = asked) -> Answer:
        written = write_thought(Thought(STRATEGIES + strategy, ROWS["shelfie"].reference, about))
        message = read_frame(BytesIO(written))
        assert message is not None
        return worker.answer(message)

    assert answered("last", None) == Answer()
    assert answered("last") == Answer(len(moves) - 1)
    assert answered("raising") == Answer(failed="ValueError: lost my mind")


async def test_a_bot_that_fails_says_why_and_the_next_question_is_answered() -> None:
    failures = {
        "raising": ("failed", "ValueError: lost my mind"),
        "rubbish": ("failed", "ValueError"),
        "none_such": ("failed", "AttributeError"),
        "crashing": ("crashed", "crashed"),
    }
    async with some() as one:
        for strategy, (why, detail) in failures.items():
            with pytest.raises(BotFailed, match=detail) as failure:
                await ask(one, strategy)
            assert failure.value.why == why
        assert await ask(one, "last") == question().moves[-1]


async def test_a_worker_that_is_late_is_ended_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async with some() as one:
        one.prepare(f"{STRATEGIES}sleeping", "shelfie")
        await ask(one, "last")
        (before,) = children()
        monkeypatch.setattr(workers, "TIMEOUT", 0.1)
        with pytest.raises(BotFailed) as failure:
            await ask(one, "sleeping", seconds=0.1)
        assert failure.value.why == "late"
        monkeypatch.undo()
        assert await ask(one, "last") == question().moves[-1]
        (after,) = children()
        assert after != before


async def test_queued_question_has_less_time_and_the_earliest_deadline_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "TIMEOUT", 60.0)
    async with some() as one:
        await ask(one, "deep", seconds=0)
        answered: list[float] = []
        asked, begun = question(), time.monotonic()

        async def note(seconds: float) -> None:
            budget = Budget(until=begun + seconds)
            assert await one.ask(f"{STRATEGIES}deep", asked, 1, budget) == asked.moves[0]
            answered.append(seconds)

        await asyncio.gather(*map(note, (0.1, 0.3, 0.2, 0.05)))
        assert answered == [0.05, 0.1, 0.2, 0.3]


async def test_full_queue_refuses_further_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_WAITING", 2)
    async with some() as one:
        tasks = [asyncio.create_task(ask(one, "last")) for _ in range(3)]
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert [str(each) for each in done if isinstance(each, BotFailed)] == ["busy"]


async def test_questions_are_served_in_turn_for_each_owner() -> None:
    async with some() as one:
        await ask(one, "last")
        order: list[str] = []

        async def note(whose: str) -> None:
            await ask(one, "last", whose=whose)
            order.append(whose)

        await asyncio.gather(*map(note, "aaaabab"))
        assert order == [*"ababaaa"]


async def test_full_queue_drops_a_question_of_the_busiest_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "MOST_WAITING", 3)
    async with some() as one:
        asked = {whose: asyncio.create_task(ask(one, "last", whose=whose[0]))
                 for whose in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")}  # fmt: skip
        await asyncio.wait(asked.values())
        busy = [whose for whose, task in asked.items() if task.exception()]
        assert busy == ["a2", "a3", "a4", "b2"]


async def test_a_question_that_is_forgotten_is_not_thought_about() -> None:
    async with some() as one:
        forgotten = [asyncio.create_task(ask(one, "sleeping", seconds=600)) for _ in range(3)]
        await asyncio.sleep(0)
        for each in forgotten:
            each.cancel()
        await asyncio.wait(forgotten)
        assert await ask(one, "last", seconds=30) == question().moves[-1]


async def test_workers_never_exceed_the_limit_and_none_stays_idle() -> None:
    before = children()
    async with some(2) as two:
        assert children() == before
        await asyncio.gather(*(ask(two, "last") for _ in range(6)))
        assert len(children() - before) == 2
    assert children() == before


async def test_a_worker_that_nobody_asks_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()
    monkeypatch.setattr(workers, "IDLE", 0.01)
    async with some() as one:
        await ask(one, "last")
        async with asyncio.timeout(30):
            while children() != before:
                await asyncio.sleep(0.01)
        assert await ask(one, "last") == question().moves[-1]


async def test_closing_ends_a_worker_in_thought_and_its_question() -> None:
    before = children()
    async with some() as one:
        await ask(one, "last")
        thinking = asyncio.create_task(ask(one, "sleeping", seconds=600))
        waiting = asyncio.create_task(ask(one, "last", seconds=700))
        await asyncio.sleep(0)
    assert children() == before
    await asyncio.wait({thinking, waiting}, timeout=10)
    assert thinking.cancelled()
    assert waiting.cancelled()


def test_a_worker_in_thought_ends_when_the_server_does() -> None:
    _, view, seat, moves = question()
    asked = Asked(view, seat, tuple(moves), 1, Budget())
    thought = Thought(f"{STRATEGIES}sleeping", ROWS["shelfie"].reference, asked)
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca.bots.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as worker:
        assert worker.stdin
        assert worker.stderr
        worker.stdin.write(write_thought(thought))
        worker.stdin.flush()
        assert worker.stderr.readline() == b"asleep\n"
        worker.stdin.close()  # as the system does for a server that is killed
        assert worker.wait(10) == 0
