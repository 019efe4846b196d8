"""Rules, help and other tables open in a panel over the table, in real browsers."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsers import LAPTOP, PHONE, SMALL, Screen, Visitors, axe
from tests.web.servers import Programs
from tests.web.tables import ask, come_in, in_order, known, move, no_keys, table_of

PANEL = "dialog.over"


def opened(page: Page, title: str) -> None:
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    expect(page.locator(f"{PANEL} h1")).to_have_text(title)
    expect(page.locator(f"{PANEL} .inside")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/table/\d+$"))


def closed(page: Page) -> None:
    expect(page.locator(PANEL)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/table/\d+$"))
    assert page.evaluate("history.state") is None


def test_reading_the_rules_keeps_the_seat(visitors: Visitors) -> None:
    pages = [come_in(visitors, "Anna"), come_in(visitors, "Bruno")]
    table = table_of(pages)
    first, second = in_order(pages, table)
    rules = second.locator("#top nav").get_by_role("link", name="Rules")
    rules.focus()
    second.keyboard.press("Enter")
    opened(second, "My Shelfie")
    turn = second.get_by_role("dialog").get_by_role("status")
    expect(turn).not_to_have_text("Your turn")
    move(first, table)
    expect(turn).to_have_text("Your turn")
    assert [one["here"] for one in known(first)["info"]["seats"]] == [True, True]
    second.locator(f"{PANEL} .contents").get_by_role("link", name="The end").click()
    expect(second.locator(f"{PANEL} h2", has_text="The end")).to_be_focused()
    second.locator(f"{PANEL} .which").get_by_role("link", name="Masters of Renaissance").click()
    opened(second, "Masters of Renaissance")
    second.keyboard.press("Escape")
    closed(second)
    expect(rules).to_be_focused()
    expect(second.locator(".headline.mine")).to_be_visible()


def test_chat_is_visible_beside_the_rules(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno", screen=SMALL)
    table = table_of([anna, bruno])
    for page in (anna, bruno):
        page.locator("#top nav").get_by_role("link", name="Rules").click()
        opened(page, "My Shelfie")
    beside = anna.locator(f"{PANEL} ludo-chat")
    beside.get_by_label("Write a message").fill("What is a group?")
    beside.get_by_role("button", name="Send").click()
    expect(beside.locator(".text")).to_have_text("What is a group?")
    heard = bruno.locator(f"{PANEL} .heard")
    expect(heard).to_contain_text("Anna: What is a group?")
    expect(heard).to_be_in_viewport(ratio=1)
    axe(bruno)
    heard.get_by_role("button", name="Anna").tap()
    closed(bruno)
    expect(bruno.locator("#panel-chat")).to_be_in_viewport()
    ask(bruno, "say", table=table, text="Tiles of one kind that touch.")
    expect(beside.locator(".text")).to_have_count(2)
    axe(anna)
    for screen in (LAPTOP, Screen(1440, 900), Screen(1920, 1080)):
        anna.set_viewport_size({"width": screen.width, "height": screen.height})
        expect(beside.locator("form")).to_be_in_viewport(ratio=1)


def test_panel_is_reopened_by_a_reload_and_closed_by_the_back_button(visitors: Visitors) -> None:
    pages = [come_in(visitors, "Anna", dark=True), come_in(visitors, "Bruno")]
    page, _ = in_order(pages, table_of(pages))
    menu = page.locator(".actions summary")
    menu.click()
    page.locator(".actions").get_by_role("link", name="Rules").click()
    opened(page, "My Shelfie")
    page.reload()
    opened(page, "My Shelfie")
    page.go_back()
    closed(page)
    menu.click()
    page.locator(".actions").get_by_role("link", name="Rules").click()
    opened(page, "My Shelfie")
    page.go_back()
    closed(page)
    expect(menu).to_be_focused()
    page.go_forward()
    opened(page, "My Shelfie")
    page.mouse.click(5, 300)
    closed(page)


def test_phone_looks_at_other_tables_over_the_table(visitors: Visitors, programs: Programs) -> None:
    pages = [come_in(visitors, name, screen=PHONE, language="it") for name in ("Anna", "Bruno")]
    page, _ = in_order(pages, table_of(pages))
    page.locator("#top nav").get_by_role("link", name="Aiuto").tap()
    opened(page, "Aiuto")
    axe(page)
    no_keys(page)
    page.get_by_role("button", name="Torna al tavolo").tap()
    closed(page)
    page.locator(".actions summary").tap()
    page.get_by_role("link", name="Altri tavoli").tap()
    opened(page, "Altri tavoli")
    carla = programs.come_in("Carla")
    other = carla.ask("table_shown", do="open_table", game="renaissance", seats=4)["info"]["table"]
    axe(page)
    page.locator(PANEL).get_by_role("link", name=f"Vedi Tavolo {other}").tap()
    expect(page).to_have_url(re.compile(f"/table/{other}$"))
    expect(page.locator(".gathering")).to_be_visible()
    closed(page)
    page.go_back()
    expect(page.locator(".headline")).to_be_visible()
    closed(page)
