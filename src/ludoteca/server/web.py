"""The web server: the WebSocket, the HTTP API and the page."""

import asyncio
import logging
from typing import cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestHandler

from ludoteca.core import Dispatcher
from ludoteca.core.rate_limits import PageMeter
from ludoteca.messages import ServerReason, farewell, origin_of, refuse
from ludoteca.net import Peer, Port
from ludoteca.net.admission import Admission
from ludoteca.ops import METRICS_TYPE, Metrics
from ludoteca.ops.meter import DEPOSIT, Meter
from ludoteca.protocols import LONGEST_MESSAGE, WebFrames
from ludoteca.server.api import all_routes
from ludoteca.server.api_routes import ORIGIN, api_routes, refused
from ludoteca.server.connection import Access, ConnectionContext
from ludoteca.server.http_clients import FORWARDED_FOR, OwnNames, client_address
from ludoteca.server.http_connection import HttpConnection
from ludoteca.server.mail_links import mail_routes
from ludoteca.server.operator_api import OperatorApi
from ludoteca.server.page import (
    INVITATION,
    OPENER_POLICY,
    REPLAY,
    is_unknown_page,
    not_found,
    page_routes,
)
from ludoteca.server.sharing import INVITATION_PICTURE, PICTURE, QR_CODE, Sharing
from ludoteca.server.unknown_host import unknown_host_page, wants_page
from ludoteca.server.websocket import WebSocketConnection

ADDRESS = web.RequestKey("address", str)
METRICS_PATH = "/metrics"
SOCKET_PATH = "/ws"
HEARTBEAT = "heartbeat"
"""Query parameter of the WebSocket path with which a client requests heartbeats."""
NOT_OURS = (HttpProcessingError, ConnectionError)
YEAR = 365 * 24 * 3600
FIRST_REQUEST = 30.0
"""Seconds within which a connection must send its first request."""
NEXT_REQUEST = 75.0
"""Seconds to send each further request; proxies close idle connections sooner."""


class WebServer:
    """Listens for browsers and for programs that speak HTTP."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        metrics: Metrics | None = None,
        access: Access | None = None,
        names: OwnNames | None = None,
        operator_secret: str = "",
    ) -> None:
        """Without `operator_secret`, there is no operator API."""
        self._access = access = access or Access(Admission())
        self._names = names = names or OwnNames()
        self._operator = (
            OperatorApi(dispatcher, operator_secret, names) if operator_secret else None
        )
        self._context = ConnectionContext(
            "web", dispatcher, metrics or Metrics(), set(), access.deadline
        )
        self._limits = dispatcher.limits
        self._codec = WebFrames()
        self._closing: set[asyncio.Future[bool]] = set()
        """Closing handshakes in progress."""
        self._runner: web.AppRunner | None = None
        self.port = Port(
            self._connection, access.admission, access.tls, http=True, reuse=access.reuse
        )
        self._silent: dict[asyncio.Protocol, asyncio.TimerHandle] = {}
        """Connections without a request so far, and the timers that close them."""

    async def open(self, host: str, port: int) -> int:
        """Listen, and return the port."""
        app = web.Application(client_max_size=LONGEST_MESSAGE, middlewares=[self._check])
        sharing = Sharing(self._context.dispatcher, self._names)
        app.add_routes(
            [
                web.get(SOCKET_PATH, self._connect),
                web.get(METRICS_PATH, self._show_metrics),
                *(self._operator.routes() if self._operator else ()),
                *api_routes(self._context.dispatcher, all_routes()),
                *mail_routes(self._context.dispatcher),
                web.get(PICTURE, sharing.picture),
                web.get(INVITATION_PICTURE, sharing.invitation_picture),
                web.get(QR_CODE, sharing.qr_code),
                *page_routes(
                    sharing.head,
                    {REPLAY: sharing.replay_head, INVITATION: sharing.invitation_head},
                ),
            ]
        )
        app.on_response_prepare.append(self._suit_the_origin)
        logging.getLogger("aiohttp.server").addFilter(_is_ours)
        self._runner = web.AppRunner(app, shutdown_timeout=2)
        await self._runner.setup()
        return await self.port.open(host, port)

    async def close(self) -> None:
        """Send every client a farewell and close."""
        for connection in list(self._context.connections):
            connection.tell(farewell(ServerReason.CLOSING))
        await self.port.close()
        for timer in self._silent.values():
            timer.cancel()
        if self._runner:
            await self._runner.cleanup()

    def _connection(self, peer: Peer) -> asyncio.Protocol:
        assert self._runner is not None
        assert self._runner.server is not None
        loop = asyncio.get_running_loop()
        proxied = self._access.admission.trusts(peer.address)
        # While the client behind a proxy is unknown, nobody is charged.
        meter = Meter() if proxied else PageMeter(self._limits, origin_of(peer.address))
        # Automatic decompression would unpack a body before the request is checked.
        connection = HttpConnection(
            self._runner.server,
            loop=loop,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=self._at_most(NEXT_REQUEST),
            meter=meter,
        )
        seconds = self._at_most(FIRST_REQUEST)
        self._silent[connection] = loop.call_later(seconds, self._close_silent, connection)
        return connection

    def _at_most(self, seconds: float) -> float:
        """Cap a timeout at the login deadline."""
        deadline = self._access.deadline
        return min(seconds, deadline.seconds) if deadline else seconds

    def _close_silent(self, connection: RequestHandler) -> None:
        del self._silent[connection]
        connection.force_close()

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request, unless its host, its origin or a rate limit forbids it."""
        if timer := self._silent.pop(request.protocol, None):
            timer.cancel()
        forwarded = request.headers.getall(FORWARDED_FOR, ())
        trusts = self._access.admission.trusts
        address = client_address(request.remote or "", forwarded, trusts)
        origin = origin_of(address)
        request[ADDRESS] = address
        request[ORIGIN] = origin
        connection = cast("HttpConnection", request.protocol)
        if trusts(request.remote or ""):
            connection.pay_by(PageMeter(self._limits, origin), first=False)
        meter = connection.meter
        wait = meter.wait()
        turn = self._limits.wait_for_page(origin)
        if seconds := max(wait, turn or 0):
            await asyncio.sleep(seconds)
        if turn is None:
            meter.spend(DEPOSIT)
            return refused(refuse(ServerReason.TOO_OFTEN))
        if not (request.path == METRICS_PATH or self._names.allow(request)):
            meter.spend(DEPOSIT)
            if not self._names.knows_host(request) and wants_page(request):
                return unknown_host_page(request)
            return refused(refuse(ServerReason.WRONG_ORIGIN))
        if request.path == SOCKET_PATH:  # its messages are measured one by one
            return await handler(request)
        if is_unknown_page(request):
            handler = not_found
        return await meter.work(handler(request))

    async def _suit_the_origin(
        self, request: web.BaseRequest, response: web.StreamResponse
    ) -> None:
        """Send HSTS if a configured origin says that this server is reached over TLS.

        Remove the opener policy where browsers would ignore it and report an error.
        """
        if not isinstance(request, web.Request):
            return
        if self._names.has_secure_origin(request):
            response.headers["Strict-Transport-Security"] = f"max-age={YEAR}"
        if not self._names.is_trustworthy(request):
            response.headers.popall(OPENER_POLICY, None)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        """Serve a WebSocket from its handshake to its end, unless this node is draining."""
        if self._context.dispatcher.availability.closes_ports():
            return refused(refuse(ServerReason.DRAINING))
        # Not a list: this call lasts as long as the connection and would keep the list alive.
        open_there = sum(each.address == request[ORIGIN] for each in self._context.connections)
        if not self._access.admission.has_room(open_there):
            return refused(refuse(ServerReason.TOO_MANY))
        socket = web.WebSocketResponse(autoping=False, max_msg_size=LONGEST_MESSAGE, compress=False)
        await socket.prepare(request)
        if request.transport is None:
            raise ConnectionResetError

        def close() -> None:
            task = asyncio.ensure_future(socket.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

        connection = WebSocketConnection(
            self._codec,
            self._context,
            request.transport,
            close,
            heartbeats=HEARTBEAT in request.query,
        )
        cast("HttpConnection", request.protocol).pay_by(connection.meter, first=True)
        await connection.serve(socket, request[ADDRESS])
        return socket

    async def _show_metrics(self, _: web.Request) -> web.Response:
        page = self._context.metrics.page().encode()
        return web.Response(body=page, headers={"Content-Type": METRICS_TYPE})


def _is_ours(record: logging.LogRecord) -> bool:
    """Return whether to log a failure; malformed HTTP and lost connections are not logged."""
    return not (record.exc_info and isinstance(record.exc_info[1], NOT_OURS))
