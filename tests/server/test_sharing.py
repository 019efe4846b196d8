"""Shared links to finished games: descriptions, their readers, and pictures."""

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import pytest
from aiohttp.test_utils import make_mocked_request

from ludoteca.journal import SqliteJournal
from ludoteca.messages import Clock, OpenTable
from ludoteca.server import OwnNames, WebServer, qr, sharing
from ludoteca.server.api_routes import ORIGIN
from tests.core.local import LocalServer, shown
from tests.server.running import (
    PRIVATE,
    PUBLIC,
    RUNNING,
    SPOILT,
    WAITING,
    Answer,
    RunningServer,
    asked,
    lived_in,
)

META = re.compile(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">')


async def told(server: RunningServer, path: str, **headers: str) -> dict[str, str]:
    """Return the metadata in the head of a page by name."""
    answer = await server.ask(path, **headers)
    assert answer.status == 200
    head, _ = answer.body.decode().split("</head>")
    return {name: unescape(text) for name, text in META.findall(head)}


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    return width, height


async def test_preview_gives_the_result_in_the_language_of_the_client(
    server: RunningServer,
) -> None:
    english = await told(server, f"/replay/{PUBLIC}?at=12")
    title = re.fullmatch(r"My Shelfie: Anna (\d+), <i>Bruno</i> (\d+)", english["og:title"])
    assert title
    winner = "Anna" if int(title[1]) > int(title[2]) else "<i>Bruno</i>"
    assert english["og:description"] == f"{winner} wins. Watch the game move by move."
    assert english["og:url"] == f"{server.address}/replay/{PUBLIC}"
    assert english["twitter:card"] == "summary_large_image"
    headers = {"Accept-Language": "it-IT,it;q=0.9,en;q=0.8"}
    italian = await told(server, f"/replay/{PUBLIC}", **headers)
    assert italian["og:description"] == f"Vince {winner}. Guarda la partita mossa per mossa."


async def test_names_stay_texts(server: RunningServer) -> None:
    body = (await server.ask(f"/replay/{PUBLIC}")).body
    assert b"&lt;i&gt;Bruno&lt;/i&gt;" in body
    assert b"<i>" not in body


async def test_a_described_page_is_sent_again_only_if_it_has_changed(server: RunningServer) -> None:
    answer = await server.ask(f"/replay/{PUBLIC}")
    assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language"
    again = await server.ask(f"/replay/{PUBLIC}", **{"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


@pytest.mark.parametrize("path", [PRIVATE, f"{PRIVATE}?code=guess", WAITING, RUNNING, SPOILT, "x"])
async def test_client_without_access_gets_the_answer_for_a_missing_game(
    server: RunningServer, path: int | str
) -> None:
    nothing = (await server.ask("/replay/999")).body
    assert (await server.ask(f"/replay/{path}")).body == nothing
    number, _, query = str(path).partition("?")
    picture = await server.ask(f"/replay/{number}/picture.png?{query}")
    assert (picture.status, picture.body) == (404, b"")
    assert picture.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("private", [False, True])
async def test_picture_is_at_the_address_in_the_page(server: RunningServer, private: bool) -> None:
    path = f"/replay/{PRIVATE}?code={server.code}" if private else f"/replay/{PUBLIC}"
    head = await told(server, path)
    assert head["og:image"].startswith(f"{server.address}/replay/")
    picture = await server.ask(head["og:image"].removeprefix(server.address))
    assert (picture.status, picture.headers["Content-Type"]) == (200, "image/png")
    assert size_of(picture.body) == (int(head["og:image:width"]), int(head["og:image:height"]))
    assert 10_000 < len(picture.body) < 200_000
    assert "private" in picture.headers["Cache-Control"]


async def test_without_the_extra_there_is_a_text_but_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "available", lambda: False)
    await lived_in(tmp_path)
    journal = SqliteJournal(tmp_path)
    previews = sharing.Sharing(LocalServer(journal).dispatcher, OwnNames())
    request = make_mocked_request("GET", "/", match_info={"number": str(PUBLIC)})
    request[ORIGIN] = "192.0.2.1"
    head = dict(META.findall(await previews.replay_head(request)))
    assert head["og:title"].startswith("My Shelfie: Anna")
    assert head["twitter:card"] == "summary"
    assert not any("image" in name for name in head)
    assert (await previews.picture(request)).status == 404
    await journal.close()


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("games.example.org", "https://games.example.org"),  # where a proxy speaks TLS
        ("GAMES.example.org", "https://games.example.org"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
    ],
)
def test_links_begin_as_the_origin_that_was_set(host: str, address: str) -> None:
    names = OwnNames(["https://games.example.org"])
    assert names.address(make_mocked_request("GET", "/", {"Host": host})) == address


LAN = "192.168.1.5"


@pytest.mark.parametrize(
    ("host", "origins", "others", "shared"),
    [
        ("localhost:8000", [], [LAN, "10.0.0.7"], f"http://{LAN}:8443"),
        ("127.0.0.1:8000", [], [LAN], f"http://{LAN}:8443"),
        ("[::1]:8000", [], ["fd00::2"], "http://[fd00::2]:8443"),
        ("localhost:8000", [], [], ""),
        ("localhost:8000", ["https://b.example", "https://a.example"], [LAN], "https://b.example"),
        ("10.0.0.7:8000", [], [LAN], ""),
        ("", [], [LAN], ""),
        ("games.local:8000", ["https://a.example"], [LAN], ""),
    ],
)
def test_links_shared_by_localhost_begin_with_an_address_for_others(
    host: str, origins: Sequence[str], others: Sequence[str], shared: str
) -> None:
    names = OwnNames(origins, other_hosts=lambda: others)
    ends = {"sockname": ("192.168.1.5", 8443)}
    request = make_mocked_request(
        "GET",
        "/",
        {"Host": host} if host else {},
        transport=SimpleNamespace(get_extra_info=ends.get),
    )
    assert names.shared_address(request) == shared


async def served(path: str, **headers: str) -> tuple[int, Answer]:
    """Return the port of a server on this network, and its answer."""
    names = OwnNames(other_hosts=lambda: [LAN])
    listener = WebServer(LocalServer().dispatcher, names=names)
    port = await listener.open("127.0.0.1", 0)
    try:
        return port, await asked(f"http://127.0.0.1:{port}{path}", **headers)
    finally:
        await listener.close()


@pytest.mark.parametrize("path", ["/", "/t/abc", "/table/1", "/replay/9"])
async def test_page_at_localhost_contains_the_network_address(path: str) -> None:
    port, answer = await served(path)
    tag = f'<meta name="ludoteca-address" content="http://{LAN}:{port}">'
    assert answer.body.decode().partition("</head>")[0].rstrip().endswith(tag)
    _, by_address = await served(path, Host="10.0.0.7:8000")
    assert b"ludoteca-address" not in by_address.body


async def test_the_invitation_of_a_table_is_a_code() -> None:
    port, answer = await served("/invitation.svg?code=be87bf8d254a")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/svg+xml")
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"
    assert answer.body == qr.svg(f"http://{LAN}:{port}/t/be87bf8d254a")


@pytest.mark.parametrize("code", ["", "a/b", "a%20b", "%22%3E", "a" * 65, "%C3%A8"])
async def test_other_texts_are_not_encoded(code: str) -> None:
    _, answer = await served(f"/invitation.svg?code={code}")
    assert (answer.status, answer.body) == (404, b"")


def test_codes_are_bounded() -> None:
    assert len(qr.svg("x" * qr.LONGEST)) < 6_000
    with pytest.raises(ValueError, match="x"):
        qr.svg("x" * (qr.LONGEST + 1))


@pytest.mark.parametrize(
    ("clock", "described"),
    [
        (None, "no clock"),
        (Clock(bank=600), "10 minutes per game"),
        (Clock(turn=86_400), "1 day per turn"),
    ],
)
async def test_invitation_describes_the_clock(clock: Clock | None, described: str) -> None:
    server = LocalServer()
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2, clock=clock))
    previews = sharing.Sharing(server.dispatcher, OwnNames())
    code = shown(anna).info.code
    request = make_mocked_request("GET", "/", {"Host": "here"}, match_info={"code": code})
    request[ORIGIN] = "192.0.2.1"
    head = dict(META.findall(await previews.invitation_head(request)))
    assert head["og:description"].endswith(described)


async def test_invitation_names_the_owner_and_the_game() -> None:
    server = LocalServer()
    anna = await server.enter("<i>Anna</i>")
    clock = Clock(bank=600, increment=10)
    await anna.ask(OpenTable(game="shelfie", seats=4, private=True, clock=clock))
    code = shown(anna).info.code
    previews = sharing.Sharing(server.dispatcher, OwnNames())

    async def head(code: str, language: str) -> dict[str, str]:
        headers = {"Host": "here", "Accept-Language": language}
        request = make_mocked_request("GET", "/", headers, match_info={"code": code})
        request[ORIGIN] = "192.0.2.1"
        found = META.findall(await previews.invitation_head(request))
        return {name: unescape(text) for name, text in found}

    english = await head(code, "en")
    assert english["og:title"] == "<i>Anna</i> invites you to My Shelfie"
    assert english["og:url"] == f"http://here/t/{code}"
    seats, *options = english["og:description"].split(", ", 1)
    assert seats == "1 of 4 seats taken"
    rules = "two common goals, Italian edition"
    assert options == [f"{rules}, 10 minutes per game, plus 10 seconds per turn"]
    italian = await head(code, "it")
    assert italian["og:title"] == "<i>Anna</i> ti invita a giocare a My Shelfie"
    assert await head("unknown", "en") == {}


async def test_the_picture_of_an_invitation_is_where_the_page_says() -> None:
    server = LocalServer()
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4, private=True))
    listener = WebServer(server.dispatcher)
    address = f"http://127.0.0.1:{await listener.open('127.0.0.1', 0)}"
    try:
        page = await asked(f"{address}/t/{shown(anna).info.code}", **{"Accept-Language": "it"})
        head = dict(META.findall(page.body.decode()))
        assert head["twitter:card"] == "summary_large_image"
        assert head["og:image"].startswith(f"{address}/t/")
        picture = await asked(head["og:image"])
        assert (picture.status, picture.headers["Content-Type"]) == (200, "image/png")
        assert picture.headers["Cache-Control"] == "no-store"
        assert size_of(picture.body) == (int(head["og:image:width"]), int(head["og:image:height"]))
        unknown = await asked(f"{address}/t/unknown/picture.png")
        assert (unknown.status, unknown.body) == (404, b"")
    finally:
        await listener.close()


async def test_the_page_of_an_invitation_is_served(server: RunningServer) -> None:
    assert await told(server, "/t/unknown") == await told(server, "/")
    assert await server.read("/api/invitations/unknown") == []
