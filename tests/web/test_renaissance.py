"""Masters of Renaissance in real browsers: whole games, and every flow of a turn."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from ludoteca.games.renaissance import Phase, Resource
from tests.games.renaissance.laid import board, depots, table
from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe
from tests.web.houses import Visited
from tests.web.laid import Laid
from tests.web.masters import Master, enter, tap
from tests.web.tables import come_in, known, table_of

TURNS = 60


def alone(visitors: Visitors, **visit: Any) -> Master:
    """Somebody who plays against Lorenzo, and has chosen leaders."""
    master = Master(come_in(visitors, "Anna", **visit))
    master.open_table()
    master.keep_the_last_two()
    return master


def at(laid: Laid) -> Master:
    return Master(laid.page)


def press(place: Locator, name: str) -> None:
    place.get_by_role("button", name=name, exact=True).click()


# Whole games


def test_one_plays_against_lorenzo_to_the_end(visitors: Visitors) -> None:
    anna = alone(visitors)
    drawn = anna.table.locator(".lorenzo")
    expect(drawn).to_contain_text("He has not drawn a token yet.")
    for turn in range(TURNS):
        anna.turn(producing=turn % 2 == 1)
        if anna.is_over():
            break
        expect(drawn).to_contain_text("His last token")
    expect(anna.over).to_be_visible()
    expect(anna.over).to_contain_text("Development cards")
    expect(anna.page.locator("ludo-log")).to_contain_text("The game is over.")
    expect(anna.todo).to_have_count(0)
    assert known(anna.page)["view"]["outcome"]
    axe(anna.page)


def test_two_people_play_some_rounds(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno")]
    table_of(pages, "renaissance")
    anna, bruno = map(Master, pages)
    for master in (anna, bruno):
        master.keep_the_last_two()
    expect(anna.expected).to_contain_text("The others still choose")
    bruno.press(bruno.todo.locator(".resource").nth(1))
    bruno.moves(bruno.todo.locator(".into").last)
    expect(bruno.table.locator(".own .spot.full")).to_have_count(1)
    for _ in range(3):
        for master, other in ((anna, bruno), (bruno, anna)):
            expect(master.todo).to_be_visible()
            expect(other.expected).to_contain_text("chooses an action")
            master.turn()
    anna.table.locator(".other .summary", has_text="Bruno").click()
    expect(anna.table.locator(".other .whole .warehouse")).to_be_visible()
    expect(anna.table.locator(".other .leaders .back")).to_have_count(2)


def test_one_plays_with_bots(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"))
    anna.open_table(3, "greedy")
    anna.keep_the_last_two()
    for _ in range(4):
        assert anna.my_turn()
        anna.turn()
    expect(anna.table.locator(".walkers li")).to_have_count(3)
    expect(anna.page.locator("ludo-log")).to_contain_text("took row")


@pytest.mark.parametrize("language", ["en", "it"])
def test_one_plays_on_a_phone_by_taps(visitors: Visitors, language: str) -> None:
    anna = Master(come_in(visitors, "Anna", screen=PHONE, language=language), tap)
    anna.open_table()
    anna.keep_the_last_two()
    for _ in range(3):
        anna.turn()
    wide = anna.page.evaluate("document.documentElement.scrollWidth")
    assert wide == PHONE.width
    assert "ren." not in anna.table.inner_text()


def test_one_plays_with_the_keyboard_only(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"), enter)
    anna.open_table()
    anna.keep_the_last_two()
    for turn in range(2):
        anna.turn(producing=turn == 1)
    card = anna.table.locator("[data-card]").first
    enter(card)
    expect(anna.todo.locator(".buying")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.todo.locator(".buying")).to_have_count(0)
    expect(card).to_be_focused()


# The market


def test_an_arrow_shows_what_it_brings_before_it_takes(visitors: Visitors) -> None:
    anna = alone(visitors)
    line = known(anna.page)["guide"]["lines"][0]
    arrow = anna.table.locator(".push").first
    arrow.hover()
    expect(anna.table.locator(".market .hint")).to_contain_text("Your gain from row 1")
    expect(anna.table.locator(".hole.marked")).to_have_count(4)
    arrow.click()
    assert known(anna.page)["view"]["phase"] == "acting"
    press(anna.table, "Cancel")
    expect(anna.table.locator("#ren-take")).to_have_count(0)
    arrow.click()
    anna.moves(anna.table.locator("#ren-take"))
    assert known(anna.page)["view"]["taken"] == line["goods"]


# Placing


def test_what_waits_to_be_placed_still_waits_after_a_reload(visitors: Visitors) -> None:
    anna = alone(visitors)
    anna.take(anna.best_line())
    waiting = anna.todo.locator(".resource").all_inner_texts()
    anna.page.reload()
    expect(anna.todo.locator(".placing")).to_be_visible()
    assert anna.todo.locator(".resource").all_inner_texts() == waiting
    anna.put_all_away()


def test_resources_are_dragged_into_depots_and_depots_onto_each_other(visitors: Visitors) -> None:
    laid = Laid(visitors, placing("2 coin", "| 1 stone |"))
    anna = at(laid)
    depot = anna.table.locator(".own .depot")
    anna.todo.locator(".resource").drag_to(depot.nth(2))
    expect(depot.nth(2).locator(".full")).to_have_count(1)
    assert depots(laid.state) == "- | 1 stone | 1 coin"
    anna.todo.locator(".resource").drag_to(depot.nth(1))
    expect(anna.todo.get_by_role("alert")).to_have_text("That depot is for another resource.")
    depot.nth(1).drag_to(depot.nth(0))
    expect(depot.nth(0).locator(".full")).to_have_count(1)
    assert depots(laid.state) == "1 stone | - | 1 coin"
    anna.todo.locator(".resource").drag_to(anna.todo.locator(".discard"))
    expect(anna.todo.locator(".placing")).to_have_count(0)
    assert laid.state.cross == 1


def placing(taken: str, held: str, played: str = "") -> Any:
    """A solo table where this was taken from the market."""
    one = board(held, played=played)
    goods = board(box=taken).strongbox
    return table(one, phase=Phase.PLACING, taken=goods)


def test_depots_that_take_a_resource_say_so_and_others_can_be_rearranged(
    visitors: Visitors,
) -> None:
    laid = Laid(visitors, placing("1 coin + 1 shield", "1 coin | 1 stone |"))
    anna = at(laid)
    expect(anna.table.locator(".own .depot.takes")).to_have_count(0)
    expect(anna.todo).to_contain_text("No depot takes coins now. Rearrange, or discard.")
    press(anna.todo, "Swap 1 ⇄ 3")
    expect(anna.table.locator(".own .depot.takes")).to_have_count(1)
    press(anna.table.locator(".own"), "Put 1 coin into depot 3")
    expect(anna.todo.locator(".resource")).to_have_count(1)
    press(anna.todo, "Discard 1 shield: Lorenzo's cross moves 1")
    expect(anna.todo.locator(".placing")).to_have_count(0)
    assert depots(laid.state) == "- | 1 stone | 2 coin"


def test_resources_go_to_the_depot_of_a_leader_and_back(visitors: Visitors) -> None:
    laid = Laid(visitors, placing("1 stone", "| 1 stone | | 1 stone", played="53"))
    anna = at(laid)
    press(anna.todo, "Into leader's depot (stones)")
    expect(anna.todo.locator(".placing")).to_have_count(0)
    anna.table.locator(".own .rearrange summary").click()
    press(anna.table.locator(".own"), "1 stone: leader's depot (stones) → depot 2")
    expect(anna.table.locator(".own .depot").nth(1).locator(".full")).to_have_count(2)
    assert depots(laid.state) == "- | 2 stone | - | 1 stone"


def test_white_marbles_become_what_one_of_two_leaders_says(visitors: Visitors) -> None:
    state = table(board(played="57 58"), phase=Phase.PLACING, whites=2)
    laid = Laid(visitors, state)
    anna = at(laid)
    expect(anna.todo).to_contain_text("2 white marbles: what does the next one become?")
    expect(anna.todo.locator(".resource")).to_have_count(2)
    press(anna.todo, "1 shield")
    expect(anna.todo).to_contain_text("1 white marble: what does it become?")
    press(anna.todo, "1 servant")
    expect(anna.todo).to_contain_text("2 resources to place")
    assert laid.state.taken.of(Resource.SERVANT) == laid.state.taken.of(Resource.SHIELD) == 1
