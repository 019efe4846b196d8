"""The welcome screen in real browsers: a proposed name, and a game one click away."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors, press
from tests.web.servers import Programs, play_out
from tests.web.tables import ask

TABLE = re.compile(r"/table/\d+$")


def test_new_visitor_plays_at_once_and_is_renamed_later(visitors: Visitors) -> None:
    page = visitors.visit()
    name = page.get_by_label("Your name")
    expect(name).to_have_value(re.compile(r"^\w+ \w+$"))
    expect(page.locator(".welcome form")).to_contain_text("Just a suggestion")
    expect(page.locator(".glance")).to_contain_text("No games played here yet")
    expect(page.locator(".glance .picture")).to_be_visible()
    proposed = name.input_value()
    press(page, "Play My Shelfie")
    expect(page).to_have_url(TABLE)
    expect(page.locator(".player")).to_have_count(2)
    page.locator("#top .menu summary").click()
    rename = page.get_by_role("button", name="Change name")
    expect(rename).to_be_disabled()
    expect(rename).to_have_accessible_description(re.compile("^You have a seat at a table"))
    page.keyboard.press("Escape")
    assert ask(page, "stand_up", table=1)["notice"] == "done"
    page.get_by_role("link", name="Ludoteca").click()
    expect(page.get_by_role("heading", name=f"Hello, {proposed}!")).to_be_visible()
    page.locator("#top .menu summary").click()
    rename.click()
    expect(name).to_have_value(proposed)
    name.fill("Anna")
    press(page, "Play as guest")
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()


def test_taken_proposed_name_is_replaced(visitors: Visitors, programs: Programs) -> None:
    programs.come_in("Brave Badger")
    page = visitors.visit("/help")
    page.add_init_script("Math.random = () => 0")
    page.goto("/")
    expect(page.get_by_label("Your name")).to_have_value("Brave Badger")
    press(page, "Play as guest")
    expect(page.get_by_role("heading", name="Hello, Brave Badger 2!")).to_be_visible()


def test_welcome_screen_shows_a_replay_and_the_games(
    visitors: Visitors, programs: Programs
) -> None:
    table = play_out(programs, "shelfie", "Anna", "<i>Bruno</i>")
    for screen, language, dark in (
        (Screen(1366, 768), "it", False),
        (Screen(1280, 900), "en", True),
        (Screen(390, 844, touch=True), "it", True),
    ):
        page = visitors.visit("/", screen, language, dark=dark)
        glance = page.locator(".glance")
        expect(glance).to_contain_text("<i>Bruno</i>")
        expect(glance.get_by_role("link")).to_have_attribute("href", f"/replay/{table}")
        expect(page.locator(".games .primary")).to_have_count(2)
        expect(page.locator(".games .primary").nth(0 if screen.touch else 1)).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    moves_if_wanted(page)


def moves_if_wanted(page: Page) -> None:
    """Assert that the replay, which stands still by preference, moves on request."""
    still = page.locator(".board").inner_html()
    page.locator(".glance button").click()
    changed = "(before) => document.querySelector('.board').innerHTML !== before"
    page.wait_for_function(changed, arg=still)
