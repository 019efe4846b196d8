"""Reviews of finished games: computed one at a time, and kept in the journal.

Each review is the note of a separate stream. If a review is lost, the next request computes it
again from the game.
"""

import asyncio
import zlib
from collections import Counter
from contextlib import suppress

import msgspec
from msgspec import Struct

from ludoteca.core.archive.archive import ArchivedGame
from ludoteca.core.journaling import log_failure
from ludoteca.core.tables.snapshots import keep_note
from ludoteca.games import Refusal
from ludoteca.journal import Journal, JournalError
from ludoteca.messages import Played, ServerReason, Study, Teaching, refuse
from ludoteca.ops import log
from ludoteca.ops.turns import Turns

STREAMS = "review/"
FORMAT = 1
WAIT = 10.0
"""Maximum seconds before a request for progress is answered."""
PER_ADDRESS, IN_ALL = 5, 100
"""Maximum number of reviews that are queued or in progress, per address and in total."""
MOST_POSITIONS = 10**6
"""Upper bound on the number of positions of a review."""


class _Kept(Struct, frozen=True):
    """A review in the journal."""

    format: int
    judge: str
    """Version of the judge."""
    study: Study


class _Work:
    """A review that is queued or in progress."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.study = Study("", 0, 0, ())
        self.answer: Refusal | None = None
        self.task: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    def tell(self, study: Study) -> None:
        self.study = study
        self.announce()

    def announce(self) -> None:
        self.news.set()
        self.news = asyncio.Event()

    @property
    def over(self) -> bool:
        return self.task is not None and self.task.done()


class Reviews:
    """Reviews by table: queued, in progress and stored."""

    def __init__(self, teaching: Teaching, journal: Journal) -> None:
        self._teaching = teaching
        self._journal = journal
        self._work: dict[int, _Work] = {}
        self._turns = Turns(1)

    async def study(self, game: ArchivedGame, done: int, origin: str) -> Study | Refusal:
        """Return the review of a game once it is complete or covers more than `done` positions.

        If `done` exceeds `MOST_POSITIONS`, wait until the review is complete.
        """
        number = game.last.number
        if number not in self._work and (kept := await self._kept(game)):
            return kept
        work = self._work.get(number) or self._start(game, origin)
        if isinstance(work, Refusal):
            return work
        with suppress(TimeoutError):
            async with asyncio.timeout(None if done > MOST_POSITIONS else WAIT):
                while not work.over and work.study.done <= done:
                    await work.news.wait()
        return work.answer or work.study

    def _start(self, game: ArchivedGame, origin: str) -> _Work | Refusal:
        waiting = Counter(work.origin for work in self._work.values())
        if waiting[origin] >= PER_ADDRESS or waiting.total() >= IN_ALL:
            return refuse(ServerReason.TOO_OFTEN)
        work = _Work(origin)
        self._work[game.last.number] = work
        work.task = asyncio.create_task(self._run(game, work))
        return work

    async def _run(self, game: ArchivedGame, work: _Work) -> None:
        number = game.last.number
        try:
            async with self._turns.turn(work.origin):
                await self._compute(game, work)
        except Exception as error:  # the judge may raise anything
            log.error("review_failed", table=number, reason=str(error))
            work.answer = refuse(ServerReason.UNAVAILABLE)
        finally:
            del self._work[number]
            asyncio.get_running_loop().call_soon(work.announce)

    async def _compute(self, game: ArchivedGame, work: _Work) -> None:
        steps = await game.steps()
        if isinstance(steps, Refusal):
            work.answer = steps
            return
        last = game.last
        played = [Played(step.version, step.before, step.events, step.mover) for step in steps]
        seats = len(last.holders)
        async for study in self._teaching.study(last.rules, seats, played, last.state):
            work.tell(study)
        judge = self._teaching.version(last.opened.game)
        await self._keep(last.number, _Kept(FORMAT, judge, study))

    async def _keep(self, number: int, kept: _Kept) -> None:
        note = await asyncio.to_thread(lambda: zlib.compress(msgspec.json.encode(kept)))
        try:
            await keep_note(self._journal, f"{STREAMS}{number:09}", note)
        except JournalError as error:  # the next request computes it again
            log_failure(error, request="review")

    async def _kept(self, game: ArchivedGame) -> Study | None:
        """Return the stored review, unless another version of the judge computed it."""
        stream = await self._journal.find(f"{STREAMS}{game.last.number:09}")
        if stream is None:
            return None
        try:
            kept = msgspec.json.decode(zlib.decompress(stream.note), type=_Kept)
        except (zlib.error, msgspec.DecodeError):
            return None
        ours = self._teaching.version(game.last.opened.game)
        return kept.study if (kept.format, kept.judge) == (FORMAT, ours) else None

    async def close(self) -> None:
        tasks = [work.task for work in self._work.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
