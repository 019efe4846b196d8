"""A table in real browsers: before, during and after the game."""

import re
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cli.servers import serving
from tests.web.browsers import PHONE, Screen, Visitors, axe, everybody, press
from tests.web.contrast import AA, contrast
from tests.web.hands import Hands, expect_held, names, shelf_of
from tests.web.servers import Programs, ServerProcess, play_out
from tests.web.tables import (
    MODULES,
    ask,
    come_in,
    in_order,
    known,
    later,
    listen,
    move,
    no_keys,
    sit,
    table_of,
)

MINE = ".headline.mine"
LATE = 28
"""The number of random moves that bring a game of My Shelfie near its end."""


def log_of(page: Page) -> Any:
    return expect(page.locator("ludo-log"))


def choose(page: Page, name: str) -> None:
    """Choose an item from the table's menu."""
    page.locator(".actions summary").click()
    press(page, name)


CANCELLED = re.compile(r"Your move has been cancelled\.")


def two(visitors: Visitors, **options: Any) -> tuple[Page, Page, int]:
    """Start a game of two; return the current player's page, the other page and the table."""
    pages = [come_in(visitors, "Anna"), come_in(visitors, "Bruno")]
    table = table_of(pages, **options)
    first, second = in_order(pages, table)
    return first, second, table


def name_of(page: Page) -> str:
    return page.locator(".player:has(.chip:text-is('you')) strong").inner_text()


# Before the start


def test_seats_fill_and_the_owner_decides(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    sit(anna, "open_table", game="shelfie", seats=4, waits=True)
    expect(anna.locator(".waiting")).to_have_text("Waiting for 3 more players.")
    anna.get_by_role("button", name="Add a bot").first.click()
    expect(anna.locator(".place").nth(1)).to_contain_text("Bice (smart)")
    anna.get_by_label("Level of the bots").select_option("novice")
    anna.get_by_role("button", name="Add a bot").last.click()
    expect(anna.locator(".place").nth(2)).to_contain_text("Elio (novice)")
    anna.get_by_role("button", name="Remove Elio").click()
    expect(anna.locator(".place").nth(2)).to_contain_text("free seat")
    anna.get_by_role("button", name="Remove").click()
    expect(anna.locator(".place").nth(1)).to_contain_text("free seat")
    anna.get_by_label("Table for").select_option("2")
    expect(anna.locator(".place")).to_have_count(2)
    bruno = come_in(visitors, "Bruno")
    sit(bruno, "join_table", table=1)
    expect(anna.locator(".waiting")).to_have_text("Everyone is here. Anna can start the game.")
    expect(bruno.get_by_role("button", name="Start")).to_have_count(0)
    press(anna, "Start")
    for page in (anna, bruno):
        expect(page.locator(".headline")).to_be_visible()
        log_of(page).to_contain_text("The game started.")


def test_starting_with_fewer_seats_needs_confirmation(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    sit(anna, "open_table", game="renaissance", seats=3)
    anna.get_by_label("Table for").select_option("1")
    press(anna, "No, keep playing")
    expect(anna.locator(".place")).to_have_count(3)
    expect(anna.get_by_label("Table for")).to_have_value("3")
    anna.get_by_label("Table for").select_option("1")
    anna.get_by_role("dialog").get_by_role("button", name="Start").click()
    expect(anna.locator(".headline")).to_be_visible()


def test_invitation_is_copied_and_leads_to_a_seat(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    anna.context.grant_permissions(["clipboard-read", "clipboard-write"])
    info = sit(anna, "open_table", game="shelfie", seats=2, private=True)
    press(anna, "Copy")
    expect(anna.get_by_role("button", name="Copied")).to_be_visible()
    link = anna.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/t/{info['code']}")
    bruno = come_in(visitors, "Bruno", link)
    press(bruno, "Join the table")
    expect(bruno.locator(".headline")).to_be_visible()
    expect(anna.locator(".headline")).to_be_visible()


def test_link_only_for_this_machine_has_no_code(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    info = sit(anna, "open_table", game="shelfie", seats=2)
    expect(anna.get_by_label("Link to this table")).to_have_value(re.compile(f"/t/{info['code']}$"))
    expect(anna.locator(".invitation img")).to_have_count(0)


@everybody
def test_page_opened_as_localhost_invites_with_the_address_for_others(
    browser: Browser, screen: Screen, language: str, dark: bool
) -> None:
    with serving("--origin", "http://games.example.org") as (_, port):
        visitors = Visitors(browser, f"http://127.0.0.1:{port}")
        anna = come_in(visitors, "Anna", "/", screen, language, dark=dark)
        info = sit(anna, "open_table", game="shelfie", seats=2)
        link = f"http://games.example.org/t/{info['code']}"
        expect(anna.locator(".invitation input")).to_have_value(link)
        code = anna.locator(".invitation img")
        expect(code).to_be_visible()
        code.evaluate("(image) => image.decode()")
        axe(anna)
        visitors.go()
        assert visitors.complaints() == []


def test_last_player_to_stand_up_closes_the_table(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    sit(anna, "open_table", game="shelfie", seats=3)
    sit(bruno, "join_table", table=1)
    press(anna, "Leave the seat")
    expect(bruno.locator(".place").first).to_contain_text("free seat")
    expect(bruno.get_by_role("button", name=re.compile("^Start with bots"))).to_be_visible()
    press(anna, "Take a seat")
    expect(bruno.locator(".place").first).to_contain_text("Anna")
    press(anna, "Leave the seat")
    expect(bruno.locator(".place").first).to_contain_text("free seat")
    for answer in ("Cancel", "Close the table"):
        press(bruno, "Leave the seat")
        expect(bruno.get_by_role("dialog")).to_contain_text("You're the last player here.")
        press(bruno, answer)
    expect(anna.get_by_role("alert")).to_contain_text("closed")
    expect(bruno).to_have_url(re.compile("/$"))


def test_full_table_names_the_players_it_waits_for(visitors: Visitors, programs: Programs) -> None:
    anna = programs.come_in("Anna")
    table = anna.ask("table_shown", do="open_table", game="shelfie", seats=2)["info"]["table"]
    anna.leave()
    bruno = come_in(visitors, "Bruno")
    sit(bruno, "join_table", table=table)
    expect(bruno.locator(".waiting")).to_have_text(
        "All seats are taken. The game starts as soon as Anna is connected."
    )
    expect(bruno.locator(".place").first).to_contain_text("disconnected")
    axe(bruno)
    no_keys(bruno)
    anna = programs.come_in("Anna")
    anna.ask("table_shown", do="watch", table=table)
    expect(bruno.locator(".headline")).to_be_visible()


# During the game


def test_everybody_sees_the_turn_and_the_log(visitors: Visitors) -> None:
    first, second, table = two(visitors)
    name, other = name_of(first), name_of(second)
    expect(first.locator(".headline h2")).to_have_text("Your turn")
    expect(second.locator(".headline h2")).to_have_text(f"{name}'s turn")
    expect(first).to_have_title(re.compile("^● Your turn"))
    expect(first.locator("#live")).to_contain_text("Your turn")
    before = known(second)["version"]
    move(first, table)
    expect(second.locator(MINE)).to_be_visible()
    expect(first.locator(".headline h2")).to_have_text(f"{other}'s turn")
    expect(second.locator("#live")).to_contain_text("Your turn")
    assert known(second)["version"] == before + 1
    assert first.locator("ludo-log").inner_text() == second.locator("ludo-log").inner_text()
    expect(second.locator(".player.turn")).to_contain_text(other)


def test_dropped_player_is_awaited_and_returns(visitors: Visitors) -> None:
    first, second, table = two(visitors, absence="forfeit")
    name = name_of(second)
    second.goto("about:blank")
    expect(first.locator(".headline h2")).to_have_text(f"Waiting for {name}")
    expect(first.locator(".notices")).to_contain_text(f"{name} has disconnected.")
    expect(first.locator(".player", has_text=name)).to_contain_text("disconnected")
    second.goto(f"/table/{table}")
    expect(first.locator(MINE)).to_be_visible()
    expect(first.locator(".notices .notice")).to_have_count(0)
    log_of(second).to_contain_text("The game started.")


def test_move_is_queued_while_the_other_player_is_absent(visitors: Visitors) -> None:
    first, second, table = two(visitors, absence="forfeit")
    name = name_of(second)
    second.goto("about:blank")
    expect(first.locator(".expected")).to_contain_text("You can already choose your move")
    hands = Hands(first)
    hands.pick(2)
    before = known(first)["version"]
    held = names(first, ".held [data-tile]", "tile")
    first.locator(".drop[data-column='3']").click()
    expect(first.locator(".expected")).to_contain_text(f"Your move is waiting for {name}: ")
    expect(first.locator(".expected")).to_contain_text("into column 4.")
    expect(first.locator(".keeping .ghost")).to_have_count(2)
    expect(first.locator("#live")).to_contain_text("Your move is saved")
    axe(first)
    no_keys(first)
    press(first, "Cancel the move")
    expect(first.locator(".keeping")).to_have_count(0)
    expect(first.locator(".expected")).to_contain_text("You can already choose your move")
    assert names(first, ".held [data-tile]", "tile") == held
    assert known(first)["version"] == before
    first.locator(".drop[data-column='3']").click()
    expect(first.locator(".keeping .ghost.in-3")).to_have_count(2)
    first.locator(".drop[data-column='0']").click()  # a later column replaces it
    expect(first.locator(".keeping .ghost.in-0")).to_have_count(2)
    second.goto(f"/table/{table}")
    expect(second.locator(MINE)).to_be_visible()
    expect(first.locator(".keeping")).to_have_count(0)
    expect(first.get_by_role("button", name="Cancel the move")).to_have_count(0)
    assert [row[0] for row in shelf_of(first, ".mine")][4:] == [int(one) for one in held[::-1]]
    assert known(first)["version"] == before + 1


def test_queued_move_is_cancelled_with_its_hand_or_connection(visitors: Visitors) -> None:
    first, second, _ = two(visitors, absence="forfeit")
    second.goto("about:blank")
    expect(first.locator(".expected")).to_contain_text("You can already choose your move")
    Hands(first).pick(2)
    first.locator(".drop[data-column='2']").click()
    expect(first.locator(".keeping")).to_be_visible()
    held = names(first, ".held [data-tile]", "tile")[::-1]
    listen(first)  # the next announcement replaces this one at once
    first.locator("[data-swap='0']").click()
    expect(first.locator(".keeping")).to_have_count(0)
    expect(first.locator("html")).to_have_attribute("data-announced", CANCELLED)
    expect_held(first, held)
    first.locator(".drop[data-column='2']").click()
    expect(first.locator(".keeping")).to_be_visible()
    first.reload()
    expect_held(first, held)  # both tiles are picked again and then reordered
    expect(first.locator(".keeping")).to_have_count(0)


def test_absent_seat_is_skipped_if_several_players_remain(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno", "Carla")]
    first, second, third = in_order(pages, table_of(pages, absence="forfeit"))
    name = name_of(first)
    first.goto("about:blank")
    expect(third.locator(".notices")).to_contain_text(f"{name} is disconnected.")
    log_of(third).to_contain_text(f"{name} was disconnected: turn skipped.")
    expect(second.locator(MINE)).to_be_visible()


def test_clocks_stop_in_a_pause_and_can_be_extended(visitors: Visitors) -> None:
    first, second, table = two(visitors, clock={"bank": 600})
    clock = second.locator(".player.turn ludo-clock")
    expect(clock).to_have_text(re.compile(r"^9:\d\d$"))
    other = second.locator(".player:not(.turn) ludo-clock")
    expect(other).to_have_text("10:00")
    second.get_by_role("button", name="+1 min").click()
    expect(clock).to_have_text(re.compile(r"^10:\d\d$"))
    log_of(first).to_contain_text("added 1 minute to")
    choose(first, "Ask for a pause")
    press(second, "Agree")
    expect(first.locator(".headline h2")).to_have_text("The game is paused")
    expect(first.locator(".clock.running")).to_have_count(0)
    stopped = known(first)["left"]
    press(first.locator(".notices").page, "Resume")
    expect(first.locator(MINE)).to_be_visible()
    log_of(second).to_contain_text("resumed the game")
    assert known(first)["left"] == pytest.approx(stopped, abs=1000)
    assert table


def test_player_out_of_time_is_warned_and_skipped(visitors: Visitors) -> None:
    first, second, _ = two(visitors, clock={"turn": 5})
    name = name_of(first)
    listen(first)
    low = re.compile("Your time is running out: 2 seconds left.")
    expect(first.locator(".player.turn .clock.low")).to_be_visible()
    log_of(second).to_contain_text(f"{name} ran out of time: turn skipped.")
    expect(second.locator(MINE)).to_be_visible()
    expect(first.locator("html")).to_have_attribute("data-announced", low)


HEAR = f"""async (notice) => {{
  const server = await import({MODULES} + "server.js");
  const {{ hear }} = await import({MODULES} + "known.js");
  hear(server.known, notice);
  server.changed();
}}"""


def test_pause_accepted_by_silence_is_explained(visitors: Visitors) -> None:
    page, _, table = two(visitors)
    hear = partial(page.evaluate, HEAR)
    hear({"notice": "pause_asked", "table": table, "seats": [0], "within": 30_000})
    notices = page.locator(".notices")
    expect(notices).to_contain_text("the player is considered to agree after 30 seconds")
    hear({"notice": "pause_asked", "table": table, "seats": []})
    expect(notices).not_to_contain_text("would like to pause")
    paused = {"record": "game_paused", "by": 0, "until": 1_700_000_000_000}
    version, info = known(page)["version"] + 1, known(page)["info"]
    info |= {"paused": True, "resumes": 1_700_000_000_000}
    news = {"notice": "table_news", "table": table, "version": version}
    hear({**news, "record": paused, "info": info})
    expect(notices).to_contain_text(
        re.compile(r"The game is paused until \d\d:\d\d at the latest.")
    )
    resumed = {"record": "game_resumed", "seat": 0, "expired": True}
    hear({"notice": "table_news", "table": table, "version": version + 1, "record": resumed})
    log_of(page).to_contain_text("The pause is over.")


def test_move_can_be_undone_where_allowed(visitors: Visitors) -> None:
    first, second, table = two(visitors, take_back=True)
    for page in (first, second):
        expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    board = known(first)["view"]["board"]
    move(first, table)
    expect(second.locator(MINE)).to_be_visible()
    expect(second.get_by_role("button", name="Undo")).to_have_count(0)
    press(first, "Undo")
    expect(first.locator(MINE)).to_be_visible()
    expect(first.get_by_role("button", name="Undo")).to_have_count(0)
    log_of(second).to_contain_text("undid their move")
    assert known(second)["view"]["board"] == board
    second.reload()
    log_of(second).to_contain_text("undid their move")


def test_opener_allows_undo_and_hints_while_the_table_waits(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    sit(anna, "open_table", game="shelfie", seats=3)
    sit(bruno, "join_table", table=1)
    expect(bruno.get_by_label("Allow undo")).to_have_count(0)
    for label in ("Allow undo", "Allow hints from a bot"):
        anna.get_by_label(label).check()
    for page in (anna, bruno):
        expect(page.locator(".gathering .chips")).to_contain_text("undo allowed")
        expect(page.locator(".gathering .chips")).to_contain_text("hints allowed")
        log_of(page).to_contain_text("Undo and hints are now allowed.")
    anna.get_by_label("Allow hints from a bot").uncheck()
    expect(bruno.locator(".gathering .chips")).not_to_contain_text("hints allowed")
    anna.get_by_label("Table for").select_option("2")
    press(anna, "Start")
    for page in (anna, bruno):
        expect(page.locator(".headline")).to_be_visible()
    first, _ = in_order([anna, bruno], 1)
    move(first, 1)
    expect(first.get_by_role("button", name="Undo")).to_be_visible()
    expect(first.get_by_role("button", name="Hint")).to_have_count(0)


def test_undo_is_offered_until_the_next_player_starts(visitors: Visitors) -> None:
    first, second, table = two(visitors, take_back=True)
    back = first.get_by_role("button", name="Undo")
    move(first, table)
    expect(back).to_be_visible()
    picked = second.locator(".cell.pick").first
    picked.click()
    expect(back).to_have_count(0)
    second.goto("about:blank")  # the draft ends with its connection
    expect(back).to_be_visible()
    second.goto(f"/table/{table}")
    expect(second.locator(MINE)).to_be_visible()
    move(second, table)
    expect(second.get_by_role("button", name="Undo")).to_be_visible()
    expect(back).to_have_count(0)


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_refusal_does_not_shift_the_layout_and_disappears(visitors: Visitors, game: str) -> None:
    pages = [come_in(visitors, "Anna", screen=PHONE), come_in(visitors, "Bruno")]
    table_of(pages, game, take_back=True)
    for page in pages:
        page.clock.install()
        page.evaluate(PRETEND)
        places = page.locator(f"{game}-table").evaluate(PLACES)
        press(page, "Undo")
        alert = page.locator(".headline [role=alert]")
        expect(alert).to_contain_text("no move to undo")
        assert page.locator(f"{game}-table").evaluate(PLACES) == places
        assert contrast(alert) >= AA
    for page in pages:  # they reconnect, as after any silence
        page.clock.fast_forward(10_000)
        expect(page.locator(".headline [role=alert]")).to_have_count(0)


PRETEND = f"""async () => {{
  // The offer may arrive a moment late: pretend that a move can be undone.
  const server = await import({MODULES} + "server.js");
  server.known.table.takeBack = server.known.table.seat;
  server.changed();
  await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));
}}"""
PLACES = (
    """(table) => [...table.querySelectorAll("*")].map((one) => one.getBoundingClientRect().y)"""
)


def test_leaving_is_explained_first_and_a_bot_can_take_over(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno", "Carla")]
    table = table_of(pages)
    first, second, _ = in_order(pages, table)
    name = name_of(first)
    choose(first, "Leave the game")
    dialog = first.get_by_role("dialog")
    expect(dialog).to_contain_text("The other players continue")
    first.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(first.locator(MINE)).to_be_visible()
    choose(first, "Leave the game")
    dialog.get_by_role("button", name="Leave the game").click()
    expect(first.locator(".notices")).to_contain_text("You're watching this game.")
    expect(first.get_by_role("button", name="Take this seat")).to_be_visible()
    expect(second.locator(".notices")).to_contain_text(f"{name} has left")
    press(second, "Let a bot take over")
    expect(second.get_by_role("dialog")).to_contain_text(f"{name} can't come back")
    second.get_by_role("dialog").get_by_role("button", name="Let a bot take over").click()
    expect(second.locator(".notices .notice")).to_have_count(0)
    log_of(second).to_contain_text("(bot) joined.")
    expect(second.locator(MINE)).to_be_visible()  # the bot has moved


def test_bots_have_names_with_kinds_and_distinct_letters(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    table = sit(anna, "open_table", game="shelfie", seats=4)["table"]
    ask(anna, "start_table", table=table, bot="greedy")
    called = ["Anna", "Bice (smart)", "Elio (smart)", "Fosca (smart)"]
    expect(anna.locator(".player .called")).to_contain_text(called)
    badges = anna.locator(".player .badge")
    expect(badges).to_have_text(["A", "B", "E", "F"])
    colours = badges.evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(set(colours)) == 4
    axe(anna)
    dora = visitors.visit(language="it", name="Dora")
    listed = dora.locator("section:has(> #tables-running) .holders li").nth(1)
    expect(listed).to_have_text("Bice (abile) bot")
    ask(anna, "stand_up", table=table)
    expect(dora.locator("#finished .totals li").nth(1)).to_contain_text("Bice (abile)")
    dora.goto(f"/replay/{table}")
    expect(dora.locator(".player .called").nth(3)).to_contain_text("Fosca (abile)")


def test_spectator_can_take_an_empty_seat(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno", "Carla")]
    table = table_of(pages)
    ask(pages[0], "stand_up", table=table)
    dora = come_in(visitors, "Dora", f"/table/{table}")
    press(dora, "Take this seat")
    expect(dora.locator(".player").first).to_contain_text("Dora")
    expect(dora.locator(".notices .notice")).to_have_count(0)
    assert known(dora)["seat"] == 0
    log_of(pages[1]).to_contain_text("Dora joined.")


def test_resigning_ends_a_game_for_two(visitors: Visitors) -> None:
    first, second, _ = two(visitors)
    name = name_of(first)
    points = second.locator(".player details").first
    points.locator("summary").click()
    choose(first, "Resign")
    expect(first.get_by_role("dialog")).to_contain_text("The only remaining player would win")
    first.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(second.locator(".final h2")).to_have_text("You win!")
    expect(second.locator(".final")).to_contain_text(f"{name} has resigned.")
    log_of(second).to_contain_text(f"{name} resigned.")
    expect(points).to_have_attribute("open", "")


def test_spectator_sees_no_secrets(visitors: Visitors) -> None:
    first, _, table = two(visitors)
    eve = come_in(visitors, "Eve", f"/table/{table}")
    expect(eve.locator(".notices")).to_contain_text("You're watching this game.")
    seen = known(eve)
    assert seen["seat"] is None
    assert [seat["goal"] for seat in seen["view"]["seats"]] == [None, None]
    assert "goal_dealt" not in str(seen["log"])
    logged = eve.locator("ludo-log li").count()
    move(first, table)
    for page in (first, eve):
        expect(page.locator("ludo-log li")).to_have_count(logged + 1)
    expect(eve.locator(".actions summary")).to_be_visible()
    expect(eve.get_by_role("button", name="Undo")).to_have_count(0)


def test_missing_table_is_reported(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna", "/table/99")
    expect(anna.get_by_role("alert")).to_be_visible()
    anna.get_by_role("link", name="Go to the lobby").click()
    expect(anna).to_have_url(re.compile("/$"))


def test_phone_counts_unread_chat(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    bruno = come_in(visitors, "Bruno", screen=PHONE)
    table = table_of([anna, bruno])
    ask(anna, "say", table=table, text="Hello!")
    ask(anna, "say", table=table, text="Anybody there?")
    tab = bruno.get_by_role("tab", name="Chat")
    expect(tab).to_have_text("Chat2 unread")
    bruno.get_by_role("tab", name="Players").focus()
    bruno.keyboard.press("ArrowLeft")
    expect(tab).to_be_focused()
    expect(bruno.get_by_role("tabpanel")).to_contain_text("Anybody there?")
    expect(tab).to_have_text("Chat")
    bruno.keyboard.press("Home")
    bruno.reload()
    expect(bruno.get_by_role("tabpanel")).to_contain_text("Anna")
    expect(tab).to_have_text("Chat")


def test_phone_tabs_are_reachable_by_keys_before_the_start(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=PHONE)
    sit(page, "open_table", game="shelfie", seats=2)
    log, chat = (page.get_by_role("tab", name=name) for name in ("Log", "Chat"))
    log.focus()
    page.keyboard.press("ArrowRight")
    expect(chat).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(log).to_be_focused()


# Lost connections


def test_reload_loses_nothing(visitors: Visitors) -> None:
    first, second, table = two(visitors, clock={"bank": 600})
    move(first, table)
    expect(second.locator(MINE)).to_be_visible()
    ask(first, "say", table=table, text="Well met!")
    before = known(second)
    log = second.locator("ludo-log").inner_text()
    second.reload()
    expect(second.locator(MINE)).to_be_visible()
    log_of(second).to_have_text(log.replace("\n", ""))
    expect(second.locator("ludo-chat")).to_contain_text("Well met!")
    after = known(second)
    assert (after["version"], after["view"], after["seat"]) == (
        before["version"],
        before["view"],
        before["seat"],
    )


def test_lost_network_is_reported_and_missed_moves_are_shown(visitors: Visitors) -> None:
    visitors.forgive("ERR_INTERNET_DISCONNECTED")
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno", "Carla")]
    table = table_of(pages)
    first, second, third = in_order(pages, table)
    third.context.set_offline(True)
    expect(third.get_by_role("alert")).to_contain_text("Connection lost")
    move(first, table)
    expect(second.locator(MINE)).to_be_visible()
    third.context.set_offline(False)
    expect(third.get_by_role("alert")).to_have_count(0)
    log_of(third).to_have_text(second.locator("ludo-log").inner_text().replace("\n", ""))


def test_move_with_a_lost_answer_is_played_once(visitors: Visitors) -> None:
    first, second, table = two(visitors)
    first.evaluate(LOSE_ONE_ANSWER)
    before = known(second)["version"]
    move(first, table)
    assert first.evaluate("window.lost") == "move_played"
    expect(second.locator(MINE)).to_be_visible()
    assert known(second)["version"] == before + 1
    assert known(first)["version"] == before + 1


LOSE_ONE_ANSWER = """() => {
  // The next move is sent; then the line breaks before anything of it is heard.
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (JSON.parse(text).do === "play") {
      WebSocket.prototype.send = send;
      const hear = this.onmessage;
      this.onmessage = (message) => {
        window.lost = JSON.parse(message.data).record?.record;
        this.onmessage = null;
        this.close();
      };
    }
    return send.call(this, text);
  };
}"""


@pytest.mark.parametrize("how", ["close", "kill"])
def test_game_continues_after_a_restart(
    server: ServerProcess, visitors: Visitors, how: str
) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED", "WebSocket connection")
    first, second, table = two(visitors)
    move(first, table)
    expect(second.locator(MINE)).to_be_visible()
    before = known(second)
    getattr(server, how)()
    for page in (first, second):
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
    server.open()
    for page in (first, second):
        expect(page.get_by_role("alert")).to_have_count(0)
    expect(second.locator(MINE)).to_be_visible()
    after = known(second)
    assert (after["version"], after["view"]) == (before["version"], before["view"])
    move(second, table)
    expect(first.locator(MINE)).to_be_visible()
    log_of(second).to_have_text(first.locator("ludo-log").inner_text().replace("\n", ""))


def test_request_during_an_outage_is_repeated(server: ServerProcess, visitors: Visitors) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED", "WebSocket connection")
    anna = come_in(visitors, "Anna")
    sit(anna, "open_table", game="shelfie", seats=2)
    ask(anna, "start_table", table=1, bot="greedy")
    expect(anna.locator(MINE)).to_be_visible()
    moves = ask(anna, "ask_moves", table=1)["moves"]
    server.kill()
    expect(anna.get_by_role("alert")).to_contain_text("Connection lost")
    later(anna, do="play", table=1, move=moves[0])
    server.open()
    assert anna.evaluate("window.answer.then((notice) => notice.notice)") == "table_news"
    played = [one for one in known(anna)["log"] if one["record"].get("seat") == known(anna)["seat"]]
    assert [one["record"]["record"] for one in played] == ["seat_taken", "move_played"]


# After the end


def play_to_the_end(pages: list[Page], table: int) -> None:
    """Play the first legal move until the game is over."""
    pages = in_order(pages, table)
    while not known(pages[0])["view"]["outcome"]:
        for page in pages:
            if ask(page, "ask_moves", table=table)["moves"]:
                move(page, table)


def test_whole_match_ends_with_the_origin_of_every_point(
    visitors: Visitors, programs: Programs
) -> None:
    table = play_out(programs, "shelfie", "Anna", "Bruno", moves=LATE)
    pages = [
        come_in(visitors, name, f"/table/{table}", token=programs.tokens[name])
        for name in ("Anna", "Bruno")
    ]
    for page in pages:
        expect(page.locator(".headline")).to_be_visible()
    play_to_the_end(pages, table)
    outcome = known(pages[0])["view"]["outcome"]
    for seat, page in enumerate(pages):
        expect(page.locator(".final")).to_be_visible()
        points = known(page)["points"]
        won = seat in outcome["winners"]
        expect(page.locator(".final h2")).to_contain_text("You" if won else "wins")
        totals = page.locator(".scores tfoot td").all_inner_texts()
        assert sorted(totals) == sorted(str(sum(p["amount"] for p in mine)) for mine in points)
        expect(page.locator(".scores tbody tr")).to_have_count(len(points[0]))
        goals = page.locator(".goals .common h3").all_inner_texts()
        sources = page.locator(".scores tbody th").all_inner_texts()
        assert sources[: len(goals)] == [f"Common goal: {goal}" for goal in goals]
        if len(outcome["winners"]) == 1:
            assert page.locator(".scores .rank").all_inner_texts() == ["★ winner", "2nd"]
        expect(page.locator(".headline")).to_have_count(0)
    chips = [page.locator(".goals .common .progress").all_inner_texts() for page in pages]
    assert chips[0] == chips[1]
    with pages[0].expect_download() as download:
        pages[0].get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == f"ludoteca-shelfie-{table}.jsonl"
    pages[0].get_by_role("link", name="Watch the replay").click()
    expect(pages[0].locator(".controls")).to_be_visible()
    expect(pages[0].get_by_label("Point of view")).to_have_value("0")


def test_same_players_start_a_rematch(visitors: Visitors) -> None:
    first, second, table = two(visitors)
    eve = come_in(visitors, "Eve", f"/table/{table}")
    ask(first, "resign", table=table)
    press(second, "Rematch")
    expect(second.locator(".gathering")).to_be_visible()
    expect(first.locator(".final")).to_contain_text(f" wants a rematch at table {table + 1}.")
    press(first, "Join the rematch")
    for page in (first, second):
        expect(page.locator(".headline")).to_be_visible()
        expect(page).to_have_url(re.compile(f"/table/{table + 1}$"))
    eve.get_by_role("link", name="Watch the rematch").click()
    expect(eve.locator(".notices")).to_contain_text("You're watching this game.")


def test_rematch_keeps_a_seat_until_it_is_declined(visitors: Visitors) -> None:
    first, second, table = two(visitors)
    ask(first, "resign", table=table)
    press(second, "Rematch")
    expect(second.locator(".gathering")).to_contain_text("Their seat is kept until")
    expect(second.locator(".place.free")).to_have_text(re.compile(r"^\?kept for \w+$"))
    start = second.get_by_role("button", name="Start with a bot")
    expect(start).to_be_disabled()
    expect(start).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    eve = come_in(visitors, "Eve")
    refused = ask(eve, "join_table", table=table + 1)
    assert refused["code"] == "house/table_full"
    expect(eve.locator("#tables-running + ul")).to_contain_text("kept for")
    press(first, "Not now")
    expect(first.locator(".final")).to_contain_text("You've declined the rematch.")
    expect(second.locator(".gathering")).not_to_contain_text("kept")
    eve.locator("#tables-open + ul").get_by_role("button", name="Join").click()
    for page in (second, eve):
        expect(page.locator(".headline")).to_be_visible()


def test_player_who_left_finds_the_seat_kept_at_the_rematch(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    info = sit(anna, "open_table", game="shelfie", seats=2, private=True)
    table, code = info["table"], info["code"]
    sit(bruno, "join_table", code=code)
    ask(anna, "resign", table=table)
    bruno.get_by_role("link", name="Go to the lobby").click()
    press(anna, "Rematch")
    expect(anna.locator(".invitation input")).to_have_value(re.compile(r"/t/\w+$"))
    expect(anna.locator(".invitation")).to_contain_text("Bruno can also join with this link.")
    expect(bruno.locator(".notice.line")).to_contain_text("Anna invites you to My Shelfie.")
    bruno.goto("/")
    seat = bruno.locator("#tables-mine + ul .seating")
    expect(seat).to_contain_text("a seat is kept for you until")
    expect(seat).to_contain_text("My Shelfie")
    axe(bruno)
    bruno.goto(f"/t/{code}")  # the link of the finished game
    expect(bruno.locator(".invited .seating")).to_contain_text("a seat is kept for you until")
    bruno.get_by_role("button", name="Join Table").click()
    for page in (anna, bruno):
        expect(page.locator(".headline")).to_be_visible()
    bruno.goto("/")
    expect(bruno.locator("#tables-mine + ul .holders")).to_have_text("AnnaBruno")
    finished = bruno.locator("#finished .seating")
    expect(finished).to_contain_text("invitation only")
    finished.get_by_role("link", name="Watch the replay").click()
    expect(bruno.locator(".controls")).to_be_visible()
    expect(bruno.get_by_label("Point of view")).to_have_value("1")


def test_game_against_bots_starts_and_continues(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    sit(anna, "open_table", game="shelfie", seats=3)
    press(anna, "Start with bots in the 2 free seats")
    for moves in range(1, 4):
        expect(anna.locator(MINE)).to_be_visible()
        move(anna, 1)
        expect(anna.locator(".mine .slots [data-slot] > [data-tile]")).to_have_count(moves)
    choose(anna, "Pause")
    expect(anna.locator(".headline h2")).to_have_text("The game is paused")


# Accessibility


@everybody
def test_every_state_of_a_table_is_accessible(
    visitors: Visitors, programs: Programs, screen: Screen, dark: bool, language: str
) -> None:
    page = come_in(visitors, "Anna", "/", screen, language, dark=dark)

    def fits() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") == screen.width
        no_keys(page)
        axe(page)

    sit(page, "open_table", game="shelfie", seats=3, clock={"turn": 3600, "bank": 0})
    page.locator(".gathering").wait_for()
    fits()
    bruno, carla = programs.come_in("Bruno"), programs.come_in("Carla")
    for program in (bruno, carla):
        program.ask("table_shown", do="join_table", table=1)
    page.locator(".headline").wait_for()
    bruno.ask("done", do="stand_up", table=1)
    carla.leave()
    expect(page.locator(".notices .notice")).to_have_count(2)
    page.locator(".actions summary").click()
    fits()
    page.keyboard.press("Escape")
    for tab in page.get_by_role("tab").all():
        tab.click()
        fits()
    page.locator(".actions summary").click()
    page.locator(".actions .card button").nth(1).click()
    page.locator("dialog").wait_for()
    fits()
    page.locator("dialog .primary").click()
    page.locator(".final, .notices").first.wait_for()
    ask(page, "pause", table=1)
    fits()
