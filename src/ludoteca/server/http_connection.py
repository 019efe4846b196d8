"""An HTTP connection whose requests have short heads."""

from typing import Any

from aiohttp.web_protocol import RequestHandler

LONGEST_HEAD, PIECE = 16 * 1024, 1024
"""Bytes that a request line and all headers may have together, and the precision of the count.

aiohttp limits only the number of headers and the length of each, 1 MB in all.
"""
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)


class HttpConnection(RequestHandler):
    """Closes a connection that sends more than a head can have, and does not keep it."""

    __slots__ = ("_body", "_head")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head = 0
        """Bytes of a request whose headers have not ended."""
        self._body: Any = None
        """The body of the last request."""

    def data_received(self, data: bytes) -> None:
        """Read on, in pieces while it is HTTP."""
        if self._payload_parser is not None:  # a WebSocket
            super().data_received(data)
            return
        while len(data) > PIECE and not self._is_put_aside():
            self._feed(data[:PIECE])
            data = data[PIECE:]
        self._feed(data)

    def _is_put_aside(self) -> bool:
        """Whether data waits for an upgrade or for earlier requests; aiohttp limits its size."""
        # Earlier versions of aiohttp have only one of these, or none.
        return getattr(self, "_upgraded", False) or getattr(self, "_buffer_paused", False)

    def _feed(self, data: bytes) -> None:
        counts = not self._is_put_aside() and (self._body is None or self._body.is_eof())
        waiting = len(self._messages)
        super().data_received(data)
        if len(self._messages) > waiting:
            self._head, self._body = 0, self._messages[-1][1]
        elif counts:
            self._head += len(data)
        if self._head > LONGEST_HEAD:
            self._reject()

    def _reject(self) -> None:
        """Answer that the head is too large, unless other answers come first, and close."""
        busy = self._messages or self._current_request
        if self.transport is not None and not busy:
            self.transport.write(TOO_LARGE)
        self.force_close()
