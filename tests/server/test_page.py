"""The page for people, in a real browser."""

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tests.server.browser import browsing
from tests.server.opened import PUBLIC, WAITING, Opened
from tests.server.test_web_door import Street


def test_the_page_shows_the_house_and_keeps_up_with_it(house: Opened, tmp_path: Path) -> None:
    async def story() -> None:
        async with browsing(tmp_path) as tab, aiohttp.ClientSession() as session:
            await tab.visit(f"{house.address}/")
            await tab.until("document.querySelector('#replays li')")
            tables = await tab.evaluate("document.querySelector('#tables').innerText")
            assert f"Table {WAITING}, opened by Anna" in tables
            assert "Masters of Renaissance\n2 free seats\nAnna\naway\nfree seat" in tables
            assert "<i>Bruno</i>" in tables  # a name is a text, whatever is in it
            people = await tab.evaluate("document.querySelector('#people').innerText")
            assert "Nobody is here just now." in people
            replay = await tab.evaluate("document.querySelector('#replays').innerText")
            assert "<i>Bruno</i> won\n9 points\nAnna\n2 points" in replay
            link = await tab.evaluate("document.querySelector('#replays a').href")
            assert link == f"{house.address}/api/replays/{PUBLIC}"
            footer = await tab.evaluate("document.querySelector('footer').innerText")
            assert f"ws{house.address.removeprefix('http')}/ws" in footer

            street = Street(session, int(house.address.rpartition(":")[2]))
            clara = await street.come_in("Clara")
            await clara.ask("table_shown", do="open_table", game="shelfie", seats=4)
            await tab.until("document.querySelector('#tables').innerText.includes('by Clara')")
            people = await tab.evaluate("document.querySelector('#people').innerText")
            assert people.split("\n")[-1] == "Clara"
            assert tab.complaints() == []

    asyncio.run(story())


@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_fits_the_screen(house: Opened, tmp_path: Path, width: int) -> None:
    async def story() -> int:
        async with browsing(tmp_path) as tab:
            await tab.ask(
                "Emulation.setDeviceMetricsOverride",
                width=width, height=800, deviceScaleFactor=1, mobile=width < 600,
            )  # fmt: skip
            await tab.visit(f"{house.address}/")
            await tab.until("document.querySelector('#replays li')")
            return int(await tab.evaluate("document.documentElement.scrollWidth"))

    assert asyncio.run(story()) == width


def test_a_house_that_does_not_answer_is_said(tmp_path: Path, house: Opened) -> None:
    async def story() -> None:
        async with browsing(tmp_path) as tab:
            await tab.visit(f"{house.address}/")
            await tab.until("document.querySelector('#state').textContent.includes('open')")
            await tab.ask("Network.enable")
            await tab.ask(
                "Network.emulateNetworkConditions",
                offline=True, latency=0, downloadThroughput=0, uploadThroughput=0,
            )  # fmt: skip
            await tab.until("document.querySelector('#state').textContent.includes('not answer')")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/page.css", "text/css; charset=utf-8"),
        ("/page.js", "text/javascript; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
    ],
)
def test_the_page_lets_nothing_else_in(house: Opened, path: str, kind: str) -> None:
    answer = house.ask(path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; ")
    assert "unsafe" not in policy
    assert b"//" not in answer.body.replace(b"http://www.w3.org/2000/svg", b"").replace(b"// ", b"")
