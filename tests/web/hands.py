"""Playing My Shelfie in a browser, and reading the table."""

from playwright.sync_api import Locator, Page, expect

from ludoteca.games import Dice


class Hands:
    """A player who takes any tiles that the page offers."""

    def __init__(self, page: Page, seed: int = 1, *, tap: bool = False) -> None:
        self.page, self._chance, self._tap = page, Dice(seed), tap

    def press(self, what: Locator) -> None:
        if self._tap:
            what.tap()
        else:
            what.click()

    def is_to_move(self) -> bool:
        """Wait for the player's turn; return False if the game is over."""
        expect(self.page.locator(".room.active, .final").first).to_be_visible()
        return self.page.locator(".final").count() == 0

    def pickable(self) -> list[str]:
        return names(self.page, ".cell.pick", "cell")

    def pick(self, count: int = 3) -> list[str]:
        """Pick `count` tiles, or as many as can be picked."""
        picked: list[str] = []
        while len(picked) < count and (free := self.pickable()):
            picked.append(free[self._chance.below(len(free))])
            self.press(cell(self.page, picked[-1]))
            expect(self.page.locator(".cell.picked")).to_have_count(len(picked))
            expect(self.page.locator(".held:not(.none)")).to_have_count(len(picked))
        return picked

    def drop(self) -> int:
        """Drop the hand into a column that takes it."""
        columns = names(self.page, ".drop:not([aria-disabled])", "column")
        column = columns[self._chance.below(len(columns))]
        self.press(self.page.locator(f".drop[data-column='{column}']"))
        expect(self.page.locator(".held:not(.none)")).to_have_count(0)
        return int(column)

    def move(self, count: int = 3) -> None:
        self.pick(count)
        self.drop()


def names(page: Page, which: str, what: str) -> list[str]:
    """Return a data attribute of all matching elements."""
    found: list[str] = page.locator(which).evaluate_all(
        "(all, what) => all.map((one) => one.dataset[what])", what
    )
    return found


def expect_held(page: Page, tiles: list[str]) -> None:
    """Wait until the hand holds these tiles in this order."""
    held = page.locator(".held:not(.none) [data-tile]")
    expect(held).to_have_count(len(tiles))
    for place, tile in enumerate(tiles):
        expect(held.nth(place)).to_have_attribute("data-tile", tile)


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def shelf_of(page: Page, which: str) -> list[list[int | None]]:
    """Return the tiles on a shelf as the page shows them."""
    rows: list[list[int | None]] = page.locator(f"{which} .slots").evaluate(
        """(slots) => [0, 1, 2, 3, 4, 5].map((row) => [0, 1, 2, 3, 4].map((column) => {
          const tile = slots.querySelector(`[data-slot="${row} ${column}"] > [data-tile]`);
          return tile && Number(tile.dataset.tile);
        }))"""
    )
    return rows
