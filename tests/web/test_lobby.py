"""The page for people, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe
from tests.web.houses import Programs, Visited, play_out


def part(page: Page, name: str) -> str:
    return page.locator(f"#{name}").inner_text()


def test_the_page_shows_the_house_and_keeps_up_with_it(
    house: Visited, programs: Programs, visitors: Visitors
) -> None:
    table = play_out(programs, "shelfie", "Anna", "<i>Bruno</i>")
    anna = programs.come_in("Anna")
    anna.ask("table_shown", do="open_table", game="renaissance", seats=3)
    anna.leave()
    page = visitors.visit()
    expect(page.locator("#replays li li")).to_have_count(2)
    assert f"Table {table + 1}, opened by Anna" in part(page, "tables")
    assert "Masters of Renaissance\n2 free seats\nAnna\naway\nfree seat" in part(page, "tables")
    assert "Nobody is here just now." in part(page, "people")
    assert "<i>Bruno</i>" in part(page, "replays")  # a name is a text, whatever is in it
    link = page.locator("#replays a").get_attribute("href")
    assert link == f"/api/replays/{table}"
    assert f"ws{house.address.removeprefix('http')}/ws" in page.locator("footer").inner_text()

    clara = programs.come_in("Clara")
    clara.ask("table_shown", do="open_table", game="shelfie", seats=4)
    expect(page.locator("#tables")).to_contain_text("opened by Clara")
    assert part(page, "people").split("\n")[-1] == "Clara"


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_fits_every_screen_and_everybody(
    visitors: Visitors, programs: Programs, screen: Screen, dark: bool
) -> None:
    anna = programs.come_in("Anna")
    anna.ask("table_shown", do="open_table", game="shelfie", seats=4)
    page = visitors.visit(screen=screen, dark=dark)
    expect(page.locator("#tables")).to_contain_text("opened by Anna")
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    axe(page)


def test_a_house_that_was_killed_is_missed_and_found_again(
    house: Visited, programs: Programs, visitors: Visitors
) -> None:
    programs.come_in("Anna").ask("table_shown", do="open_table", game="shelfie", seats=2)
    visitors.forgive("ERR_CONNECTION_REFUSED")
    page = visitors.visit()
    expect(page.locator("#people")).to_contain_text("Anna")
    house.kill()
    expect(page.locator("#state")).to_contain_text("does not answer")
    house.open()
    expect(page.locator("#state")).to_have_text("The house is open.")
    expect(page.locator("#people")).to_contain_text("Nobody")
    assert "opened by Anna" in part(page, "tables")
