"""Names of tens of thousands of characters cost neither time nor memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import no_coverage
from tests.security.servers import OpenServer, connect, serving
from tests.server.websockets import web_clients

pytestmark = no_coverage
MARKS = "\u0301" * 16_000 + "\u0323" * 16_000
"""Combining marks: putting them in order takes seconds."""
EXPANDING = "\ufdfa" * 20_000
"""A symbol that is normalised to eighteen letters."""
NAMES = 40
MOST_SECONDS = 1.0
MOST_BYTES = 16 * 2**20


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    with serving("--limit-work", "off") as server:
        yield server


async def test_a_login_under_a_long_name_costs_no_time(server: OpenServer) -> None:
    before = server.cpu
    async with web_clients(server.ports["web"]) as web:
        stranger = await web.connect()
        no = await stranger.ask("refused", do="enter", name=f"a{MARKS}")
        assert no["code"] == "house/bad_name"
    with connect(server.ports["pipes"]) as raw:
        raw.sendall(f"login|b{MARKS}\n".encode())
        assert b"visible characters" in raw.recv(1000)
    assert server.cpu - before < MOST_SECONDS


def resident(server: OpenServer) -> int:
    """Return the memory of a server in bytes."""
    status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


async def test_long_names_are_not_kept_in_memory(server: OpenServer) -> None:
    async with web_clients(server.ports["web"]) as web:
        anna, stranger = await web.come_in("Anna"), await web.connect()
        before = resident(server)
        for number in range(NAMES):
            name = f"{number}{EXPANDING}"
            no = await anna.ask("refused", do="mute", name=name)
            assert no["code"] == "house/no_such_person"
            no = await stranger.ask("refused", do="enter", name=name)
            assert no["code"] == "house/bad_name"
        assert resident(server) - before < MOST_BYTES


async def test_a_name_that_takes_much_room_on_a_screen_is_refused(server: OpenServer) -> None:
    async with web_clients(server.ports["web"]) as web:
        stranger = await web.connect()
        for name in ("\ufdfa" * 30, "A" + "\u0301" * 29):
            await stranger.say(do="enter", name=name)
            assert (await stranger.next()).get("code") == "house/bad_name"
        for letter in "\u00df\ufb03\u249c":  # each becomes two or three
            await stranger.ask("welcome", do="enter", name=letter * 30)
            await stranger.ask("done", do="step_out")
