"""Returning players: logging in, their games, and the pages of players."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsers import PHONE, Visitors, axe, fits, press, shoot
from tests.web.servers import Programs, play_out
from tests.web.tables import come_in

SECRET, OTHER = "correct horse", "another horse"


def log_in(page: Page, name: str, secret: str) -> None:
    page.locator("#login-name").fill(name)
    page.get_by_label("Your password").fill(secret)
    page.keyboard.press("Enter")


def test_player_signs_up_and_logs_in_with_clear_answers(
    visitors: Visitors, programs: Programs
) -> None:
    programs.come_in("Bruno")
    page = visitors.visit()
    press(page, "Sign up")
    expect(page.locator("#login-name")).to_be_focused()
    secret = page.get_by_label("Your password")
    expect(secret).to_have_attribute("autocomplete", "new-password")
    axe(page)
    shoot(page, "sign-up")
    log_in(page, "Bruno", SECRET)
    problem = page.locator("#login-problem")
    expect(problem).to_have_text(re.compile("^The name Bruno is already taken"))
    press(page, "Show Your password")
    expect(secret).to_have_attribute("type", "text")
    log_in(page, "Anna", SECRET)
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()

    phone = visitors.visit(screen=PHONE, dark=True)
    phone.get_by_label("Your name").fill("Anna")
    press(phone, "Play as guest")
    expect(phone.locator("#name-problem")).to_contain_text("a player with an account")
    press(phone, "Log in")
    expect(phone.locator("#login-name")).to_have_value("Anna")
    log_in(phone, "Anna", OTHER)
    problem = phone.locator("#login-problem")
    expect(problem).to_have_text("That isn't Anna's password.")
    log_in(phone, "Carla", SECRET)
    expect(problem).to_contain_text("There's no account named Carla")
    axe(phone)
    fits(phone)
    shoot(phone, "log-in-phone")
    phone.get_by_label("Stay logged in").uncheck()
    log_in(phone, "Anna", SECRET)
    expect(phone.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    again = phone.context.new_page()  # another window, without what the first one remembers
    again.goto("/")
    press(again, "Play as guest")
    expect(again.get_by_role("heading", name=re.compile("^Hello, "))).to_be_visible()
    phone.locator("#top .menu summary").click()
    press(phone, "Log out")
    expect(phone.get_by_label("Your name")).to_be_visible()
    again.reload()
    expect(again.get_by_role("heading", name=re.compile("^Hello, "))).to_be_visible()


def test_own_games_in_play_and_finished(visitors: Visitors, programs: Programs) -> None:
    finished = [play_out(programs, "shelfie", "Anna", "Bruno", seed=seed) for seed in (1, 2)]
    other = play_out(programs, "renaissance", "Anna", "Carla")
    for moves in range(5):
        play_out(programs, "shelfie", "Anna", "Bruno", moves=moves)
    anna = come_in(visitors, "Anna", token=programs.tokens["Anna"])
    token = programs.tokens["Bruno"]
    bruno = come_in(visitors, "Bruno", "/help", PHONE, "it", dark=True, token=token)
    turns = [page.locator(".turns") for page in (anna, bruno)]
    anna.locator("#top").get_by_role("link", name="Games").click()
    playing = anna.locator(".games section").first.locator("li")
    expect(playing).to_have_count(5)
    mine = anna.locator(".games li.mine")
    waiting = mine.count()
    assert 2 <= waiting <= 3
    expect(turns[0]).to_contain_text(f"your turn at {waiting} tables")
    axe(anna)
    shoot(anna, "games")
    press(anna, "Next table")
    expect(anna.locator(".headline")).to_be_visible()
    expect(turns[0]).to_contain_text(f"your turn at {waiting - 1} table")
    anna.go_back()
    games = anna.locator(".games section").nth(1).locator("li.card")
    expect(games).to_have_count(3)
    anna.get_by_label("Opponent").fill("bruno")
    expect(games).to_have_count(2)
    anna.get_by_label("Search").fill(str(finished[0]))
    expect(games).to_have_count(1)
    press(anna, "Clear filters")
    anna.get_by_label("Game", exact=True).select_option("renaissance")
    expect(games).to_have_count(1)
    expect(games.get_by_role("link", name="Watch the replay")).to_have_attribute(
        "href", f"/replay/{other}?seat=0"
    )
    anna.get_by_label("Until").fill("2020-01-01")
    expect(anna.locator(".games")).to_contain_text("No games match")
    press(anna, "Clear filters")
    games.first.get_by_role("link", name="Review").click()
    expect(anna.locator(".review .curve")).to_be_visible()

    expect(turns[1]).to_contain_text("Tocca a te")
    bruno.locator("#top").get_by_role("link", name="Partite").click()
    expect(bruno.locator(".games li.card")).to_have_count(7)
    axe(bruno)
    fits(bruno)
    shoot(bruno, "games-phone")


def test_page_of_a_player_and_what_strangers_see_of_it(
    visitors: Visitors, programs: Programs
) -> None:
    owner = programs.come_in("Anna", secret=SECRET)
    programs.come_in("Bruno", secret=SECRET).leave()
    for seed in range(3):
        play_out(programs, "shelfie", "Anna", "Bruno", seed=seed)
    play_out(programs, "renaissance", "Anna", "Bruno", "Carla")
    for _ in range(3):
        owner = programs.come_in("Anna")
        bruno = programs.come_in("Bruno")
        opened = owner.ask("table_shown", do="open_table", game="shelfie", seats=2, rated=True)
        table = opened["info"]["table"]
        bruno.ask("table_shown", do="join_table", table=table)
        bruno.ask("done", do="resign", table=table)
    page = come_in(visitors, "Bruno", "/p/anna", token=programs.tokens["Bruno"])
    expect(page.get_by_role("heading", name="Anna", level=1)).to_be_visible()
    expect(page.locator(".results tbody tr")).to_have_count(2)
    expect(page.locator(".curve svg")).to_have_attribute("aria-label", re.compile("last 3 games"))
    expect(page.locator(".goals li").first).to_contain_text("scored in")
    expect(page.locator(".together")).to_contain_text("7 games together")
    expect(page.locator(".recent li.card")).to_have_count(7)
    axe(page)
    fits(page)
    shoot(page, "player")
    page.get_by_role("link", name="Your games together").click()
    expect(page.get_by_label("Opponent")).to_have_value("Anna")

    anna = come_in(visitors, "Anna", "/", token=programs.tokens["Anna"])
    anna.locator("#top .menu summary").click()
    press(anna, "Your account")
    dialog = anna.locator("dialog.account")
    choice = dialog.get_by_label("What can others see")
    for wanted, said in (
        ("results", "only results and ratings"),
        ("nothing", "page private"),
    ):
        choice.select_option(wanted)
        expect(dialog).to_contain_text("Your choice has been saved")
        page.goto("/p/Anna")
        expect(page.locator(".profile")).to_contain_text(said)
        expect(page.locator(".recent")).to_have_count(0)
    axe(anna)
    stranger = visitors.visit("/p/Anna", PHONE, "it", dark=True)
    expect(stranger.locator(".profile")).to_contain_text("privata")
    stranger.goto("/p/Bruno")
    expect(stranger.locator(".goals li").first).to_be_visible()
    axe(stranger)
    fits(stranger)
    shoot(stranger, "player-phone")
