"""Analysis boards in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, shoot
from tests.web.lessons import is_for_everybody
from tests.web.servers import Programs, play_out

each_game = pytest.mark.parametrize(
    ("game", "screen", "language", "dark"),
    [
        ("shelfie", DESKTOP, "en", False),
        ("shelfie", PHONE, "it", False),
        ("renaissance", DESKTOP, "it", False),
        ("renaissance", PHONE, "en", True),
    ],
    ids=["shelfie-desk", "shelfie-phone", "masters-desk", "masters-phone"],
)
SET_UP = {"en": "Set up a table", "it": "Prepara il tavolo"}
FROM_HERE = {"en": "Analyse from here", "it": "Apri nel tavolo di analisi"}
MOVES = {"en": "Moves", "it": "Mosse"}
EVALUATION = {"en": "Evaluation", "it": "Valutazione"}
LINES = ".lines button"
CURRENT = ".tree [aria-current]"


def panel(page: Page, screen: Screen, name: str) -> None:
    """Show a panel, which is a tab on a phone."""
    if screen is PHONE:
        page.get_by_role("tab", name=name).click()


def play_best(page: Page, screen: Screen, language: str, place: int = 0) -> None:
    """Play one of the best moves, once the judge has answered."""
    panel(page, screen, EVALUATION[language])
    before = page.url
    page.locator(LINES).nth(place).click()
    expect(page).not_to_have_url(before)
    expect(page.locator(LINES).first).to_be_visible()


def step(page: Page, key: str) -> None:
    """Press a key that leads to another position; wait until the address is its link."""
    before = page.url
    page.keyboard.press(key)
    expect(page).not_to_have_url(before)


@each_game
def test_moves_are_tried_taken_back_branched_and_shared(  # noqa: PLR0917 - fixtures and a case
    visitors: Visitors, tmp_path: Path, game: str, screen: Screen, language: str, dark: bool
) -> None:
    page = visitors.visit("/analysis", screen, language, dark=dark)
    page.locator("#main select").first.select_option(game)
    is_for_everybody(page, screen)
    page.get_by_role("button", name=SET_UP[language]).click()
    expect(page.locator(LINES).first).to_contain_text("%")
    expect(page.locator(".chances .figure")).to_contain_text(["%", "%"])
    shoot(page, f"analysis-{game}-{screen.width}")
    is_for_everybody(page, screen)
    play_best(page, screen, language)
    play_best(page, screen, language)
    panel(page, screen, MOVES[language])
    expect(page.locator(".tree button")).to_have_count(3)
    is_for_everybody(page, screen)

    page.locator("h1").first.click()
    step(page, "Backspace")
    expect(page.locator(".tree button")).to_have_count(2)
    step(page, "ArrowLeft")
    expect(page.locator(".tree button")).to_have_count(2)
    play_best(page, screen, language, place=1)
    panel(page, screen, MOVES[language])
    expect(page.locator(".tree button")).to_have_count(3)
    expect(page.locator(f".tree ol {CURRENT.removeprefix('.tree ')}")).to_have_count(1)
    shoot(page, f"analysis-branch-{game}-{screen.width}")
    page.locator("h1").first.click()
    told = page.locator(CURRENT).inner_text()
    step(page, "ArrowUp")
    expect(page.locator(".tree button").nth(1)).to_have_attribute("aria-current", "true")
    step(page, "ArrowDown")
    expect(page.locator(".tree button").nth(2)).to_have_attribute("aria-current", "true")
    link = page.url

    other = visitors.visit("/help", screen, language, dark=dark)
    other.goto(link)
    panel(other, screen, MOVES[language])
    expect(other.locator(CURRENT)).to_have_text(told)
    expect(other.locator(".tree button")).to_have_count(3)

    with page.expect_download() as downloading:
        page.locator(".around button").nth(2).click()
    file = tmp_path / "analysis.json"
    downloading.value.save_as(file)
    assert json.loads(file.read_text())["game"] == game
    page.locator(".around button").nth(3).click()
    expect(page.get_by_role("button", name=SET_UP[language])).to_be_visible()
    page.locator("input[type=file]").set_input_files(file)
    panel(page, screen, MOVES[language])
    expect(page.locator(CURRENT)).to_have_text(told)
    assert page.url == link


def test_moves_are_made_on_the_board_for_every_seat(visitors: Visitors) -> None:
    page = visitors.visit("/analysis")
    page.get_by_role("button", name="Set up a table").click()
    movers = set()
    for number in range(1, 3):
        movers.add(page.locator(".controls .told").inner_text())
        page.locator(".cell.pick").first.click()
        expect(page.locator(".cell.picked")).to_have_count(1)
        page.locator(".drop:not([aria-disabled])").first.click()
        expect(page.locator(".tree button")).to_have_count(number + 1)
    assert movers == {"It's Player 1's turn.", "It's Player 2's turn."}
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".tree button").first).to_have_attribute("aria-current", "true")
    expect(page.locator(".cell.picked")).to_have_count(0)
    page.get_by_role("button", name="One move forward").click()
    page.get_by_role("button", name="Delete from here").click()
    expect(page.locator(".tree button")).to_have_count(1)


@each_game
def test_a_position_of_a_replay_is_analysed(  # noqa: PLR0917 - fixtures and a case
    visitors: Visitors, programs: Programs, game: str, screen: Screen, language: str, dark: bool
) -> None:
    table = play_out(programs, game, "Anna", "Bruno", moves=12)
    programs.come_in("Anna").ask("done", do="resign", table=table)
    page = visitors.visit(f"/replay/{table}?step=9", screen, language, dark=dark)
    page.get_by_role("link", name=FROM_HERE[language]).click()
    expect(page.locator(LINES).first).to_contain_text("%")
    expect(page.locator(".chances")).to_contain_text(re.compile(r"Anna[\s\S]*Bruno"))
    is_for_everybody(page, screen)
    link = page.url
    page.go_back()
    expect(page.get_by_role("link", name=FROM_HERE[language])).to_be_visible()
    page.go_forward()
    expect(page.locator(".chances")).to_contain_text("Anna")
    assert page.url == link


def test_a_bad_text_or_link_is_refused_in_a_sentence(visitors: Visitors) -> None:
    visitors.forgive("400")
    page = visitors.visit("/analysis#nonsense")
    expect(page.get_by_role("alert")).to_have_text("This isn't an analysis, or it's damaged.")
    page.get_by_label("Position as text").fill("seats 2")
    page.get_by_role("button", name="Show the position").click()
    expect(page.get_by_role("alert")).to_have_text("A game can't be continued from this position.")


def test_a_running_game_is_not_analysed(visitors: Visitors, programs: Programs) -> None:
    visitors.forgive("409")
    shown = programs.come_in("Anna").ask("table_shown", do="open_table", game="shelfie", seats=2)
    table = shown["info"]["table"]
    programs.come_in("Bruno").ask("table_shown", do="join_table", table=table)
    page = visitors.visit(f"/analysis?replay={table}&version=4")
    expect(page.locator("#main")).to_contain_text("The game isn't over yet.")
