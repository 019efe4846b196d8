"""The welcome screen and the lobby in real browsers: names, tables and settings."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.conftest import PROVING
from tests.web.browsers import DESKTOP, SMALL, Screen, Visitors, axe, everybody, press
from tests.web.servers import Program, Programs, ServerProcess, play_out
from tests.web.tables import ask, come_in, no_keys, table_of

TABLE = re.compile(r"/table/\d+$")


def card(page: Page, table: int) -> Locator:
    return page.locator(f".seating:has(:text('Table {table},'))")


def opened(program: Program, **options: object) -> int:
    """Open a table with free seats as a program."""
    asked = {"game": "shelfie", "seats": 3, **options}
    return int(program.ask("table_shown", do="open_table", **asked)["info"]["table"])


# Logging in


def test_first_visit_reaches_a_game_with_a_name_and_two_clicks(visitors: Visitors) -> None:
    page = visitors.visit()
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Anna")
    press(page, "Play as guest")
    press(page, "Play My Shelfie")
    expect(page).to_have_url(TABLE)
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator(".player")).to_have_count(2)


def test_name_is_remembered(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()
    page.locator("#top .menu summary").click()
    press(page, "Change name")
    expect(page.get_by_label("Your name")).to_have_value("Anna")
    expect(page.locator("#top .menu .card")).to_be_hidden()
    page.reload()
    expect(page.get_by_label("Your name")).to_be_visible()


def test_invalid_name_is_refused_next_to_the_field(programs: Programs, visitors: Visitors) -> None:
    programs.come_in("Anna")
    page = visitors.visit()
    for name, no in (("anna", "That name is already taken"), ("a|b", "visible characters")):
        page.get_by_label("Your name").fill(name)
        press(page, "Play as guest")
        expect(page.locator("#name-problem")).to_contain_text(no)
        expect(page.get_by_label("Your name")).to_have_value(name)
        expect(page.get_by_label("Your name")).to_have_accessible_description(re.compile(no))
    axe(page)


def test_welcome_screen_does_not_wait_for_the_connection(visitors: Visitors) -> None:
    page = visitors.visit("/help")
    silent: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        if silent:
            line.connect_to_server()
        else:
            silent.append(line)

    page.route_web_socket("**/ws*", meet)
    page.goto("/")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_role("status").filter(has_text="One moment")).to_be_visible()
    silent[0].close()
    expect(page.get_by_role("heading", name="Hello, Anna!")).to_be_visible()


def test_name_taken_meanwhile_is_asked_for_again(
    server: ServerProcess, visitors: Visitors, programs: Programs
) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")
    page = come_in(visitors, "Anna")
    page.context.set_offline(True)
    server.kill()
    server.open()
    programs.come_in("Anna")
    page.context.set_offline(False)
    expect(page.locator("#name-problem")).to_contain_text("That name is already taken")
    expect(page.get_by_label("Your name")).to_have_value("Anna")


@pytest.mark.skipif(not PROVING, reason="it depends on the load of the machine")
def test_window_that_was_closed_for_a_ninth_can_be_used_again(
    visitors: Visitors, programs: Programs
) -> None:
    page = come_in(visitors, "Anna")
    programs.tokens["Anna"] = page.evaluate("() => JSON.parse(localStorage.ludoteca).token")
    others = [programs.come_in("Anna") for _ in range(8)]
    expect(page.get_by_role("alert")).to_contain_text("Your name is in use in too many windows")
    press(page, "Use this window instead")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert others[0].hear("farewell")["code"] == "house/taken_over"
    assert ask(page, "look_around")["people"] == ["Anna"]


# Playing at once, and opening tables


@pytest.mark.parametrize(
    ("game", "bots", "players"),
    [
        ("My Shelfie", "3", 4),
        ("Masters of Renaissance", "0", 1),
        ("Masters of Renaissance", "1", 2),
    ],
)
def test_one_click_opens_a_table_with_the_chosen_bots(
    visitors: Visitors, game: str, bots: str, players: int
) -> None:
    page = come_in(visitors, "Anna")
    page.get_by_label(f"Opponents in {game}").select_option(bots)
    press(page, f"Play {game}")
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator(".player")).to_have_count(players)


def test_program_logged_in_as_a_bot_is_marked_and_not_counted_as_a_player(
    visitors: Visitors, programs: Programs
) -> None:
    page = come_in(visitors, "Zoe")
    people = page.locator("#people")
    robot = programs.come_in("Robot", bot=True)
    expect(people.get_by_role("list", name="Bots")).to_contain_text("Robot")
    expect(people.get_by_role("list", name="Bots").locator(".chip")).to_have_text("bot")
    expect(people.get_by_role("heading")).to_have_text("One player online")
    table = robot.ask("table_shown", do="open_table", game="shelfie", seats=2)["info"]["table"]
    seat = page.locator("#tables .holders li").first
    expect(seat).to_have_text("Robotbot")
    page.get_by_role("button", name=f"Join Table {table}").click()
    expect(page.locator(".called", has_text="Robot").locator(".chip").first).to_have_text("bot")
    axe(page)


def test_each_opponent_has_the_chosen_level_and_speed(visitors: Visitors) -> None:
    page, sent = come_in(visitors, "Anna"), list[str]()
    page.on("websocket", lambda line: line.on("framesent", lambda said: sent.append(str(said))))
    page.reload()
    page.get_by_label("Opponents in My Shelfie").select_option("2")
    page.get_by_label("Level of opponent 1 in My Shelfie").select_option("novice")
    page.get_by_label("Level of opponent 2 in My Shelfie").select_option("random")
    page.get_by_label("Speed of opponent 2 in My Shelfie").select_option("takes its time")
    axe(page)
    page.reload()  # the settings are remembered
    press(page, "Play My Shelfie")
    called = ["Anna", "Bice (novice)", "Elio (random)"]
    expect(page.locator(".player .called")).to_contain_text(called)
    marks = page.locator(".player .mark path").evaluate_all(
        "(all) => all.map((one) => one.attributes.d.value)"
    )
    assert len(set(marks)) == 2
    chosen = [json.loads(one) for one in sent if '"seat_bot"' in one or '"start_table"' in one]
    assert [(one["bot"], one["speed"]) for one in chosen] == [
        ("novice", "quick"),
        ("uniform", "human"),
    ]


@pytest.mark.parametrize(
    ("screen", "language", "level", "play", "how", "said"),
    [
        (
            DESKTOP,
            "en",
            "even match",
            "Play My Shelfie",
            "Plays at about your strength, based on your last 20 games.",
            "It doesn't know its opponents yet and starts at strength 1500.",
        ),
        (
            SMALL,
            "it",
            "alla pari",
            "Gioca My Shelfie",
            "Gioca più o meno al tuo livello, in base alle tue ultime 20 partite.",
            "Non conosce ancora gli avversari e parte dal livello 1500.",
        ),
    ],
    ids=["desktop", "phone"],
)
def test_an_even_match_says_how_strong_the_bot_is(  # noqa: PLR0917 - screens and texts
    visitors: Visitors, screen: Screen, language: str, level: str, play: str, how: str, said: str
) -> None:
    page = come_in(visitors, "Anna", "/", screen, language)
    quick = page.locator(".card.game").first
    quick.locator(".opponent select").first.select_option("even")
    expect(quick.locator(".opponents .faint")).to_have_text(how)
    axe(page)
    page.get_by_role("button", name=play).click()
    expect(page.locator(".player .called").nth(1)).to_contain_text(f"Bice ({level} 1500)")
    axe(page)
    if screen is SMALL:
        page.get_by_role("tab", name="Registro").click()
    expect(page.locator("ludo-log")).to_contain_text(said)


def test_table_is_opened_with_the_chosen_options(visitors: Visitors, programs: Programs) -> None:
    page = come_in(visitors, "Anna")
    press(page, "Open a table for friends…")
    expect(page.locator(".opening").locator("select, input").filter(visible=True)).to_have_count(2)
    axe(page)
    page.locator(".opening summary").click()
    for label, choice in (
        ("Players", "4 players"),
        ("Who can join", "everyone"),
        ("Common goals", "one common goal"),
        ("Edition", "English edition"),
        ("When the living room is refilled", "leftover tiles stay"),
        ("Clock", "10 minutes per game, plus 10 seconds per turn"),
    ):
        page.locator(".opening").get_by_label(label, exact=True).select_option(choice)
    page.get_by_label("Allow spectators").uncheck()
    page.get_by_label("Allow undo").check()
    axe(page)
    press(page, "Open the table")
    expect(page.locator(".place")).to_have_count(4)
    for chip in (
        "one common goal",
        "Italian edition",  # all rules of the edition but one
        "squares of any kind",
        "no spectators",
        "undo allowed",
    ):
        expect(page.locator(".gathering .chips")).to_contain_text(chip)
    [info] = programs.come_in("Bruno").ask("surroundings", do="look_around")["tables"]
    assert info["options"] == {"common_goals": 1, "edition": "english", "leftovers": "stay"}
    assert info["clock"] == {"bank": 600, "increment": 10}


def test_seats_and_options_depend_on_the_game(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    press(page, "Open a table for friends…")
    page.locator(".opening").get_by_label("Game").select_option("renaissance")
    page.locator(".opening summary").click()
    expect(page.get_by_label("Common goals")).to_have_count(0)
    page.locator(".opening").get_by_label("Players").select_option("1")
    press(page, "Open the table")
    expect(page.locator(".headline")).to_be_visible()


def test_table_for_friends_is_only_for_players_with_the_link(
    visitors: Visitors, programs: Programs
) -> None:
    page = come_in(visitors, "Anna")
    press(page, "Open a table for friends…")
    press(page, "Open the table")
    expect(page.locator(".gathering .chips")).to_contain_text("invitation only")
    assert programs.come_in("Bruno").ask("surroundings", do="look_around")["tables"] == []


# Finding tables


def test_two_players_see_each_other_and_meet_at_a_table(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    expect(anna.locator("#people")).to_contain_text("2 players online")
    expect(anna.locator("#people")).to_contain_text("Bruno")
    expect(bruno.locator("#tables")).to_contain_text("No tables are waiting for players")
    press(anna, "Open a table for friends…")
    anna.locator(".opening summary").click()
    anna.get_by_label("Who can join").select_option("everyone")
    press(anna, "Open the table")
    expect(card(bruno, 1)).to_contain_text("free seat")
    card(bruno, 1).get_by_role("button", name="Join").click()
    for page in (anna, bruno):
        expect(page).to_have_url(TABLE)
        expect(page.locator(".headline")).to_be_visible()
    bruno.context.close()
    anna.get_by_role("link", name="Ludoteca").click()
    expect(anna.locator("#people")).to_contain_text("One player online")
    expect(card(anna, 1).locator(".holders")).to_contain_text("Brunodisconnected")


def test_running_games_are_shown_in_live_pictures(visitors: Visitors, programs: Programs) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    for watchable in (True, False):
        table = opened(anna, seats=2, watchable=watchable)
        bruno.ask("table_shown", do="join_table", table=table)
    zoe = come_in(visitors, "Zoe")
    picture = card(zoe, 1).locator("svg.board")
    expect(picture).to_be_visible()
    before = picture.inner_html()
    for player in (anna, bruno):
        if moves := player.ask("moves", do="ask_moves", table=1)["moves"]:
            player.ask("table_news", do="play", table=1, move=moves[0])
            break
    expect(picture).not_to_have_js_property("innerHTML", before)
    expect(card(zoe, 2)).to_be_visible()
    expect(card(zoe, 2).locator("svg.board")).to_have_count(0)
    axe(zoe)


def test_list_of_tables_is_updated(visitors: Visitors, programs: Programs) -> None:
    page = come_in(visitors, "Zoe")
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    table = opened(anna, seats=2, options={"common_goals": 0}, clock={"turn": 30})
    waiting = page.locator("section:has(> #tables-open)")
    running = page.locator("section:has(> #tables-running)")
    expect(waiting.locator(".seating")).to_contain_text("Table 1, opened by Anna")
    expect(waiting.locator(".chips")).to_contain_text("no common goals")
    expect(waiting.locator(".chips")).to_contain_text("30 seconds per turn")
    bruno.ask("table_shown", do="join_table", table=table)
    expect(running.locator(".holders li")).to_have_text(["Anna", "Bruno"])
    expect(page.locator("#people")).to_contain_text("Annaat table 1")
    expect(waiting).to_contain_text("No tables are waiting for players")
    running.get_by_role("link", name="Watch").click()
    expect(page.locator(".notices")).to_contain_text("You're watching this game.")


def test_code_or_a_link_leads_to_a_table(visitors: Visitors, programs: Programs) -> None:
    page = come_in(visitors, "Zoe")
    field = page.get_by_label("Have a code or a link?")
    field.fill("nonsense")
    field.press("Enter")
    expect(page.locator(".code .problem")).to_contain_text("There's no table with this code")
    anna = programs.come_in("Anna")
    info = anna.ask("table_shown", do="open_table", game="shelfie", seats=3, private=True)["info"]
    expect(page.locator("#tables")).to_contain_text("No tables are waiting for players")
    field.fill(f"http://example/t/{info['code']}")
    field.press("Enter")
    expect(page.locator(".place")).to_have_count(3)
    expect(page.locator(".place").nth(1)).to_contain_text("Zoe")

    page.get_by_role("link", name="Ludoteca").click()
    expect(page.locator("#tables-mine")).to_be_visible()
    page.reload()
    page.get_by_role("link", name="Back to your game").or_(
        page.get_by_role("link", name="Back to the table")
    ).click()
    expect(page.locator(".place").nth(1)).to_contain_text("Zoe")


def test_lobby_links_back_to_a_running_game(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    table = table_of([anna, bruno])
    for page in (anna, bruno):
        page.get_by_role("link", name="Ludoteca").click()
        expect(page.locator("section:has(> #tables-mine)")).to_contain_text(f"Table {table}")
    back = anna.locator("#top").get_by_role("link", name="Back to your game")
    expect(back).to_be_visible()
    back.click()
    expect(anna).to_have_url(TABLE)
    expect(anna.locator("#top .back")).to_have_count(0)


def test_finished_games_are_listed_as_they_end(visitors: Visitors, programs: Programs) -> None:
    page = come_in(visitors, "Zoe")
    expect(page.locator("#finished")).to_contain_text("No finished games yet.")
    table = play_out(programs, "shelfie", "Anna", "<i>Bruno</i>")
    game = page.locator("#finished .seating")
    expect(game).to_contain_text("<i>Bruno</i>")  # a name is always text
    expect(game.locator(".winner")).to_contain_text("★ winner")
    expect(game.locator("li")).to_have_count(2)
    game.get_by_role("link", name="Watch the replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{table}$"))


# Accessibility


def test_page_reconnects_to_a_killed_server(
    server: ServerProcess, visitors: Visitors, programs: Programs
) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED")
    anna, zoe = programs.come_in("Anna"), come_in(visitors, "Zoe")
    opened(anna)
    expect(zoe.locator("#people")).to_contain_text("Anna")
    server.kill()
    expect(zoe.get_by_role("alert")).to_contain_text("Connection lost. Reconnecting…")
    server.open()
    expect(zoe.get_by_role("alert")).to_have_count(0)
    expect(zoe.locator("#people")).not_to_contain_text("Anna")
    expect(zoe.locator("#tables")).to_contain_text("opened by Anna")


def test_first_visit_reaches_a_game_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.visit()
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    play = page.get_by_role("button", name="Play Masters of Renaissance")
    expect(play).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if play.evaluate("node => node === document.activeElement"):
            break
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Home")  # the smallest number of bots
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator(".player")).to_have_count(1)


def test_menu_opens_and_closes_by_keys_and_changes_language(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    menu = page.locator("#top .menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    menu.get_by_label("Language").select_option("it")
    expect(page.get_by_role("heading", name="Ciao, Anna!")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "it"
    menu.get_by_label("Tema").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", name="Ciao, Anna!")).to_be_visible()


def test_welcome_screen_offers_the_languages(visitors: Visitors) -> None:
    page = visitors.visit(language="it")
    expect(page.get_by_role("heading", name="Ciao!")).to_be_visible()
    press(page, "English")
    expect(page.get_by_role("heading", name="Welcome!")).to_be_visible()


@everybody
def test_every_screen_is_accessible(
    visitors: Visitors, programs: Programs, screen: Screen, language: str, dark: bool
) -> None:
    play_out(programs, "shelfie", "Anna", "Bruno")
    anna, bruno = programs.come_in("Anna"), programs.come_in("A name of thirty characters…")
    opened(anna, seats=4, clock={"bank": 600, "increment": 10}, take_back=True)
    opened(bruno, seats=2, game="renaissance", watchable=False)
    anna.ask("table_shown", do="join_table", table=3)
    anna.say(do="say", text="https://example.org/" + "x" * 300)
    welcome = visitors.visit("/", screen, language, dark=dark)
    expect(welcome.locator(".glance .board")).to_be_visible()
    welcome.locator(".welcome form .row button").last.click()
    expect(welcome.locator("#login-name")).to_be_focused()
    lobby = come_in(visitors, "Zoe", "/", screen, language, dark=dark)
    expect(lobby.locator("#finished .seating")).to_be_visible()
    expect(lobby.locator("ludo-chat li .text")).to_be_visible()
    lobby.locator(".opening > button").click()
    lost = come_in(visitors, "Ugo", "/t/nowhere", screen, language, dark=dark)
    expect(lost.get_by_role("alert")).to_be_visible()
    for page in (welcome, lobby, lost):
        axe(page)
        no_keys(page)
        for size in (16, 32):
            page.evaluate(f"document.documentElement.style.setProperty('font-size', '{size}px')")
            assert page.evaluate("document.documentElement.scrollWidth") == screen.width
