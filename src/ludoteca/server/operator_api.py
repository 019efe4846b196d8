"""The API of the operator's page, which requires a session or the operator's secret.

A session is a cookie that scripts cannot read and that other sites cannot send. Requests must have
the JSON content type, which forms on other sites cannot send.
"""

import asyncio
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TypeAlias

import msgspec
from aiohttp import web
from msgspec import Struct

from ludoteca.core import Dispatcher
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.journaling import log_failure
from ludoteca.games import Refusal
from ludoteca.journal import JournalError, OutcomeUnknown
from ludoteca.messages import ServerReason, refuse
from ludoteca.messages.operator import AnyOperatorRequest
from ludoteca.ops import log
from ludoteca.server.api_routes import BEARER, JSON, LIVE, ORIGIN, SNIFF, refused
from ludoteca.server.http_clients import OwnNames

OPERATOR_PATHS = LOGIN, LOGOUT, SESSION, ASK = tuple(
    f"/api/operator/{word}" for word in ("login", "logout", "session", "ask")
)
COOKIE = "ludoteca-operator"
LASTS = 12 * 3600
"""Seconds for which a session lasts."""
MOST_SESSIONS = 100
WHOLE_BODY = 30.0
"""Seconds for the whole body of a request to arrive."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.Response]]
_decoder: msgspec.json.Decoder[AnyOperatorRequest] = msgspec.json.Decoder(AnyOperatorRequest)


class _Login(Struct, frozen=True, forbid_unknown_fields=True):
    secret: str


class OperatorApi:
    """Answers requests from the operator."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        secret: str,
        names: OwnNames,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._dispatcher = dispatcher
        self._secret = _digest(secret)
        self._names = names
        self._now = now
        self._sessions: dict[bytes, float] = {}
        """End of each session, by the digest of its token."""

    def routes(self) -> list[web.RouteDef]:
        answers = {
            LOGIN: self._login,
            LOGOUT: self._logout,
            SESSION: self._session,
            ASK: self._ask,
        }
        return [web.route("*", path, _only_json(answer)) for path, answer in answers.items()]

    async def _login(self, request: web.Request) -> web.Response:
        try:
            given = msgspec.json.decode(await _body(request), type=_Login).secret
        except msgspec.MsgspecError as error:
            return refused(refuse(ServerReason.BAD_PARAMETER, str(error)))
        if refusal := self._why_not(given, request[ORIGIN]):
            return refused(refusal)
        token = secrets.token_urlsafe(32)
        now = self._now()
        self._sessions = {one: end for one, end in self._sessions.items() if end > now}
        while len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        self._sessions[_digest(token)] = now + LASTS
        response = _answer(b"{}")
        response.set_cookie(
            COOKIE,
            token,
            path="/api/operator",
            max_age=LASTS,
            httponly=True,
            samesite="Strict",
            secure=request.secure or self._names.has_secure_origin(request),
        )
        return response

    async def _logout(self, request: web.Request) -> web.Response:
        self._sessions.pop(_digest(request.cookies.get(COOKIE, "")), None)
        response = _answer(b"{}")
        response.del_cookie(COOKIE, path="/api/operator")
        return response

    async def _session(self, request: web.Request) -> web.Response:
        """Answer whether the page has a session, without refusing the request if it has none."""
        has_session = self._why_not_in(request, request[ORIGIN]) is None
        return _answer(msgspec.json.encode({"session": has_session}))

    async def _ask(self, request: web.Request) -> web.Response:
        address = request[ORIGIN]
        if refusal := self._why_not_in(request, address):
            return refused(refusal)
        body = await _body(request)
        answer = await answer_operator(self._dispatcher, f"operator from {address}", body)
        return refused(answer) if isinstance(answer, Refusal) else _answer(answer)

    def _why_not_in(self, request: web.Request, address: str) -> Refusal | None:
        """Return a refusal if a request has neither a valid session nor the secret."""
        header = request.headers.get("Authorization", "")
        if header.startswith(BEARER):
            return self._why_not(header.removeprefix(BEARER), address)
        end = self._sessions.get(_digest(request.cookies.get(COOKIE, "")), 0.0)
        return None if end > self._now() else refuse(ServerReason.NOT_OPERATOR)

    def _why_not(self, given: str, address: str) -> Refusal | None:
        """Return the reason to refuse a secret, if any; attempts are rate limited per address."""
        if not self._dispatcher.limits.allow("operator", address):
            return refuse(ServerReason.TOO_OFTEN)
        if not hmac.compare_digest(_digest(given), self._secret):
            log.warning("operator_refused", address=address)
            return refuse(ServerReason.WRONG_OPERATOR_SECRET)
        self._dispatcher.limits.give_back("operator", address)
        return None


def _only_json(answer: Handler) -> Handler:
    """Wrap a handler to refuse requests that a form on another site could send."""

    async def check(request: web.Request) -> web.Response:
        if request.method != "POST":
            return refused(
                refuse(ServerReason.WRONG_METHOD, "That address only accepts POST."), "POST"
            )
        if request.content_type != JSON:
            return refused(refuse(ServerReason.BAD_PARAMETER, f"The body must be {JSON}."))
        return await answer(request)

    return check


async def _body(request: web.Request) -> bytes:
    """Return the body of a request; close the connection if it takes too long."""
    try:
        async with asyncio.timeout(WHOLE_BODY):
            return await request.read()
    except TimeoutError:
        request.protocol.force_close()
        raise web.HTTPRequestTimeout from None


def _answer(body: bytes) -> web.Response:
    return web.Response(body=body, headers={**SNIFF, "Cache-Control": LIVE, "Content-Type": JSON})


def _digest(secret: str) -> bytes:
    return sha256(secret.encode(errors="surrogateescape")).digest()  # headers may be any bytes


async def answer_operator(dispatcher: Dispatcher, by: str, body: bytes) -> bytes | Refusal:
    """Answer a request from the operator, over HTTP or the local socket, as JSON."""
    try:
        request = _decoder.decode(body)
    except msgspec.MsgspecError as error:
        return refuse(ServerReason.UNREADABLE, str(error))
    try:
        answer = await operator_requests.answer(dispatcher, by, request)
    except JournalError as error:
        log_failure(error, request=str(request.__struct_config__.tag))
        if isinstance(error, OutcomeUnknown):
            return refuse(ServerReason.OUTCOME_UNKNOWN)
        return refuse(ServerReason.NOT_WRITTEN, str(error))
    return answer if isinstance(answer, Refusal) else msgspec.json.encode(answer)
