"""Learning from mistakes and puzzles in a real browser."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsers import Screen, Visitors, shoot
from tests.web.lessons import each_game, is_for_everybody, move
from tests.web.servers import Programs, play_out
from tests.web.tables import ask, come_in


def fits(page: Page, screen: Screen) -> None:
    """Check that the exercise and the board begin on the first screen."""
    board = page.locator(".room, .market .tray").first.bounding_box()
    assert board
    assert board["y"] + board["height"] <= screen.height


@each_game
def test_mistakes_are_exercises_until_the_best_move_is_found_or_shown(  # noqa: PLR0917 - fixtures and a case
    visitors: Visitors, programs: Programs, game: str, screen: Screen, language: str, dark: bool
) -> None:
    table = play_out(programs, game, "Anna", "Bruno", moves=30)
    programs.come_in("Anna").ask("done", do="resign", table=table)
    page = visitors.visit(f"/replay/{table}?step=1#learn", screen, language, dark=dark)
    exercise = page.locator(".exercise")
    title = exercise.locator("h1")
    expect(title).to_contain_text("1")
    expect(page.locator(".room, .market").first).to_be_visible()
    is_for_everybody(page, screen)
    fits(page, screen)
    move(page, game)
    expect(exercise.locator(".grade")).to_be_visible()
    is_for_everybody(page, screen)
    if exercise.locator(".better").count() == 0:
        show = {"en": "Show me", "it": "Mostra la soluzione"}[language]
        exercise.get_by_role("button", name=show).click()
    expect(exercise.locator(".better")).to_be_visible()
    step = exercise.locator(".steps span")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hinted, .tried").first).to_be_visible()
    is_for_everybody(page, screen)
    fits(page, screen)
    further = {"en": "Next position", "it": "Posizione successiva"}[language]
    if exercise.get_by_role("button", name=further).count():
        exercise.get_by_role("button", name=further).click()
        expect(title).to_contain_text("2")
        expect(exercise.locator(".better")).to_have_count(0)
    assert page.url.endswith("#learn")
    exercise.locator(".practice button").last.click()
    expect(page.locator(".review .moment .better")).to_be_visible()
    assert page.url.endswith("#review")


PUZZLES = {"en": ("Show me", "Next"), "it": ("Mostra la soluzione", "Successivo")}


@each_game
def test_puzzles_are_solved_or_shown_and_remembered(
    visitors: Visitors, game: str, screen: Screen, language: str, dark: bool
) -> None:
    page = visitors.visit(f"/puzzles?game={game}&number=2", screen, language, dark=dark)
    show, further = PUZZLES[language]
    exercise = page.locator(".exercise")
    expect(page.locator(".room, .market").first).to_be_visible()
    shoot(page, f"puzzle-{game}-asked")
    is_for_everybody(page, screen)
    fits(page, screen)
    exercise.get_by_role("button", name=show).click()
    expect(exercise.locator(".better")).to_be_visible()
    shoot(page, f"puzzle-{game}-shown")
    is_for_everybody(page, screen)
    fits(page, screen)
    exercise.get_by_role("button", name=further).click()
    expect(page).not_to_have_url(re.compile("number=2$"))
    expect(exercise.locator(".better")).to_have_count(0)


def solve(page: Page) -> None:
    """Play the best move of a puzzle of My Shelfie."""
    query = page.url.partition("?")[2]
    game, number = (part.partition("=")[2] for part in query.split("&"))
    origin = page.url.partition("/puzzles")[0]
    answer = page.request.get(f"{origin}/api/puzzles/{game}/{number}/solution")
    best = answer.json()["move"]
    for row, column in best["cells"]:
        page.locator(f'.cell[data-cell="{row} {column}"]').click()
        expect(page.locator(f'.cell.picked[data-cell="{row} {column}"]')).to_have_count(1)
    page.locator(f'.drop[data-column="{best["column"]}"]').click()
    expect(page.locator(".exercise .better")).to_be_visible()


def test_guests_and_accounts_keep_their_solved_puzzles(visitors: Visitors) -> None:
    page = visitors.visit("/puzzles?game=shelfie&number=1")
    expect(page.locator(".room")).to_be_visible()
    assert page.locator(".puzzles .solved").count() == 0
    solve(page)
    expect(page.locator(".puzzles .solved")).to_have_text(["1 solved"])
    page.reload()
    expect(page.locator(".puzzles .solved")).to_have_text(["1 solved"])

    page = come_in(visitors, "Anna")
    ask(page, "change_secret", new="correct-horse")
    page.goto("/puzzles?game=shelfie&number=2")
    expect(page.locator(".room")).to_be_visible()
    expect(page.locator(".puzzles .solved")).to_have_count(0)
    solve(page)
    expect(page.locator(".puzzles .solved")).to_have_text(["2 solved"])
    page.reload()
    expect(page.locator(".puzzles .solved")).to_have_text(["2 solved"])
    assert page.evaluate("localStorage.getItem('ludoteca-puzzles')") is None
