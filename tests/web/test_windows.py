"""One player in several tabs of one browser."""

from playwright.sync_api import Page, expect

from tests.web.browsers import Visitors
from tests.web.hands import Hands, expect_held
from tests.web.servers import ServerProcess
from tests.web.tables import ask, come_in, in_order, known, table_of

PUT_BACK = ".held:not(.none)"


def another_tab(page: Page) -> Page:
    """Open the same address in another tab, which shares the name and the token."""
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.locator(".room")).to_be_visible()
    return tab


def test_two_tabs_play_one_game(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    table = table_of([anna, bruno])
    first, other = in_order([anna, bruno], table)
    tab = another_tab(first)
    rules = first.context.new_page()
    rules.goto("/rules/shelfie")
    expect(rules.locator("#main")).not_to_be_empty()
    tiles = Hands(first).pick(1)
    expect(tab.locator(PUT_BACK)).to_have_count(1)
    tab.locator(PUT_BACK).click()
    expect(first.locator(PUT_BACK)).to_have_count(0)
    hands = Hands(tab)
    hands.move(1)
    for page in (first, tab, other):
        expect(page.locator(".room.active")).to_have_count(int(page is other))
        assert known(page)["version"] == known(first)["version"]
    Hands(other).move(1)
    Hands(first).move(1)
    expect(tab.locator(".room.active")).to_have_count(0)
    rules.close()
    tab.close()
    for page in (first, other):
        expect(page.get_by_role("alert")).to_have_count(0)
        assert all(one["here"] for one in known(page)["info"]["seats"])
    assert tiles


def test_hand_is_restored_once_in_two_tabs(visitors: Visitors, server: ServerProcess) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    first, _ = in_order([anna, bruno], table_of([anna, bruno]))
    tab = another_tab(first)
    Hands(first).pick(1)
    tab.locator(PUT_BACK).click()
    Hands(tab).pick(1)
    tiles = [
        str(one)
        for one in tab.locator(PUT_BACK).evaluate_all(
            "(held) => held.map((one) => one.querySelector('[data-tile]').dataset.tile)"
        )
    ]
    visitors.forgive("WebSocket", "Failed to load resource")
    server.kill()
    server.open()
    for page in (first, tab):
        expect_held(page, tiles)
        expect(page.locator(".mine .bubble")).to_have_count(0)


def test_leaving_in_one_tab_leaves_the_other_logged_in(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    tab = page.context.new_page()
    tab.goto("/")
    expect(tab.locator("#top")).to_contain_text("Anna")
    assert ask(tab, "step_out")["notice"] == "done"
    assert ask(page, "look_around")["people"] == ["Anna"]
