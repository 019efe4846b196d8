"""Scenes of My Shelfie for the pictures in the documentation."""

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors
from tests.web.hands import Hands, cell
from tests.web.servers import Programs
from tests.web.tables import ask, come_in, sit


def shelfie(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """Anna among bots in the middle of a game, with two tiles in her hand."""
    page, hands = in_the_middle(visitors, screen, language)
    hands.pick(2)
    page.evaluate("scrollTo(0, 0)")
    if not screen.touch:
        page.locator(".heading .first").hover()
    return page


def shelfie_at_night(_: Programs, visitors: Visitors, screen: Screen) -> Page:
    """The same in the dark scheme and in Italian, with the gaps of a goal marked."""
    page, _hands = in_the_middle(visitors, screen, language="it", dark=True)
    page.locator(".goal.common h3").first.click()
    expect(page.locator(".mine .gap").first).to_be_visible()
    return page


def in_the_middle(
    visitors: Visitors, screen: Screen, language: str = "en", *, dark: bool = False
) -> tuple[Page, Hands]:
    """Play six rounds with three bots; return Anna's page and hands."""
    page = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    info = sit(page, "open_table", game="shelfie", seats=4, take_back=True)
    ask(page, "start_table", table=info["table"], bot="greedy", speed="instant")
    hands = Hands(page, tap=screen.touch)
    for _turn in range(6):
        assert hands.is_to_move()
        hands.move()
    assert hands.is_to_move()
    return page, hands


def shelfie_plan(
    programs: Programs, visitors: Visitors, screen: Screen, language: str = "en"
) -> Page:
    """Anna on her phone, planning her next move while Bruno plays."""
    dark = language == "it"
    page = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    info = sit(page, "open_table", game="shelfie", seats=2)
    programs.come_in("Bruno").ask("table_shown", do="join_table", table=info["table"])
    expect(page.locator(".room.active, .room.planning")).to_be_visible()
    if page.locator(".room.active").count():
        Hands(page, tap=True).move(1)
    expect(page.locator(".room.planning")).to_be_visible()
    for name in ("3 4", "3 5"):
        cell(page, name).tap()
    page.locator(".drop").nth(2).tap()
    expect(page.locator(".keeping .ghost")).to_have_count(2)
    page.locator(".mine .shelf").scroll_into_view_if_needed()
    return page


def shelfie_rules(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """The common goals in the rules, drawn as on their cards."""
    page = visitors.visit("/rules/shelfie", screen, language)
    expect(page.locator("li.figure .pattern")).to_have_count(12)
    heading = page.locator("h2:has(~ * > li.figure)").last
    heading.evaluate("(heading) => heading.scrollIntoView()")
    return page
