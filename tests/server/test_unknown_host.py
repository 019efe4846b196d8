"""The page for people who open the server under a name it does not know."""

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from ludoteca.server.unknown_host import unknown_host_page, wants_page

HOST = "games.example:8000"


def asked(
    path: str = "/",
    *,
    method: str = "GET",
    host: str = HOST,
    accept: str = "text/html",
    scheme: str = "",
) -> web.Request:
    forwarded = {"X-Forwarded-Proto": scheme} if scheme else {}
    return make_mocked_request(method, path, {"Host": host, "Accept": accept, **forwarded})


@pytest.mark.parametrize(
    ("scheme", "origin"),
    [("", "http://games.example:8000"), ("https", "https://games.example:8000")],
)
def test_page_names_the_setting_in_both_languages(scheme: str, origin: str) -> None:
    request = asked("/table/1", scheme=scheme)
    assert wants_page(request)
    answer = unknown_host_page(request)
    assert (answer.status, answer.headers["Cache-Control"]) == (403, "no-store")
    assert isinstance(answer.body, bytes)
    text = answer.body.decode()
    assert text.count(f"--origin {origin}") >= 2
    assert 'lang="en"' in text
    assert 'lang="it"' in text


@pytest.mark.parametrize(
    "request_",
    [
        asked("/api/games"),
        asked("/ws"),
        asked(accept="application/json"),
        asked(method="POST"),
        asked(host="<script>"),
    ],
)
def test_programs_get_no_page(request_: web.Request) -> None:
    assert not wants_page(request_)
