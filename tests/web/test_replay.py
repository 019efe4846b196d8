"""A finished game in a real browser, with a slider instead of moves."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsers import Screen, Visitors, axe, everybody
from tests.web.servers import Programs, ServerProcess, play_out
from tests.web.tables import come_in, known, no_keys

FIRST = 1
"""The first step lays the table."""
BEFORE = 3
"""Number of records before it: the table is opened, and two players sit down."""


def step_of(page: Page) -> tuple[int, int]:
    """Return the current step and the number of steps."""
    numbers = re.findall(r"\d+", page.locator(".controls .row > span").nth(1).inner_text())
    return int(numbers[0]), int(numbers[1])


def shows(page: Page, step: int) -> None:
    expect(page.locator(".controls")).to_contain_text(f"Step {step} of ")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider")


@pytest.fixture
def table(programs: Programs) -> int:
    return play_out(programs, "shelfie", "Anna", "Bruno")


def test_keys_step_through_a_game(visitors: Visitors, table: int) -> None:
    page = visitors.visit(f"/replay/{table}")
    shows(page, FIRST)
    _, steps = step_of(page)
    assert steps > 20
    for key, step in [
        ("ArrowLeft", FIRST),
        ("ArrowRight", FIRST + 1),
        ("ArrowRight", FIRST + 2),
        ("ArrowLeft", FIRST + 1),
        ("End", steps),
        ("ArrowRight", steps),
        ("ArrowLeft", steps - 1),
        ("Home", FIRST),
    ]:
        page.keyboard.press(key)
        shows(page, step)
    expect(page.locator("ludo-log li")).to_have_count(4)
    page.keyboard.press("End")
    expect(page.locator(".final")).to_contain_text("wins")
    log = page.locator("ludo-log li").count()
    assert log == steps + BEFORE
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    shows(page, steps - 1)
    expect(page.locator(".controls .told")).to_contain_text(" put ")
    expect(page.locator("ludo-log li")).to_have_count(log - 1)
    expect(page.locator(".final")).to_have_count(0)


def test_replay_plays_at_the_chosen_speed(visitors: Visitors, table: int) -> None:
    page = visitors.visit(f"/replay/{table}")
    shows(page, FIRST)
    play, stop = (page.get_by_role("button", name=name, exact=True) for name in ("Play", "Stop"))
    page.get_by_label("Speed").select_option("slow")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(stop).to_be_visible()
    shows(page, FIRST + 1)
    page.keyboard.press("Space")
    expect(play).to_be_visible()
    page.get_by_label("Speed").select_option("very fast")
    play.click()
    _, steps = step_of(page)
    shows(page, steps)
    expect(play).to_be_visible()
    page.get_by_label("Speed").select_option("slow")
    play.click()
    shows(page, FIRST)  # playing starts again from the beginning
    page.get_by_role("button", name="One step forward").click()
    expect(play).to_be_visible()


def test_points_and_address_follow_the_step(visitors: Visitors, table: int) -> None:
    page = visitors.visit(f"/replay/{table}?at=20")
    expect(slider(page)).to_have_value("20")
    shows(page, 20 - BEFORE)  # older links contain the version
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?step=18$"))
    page.reload()
    shows(page, 18)
    expect(slider(page)).to_have_value("21")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    download = page.get_by_role("link", name="Download")
    left = "node => node.getBoundingClientRect().left"
    before = download.evaluate(left)
    page.get_by_role("button", name="Copy link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert download.evaluate(left) == before
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/replay/{table}?step=18")
    page.keyboard.press("End")
    totals = page.locator(".scores tfoot td").all_inner_texts()
    for total in totals:
        expect(page.locator(".side .players ol")).to_contain_text(f"{total} point")


def test_each_seat_has_a_perspective_and_only_its_player_is_you(
    visitors: Visitors, programs: Programs, table: int
) -> None:
    page = visitors.visit(f"/replay/{table}?at=10")
    expect(slider(page)).to_have_value("10")
    with page.expect_response(re.compile("seat=1")):
        page.get_by_label("Point of view").select_option("Bruno")
    expect(slider(page)).to_have_value("10")
    expect(page.locator(".personal h3")).to_have_text("Bruno's personal goal")
    expect(page.locator("#main")).not_to_contain_text(re.compile(r"\byou\b"))
    path, token = f"/replay/{table}?at=10&seat=1", programs.tokens["Bruno"]
    bruno = come_in(visitors, "Bruno", path, token=token)
    expect(bruno.locator(".player", has_text="Bruno")).to_contain_text("you")
    expect(bruno.locator(".personal h3")).to_have_text("Your personal goal")


def test_viewer_can_play_on_from_a_position(visitors: Visitors, table: int) -> None:
    nobody = visitors.visit(f"/replay/{table}?at=12")
    expect(nobody.locator(".stage")).to_contain_text("Choose a name to continue")
    page = come_in(visitors, "Carla")
    page.goto(f"/replay/{table}?at=12")
    page.get_by_role("button", name=re.compile("^Continue from here as")).click()
    expect(page).to_have_url(re.compile(f"/table/{table + 1}$"))
    expect(page.locator(".headline.mine")).to_be_visible()
    now = known(page)
    assert now["info"]["origin"] == [table, 12]
    assert [one["bot"] for one in now["info"]["seats"]].count("greedy") == 1


def test_long_game_loads_page_by_page(visitors: Visitors, programs: Programs) -> None:
    table = play_out(programs, "renaissance", "Anna", "Bruno")
    asked: list[str] = []
    page = visitors.visit("/rules/shelfie")
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/replay/{table}?at=120")
    expect(slider(page)).to_have_value("120")
    expect(page.locator("ludo-log li")).to_have_count(120)
    pages = [int(found[1]) for url in asked if (found := re.search(r"positions\?from=(\d+)", url))]
    assert pages[0] == 101
    assert sorted(pages) == list(range(1, int(slider(page).get_attribute("max") or 0) + 1, 50))
    page.goto("/")
    expect(page.locator(".glance .board circle.art-6")).to_have_count(2)  # the grey marbles


@pytest.mark.parametrize("number", [1, 99])
def test_missing_and_unfinished_games_are_reported(
    server: ServerProcess, visitors: Visitors, programs: Programs, number: int
) -> None:
    visitors.forgive("the server responded with a status of 4")
    programs.come_in("Anna").ask("table_shown", do="open_table", game="shelfie", seats=2)
    page = visitors.visit(f"/replay/{number}")
    expect(page.get_by_role("alert")).to_be_visible()
    assert server.port


@everybody
def test_replay_is_accessible(
    visitors: Visitors, table: int, screen: Screen, dark: bool, language: str
) -> None:
    page = visitors.visit(f"/replay/{table}?at=30", screen, language, dark=dark)
    for end in (False, True):
        expect(slider(page)).to_be_visible()
        if end:
            page.keyboard.press("End")
            expect(page.locator(".final")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == screen.width
        no_keys(page)
        axe(page)
