"""The web server: WebSocket for players, an API for programs, a page for people."""

import asyncio
import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from ludoteca.hall import House
from ludoteca.messages import HouseReason, farewell
from ludoteca.net import Peer, Port
from ludoteca.ops import METRICS_TYPE, Metrics
from ludoteca.server.api import ROUTES
from ludoteca.server.api_routes import api_routes
from ludoteca.server.connection import ConnectionContext
from ludoteca.server.page import page_routes
from ludoteca.server.websocket import WebSocketConnection
from ludoteca.wire import LONGEST_MESSAGE, WebFrames

HEARTBEAT = 16.0
"""After so many seconds without a word a client is asked whether it is there; it has half as long
to answer."""


class WebServer:
    """Listens for browsers and for programs that speak HTTP."""

    def __init__(self, house: House, metrics: Metrics | None = None) -> None:
        self._context = ConnectionContext("web", house, metrics or Metrics(), set())
        self._codec = WebFrames()
        self._closing: set[asyncio.Future[bool]] = set()
        """Closing handshakes under way."""
        self._runner: web.AppRunner | None = None
        self._port = Port(self._connection)

    async def open(self, host: str, port: int) -> int:
        """Listen, and say on which port."""
        app = web.Application(client_max_size=LONGEST_MESSAGE)
        app.add_routes(
            [
                web.get("/ws", self._connect),
                web.get("/metrics", self._show_metrics),
                *api_routes(self._context.house, ROUTES),
                *page_routes(),
            ]
        )
        logging.getLogger("aiohttp.server").addFilter(_is_ours)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2)
        await self._runner.setup()
        return await self._port.open(host, port)

    async def close(self) -> None:
        """Send every client a farewell and close."""
        for connection in list(self._context.connections):
            connection.tell(farewell(HouseReason.CLOSING))
        await self._port.close()
        if self._runner:
            await self._runner.cleanup()

    def _connection(self, _: Peer) -> asyncio.Protocol:
        assert self._runner is not None  # noqa: S101 - else nothing would be open
        assert self._runner.server is not None  # noqa: S101
        return self._runner.server()

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        """One WebSocket, from its handshake to its end."""
        socket = web.WebSocketResponse(
            autoping=False, heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE, compress=False
        )
        await socket.prepare(request)
        if request.transport is None:
            raise ConnectionResetError

        def close() -> None:
            task = asyncio.ensure_future(socket.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        connection = WebSocketConnection(self._codec, self._context, request.transport, close)
        await connection.serve(socket, request.remote or "")
        return socket

    async def _show_metrics(self, _: web.Request) -> web.Response:
        page = self._context.metrics.page().encode()
        return web.Response(body=page, headers={"Content-Type": METRICS_TYPE})


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a failure is worth a line: bytes that are no HTTP are not a fault of ours."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))
