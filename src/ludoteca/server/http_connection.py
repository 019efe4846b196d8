"""An HTTP or WebSocket connection that is read in small parts and charged to its client.

aiohttp parses everything it receives in one step, including bodies that it discards and frames that
never complete a message. No handler sees such data, so this module charges for it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from ludoteca.ops.meter import SLICE, Meter, step_clock

LONGEST_HEAD, LONGEST_BODY, PIECE = 16 * 1024, 256 * 1024, 1024
"""Maximum bytes of a request's head, of its body with chunk headers, and of one parsing step.

aiohttp limits only the number of headers and the length of each, which allows 1 MB in total.
"""
BUFFER = 16 * 1024
"""Buffer size in bytes for aiohttp, which buffers up to twice as much of a body.

If the body is chunked, aiohttp buffers at most `BUFFER` / 16 chunks. A handler then reads
everything that is buffered in one step.
"""
LINGER = 5.0
"""Seconds to wait for the rest of a body after the answer has been sent."""
SMALL = 512
"""Bytes from a WebSocket that are read without measuring the time, which would cost 1 µs."""
READ = 20e-6
"""Seconds of work charged for a call of `data_received` whose time is not measured."""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)
NOTHING = memoryview(b"")


class HttpConnection(RequestHandler):
    """Reads in small parts, within the client's work quota, and enforces size limits."""

    __slots__ = ("_body", "_ended", "_pays_first", "_resting", "_size", "_unread", "meter")

    def __init__(self, *arguments: Any, meter: Meter, **options: Any) -> None:
        super().__init__(*arguments, read_bufsize=BUFFER, lingering_time=0, **options)
        self.meter = meter
        self._pays_first = True
        self._unread = NOTHING
        """Received bytes that wait to be parsed; reading is paused while there are any."""
        self._resting: asyncio.TimerHandle | None = None
        """Timer that resumes reading the unread bytes."""
        self._ended = False
        """Whether the client sent invalid HTTP, after which nothing can be parsed."""
        self._body: Any = None
        """Body being read; None while reading a head."""
        self._size = 0
        """Size of the current head or body in bytes."""

    def pay_by(self, meter: Meter, *, first: bool) -> None:
        """Charge another client from now on; if `first`, check its quota before reading its bytes.

        Behind a proxy, bytes are charged to the client of the last request but not delayed, because
        the next request may come from another client.
        """
        self.meter.close()
        self.meter = meter
        self._pays_first = first

    def data_received(self, data: bytes) -> None:
        """Parse received bytes now, or once the client's work quota allows it."""
        usual = self._payload_parser is not None and len(data) <= SMALL and not self._unread
        if usual and self.meter.take(READ):
            super().data_received(data)
        elif data:
            self.meter.spend(READ)
            self._unread = memoryview(b"".join((self._unread, data)) if self._unread else data)
            if self._resting is None:
                self._read_on()
        else:  # aiohttp continues with bytes that it has buffered itself
            self._feed(data)

    def set_parser(self, *arguments: Any, **options: Any) -> None:
        """Upgrade to a WebSocket, and read any frames that have already arrived."""
        super().set_parser(*arguments, **options)
        self._go_on()

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, *arguments: Any
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer. If the body is incomplete, wait for it and close the connection.

        A client may send its whole body before it reads the answer, which an early close would
        discard.
        """
        unfinished = not request.content.is_eof()
        if unfinished:
            resp.force_close()
        try:
            sent = await self.meter.work(super().finish_response(request, resp, *arguments))
        finally:
            self._go_on()  # frames may have been held back for an upgrade that was refused
        if unfinished:
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(LINGER):
                    await request.content.wait_eof()
        return sent

    def resume_reading(self, *arguments: Any, **options: Any) -> None:
        super().resume_reading(*arguments, **options)
        self._go_on()

    def _resume_reading_for_buffer(self) -> None:
        super()._resume_reading_for_buffer()
        self._go_on()

    def connection_lost(self, error: BaseException | None) -> None:
        """Charge for unpaid work, or refund the rest of the deposit."""
        if self._resting:
            self._resting.cancel()
        self._unread = NOTHING
        self.meter.close()
        super().connection_lost(error)

    # Reading

    def _read_on(self) -> None:
        """Process the next slice of received bytes once the client's work quota allows it."""
        wait = self.meter.wait()
        if wait and self._pays_first:
            self._rest(wait, self._read_slice)
        else:
            self._read_slice()

    def _read_slice(self) -> None:
        """Process a slice of received bytes; other clients are served before the next slice."""
        self._resting = None
        start = step_clock.start()
        worked = 0.0
        while self._unread and worked < SLICE and self._can_read():
            piece = bytes(self._unread[:PIECE])
            self._unread = self._unread[PIECE:]
            self._feed(piece)
            worked = step_clock.since(start)
        self.meter.spend(worked)
        if self._unread and self._can_read():
            self._rest(worked, self._read_on)
        else:
            self._update_reading()

    def _rest(self, seconds: float, then: Callable[[], None]) -> None:
        self._resting = self._loop.call_later(seconds, then)
        self._update_reading()

    def _go_on(self) -> None:
        """Resume reading after a pause requested by aiohttp."""
        if self._resting is None and self._unread:
            self._rest(0, self._read_on)
        else:
            self._update_reading()

    def _update_reading(self) -> None:
        """Receive more only once all received bytes have been processed."""
        transport = self.transport
        if transport is None or transport.is_closing():
            return
        reads = not (self._unread or self._is_paused())
        if reads == transport.is_reading():
            return
        if reads:
            transport.resume_reading()
        else:
            transport.pause_reading()

    def _can_read(self) -> bool:
        # Frames that follow a request to upgrade wait until a handler accepts it.
        undecided = self._upgraded and self._payload_parser is None
        ends = self._ended or self._close or self._force_close
        return not (undecided or ends or self._is_paused())

    def _is_paused(self) -> bool:
        """Return whether aiohttp's buffers are full."""
        # Some versions of aiohttp lack the second attribute.
        return self._reading_paused or getattr(self, "_buffer_paused", False)

    # Limits of a request

    def _feed(self, data: bytes) -> None:
        if self._body is not None and self._body.is_eof():  # the next head begins
            self._body = None
            self._size = 0
        waiting = len(self._messages)
        super().data_received(data)
        if self._payload_parser is not None:
            return
        if len(self._messages) > waiting:
            message, self._body = self._messages[-1]
            self._size = 0
            self._ended = not hasattr(message, "headers")
        else:
            self._size += len(data)
        if self._size > (LONGEST_HEAD if self._body is None else LONGEST_BODY):
            self._reject()

    def _reject(self) -> None:
        """Close; if no other answers are pending, first answer that the head is too large."""
        if self._body is not None:
            self._body.set_exception(ConnectionResetError("The body is too long."))
        elif self.transport is not None and not (self._messages or self._current_request):
            self.transport.write(TOO_LARGE)
        self.force_close()
