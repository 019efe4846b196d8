"""Players of Masters of Renaissance in a browser, who use only the page's controls."""

import re
from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import Locator, Page, expect

from tests.web.tables import ask, sit

NUMBER = re.compile(r"\d+")
MOST_TABS = 150
"""Above the number of focusable elements on the page."""

Press: TypeAlias = Callable[[Locator], None]


def click(thing: Locator) -> None:
    thing.click()


def tap(thing: Locator) -> None:
    thing.tap()


def enter(thing: Locator) -> None:
    """Move the focus to an element with Tab and press it."""
    expect(thing).to_be_enabled()
    keyboard = thing.page.keyboard
    for _ in range(MOST_TABS):
        if thing.evaluate("(node) => node === document.activeElement"):
            keyboard.press("Space" if thing.get_attribute("type") else "Enter")
            return
        keyboard.press("Tab")
    raise AssertionError("it cannot be reached with the keyboard")


class Master:
    """A player at a table of Masters of Renaissance."""

    def __init__(self, page: Page, press: Press = click) -> None:
        self.page, self.press = page, press
        self.table = page.locator("renaissance-table")
        self.todo = self.table.locator(".todo")
        self.expected = page.locator(".expected")
        self.over = page.locator(".final")

    def open_table(self, seats: int = 1, bot: str = "") -> int:
        """Open a table, with bots on the other seats if a kind is given."""
        table = int(sit(self.page, "open_table", game="renaissance", seats=seats)["table"])
        if bot:
            ask(self.page, "start_table", table=table, bot=bot)
        expect(self.table.locator(".market")).to_be_visible()
        return table

    def moves(self, thing: Locator) -> None:
        """Press a control that plays a move, and wait until the page expects another one."""
        before = self.expected.text_content() or ""
        self.press(thing)
        expect(self.expected.filter(has_not_text=before).or_(self.over).first).to_be_attached()

    def is_over(self) -> bool:
        return self.over.count() > 0

    def my_turn(self) -> bool:
        """Wait for the player's turn; return False if the game is over."""
        expect(self.todo.or_(self.over).first).to_be_visible()
        return not self.is_over()

    def keep_the_last_two(self) -> None:
        leaders = self.table.locator(".leaders button.one")
        expect(leaders).to_have_count(4)
        for place in (2, 3):
            self.press(leaders.nth(place))
        self.press(self.todo.locator("button.primary"))
        expect(leaders).to_have_count(0)

    # Main actions

    def take(self, line: int) -> None:
        """Take a line of the market, counting rows first, then columns."""
        arrow = self.table.locator(".push").nth(line)
        self.press(arrow)
        expect(arrow).to_have_attribute("aria-pressed", "true")
        self.moves(arrow)

    def best_line(self) -> int:
        """Return the line that gives most, according to the page."""
        arrows = self.table.locator(".push").all()
        gains = [(arrow.get_attribute("aria-label") or "").partition(":")[2] for arrow in arrows]
        worth = [sum(map(int, NUMBER.findall(gain))) for gain in gains]
        return worth.index(max(worth))

    def put_all_away(self) -> None:
        """Place each resource in the largest depot that takes it, or discard it."""
        while self.todo.locator(".placing").count():
            into = self.todo.locator(".into")
            self.moves(into.last if into.count() else self.todo.locator(".discard"))

    def begin_to_buy(self, card: Locator) -> Locator:
        """Choose a card and a slot; return the button that buys it."""
        self.press(card)
        slots, buy = self.todo.locator(".which button"), self.todo.locator("button.primary")
        expect(slots.or_(buy).first).to_be_visible()
        if slots.count() and not buy.count():
            self.press(slots.first)
        expect(buy).to_be_enabled()
        return buy

    def open_productions(self) -> Locator:
        """Open the productions; return their checkboxes, the basic production first."""
        self.press(self.todo.locator("[data-action=produce]"))
        return self.todo.locator(".power input")

    def produce_with_cards(self) -> bool:
        """Run every card's production that can be paid; return False if there is none."""
        ticks = self.open_productions()
        ticked = False
        for place in range(1, ticks.count()):
            if ticks.nth(place).is_enabled():
                self.press(ticks.nth(place))
                expect(ticks.nth(place)).to_be_checked()
                ticked = True
        produce = self.todo.locator("button.primary")
        if not ticked:
            self.press(self.todo.locator("button").last)
            return False
        expect(produce).to_be_enabled()
        self.moves(produce)
        return True

    def choose(self, kind: str, number: int, resource: str) -> None:
        """Choose a resource that a production takes (`inputs`) or gives (`outputs`)."""
        radio = self.todo.locator(f"input[name=ren-{kind}-{number}][value={resource}]")
        self.press(radio)
        expect(radio).to_be_checked()

    def end_turn(self) -> None:
        self.moves(self.todo.locator("button.primary"))

    def turn(self, *, producing: bool = False) -> None:
        """Play a turn: buy a card if possible, else produce or go to the market."""
        card = self.table.locator(".deck.can")
        if card.count():
            self.moves(self.begin_to_buy(card.first))
        elif not (producing and self.produce_with_cards()):
            self.take(self.best_line())
            self.put_all_away()
        if not self.is_over():
            self.end_turn()
