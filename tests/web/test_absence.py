"""Absent players in real browsers: warnings, bots standing in, votes and returning."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca.core import AbsencePolicy
from ludoteca.messages.refusals import ServerReason, refuse
from tests.web.browsers import HANDHELD, LAPTOP, PHONE, Screen, Visitors, axe, everybody
from tests.web.servers import Programs, ServerProcess, server_process
from tests.web.tables import come_in, known, move, no_keys, sit

SOON = 2.0
UNCOVERED = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    """A server whose bots stand in soon, or with the test's absence policy."""
    absence_policy = getattr(request, "param", AbsencePolicy(stand_in=SOON))
    with server_process(tmp_path, absence_policy=absence_policy) as server:
        yield server


def beside(programs: Programs, page: Page, *names: str, **options: Any) -> list[Any]:
    """Start a game of programs at a table with a browser."""
    players = [programs.come_in(name) for name in names]
    opening = {"do": "open_table", "game": "shelfie", "seats": len(names) + 1, **options}
    shown = players[0].ask("table_shown", **opening)
    for player in players[1:]:
        player.ask("table_shown", do="join_table", code=shown["info"]["code"])
    page.goto(f"/t/{shown['info']['code']}")
    page.locator(".invited button.primary").click()
    expect(page.locator(".headline")).to_be_visible()
    return players


def top_of_the_game(page: Page) -> int:
    box = page.locator(".stage > :last-child").bounding_box()
    assert box
    return round(box["y"])


@everybody
def test_bot_stands_in_after_a_warning_until_the_player_returns(
    visitors: Visitors, programs: Programs, screen: Any, language: str, dark: bool
) -> None:
    anna = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    (bruno,) = beside(programs, anna, "Bruno")
    before = top_of_the_game(anna)
    bruno.leave()
    soon = {"en": "A bot will play for them in 2 s.", "it": "Tra 2 s un bot giocherà al suo posto."}
    expect(anna.locator(".notices")).to_contain_text(soon[language])
    assert top_of_the_game(anna) == before  # the notice has reserved space
    now = {"en": "A bot is playing for Bruno", "it": "Un bot gioca al posto di Bruno"}
    expect(anna.locator(".notices")).to_contain_text(now[language])
    expect(anna.locator("ludo-log, .tabs").first).to_be_visible()
    assert top_of_the_game(anna) == before
    axe(anna)
    no_keys(anna)
    back = programs.come_in("Bruno")
    back.ask("table_shown", do="watch", table=1)
    expect(anna.locator(".notices .notice")).to_have_count(0)


def test_returning_player_takes_the_seat_back_from_the_bot(
    visitors: Visitors, programs: Programs
) -> None:
    anna = come_in(visitors, "Anna")
    (bruno,) = beside(programs, anna, "Bruno")
    anna.goto("about:blank")
    while bruno.hear("table_news")["record"]["record"] != "stand_in_seated":
        pass
    anna.goto("/")
    anna.get_by_role("link", name="Back to your game").first.click()
    expect(anna.locator("ludo-log")).to_contain_text("A bot is playing for Anna.")
    expect(anna.locator("ludo-log")).to_contain_text("Anna is back and playing again.")
    expect(anna.locator(".player", has_text="Anna")).not_to_contain_text("a bot is playing")


@pytest.mark.parametrize("server", [AbsencePolicy(pause=0.0)], indirect=True)
def test_others_vote_on_an_absent_player(visitors: Visitors, programs: Programs) -> None:
    anna = come_in(visitors, "Anna")
    bruno, carla = beside(programs, anna, "Bruno", "Carla", private=True)
    assert known(anna)["info"]["absence"] == "wait"
    while (turn := known(anna)["toMove"][0]) != 1:  # Carla's seat
        if turn == 2:
            move(anna, 1)
        else:
            moves = bruno.ask("moves", do="ask_moves", table=1)["moves"]
            bruno.ask("table_news", do="play", table=1, move=moves[0])
        expect(anna.locator(".player").nth((turn + 1) % 3)).to_have_class(re.compile("turn"))
    before = top_of_the_game(anna)
    carla.leave()
    expect(anna.locator(".headline h2")).to_have_text("Waiting for Carla")
    expect(anna.locator(".notices")).to_contain_text("Carla is disconnected. The game is waiting.")
    assert top_of_the_game(anna) == before
    axe(anna)
    bruno.hear("who_is_away")
    bruno.ask("done", do="vote", table=1, what="skip")
    expect(anna.get_by_role("button", name="Skip the turn (1 of 2)")).to_be_visible()
    for said in ("#live", ".notices"):
        expect(anna.locator(said)).to_contain_text("Bruno suggests “Skip the turn”.")
    anna.get_by_role("button", name="Skip the turn").click()
    expect(anna.locator("ludo-log")).to_contain_text("Carla was disconnected: turn skipped.")
    anna.get_by_role("button", name="End the game").click()
    anna.locator("dialog").get_by_role("button", name="End the game").click()
    expect(anna.get_by_role("button", name="End the game (1 of 2)")).to_be_visible()
    bruno.ask("done", do="vote", table=1, what="end")
    expect(anna.locator(".final h2")).to_have_text("Nobody wins")
    expect(anna.locator(".final")).to_contain_text("The game ended without a winner.")


def test_player_at_another_table_is_not_called_disconnected(
    visitors: Visitors, programs: Programs
) -> None:
    anna, bruno = come_in(visitors, "Anna"), come_in(visitors, "Bruno")
    info = sit(anna, "open_table", game="shelfie", seats=2, private=True)
    sit(bruno, "join_table", code=info["code"])
    carla = programs.come_in("Carla")
    carla.ask("table_shown", do="open_table", game="shelfie", seats=2)
    expect(bruno.locator(".headline")).to_be_visible()
    anna.goto("/")
    sit(anna, "join_table", table=2)
    expect(anna.locator(".headline")).to_be_visible()
    expect(bruno.locator(".player .chip.warning")).to_have_text("not at this table")
    expect(bruno.locator(".notices")).to_contain_text("Anna is online, but not at this table.")
    axe(anna)
    anna.get_by_role("link", name="You're also playing at table 1").click()
    expect(anna).to_have_url(re.compile("/table/1$"))
    expect(bruno.locator(".player .chip.warning")).to_have_count(0)


def test_friend_takes_over_an_offered_seat(visitors: Visitors, programs: Programs) -> None:
    anna = come_in(visitors, "Anna")
    beside(programs, anna, "Bruno")
    anna.locator(".actions summary").click()
    anna.get_by_role("button", name="Let a friend take my seat").click()
    expect(anna.locator(".notices")).to_contain_text("You're offering your seat")
    code = known(anna)["info"]["code"]
    dora = come_in(visitors, "Dora", f"/t/{code}")
    dora.get_by_role("button", name="Watch the game").click()
    expect(dora.locator(".notices")).to_contain_text("Anna is looking for a friend")
    dora.get_by_role("button", name="Take this seat").click()
    expect(dora.locator(".player:has(.chip:text-is('you'))")).to_contain_text("Dora")
    expect(anna.locator(".notices")).to_contain_text("You're watching this game.")


@everybody
def test_absence_rule_is_chosen_when_opening_a_table(
    visitors: Visitors, screen: Any, language: str, dark: bool
) -> None:
    anna = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    anna.locator(".opening > button").click()
    anna.locator(".opening summary").click()
    rule, what = anna.locator("[id='opening.absence']"), anna.locator(".opening .what")
    expect(rule).to_have_value("wait")
    anna.locator("[id='opening.who']").select_option("all")
    expect(rule).to_have_value("bot")
    anna.locator("[id='opening.who']").select_option("link")
    texts = {"en": "The game waits for them.", "it": "La partita lo aspetta."}
    expect(what).to_contain_text(texts[language])
    axe(anna)
    rule.select_option("forfeit")
    anna.locator(".opening form .primary").click()
    expect(anna.locator(".gathering")).to_be_visible()
    assert known(anna)["info"]["absence"] == "forfeit"
    chips = {"en": "absent players are skipped", "it": "chi si assenta salta il turno"}
    expect(anna.locator(".chips")).to_contain_text(chips[language])


def test_waiting_table_says_when_an_absent_seat_is_freed(
    visitors: Visitors, programs: Programs
) -> None:
    bruno = programs.come_in("Bruno")
    bruno.ask("table_shown", do="open_table", game="shelfie", seats=3)
    anna = come_in(visitors, "Anna", "/table/1", PHONE)
    anna.get_by_role("button", name="Take a seat").click()
    bruno.leave()
    expect(anna.locator(".notices")).to_contain_text("The seat will be free again in ")


@pytest.mark.parametrize("screen", [LAPTOP, HANDHELD], ids=["laptop", "phone"])
@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_menu_of_an_absent_player_is_never_cut_off(
    visitors: Visitors, programs: Programs, screen: Screen, game: str
) -> None:
    anna = come_in(visitors, "Anna", screen=screen)
    table = sit(anna, "open_table", game=game, seats=4, absence="wait")["table"]
    players = [programs.come_in(name) for name in ("Bo", "Carla Rossi", "Massimiliano")]
    for player in players:
        player.ask("table_shown", do="join_table", table=table)
    expect(anna.locator(".headline")).to_be_visible()
    for player in players:
        player.leave()
    expect(anna.locator(".player .chip.warning")).to_have_count(3)
    for menu in anna.locator(".player details.person").all():
        menu.locator("summary").click()
        release = menu.get_by_role("button", name=re.compile("in from another device"))
        expect(release).to_be_visible()
        for button in menu.locator("button").all():
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate(UNCOVERED)
        anna.keyboard.press("Escape")


def test_refused_player_sees_every_way_back(visitors: Visitors, programs: Programs) -> None:
    anna = come_in(visitors, "Anna")
    (bruno,) = beside(programs, anna, "Bruno", absence="wait")
    bruno.leave()
    expect(anna.locator(".player .chip.warning")).to_have_count(1)
    there = visitors.visit("/")
    there.get_by_label("Your name").fill("Bruno")
    there.get_by_label("Your name").press("Enter")
    expect(there.locator("#name-problem")).to_contain_text("Let … in from another device")
    assert "release the seat" in refuse(ServerReason.NAME_KEPT).detail
