"""Slow games in real browsers: queued moves, vacations, the length of a turn, and stepping back."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe, everybody, fits, shoot
from tests.web.hands import cell, names
from tests.web.masters import Press, click, enter, tap
from tests.web.tables import ask, come_in, in_order, no_keys, table_of

DAY = 24 * 3600
SECRET = "correct horse"  # noqa: S105 - a test


def drop(page: Page, column: int) -> None:
    page.locator(f".drop[data-column='{column}']").click()


def queue(page: Page, tile: str, column: int) -> None:
    """Queue a move with the controls of playing, while another player is to move."""
    expect(page.locator(".room.planning")).to_be_visible()
    cell(page, tile).click()
    drop(page, column)
    expect(page.locator(".headline .expected")).to_contain_text("Queued for your turn")


def test_moves_are_queued_and_a_vacation_stops_the_clock(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno")]
    for page in pages:
        ask(page, "change_secret", new=SECRET)
        page.reload()
        expect(page.locator("#top")).to_be_visible()
    table = table_of(pages, clock={"turn": 2 * DAY})
    mover, other = in_order(pages, table)
    expect(mover.locator(".since")).to_have_text("")
    mover.clock.set_fixed_time(time.time() + 20 * 3600)
    expect(mover.locator(".since")).to_have_text("It's been your turn for 20 hours.")
    expect(mover.locator(".players ol")).to_contain_text("1 d 23 h")
    free = names(mover, ".cell.pick", "cell")
    queue(other, free[-1], 1)
    axe(other)
    other.reload()
    expect(other.locator(".headline .expected")).to_contain_text("Queued for your turn")
    other.get_by_role("button", name="Cancel the move").click()
    expect(other.locator(".headline .expected")).not_to_contain_text("Queued")
    queue(other, free[-1], 2)
    expect(mover.locator("body")).not_to_contain_text("Queued")
    cell(mover, free[0]).click()
    drop(mover, 0)
    expect(mover.locator("ludo-log li", has_text=" put ")).to_have_count(2)
    expect(mover.locator(".room.active")).to_be_visible()
    queue(other, names(mover, ".cell.pick", "cell")[0], 2)
    cell(mover, names(mover, ".cell.pick", "cell")[0]).click()
    drop(mover, 0)
    expected = other.locator(".headline .expected")
    expect(expected).to_contain_text("Your queued move wasn't played. The tiles or resources")
    expect(other.locator(".room.active")).to_be_visible()

    other.locator("#top .menu summary").click()
    other.get_by_role("button", name="Your account").click()
    dialog = other.locator("dialog.account")
    expect(dialog).to_contain_text("21 days left this year")
    axe(other)
    dialog.get_by_label("Days").fill("3")
    dialog.get_by_role("button", name="Go on vacation").click()
    expect(dialog).to_contain_text("You're on vacation until")
    other.keyboard.press("Escape")
    expect(mover.locator(".players ol")).to_contain_text("on vacation until")
    expect(other.locator(".clock.running")).to_have_count(0)
    other.locator(".notices").get_by_role("button", name="End vacation").click()
    expect(mover.locator(".players ol")).not_to_contain_text("on vacation until")
    expect(other.locator(".clock.running")).to_have_count(1)
    no_keys(other)


@everybody
def test_players_step_back_while_the_game_goes_on(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    pages = [
        come_in(visitors, name, screen=screen, language=language, dark=dark)
        for name in ("Anna", "Bruno")
    ]
    table = table_of(pages, clock={"turn": 2 * DAY})
    mover, other = in_order(pages, table)
    for page, column in ((mover, 0), (other, 0)):
        expect(page.locator(".room.active")).to_be_visible()
        cell(page, names(page, ".cell.pick", "cell")[0]).click()
        drop(page, column)
    expect(mover.locator(".room.active")).to_be_visible()
    other.locator(".actions .menu summary").click()
    other.get_by_role(
        "link", name=re.compile("Look at earlier moves|Rivedi le mosse precedenti")
    ).click()
    slider = other.get_by_role("slider")
    expect(slider).to_have_value("6")
    for key, value in (("ArrowLeft", "5"), ("Home", "4"), ("End", "6"), ("ArrowLeft", "5")):
        if screen.touch and key == "ArrowLeft":
            other.get_by_role("button", name=re.compile("One step back|indietro")).tap()
        else:
            other.keyboard.press(key)
        expect(slider).to_have_value(value)
    goes_on = other.locator(".goes-on")
    expect(goes_on).to_contain_text(re.compile(r"The game goes on\.|La partita continua\."))
    cell(mover, names(mover, ".cell.pick", "cell")[0]).click()
    drop(mover, 1)
    expect(goes_on).to_contain_text(re.compile(r"1 new move|1 nuova mossa"))
    expect(goes_on).to_contain_text(re.compile("It's your turn|Tocca a te"))
    expect(slider).to_have_attribute("max", "7")
    expect(slider).to_have_value("5")
    expect(other.locator(".personal")).to_have_count(1)  # the player's own goal only
    axe(other)
    no_keys(other)
    widths = other.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    other.reload()
    expect(slider).to_have_value("5")
    goes_on.get_by_role("link").click()
    expect(other.locator(".room.active")).to_be_visible()


def masters(
    visitors: Visitors, screen: Screen = DESKTOP, language: str = "en", *, dark: bool = False
) -> tuple[Page, Page]:
    """Begin a slow game of Masters; return the pages of the player to move and of the other one."""
    pages = [
        come_in(visitors, name, screen=screen, language=language, dark=dark)
        for name in ("Anna", "Bruno")
    ]
    table = table_of(pages, "renaissance", clock={"turn": 2 * DAY})
    for page in pages:
        while moves := ask(page, "ask_moves", table=table)["moves"]:
            if moves[0]["move"] not in {"return_leader", "take_bonus"}:
                break
            ask(page, "play", table=table, move=moves[0])
    mover, other = in_order(pages, table)
    return mover, other


def test_a_line_of_the_market_is_queued_with_its_button(visitors: Visitors) -> None:
    _, other = masters(visitors)
    line = other.locator(".push").last
    line.click()
    expect(other.locator(".headline .expected")).to_contain_text("Queued for your turn: ")
    expect(other.locator(".waiting")).to_contain_text("Planned for your turn")
    other.locator(".waiting").get_by_role("button").click()
    expect(other.locator(".waiting [role=status]")).to_have_count(0)
    line.click()
    expect(other.locator(".waiting")).to_contain_text("Planned for your turn")
    other.reload()
    expect(other.locator(".headline .expected")).to_contain_text("Queued for your turn: ")
    axe(other)


def play_a_turn(page: Page, table: int) -> bool:
    """Take a line of the market and keep what fits; return whether a card could be bought."""
    could_buy = False
    while moves := ask(page, "ask_moves", table=table)["moves"]:
        could_buy = could_buy or any(move["move"] == "buy_card" for move in moves)
        order = ("take_marbles", "convert_marble", "place_resource", "discard_resource", "end_turn")
        kinds = [move["move"] for move in moves]
        kind = next(kind for kind in order if kind in kinds)
        ask(page, "play", table=table, move=moves[kinds.index(kind)])
    return could_buy


@pytest.mark.parametrize(
    ("press", "screen", "language", "dark"),
    [(click, DESKTOP, "en", False), (tap, PHONE, "it", True), (enter, DESKTOP, "it", False)],
)
def test_cards_productions_and_leaders_are_queued(
    visitors: Visitors, press: Press, screen: Screen, language: str, dark: bool
) -> None:
    mover, other = masters(visitors, screen, language, dark=dark)
    table = 1
    while not play_a_turn(mover, table):
        mover, other = other, mover
    mover, other = other, mover  # the one who waits could have bought a card
    tray = other.locator(".doing")
    planned, cancel = tray.locator("[role=status]"), tray.locator(".waiting").get_by_role("button")

    def queued(text: str) -> None:
        """Check the queued move, then cancel it."""
        expect(planned).to_contain_text(re.compile(text))
        expect(other.locator(".headline .expected")).to_contain_text(re.compile(text))
        axe(other)
        no_keys(other)
        fits(other)
        shoot(other, f"queued-{press.__name__}")
        press(cancel)
        expect(planned).to_have_count(0)

    leaders = other.locator(".leaders-own")
    press(
        leaders.get_by_role("button", name=re.compile("Queue: discard|Metti in coda: scarta")).first
    )
    queued("discarding the leader|scartare il leader")

    press(tray.locator("[data-action=produce]"))
    basic = tray.locator(".power input").first
    press(basic)
    produce = tray.locator(".producing .row button").first
    for kind, number in (("inputs", 0), ("inputs", 1), ("outputs", 0)):
        expect(produce).to_be_disabled()
        free = tray.locator(f"input[name=ren-{kind}-{number}]:enabled").first
        value = free.get_attribute("value")
        choice = tray.locator(f"input[name=ren-{kind}-{number}][value={value}]")
        press(choice)
        expect(choice).to_be_checked()
    axe(other)
    shoot(other, f"queued-{press.__name__}-production")
    press(produce)
    queued("production|produzione")

    cards = other.locator(".deck[data-card]")
    into = tray.locator(".which button")
    for place in reversed(range(cards.count())):
        press(cards.nth(place))
        expect(tray.locator(".buying :is(.why, .which)")).to_be_visible()
        if into.count():
            break
    axe(other)
    shoot(other, f"queued-{press.__name__}-card")
    press(into.first)
    expect(planned).to_contain_text(re.compile("for slot 1|per lo spazio 1"))
    other.reload()
    expect(planned).to_contain_text(re.compile("for slot 1|per lo spazio 1"))
    play_a_turn(mover, table)
    end = tray.get_by_role("button", name=re.compile("End turn|Termina il turno"))
    expect(end).to_be_visible()  # the card is bought, so that only the end of the turn is left
    expect(other.locator(".own .slot").first).not_to_contain_text(re.compile("empty|vuoto"))
