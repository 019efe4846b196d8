"""Somebody whose words are calls: of our objects, and back of theirs."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ludoteca.net import LostError
from ludoteca.net.rmi import Answering, Endpoint, Export, Held, ThrownError, Where
from ludoteca.ops import log
from ludoteca.server.connection import Connection, ConnectionContext, Output
from ludoteca.wire import Delay, Later
from ludoteca.wire.call_dialect import Answer, CallDialect, Invoke
from ludoteca.wire.jrmp import NO_SUCH_OBJECT, SERVER, Interface, Ref

NOTHING: Mapping[str, Answering] = MappingProxyType({})
MOST_WAITING, CROWDED = 512, 64
"""So many calls may wait for earlier ones; from so many on, no more of their requests is read."""
LANES = 16
"""So many calls to somebody may be under way at once; the others wait."""


class RmiConnection(Connection):
    """What they are told waits in a row, and each call for the last one to return."""

    _dialect: CallDialect[Any]

    def __init__(
        self,
        dialect: CallDialect[Any],
        context: ConnectionContext,
        endpoint: Endpoint,
        where: Where,
    ) -> None:
        """Somebody calls from an address; there is nobody to call back yet."""
        super().__init__(dialect, context)
        self._endpoint = endpoint
        self._offered: list[Export] = []
        self._held: Held | None = None
        self._open: deque[asyncio.Future[Any]] = deque()
        """Calls of theirs that wait for their answers."""
        self._row: deque[Invoke | Answer | Delay | Later] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        """Calls to them that have not returned, and what works off the row."""
        self._lanes = asyncio.Semaphore(LANES)
        self._speaking = self._ending = False
        self._space = asyncio.Event()
        self._space.set()
        self._opened(where.address)

    # Their calls

    def offer(self, interface: Interface, aside: Mapping[str, Answering] = NOTHING) -> Export:
        """An object for them alone, by which they speak; what is aside says nothing."""

        def answer(method: str, arguments: tuple[Any, ...], where: Where) -> Any:
            if method in aside:
                return aside[method](method, arguments, where)
            awaited = interface[method].result is not None
            return self.called(method, arguments, awaited=awaited)

        export = self._endpoint.export(interface, answer, self.address, self.abort)
        self._offered.append(export)
        return export

    def called(self, method: str, arguments: tuple[Any, ...], *, awaited: bool) -> Any:
        """They have called a method, and await an answer or just that it is heard."""
        if self._lost:
            raise ThrownError(NO_SUCH_OBJECT, "This visit is over.")
        stub = next((each for each in arguments if isinstance(each, Ref)), None)
        if stub is None and self._space.is_set():
            return self._called(method, arguments, awaited=awaited)
        return self._called_later(stub, method, arguments, awaited=awaited)

    def _called(self, method: str, arguments: tuple[Any, ...], *, awaited: bool) -> Any:
        if not awaited:
            self._run(self._dialect.called(method, arguments))
            return None
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._open.append(answer)
        self._run(self._dialect.called(method, arguments))
        return answer.result() if answer.done() else answer

    async def _called_later(
        self, stub: Ref | None, method: str, arguments: tuple[Any, ...], *, awaited: bool
    ) -> Any:
        if stub:
            try:
                await self.meet(stub)
            except ThrownError:
                if awaited:  # some clients do not survive an exception
                    return False
                raise
        await self._space.wait()
        answer = self._called(method, arguments, awaited=awaited)
        return await answer if isinstance(answer, asyncio.Future) else answer

    # Calls to them

    async def meet(self, stub: Ref | None) -> None:
        """From now on this object of theirs is called; when it is gone, so are they."""
        if stub is None:
            raise ThrownError(SERVER, "There is nobody to be called back.")
        if self._held and (self._held.ref.id, self._held.ref.port) == (stub.id, stub.port):
            return
        held = self._endpoint.hold(stub, self.abort)
        try:
            await held.begin()
        except LostError:
            where = f"{stub.host}, port {stub.port}"
            raise ThrownError(SERVER, f"Nobody can be called back at {where}.") from None
        self._release()
        self._held = held
        if self._lost:
            self._release()

    def _release(self) -> None:
        if self._held:
            self._held.release()

    def start(self) -> None:
        """Let them hear what is said first."""
        self._begin()

    def _send(self, said: Sequence[Output]) -> None:
        for act in said:
            if isinstance(act, Invoke) and self._held is None:
                continue  # who gave us nothing to call hears nothing
            if isinstance(act, Invoke) and act.apart:
                self._spawn(self.invoke(act))
            elif isinstance(act, Answer) and not self._speaking:
                self._answer(act.value)
            elif isinstance(act, Later) and not self._speaking:
                self._schedule(act)
            elif isinstance(act, Invoke | Answer | Later):
                self._row.append(act)
                if not self._speaking:
                    self._speaking = True
                    self._spawn(self._speak())

    def _pause(self, pause: Delay) -> None:
        """Go on when a pause is over, which begins when all before it has been heard."""
        if self._speaking:
            self._row.append(pause)
        else:
            super()._pause(pause)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if self._ending and not self._tasks:
            self.abort()

    async def _speak(self) -> None:
        while self._row:
            act = self._row.popleft()
            if isinstance(act, Answer):
                self._answer(act.value)
                await asyncio.sleep(0)  # it is on its way before they are called again
            elif isinstance(act, Delay):
                super()._pause(act)
            elif isinstance(act, Later):
                self._schedule(act)
            else:
                await self.invoke(act)
        self._speaking = False

    async def invoke(self, act: Invoke) -> None:
        """Call them now; whoever cannot be called any more is gone."""
        assert self._held is not None  # noqa: S101 - nothing is said to whom nobody has met
        value = None
        try:
            async with self._lanes:
                value = await self._endpoint.call(
                    self._held.ref, act.method, *act.arguments, patience=act.patience
                )
        except ThrownError as error:  # they live on
            log.debug("callback_threw", method=act.method.name, thrown=str(error)[:200])
        except LostError:
            self.abort()
            return
        if act.last:
            self.abort()
        elif not self._lost:
            self._run(self._dialect.returned(act, value))

    def _answer(self, value: Any) -> None:
        while self._open:
            answer = self._open.popleft()
            if not answer.done():
                answer.set_result(value)
                return

    def _is_overfull(self) -> bool:
        return len(self._row) + len(self._tasks) > MOST_WAITING

    def _is_crowded(self) -> bool:
        return not self._lost and len(self._row) + len(self._tasks) > CROWDED

    def _update_reading(self) -> None:
        (self._space.set if self._has_room() else self._space.clear)()

    def _close_transport(self) -> None:
        self._ending = True
        if not self._tasks:
            self.abort()

    def abort(self) -> None:
        """Part at once: what they called is answered by no, and their objects are gone."""
        if self._lost:
            return
        self._closed()
        self._row.clear()
        self._space.set()
        for export in self._offered:
            self._endpoint.withdraw(export)
        while self._open:
            self._answer(value=False)
        self._release()
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
