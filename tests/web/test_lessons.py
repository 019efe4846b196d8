"""Hints, reviews and practice in a real browser."""

import re

from playwright.sync_api import expect

from tests.web.browsers import Screen, Visitors
from tests.web.lessons import each_game, is_for_everybody, move
from tests.web.servers import Programs, play_out
from tests.web.tables import (
    MODULES,
    ask,
    come_in,
    in_order,
    known,
    listen,
    sit,
    table_of,
)


@each_game
def test_hint_is_shown_and_marked_until_the_move(
    visitors: Visitors, game: str, screen: Screen, language: str, dark: bool
) -> None:
    page = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    table = sit(page, "open_table", game=game, seats=2)["table"]
    listen(page)  # a bot's move may be announced right after the turn
    ask(page, "start_table", table=table, bot="greedy")
    expect(page.locator(".headline.mine")).to_be_visible()
    turn, button = {"en": ("Your turn", "Hint"), "it": ("Tocca a te", "Consiglio")}[language]
    expect(page.locator("html")).to_have_attribute("data-announced", re.compile(turn))
    board = page.locator(".room, .market").first
    before = board.bounding_box()
    page.get_by_role("button", name=button).click()
    hint = page.locator(".headline .advice")
    expect(hint).to_contain_text(re.compile(r"\w+.*\."))
    assert board.bounding_box() == before
    told = re.compile(re.escape(hint.inner_text()))
    expect(page.locator("html")).to_have_attribute("data-announced", told)
    advised = known(page)["hint"]["move"]
    marked = page.locator(".hinted")
    if game == "shelfie":
        cells = [f"{row} {column}" for row, column in advised["cells"]]
        for cell in cells:
            expect(page.locator(f'.cell.hinted[data-cell="{cell}"]')).to_have_count(1)
        expect(page.locator(f'.drop.hinted[data-column="{advised["column"]}"]')).to_have_count(1)
    expect(marked.first).to_be_visible()
    is_for_everybody(page, screen)
    ask(page, "play", table=table, move=advised)
    expect(hint).to_have_count(0)
    expect(marked).to_have_count(0)


def test_hints_are_offered_only_at_tables_that_allow_them(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno")]
    table = table_of(pages)
    expect(pages[0].locator(".headline")).to_be_visible()
    mover, _ = in_order(pages, table)
    expect(mover.locator(".headline.mine")).to_be_visible()
    expect(mover.get_by_role("button", name="Hint")).to_have_count(0)

    pages[0].goto("/")
    pages[0].get_by_role("button", name="Open a table").click()
    pages[0].locator(".opening summary").click()
    pages[0].get_by_label("Who can join").select_option("everyone")
    pages[0].get_by_label("Allow hints from a bot").check()
    pages[0].locator(".opening form button.primary").click()
    expect(pages[0].locator(".gathering .chips")).to_contain_text("hints allowed")
    pages[1].goto(pages[0].url)
    expect(pages[1].locator(".gathering .chips")).to_contain_text("hints allowed")
    sit(pages[1], "join_table", table=table + 1)
    expect(pages[0].locator(".headline")).to_be_visible()
    mover, waiting = in_order(pages, table + 1)
    mover.get_by_role("button", name="Hint").click()
    expect(mover.locator(".headline .advice")).to_contain_text("Put ")
    expect(waiting.get_by_role("button", name="Hint")).to_have_count(0)


@each_game
def test_review_shows_both_moves_on_one_screen_and_leads_to_practice(  # noqa: PLR0917 - fixtures and a case
    visitors: Visitors, programs: Programs, game: str, screen: Screen, language: str, dark: bool
) -> None:
    table = play_out(programs, game, "Anna", "Bruno", moves=30)
    programs.come_in("Anna").ask("done", do="resign", table=table)
    page = visitors.visit(f"/replay/{table}?at=1", screen, language, dark=dark)
    start = {"en": "Review this game", "it": "Analizza la partita"}[language]
    page.get_by_role("button", name=start).click()
    review = page.locator(".review")
    expect(review.locator(".curve polyline")).to_have_count(1)
    expect(review.locator("progress")).to_have_count(0)
    expect(review.locator(".accuracies button")).to_contain_text(["%", "%"])
    page.keyboard.press("Shift+ArrowRight")
    better = review.locator(".better")
    expect(better).to_be_visible()
    expect(page.locator(".hinted, .tried").first).to_be_visible()
    is_for_everybody(page, screen)
    board = page.locator(".room, .market .tray").first.bounding_box()
    assert board
    assert board["y"] + board["height"] <= screen.height

    told, step = better.inner_text(), review.locator(".steps span").inner_text()
    page.keyboard.press("ArrowRight")
    expect(review.locator(".steps span")).not_to_have_text(step)
    page.keyboard.press("ArrowLeft")
    expect(better).to_have_text(told)
    assert "review" in page.url

    review.get_by_role("button").last.click()
    practice = page.locator(".practice")
    expect(practice).to_be_visible()
    is_for_everybody(page, screen)
    move(page, game)
    expect(practice.get_by_role("button")).to_have_count(2)
    practice.get_by_role("button").first.click()
    expect(practice.get_by_role("button")).to_have_count(1)
    practice.get_by_role("button").click()
    expect(better).to_have_text(told)


UNTAUGHT = f"""async () => {{
  const {{ teacher }} = await import({MODULES} + "screens/lessons/hints.js");
  teacher({{ element: "generic-table" }}, "noughts");
  await new Promise((then) => setTimeout(then));
  return teacher({{ element: "generic-table" }}, "noughts");
}}"""


def test_game_without_texts_for_its_moves_has_no_review_sentences(visitors: Visitors) -> None:
    assert visitors.visit("/help").evaluate(UNTAUGHT) is None
