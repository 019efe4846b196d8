"""No text is cut off: on three screens, in all languages, in every scene."""

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PROVING
from tests.web.browsers import DESKTOP, Screen, Visitors
from tests.web.fit import CUT, SPEAK, cut
from tests.web.masters_scenes import lorenzo, renaissance
from tests.web.scenes import shelfie
from tests.web.screenshots import final, lobby
from tests.web.servers import Programs, play_out
from tests.web.tables import come_in, sit

Look = Callable[[Programs, Visitors], Page]


def welcome(_: Programs, visitors: Visitors) -> Page:
    page = visitors.visit("/")
    expect(page.locator("form")).to_be_visible()
    return page


def settings_menu(programs: Programs, visitors: Visitors) -> Page:
    """The lobby with the settings menu open."""
    page = lobby(programs, visitors, DESKTOP)
    page.locator("#top .menu summary").click()
    return page


def account(_: Programs, visitors: Visitors) -> Page:
    page = come_in(visitors, "Anna")
    page.locator("#top .menu summary").click()
    page.get_by_role("button", name="Your account").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def gathering(programs: Programs, visitors: Visitors) -> Page:
    """A table before the start, with another player."""
    page = come_in(visitors, "Anna")
    table = sit(page, "open_table", game="renaissance", seats=4, clock={"turn": 90})["table"]
    programs.come_in("Bruno").ask("table_shown", do="join_table", table=table)
    expect(page.locator(".place")).to_have_count(4)
    return page


def replay(programs: Programs, visitors: Visitors) -> Page:
    table = play_out(programs, "shelfie", "Anna", "Bruno", "Carla")
    page = visitors.visit(f"/replay/{table}")
    expect(page.locator(".controls")).to_be_visible()
    return page


def help_page(_: Programs, visitors: Visitors) -> Page:
    page = visitors.visit("/help")
    expect(page.locator(".text h2").first).to_be_visible()
    return page


def crowd(programs: Programs, visitors: Visitors) -> Page:
    """Four players with clocks, all of them to move, and a chat message."""
    page = come_in(visitors, "Massimiliano")
    table = sit(page, "open_table", game="renaissance", seats=4, clock={"bank": 600})["table"]
    for name in ("Bartolomeo il Giovane", "Maria Cristina", "Federica"):
        other = programs.come_in(name)
        other.ask("table_shown", do="join_table", table=table)
    other.say(do="say", table=table, text="Ciao a tutti!")
    expect(page.locator("ludo-chat .text")).to_have_count(1)
    expect(page.locator(".clock")).to_have_count(4)
    return page


LOOKS: Mapping[str, Look] = {
    "welcome": welcome,
    "lobby": settings_menu,
    "account": account,
    "gathering": gathering,
    "shelfie": lambda programs, visitors: shelfie(programs, visitors, DESKTOP),
    "renaissance": lambda programs, visitors: renaissance(programs, visitors, DESKTOP),
    "lorenzo": lambda programs, visitors: lorenzo(programs, visitors, DESKTOP),
    "final": lambda programs, visitors: final(programs, visitors, DESKTOP),
    "replay": replay,
    "help": help_page,
}
QUICK = ("lobby",)


@pytest.mark.parametrize("name", LOOKS if PROVING else QUICK)
def test_nothing_is_cut_off(programs: Programs, visitors: Visitors, name: str) -> None:
    page = LOOKS[name](programs, visitors)
    assert cut(page) == []


def test_chat_is_usable_beside_a_game_of_four(programs: Programs, visitors: Visitors) -> None:
    page = crowd(programs, visitors)
    assert cut(page) == []
    for screen in (Screen(1366, 768), Screen(1280, 900)):
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        for language in ("en", "it"):
            page.evaluate(SPEAK, language)
            expect(page.locator("ludo-chat form")).to_be_in_viewport(ratio=1)


def test_player_menu_fits_the_narrowest_screen(programs: Programs, visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=Screen(320, 640))
    table = sit(page, "open_table", game="shelfie", seats=4)["table"]
    programs.come_in("Massimiliano").ask("table_shown", do="join_table", table=table)
    page.locator("details.person summary").click()
    box = page.locator("details.person .card").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


BAD = """() => {
  const put = (name, text, style, inside = "span") => {
    const box = document.createElement(inside === "option" ? "select" : "div");
    const one = document.createElement(inside);
    one.textContent = text;
    box.id = name;
    box.append(one);
    Object.assign(box.style, style);
    document.querySelector("#main").append(box);
    return one;
  };
  const words = "all of these words should be seen";
  put("hidden", words, { width: "9rem", whiteSpace: "nowrap", overflow: "hidden" });
  put("wide", words, { width: "9rem", whiteSpace: "nowrap" });
  put("low", words, { width: "6rem", height: "1.5rem", overflow: "hidden" });
  put("far", words, { position: "absolute", left: "calc(100vw - 4rem)", width: "20rem" });
  put("field", words, { width: "8rem" }, "option");
  put("broken", "incomprehensible", { width: "4rem", overflowWrap: "anywhere" });
  put("scrolled", words, { width: "9rem", whiteSpace: "nowrap", overflow: "auto" }).style.display = "block";
  put("whole", words, {});
}"""  # noqa: E501 - it is another language


def test_clipped_elements_are_found(visitors: Visitors) -> None:
    page = visitors.visit("/help")
    expect(page.locator(".text h2").first).to_be_visible()
    cut = page.evaluate(f"() => {{ ({BAD})(); return ({CUT})(); }}")  # before it is drawn again
    found = [re.search(r"#main > \w+#(\w+)", one) for one in cut]
    assert [one and one[1] for one in found] == ["hidden", "wide", "low", "far", "broken", "field"]
