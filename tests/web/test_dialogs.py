"""What opens above the page suits everybody, too: menus, dialogs and refusals, in real browsers."""

from playwright.sync_api import expect

from tests.web.browsers import Visitors, axe
from tests.web.hands import cell
from tests.web.houses import Programs
from tests.web.tables import come_in, sit


def test_nothing_that_opens_stands_in_anybodys_way(programs: Programs, visitors: Visitors) -> None:
    page, bruno = come_in(visitors, "Anna", dark=True), programs.come_in("Bruno")
    table = int(sit(page, "open_table", game="shelfie", seats=2)["table"])
    bruno.ask("table_shown", do="join_table", table=table)
    expect(page.locator(".headline")).to_be_visible()

    cell(page, "4 4").click()  # out of turn
    expect(page.locator(".bubble")).to_be_visible()
    page.locator("#top .menu > summary").click()
    axe(page)
    page.keyboard.press("Escape")
    page.locator(".actions summary").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog", name="Resign?")).to_be_visible()
    axe(page)
