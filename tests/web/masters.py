"""People who play Masters of Renaissance in a browser: they press what the page offers them."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

OPEN = """async ([seats, bot]) => {
  const main = document.querySelector("script[type=module]").src;
  const house = await import(main.replace("main.js", "house.js"));
  const route = await import(main.replace("main.js", "route.js"));
  const info = await house.sit({ do: "open_table", game: "renaissance", seats });
  if (bot) await house.ask({ do: "start_table", table: info.table, bot });
  route.go(`/table/${info.table}`);
  return info.table;
}"""
TURNS = 200
FULL = re.compile(r"\d+")


class Master:
    """Somebody at a table of Masters of Renaissance."""

    def __init__(self, page: Page, press: Callable[[Locator], None] = Locator.click) -> None:
        """They press with a mouse, if nothing else is said."""
        self.page, self.press = page, press
        self.table = page.locator("renaissance-table")
        self.todo = self.table.locator(".todo")
        self.expected = page.locator(".expected")

    def come_in(self, name: str) -> "Master":
        field = self.page.locator("input[name=name]")
        field.fill(name)
        field.press("Enter")
        field.wait_for(state="detached")
        return self

    def open_table(self, seats: int, bot: str = "") -> int:
        """Open a table, and let bots sit on the other seats if one is named."""
        return int(self.page.evaluate(OPEN, [seats, bot]))

    def moves(self, thing: Locator) -> None:
        """Press something that makes a move, and wait until something else is expected."""
        before = self.expected.text_content() or ""
        self.press(thing)
        over = self.page.locator(".final")
        expect(self.expected.filter(has_not_text=before).or_(over).first).to_be_attached()

    def is_over(self) -> bool:
        return self.page.locator(".final").count() > 0

    # Before the first turn

    def keep_the_last_two(self) -> None:
        for place in (0, 1):
            self.press(self.table.locator(".leaders button.one").nth(place))
        self.press(self.todo.locator("button.primary"))
        self.table.locator(".leaders button.one").first.wait_for(state="detached")

    # Main actions

    def take(self, line: int) -> None:
        """Push into a line: rows first, then columns."""
        arrow = self.table.locator(".push").nth(line)
        self.press(arrow)
        expect(arrow).to_have_attribute("aria-pressed", "true")
        self.moves(arrow)

    def best_line(self) -> int:
        """The line that brings most, faith apart."""
        arrows = self.table.locator(".push").all()
        gains = [arrow.get_attribute("aria-label") or "" for arrow in arrows]
        worth = [sum(map(int, FULL.findall(gain.partition(":")[2]))) for gain in gains]
        return worth.index(max(worth))

    def put_all_away(self) -> None:
        """Into the largest depot that takes it, or away with it."""
        while self.todo.locator(".placing").count():
            into = self.todo.locator(".into")
            self.moves(into.last if into.count() else self.todo.locator(".discard"))

    def buy(self, card: Locator) -> None:
        self.press(card)
        slot = self.todo.locator(".which button").first
        buy = self.todo.locator("button.primary")
        expect(slot.or_(buy).first).to_be_visible()
        if slot.count() and not buy.count():
            self.press(slot)
        expect(buy).to_be_enabled()
        self.moves(buy)

    def produce_with_cards(self) -> bool:
        """Tick every production of a card that can run, and commit; or leave it."""
        self.press(self.todo.locator("button.primary"))
        powers = self.todo.locator(".power:not(:has-text('Basic'))")
        ticked = 0
        for place in range(powers.count()):
            tick = powers.nth(place).locator("input")
            if tick.is_enabled():
                self.press(tick)
                expect(tick).to_be_checked()
                ticked += 1
        if not ticked:
            self.press(self.todo.locator(".row button").last)
            return False
        produce = self.todo.locator("button.primary")
        expect(produce).to_be_enabled()
        self.moves(produce)
        return True

    def end_turn(self) -> None:
        self.moves(self.todo.locator("button.primary"))

    def turn(self, *, producing: bool) -> None:
        """Buy a card if there is one to buy, else produce or go to the market."""
        card = self.table.locator(".deck.can")
        if card.count():
            self.buy(card.first)
        elif not (producing and self.produce_with_cards()):
            self.take(self.best_line())
            self.put_all_away()
        if not self.is_over():
            self.end_turn()
