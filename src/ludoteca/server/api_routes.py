"""Routes of the API: their declaration, and their answers over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from aiohttp import web
from msgspec import Struct

from ludoteca.core import Dispatcher
from ludoteca.core.journaling import log_failure
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import Refused, ServerReason, refuse
from ludoteca.ops.turns import Turns
from ludoteca.server.page import accepts_gzip, compressed, response

T = TypeVar("T")

JSON = "application/json"
LINES = "application/x-ndjson"
LIVE = "no-store"
KEPT = "private, max-age=86400"
"""Cache policy of finished games, which never change; shared caches must not keep private ones."""

RULES_FORBID = 409
"""Status of a refusal by the rules of a game."""
STATUSES: Mapping[str, int] = {
    ServerReason.BAD_PARAMETER: 400,
    ServerReason.WRONG_ORIGIN: 403,
    ServerReason.UNREADABLE: 400,
    ServerReason.BAD_NAME: 400,
    ServerReason.NAME_RESERVED: 400,
    ServerReason.BAD_ADDRESS: 400,
    ServerReason.NOT_IN_YET: 401,
    ServerReason.NOT_OPERATOR: 401,
    ServerReason.WRONG_OPERATOR_SECRET: 403,
    ServerReason.BANNED: 403,
    ServerReason.NO_SUCH_PATH: 404,
    ServerReason.NOT_BANNED: 404,
    ServerReason.PERSON_AWAY: 404,
    ServerReason.NO_SUCH_GAME: 404,
    ServerReason.NO_SUCH_TABLE: 404,
    ServerReason.NO_SUCH_PERSON: 404,
    ServerReason.NO_SUCH_SEAT: 404,
    ServerReason.NO_TEACHER: 404,
    ServerReason.NO_SUCH_VERSION: 404,
    ServerReason.WRONG_METHOD: 405,
    ServerReason.NOT_OVER: 409,
    ServerReason.NOT_STARTED: 409,
    ServerReason.NO_WATCHING: 403,
    ServerReason.UNREADABLE_MOVE: 400,
    ServerReason.BAD_POSITION: 400,
    ServerReason.BAD_SEATS: 400,
    ServerReason.BAD_OPTIONS: 400,
    ServerReason.NO_DRAFT: 409,
    ServerReason.NOT_COMPARED: 409,
    ServerReason.TOO_LONG: 409,
    ServerReason.TOO_OFTEN: 429,
    ServerReason.TOO_MANY: 429,
    ServerReason.OVER_ALREADY: 409,
    ServerReason.SEATED_ALREADY: 409,
    ServerReason.UNREADABLE_TABLE: 500,
    ServerReason.UNKNOWN_RULES: 501,
    ServerReason.UNAVAILABLE: 503,
    ServerReason.NOT_READY: 503,
    ServerReason.DRAINING: 503,
    ServerReason.NOT_WRITTEN: 503,
    ServerReason.OUTCOME_UNKNOWN: 503,
}


NO_REPLAY = (
    ServerReason.NO_SUCH_TABLE,
    ServerReason.NOT_OVER,
    ServerReason.UNREADABLE_TABLE,
    ServerReason.UNKNOWN_RULES,
    ServerReason.UNAVAILABLE,
)
"""Reasons why a finished game cannot be shown."""


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class Download(NamedTuple):
    """An answer to be saved as a file."""

    name: str
    body: bytes


class Streamed(NamedTuple):
    """An answer to be saved as a file, sent in pieces."""

    name: str
    pieces: AsyncIterator[bytes]


class Paged(NamedTuple):
    """A page of a list, and the cursor of the next page, which is empty on the last page."""

    items: Sequence[object]
    more: str


class Route(NamedTuple):
    """A path, its parameters, and its answers."""

    path: str
    meaning: str
    answer: Callable[..., Awaitable[object]]
    """Returns a value of the type in `gives`, a page of a list, a download, or a refusal.

    Its arguments are the dispatcher and the parameters, followed by the token if the route is
    `signed`, or by the client's address if it answers `by_address`.
    """
    gives: Any
    asks: type[Struct] = Nothing
    """Parameters in the path and in the query string."""
    refusals: tuple[ServerReason, ...] = ()
    media: str = JSON
    cache: str = LIVE
    limit: str = ""
    """Name of an additional rate limit per address."""
    turns: Callable[[Dispatcher], Turns] | None = None
    """Queue that serves addresses in turn, for slow answers."""
    by_address: bool = False
    """Whether `answer` also receives the client's address and may take a long time."""
    is_guess: bool = False
    """Whether the limit counts only requests that find nothing."""
    signed: bool = False
    """Whether the header `Authorization: Bearer TOKEN` identifies the player."""

    @property
    def reasons(self) -> tuple[ServerReason, ...]:
        """All reasons for a refusal at this path, including those common to all paths."""
        return (ServerReason.BAD_PARAMETER, *self.refusals, ServerReason.TOO_OFTEN)


ORIGIN = web.RequestKey("origin", str)
"""Address of the client, as used by rate limits."""
BEARER = "Bearer "
"""Prefix of the header that identifies the player."""
METHODS = ("GET", "HEAD")
SMALLEST = 1024
"""Bytes below which answers are not compressed."""
LONG = 32 * 1024
"""Bytes above which answers are compressed in a thread, to keep the event loop free."""
LEVEL = 6
"""Compression level; a higher level delays the answer by more time than the smaller size saves."""
GONE = 0.2
"""Seconds between checks for a disconnected client during a slow answer."""
SNIFF = {"X-Content-Type-Options": "nosniff"}


def api_routes(dispatcher: Dispatcher, routes: Iterable[Route]) -> list[web.RouteDef]:
    """Return these routes for aiohttp, and a route that refuses all other paths under `/api`."""
    every = [
        web.route("*", route.path, _RouteHandler(dispatcher, route).answer) for route in routes
    ]
    return [*every, web.route("*", "/api{rest:(/.*)?}", _no_such_path)]


class _RouteHandler:
    """Answers requests at one path."""

    def __init__(self, dispatcher: Dispatcher, route: Route) -> None:
        self._dispatcher = dispatcher
        self._route = route

    async def answer(self, request: web.Request) -> web.StreamResponse:
        route = self._route
        if request.method not in METHODS:
            return refused(refuse(ServerReason.WRONG_METHOD))
        if banned := self._dispatcher.moderation.why_not_enter("", request[ORIGIN]):
            return refused(banned)
        if route.limit and not self._dispatcher.limits.allow(route.limit, request[ORIGIN]):
            return refused(refuse(ServerReason.TOO_OFTEN))
        try:
            answer = await self._ask(request, _parameters(request, route))
            self._give_back(request, answer)
        except msgspec.ValidationError as error:
            return refused(refuse(ServerReason.BAD_PARAMETER, str(error)))
        except JournalError as error:
            log_failure(error, request=route.path)
            return refused(refuse(ServerReason.UNAVAILABLE))
        if isinstance(answer, Refusal):
            return refused(answer)
        headers = {**SNIFF, "Cache-Control": route.cache, "Content-Type": route.media}
        return await _answered(request, answer, headers)

    def _give_back(self, request: web.Request, answer: object) -> None:
        """Charge a guess only if it was wrong."""
        if self._route.is_guess and answer:
            self._dispatcher.limits.give_back(self._route.limit, request[ORIGIN])

    async def _ask(self, request: web.Request, asked: msgspec.Struct) -> object:
        """Answer a request; on slow routes, first wait for the turn of its address."""
        if self._route.signed:
            header = request.headers.get("Authorization", "")
            token = header.removeprefix(BEARER) if header.startswith(BEARER) else ""
            return await self._route.answer(self._dispatcher, asked, token)
        if self._route.by_address:
            answer = self._route.answer(self._dispatcher, asked, request[ORIGIN])
            return await _while_connected(request, answer)
        if not self._route.turns:
            return await self._route.answer(self._dispatcher, asked)
        async with self._route.turns(self._dispatcher).turn(request[ORIGIN]):
            return await _while_connected(request, self._route.answer(self._dispatcher, asked))


async def _while_connected(request: web.Request, work: Awaitable[T]) -> T:
    """Await read-only work, or cancel it once the client has disconnected."""
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            if request.transport is None:
                raise ConnectionResetError
            await asyncio.wait([working], timeout=GONE)
        return working.result()
    finally:
        working.cancel()


async def _response(request: web.Request, body: bytes, headers: dict[str, str]) -> web.Response:
    """Return a response, compressed if it is long and the client accepts compression."""
    if len(body) < SMALLEST:
        return web.Response(body=body, headers=headers)
    if len(body) < LONG or not accepts_gzip(request):
        return response(request, headers, body, lambda: compressed(body, LEVEL))
    packed = await asyncio.to_thread(compressed, body, LEVEL)
    return response(request, headers, body, lambda: packed)


async def _answered(
    request: web.Request, answer: object, headers: dict[str, str]
) -> web.StreamResponse:
    if isinstance(answer, Download | Streamed):
        headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
    if isinstance(answer, Streamed):
        return await _streamed(request, answer.pieces, headers)
    if isinstance(answer, Download):
        return await _response(request, answer.body, headers)
    if isinstance(answer, Paged):
        if answer.more:
            following = request.rel_url.update_query(after=answer.more)
            headers["Link"] = f'<{following}>; rel="next"'
        answer = answer.items
    return await _response(request, msgspec.json.encode(answer), headers)


async def _streamed(
    request: web.Request, pieces: AsyncIterator[bytes], headers: dict[str, str]
) -> web.StreamResponse:
    """Send pieces as they arrive; on failure, close the connection before the answer ends."""
    response = web.StreamResponse(headers=headers)
    await response.prepare(request)
    if request.method == "HEAD":
        return response
    pending = b""
    async for piece in pieces:
        pending += piece
        if len(pending) >= LONG:
            await response.write(pending)
            pending = b""
    await response.write(pending)
    await response.write_eof()
    return response


def _parameters(request: web.Request, route: Route) -> msgspec.Struct:
    """Return the parameters of a request; raise `ValidationError` if one is invalid."""
    values = dict(request.match_info)
    for name, value in request.query.items():
        if name in values:
            raise msgspec.ValidationError(f"Object contains `{name}` twice")
        values[name] = value
    return msgspec.convert(values, route.asks, strict=False)


async def _no_such_path(_: web.Request) -> web.Response:
    return refused(refuse(ServerReason.NO_SUCH_PATH))


def refused(refusal: Refusal, *methods: str) -> web.Response:
    """Return a refusal as a response; for a wrong method, list the allowed ones."""
    status = STATUSES.get(refusal.code, RULES_FORBID)
    headers = {**SNIFF, "Cache-Control": LIVE, "Content-Type": JSON}
    if status == 405:
        headers["Allow"] = ", ".join(methods or METHODS)
    body = msgspec.json.encode(Refused(refusal.code, refusal.detail))
    return web.Response(status=status, body=body, headers=headers)
