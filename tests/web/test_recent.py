"""The others' last moves are marked until the player moves again."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import LAPTOP, PHONE, Screen, Visitors
from tests.web.hands import Hands, cell
from tests.web.masters import Master
from tests.web.tables import MODULES, ask, come_in, in_order, known, table_of

PLACED = re.compile(r"Placed last: \w+, \w+, in column \d\.")


def shoot(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_shelfie_marks_the_last_move_of_the_others(visitors: Visitors, screen: Screen) -> None:
    pages = [come_in(visitors, name, screen=screen) for name in ("Anna", "Bruno")]
    table = table_of(pages, take_back=True)
    mover, other = in_order(pages, table)
    hands = Hands(mover)
    assert hands.is_to_move()
    picked = hands.pick(2)
    column = hands.drop()
    expect(other.locator(".cell.left")).to_have_count(2)
    for name in picked:
        expect(cell(other, name)).to_have_class("cell left seat-" + seat_of(mover))
        expect(cell(other, name)).to_have_attribute(
            "aria-label",
            f"empty, row {int(name[0]) + 1}, column {int(name[2]) + 1}, "
            f"taken by {name_of(mover)} in the last move",
        )
    slots = other.locator(".others .slot:has(.latest)")
    expect(slots).to_have_count(2)
    for place, row in enumerate((4, 5)):
        expect(slots.nth(place)).to_have_attribute("data-slot", f"{row} {column}")
    expect(other.locator(".others .slots")).to_have_attribute("aria-label", PLACED)
    expect(mover.locator(".cell.left, .latest")).to_have_count(0)  # their own move
    shoot(other, f"recent-{screen.width}")
    ask(mover, "take_back", table=table)
    expect(other.locator(".cell.left, .latest")).to_have_count(0)
    expect(mover.locator(".room.active")).to_be_visible()
    Hands(mover).move(1)
    expect(other.locator(".cell.left")).to_have_count(1)
    other.reload()
    expect(other.locator(".cell.left")).to_have_count(1)
    expect(other.locator(".room.active")).to_be_visible()
    Hands(other).move(1)
    expect(other.locator(".cell.left, .latest")).to_have_count(0)
    expect(mover.locator(".cell.left")).to_have_count(1)
    expect(mover.locator(".mine .latest")).to_have_count(0)


def test_masters_marks_the_last_actions_of_the_others(visitors: Visitors) -> None:
    pages = [come_in(visitors, name, screen=LAPTOP) for name in ("Anna", "Bruno")]
    table_of(pages, game="renaissance")
    masters = [Master(page) for page in pages]
    for master in masters:
        expect(master.todo).to_be_visible()
        master.keep_the_last_two()
        master.put_all_away()
    mover, other = in_order(pages, known(pages[0])["number"])
    master = Master(mover)
    master.take(1)
    pushed = other.locator(".push.latest")
    expect(pushed).to_have_count(1)
    expect(other.locator(".push").nth(1)).to_have_class(re.compile(f"latest by-{seat_of(mover)}"))
    expect(mover.locator(".latest")).to_have_count(0)
    master.put_all_away()
    master.end_turn()
    expect(pushed).to_have_count(1)
    shoot(other, "recent-masters")
    Master(other).take(2)
    expect(other.locator(".latest")).to_have_count(0)
    expect(mover.locator(".push").nth(2)).to_have_class(re.compile("latest"))


MARKS = f"""async () => {{
  const {{ recent }} = await import({MODULES} + "games/renaissance/recent.js");
  const moves = [
    [0, {{ event: "produced", seat: 0 }}],
    [1, {{ event: "marbles_taken", seat: 1, way: "row", index: 0 }}],
    [0, {{ event: "card_bought", seat: 0, card: 1, slot: 2 }}],
    [1, {{ event: "marbles_taken", seat: 1, way: "row", index: 1 }}],
    [1, null],
    [1, {{ event: "leader_played", seat: 1, leader: 3 }}],
    [1, {{ event: "produced", seat: 1 }}],
  ];
  const log = moves.map(([seat, event], at) => ({{ version: at + 1, record:
    event ? {{ record: "move_played", seat, events: [event] }} : {{ record: "move_taken_back", seat }} }}));
  const told = (eyes, plays) => recent({{ log, seen: 7, view: {{ eyes }} }}, plays);
  return [told(0, true), told(1, true), told(null, false)];
}}"""  # noqa: E501 - it is another language


def test_highlights_follow_boards_and_omit_undone_changes(visitors: Visitors) -> None:
    first, second, spectator = visitors.visit().evaluate(MARKS)
    assert first == {"leader 1 3": 1, "board 1": 1, "strongbox 1": 1} == spectator
    assert second == {}


def seat_of(page: Page) -> str:
    return str(known(page)["seat"])


def name_of(page: Page) -> str:
    table = known(page)
    return str(table["info"]["seats"][table["seat"]]["name"])
