"""Menus, dialogs and refusals are accessible, in real browsers."""

from playwright.sync_api import expect

from tests.web.browsers import Visitors, axe
from tests.web.servers import Programs
from tests.web.tables import come_in, sit


def test_menus_and_dialogs_are_accessible(programs: Programs, visitors: Visitors) -> None:
    page, bruno = come_in(visitors, "Anna", dark=True), programs.come_in("Bruno")
    table = int(sit(page, "open_table", game="shelfie", seats=2)["table"])
    bruno.ask("table_shown", do="join_table", table=table)
    for move in bruno.ask("moves", do="ask_moves", table=table)["moves"][:1]:  # if Bruno begins
        bruno.say(do="play", table=table, move=move)
    expect(page.locator(".room.active")).to_be_visible()

    page.locator(".cell.still").first.click()
    expect(page.locator(".bubble")).to_be_visible()
    page.locator("#top .menu > summary").click()
    axe(page)
    page.keyboard.press("Escape")
    page.locator(".actions summary").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog", name="Resign?")).to_be_visible()
    axe(page)
