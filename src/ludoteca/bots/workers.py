"""Worker processes for searches, started on demand, so that searches never delay other tables.

Every question has a deadline. Time spent waiting for a worker shortens the search. If there is no
answer shortly after the deadline, the question is dropped, and the worker is killed and replaced.
Players whose bots ask questions are served in turn, so that one player's bots cannot starve
another's.

Questions are pickled, because they hold values of any game. Answers are JSON, because the server
trusts workers with nothing but the choice of a move.
"""

import asyncio
import os
import pickle
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Set
from contextlib import asynccontextmanager, suppress
from itertools import count
from operator import attrgetter
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec import Struct

from ludoteca.bots.contract import Budget, Question, Strategy
from ludoteca.bots.judging import Judge, Judgement
from ludoteca.games import ROWS, Rules, Seat, View
from ludoteca.games.contract import Move

TIMEOUT = 2.0
"""Seconds after its deadline at which a question is dropped."""
START = 600.0
"""Maximum seconds for a worker to load a strategy, which may have to be compiled."""
IDLE = 600.0
"""Idle seconds after which a worker exits."""
MOST_WAITING = 100
NICE, LOWEST = 10, 15
"""Niceness of workers for bots, and of those for reviews. All other processes take precedence."""
ONE_THREAD = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)
"""Environment variables that limit a worker's libraries to one core."""
LENGTH = 4
"""Size of the length prefix in bytes."""


class Asked(NamedTuple):
    """A question for a strategy, with a random seed."""

    view: View
    seat: Seat
    moves: tuple[Move, ...]
    seed: int
    budget: Budget


class Studied(NamedTuple):
    """A position to judge; without moves, only the seat's probability of winning is estimated."""

    view: View
    seat: Seat
    moves: tuple[Move, ...]
    also: Move | None = None
    """A move to compare with the best move."""


class Thought(NamedTuple):
    """A strategy or judge, with the rules and a question.

    Without a question, the worker only loads the strategy or judge.

    Pickle stores a function as its name and the name of its module.
    """

    strategy: Strategy | Judge | str
    rules: str
    asked: Asked | Studied | None = None


class Answer(Struct, frozen=True):
    """The index of the chosen move, a judgement, a probability of winning, or a failure."""

    move: int = 0
    failed: str = ""
    judgement: Judgement | None = None
    chance: float = 0.0


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH) + message


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read the next message; return None once the other process has closed the pipe."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head)) if len(head) == LENGTH else None


def write_thought(thought: Thought) -> bytes:
    return framed(pickle.dumps(thought, pickle.HIGHEST_PROTOCOL))


def read_thought(message: bytes) -> Thought:
    thought: Thought = pickle.loads(message)  # noqa: S301 - sent by our server
    return thought


def write_answer(answer: Answer) -> bytes:
    return framed(msgspec.json.encode(answer))


def read_answer(message: bytes) -> Answer:
    return msgspec.json.decode(message, type=Answer)


class BotFailed(Exception):
    """A bot chose no usable move: it was missing, busy or late, or it crashed or failed."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(detail or why)
        self.why = why


class _Job:
    """A question waiting for its answer."""

    def __init__(self, message: bytes, until: float, whose: str) -> None:
        self.message = message
        self.until = until
        self.whose = whose
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def fail(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(BotFailed(why))


class Workers:
    """A pool of worker processes and a queue of questions."""

    def __init__(self, most: int, nice: int = NICE) -> None:
        self._most = most
        self._nice = nice
        self._waiting: list[_Job] = []
        self._strategies: dict[Thought, bytes] = {}
        """The strategies that every worker loads, each with its encoded request."""
        self._turns = count(1)
        self._served: dict[str, int] = {}
        """For each player with a waiting question, the turn in which the player was last served."""
        self._news = asyncio.Event()
        self._lives: set[asyncio.Task[bool]] = set()
        self._idle = 0
        self._closed = False

    def prepare(self, strategy: Strategy | Judge | str, game: str) -> None:
        """Load a strategy in all workers before a game uses it."""
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
        """Choose a move in a worker on behalf of a player, or raise `BotFailed`."""
        rules, view, seat, moves = question
        asked = Asked(view, seat, tuple(moves), seed, budget)
        answer = await self._answered(strategy, rules, asked, budget.until, whose)
        if not 0 <= answer.move < len(moves):
            raise BotFailed("failed")
        return moves[answer.move]

    async def study(
        self,
        judge: Judge | str,
        rules: Rules,
        studied: Studied,
        patience: float,
        whose: str = "",
    ) -> Answer:
        """Judge a position in a worker, or raise `BotFailed` if that takes too long."""
        until = time.monotonic() + patience
        return await self._answered(judge, rules, studied, until, whose)

    async def _answered(
        self,
        strategy: Strategy | Judge | str,
        rules: Rules,
        asked: Asked | Studied,
        until: float,
        whose: str,
    ) -> Answer:
        if len(self._waiting) >= MOST_WAITING:
            self._make_room(whose)
        self.prepare(strategy, rules.NAME)
        thought = Thought(strategy, ROWS[rules.NAME].reference, asked)
        job = _Job(write_thought(thought), until, whose)
        self._waiting.append(job)
        if self._idle < len(self._waiting):
            self._start()
        self._news.set()
        try:
            async with asyncio.timeout(until + TIMEOUT - time.monotonic()):
                answer = await job.answer
        except TimeoutError:
            raise BotFailed("busy" if job in self._waiting else "late") from None
        finally:
            with suppress(ValueError):  # a worker has taken it
                self._waiting.remove(job)
        if answer.failed:
            raise BotFailed("failed", answer.failed)
        return answer

    def _make_room(self, whose: str) -> None:
        """Drop a question of the player who has the most; raise `BotFailed` if that is `whose`."""
        waiting = Counter(job.whose for job in self._waiting)
        ((most, asked),) = waiting.most_common(1)
        if waiting[whose] + 1 >= asked:
            raise BotFailed("busy")
        last = max((job for job in self._waiting if job.whose == most), key=attrgetter("until"))
        self._waiting.remove(last)
        last.fail("busy")

    async def close(self) -> None:
        """Stop all workers and cancel all waiting questions."""
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
        """Run one worker; return whether to replace it immediately."""
        job = None
        ready = set[Thought]()
        try:
            async with _process(self._nice) as process:
                while True:
                    for strategy in self._strategies.keys() - ready:
                        await _answer(process, self._strategies[strategy], START)
                        ready.add(strategy)
                    job = await self._next(ready)
                    if job is None:
                        continue
                    timeout = max(job.until - time.monotonic(), 0) + TIMEOUT
                    answer = await _answer(process, job.message, timeout)
                    if not job.answer.done():
                        job.answer.set_result(answer)
                    job = None
        except (OSError, EOFError) as error:
            if job is None:  # no longer needed, or failed to start
                return bool(self._waiting) and ready == self._strategies.keys()
            job.fail("late" if isinstance(error, TimeoutError) else "crashed")
            return True
        finally:
            if job is not None:
                job.answer.cancel()

    async def _next(self, ready: Set[Thought]) -> _Job | None:
        """Return the next question to answer, or None if there is a new strategy to load."""
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
async def _process(nice: int) -> AsyncIterator[Process]:
    """Start a worker, and kill it on exit; it inherits no connections."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ludoteca.bots.worker", str(nice)),
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
            with suppress(asyncio.CancelledError):  # otherwise the process would remain as a zombie
                await asyncio.shield(ended)


async def _answer(process: Process, message: bytes, timeout: float) -> Answer:
    """Send a message and read the answer; raise `EOFError` or `OSError` on failure or timeout."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    async with asyncio.timeout(timeout):
        process.stdin.write(message)
        await process.stdin.drain()
        length = int.from_bytes(await process.stdout.readexactly(LENGTH))
        return read_answer(await process.stdout.readexactly(length))
