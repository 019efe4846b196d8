"""The web door: WebSocket for players, JSON to read for programs, a page for people."""

import asyncio
import logging

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from ludoteca.games import Refusal
from ludoteca.hall import House
from ludoteca.messages import HouseReason, Refused, farewell
from ludoteca.ops import METRICS_TYPE, Metrics, log
from ludoteca.server.api import ROUTES
from ludoteca.server.pace import Pace
from ludoteca.server.page import page_routes
from ludoteca.server.reading import api_routes
from ludoteca.server.websocket import WebSocketConnection
from ludoteca.wire import LONGEST_MESSAGE, Web

HEARTBEAT = 20.0


class WebServer:
    """Lets browsers and programs in."""

    def __init__(self, house: House, metrics: Metrics | None = None) -> None:
        self._house = house
        self._metrics = metrics or Metrics()
        self._visitors: set[WebSocketConnection] = set()
        self._closing: set[asyncio.Future[bool]] = set()
        self._runner: web.AppRunner | None = None

    async def open(self, host: str, port: int) -> int:
        """Open the door, and say on which port."""
        app = web.Application(client_max_size=LONGEST_MESSAGE)
        app.add_routes(
            [
                web.get("/ws", self._visit),
                web.get("/metrics", self._measured),
                *api_routes(self._house, ROUTES),
                *page_routes(),
            ]
        )
        logging.getLogger("aiohttp.server").addFilter(_is_ours)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        await site.start()
        return int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Say goodbye to everybody and close."""
        for visitor in list(self._visitors):
            visitor.tell(farewell(HouseReason.CLOSING))
        if self._runner:
            await self._runner.cleanup()

    async def _visit(self, request: web.Request) -> web.WebSocketResponse:
        """One visit: requests are answered in order, one after the other."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE, compress=False
        )
        await socket.prepare(request)
        visitor = self._visitor(request, socket)
        self._arrived(visitor)
        dialect, pace = Web(), Pace()
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await pace.begin(visitor.crowded)
                for asked in dialect.receive(message.data):
                    if isinstance(asked, Refusal):
                        visitor.tell(Refused(asked.code, asked.detail))
                    else:
                        await self._house.handle(visitor, asked)
                pace.end()
        finally:
            self._gone(visitor, visitor.reason or _reason(socket))
            self._house.leave(visitor)
        return socket

    def _visitor(self, request: web.Request, socket: web.WebSocketResponse) -> WebSocketConnection:
        """Whoever is at this connection; notices are framed once and written without waiting."""
        transport = request.transport
        if transport is None:
            raise ConnectionResetError

        def let_go() -> None:
            task = asyncio.ensure_future(socket.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        return WebSocketConnection(
            Web().frame, transport, self._metrics, let_go, request.remote or ""
        )

    def _arrived(self, visitor: WebSocketConnection) -> None:
        self._visitors.add(visitor)
        self._metrics.connections_opened.inc("web")
        log.debug("connection_opened", door="web")

    def _gone(self, visitor: WebSocketConnection, reason: str) -> None:
        self._visitors.discard(visitor)
        self._metrics.connections_closed.inc("web", reason)
        log.debug("connection_closed", door="web", name=visitor.name, reason=reason)

    async def _measured(self, _: web.Request) -> web.Response:
        page = self._metrics.page().encode()
        return web.Response(body=page, headers={"Content-Type": METRICS_TYPE})


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether a failure is worth a line: bytes that are no HTTP are nobody's fault here."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _reason(socket: web.WebSocketResponse) -> str:
    """How a connection ended that nobody had let go of."""
    return "left" if socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY) else "dropped"
