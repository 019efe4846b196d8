"""The browser's dialect over a WebSocket.

Requests and notices are themselves the messages of this dialect. This path, the busiest of all,
therefore bypasses the acts of dialects.
"""

import asyncio
from collections.abc import Callable
from typing import ClassVar

from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.messages import Farewell, Notice, ViewThunk
from ludoteca.net import silence
from ludoteca.ops.meter import step_clock
from ludoteca.protocols import Dialect, UnreadableError, WebConversation, WebFrames
from ludoteca.protocols.web import heartbeat_frame, unreadable
from ludoteca.server.connection import AHEAD, OUTBOX, ConnectionContext, StreamConnection

MESSAGES = (WSMsgType.TEXT, WSMsgType.BINARY)
RECEIVED = (*MESSAGES, WSMsgType.PING, WSMsgType.PONG)
HEARTBEAT = 2.0
"""Seconds between heartbeats."""
PINGED, LOST = 3, 9
"""Numbers of heartbeats without input: before a ping, and before the client is disconnected."""
PING = b"\x89\0"
AT_ONCE = 0.00004
"""A message read within this many seconds of an answer was already waiting."""


class WebSocketConnection(StreamConnection):
    """Reads messages one at a time, and writes frames without waiting."""

    linger: ClassVar[float] = 15.0  # aiohttp gives the closing handshake 10 seconds
    names_only = False

    def __init__(
        self,
        codec: WebFrames,
        context: ConnectionContext,
        transport: asyncio.Transport,
        close: Callable[[], None],
        *,
        heartbeats: bool = False,
    ) -> None:
        """`close` starts the closing handshake; `heartbeats` are for pages, which cannot see pings.

        All connections share one codec, so that a notice to several clients is encoded once.
        """
        super().__init__(Dialect(WebConversation(), codec), context)
        self._codec = codec
        self._transport = transport
        self._shake_hands = close
        self._heartbeat = heartbeat_frame(HEARTBEAT) if heartbeats else b""
        self._heard = False
        """Whether anything has been received since `answers` last sent a ping."""
        self._silent = 0
        """Number of heartbeats since a message or pong was last handled."""
        self._is_answering = False
        self._pinged = False
        """Whether a pong is expected; expected pongs do not count towards the rate limit."""

    async def serve(self, socket: web.WebSocketResponse, address: str) -> None:
        """Answer the client's messages until the connection ends.

        This runs in a separate task. In aiohttp's task, each message and each answer would resume
        six more coroutines, which cost 1.5% of the processor's instructions per move.
        """
        await self._loop.create_task(self._serve(socket, address))

    async def _serve(self, socket: web.WebSocketResponse, address: str) -> None:
        self._opened(address)
        self._begin()
        heartbeat = asyncio.create_task(self._keep_alive())
        behind = 0
        answered = 0.0
        try:
            while (message := await socket.receive()).type in RECEIVED:
                if self._transport.is_closing():
                    behind += 1
                if behind > AHEAD:  # the client is gone, and nobody reads further answers
                    return
                self._is_answering = True
                self._heard = True
                self._heard_at = now = self._loop.time()
                if message.type not in MESSAGES:
                    due = self._pinged and message.type is WSMsgType.PONG
                    self._pinged = self._pinged and not due
                    if not (due or self._dispatcher.limits.allow("pings", self.address)):
                        self.abort()
                        return
                    if message.type is WSMsgType.PING:
                        await socket.pong(message.data)
                    self._answered()
                    continue
                backlog = now - answered <= AT_ONCE
                seconds = self.meter.wait_for_request(backlog=backlog)
                if seconds or backlog:
                    await self._wait_for_turn(seconds, backlog=backlog)
                start = step_clock.start()
                request = self._codec.read(message.data)
                if isinstance(request, UnreadableError):
                    self.tell(unreadable(str(request)))
                    self.meter.spend(step_clock.since(start))
                else:
                    await self.meter.work(self._dispatcher.handle(self, request), start)
                answered = self._loop.time()
                self._answered()
        finally:
            heartbeat.cancel()
            self.reason = self.reason or _reason(socket)
            self._closed()

    def _answered(self) -> None:
        self._is_answering = False
        self._silent = 0

    async def _keep_alive(self) -> None:
        """Send heartbeats, and close the connection of a client that does not answer pings.

        With aiohttp's own heartbeats, every message would reset a timer.
        """
        while self._silent < LOST:
            ping = not self._is_answering and self._silent > 0 and self._silent % PINGED == 0
            self._beat(self._heartbeat + PING if ping else self._heartbeat)
            self._pinged = self._pinged or ping
            await asyncio.sleep(HEARTBEAT)
            if not self._is_answering:
                self._silent += 1
        self.abort()

    def _beat(self, data: bytes) -> None:
        """Send a heartbeat, unless the connection is closing or its buffer is full."""
        closing = self.reason or self._transport.is_closing()
        if data and not closing and not self._is_overfull():
            self._transport.write(data)

    async def answers(self) -> bool:
        """Return whether the client still answers, even through a proxy."""
        if self._transport.is_closing():
            return False
        self._heard = False
        self._pinged = True
        self._transport.write(PING)
        return await silence.comes_true(lambda: self._heard)

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        """Send a notice; the usual case takes a fast path."""
        transport = self._transport
        if (
            self.reason
            or isinstance(notice, Farewell)
            or transport.is_closing()
            or transport.get_write_buffer_size() > OUTBOX
        ):
            super().tell(notice, look)
            return
        transport.write(self._codec.write(notice))
        self._metrics.notices.total += 1
        self._metrics.bytes.total += self._codec.size

    def _update_reading(self) -> None:
        """Do nothing: each message is read only after the previous one has been answered."""

    def _close_transport(self) -> None:
        self._shake_hands()


def _reason(socket: web.WebSocketResponse) -> str:
    """Return `left` if the client closed the connection, `dropped` if it was lost."""
    return "left" if socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY) else "dropped"
