"""Invitations in real browsers: links, and players invited by name in the lobby or at a table."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsers import Screen, Visitors, axe, everybody, press
from tests.web.servers import Program, Programs
from tests.web.tables import ask, come_in, listen, no_keys, sit


def inviting(programs: Programs, name: str, to: str, game: str = "shelfie") -> Program:
    """Invite a player to a new private table as a program."""
    program = programs.come_in(name)
    opened = program.ask("table_shown", do="open_table", game=game, seats=2, private=True)
    program.ask("done", do="invite", table=opened["info"]["table"], name=to)
    return program


# Links


def test_invitation_is_followed_after_choosing_a_name(
    visitors: Visitors, programs: Programs
) -> None:
    anna = programs.come_in("Anna")
    info = anna.ask("table_shown", do="open_table", game="shelfie", seats=3, private=True)["info"]
    page = visitors.visit(f"/t/{info['code']}")
    expect(page.get_by_role("heading", name="You're invited!")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play"))).to_have_count(0)
    page.get_by_label("Your name").fill("Zoe")
    press(page, "Join the table")
    expect(page.locator(".place").nth(1)).to_contain_text("Zoe")
    page.goto(f"/t/{info['code']}")
    expect(page).to_have_url(re.compile(r"/table/1\b"))  # a seated player goes to the table
    expect(page.locator(".place").nth(1)).to_contain_text("Zoe")


@pytest.mark.parametrize("private", [False, True])
def test_player_invited_to_a_full_table_may_watch(
    visitors: Visitors, programs: Programs, private: bool
) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    info = anna.ask("table_shown", do="open_table", game="shelfie", seats=2, private=private)[
        "info"
    ]
    bruno.ask("table_shown", do="join_table", code=info["code"])
    stranger = visitors.visit(f"/t/{info['code']}")  # before choosing a name
    page = come_in(visitors, "Zoe", f"/t/{info['code']}")
    for shown in (stranger, page):
        expect(shown.get_by_role("alert")).to_contain_text("ask Anna for a table with more seats")
        expect(shown.get_by_role("button", name="Join the table")).to_have_count(0)
        axe(shown)
        press(shown, "Watch the game")
    expect(stranger.locator(".notices")).to_contain_text("You're watching this game.")
    expect(page.locator(".notices")).to_contain_text("You're watching this game.")
    page.reload()
    expect(page.locator(".notices")).to_contain_text("You're watching this game.")


def test_invitation_reports_that_the_table_has_filled_meanwhile(
    visitors: Visitors, programs: Programs
) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    info = anna.ask("table_shown", do="open_table", game="shelfie", seats=2)["info"]
    page = visitors.visit(f"/t/{info['code']}")
    expect(page.get_by_role("button", name="Join the table")).to_be_visible()
    bruno.ask("table_shown", do="join_table", code=info["code"])
    press(page, "Join the table")
    expect(page.get_by_role("alert")).to_contain_text("ask Anna for a table with more seats")
    press(page, "Watch the game")
    expect(page.locator(".notices")).to_contain_text("You're watching this game.")


def test_full_table_without_spectators_is_reported(visitors: Visitors, programs: Programs) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    opening = {"game": "shelfie", "seats": 2, "watchable": False}
    info = anna.ask("table_shown", do="open_table", **opening)["info"]
    bruno.ask("table_shown", do="join_table", code=info["code"])
    page = come_in(visitors, "Zoe", f"/t/{info['code']}")
    expect(page.get_by_role("alert")).to_contain_text("this table doesn't allow spectators")
    expect(page.locator("#main button")).to_have_count(0)


def test_guest_changes_the_name_without_losing_the_invitation(
    visitors: Visitors, programs: Programs
) -> None:
    anna = programs.come_in("Anna")
    info = anna.ask("table_shown", do="open_table", game="shelfie", seats=3, private=True)["info"]
    page = visitors.visit(f"/t/{info['code']}")
    suggested = page.get_by_label("Your name").input_value()
    press(page, "Join the table")
    expect(page.locator(".place").nth(1)).to_contain_text("you")
    page.locator("#top .menu summary").click()
    press(page, "Change name")
    expect(page.get_by_role("heading", name="You're invited!")).to_be_visible()
    page.get_by_label("Your name").fill("Bruno")
    press(page, "Join the table")
    expect(page.locator(".place").nth(1)).to_contain_text("Bruno")
    page.reload()
    expect(page.locator("ludo-log li")).to_have_text(
        ["Anna joined.", f"{suggested} joined.", f"{suggested} left the table.", "Bruno joined."]
    )


def test_invitation_says_who_invites_to_what(visitors: Visitors, programs: Programs) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    opening = {"game": "shelfie", "seats": 4, "options": {"edition": "italian"}}
    info = anna.ask("table_shown", do="open_table", **opening)["info"]
    bruno.ask("table_shown", do="join_table", code=info["code"])
    stranger = visitors.visit(f"/t/{info['code']}")  # before choosing a name
    page = come_in(visitors, "Zoe", f"/t/{info['code']}")
    for shown in (stranger, page):
        main = shown.locator("#main")
        expect(main).to_contain_text("Anna invites you to My Shelfie")
        seats = main.locator(".holders li")
        expect(seats).to_have_text(["Anna", "Bruno", "free seat", "free seat"])
        for text in ("2 of 4 seats taken", "Italian edition", "no clock"):
            expect(main).to_contain_text(text)
    expect(page.locator("#main button")).to_have_count(1)
    axe(page)
    press(page, "Join the table")
    expect(page.locator(".place").nth(2)).to_contain_text("Zoe")


def test_online_player_is_invited_by_name(visitors: Visitors) -> None:
    zoe, anna = come_in(visitors, "Zoe"), come_in(visitors, "Anna")
    sit(anna, "open_table", game="shelfie", seats=3, private=True)
    invitation = anna.locator(".invitation")  # the lobby has such a button, too
    invitation.get_by_role("button", name="Zoe").click()
    expect(invitation.get_by_role("button", name="Zoe, invited")).to_be_disabled()
    expect(zoe.locator(".notice.line")).to_contain_text("Anna invites you to My Shelfie.")
    zoe.locator(".notice.line").get_by_role("button", name="Join").click()
    expect(zoe.locator(".place").nth(1)).to_contain_text("Zoe")


def test_invalid_invitation_is_explained(visitors: Visitors) -> None:
    page = come_in(visitors, "Zoe", "/t/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("There's no table with this code.")
    page.get_by_role("link", name="Go to the lobby").click()
    expect(page.get_by_role("heading", name="Hello, Zoe!")).to_be_visible()


# Players invited by name


PRIVATE = {"en": "invitation only", "it": "solo su invito"}
INVITE = {"en": "Invite Zoe to My Shelfie", "it": "Invita Zoe a giocare a My Shelfie"}
AGAIN = {"en": "Invite Zoe to table 1", "it": "Invita Zoe al tavolo 1"}
JOIN = {"en": "Join", "it": "Unisciti"}


@everybody
def test_player_is_invited_from_the_lobby(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    zoe = come_in(visitors, "Zoe", "/", screen, language, dark=dark)
    anna = come_in(visitors, "Anna", "/", screen, language, dark=dark)
    anna.locator(".around").get_by_role("button", name="Zoe").click()
    axe(anna)
    no_keys(anna)
    press(anna, INVITE[language])
    expect(anna.locator(".invitation button:disabled")).to_contain_text("Zoe")
    expect(anna.locator(".gathering")).to_contain_text(PRIVATE[language])
    bar = zoe.locator(".notice.line")
    expect(bar).to_contain_text("Anna")
    axe(zoe)
    no_keys(zoe)
    bar.get_by_role("button", name=JOIN[language], exact=True).click()
    for page in (anna, zoe):
        expect(page.locator(".headline")).to_be_visible()
    expect(bar).to_have_count(0)


def test_waiting_table_is_used_for_invitations(visitors: Visitors, programs: Programs) -> None:
    programs.come_in("Zoe")
    anna = come_in(visitors, "Anna")
    sit(anna, "open_table", game="renaissance", seats=3)
    anna.get_by_role("link", name="Ludoteca").click()
    anna.locator(".around").get_by_role("button", name="Zoe").click()
    press(anna, AGAIN["en"])
    expect(anna).to_have_url(re.compile("/table/1$"))
    anna.get_by_role("link", name="Ludoteca").click()
    expect(anna.get_by_role("button", name="Zoe, invited")).to_be_disabled()


def test_table_of_a_refused_invitation_is_closed(visitors: Visitors, programs: Programs) -> None:
    programs.come_in("Zoe")
    anna = come_in(visitors, "Anna")
    ask(anna, "open_table", game="shelfie", seats=2, private=True)
    for _ in range(10):  # as many as the rate limit allows
        ask(anna, "invite", table=1, name="Zoe")
    ask(anna, "stand_up", table=1)
    anna.locator(".around").get_by_role("button", name="Zoe").click()
    press(anna, INVITE["en"])
    expect(anna.locator("#people").get_by_role("alert")).to_contain_text("Too many requests")
    expect(anna).to_have_url(re.compile("/$"))
    assert ask(anna, "watch", table=2)["info"]["closed"]


def test_invitations_are_answered_one_after_the_other(
    visitors: Visitors, programs: Programs
) -> None:
    zoe = come_in(visitors, "Zoe")
    listen(zoe)
    for name in ("Anna", "Bruno", "Carla"):
        inviting(programs, name, "Zoe")
    bar = zoe.locator(".notice.line")
    expect(bar).to_contain_text("Anna invites you to My Shelfie. (and 2 more invitations)")
    announced = zoe.locator("html")
    expect(announced).to_have_attribute("data-announced", re.compile("Carla invites you"))
    press(zoe, "Not now")
    expect(bar).to_contain_text("Bruno invites you to My Shelfie. (and one more invitation)")
    zoe.locator(".around").get_by_role("button", name="Bruno").click()
    press(zoe, "Mute Bruno")
    expect(bar).to_contain_text("Carla invites you to My Shelfie.")
    bar.get_by_role("button", name="Join").click()
    expect(bar).to_have_count(0)
    expect(zoe.locator(".headline")).to_be_visible()


def test_invitation_to_a_closed_table_is_refused_and_the_next_one_shown(
    visitors: Visitors, programs: Programs
) -> None:
    zoe = come_in(visitors, "Zoe")
    inviting(programs, "Anna", "Zoe").ask("done", do="stand_up", table=1)
    inviting(programs, "Bruno", "Zoe")
    bar = zoe.locator(".notice.line")
    expect(bar).to_contain_text("one more invitation")
    bar.get_by_role("button", name="Join").click()
    expect(zoe.get_by_role("alert")).to_be_visible()
    expect(bar).to_contain_text("Bruno invites you to My Shelfie.")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true });
  window.shown = [];
  window.Notification = class {
    static permission = "granted";
    constructor(_, { body }) { window.shown.push(body); }
  };
}"""


def test_player_is_called_to_an_invitation(visitors: Visitors, programs: Programs) -> None:
    zoe = come_in(visitors, "Zoe")
    zoe.locator("#top .menu > summary").click()
    zoe.evaluate(HIDE.replace("static", "static requestPermission = async () => 'granted'; static"))
    zoe.get_by_label("Browser notifications").check()
    inviting(programs, "Anna", "Zoe")
    expect(zoe).to_have_title("● Anna invites you to My Shelfie.")
    assert zoe.evaluate("shown") == ["Anna invites you to My Shelfie."]
