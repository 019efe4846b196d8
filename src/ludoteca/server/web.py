"""The web door: WebSocket for players, JSON to read for programs, a page for people."""

import asyncio
from contextlib import suppress

from aiohttp import WSCloseCode, WSMsgType, web

from ludoteca.games import Refusal
from ludoteca.hall import House
from ludoteca.messages import HouseReason, Refused, farewell
from ludoteca.ops import METRICS_TYPE, Metrics, log
from ludoteca.server.api import ROUTES
from ludoteca.server.connection import Visitor
from ludoteca.server.page import page_routes
from ludoteca.server.reading import api_routes
from ludoteca.wire import LONGEST_MESSAGE, Web

HEARTBEAT = 20.0


class WebDoor:
    """Lets browsers and programs in."""

    def __init__(self, house: House, metrics: Metrics | None = None) -> None:
        """Closed, until it is opened."""
        self._house = house
        self._metrics = metrics or Metrics()
        self._visitors: set[Visitor] = set()
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
        dialect = Web()
        visitor = Visitor(dialect.send, self._metrics)
        self._arrived(visitor)
        writer = asyncio.create_task(self._write(visitor, socket))
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                for asked in dialect.receive(message.data):
                    if isinstance(asked, Refusal):
                        visitor.tell(Refused(asked.code, asked.detail))
                    else:
                        await self._house.handle(visitor, asked)
        finally:
            self._gone(visitor, visitor.reason or _reason(socket))
            self._house.leave(visitor)
            writer.cancel()
            with suppress(asyncio.CancelledError):
                await writer
        return socket

    def _arrived(self, visitor: Visitor) -> None:
        self._visitors.add(visitor)
        self._metrics.connections_opened.inc("web")
        log.debug("connection_opened", door="web")

    def _gone(self, visitor: Visitor, reason: str) -> None:
        self._visitors.discard(visitor)
        self._metrics.connections_closed.inc("web", reason)
        log.debug("connection_closed", door="web", name=visitor.name, reason=reason)

    async def _write(self, visitor: Visitor, socket: web.WebSocketResponse) -> None:
        async def send(data: bytes) -> None:
            await socket.send_str(data.decode())

        with suppress(ConnectionError):
            await visitor.write(send)
        await socket.close()

    async def _measured(self, _: web.Request) -> web.Response:
        page = self._metrics.page().encode()
        return web.Response(body=page, headers={"Content-Type": METRICS_TYPE})


def _reason(socket: web.WebSocketResponse) -> str:
    """How a connection ended that nobody had let go of."""
    return "left" if socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY) else "dropped"
