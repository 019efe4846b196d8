"""The list of tables in a busy lobby, in real browsers: first page, more tables and search."""

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors, axe, everybody
from tests.web.servers import Program, Programs
from tests.web.tables import MODULES, come_in, no_keys

FIRST = 12
TABLES_EACH = 25
"""Below the limit on open tables per player."""
COUNTING = """
() => {
  window.touched = 0;
  const old = [...document.querySelectorAll("#tables .seating")];
  const observer = new MutationObserver((changes) => { window.touched += changes.length; });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  for (const one of old) observer.observe(one, all);
}
"""
MANY_ONLINE = f"""async () => {{
  const {{ hear }} = await import({MODULES} + "known.js");
  const {{ known, changed }} = await import({MODULES} + "server.js");
  hear(known, {{ notice: "surroundings", people: ["Anna", "Zoe"], tables: [], online: 300 }});
  changed();
}}"""


def busy(programs: Programs, tables: int) -> Program:
    """Open tables with free seats, the first with a name; return the owner of the last one."""
    options = {"do": "open_table", "game": "shelfie", "seats": 3}
    programs.come_in("Carla").ask("table_shown", **options, name="Friday Club")
    for number in range(tables - 1):
        if number % TABLES_EACH == 0:
            owner = programs.come_in(f"Anna {number}")
        owner.ask("table_shown", **options)
    return owner


def numbers(page: Page, group: str) -> Sequence[int]:
    """Return the tables of a group in the order shown."""
    said = page.locator(f"section:has(> #tables-{group}) .seating .faint").all_inner_texts()
    return [int(found[1]) for text in said if (found := re.search(r"(\d+),", text))]


def test_long_list_shows_the_newest_tables_and_more_on_request(
    visitors: Visitors, programs: Programs
) -> None:
    anna = busy(programs, 115)
    page = come_in(visitors, "Zoe")
    cards = page.locator("section:has(> #tables-open) .seating")
    expect(cards).to_have_count(FIRST)
    assert numbers(page, "open") == list(range(115, 115 - FIRST, -1))
    page.evaluate(COUNTING)
    anna.ask("table_shown", do="open_table", game="shelfie", seats=3)
    expect(cards.first).to_contain_text("Table 116,")
    assert page.evaluate("window.touched") == 0  # other cards are unchanged
    more = page.get_by_role("button", name="Show more (Tables with free seats)")
    for shown in range(2, 10):
        more.click()
        expect(cards).to_have_count(shown * FIRST)
    more.click()  # the list continues beyond the first page
    expect(cards).to_have_count(116)
    expect(more).to_have_count(0)
    assert numbers(page, "open") == list(range(116, 0, -1))


@everybody
def test_long_list_can_be_searched(
    visitors: Visitors, programs: Programs, screen: Screen, language: str, dark: bool
) -> None:
    page = come_in(visitors, "Zoe", "/", screen, language, dark=dark)
    field = page.locator("#search")
    anna = busy(programs, 11)
    expect(page.locator("section:has(> #tables-open) .seating")).to_have_count(11)
    expect(field).to_be_visible()
    field.fill("friday")
    found = page.locator("section:has(> #tables-found)")
    expect(found.locator(".seating")).to_have_count(1)
    expect(found.locator(".seating h3")).to_have_text("Friday Club")
    expect(found.locator(".seating header")).to_contain_text("My Shelfie")
    axe(page)
    no_keys(page)
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    programs.come_in("Dora").ask("table_shown", do="join_table", table=1)
    expect(found.locator(".holders")).to_contain_text("Dora")
    field.fill("anna")
    expect(found.locator(".seating")).to_have_count(10)
    anna.ask("done", do="stand_up", table=11)
    expect(found.locator(".seating")).to_have_count(9)
    field.fill("nobody at all")
    expect(found.locator(".empty")).to_be_visible()
    field.fill("")
    expect(page.locator("section:has(> #tables-open) .seating")).to_have_count(10)


def test_short_list_has_no_search(visitors: Visitors, programs: Programs) -> None:
    busy(programs, 10)
    page = come_in(visitors, "Zoe")
    expect(page.locator("section:has(> #tables-open) .seating")).to_have_count(10)
    expect(page.locator("#search")).to_have_count(0)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_games_with_a_free_seat_come_first_and_full_tables_are_listed(
    visitors: Visitors, programs: Programs
) -> None:
    anna, bruno, carla = (programs.come_in(name) for name in ("Anna", "Bruno", "Carla"))
    for table in (1, 2, 3):
        options = {"do": "open_table", "game": "shelfie", "seats": 3, "waits": table == 3}
        anna.ask("table_shown", **options, name=f"Club {table}")
        for player in (bruno, carla):
            player.ask("table_shown", do="join_table", table=table)
    bruno.ask("done", do="stand_up", table=1)
    page = come_in(visitors, "Zoe")
    titles = page.locator("section:has(> #tables-running) h3")
    expect(titles).to_have_text(["Club 1", "Club 3", "Club 2"])
    games = page.locator("section:has(> #tables-running) header p:first-of-type")
    expect(games).to_have_text(["My Shelfie"] * 3)


def test_long_list_of_players_ends_with_a_count(visitors: Visitors) -> None:
    page = come_in(visitors, "Zoe")
    expect(page.locator("#people")).to_contain_text("One player online")
    page.evaluate(MANY_ONLINE)
    expect(page.locator("#people")).to_contain_text("300 players online")
    expect(page.locator("#people")).to_contain_text("and 298 more")
