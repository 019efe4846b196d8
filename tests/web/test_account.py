"""The account dialog in real browsers: from a guest's name to a deleted account."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.browsers import PHONE, Screen, Visitors, axe, everybody, press
from tests.web.servers import Programs
from tests.web.tables import come_in

KEPT, OTHER = "correct horse", "another horse"
HELLO = re.compile(r"(Hello|Ciao), Anna")


def account(page: Page) -> Locator:
    """Open the dialog from the menu by keyboard."""
    page.locator("#top .menu summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("^(Your account|Il tuo account)$")).focus()
    page.keyboard.press("Enter")
    return page.locator("dialog.account")


def keep_name(page: Page) -> Locator:
    """Choose a password; return the dialog."""
    dialog = account(page)
    dialog.locator("#password-fresh").fill(KEPT)
    page.keyboard.press("Enter")
    expect(dialog.locator("#account-devices")).to_be_visible()
    return dialog


@everybody
def test_guest_protects_a_name_in_an_accessible_dialog(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    page = visitors.visit(screen=screen, language=language, dark=dark, name="Anna")
    expect(page.get_by_role("heading", name=HELLO)).to_be_visible()
    dialog = account(page)
    axe(page)
    dialog.locator("#password-fresh").fill("short")
    page.keyboard.press("Enter")
    expect(dialog.locator("#account-devices")).to_have_count(0)
    page.keyboard.press("Escape")
    dialog = keep_name(page)
    expect(dialog.locator("li")).to_have_count(1)
    dialog.locator("summary").click()
    axe(page)
    width = dialog.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert width[0] == width[1]
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#top .menu summary")).to_be_focused()


def test_account_from_first_password_to_deletion(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    dialog = keep_name(page)
    for current, said in (("wrong horse", "That isn't your password"), (KEPT, "✓ Your password")):
        dialog.locator("#password-secret").fill(current)
        dialog.locator("#password-fresh").fill(OTHER)
        press(dialog, "Change password")
        expect(dialog.locator("form").first).to_contain_text(said)
    dialog.locator("#recovery-secret").fill(OTHER)
    press(dialog, "Get a recovery code")
    code = dialog.locator("code").inner_text()
    press(dialog, "Copy")
    expect(dialog.get_by_role("button", name="✓ Copied")).to_be_visible()
    expect(dialog).to_contain_text("it's shown only once")
    page.keyboard.press("Escape")
    expect(account(page)).to_contain_text("This account has a recovery code.")

    elsewhere = visitors.visit(screen=PHONE)
    press(elsewhere, "Log in")
    elsewhere.locator("#login-name").fill("Anna")
    elsewhere.get_by_label("Your password").fill(code)
    press(elsewhere, "Log in")
    dialog = elsewhere.locator("dialog.account")
    expect(dialog).to_contain_text("You used your recovery code.")
    dialog.locator("#password-fresh").fill(KEPT)
    press(dialog, "Change password")
    expect(dialog).to_contain_text("any earlier recovery code no longer works")
    expect(dialog).not_to_contain_text("This account has a recovery code.")

    expect(dialog.locator("li")).to_have_count(1)  # a new password logs out all other devices
    expect(dialog.locator("li")).to_contain_text("Chrome")
    expect(page.locator("dialog")).to_have_count(0)
    press(page, "Reconnect")
    expect(page.get_by_label("Your password")).to_be_visible()

    dialog.locator("summary").click()
    dialog.locator("#delete-secret").fill(KEPT)
    for answer in ("No, keep it", "Delete my account"):
        expect(dialog).to_be_visible()
        press(dialog, "Delete my account")
        press(elsewhere.locator("dialog.sure"), answer)
    expect(elsewhere.locator(".welcome")).to_contain_text("Your account has been deleted")
    expect(elsewhere.get_by_label("Your name")).to_have_value("")
    elsewhere.get_by_label("Your name").fill("Anna")
    press(elsewhere, "Play as guest")
    expect(elsewhere.locator("#name-problem")).to_contain_text("That name is already taken")


def test_other_devices_are_logged_out_after_confirmation(
    programs: Programs, visitors: Visitors
) -> None:
    first = programs.come_in("Anna")
    first.ask("done", do="change_secret", new=KEPT)
    first.leave()
    programs.tokens.clear()
    programs.come_in("Anna", secret=KEPT).leave()
    page = come_in(visitors, "Anna", token=first.token)
    dialog, question = account(page), page.locator("dialog.sure")
    devices = dialog.locator("li")
    expect(devices).to_have_count(2)
    for button, answer, left in (
        ("Log out", "Cancel", 2),
        ("Log out everywhere else", "Cancel", 2),
        ("Log out everywhere else", "Log out", 1),
    ):
        dialog.locator("section button").filter(has_text=re.compile(f"^{button}$")).first.click()
        expect(question).to_contain_text("your password to log in as you again")
        press(question, answer)
        expect(question).to_have_count(0)
        expect(devices).to_have_count(left)


def test_deleted_player_is_shown_as_such_in_each_language(
    programs: Programs, visitors: Visitors
) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
    bruno.ask("table_shown", do="join_table", table=1)
    bruno.ask("done", do="resign", table=1)
    anna.ask("done", do="change_secret", new=KEPT)
    anna.ask("done", do="delete_me", secret=KEPT)
    page = visitors.visit(language="it", name="Carla")
    expect(page.locator("#main")).to_contain_text("giocatore eliminato")
    page.goto("/replay/1")
    expect(page.locator("#main")).to_contain_text("giocatore eliminato")
    expect(page.locator("#main")).not_to_contain_text("Anna")
