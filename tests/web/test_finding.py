"""Two people who look for an opponent in real browsers play each other."""

import re

from playwright.sync_api import expect

from tests.web.browsers import Screen, Visitors, axe, everybody, press
from tests.web.tables import come_in, no_keys

FIND = {"en": "Find me an opponent", "it": "Trovami un avversario"}
CANCEL = {"en": "Cancel", "it": "Annulla"}
BOT = {"en": "Play a bot instead", "it": "Gioca contro un bot"}
GAME = {"en": "Masters of Renaissance", "it": "Maestri del Rinascimento"}
LOOKING = {"en": "looking for opponents", "it": "in cerca di avversari"}
WAITED = {"en": "You've been waiting for 0:20", "it": "In attesa da 0:20"}


@everybody
def test_two_players_with_the_same_wish_play_each_other(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    anna = come_in(visitors, "Anna", "/", screen, language, dark=dark)
    bruno = come_in(visitors, "Bruno", "/", screen, language, dark=dark)
    anna.locator(".finding select").first.select_option("renaissance")
    press(anna, FIND[language])
    expect(anna.locator(".looking [role=timer]")).to_contain_text(re.compile(r"\d:\d\d"))
    axe(anna)
    no_keys(anna)
    card = bruno.locator(".seating")
    expect(card).to_contain_text(LOOKING[language])
    press(anna, CANCEL[language])
    expect(anna).to_have_url(re.compile("/$"))
    expect(card).to_have_count(0)

    press(anna, FIND[language])  # the page remembers the wish
    expect(anna.locator(".looking")).to_contain_text(GAME[language])
    expect(card).to_have_count(1)
    axe(bruno)
    bruno.locator(".finding select").first.select_option("renaissance")
    press(bruno, FIND[language])
    for page in (anna, bruno):
        expect(page.locator(".headline")).to_be_visible()
        expect(page.locator(".player")).to_have_count(2)


@everybody
def test_bot_is_offered_after_twenty_seconds(
    visitors: Visitors, screen: Screen, language: str, dark: bool
) -> None:
    anna = come_in(visitors, "Anna", "/", screen, language, dark=dark)
    anna.clock.install()
    press(anna, FIND[language])
    expect(anna.locator(".looking [role=timer]")).to_be_visible()
    expect(anna.get_by_role("button", name=BOT[language])).to_have_count(0)
    anna.clock.fast_forward(20_000)
    expect(anna.locator(".looking [role=timer]")).to_contain_text(WAITED[language][:-1])
    axe(anna)
    press(anna, BOT[language])
    expect(anna.locator(".headline")).to_be_visible()
    expect(anna.locator(".player")).to_have_count(2)
