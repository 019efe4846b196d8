"""The desk of the house: every request is answered, by a notice or by a refusal."""

import asyncio
import time
from typing import TypeAlias, assert_never

from ludoteca.games import Refusal, Seat
from ludoteca.hall import playing, replays
from ludoteca.hall.chat import Chat
from ludoteca.hall.history import Moment
from ludoteca.hall.keeper import Keeper
from ludoteca.hall.limits import Limits
from ludoteca.hall.listing import Listing
from ludoteca.hall.lobby import Lobby
from ludoteca.hall.patience import Patience
from ludoteca.hall.people import People
from ludoteca.hall.replays import Positions
from ludoteca.hall.services import Services
from ludoteca.hall.table_desk import TableDesk, may_know
from ludoteca.journal import JournalError
from ludoteca.messages import (
    AnyRequest,
    Anywhere,
    AskFinished,
    AskStatistics,
    AtTable,
    Done,
    Enter,
    FinishedGames,
    HouseReason,
    JoinTable,
    Leave,
    Listener,
    LookAround,
    Managing,
    Mute,
    Notice,
    OpenTable,
    PersonHere,
    Playing,
    Recall,
    Refused,
    Say,
    Statistics,
    StepOut,
    Surroundings,
    TableListed,
    Watch,
    Welcome,
    farewell,
    refuse,
)
from ludoteca.ops import log

Answer: TypeAlias = Notice | Refusal | None
"""None if the visitor has been told already."""


class House:
    """People, tables, and the way from a request to its answer."""

    def __init__(self, supplies: Services, patience: Patience | None = None) -> None:
        self._journal, self._now = supplies.journal, supplies.now
        self._metrics = supplies.metrics
        self.bots = supplies.roster.kinds
        self._patience = patience or Patience()
        self._limits = Limits(self._now)
        self.people = People(self._journal, self._limits, self._now)
        self.lobby = Lobby(supplies, self._patience, self.handle, self._tell_listing)
        self._steward = TableDesk(self.people, self.lobby, self._limits, supplies)
        self._parlour = Chat(self.people, self.lobby, self._limits, supplies)
        self._followers: set[Listener] = set()
        self._opened = self._now()
        self._metrics.people.watch(lambda: len(self.people.visitors()))
        self._metrics.tables.watch(lambda: len(list(self.lobby)))
        self._metrics.tables_live.watch(lambda: len(self.lobby))

    async def open(self) -> None:
        """Remember whose names are kept, and which tables there are."""
        await self.people.remember()
        await self.lobby.remember()
        self._opened = self._now()

    def close(self) -> None:
        """Let go of everybody at once, so that nobody is told before that another one has gone."""
        for visitor in self.people.visitors():
            visitor.tell(farewell(HouseReason.CLOSING))

    async def handle(self, visitor: Listener, request: AnyRequest) -> None:
        """Answer a request."""
        start = time.perf_counter()
        try:
            answer = await self._answer(visitor, request)
        except JournalError as error:
            log.error("journal_failed", request=type(request).__name__)
            answer = refuse(HouseReason.NOT_WRITTEN, str(error))
        if isinstance(answer, Refusal):
            self._metrics.refusals.inc(answer.code)
            answer = Refused(answer.code, answer.detail, request.id)
        if answer is not None:
            visitor.tell(answer)
        took = time.perf_counter() - start
        self._metrics.request_seconds.observe(took, str(request.__struct_config__.tag))

    async def _answer(self, visitor: Listener, request: AnyRequest) -> Answer:
        if not visitor.name and not isinstance(request, Enter):
            return refuse(HouseReason.NOT_IN_YET)
        if isinstance(request, AtTable):
            return await self._at_table(visitor, request)
        return await self._anywhere(visitor, request)

    async def _at_table(self, visitor: Listener, request: Managing | Playing) -> Answer:
        code = getattr(request, "code", "")
        keeper = await self.lobby.find(request.table or self.lobby.numbered(code))
        if isinstance(keeper, Refusal):
            return keeper
        if not (may_know(visitor, keeper.table, code) or keeper.hears(visitor)):
            return refuse(HouseReason.NO_SUCH_TABLE)
        if isinstance(request, Watch):
            return await self._watch(visitor, keeper, request)
        if not isinstance(request, Playing):
            return await self._steward.answer(visitor, keeper, request)
        seat = keeper.seat_of(visitor)
        if seat is None:
            return refuse(HouseReason.NOT_SEATED)
        if not keeper.table.started:
            return refuse(HouseReason.NOT_STARTED)
        if not keeper.hears(visitor):  # whoever acts at a table is there
            await self.lobby.listen(visitor, keeper)
        return await playing.answer(keeper, seat, request)

    async def _watch(self, visitor: Listener, keeper: Keeper, request: Watch) -> Answer:
        async with keeper.talk.lock:  # what is said meanwhile comes after what was said before
            answer = await self._steward.answer(visitor, keeper, request)
            if answer is None:
                await self._parlour.recall_at(keeper, request.heard, visitor)
            return answer

    async def _anywhere(self, visitor: Listener, request: Anywhere) -> Answer:  # noqa: C901 - one case a request
        match request:
            case Enter():
                return await self._enter(visitor, request)
            case Leave():
                return farewell(HouseReason.LEFT, request.id)
            case StepOut():
                self.leave(visitor)
                visitor.name = ""
                return Done(request.id)
            case LookAround(follow=follow):
                (self._followers.add if follow else self._followers.discard)(visitor)
                return self.surroundings(request.id)
            case OpenTable():
                return await self._steward.open(visitor, request)
            case JoinTable():
                return await self._steward.join(visitor, request)
            case Say():
                return await self._parlour.say(visitor, request)
            case Recall():
                return await self._parlour.recall(visitor, request)
            case Mute(name=name, muted=muted):
                return await self.people.mute(visitor.name, name, muted=muted) or Done(request.id)
            case AskStatistics(name=name):
                return Statistics(name, self.lobby.results.of(name), request.id)
            case AskFinished():
                return FinishedGames(self.lobby.results.recent(), request.id)
            case _:
                assert_never(request)

    # Coming in and leaving

    async def _enter(self, visitor: Listener, request: Enter) -> Answer:
        if visitor.name:
            return refuse(HouseReason.IN_ALREADY)
        seated = bool(self.lobby.seats_of(request.name))
        answer = await self.people.enter(
            visitor, request.name, request.secret, request.token, seated=seated
        )
        if isinstance(answer, Refusal):
            return answer
        token, before = answer
        if before is not None:
            before.tell(farewell(HouseReason.TAKEN_OVER))
            self._forget(before)
            before.name = ""  # whatever they still ask, they are not in any more
        else:
            self._tell_followers(PersonHere(visitor.name, here=True))
        tables = tuple(self.lobby.seats_of(visitor.name))
        return Welcome(visitor.name, token, tables, request.id)

    def leave(self, visitor: Listener) -> None:
        """A connection is gone: its seats wait, and its name with them."""
        self._forget(visitor)
        if self.people.leave(visitor, seated=bool(self.lobby.seats_of(visitor.name))):
            self._tell_followers(PersonHere(visitor.name, here=False))

    def _forget(self, visitor: Listener) -> None:
        self._followers.discard(visitor)
        self.lobby.forget_all(visitor)

    # What there is

    def surroundings(self, request: str = "") -> Surroundings:
        """Who is here, and which tables can be seen."""
        return Surroundings(tuple(self.people.here()), tuple(self.lobby.listed()), request)

    async def replay(self, number: int, code: str = "") -> bytes | Refusal:
        """A finished game as a file; a private one only for who knows its code."""
        history = await self._finished(number, code)
        return history if isinstance(history, Refusal) else replays.write_replay(history)

    async def positions(
        self, number: int, code: str, first: int, most: int, eyes: Seat | None
    ) -> Positions | Refusal:
        """Positions of a finished game, made on a thread: views and points take their time."""
        history = await self._finished(number, code)
        if isinstance(history, Refusal):
            return history
        if eyes is not None and eyes >= len(history[-1].table.holders):
            return refuse(HouseReason.NO_SUCH_SEAT)
        return await asyncio.to_thread(replays.positions, history, first, most, eyes)

    async def _finished(self, number: int, code: str) -> list[Moment] | Refusal:
        history = await replays.finished_history(number, self._journal)
        if isinstance(history, Refusal):
            return history
        opened = history[-1].table.opened
        if opened.private and code != opened.code:
            return refuse(HouseReason.NO_SUCH_TABLE)
        return history

    def _tell_listing(self, number: int, listing: Listing) -> None:
        if self._followers and not listing.opened.private:
            info = self.lobby.info(number, listing)
            self._tell_followers(TableListed(info, closed=not listing.live))

    def _tell_followers(self, notice: Notice) -> None:
        for follower in self._followers:
            follower.tell(notice)

    # Time

    async def tick(self) -> None:
        """Do what is due by now; just after the start, wait for everybody to come back."""
        self._limits.forget()
        now = self._now()
        if now < self._opened + self._patience.settle:
            return
        try:
            await self.lobby.tick(now)
        except JournalError:  # it stays due
            log.error("journal_failed", request="tick")

    def next_due(self) -> float | None:
        """When something will be due if nothing changes."""
        due = self.lobby.next_due()
        return None if due is None else max(due, self._opened + self._patience.settle)
