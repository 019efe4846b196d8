"""The others' last moves are marked until the player moves again."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsers import LAPTOP, PHONE, Screen, Visitors
from tests.web.hands import Hands, cell
from tests.web.tables import ask, come_in, in_order, known, table_of


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
    picked = hands.pick(2)
    column = hands.drop()
    expect(other.locator(".cell.left")).to_have_count(2)
    for name in picked:
        expect(cell(other, name)).to_have_class("cell left seat-" + seat_of(mover))
        expect(cell(other, name)).to_have_attribute(
            "aria-label", f"empty, row {int(name[0]) + 1}, column {int(name[2]) + 1}, "
            f"taken by {name_of(mover)} in the last move"
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
    Hands(mover).move(1)
    expect(other.locator(".cell.left")).to_have_count(1)
    other.reload()
    expect(other.locator(".cell.left")).to_have_count(1)
    Hands(other).move(1)
    expect(other.locator(".cell.left, .latest")).to_have_count(0)
    expect(mover.locator(".cell.left")).to_have_count(1)
    expect(mover.locator(".mine .latest")).to_have_count(0)


def seat_of(page: Page) -> str:
    return str(known(page)["seat"])


def name_of(page: Page) -> str:
    table = known(page)
    return str(table["info"]["seats"][table["seat"]]["name"])
