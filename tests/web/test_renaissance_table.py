"""The layout of a table of Masters of Renaissance, and planning while others play."""

import itertools
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from ludoteca.games import Seat
from ludoteca.games.renaissance import EndTurn, Phase
from tests.games.renaissance.laid import board, table
from tests.web.browsers import SMALL, Screen, Visitors, axe
from tests.web.fit import SPEAK
from tests.web.laid import Laid
from tests.web.masters import Master, tap
from tests.web.tables import ask, come_in, sit

DESKS = (Screen(1280, 900), Screen(1366, 768))
HAND = Screen(390, 844)
PARTS = (".market", ".grid", ".track", ".board")

BOXES = """(all) => all.map((node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return [left, top, right, bottom];
})"""

SPACES = """(spaces) => spaces.map((space) => [...space.querySelectorAll(".number, .worth, .mitre, .marker")].map((node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return [left, top, right, bottom];
}))"""  # noqa: E501 - it is another language


def boxes(page: Page, *which: str) -> list[list[float]]:
    """Return the rectangles of elements: left, top, right and bottom."""
    found: list[list[float]] = page.locator(", ".join(which)).evaluate_all(BOXES)
    return found


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two rectangles overlap by more than half a pixel."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0.5 and down > 0.5


def resize(page: Page, screen: Screen) -> None:
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    expect(page.locator("renaissance-table .market")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= screen.width


def test_whole_table_is_visible_at_once_or_in_panes(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna", screen=DESKS[1]))
    anna.open_table(4, "greedy")
    page = anna.page
    for to_do in ("choosing leaders", "acting", "placing"):
        if to_do == "acting":
            anna.table.locator(".push").last.click()
            expect(anna.table.locator("#ren-take")).to_be_visible()
        for screen, language in itertools.product(DESKS, ("it", "en")):
            resize(page, screen)
            page.evaluate(SPEAK, language)
            seen_at_once(page, screen, f"{to_do}, {language}, {screen}")
        if to_do == "choosing leaders":
            anna.keep_the_last_two()
            assert anna.my_turn()
            expect(page.locator(".since")).not_to_contain_text("your last turn")
            anna.turn()
            assert anna.my_turn()
            expect(page.locator(".since")).to_contain_text("Since your last turn: Bice ")
            axe(page)
        elif to_do == "acting":
            anna.take(anna.best_line())
    anna.put_all_away()
    resize(page, HAND)
    in_panes(anna)
    axe(page)


def seen_at_once(page: Page, screen: Screen, when: str) -> None:
    """Assert that every part is visible and the pending action covers none of them."""
    parts = boxes(page, *PARTS)
    assert len(parts) == len(PARTS), when
    assert max(bottom for *_, bottom in parts) <= screen.height, when
    [doing] = boxes(page, ".doing")
    assert not any(overlap(doing, part) for part in parts), when


def in_panes(anna: Master) -> None:
    """Assert that every part is a pane, reached by button or key, with the pending action below."""
    page = anna.page
    for name, part in zip(("market", "grid", "track", "boards"), PARTS, strict=True):
        page.locator(f"[data-pane={name}]").press("Enter")
        expect(page.locator(f"[data-pane={name}]")).to_have_attribute("aria-current", "true")
        expect(page.locator(part)).to_be_in_viewport(ratio=0.5)
        [[left, _, right, _]] = boxes(page, part)
        assert (left >= 0, right <= HAND.width) == (True, True), name
    [[_, top, _, bottom]] = boxes(page, ".doing")
    assert bottom == HAND.height
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    [[*_, last]] = boxes(page, ".side")
    assert last <= top
    page.evaluate("scrollTo(0, 0)")


def test_track_height_does_not_depend_on_markers(visitors: Visitors) -> None:
    heights = set[float]()
    for faiths in ((0, 1, 2, 3), (1, 1, 1, 1), (8, 8, 8, 8)):
        laid = Laid(visitors, table(*(board(faith=faith) for faith in faiths)), screen=DESKS[1])
        [[_, top, _, bottom]] = boxes(laid.page, ".spaces")
        heights.add(round(bottom - top))
    assert len(heights) == 1


def test_phone_starts_at_the_leaders(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna", screen=HAND))
    anna.open_table(2, "greedy")
    expect(anna.page.locator("[data-pane=boards]")).to_have_attribute("aria-current", "true")
    anna.page.reload()
    expect(anna.page.locator("[data-pane=boards]")).to_have_attribute("aria-current", "true")
    expect(anna.page.locator(".leaders button.one").first).to_be_in_viewport()


def test_phone_returns_to_the_market_after_undo(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=SMALL)
    table = int(sit(page, "open_table", game="renaissance", seats=2, take_back=True)["table"])
    ask(page, "start_table", table=table, bot="greedy")
    anna = Master(page, tap)
    assert anna.my_turn()
    anna.keep_the_last_two()
    anna.put_all_away()
    assert anna.my_turn()
    market, boards = (page.locator(f"[data-pane={name}]") for name in ("market", "boards"))
    market.tap()
    expect(market).to_have_attribute("aria-current", "true")
    anna.take(anna.best_line())
    expect(boards).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Undo").tap()
    expect(market).to_have_attribute("aria-current", "true")
    expect(page.locator(".push").first).to_be_in_viewport()


def test_phone_shows_the_resources_while_producing(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("1 shield | 2 stone |", slots="9 | |")), screen=HAND)
    anna, page = Master(laid.page), laid.page
    page.locator("[data-pane=grid]").click()
    expect(page.locator(".grid .have")).to_contain_text("2 stones and 1 shield")
    expect(page.locator(".grid .have")).to_be_in_viewport()
    expect(anna.open_productions()).to_have_count(2)
    boards = page.locator("[data-pane=boards]")
    expect(boards).to_have_attribute("aria-current", "true")
    expect(page.locator(".own .stores")).to_be_in_viewport(ratio=1)
    powers = page.locator(".power")
    expect(powers.first).not_to_contain_text("You can't afford it.")
    expect(powers.last).to_contain_text("You can't afford it.")
    page.evaluate(MOVED)  # as at the end of a game
    expect(page.locator(".own .stores")).to_be_in_viewport(ratio=1)
    expect(boards).to_have_attribute("aria-current", "true")


MOVED = """() => {
  const table = document.querySelector("renaissance-table");
  table.parentNode.insertBefore(table, null);
}"""


def test_nothing_on_the_track_overlaps(visitors: Visitors) -> None:
    crowded = [board(faith=24), board(faith=24), board(faith=16), board(faith=16)]
    laid = Laid(visitors, table(*crowded, last_round=True))
    for screen in (*DESKS, HAND):
        resize(laid.page, screen)
        drawn = laid.page.locator(".space").evaluate_all(SPACES)
        assert sum(map(len, drawn)) == 25 + 8 + 3 + 4  # numbers, points, mitres, markers
        for space in drawn:
            assert not any(overlap(*pair) for pair in itertools.combinations(space, 2)), screen


# While others play


def waiting(visitors: Visitors) -> Laid:
    """Return a table where another player is about to end the turn."""
    state = table(board(), board(), phase=Phase.ACTED, turn=0)
    return Laid(visitors, state, seat=1)


def test_planned_line_is_taken_when_the_turn_comes(visitors: Visitors) -> None:
    laid = waiting(visitors)
    arrows, plan = laid.page.locator(".push"), laid.page.locator(".waiting")
    expect(plan).to_contain_text("You can already choose a line")
    arrows.nth(1).click()
    expect(plan).to_contain_text("Planned for your turn: row 2 of the market.")
    expect(arrows.nth(1)).to_have_attribute("aria-pressed", "true")
    plan.get_by_role("button", name="Cancel the planned move").click()
    expect(plan).to_contain_text("You can already choose a line")
    arrows.nth(3).press("Enter")
    expect(plan).to_contain_text("column 1")
    axe(laid.page)
    laid.happens(Seat(0), EndTurn())
    expect(laid.page.locator(".todo")).to_be_visible()
    taken: list[Any] = [asked for asked in laid.asked if asked]
    assert taken == [{"move": "take_marbles", "way": "column", "index": 0}]


def test_plan_is_dropped_with_a_notice_if_the_line_changed(visitors: Visitors) -> None:
    laid = waiting(visitors)
    laid.page.locator(".push").first.click()
    expect(laid.page.locator(".waiting")).to_contain_text("row 1")
    rows = laid.state.market.rows
    laid.state = replace(
        laid.state, market=replace(laid.state.market, rows=(rows[0][::-1], *rows[1:]))
    )
    laid.happens(Seat(0), EndTurn())
    dropped = laid.page.locator(".market .missed")
    expect(dropped).to_have_text("The marbles have changed: row 1 wasn't taken. Choose again.")
    expect(laid.page.locator(".todo")).to_contain_text("Choose an action")
    assert laid.asked == []


def test_bots_can_be_hurried(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    number = int(sit(page, "open_table", game="renaissance", seats=2)["table"])
    ask(page, "start_table", table=number, bot="greedy", speed="human")
    anna = Master(page)
    anna.keep_the_last_two()
    hurry = page.get_by_role("button", name="Don't wait")
    hurry.click()  # the bot would be slow to choose leaders and a resource
    expect(hurry).to_have_count(0)
    assert anna.my_turn()
