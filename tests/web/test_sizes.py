"""Tables fit and fill windows from small laptops to large screens, and nothing jumps on a phone."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import ludoteca
from tests.web.browsers import SMALL, Screen, Visitors
from tests.web.fit import SPEAK, cut
from tests.web.hands import Hands
from tests.web.masters import Master, tap
from tests.web.servers import Programs
from tests.web.tables import ask, come_in, in_order, known, sit, table_of

DESKS = (Screen(1366, 768), Screen(1440, 900), Screen(1920, 1080), Screen(2560, 1440))
LARGE = (Screen(1600, 900), *DESKS[2:])
GOALS = Path(ludoteca.__file__).parent / "ui" / "web" / "games" / "shelfie" / "lang"
LEAST = 0.7
"""The least share of the window that the table covers."""
ROUND = 1
"""Pixels by which rounded sizes may exceed the window."""

COVERED = """(parts) => {
  const boxes = parts.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const step = 8;
  let [inside, all] = [0, 0];
  for (let y = step / 2; y < innerHeight; y += step)
    for (let x = step / 2; x < innerWidth; x += step) {
      all += 1;
      if (boxes.some(({ left, top, right, bottom }) => left <= x && x < right && top <= y && y < bottom)) inside += 1;
    }
  return inside / all;
}"""  # noqa: E501 - it is another language
SCROLLED = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
WRITE = """(goals, [title, text]) => {
  for (const goal of goals) {
    goal.querySelector("h3").textContent = title;
    goal.querySelector(".what").textContent = text;
  }
}"""
TEXT = re.compile(r"^shelfie\.goal\.\d+\.text")
IN_THE_LAST_ROUND = """() => {
  const notice = document.createElement("p");
  notice.className = "last notice warning";
  notice.textContent = "1";
  document.querySelector(".shelfie").prepend(notice);
  const below = document.documentElement.scrollHeight - innerHeight;
  notice.remove();
  return below;
}"""
BELOW = """(parts) =>
  Math.max(...parts.map((one) => one.getBoundingClientRect().bottom + scrollY)) - innerHeight"""
WIDTHS = "(all) => all.map((one) => one.getBoundingClientRect().width)"


def in_every_window(
    page: Page, screens: tuple[Screen, ...], languages: tuple[str, ...] = ("en", "it")
) -> Iterator[tuple[Screen, str]]:
    """Show the page in windows of these sizes, in each language."""
    for screen, language in product(screens, languages):
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        page.evaluate(SPEAK, language)
        yield screen, language


def fits(page: Page, parts: str, screen: Screen) -> None:
    """Assert that the table fits without scrolling, and covers most of a large window."""
    aside, below = page.evaluate(SCROLLED)
    assert aside <= 0, screen
    assert below <= ROUND, screen
    if screen.width >= LARGE[0].width:
        assert page.locator(f".headline, .panel, {parts}").evaluate_all(COVERED) >= LEAST, screen


def longest_goal(language: str) -> tuple[str, str]:
    """Return the title and the text of the common goal with the longest text."""
    texts: dict[str, str] = json.loads((GOALS / f"{language}.json").read_text())
    goals = {name: texts[name] for name in texts if TEXT.search(name)}
    longest = max(goals, key=lambda name: len(goals[name]))
    return texts[longest[: longest.index(".text")]], goals[longest]


def test_shelfie_fits_and_fills_every_desk(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    table = sit(anna, "open_table", game="shelfie", seats=4)["table"]
    sit(bruno, "join_table", table=table)
    ask(anna, "start_table", table=table, bot="greedy")
    expect(anna.locator(".others .shelf")).to_have_count(3)
    for screen, language in in_every_window(anna, DESKS):
        goals = anna.locator(".goal.common")
        expect(goals).to_have_count(2)
        goals.evaluate_all(WRITE, longest_goal(language))
        fits(anna, ".living, .mine, .others, .goals", screen)
        assert anna.evaluate(IN_THE_LAST_ROUND) <= ROUND, screen
    anna.reload()
    expect(anna.locator(".others .shelf")).to_have_count(3)
    assert cut(anna, DESKS) == []


def test_two_notices_push_no_part_of_shelfie_out_of_the_window(
    visitors: Visitors, programs: Programs
) -> None:
    anna = come_in(visitors, "Anna")
    table = sit(anna, "open_table", game="shelfie", seats=4, absence="wait")["table"]
    names = ("Bartolomeo il Giovane", "Carla", "Massimiliano")
    players = [programs.come_in(name) for name in names]
    for player in players:
        player.ask("table_shown", do="join_table", table=table)
    expect(anna.locator(".others .shelf")).to_have_count(3)
    notices = anna.locator(".notices .notice")
    players[2].say(do="offer_seat", table=table, offered=True)
    expect(notices).to_have_count(1)
    shelf = anna.locator(".mine .shelf")
    anna.set_viewport_size({"width": SMALL.width, "height": SMALL.height})
    assert shelf.evaluate_all(BELOW) <= ROUND
    players[1].leave()
    expect(notices).to_have_count(2)
    for screen, _ in in_every_window(anna, DESKS):
        fits(anna, ".living, .mine, .others, .goals", screen)
        names_and_shelves = anna.locator(".others .heading, .others .shelf")
        assert names_and_shelves.evaluate_all(BELOW) <= ROUND, screen
    anna.set_viewport_size({"width": SMALL.width, "height": SMALL.height})
    expect(notices.first).to_be_in_viewport(ratio=1)
    first, second = (notices.nth(place).bounding_box() for place in range(2))
    assert first
    assert second
    assert first["y"] == second["y"]  # side by side
    assert cut(anna, DESKS) == []


def test_masters_shows_all_boards_in_large_windows(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"))
    anna.open_table(4, "greedy")
    page = anna.page
    anna.keep_the_last_two()
    assert anna.my_turn()
    grown: list[list[float]] = []
    parts = ".market, .grid, .track, .board, .doing, .since"
    for screen, _ in in_every_window(page, (*DESKS[:2], *LARGE)):
        boards = page.locator("renaissance-table .board")
        expect(boards).to_have_count(4 if screen in LARGE else 1)
        fits(page, parts, screen)
        pieces = page.locator(".hole:not(.outside), .deck, .space, .rivals .slot")
        grown.append([round(width) for width in pieces.evaluate_all(WIDTHS)])
    first, _, second, _, third, _ = grown[4:]
    for sizes in zip(first, second, third, strict=True):
        assert sizes[0] < sizes[1] < sizes[2]
    assert cut(page, LARGE) == []
    productions = anna.open_productions()
    expect(productions.first).to_be_in_viewport(ratio=1)


PLACES = """(all) => all.filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, ...[x, y + scrollY, width, height].map(Math.round)];
})"""
SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
  }).observe({ type: "layout-shift" });
}"""  # noqa: E501 - it is another language
STILL = 0.01
"""The layout shift without input that nobody notices, as when a marker appears."""


def places(pages: list[Page], things: str) -> list[list[list[str | int]]]:
    found: list[list[list[str | int]]] = [
        page.locator(things).evaluate_all(PLACES) for page in pages
    ]
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_nothing_jumps_between_turns_of_shelfie_on_a_phone(
    visitors: Visitors, language: str
) -> None:
    names = ("Massimiliana", "Bartolomeo")
    pages = [come_in(visitors, name, screen=SMALL, language=language) for name in names]
    mover, other = in_order(pages, table_of(pages))
    things = ".headline, .actions, .room, .mine .hand, .mine .shelf, .others, .goals"
    for page in pages:
        page.evaluate(SHIFTS)
    assert Hands(mover).is_to_move()
    before = places(pages, things)
    for page in (mover, other):
        hands = Hands(page, tap=True)
        assert hands.is_to_move()
        hands.move(2)
        assert Hands(other if page == mover else mover).is_to_move()
        assert places(pages, things) == before
    assert max(page.evaluate("shifted") for page in pages) < STILL


@pytest.mark.parametrize("language", ["en", "it"])
def test_nothing_jumps_between_turns_of_masters_on_a_phone(
    visitors: Visitors, language: str
) -> None:
    pages = [
        come_in(visitors, name, screen=SMALL, language=language) for name in ("Anna", "Bartolomeo")
    ]
    table_of(pages, game="renaissance")
    masters = [Master(page, tap) for page in pages]
    for master in masters:
        assert master.my_turn()
        master.keep_the_last_two()
        master.put_all_away()
    things = ".headline, .actions, .since, .views, .panes, .side .tabs"
    [first, second] = [Master(page, tap) for page in in_order(pages, known(pages[0])["number"])]
    for page in pages:
        page.evaluate(SHIFTS)
    assert first.my_turn()
    before = places(pages, things)
    for master, next_one in ((first, second), (second, first)):
        master.take(1)
        master.put_all_away()
        master.end_turn()
        assert next_one.my_turn()
        assert places(pages, things) == before
    assert max(page.evaluate("shifted") for page in pages) < STILL


EVERY = (SMALL, Screen(390, 844, touch=True), *DESKS[:3])


def in_any_window(page: Page, *parts: str) -> None:
    """Assert that nothing is cut off or beside the window, and that these parts are drawn."""
    for part in parts:
        expect(page.locator(part).first).to_be_visible()
    assert cut(page, EVERY) == []
    for screen in EVERY:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        assert page.evaluate(SCROLLED)[0] <= 0, (parts, screen)


def test_an_evening_with_friends_fits_every_window(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Massimiliano")
    anna.get_by_role("button", name="Open a table for friends").click()
    expect(anna.get_by_role("button", name="Open the table")).to_be_in_viewport(ratio=1)
    anna.locator(".opening summary").click()
    in_any_window(anna, ".finding", ".opening .options", ".quick .game", ".around")
    anna.evaluate(SPEAK, "en")
    anna.get_by_role("button", name="Open the table").click()
    in_any_window(anna, ".invitation", ".gathering .settings", ".place")
    bruno.goto(f"/t/{known(anna)['info']['code']}")
    in_any_window(bruno, "div.invitation .holders")
    in_any_window(visitors.visit(f"/t/{known(anna)['info']['code']}"), "div.invitation", "form")
    bruno.evaluate(SPEAK, "en")
    bruno.get_by_role("button", name="Join the table").click()
    expect(bruno.locator(".headline")).to_be_visible()
    bruno.locator("#top nav a[href^='/rules/']").click()
    in_any_window(bruno, "dialog.over .contents")
    bruno.keyboard.press("Escape")
    ask(anna, "say", table=1, text="Well played!")
    ask(anna, "resign", table=1)
    in_any_window(bruno, ".final.won, .final .won", ".heard, ludo-chat")
    bruno.get_by_role("button", name="Rematch", exact=True).or_(
        bruno.get_by_role("button", name="Rivincita", exact=True)
    ).click()
    in_any_window(bruno, ".gathering .called")
    in_any_window(anna, ".final .notice")
    anna.goto("/replay/1?code=" + known(anna)["info"].get("code", ""))
    in_any_window(anna, ".controls")
    anna.evaluate(SPEAK, "en")
    anna.get_by_role("button", name="Review this game").click()
    in_any_window(anna, ".review")
