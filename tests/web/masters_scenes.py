"""Scenes of Masters of Renaissance for the pictures in the documentation."""

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors
from tests.web.masters import Master
from tests.web.servers import Programs
from tests.web.tables import come_in


def renaissance(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """A game with two bots, previewing a push."""
    anna = among_bots(visitors, screen, language)
    arrow = anna.table.locator(".push").nth(anna.best_line())
    arrow.click()
    expect(anna.table.locator("#ren-take")).to_be_visible()
    anna.page.evaluate("scrollTo(0, 0)")
    return anna.page


def among_bots(visitors: Visitors, screen: Screen, language: str = "en", turns: int = 6) -> Master:
    """Play some turns with two bots, up to the player's next turn."""
    anna = Master(come_in(visitors, "Anna", screen=screen, language=language))
    anna.open_table(3, "greedy")
    anna.keep_the_last_two()
    for _turn in range(turns):
        assert anna.my_turn()
        anna.turn()
    assert anna.my_turn()
    return anna


def lorenzo_at_night(_: Programs, visitors: Visitors, screen: Screen) -> Page:
    """A game against Lorenzo in the dark scheme, with productions selected."""
    anna = against_lorenzo(visitors, screen, dark=True)
    ticks = anna.open_productions()
    for place in range(1, ticks.count()):
        if ticks.nth(place).is_enabled():
            ticks.nth(place).click()
            expect(ticks.nth(place)).to_be_checked()
    anna.page.evaluate("scrollTo(0, 0)")
    return anna.page


def lorenzo(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """A game against Lorenzo, with a card selected."""
    anna = against_lorenzo(visitors, screen, language)
    anna.table.locator("[data-card]").first.click()
    expect(anna.todo.locator(".buying")).to_be_visible()
    anna.page.evaluate("scrollTo(0, 0)")
    return anna.page


def against_lorenzo(
    visitors: Visitors, screen: Screen, language: str = "en", *, dark: bool = False
) -> Master:
    """Play against Lorenzo until the player has bought a card."""
    anna = Master(come_in(visitors, "Anna", screen=screen, language=language, dark=dark))
    anna.open_table()
    anna.keep_the_last_two()
    card = anna.table.locator(".own .slot .development")
    while not card.count():
        anna.turn()
    return anna
