"""The operator's page answers only clients that know the secret."""

import asyncio
from collections.abc import AsyncIterator
from ipaddress import ip_network
from typing import Any, NamedTuple

import aiohttp
import pytest

from ludoteca.net.admission import Admission
from ludoteca.ops import Metrics
from ludoteca.server import Access, OwnNames, WebServer, operator_api
from tests.conftest import TIMEOUT
from tests.core.local import LocalServer

PROXY = "127.0.0.2"
BEHIND_TLS = "games.example.org"
SECRET = "an-operator's-secret"  # noqa: S105 - only here


class Site(NamedTuple):
    server: LocalServer
    session: aiohttp.ClientSession
    address: str

    async def post(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        address = f"{self.address}/api/operator/{path}"
        async with self.session.post(address, json=body, headers=headers) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            return answer.status, await answer.json()

    async def code(self, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        status, answer = await self.post(path, body, **headers)
        return status, answer["code"]


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    server = LocalServer()
    admission = Admission(proxies=[ip_network(PROXY)])
    names = OwnNames([f"https://{BEHIND_TLS}", "http://plain.example.org"])
    web = WebServer(server.dispatcher, Metrics(), Access(admission), names, SECRET)
    port = await web.open("127.0.0.1", 0)
    jar = aiohttp.CookieJar(unsafe=True)  # it would not keep cookies of an address
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield Site(server, session, f"http://127.0.0.1:{port}")
    await web.close()


WHO = {"do": "list_clients"}


async def test_operator_api_requires_the_secret(site: Site) -> None:
    ban = {"do": "ban", "name": "Zoe"}
    assert await site.code("ask", WHO) == (401, "operator/not_in_yet")
    for header in ("Bearer nonsense", "Bearer \u00e9"):
        assert await site.code("ask", ban, Authorization=header) == (403, "operator/wrong_secret")
    assert await site.code("ask", ban, Authorization=SECRET) == (401, "operator/not_in_yet")
    assert await site.code("ask", ban, Cookie="ludoteca-operator=x") == (401, "operator/not_in_yet")
    assert site.server.dispatcher.moderation.sanctions() == []


async def test_guesses_are_counted_by_the_address_of_the_client_at_every_path(site: Site) -> None:
    connector = aiohttp.TCPConnector(local_addr=(PROXY, 0))
    async with aiohttp.ClientSession(connector=connector) as session:
        proxy = site._replace(session=session)
        guess = {"Authorization": "Bearer nonsense", "X-Forwarded-For": "10.0.0.1"}
        for _ in range(10):
            assert await proxy.post("session", {}, **guess) == (200, {"session": False})
        assert await proxy.code("ask", WHO, **guess) == (429, "house/too_often")
        guess["X-Forwarded-For"] = "10.0.0.2"
        assert await proxy.code("ask", WHO, **guess) == (403, "operator/wrong_secret")
        right = {"Authorization": f"Bearer {SECRET}", "X-Forwarded-For": "10.0.0.2"}
        assert await proxy.post("session", {}, **right) == (200, {"session": True})


async def sent(site: Site, path: str, *headers: bytes) -> bytes:
    """Send a request with these headers and half a body; return the whole answer."""
    port = int(site.address.rpartition(":")[2])
    head = (f"POST /api/operator/{path} HTTP/1.1".encode(), b"Host: 127.0.0.1")
    kind = b"Content-Type: application/json"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"\r\n".join((*head, kind, *headers, b"", b"{")))
    async with asyncio.timeout(TIMEOUT):
        answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(
    "header", [b"Authorization: Bearer \xff", b"Cookie: ludoteca-operator=\xff"]
)
async def test_headers_that_are_not_text_are_refused(site: Site, header: bytes) -> None:
    answer = await sent(site, "ask", header, b"Connection: close", b"Content-Length: 1")
    assert answer.startswith((b"HTTP/1.1 401", b"HTTP/1.1 403"))


async def test_a_body_that_does_not_come_ends_its_connection(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator_api, "WHOLE_BODY", 0.01)
    await sent(site, "login", b"Content-Length: 9")  # until the end


async def test_a_session_begins_with_the_secret_and_ends(site: Site) -> None:
    assert await site.code("login", {"secret": "wrong"}) == (403, "operator/wrong_secret")
    assert await site.post("session", {}) == (200, {"session": False})
    assert await site.post("login", {"secret": SECRET}) == (200, {})
    assert await site.post("session", {}) == (200, {"session": True})
    (cookie,) = site.session.cookie_jar
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["path"] == "/api/operator"
    await site.server.enter("Anna")
    status, clients = await site.post("ask", WHO)
    assert (status, [client["name"] for client in clients]) == (200, ["Anna"])
    assert await site.code("ask", {"do": "kick"}) == (400, "wire/unreadable")
    assert await site.code("ask", {"do": "kick", "name": "Zoe"}) == (404, "house/person_away")
    value = cookie.value
    assert (await site.post("logout", {}))[0] == 200
    assert await site.code("ask", WHO) == (401, "operator/not_in_yet")
    stolen = {"Cookie": f"ludoteca-operator={value}"}
    assert await site.code("ask", WHO, **stolen) == (401, "operator/not_in_yet")


@pytest.mark.parametrize(
    ("host", "secure"), [(BEHIND_TLS, True), ("plain.example.org", False), ("127.0.0.1", False)]
)
async def test_behind_a_proxy_with_tls_the_cookie_and_the_page_need_it(
    site: Site, host: str, *, secure: bool
) -> None:
    login = f"{site.address}/api/operator/login"
    headers = {"Host": host}
    async with site.session.post(login, json={"secret": SECRET}, headers=headers) as answer:
        (cookie,) = answer.cookies.values()
        assert bool(cookie["secure"]) == secure
    async with site.session.get(site.address, headers=headers) as answer:
        assert answer.status == 200
        assert ("Strict-Transport-Security" in answer.headers) == secure


async def test_programs_may_send_the_secret_each_time(site: Site) -> None:
    for _ in range(30):
        status, _ = await site.post("ask", WHO, Authorization=f"Bearer {SECRET}")
        assert status == 200
    status, answer = await site.post(
        "ask", {"do": "ban", "name": "Zoe"}, Authorization=f"Bearer {SECRET}"
    )
    assert (status, answer) == (200, {"waiting_for": 0})
    (deed,) = await site.server.dispatcher.moderation.operator_actions(9)
    assert deed.by == "operator from local"


async def test_guesses_are_limited_for_each_address(site: Site) -> None:
    for _ in range(10):
        assert (await site.code("login", {"secret": "guess"}))[0] == 403
    assert await site.code("login", {"secret": SECRET}) == (429, "house/too_often")
    assert await site.code("ask", WHO, Authorization=f"Bearer {SECRET}") == (429, "house/too_often")
    site.server.clock.time += 60
    assert (await site.post("login", {"secret": SECRET}))[0] == 200


async def test_no_form_of_another_site_is_accepted(site: Site) -> None:
    await site.post("login", {"secret": SECRET})
    address = f"{site.address}/api/operator/ask"
    for body in ({"do": "announce"}, '{"do":"announce","text":"x"}'):
        async with site.session.post(address, data=body) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, "http/bad_parameter")
    async with site.session.get(address) as answer:
        assert (answer.status, answer.headers["Allow"]) == (405, "POST")


async def test_a_server_without_a_secret_has_no_operator() -> None:
    web = WebServer(LocalServer().dispatcher)
    port = await web.open("127.0.0.1", 0)
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"http://127.0.0.1:{port}/api/operator/login", json={"secret": ""}) as answer,
    ):
        assert answer.status == 404
    await web.close()
