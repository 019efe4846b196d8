"""Chat in real browsers: public and private messages, muting, unread counts and refusals."""

from playwright.sync_api import Locator, Page, expect

from tests.web.browsers import PHONE, Visitors, axe
from tests.web.servers import Programs
from tests.web.tables import come_in, table_of


def line(page: Page) -> Locator:
    """Return the input field."""
    return page.locator("ludo-chat input[name=text]")


def say(page: Page, text: str, to: str = "") -> None:
    page.get_by_label("Send to").select_option(to)
    line(page).fill(text)
    line(page).press("Enter")


def heard(page: Page, text: str) -> Locator:
    """Return the entry of a message."""
    return page.get_by_role("log").locator("li", has_text=text)


def test_messages_reach_everybody_with_their_time(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    expect(anna.get_by_role("log").last).to_contain_text("Say hello!")
    say(anna, "Come to <b>http://example.org/</b>")
    for page in (anna, bruno):
        entry = heard(page, "Come to <b>http://example.org/</b>")
        expect(entry).to_contain_text("Anna")
        expect(entry.locator("time")).to_be_visible()
        expect(entry.locator("a, b")).to_have_count(0)
    expect(line(anna)).to_have_value("")
    anna.reload()
    expect(heard(anna, "Come to")).to_be_visible()
    axe(anna)


def test_whisper_reaches_only_its_recipient(visitors: Visitors) -> None:
    anna, bruno, carla = (come_in(visitors, name) for name in ("Anna", "Bruno", "Carla"))
    expect(anna.locator("#people")).to_contain_text("Carla")
    anna.locator("#people").get_by_role("button", name="Bruno").click()
    anna.locator("#people").get_by_role("button", name="Message Bruno privately").click()
    expect(line(anna)).to_be_focused()
    anna.keyboard.type("Psst")
    anna.keyboard.press("Enter")
    expect(heard(bruno, "Psst")).to_contain_text("privately to you")
    expect(heard(anna, "Psst")).to_contain_text("privately to Bruno")
    say(anna, "Aloud")
    expect(heard(carla, "Aloud")).to_be_visible()
    expect(heard(carla, "Psst")).to_have_count(0)


def test_whisper_to_an_absent_player_is_refused_and_stays_private(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    expect(anna.locator("#people")).to_contain_text("Bruno")
    anna.get_by_label("Send to").select_option("Bruno")
    bruno.context.close()
    expect(anna.locator("#people")).to_contain_text("One player online")
    expect(anna.get_by_label("Send to")).to_have_value("Bruno")
    line(anna).fill("Psst")
    line(anna).press("Enter")
    expect(anna.locator("ludo-chat .problem")).to_contain_text("There's no player with that name.")
    expect(line(anna)).to_have_value("Psst")
    expect(line(anna)).to_have_accessible_description("There's no player with that name.")
    axe(anna)


def test_muted_player_is_not_heard_until_unmuted(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    say(bruno, "One")
    heard(anna, "One").get_by_role("button", name="Bruno").click()
    anna.get_by_role("button", name="Mute Bruno").click()
    expect(heard(anna, "One")).to_have_count(0)
    anna.locator(".muted").get_by_role("button", name="Bruno").click()
    expect(heard(anna, "One")).to_be_visible()
    anna.locator("#people").get_by_role("button", name="Bruno").click()
    anna.get_by_role("button", name="Mute Bruno").click()
    expect(heard(anna, "One")).to_have_count(0)
    anna.reload()
    expect(anna.locator(".muted")).to_contain_text("Bruno")
    say(bruno, "Two")
    expect(heard(bruno, "Two")).to_be_visible()
    expect(anna.locator("#people")).to_contain_text("Brunomuted")
    anna.locator(".muted").get_by_role("button", name="Bruno").click()
    expect(anna.locator(".muted")).to_have_count(0)
    say(bruno, "Three")
    expect(heard(anna, "Three")).to_be_visible()
    expect(heard(anna, "Two")).to_have_count(0)


def test_chat_scrolls_to_the_end_unless_scrolled_up(visitors: Visitors, programs: Programs) -> None:
    bruno = programs.come_in("Bruno")
    for number in range(40):
        bruno.say(do="say", text=f"number {number}")
        bruno.hear("done")
    anna = come_in(visitors, "Anna")
    expect(heard(anna, "number 39")).to_be_in_viewport()
    anna.get_by_role("log").focus()
    anna.keyboard.press("Home")
    expect(heard(anna, "number 0")).to_be_in_viewport()
    bruno.say(do="say", text="and more")
    new = anna.get_by_role("button", name="1 new message")
    expect(new).to_be_visible()
    expect(heard(anna, "number 0")).to_be_in_viewport()
    expect(anna.locator("#chat-title")).to_contain_text("1 unread")
    new.click()
    expect(heard(anna, "and more")).to_be_in_viewport()
    expect(new).to_have_count(0)
    expect(anna.locator("#chat-title")).not_to_contain_text("unread")


def test_unseen_messages_are_counted(visitors: Visitors, programs: Programs) -> None:
    bruno = programs.come_in("Bruno")
    bruno.say(do="say", text="Long before")
    anna = come_in(visitors, "Anna", screen=PHONE)
    expect(heard(anna, "Long before")).to_be_attached()
    jump = anna.locator(".jumps").get_by_role("link", name="Chat")
    expect(jump).to_have_text("Chat")
    bruno.say(do="say", text="Hello!")
    expect(jump).to_have_text("Chat1 unread")
    anna.get_by_role("link", name="Help").click()
    bruno.say(do="say", text="Anybody?")
    expect(anna.locator("#top .brand")).to_contain_text("2 unread")
    anna.locator("#top .brand").click()
    jump.click()
    expect(heard(anna, "Anybody?")).to_be_in_viewport()
    expect(jump).to_have_text("Chat")


def test_excessive_message_is_refused_below_the_input(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    line(anna).fill("x" * 450)
    expect(anna.locator("ludo-chat")).to_contain_text("50 characters left")
    line(anna).fill(" ")
    line(anna).press("Enter")
    expect(anna.get_by_role("log").locator(".text")).to_have_count(0)
    line(anna).evaluate(
        """input => {
          for (let i = 0; i < 100; i += 1) {
            input.value = "again";
            input.dispatchEvent(new InputEvent("input", { bubbles: true }));
            input.form.requestSubmit();
          }
        }"""
    )
    expect(anna.locator("ludo-chat .problem")).to_contain_text("Too many requests")
    expect(line(anna)).to_have_value("again")


def test_table_has_its_own_chat(visitors: Visitors) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    table_of([anna, bruno])
    for page, other in ((anna, "Bruno"), (bruno, "Anna")):
        expect(page.get_by_label("Send to").locator("option")).to_have_text(["everyone", other])
    say(anna, "Good luck!")
    expect(bruno.locator("ludo-chat .text")).to_have_text("Good luck!")
    say(bruno, "Only you", to="Anna")
    expect(anna.locator("ludo-chat .whisper .text")).to_have_text("Only you")
    bruno.reload()
    expect(bruno.locator("ludo-chat .whisper")).to_contain_text("privately to Anna")
