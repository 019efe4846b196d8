"""Host names and pages: a page of a stranger reaches nothing through a player's browser."""

import json
import socket
from collections.abc import Iterator

import pytest

from tests.security.servers import HOST, OpenServer, http, serving

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
def test_own_names_addresses_and_what_is_allowed_are_answered(
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
