"""The API over HTTP: a request becomes the answer of its route, or a refusal with a status."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any

import msgspec
from aiohttp import web

from ludoteca.core import Dispatcher
from ludoteca.core.failures import log_failure
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import Refused, ServerReason, refuse
from ludoteca.server.compression import accepts_gzip, compressed, response
from ludoteca.server.route import JSON, LIVE, RULES_FORBID, STATUSES, Download, Paged, Route

ORIGIN = web.RequestKey("origin", str)
"""Where a request has the address of its client, as limits count it."""
METHODS = ("GET", "HEAD")
SMALLEST = 1024
"""Shorter answers are not worth compressing."""
LONG = 32 * 1024
"""Longer answers are compressed beside the loop, where it takes no time from those who play."""
LEVEL = 6
"""Answers are compressed while a client waits: better than this takes longer than it saves."""
GONE = 0.2
"""Seconds between two looks whether a client still waits for a long answer."""
SNIFF = {"X-Content-Type-Options": "nosniff"}


def api_routes(dispatcher: Dispatcher, routes: Iterable[Route]) -> list[web.RouteDef]:
    """These routes for aiohttp, and a refusal for all else under `/api`."""
    every = [
        web.route("*", route.path, _RouteHandler(dispatcher, route).answer) for route in routes
    ]
    return [*every, web.route("*", "/api{rest:(/.*)?}", _no_such_path)]


class _RouteHandler:
    """Answers at one path."""

    def __init__(self, dispatcher: Dispatcher, route: Route) -> None:
        self._dispatcher, self._route = dispatcher, route

    async def answer(self, request: web.Request) -> web.Response:
        route = self._route
        if request.method not in METHODS:
            return refused(refuse(ServerReason.WRONG_METHOD))
        if banned := self._dispatcher.moderation.why_not_enter("", request[ORIGIN]):
            return refused(banned)
        if route.limit and not self._dispatcher.limits.allow(route.limit, request[ORIGIN]):
            return refused(refuse(ServerReason.TOO_OFTEN))
        try:
            answer = await self._ask(request, _parameters(request, route))
        except msgspec.ValidationError as error:
            return refused(refuse(ServerReason.BAD_PARAMETER, str(error)))
        except JournalError as error:
            log_failure(error, request=route.path)
            return refused(refuse(ServerReason.UNAVAILABLE))
        if isinstance(answer, Refusal):
            return refused(answer)
        headers = {**SNIFF, "Cache-Control": route.cache, "Content-Type": route.media}
        if isinstance(answer, Download):
            headers["Content-Disposition"] = f'attachment; filename="{answer.name}"'
            return await _response(request, answer.body, headers)
        if isinstance(answer, Paged):
            if answer.more:
                following = request.rel_url.update_query(after=answer.more)
                headers["Link"] = f'<{following}>; rel="next"'
            answer = answer.items
        return await _response(request, msgspec.json.encode(answer), headers)

    async def _ask(self, request: web.Request, asked: msgspec.Struct) -> Any:
        """What is asked for, when it is the turn of its address."""
        if not self._route.turns:
            return await self._route.answer(self._dispatcher, asked)
        async with self._route.turns(self._dispatcher).turn(request[ORIGIN]):
            return await _while_connected(request, self._route.answer(self._dispatcher, asked))


async def _while_connected(request: web.Request, work: Awaitable[Any]) -> Any:
    """Finish this work, or give it up once the client is gone: nothing is written by it."""
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
    """An answer, compressed if it is long and the client accepts that."""
    if len(body) < SMALLEST:
        return web.Response(body=body, headers=headers)
    if len(body) < LONG or not accepts_gzip(request):
        return response(request, headers, body, lambda: compressed(body, LEVEL))
    packed = await asyncio.to_thread(compressed, body, LEVEL)
    return response(request, headers, body, lambda: packed)


def _parameters(request: web.Request, route: Route) -> msgspec.Struct:
    """The parameters of a request; a `ValidationError` says which one is wrong."""
    values = dict(request.match_info)
    for name, value in request.query.items():
        if name in values:
            raise msgspec.ValidationError(f"Object contains `{name}` twice")
        values[name] = value
    return msgspec.convert(values, route.asks, strict=False)


async def _no_such_path(_: web.Request) -> web.Response:
    return refused(refuse(ServerReason.NO_SUCH_PATH))


def refused(refusal: Refusal, *methods: str) -> web.Response:
    """A refusal as the API answers it, with the methods that are allowed if another was used."""
    status = STATUSES.get(refusal.code, RULES_FORBID)
    headers = {**SNIFF, "Cache-Control": LIVE, "Content-Type": JSON}
    if status == 405:
        headers["Allow"] = ", ".join(methods or METHODS)
    body = msgspec.json.encode(Refused(refusal.code, refusal.detail))
    return web.Response(status=status, body=body, headers=headers)
