"""Hints in order, the moment of a win, messages on a phone, and the end of a tour."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import HANDHELD, LAPTOP, SMALL, Visitors, axe
from tests.web.hands import cell
from tests.web.tables import ask, come_in, known, move, sit, table_of


def hinted(page: Page) -> list[str]:
    """Ask for hints at new tables until one takes several tiles; return their cells in order."""
    for _ in range(9):
        table = sit(page, "open_table", game="shelfie", seats=2)["table"]
        ask(page, "start_table", table=table, bot="greedy")
        expect(page.locator(".headline.mine")).to_be_visible()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".headline .advice")).to_be_visible()
        cells = [f"{row} {column}" for row, column in known(page)["hint"]["move"]["cells"]]
        if len(cells) > 1:
            return cells
        ask(page, "resign", table=table)
    raise AssertionError("no hint takes several tiles")


def test_hint_marks_the_order_of_tiles(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=LAPTOP)
    cells = hinted(page)
    for place, name in enumerate(cells, 1):
        expect(cell(page, name).locator(".order.advised")).to_have_text(str(place))
        label = cell(page, name).get_attribute("aria-label") or ""
        assert label.endswith(f"suggested as number {place}")
    cell(page, cells[0]).click()
    expect(cell(page, cells[0]).locator(".order:not(.advised)")).to_have_text("1")
    expect(page.locator(".order.advised")).to_have_count(len(cells) - 1)


SEEN = """() => {
  window.fallen = 0;
  new MutationObserver((all) => {
    for (const { addedNodes } of all)
      for (const one of addedNodes) if (one.className === "confetti") window.fallen += one.childElementCount;
  }).observe(document.body, { childList: true });
}"""  # noqa: E501 - it is another language


@pytest.mark.parametrize(
    ("motion", "wanted", "falls"),
    [("no-preference", True, True), ("no-preference", False, False), ("reduce", True, False)],
)
def test_only_the_winner_sees_confetti(
    visitors: Visitors, motion: str, wanted: bool, falls: bool
) -> None:
    anna, bruno = (come_in(visitors, name) for name in ("Anna", "Bruno"))
    for page in (anna, bruno):
        page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        page.evaluate(SEEN)
    table = table_of([anna, bruno])
    if not wanted:
        bruno.locator("#top .menu summary").click()
        bruno.get_by_label("Confetti when you win").uncheck()
    ask(anna, "resign", table=table)
    expect(bruno.locator(".final h2.won")).to_be_visible()
    expect(anna.locator(".final")).to_be_visible()
    assert bool(bruno.evaluate("fallen")) is falls
    assert anna.evaluate("fallen") == 0
    expect(bruno.locator(".confetti")).to_have_count(0)


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_phone_shows_a_message_without_scrolling(visitors: Visitors, game: str) -> None:
    anna = come_in(visitors, "Anna")
    bruno = come_in(visitors, "Bruno", screen=SMALL)
    table = table_of([anna, bruno], game=game)
    bruno.evaluate("scrollTo(0, 0)")
    ask(anna, "say", table=table, text="Hello! " + 20 * "What a good move. ")
    heard = bruno.locator(".heard")
    expect(heard).to_contain_text("Anna: Hello!")
    expect(heard).to_be_in_viewport(ratio=1)
    heard.get_by_role("button", name="Close the message").tap()
    expect(heard).to_have_count(0)
    ask(anna, "say", table=table, text="Are you there?")
    expect(heard).to_contain_text("Anna: Are you there?")
    heard.get_by_role("button", name="Anna").tap()
    expect(bruno.locator("#panel-chat")).to_contain_text("What a good move.")
    expect(bruno.locator("ludo-chat input")).to_be_in_viewport()
    expect(heard).to_have_count(0)
    expect(anna.locator(".heard")).to_have_count(0)


FOLD = """() => {
  for (const one of document.getAnimations()) if (one.animationName === "fold") one.finish();
}"""


def test_old_message_on_a_phone_leaves_the_shelf_visible(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    bruno = come_in(visitors, "Bruno", screen=SMALL)
    table = table_of([anna, bruno])
    bruno.emulate_media(reduced_motion="no-preference")
    heard, shelf = bruno.locator(".heard"), bruno.locator(".mine .shelf").bounding_box()
    assert shelf
    for text in ("What a good move!", "And another one!"):
        ask(anna, "say", table=table, text=text)
        expect(heard).to_contain_text(f"Anna: {text}")
        whole = heard.bounding_box()
        bruno.evaluate(FOLD)
        folded = heard.bounding_box()
        assert whole
        assert folded
        assert whole["x"] < shelf["x"] + shelf["width"] <= folded["x"]
    expect(heard).to_be_in_viewport(ratio=1)
    axe(bruno)


def test_player_in_the_chat_of_a_phone_sees_their_turn(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno", screen=HANDHELD)
    table = table_of([anna, bruno])
    if known(bruno)["toMove"] == [1]:
        move(bruno, table)
    bruno.get_by_role("tab", name="Chat").tap()
    field, send = bruno.locator("ludo-chat input"), bruno.get_by_role("button", name="Send")
    for number in range(9):
        field.fill(f"number {number}")
        send.tap()
        expect(bruno.get_by_role("log").get_by_text(f"number {number}")).to_be_in_viewport()
        expect(field).to_be_in_viewport(ratio=0.9)
    before = field.bounding_box()
    turn = bruno.get_by_role("button", name="Your turn")
    expect(turn).to_have_count(0)
    move(anna, table)
    expect(turn).to_be_in_viewport(ratio=1)
    axe(bruno)
    assert before == field.bounding_box()
    turn.tap()
    expect(bruno.locator(".headline.mine")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "decision"), [("shelfie", ".room"), ("renaissance", ".leaders button.one >> nth=0")]
)
def test_skipped_tour_leads_to_the_first_decision(
    visitors: Visitors, game: str, decision: str
) -> None:
    page = visitors.visit(toured=False, name="Zoe", screen=SMALL)
    expect(page.get_by_role("heading", name="Hello, Zoe!")).to_be_visible()
    table = sit(page, "open_table", game=game, seats=2)["table"]
    ask(page, "start_table", table=table, bot="greedy")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("dialog.tour")).to_have_count(0)
    expect(page.locator(decision)).to_be_in_viewport(ratio=1)


OVERLAP = """() => {
  const [ring, bubble] = [".tour-ring", "dialog.tour"].map((one) => document.querySelector(one).getBoundingClientRect());
  const across = Math.min(ring.right, bubble.right) - Math.max(ring.left, bubble.left);
  const down = Math.min(ring.bottom, bubble.bottom) - Math.max(ring.top, bubble.top);
  return across > 0 && down > 0;
}"""  # noqa: E501 - it is another language


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_tour_covers_nothing_that_it_explains(visitors: Visitors, game: str) -> None:
    page = visitors.visit(toured=False, name="Zoe", screen=LAPTOP)
    expect(page.get_by_role("heading", name="Hello, Zoe!")).to_be_visible()
    table = sit(page, "open_table", game=game, seats=2)["table"]
    ask(page, "start_table", table=table, bot="greedy")
    tour = page.locator("dialog.tour")
    for step in range(1, 6):
        expect(tour).to_contain_text(f"{step} of 5")
        page.evaluate(
            "new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
        )
        assert not page.evaluate(OVERLAP), step
        tour.locator("button.primary").click()
    expect(tour).to_have_count(0)
