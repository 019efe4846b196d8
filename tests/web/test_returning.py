"""A player who comes back: finds the games that wait, meets, blocks, takes the data and leaves."""

import json
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe, fits, shoot
from tests.web.hands import cell, names
from tests.web.masters import Press, click, enter, tap
from tests.web.servers import Program, Programs
from tests.web.tables import no_keys
from tests.web.texts import TEXTS

SECRET = "correct horse"  # noqa: S105 - of a test
SLOW = {"turn": 2 * 24 * 3600}


class Way(NamedTuple):
    """A way of using the page."""

    press: Press
    screen: Screen
    language: str
    dark: bool


class Returning:
    """A player who uses only the controls of the page, in one way."""

    def __init__(self, way: Way, page: Page) -> None:
        self._way, self.page = way, page
        self.said = TEXTS[way.language]

    def press(self, thing: Locator) -> None:
        self._way.press(thing)

    def press_button(self, where: Page | Locator, name: str) -> None:
        self.press(where.get_by_role("button", name=name, exact=True))

    def look(self, name: str) -> None:
        """Check and photograph what the page shows."""
        axe(self.page)
        fits(self.page)
        no_keys(self.page)
        shoot(self.page, f"returning-{self._way.press.__name__}-{name}")

    def send_login(self) -> None:
        self.page.locator("#login-name").fill("Anna")
        self.page.locator("#login-secret").fill(SECRET)
        self.press(self.page.locator("form.login button.primary"))

    def sign_up(self) -> None:
        self.press_button(self.page, self.said["login.sign_up"])
        self.send_login()
        expect(self.page.locator("#top .menu")).to_contain_text("Anna")

    def join(self, bruno: Program, table: int) -> None:
        """Join a slow table that another player opens, until it is this player's turn."""
        bruno.ask("table_shown", do="open_table", game="shelfie", seats=2, clock=SLOW)
        self.press(self.page.locator("button.primary", has_text=self.said["lobby.join"]))
        expect(self.page).to_have_url(f"/table/{table}")
        if moves := bruno.ask("moves", do="ask_moves", table=table)["moves"]:
            bruno.ask("table_news", do="play", table=table, move=moves[0])
        expect(self.page.locator(".room.active")).to_be_visible()
        self.page.goto("/")

    def come_back(self) -> None:
        """Close the page, and open it again in the same browser."""
        self.page.close()
        self.page = self.page.context.new_page()
        self.page.goto("/")
        expect(self.page.locator("#top .menu")).to_contain_text("Anna")

    def play_where_it_is_the_turn(self) -> None:
        turns = self.page.locator(".turns")
        expect(turns).to_be_visible()
        self.look("lobby")
        self.press(turns.get_by_role("button"))
        expect(self.page.locator(".room.active")).to_be_visible()
        self.look("table")
        self.press(cell(self.page, names(self.page, ".cell.pick", "cell")[0]))
        self.press(self.page.locator(".drop[data-column='0']"))
        expect(self.page.locator(".room.planning")).to_be_visible()
        self.press(turns.get_by_role("button"))
        expect(self.page.locator(".room.active")).to_be_visible()

    def look_at_games(self) -> None:
        top = self.page.locator("#top")
        self.press(top.get_by_role("link", name=self.said["games.nav"]))
        expect(self.page.locator(".games section").first.locator("li")).to_have_count(2)
        expect(self.page.locator(".games li.mine")).to_have_count(1)
        self.look("games")

    def block_bruno(self) -> None:
        self.page.goto("/friends")
        opponents = self.page.locator("section[aria-labelledby='friends-opponents']")
        menu = opponents.locator("li .menu").first
        self.press(menu.locator("summary"))
        self.press_button(menu, self.said["person.block"].replace("{name}", "Bruno"))
        self.press_button(self.page.locator("dialog.sure"), self.said["person.block.yes"])
        blocked = self.page.locator("section[aria-labelledby='friends-blocked'] li")
        expect(blocked).to_contain_text("Bruno")
        self.look("friends")

    def open_account(self) -> Locator:
        self.press(self.page.locator("#top .menu summary"))
        self.press_button(self.page, self.said["account"])
        return self.page.locator("dialog.account")

    def go_on_vacation_and_end_it(self, dialog: Locator) -> None:
        self.press_button(dialog, self.said["account.vacation.do"])
        ending = dialog.get_by_role("button", name=self.said["vacation.end"])
        expect(ending).to_be_visible()
        self.look("account")
        self.press(ending)

    def download(self, dialog: Locator) -> None:
        with self.page.expect_download() as download:
            self.press_button(dialog, self.said["account.data.do"])
        data = json.loads(download.value.path().read_text())
        assert (data["name"], data["blocked"]) == ("Anna", ["bruno"])

    def delete_the_account(self, dialog: Locator) -> None:
        self.press(dialog.locator("details summary").last)
        self.page.locator("#delete-secret").fill(SECRET)
        delete = self.said["account.delete"]
        self.press_button(dialog, delete)
        self.press_button(self.page.locator("dialog.sure"), delete)
        expect(self.page.locator(".welcome")).to_contain_text(self.said["account.deleted"])
        self.look("deleted")
        self.press_button(self.page, self.said["login.log_in"])
        self.send_login()
        expect(self.page.locator("#login-problem")).to_be_visible()


@pytest.mark.parametrize(
    "way",
    [
        Way(click, DESKTOP, "en", dark=False),
        Way(tap, PHONE, "it", dark=True),
        Way(enter, DESKTOP, "it", dark=False),
    ],
    ids=["mouse", "touch", "keyboard"],
)
def test_player_returns_to_waiting_games_and_at_last_deletes_the_account(
    visitors: Visitors, programs: Programs, way: Way
) -> None:
    bruno = programs.come_in("Bruno", secret=SECRET)
    page = visitors.visit(screen=way.screen, language=way.language, dark=way.dark)
    anna = Returning(way, page)
    anna.sign_up()
    for table in (1, 2):
        anna.join(bruno, table)
    anna.come_back()
    anna.play_where_it_is_the_turn()
    anna.look_at_games()
    programs.come_in("Bruno").ask("done", do="resign", table=1)
    anna.page.reload()
    expect(anna.page.locator(".games section").nth(1).locator("li.card")).to_have_count(1)
    anna.page.goto("/p/Bruno")
    expect(anna.page.locator(".together")).to_be_visible()
    anna.look("bruno")
    anna.block_bruno()
    dialog = anna.open_account()
    anna.go_on_vacation_and_end_it(dialog)
    anna.download(dialog)
    anna.delete_the_account(dialog)
