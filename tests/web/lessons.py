"""Cases and checks for tests of lessons."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, PHONE, Screen, axe
from tests.web.tables import no_keys

each_game = pytest.mark.parametrize(
    ("game", "screen", "language", "dark"),
    [("shelfie", DESKTOP, "en", False), ("renaissance", PHONE, "it", True)],
)


def is_for_everybody(page: Page, screen: Screen) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    no_keys(page)
    axe(page)


def move(page: Page, game: str) -> None:
    """Make some move on the board."""
    if game == "shelfie":
        page.locator(".cell.pick").first.click()
        expect(page.locator(".cell.picked")).to_have_count(1)
        page.locator(".drop:not([aria-disabled])").first.click()
    else:
        page.locator(".push").first.click()
        page.locator("#ren-take").click()
