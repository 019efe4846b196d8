"""Rated games in a real browser: opening one, ratings beside the names, and the leaderboard."""

import re
from datetime import UTC, datetime
from pathlib import Path

from msgspec import json
from playwright.sync_api import Page, expect

from ludoteca.core.ratings.standings import PoolOf, Standing, index_entries_of
from ludoteca.journal import SqliteJournal
from ludoteca.messages import Pool
from tests.web.browsers import PHONE, Visitors, axe
from tests.web.servers import Programs, ServerProcess
from tests.web.tables import ask, come_in, known

SECRET = "correct horse"  # noqa: S105 - of a test
LIVE = PoolOf("shelfie", Pool.LIVE)
MONTH = f"{datetime.now(UTC):%Y-%m}"
MANY = 60


async def rank(folder: Path, standings: list[Standing]) -> None:
    """Write standings as rated games would have done."""
    journal = SqliteJournal(folder)
    for one in standings:
        index = index_entries_of(one, LIVE)
        entries = [b"{}"] * one.games
        await journal.append(LIVE.stream(one.name), 0, entries, json.encode(one), index)
    await journal.close()


def open_options(page: Page) -> None:
    page.get_by_role("button", name="Open a table for friends…").click()
    page.locator(".opening summary").click()


def test_rated_game_from_its_opening_to_the_leaderboard(
    server: ServerProcess, visitors: Visitors, programs: Programs, tmp_path: Path
) -> None:
    server.close()
    others = [Standing(f"Player{n}", 1700.0 - n, 90, 40, {"2020-01": 1.0}) for n in range(MANY)]
    anna = Standing("Anna", 1720.4, 101.2, 30, {MONTH: 1720.4})
    programs.do(rank(tmp_path, [anna, *others]))
    server.open()
    bruno = programs.come_in("Bruno", secret=SECRET)
    page = come_in(visitors, "Anna")
    open_options(page)
    expect(page.get_by_label("Who can join")).to_be_visible()
    expect(page.get_by_label("Rated game")).to_have_count(0)  # guests cannot play rated games
    ask(page, "change_secret", secret="", new=SECRET)
    page.reload()
    open_options(page)
    page.get_by_label("Rated game").check()
    expect(page.get_by_label("Allow undo")).to_have_count(0)
    axe(page)
    page.get_by_role("button", name="Open the table").click()
    gathering = page.locator(".gathering")
    expect(gathering.locator(".chip", has_text=re.compile("^rated$"))).to_be_visible()
    expect(gathering.locator(".rating")).to_have_text("1720 ± 101")
    bruno.ask("table_shown", do="join_table", code=known(page)["info"]["code"])
    ratings = page.locator(".player .rating")
    expect(ratings).to_have_text(["1720 ± 101", "?"])
    bruno.ask("done", do="resign", table=1)
    expect(page.locator(".final .rating")).to_have_text(
        [re.compile(r"^17\d\d \(\+\d+\)$"), re.compile(r"^1[34]\d\d \(\u2212\d+\)$")]
    )
    axe(page)

    page.goto("/")
    page.get_by_role("link", name="Leaderboard: My Shelfie").click()
    rows = page.locator(".leaderboard tbody tr")
    expect(rows).to_have_count(50)
    expect(rows.first).to_contain_text("Anna you")
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(MANY + 1)
    page.get_by_label("Period").select_option(MONTH)
    expect(rows).to_have_count(1)
    axe(page)
    page.get_by_label("Pace").select_option("slow")
    expect(page.locator(".leaderboard")).to_contain_text("Nobody has an established rating")

    phone = visitors.visit("/leaderboard/shelfie", PHONE, "it", dark=True)
    expect(phone.get_by_role("heading", name="Classifica: My Shelfie")).to_be_visible()
    expect(phone.locator(".leaderboard tbody tr")).to_have_count(50)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    axe(phone)
