"""A connection made of remote calls in both directions."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from types import MappingProxyType

from ludoteca.core import Dispatcher
from ludoteca.messages import origin_of
from ludoteca.net import LostError
from ludoteca.net.admission import MOST_FROM_ONE
from ludoteca.net.rmi import CallHandler, CallOrigin, Endpoint, Export, RemoteObject, ThrownError
from ludoteca.ops import Metrics, log
from ludoteca.protocols import Delay, Later
from ludoteca.protocols.dialect import Answer, ClientCall, ClientReturn, Dialect, Invoke, RemoteCall
from ludoteca.protocols.jrmp import NO_SUCH_OBJECT, SERVER, Interface, Ref
from ludoteca.server.connection import Connection, ConnectionContext, Output, close_all
from ludoteca.server.logins import LoginDeadline

NO_HANDLERS: Mapping[str, CallHandler] = MappingProxyType({})
MOST_WAITING = 512
"""Number of waiting calls above which a client is disconnected."""
CROWDED = 64
"""Number of waiting calls above which the client's next request waits."""
LANES = 16
"""Maximum concurrent calls to one client."""


class RmiConnection(Connection):
    """An RMI client. Calls to the client are queued: each waits for the previous one to return."""

    _dialect: Dialect[RemoteCall]

    def __init__(
        self,
        dialect: Dialect[RemoteCall],
        context: ConnectionContext,
        endpoint: Endpoint,
        origin: CallOrigin,
    ) -> None:
        """Create a connection that has no callback object yet."""
        super().__init__(dialect, context)
        self._endpoint = endpoint
        self._origin = origin
        self._exports: list[Export] = []
        self._callback: RemoteObject | None = None
        self._unanswered: deque[asyncio.Future[object]] = deque()
        """Calls from the client that await their answers."""
        self._queue: deque[Invoke | Answer | Delay | Later] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        """Unfinished calls to the client, and the task that processes the queue."""
        self._lanes = asyncio.Semaphore(LANES)
        self._sending = self._ending = False
        self._space = asyncio.Event()
        self._space.set()
        self._opened(origin.address)

    async def answers(self) -> bool:
        """Return whether the callback object still exists."""
        return self._callback is not None and await self._callback.answers()

    def heard_at(self) -> float:
        """Return the time of the last call, or now while either side holds a remote object."""
        held = self._callback is not None or any(map(self._endpoint.is_held, self._exports))
        return self._loop.time() if held else super().heard_at()

    # Calls from the client

    def export(
        self, interface: Interface, handlers: Mapping[str, CallHandler] = NO_HANDLERS
    ) -> Export:
        """Export an object to this client; methods without a handler go to the dialect."""

        def handle(method: str, arguments: tuple[object, ...], origin: CallOrigin) -> object:
            if method in handlers:
                return handlers[method](method, arguments, origin)
            awaited = interface[method].result is not None
            return self.called(method, arguments, awaited=awaited)

        export = self._endpoint.export(interface, handle, self._origin.address, self.abort)
        self._exports.append(export)
        return export

    def called(self, method: str, arguments: tuple[object, ...], *, awaited: bool) -> object:
        """Handle a method call from the client; `awaited` methods return an answer."""
        if self._lost:
            raise ThrownError(NO_SUCH_OBJECT, "This connection is closed.")
        self._heard_at = self._loop.time()
        stub = next((each for each in arguments if isinstance(each, Ref)), None)
        if stub is None and self._space.is_set():
            return self._call_dialect(method, arguments, awaited=awaited)
        return self._call_dialect_later(stub, method, arguments, awaited=awaited)

    def _call_dialect(self, method: str, arguments: tuple[object, ...], *, awaited: bool) -> object:
        if not awaited:
            self._run(self._dialect.receive(ClientCall(method, arguments)))
            return None
        answer: asyncio.Future[object] = self._loop.create_future()
        self._unanswered.append(answer)
        self._run(self._dialect.receive(ClientCall(method, arguments)))
        return answer.result() if answer.done() else answer

    async def _call_dialect_later(
        self, stub: Ref | None, method: str, arguments: tuple[object, ...], *, awaited: bool
    ) -> object:
        if stub:
            try:
                await self.set_callback(stub)
            except ThrownError:
                if awaited:  # some clients crash on an exception
                    return False
                raise
        await self._space.wait()
        answer = self._call_dialect(method, arguments, awaited=awaited)
        return await answer if isinstance(answer, asyncio.Future) else answer

    # Calls to the client

    async def set_callback(self, stub: Ref | None) -> None:
        """Use this object for callbacks; close the connection when the object disappears."""
        if stub is None:
            raise ThrownError(SERVER, "There is no object to call back.")
        known = self._callback
        if known and (known.ref.id, known.ref.port) == (stub.id, stub.port):
            return
        callback = self._endpoint.hold(stub, self.abort)
        try:
            await callback.begin()
        except LostError:
            where = f"{stub.host}, port {stub.port}"
            raise ThrownError(SERVER, f"No object can be called back at {where}.") from None
        self._release()
        self._callback = callback
        if self._lost:
            self._release()

    def _release(self) -> None:
        if self._callback:
            self._callback.release()

    def start(self) -> None:
        self._begin()

    def _send(self, output: Sequence[Output]) -> None:
        for act in output:
            if isinstance(act, Invoke) and self._callback is None:
                continue  # the client has no callback object yet
            if isinstance(act, Invoke) and act.concurrent:
                self._spawn(self.invoke(act))
            elif isinstance(act, Answer) and not self._sending:
                self._answer(act.value)
            elif isinstance(act, Later) and not self._sending:
                self._schedule(act)
            elif isinstance(act, Invoke | Answer | Later):
                self._queue.append(act)
                if not self._sending:
                    self._sending = True
                    self._spawn(self._send_queue())

    def _pause(self, pause: Delay) -> None:
        """Start a pause after all earlier calls have returned."""
        if self._sending:
            self._queue.append(pause)
        else:
            super()._pause(pause)

    def _spawn(self, work: Coroutine[object, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if self._ending and not self._tasks:
            self.abort()

    async def _send_queue(self) -> None:
        while self._queue:
            act = self._queue.popleft()
            if isinstance(act, Answer):
                self._answer(act.value)
                await asyncio.sleep(0)  # the answer is sent before the client is called again
            elif isinstance(act, Delay):
                super()._pause(act)
            elif isinstance(act, Later):
                self._schedule(act)
            else:
                await self.invoke(act)
        self._sending = False

    async def invoke(self, act: Invoke) -> None:
        """Call the client; close the connection if the call is impossible."""
        assert self._callback is not None
        value = None
        try:
            async with self._lanes:
                value = await self._endpoint.call(
                    self._callback.ref,
                    act.method,
                    *act.arguments,
                    timeout=act.timeout,
                )
        except ThrownError as error:
            log.debug("callback_threw", method=act.method.name, thrown=str(error)[:200])
            if error.thrown.name == NO_SUCH_OBJECT:
                # The object was unexported. Java wraps a RemoteException thrown by a method in a
                # ServerException, so this one never comes from the client's own code.
                self.abort()
                return
        except LostError:
            self.abort()
            return
        if act.last:
            self.abort()
        elif not self._lost:
            self._run(self._dialect.receive(ClientReturn(act, value)))

    def _answer(self, value: object) -> None:
        while self._unanswered:
            answer = self._unanswered.popleft()
            if not answer.done():
                answer.set_result(value)
                return

    def _is_overfull(self) -> bool:
        return len(self._queue) + len(self._tasks) > MOST_WAITING

    def _is_crowded(self) -> bool:
        return not self._lost and len(self._queue) + len(self._tasks) > CROWDED

    def _update_reading(self) -> None:
        if self._has_room():
            self._space.set()
        else:
            self._space.clear()

    def _close_transport(self) -> None:
        self._ending = True
        if not self._tasks:
            self.abort()

    def abort(self) -> None:
        """Close immediately: answer open calls with false and withdraw the client's objects."""
        if self._lost:
            return
        self._closed()
        self._queue.clear()
        self._space.set()
        for export in self._exports:
            self._endpoint.withdraw(export)
        while self._unanswered:
            self._answer(value=False)
        self._release()
        for task in self._tasks:
            if task is not asyncio.current_task():  # `invoke` aborts from within its task
                task.cancel()


class RmiServer:
    """The server's endpoint, and the connections of all clients that call it."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        metrics: Metrics,
        endpoint: Endpoint,
        deadline: LoginDeadline | None = None,
        most: int = MOST_FROM_ONE,
    ) -> None:
        """Accept at most `most` connections from one address."""
        self.endpoint = endpoint
        self._most = most
        self._context = ConnectionContext("rmi", dispatcher, metrics, set(), deadline)

    def bind(self, name: str, interface: Interface, handle: CallHandler) -> None:
        """Export an object to all clients under a name in the registry."""
        self.endpoint.bind(name, self.endpoint.export(interface, handle))

    def connect(self, dialect: Dialect[RemoteCall], origin: CallOrigin) -> RmiConnection:
        """Return a connection for a client that called, unless its address already has too many."""
        connections = self._context.connections
        address = origin_of(origin.address)
        if sum(each.address == address for each in connections) >= self._most:
            raise ThrownError(SERVER, "There are too many connections from your address.")
        return RmiConnection(dialect, self._context, self.endpoint, origin)

    async def connect_back(
        self, dialect: Dialect[RemoteCall], origin: CallOrigin, stub: Ref | None
    ) -> RmiConnection:
        """Return a connection with a callback object; fail if the object cannot be called."""
        connection = self.connect(dialect, origin)
        try:
            await connection.set_callback(stub)
        except ThrownError:
            connection.abort()
            raise
        return connection

    async def close(self) -> None:
        """Send every client a farewell and close."""
        await close_all(self._context.connections)
        await self.endpoint.close()
