"""The gallery's scenes at the tables of both games."""

from playwright.sync_api import Page, expect

from tests.games.renaissance.laid import board, table
from tests.web.browsers import Screen, Visitors
from tests.web.laid import Laid
from tests.web.masters import Master
from tests.web.masters_scenes import among_bots, renaissance
from tests.web.part import Part
from tests.web.scenes import in_the_middle
from tests.web.servers import Programs
from tests.web.tables import ask, come_in, sit

# My Shelfie


def column(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Choosing a column on a phone, with the shelf at full height."""
    page, hands = in_the_middle(visitors, screen, language)
    hands.pick(2)
    page.locator(".living").evaluate("(room) => room.scrollIntoView()")
    page.locator(".drop").nth(2).hover()
    return Part(page, (".living", "section.mine", ".others"))


def others(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Another player's shelf on a phone, selected by the letter above it."""
    page, _hands = in_the_middle(visitors, screen, language)
    page.evaluate("scrollTo(0, 0)")
    page.locator(".face").nth(1).click()
    expect(page.locator(".face").nth(1)).to_have_attribute("aria-pressed", "true")
    return Part(page, (".living", "section.mine", ".others"))


def goal(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The mouse over a goal, which marks the missing tiles on the player's shelf."""
    page, _hands = in_the_middle(visitors, screen, language)
    page.locator(".goal.common h3").first.hover()
    expect(page.locator(".mine .gap").first).to_be_visible()
    return Part(page, ("section.mine", ".goal.common", ".goal.common ~ .goal.common"))


def undone(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A move taken back together with the bots' replies."""
    page, hands = in_the_middle(visitors, screen, language)
    hands.move()
    assert hands.is_to_move()
    page.locator(".actions > button").last.click()
    expect(page.locator(".log li, .log p").last).to_contain_text("Anna")
    return Part(page, (".log",))


def arrow(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The mouse over the arrow of the current player."""
    page, _hands = in_the_middle(visitors, screen, language)
    page.locator(".mine .heading .arrow").hover()
    return Part(page, ("section.mine .heading", ".others .heading"), 48)


def chair(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The mouse over the chair of the first player."""
    page, _hands = in_the_middle(visitors, screen, language)
    page.locator(".heading .first").hover()
    return Part(page, ("section.mine .heading", ".others .heading"), 48)


# Masters of Renaissance


def whole_table(
    programs: Programs, visitors: Visitors, screen: Screen, language: str = "en"
) -> Part:
    """Market, cards, track and board together on a small laptop."""
    return Part(renaissance(programs, visitors, screen, language), ("renaissance-table",))


def card(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The mouse over a card, which is enlarged."""
    anna = among_bots(visitors, screen, language)
    anna.table.locator(".deck").nth(5).hover()
    return Part(anna.page, (".market", ".grid", ".since", ".todo"))


def their_board(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Another player's board in its tab."""
    anna = among_bots(visitors, screen, language)
    anna.table.locator(".whose").nth(2).click()
    expect(anna.table.locator(".whose").nth(2)).to_have_attribute("aria-selected", "true")
    return Part(anna.page, (".boards",))


def panes(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Page:
    """The boards on a phone, one swipe from the cards, with the pending action below."""
    anna = among_bots(visitors, screen, language, turns=2)
    anna.table.locator("[data-pane=boards]").click()
    expect(anna.table.locator(".board")).to_be_in_viewport(ratio=0.5)
    return anna.page


def placing(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Resources from the market, to be placed or discarded."""
    anna = among_bots(visitors, screen, language, turns=2)
    anna.take(anna.best_line())
    expect(anna.todo.locator(".placing")).to_be_visible()
    return Part(anna.page, (".todo",))


def since(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A summary of the bots' moves since the last turn."""
    anna = among_bots(visitors, screen, language)
    return Part(anna.page, (".since", ".todo"))


def hurry(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """Slow bots, and the button that hurries them."""
    page = come_in(visitors, "Anna", screen=screen, language=language)
    number = int(sit(page, "open_table", game="renaissance", seats=2)["table"])
    ask(page, "start_table", table=number, bot="greedy", speed="human")
    Master(page).keep_the_last_two()
    expect(page.locator(".actions > button")).to_have_count(1)
    return Part(page, (".headline",))


def track(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """A crowded faith track."""
    crowded = [board(faith=24), board(faith=24), board(faith=16), board(faith=7)]
    laid = Laid(visitors, table(*crowded, last_round=True), screen=screen, language=language)
    laid.page.locator(".track").scroll_into_view_if_needed()
    return Part(laid.page, (".track",))


def discarding(_: Programs, visitors: Visitors, screen: Screen, language: str = "en") -> Part:
    """The confirmation of an irreversible action."""
    anna = among_bots(visitors, screen, language, turns=2)
    anna.table.locator(".leaders-own button").last.click()
    expect(anna.page.locator("dialog.sure")).to_be_visible()
    return Part(anna.page, ("dialog.sure",), 24)
