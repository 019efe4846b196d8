"""Processes where bots think, so that no table waits for a search: started when they are needed.

A question has a moment until which it may be thought about. One that has to wait for a worker is
thought about for less, and one that is not answered soon after that moment is given up: its worker
is ended, and another one started. Those for whom questions are asked take turns, so that nobody's
bots have to wait for all those of another.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Set
from contextlib import asynccontextmanager, suppress
from itertools import count
from operator import attrgetter

from ludoteca.bots.contract import Budget, Question, Strategy
from ludoteca.bots.pipe import LENGTH, Answer, Asked, Thought, read_answer, write_thought
from ludoteca.games import ROWS
from ludoteca.games.contract import Move

PATIENCE = 2.0
"""So many seconds after it should have been answered, a question is given up."""
START = 60.0
"""So many seconds a worker may take to get ready for a mind, which may have to be compiled."""
IDLE = 600.0
"""So many seconds after its last question a worker ends."""
MOST_WAITING = 100
ONE_THREAD = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)
"""Lets the libraries of a worker use one core only."""


class BotFailed(Exception):  # noqa: N818 - not an error of ours
    """Why a bot has not answered: it is busy, late, has crashed or has failed."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(detail or why)
        self.why = why


class _Job:
    """A question that waits for its answer."""

    def __init__(self, message: bytes, until: float, whose: str) -> None:
        self.message, self.until, self.whose = message, until, whose
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def fail(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(BotFailed(why))


class Workers:
    """At most so many processes, and the questions that wait for them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[_Job] = []
        self._strategies: dict[Thought, bytes] = {}
        """The minds that every worker is ready for, and what tells it so."""
        self._turns = count(1)
        self._served: dict[str, int] = {}
        """At which turn those for whom a question waits had the last one."""
        self._news = asyncio.Event()
        self._lives: set[asyncio.Task[bool]] = set()
        self._idle = 0
        self._closed = False

    def prepare(self, strategy: Strategy | str, game: str) -> None:
        """Let workers be ready for a mind that will be asked about a game soon."""
        thought = Thought(strategy, ROWS[game].reference)
        if thought not in self._strategies:
            self._strategies[thought] = write_thought(thought)
            self._news.set()
        if not self._lives:
            self._start()

    async def ask(
        self,
        strategy: Strategy | str,
        question: Question,
        seed: int,
        budget: Budget,
        whose: str = "",
    ) -> Move:
        """The move that a mind chooses in a worker, for somebody; or `BotFailed`."""
        if len(self._waiting) >= MOST_WAITING:
            self._make_room(whose)
        self.prepare(strategy, question.rules.NAME)
        _, view, seat, moves = question
        asked = Asked(view, seat, tuple(moves), seed, budget)
        thought = Thought(strategy, ROWS[question.rules.NAME].reference, asked)
        job = _Job(write_thought(thought), budget.until, whose)
        self._waiting.append(job)
        if self._idle < len(self._waiting):
            self._start()
        self._news.set()
        try:
            async with asyncio.timeout(budget.until + PATIENCE - time.monotonic()):
                answer = await job.answer
        except TimeoutError:
            raise BotFailed("busy" if job in self._waiting else "late") from None
        finally:
            with suppress(ValueError):  # no worker has come to it
                self._waiting.remove(job)
        if answer.failed or not 0 <= answer.move < len(moves):
            raise BotFailed("failed", answer.failed)
        return moves[answer.move]

    def _make_room(self, whose: str) -> None:
        """Give up a question of those who ask most; or `BotFailed` if that is who asks now."""
        waiting = Counter(job.whose for job in self._waiting)
        ((most, asked),) = waiting.most_common(1)
        if waiting[whose] + 1 >= asked:
            raise BotFailed("busy")
        last = max((job for job in self._waiting if job.whose == most), key=attrgetter("until"))
        self._waiting.remove(last)
        last.fail("busy")

    async def close(self) -> None:
        """End all workers; who waits for an answer waits no more."""
        self._closed = True
        for job in self._waiting:
            job.answer.cancel()
        lives = list(self._lives)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)

    def _start(self) -> None:
        if len(self._lives) < self._most and not self._closed:
            life = asyncio.create_task(self._live())
            self._lives.add(life)
            life.add_done_callback(self._ended)

    def _ended(self, life: asyncio.Task[bool]) -> None:
        self._lives.discard(life)
        if not life.cancelled() and life.result():
            self._start()

    async def _live(self) -> bool:
        """The life of one worker; whether another one is to follow it at once."""
        job, ready = None, set[Thought]()
        try:
            async with _process() as process:
                while True:
                    for strategy in self._strategies.keys() - ready:
                        await _answer(process, self._strategies[strategy], START)
                        ready.add(strategy)
                    job = await self._next(ready)
                    if job is None:
                        continue
                    absence_policy = max(job.until - time.monotonic(), 0) + PATIENCE
                    answer = await _answer(process, job.message, absence_policy)
                    if not job.answer.done():
                        job.answer.set_result(answer)
                    job = None
        except (OSError, EOFError) as error:
            if job is None:  # it is not needed, or cannot be started
                return bool(self._waiting) and ready == self._strategies.keys()
            job.fail("late" if isinstance(error, TimeoutError) else "crashed")
            return True
        finally:
            if job is not None:
                job.answer.cancel()

    async def _next(self, ready: Set[Thought]) -> _Job | None:
        """The question that is to be answered first; None if there is a new mind."""
        self._idle += 1
        try:
            async with asyncio.timeout(IDLE):
                while not self._waiting and ready == self._strategies.keys():
                    self._news.clear()
                    await self._news.wait()
        finally:
            self._idle -= 1
        if ready != self._strategies.keys():
            return None
        first = min(self._waiting, key=lambda job: (self._served.get(job.whose, 0), job.until))
        self._waiting.remove(first)
        self._served[first.whose] = next(self._turns)
        asking = {job.whose for job in self._waiting}
        self._served = {one: turn for one, turn in self._served.items() if one in asking}
        return first


@asynccontextmanager
async def _process() -> AsyncIterator[Process]:
    """A worker, ended when it is left; it inherits no connection."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca.bots.worker"),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, **ONE_THREAD},
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        ended = asyncio.create_task(process.wait())
        while not ended.done():
            with suppress(asyncio.CancelledError):  # it would stay as a zombie
                await asyncio.shield(ended)


async def _answer(process: Process, message: bytes, absence_policy: float) -> Answer:
    """What a worker answers; raises `EOFError` or `OSError` if it has ended, or is too late."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    async with asyncio.timeout(absence_policy):
        process.stdin.write(message)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH))
        return read_answer(await process.stdout.readexactly(length))
