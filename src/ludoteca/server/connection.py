"""Somebody who speaks a dialect, as the house sees them, whatever carries their words."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from ludoteca.hall import House
from ludoteca.messages import AnyRequest, Farewell, HouseReason, Notice, ViewThunk, farewell
from ludoteca.ops import Metrics, log
from ludoteca.server.pace import Pace
from ludoteca.wire import Backlog, Delay, Disconnect, Later, SendBytes
from ludoteca.wire.call_dialect import Answer, Invoke

AHEAD = 32
"""How many requests of one guest may wait for their answers before no more is read."""
MOST_LATER = 256
"""How many words may wait for the end of a pause before no more is read."""
LINGER = 5.0
"""How many seconds a guest who was told goodbye may take to read the last words."""

Said: TypeAlias = SendBytes | Invoke | Answer | Later
ConnectionAct: TypeAlias = AnyRequest | Said | Delay | Backlog | Disconnect


class Talk(Protocol):
    """A dialect, as far as it does not matter how words arrive."""

    pulse: float
    resets: bool

    def begin(self) -> Iterator[ConnectionAct]:
        """Somebody has connected."""
        ...

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[ConnectionAct]:
        """The house has told this."""
        ...

    def tick(self) -> Iterator[ConnectionAct]:
        """A pulse has passed."""
        ...


class Shared(NamedTuple):
    """What everybody who comes in by one door has in common."""

    name: str
    house: House
    metrics: Metrics
    guests: "set[Connection]"
    """All who are there."""


class Connection(ABC):
    """Does what a dialect says, in order, and lets it hear what the house tells."""

    def __init__(self, talk: Talk, doorway: Shared) -> None:
        self.name = self.bot = self.address = ""
        self._talk = talk
        self._door, self._house, self._metrics, self._guests = doorway
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._asked: deque[AnyRequest] = deque()
        self._behind = 0
        """How many words wait in the dialect."""
        self._worker: asyncio.Task[None] | None = None
        self._later: deque[Said | Delay | Disconnect] = deque()
        """What waits for the end of a pause."""
        self._timers: set[asyncio.TimerHandle] = set()
        self._reason = ""
        self._lost = False

    # What carries the words

    @abstractmethod
    def _send(self, said: Sequence[Said]) -> None:
        """Say all of this at once, so that no client sees half of it."""

    @abstractmethod
    def _overfull(self) -> bool:
        """Whether so much waits to be said that they have to be let go."""

    @abstractmethod
    def _crowded(self) -> bool:
        """Whether so much waits that they should read first, before they ask for more."""

    @abstractmethod
    def _read_on(self) -> None:
        """Read only as long as there is room."""

    @abstractmethod
    def _hang_up(self) -> None:
        """Close once everything has been said."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once, whatever was still to be said."""

    # Coming and going

    def _met(self, address: str) -> None:
        """Somebody is there."""
        self._guests.add(self)
        self.address = address
        self._metrics.connections_opened.inc(self._door)
        log.debug("connection_opened", door=self._door)

    def _begin(self) -> None:
        self._do(self._talk.begin())
        self._beat()

    def _lose(self) -> None:
        """It is over: whatever was asked is still carried out, and then the seats wait."""
        if self._lost:
            return
        self._lost = True
        for timer in self._timers:
            timer.cancel()
        self._guests.discard(self)
        reason = self._reason or "dropped"
        self._metrics.connections_closed.inc(self._door, reason)
        log.debug("connection_closed", door=self._door, name=self.name, reason=reason)
        if self._worker is None:
            self._leave()

    def _leave(self) -> None:
        self._house.leave(self)
        if not self.gone.done():
            self.gone.set_result(None)

    def _beat(self) -> None:
        if self._talk.pulse and not self._lost:
            self._after(self._talk.pulse, self._tick)

    def _tick(self) -> None:
        self._do(self._talk.tick())
        self._beat()

    def _after(self, seconds: float, then: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.discard(timer)
            then()

        timer = self._loop.call_later(seconds, run)
        self._timers.add(timer)

    # What is to be done

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Say a notice in this dialect; it never waits."""
        if self._lost or self._reason:
            return
        if self._overfull():
            notice = farewell(HouseReason.TOO_SLOW)
        self._do(self._talk.hear(notice, look))
        self._metrics.notices.inc()
        if isinstance(notice, Farewell):
            self._reason = notice.code
            if self._talk.resets:  # a reset throws away what was not read: first it is answered
                self._after(LINGER, self.abort)
            else:
                self.end()

    def _do(self, acts: Iterable[ConnectionAct]) -> None:
        try:
            self._act(acts)
        except Exception:  # a fault of ours in one dialect is no trouble of the others
            log.error("dialect_failed", door=self._door, name=self.name)
            self._reason = "failed"
            self.abort()

    def _act(self, acts: Iterable[ConnectionAct]) -> None:
        said: list[Said] = []
        for act in acts:
            if isinstance(act, Backlog):
                self._behind = act.words
                self._read_on()
            elif self._later or isinstance(act, Delay):
                self._say(said)
                said = []
                self._wait_with(act)
            elif isinstance(act, Said):
                said.append(act)
            elif isinstance(act, Disconnect):
                self._say(said)
                said = []
                self.end()
            else:
                self._ask(act)
        self._say(said)

    def _say(self, said: Sequence[Said]) -> None:
        if said and not self._lost:
            self._send(said)

    def _wait_with(self, act: AnyRequest | Said | Delay | Disconnect) -> None:
        """Do this when the pause is over; requests go on at once."""
        if not isinstance(act, Said | Delay | Disconnect):
            self._ask(act)
            return
        if self._later and isinstance(act, Delay) and act.first:
            self._later.insert(1, act)  # after the pause that goes on
        else:
            self._later.append(act)
        if len(self._later) == 1 and isinstance(act, Delay):
            self._pause(act)
        self._read_on()

    def _pause(self, pause: Delay) -> None:
        """Go on when a pause is over, which begins now."""
        self._after(pause.seconds, self._go_on)

    def _start(self, later: Later) -> None:
        """Do what a dialect wants done later, unless it is over by then; its time begins now."""

        def then() -> None:
            if not self._reason:
                self._do(later.then())

        self._after(later.seconds, then)

    def _go_on(self) -> None:
        waiting, self._later = self._later, deque()
        if waiting:
            waiting.popleft()
            self._do(waiting)
            self._read_on()

    def end(self) -> None:
        """Close once everything has been said, also what waited for the end of a pause."""
        self._reason = self._reason or "left"
        self._say([act for act in self._later if isinstance(act, Said)])
        self._later.clear()
        self._hang_up()
        self._after(LINGER, self.abort)

    # What is asked

    def _room(self) -> bool:
        """Whether more may be read."""
        return len(self._asked) + self._behind < AHEAD and len(self._later) < MOST_LATER

    def _ask(self, request: AnyRequest) -> None:
        self._asked.append(request)
        self._read_on()
        if self._worker is None:
            self._worker = self._loop.create_task(self._work())

    async def _work(self) -> None:
        """Answer what was asked, one after the other."""
        pace = Pace()  # a new one: whoever waited for the last answer is not held up
        try:
            while self._asked:
                await pace.begin(self._crowded)
                await self._house.handle(self, self._asked.popleft())
                pace.end()
                self._read_on()
        finally:
            self._worker = None
            if self._lost:
                self._leave()


async def close_all(guests: "set[Connection]") -> None:
    """Say goodbye to everybody, and wait until they are gone, but not for ever."""
    gone = [guest.gone for guest in guests]
    for guest in list(guests):
        guest.tell(farewell(HouseReason.CLOSING))
    if gone:
        await asyncio.wait(gone, timeout=LINGER)
    for guest in list(guests):
        guest.abort()
