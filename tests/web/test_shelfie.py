"""My Shelfie as people play it: by clicks, keys, taps and drags, in a real browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie.board import CELLS
from ludoteca.games.shelfie.tiles import KINDS, TILES, Kind, kind_of, picture_of
from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe
from tests.web.houses import Programs, Visited
from tests.web.tables import MODULES, ask, come_in, in_order, known, sit, table_of


class Hands:
    """Somebody's hands at the table: they take whatever the page shows as free to take."""

    def __init__(self, page: Page, luck: int = 1, *, tap: bool = False) -> None:
        self.page, self._chance, self._tap = page, Dice(luck), tap

    def press(self, what: Locator) -> None:
        if self._tap:
            what.tap()
        else:
            what.click()

    def is_to_move(self) -> bool:
        """Whether it is this one's turn, once something is; else the game is over."""
        expect(self.page.locator(".room.active, .final").first).to_be_visible()
        return self.page.locator(".final").count() == 0

    def pickable(self) -> list[str]:
        return names(self.page, ".cell.pick", "cell")

    def pick(self, count: int = 3) -> list[str]:
        """Pick so many tiles, or as many as there are."""
        picked: list[str] = []
        while len(picked) < count and (free := self.pickable()):
            picked.append(free[self._chance.below(len(free))])
            self.press(cell(self.page, picked[-1]))
            expect(self.page.locator(".cell.picked")).to_have_count(len(picked))
            expect(self.page.locator(".held:not(.none)")).to_have_count(len(picked))
        return picked

    def drop(self) -> int:
        """Let the hand fall into a column that takes it."""
        columns = names(self.page, ".drop:not([aria-disabled])", "column")
        column = columns[self._chance.below(len(columns))]
        self.press(self.page.locator(f".drop[data-column='{column}']"))
        expect(self.page.locator(".held:not(.none)")).to_have_count(0)
        return int(column)

    def move(self) -> None:
        self.pick()
        self.drop()


def names(page: Page, which: str, what: str) -> list[str]:
    """What the elements of some kind are about."""
    found: list[str] = page.locator(which).evaluate_all(
        "(all, what) => all.map((one) => one.dataset[what])", what
    )
    return found


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def two_at_a_table(visitors: Visitors, **options: Any) -> list[Page]:
    """Two people at a table of their own, whoever is to move first."""
    pages = [come_in(visitors, "Anna"), come_in(visitors, "Bruno")]
    table = table_of(pages, **options)
    return in_order(pages, table)


def shelf_of(page: Page, which: str) -> list[list[int | None]]:
    """The tiles on a shelf as the page shows them."""
    rows: list[list[int | None]] = page.locator(f"{which} .slots").evaluate(
        """(slots) => [0, 1, 2, 3, 4, 5].map((row) => [0, 1, 2, 3, 4].map((column) => {
          const tile = slots.querySelector(`[data-slot="${row} ${column}"] > [data-tile]`);
          return tile && Number(tile.dataset.tile);
        }))"""
    )
    return rows


def test_the_page_knows_the_same_tiles_cells_and_goals_as_the_rules(visitors: Visitors) -> None:
    page = visitors.visit()
    told = page.evaluate(
        f"""async () => {{
          const tiles = await import({MODULES} + "games/shelfie/tiles.js");
          const all = Array.from({{ length: 132 }}, (_, i) => i);
          return {{
            tiles: all.map((one) => [tiles.kindOf(one), tiles.pictureOf(one)]),
            rooms: [2, 3, 4].map((players) =>
              tiles.room(players).flatMap((columns, row) => columns.map((column) => [row, column]))),
            letters: tiles.LETTERS,
            goals: Object.entries(tiles.PATTERNS).map(([number, goal]) => [Number(number), goal.key]),
            patterns: Object.values(tiles.PATTERNS),
          }};
        }}"""
    )
    assert told["tiles"] == [[kind_of(tile).name.lower(), picture_of(tile)] for tile in TILES]
    assert told["rooms"] == [[list(cell) for cell in CELLS[players]] for players in (2, 3, 4)]
    assert told["letters"] == {kind.value: kind.name.lower() for kind in KINDS}
    assert told["goals"] == [[card.number, card.key] for card in shelfie.COMMON_GOALS.values()]
    for goal, pattern in zip(shelfie.COMMON_GOALS.values(), told["patterns"], strict=True):
        assert goal.is_met(drawn(pattern["rows"], pattern["sign"], goal.number)), goal.title


def drawn(rows: list[str], sign: str, number: int) -> shelfie.Grid:
    """A shelf as the pattern of a goal shows it; what it leaves open is not there."""

    def kind(row: int, column: int) -> Kind | None:
        letter = rows[row][column]
        if letter == ".":
            return None
        if sign == "≠":  # along a line, whichever way it goes
            return KINDS[column if rows[row] == letter * 5 else row]
        return KINDS[0 if number == 1 else "abcdef".index(letter)]

    return tuple(tuple(kind(row, column) for column in range(5)) for row in range(6))


def test_two_people_play_a_whole_match(visitors: Visitors) -> None:
    pages = two_at_a_table(visitors)
    hands = [Hands(page, luck) for luck, page in enumerate(pages)]
    turn = 0
    while hands[turn % 2].is_to_move():
        hands[turn % 2].move()
        turn += 1
    assert turn > 15
    seats = [known(page)["seat"] for page in pages]
    for page, seat in zip(pages, seats, strict=True):
        table = known(page)
        expect(page.locator(".final")).to_be_visible()
        assert shelf_of(page, ".mine") == table["view"]["seats"][seat]["shelf"]
        assert shelf_of(page, ".others") == table["view"]["seats"][1 - seat]["shelf"]
        for points in table["points"]:
            assert str(sum(point["amount"] for point in points)) in page.locator(".final").inner_text()
        expect(page.locator(".final")).to_contain_text("Groups of tiles")
        expect(page.locator(".token.end")).to_have_count(
            sum(seen["end_token"] for seen in table["view"]["seats"])
        )
        expect(page.locator(".goal.personal")).to_have_count(2)


def test_a_hand_is_made_and_unmade_by_clicks_and_the_others_see_it(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    hands = Hands(mover)
    first, second = hands.pick(2)
    for name in (first, second):
        expect(cell(other, name)).to_have_class("cell theirs")
        assert "picked by" in (cell(other, name).get_attribute("aria-label") or "")
    expect(other.locator(".about .tile")).to_have_count(2)
    order = names(mover, ".held [data-tile]", "tile")
    mover.locator("[data-swap='0']").click()
    expect(mover.locator(".held [data-tile]").first).to_have_attribute("data-tile", order[1])
    assert names(mover, ".ghost.in-0 [data-tile]", "tile") == order  # the first is lowest
    cell(mover, second).click()
    expect(cell(mover, second)).to_have_class("cell pick")
    mover.locator("[data-back]").click()
    expect(mover.locator(".cell.picked")).to_have_count(0)
    expect(other.locator(".cell.theirs")).to_have_count(0)


def test_tiles_land_where_the_page_showed_them(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    Hands(mover).pick(2)
    falling = names(mover, ".held [data-tile]", "tile")
    ghosts = names(mover, ".slot:has(.ghost.in-3)", "slot")
    mover.keyboard.press("4")
    expect(mover.locator(".room.active")).to_have_count(0)
    shown = shelf_of(mover, ".mine")
    assert [str(shown[5 - place][3]) for place in range(2)] == falling
    assert ghosts == ["4 3", "5 3"]
    expect(other.locator(".room.active")).to_be_visible()
    assert shelf_of(other, ".others") == shown
    assert "into column 4" in other.locator("ludo-log").inner_text()
