"""The bus over NATS: one subject for all nodes, one per table and one per node."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

from ludoteca.core.nodes.bus import ASKED
from ludoteca.messages import cluster
from ludoteca.ops import log, request_id

RETRY = 0.25
"""Seconds between attempts to connect."""
CONNECT = 5
"""Timeout for connecting and for closing, in seconds."""
STARTS_WITHIN = 2
"""Seconds for which the server waits for a connection when it starts."""
PING = 0.5
"""Seconds between pings.

After two unanswered pings, a connection is lost. This happens before other nodes remove this node
from their rosters (`roster.SILENCE`).
"""
WAITING = 10_000
"""Maximum number of messages waiting to be sent."""
FAILED = (Error, OSError, TimeoutError)


Sending: TypeAlias = Callable[[Client], Awaitable[object]]
"""Sends a message or a subscription over a connection."""


class NatsBus:
    """Exchanges messages over NATS. It always reconnects, and drops messages while disconnected."""

    shared = True

    def __init__(
        self,
        servers: str,
        node: str,
        prefix: str,
        lost: Callable[[], None] = lambda: None,
        reconnected: Callable[[], None] = lambda: None,
    ) -> None:
        """Connect to one of the `servers`, which are separated by commas.

        Call `lost` for each lost message, `reconnected` for each connection after the first.
        """
        self.node = node
        self._servers = servers.split(",")
        self._prefix = f"ludoteca.{prefix}"
        self._lost = lost
        self._reconnected = reconnected
        self._client: Client | None = None
        self._up = asyncio.Event()
        self._reason = ""
        """Reason why there is no connection."""
        self._running: asyncio.Task[None] | None = None
        self._closing = False
        self._outgoing = asyncio.Queue[Sending](WAITING)
        self._followed: set[int] = set()
        self._subscriptions: dict[int, Subscription] = {}
        self._sent = 0
        self._numbers: dict[str, int] = {}
        """Number of the last message to all nodes, by sending node."""
        self._handlers: dict[type, list[Callable[[str, Any], None]]] = {}
        self._answers: dict[type, Callable[[str, Any], Awaitable[cluster.Reply]]] = {}
        self._answering: set[asyncio.Task[None]] = set()
        self._on_gap: list[Callable[[], None]] = []

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def open(self) -> None:
        """Connect, now or as soon as a server is available."""
        self._running = asyncio.create_task(self._run())
        with suppress(TimeoutError):
            await asyncio.wait_for(self._up.wait(), STARTS_WITHIN)
        if not self.connected:
            self._log_loss()

    async def close(self) -> None:
        """Send waiting messages, and disconnect."""
        self._closing = True  # a task that is losing its connection ignores cancellation
        if self._client:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._outgoing.join(), CONNECT)
        for task in (self._running, *self._answering):
            if task:
                await _end(task)

    # Sending

    def publish(self, message: cluster.Publication) -> None:
        """Send a message to all nodes or to those that follow its table; the message may be lost.

        Every node sends heartbeats. Until this node has received one, no other node can follow a
        table.
        """
        subject = "all"
        number = 0
        if isinstance(message, cluster.ToTable):
            if not self._numbers:
                return
            subject = f"table.{message.table}"
        else:
            self._sent += 1
            number = self._sent
        data = cluster.write_message(self.node, number, message, request_id.get())
        self._send(lambda client: client.publish(f"{self._prefix}.{subject}", data))

    def _send(self, sending: Sending) -> None:
        if self._client is None or self._outgoing.full():
            self._lost()
        else:
            self._outgoing.put_nowait(sending)

    def follow(self, table: int) -> None:
        self._followed.add(table)
        if self._client:  # otherwise, `_prepare` subscribes on connecting
            self._send(lambda client: self._subscribe(client, table))

    def unfollow(self, table: int) -> None:
        self._followed.discard(table)
        if self._client:
            self._send(lambda _: self._unsubscribe(table))

    async def _subscribe(self, client: Client, table: int) -> None:
        if table in self._followed and table not in self._subscriptions:
            subject = f"{self._prefix}.table.{table}"
            self._subscriptions[table] = await client.subscribe(subject, cb=self._hear)

    async def _unsubscribe(self, table: int) -> None:
        if table not in self._followed and table in self._subscriptions:
            await self._subscriptions.pop(table).unsubscribe()

    async def ask(self, node: str, question: cluster.Question) -> cluster.Reply | None:
        if self._client is None:
            return None
        data = cluster.write_message(self.node, 0, question, request_id.get())
        try:
            subject = f"{self._prefix}.node.{node}"
            told = await self._client.request(subject, data, timeout=ASKED)
        except FAILED:
            return None
        received = cluster.read_message(told.data)
        reply: cluster.Reply | None = received.message if received else None
        return reply

    # Receiving

    def subscribe(self, kind: type[Any], handler: Callable[[str, Any], None]) -> None:
        self._handlers.setdefault(kind, []).append(handler)

    def answer(
        self, kind: type[Any], handler: Callable[[str, Any], Awaitable[cluster.Reply]]
    ) -> None:
        self._answers[kind] = handler

    def on_gap(self, handler: Callable[[], None]) -> None:
        self._on_gap.append(handler)

    async def _hear(self, message: Msg) -> None:
        received = cluster.read_message(message.data)
        if received is None or received.node == self.node:
            return
        request_id.set(received.request)  # for log entries about its consequences
        log.debug("message_heard", message=type(received.message).__name__, sender=received.node)
        self._count(received)
        for handler in self._handlers.get(type(received.message), ()):
            try:
                handler(received.node, received.message)
            except Exception:  # a bug must not stop later messages
                log.error("message_failed", message=type(received.message).__name__)

    def _count(self, received: cluster.Received) -> None:
        """Detect gaps in the messages sent to all nodes."""
        if received.number:
            before = self._numbers.get(received.node)
            self._numbers[received.node] = max(before or 0, received.number)
            if before is not None and received.number > before + 1:
                self._report_gap()

    def _report_gap(self) -> None:
        for handler in self._on_gap:
            handler()

    async def _hear_question(self, message: Msg) -> None:
        received = cluster.read_message(message.data)
        handler = self._answers.get(type(received.message)) if received else None
        if received and handler:
            request_id.set(received.request)
            made = handler(received.node, received.message)
            task = asyncio.create_task(self._answer(made, message.reply))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, made: Awaitable[cluster.Reply], to: str) -> None:
        data = cluster.write_message(self.node, 0, await made)
        self._send(lambda client: client.publish(to, data))

    # The connection

    async def _run(self) -> None:
        while not self._closing:
            try:
                async with _connection(self._servers, self.node, self._fail) as (client, lost):
                    await self._prepare(client)
                    await self._serve(client, lost)
            except Exception as error:  # a bug must not prevent reconnecting
                if not isinstance(error, FAILED):
                    log.error("bus_failed", node=self.node)
            await asyncio.sleep(RETRY)

    async def _fail(self, error: Exception) -> None:
        """Remember an error. Serious ones end the connection; a rejected message leaves a gap."""
        self._reason = str(error) or type(error).__name__

    def _log_loss(self) -> None:
        log.warning("bus_lost", node=self.node, reason=self._reason or "it does not answer")

    async def _prepare(self, client: Client) -> None:
        """Subscribe to all subjects over a new connection."""
        await client.subscribe(f"{self._prefix}.all", cb=self._hear)
        await client.subscribe(f"{self._prefix}.node.{self.node}", cb=self._hear_question)
        self._subscriptions.clear()
        for table in tuple(self._followed):
            await self._subscribe(client, table)
        for _ in range(2):  # the first flush may overtake the subscriptions, the second cannot
            await client.flush(timeout=CONNECT)

    async def _serve(self, client: Client, lost: asyncio.Event) -> None:
        """Send queued messages until the connection is lost."""
        self._client = client
        self._reason = ""
        if self._up.is_set():
            self._reconnected()
        self._up.set()
        log.info("bus_connected", node=self.node)
        try:
            for table in tuple(self._followed):  # including tables followed in the meantime
                await self._subscribe(client, table)
            self._report_gap()
            await self._send_until(client, lost)
            self._log_loss()
        finally:
            self._client = None
            while not self._outgoing.empty():
                self._outgoing.get_nowait()
                self._outgoing.task_done()
                self._lost()

    async def _send_until(self, client: Client, lost: asyncio.Event) -> None:
        sending = asyncio.create_task(self._send_all(client))
        try:
            await lost.wait()
        finally:
            await _end(sending)

    async def _send_all(self, client: Client) -> None:
        while True:
            send = await self._outgoing.get()
            try:
                await send(client)
            except FAILED:
                self._lost()
            finally:
                self._outgoing.task_done()


@asynccontextmanager
async def _connection(
    servers: list[str], name: str, failed: Callable[[Exception], Awaitable[None]]
) -> AsyncIterator[tuple[Client, asyncio.Event]]:
    """Open a connection; the event is set when the connection is lost."""
    lost = asyncio.Event()

    async def closed() -> None:
        lost.set()

    # No automatic reconnection, because `NatsBus` must also subscribe again and report a gap.
    client = Client()
    try:
        async with asyncio.timeout(CONNECT):
            await client.connect(
                servers,
                name=name,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                ping_interval=PING,  # type: ignore[arg-type] # only passed to `sleep`
                max_outstanding_pings=2,
                no_echo=True,
                closed_cb=closed,
                error_cb=failed,
            )
        yield client, lost
    finally:
        with suppress(*FAILED):
            async with asyncio.timeout(CONNECT):
                await client.close()


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
