"""Friends, blocked players and a player's own data, in real browsers."""

import json

from playwright.sync_api import Page, expect

from tests.web.browsers import PHONE, Visitors, axe, fits, press, shoot
from tests.web.servers import Programs, play_out
from tests.web.tables import come_in

SECRET = "correct horse"  # noqa: S105 - of a test


def group(page: Page, kind: str) -> list[str]:
    """Return the names in a group of contacts."""
    links = page.locator(f"section[aria-labelledby='friends-{kind}'] li > a")
    return links.all_inner_texts()


def test_players_become_friends_find_each_other_and_block(
    visitors: Visitors, programs: Programs
) -> None:
    bruno = programs.come_in("Bruno", secret=SECRET)
    carla = programs.come_in("Carla", secret=SECRET)
    programs.come_in("Anna", secret=SECRET)
    programs.come_in("Dario", secret=SECRET)
    token = programs.tokens["Anna"]
    carla.ask("contact_changed", do="befriend", name="Anna")
    anna = come_in(visitors, "Anna", token=token)
    press(anna, "Accept")
    anna.get_by_role("link", name="Friends and opponents").click()
    anna.get_by_label("Name of a player").fill("bruno")
    anna.keyboard.press("Enter")
    asked = anna.locator("section[aria-labelledby='friends-asked'] li")
    expect(asked).to_contain_text("Bruno")
    bruno.ask("contact_changed", do="befriend", name="Anna")
    friends = anna.locator("section[aria-labelledby='friends-friends'] li")
    expect(friends).to_have_count(2)
    expect(friends.first.locator(".chip")).to_have_text("online")
    bruno.ask("table_shown", do="open_table", game="shelfie", seats=2)
    expect(friends.first).to_contain_text("My Shelfie, table 1")
    axe(anna)
    shoot(anna, "friends")
    press(anna, "Join Bruno at table 1")
    expect(anna).to_have_url("/table/1")
    anna.go_back()

    phone = come_in(visitors, "Anna", "/friends", PHONE, "it", dark=True, token=token)
    menu = phone.locator("section[aria-labelledby='friends-friends'] li").last.locator(".menu")
    menu.locator("summary").tap()
    axe(phone)
    fits(phone)
    shoot(phone, "friends-menu-phone")
    menu.get_by_role("button", name="Blocca Carla").tap()
    phone.get_by_role("button", name="Blocca", exact=True).tap()
    blocked = phone.locator("section[aria-labelledby='friends-blocked'] li")
    expect(blocked).to_contain_text("Carla")
    fits(phone)
    shoot(phone, "friends-phone")
    around = carla.ask("surroundings", do="look_around", names=["Anna"])
    assert "Anna" not in (*around["people"], *around["known"])
    expect(anna.locator("section[aria-labelledby='friends-blocked'] li")).to_contain_text("Carla")
    anna.get_by_role("button", name="Unblock Carla").focus()
    anna.keyboard.press("Enter")
    expect(blocked).to_have_count(0)


def test_guest_finds_last_opponents_and_downloads_own_data(
    visitors: Visitors, programs: Programs
) -> None:
    play_out(programs, "shelfie", "Anna", "Bruno")
    page = come_in(visitors, "Anna", "/friends", token=programs.tokens["Anna"])
    opponents = page.locator("section[aria-labelledby='friends-opponents'] li")
    expect(opponents).to_contain_text("Bruno")
    expect(page.locator(".friends .notice")).to_contain_text("With an account")
    axe(page)
    press(page, "Keep this name")
    with page.expect_download() as download:
        press(page, "Download my data")
    data = json.loads(download.value.path().read_text())
    assert (data["name"], [one["table"] for one in data["games"]]) == ("Anna", [1])
    expect(page.locator(".account")).to_contain_text("Your data has been downloaded.")
    axe(page)
    shoot(page, "account-data")
