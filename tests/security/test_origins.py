"""Host names and origins: pages of other sites reach nothing through a player's browser."""

import json
import re
import socket
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import pytest
from aiohttp.test_utils import make_mocked_request

from ludoteca.server import OwnNames
from tests.security.servers import HOST, OpenServer, http, serving
from tests.server.running import asked

NAME = socket.gethostname().lower()
SHORT = NAME.partition(".")[0]
PATHS = ("/ws", "/api/tables", "/")
UPGRADE = {
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving("--origin", "https://games.example.org,http://other.example:8080") as server:
        yield server


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (f"{HOST}:8000", ""),
        ("[::1]:8000", "http://[::1]:8000"),
        ("192.168.1.5", "http://192.168.1.5"),
        ("203.0.114.5:8000", "http://203.0.114.5:8000"),
        ("localhost:8000", "http://localhost:3000"),
        (f"{NAME}:8000", f"http://{NAME}:8000"),
        (f"{SHORT}.local", f"http://{SHORT}.local"),
        (f"{SHORT.upper()}.", ""),
        ("games.example.org", "https://games.example.org"),
        (HOST, "http://other.example:8080"),
    ],
)
def test_own_names_addresses_and_allowed_origins_are_answered(
    server: OpenServer, host: str, origin: str
) -> None:
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    assert http(server.ports["web"], "/api/tables", **headers)[0] == 200


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example", ""),
        ("evil.example:8000", "http://evil.example:8000"),
        ("", ""),
        ("[", ""),
        (HOST, "http://evil.example"),
        (HOST, "null"),
        (HOST, "file://localhost"),
        (HOST, "http://["),
        (HOST, "http://games.example.org"),
        (HOST, "http://other.example"),
        (HOST, "http://203.0.114.5"),
        (HOST, "http://localhost.evil.example"),
    ],
)
def test_all_others_are_refused_with_a_sentence(server: OpenServer, host: str, origin: str) -> None:
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    for path in PATHS:
        status, body = http(server.ports["web"], path, **headers, **UPGRADE)
        if status == 400:  # not even a request
            continue
        assert status == 403
        refused = json.loads(body)
        assert refused["code"] == "http/wrong_origin"
        assert "--origin" in refused["detail"]


BROWSER = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/", "/t/abc", "/replay/1"])
def test_a_browser_at_an_unknown_name_gets_a_page_that_explains_origin(
    server: OpenServer, path: str
) -> None:
    status, body = http(server.ports["web"], path, Host="Game.example:8000", **BROWSER)
    text = body.decode()
    assert status == 403
    assert text.startswith("<!doctype html>")
    assert text.count("ludoteca serve --origin http://game.example:8000<") == 2
    assert "doesn't know the name game.example<" in text
    assert '<section lang="it">' in text
    assert "http/wrong_origin" in text
    assert not re.search(r"{\w+}|<(?:script|link|img)", text)


def test_the_page_names_the_scheme_that_a_proxy_reports(server: OpenServer) -> None:
    headers = {**BROWSER, "Host": "game.example", "X-Forwarded-Proto": "https"}
    assert b"--origin https://game.example<" in http(server.ports["web"], "/", **headers)[1]


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"Host": "game.example"}),
        ("/", {"Host": "game.example", "Accept": "application/json"}),
        ("/api/tables", {"Host": "game.example", **BROWSER}),
        ("/ws", {"Host": "game.example", **BROWSER, **UPGRADE}),
        ("/", {"Origin": "http://evil.example", **BROWSER}),
        ("/", {"Host": "<script>", **BROWSER}),
        ("/", {"Host": "a;reboot", **BROWSER}),
        ("/", {"Host": f"{'a' * 300}.example", **BROWSER}),
    ],
)
def test_programs_and_pages_of_others_still_get_the_refusal_as_json(
    server: OpenServer, path: str, headers: dict[str, str]
) -> None:
    status, body = http(server.ports["web"], path, **headers)
    assert status == 403
    assert json.loads(body)["code"] == "http/wrong_origin"


async def test_content_policy_allows_only_the_style_of_the_page(server: OpenServer) -> None:
    answer = await asked(f"http://{HOST}:{server.ports['web']}/", Host="game.example", **BROWSER)
    style = re.findall(r"<style>(.*)</style>", answer.body.decode())[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = answer.headers["Content-Security-Policy"].split("; ")
    assert policy[:2] == ["default-src 'none'", f"style-src 'sha256-{digest}'"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_server_answers_to_the_name_that_it_listens_on() -> None:
    request = make_mocked_request("GET", "/", {"Host": "games.lan:8000"})
    assert OwnNames(listens_on="games.lan").allow(request)
    assert not OwnNames().allow(request)
    nameless = make_mocked_request("GET", "/", {"Host": ":8000"})
    assert not OwnNames(listens_on="").allow(nameless)
