"""Nothing is posted to private addresses, whatever a player, a name server or an endpoint says."""

import asyncio
import socket
from collections.abc import AsyncIterator
from ipaddress import ip_network
from typing import Any

import pytest
from aiohttp import web

from ludoteca.delivery import posting
from ludoteca.delivery.posting import Poster, is_public

ALLOWED = (ip_network("127.0.0.0/8"),)


@pytest.fixture
async def poster() -> AsyncIterator[Poster]:
    poster = Poster(ALLOWED)
    yield poster
    await poster.close()


class Endpoint:
    """An endpoint on this machine that counts its requests."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.port = 0
        self.done = asyncio.Event()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(request.path)
        if request.path == "/redirect":
            raise web.HTTPTemporaryRedirect("/elsewhere")
        if request.path == "/slow":
            await self.done.wait()
        if request.path == "/endless":
            response = web.StreamResponse()
            await response.prepare(request)
            while True:
                await response.write(b"x" * 65536)
        return web.Response(status=204)


@pytest.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    endpoint = Endpoint()
    app = web.Application()
    app.add_routes([web.post("/{path:.*}", endpoint.answer)])
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    endpoint.port = runner.addresses[0][1]
    yield endpoint
    endpoint.done.set()
    await runner.cleanup()


PRIVATE = """
127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 0.0.0.0 169.254.169.254 100.64.0.1 224.0.0.1
255.255.255.255 ::1 :: fe80::1%eth0 fc00::1 ff02::1 ::ffff:127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::
"""
PUBLIC = "1.1.1.1 93.184.216.34 2606:4700::1111 ::ffff:1.1.1.1"


def test_only_addresses_on_the_internet_are_public() -> None:
    assert [each for each in PRIVATE.split() if is_public(each)] == []
    assert [each for each in PUBLIC.split() if not is_public(each)] == []


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::ffff:127.0.0.1]/",
        "http://1.1.1.1/",  # not https
        "https:///",
        "https://no-such-host.invalid/",
    ],
)
async def test_private_addresses_are_refused_in_every_spelling(url: str) -> None:
    poster = Poster(())
    assert not await poster.is_allowed(url)
    assert await poster.post(url, b"", {}) == 0
    await poster.close()


async def test_allowed_network_may_be_reached_without_tls(
    poster: Poster, endpoint: Endpoint
) -> None:
    assert await poster.post(f"http://127.0.0.1:{endpoint.port}/x", b"", {}) == 204


async def test_redirects_are_not_followed_and_bodies_not_read(
    poster: Poster, endpoint: Endpoint
) -> None:
    for path, status in (("/redirect", 307), ("/endless", 200)):
        assert await poster.post(f"http://127.0.0.1:{endpoint.port}{path}", b"", {}) == status
    assert endpoint.requests == ["/redirect", "/endless"]


async def test_name_that_changes_its_address_is_refused(
    poster: Poster, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server gives an allowed address when asked first, and a private one afterwards."""
    answers = iter(("127.0.0.1", "10.0.0.1"))

    def look_up(host: str, port: int, *_: Any) -> list[Any]:
        address = (next(answers), port)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert await poster.post(f"http://rebind.example:{endpoint.port}/", b"", {}) == 0
    assert endpoint.requests == []
    assert next(answers, None) is None


async def test_slow_endpoint_is_given_up(
    poster: Poster, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "TIMEOUT", 0.05)
    assert await poster.post(f"http://127.0.0.1:{endpoint.port}/slow", b"", {}) == 0
    assert endpoint.requests in (["/slow"], [])
