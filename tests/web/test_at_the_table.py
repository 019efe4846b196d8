"""Details of the lobby, tables, replays and the operator's page."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsers import HANDHELD, LAPTOP, SMALL, Screen, Visitors, axe
from tests.web.fit import cut
from tests.web.seeded import SECRET
from tests.web.servers import Programs, ServerProcess, play_out
from tests.web.tables import ask, come_in, sit, table_of


@pytest.mark.parametrize("screen", [LAPTOP, HANDHELD], ids=["laptop", "phone"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_cards_in_the_lobby_are_aligned(visitors: Visitors, screen: Screen, language: str) -> None:
    page = come_in(visitors, "Anna", screen=screen, language=language)
    cards = page.locator(".quick .game")
    for card in cards.all():
        select, play = card.locator(".row > select"), card.locator("button.primary")
        one, other = select.bounding_box(), play.bounding_box()
        assert one
        assert other
        assert abs(one["y"] - other["y"]) < 2  # on one line
    if screen == LAPTOP:
        heights = [
            box["y"] for box in (row.bounding_box() for row in cards.locator(".row").all()) if box
        ]
        assert len(set(map(round, heights))) == 1
    cards.last.locator(".row > select").select_option("0")
    assert [one for one in cut(page, (screen,)) if ".quick" in one or ".game" in one] == []


def test_rematch_stands_apart_and_names_its_table(visitors: Visitors) -> None:
    pages = [come_in(visitors, name, screen=LAPTOP) for name in ("Anna", "Bruno")]
    table = table_of(pages)
    ask(pages[0], "resign", table=table)
    pages[1].get_by_role("button", name="Rematch").click()
    notice = pages[0].locator(".final .notice")
    expect(notice).to_have_text(f"Bruno wants a rematch at table {table + 1}.")
    below, above = pages[0].locator(".final .row").first.bounding_box(), notice.bounding_box()
    assert below
    assert above
    assert below["y"] - (above["y"] + above["height"]) >= 8


@pytest.mark.parametrize("language", ["en", "it"])
def test_phone_shows_a_rematch_without_scrolling(visitors: Visitors, language: str) -> None:
    anna = come_in(visitors, "Anna")
    bruno = come_in(visitors, "Bruno", screen=SMALL, language=language)
    table = table_of([anna, bruno])
    ask(bruno, "resign", table=table)
    anna.get_by_role("button", name="Rematch").click()
    offer = bruno.locator(".final .next").first
    expect(offer.locator(".notice")).to_contain_text(f" {table + 1}.")
    expect(offer).to_be_in_viewport(ratio=1)
    axe(bruno)


def test_players_panel_of_a_replay_is_not_taller_than_its_content(
    visitors: Visitors, programs: Programs
) -> None:
    number = play_out(programs, "shelfie", "Bruno", "Carla", moves=None)
    page = come_in(visitors, "Anna", f"/replay/{number}", screen=LAPTOP)
    expect(page.locator(".player")).to_have_count(2)
    panel = page.locator(".panel.players").bounding_box()
    inside = page.locator(".panel.players div.players").bounding_box()
    assert panel
    assert inside
    assert panel["y"] + panel["height"] - (inside["y"] + inside["height"]) < 16


def test_resigning_is_offered_only_against_people(visitors: Visitors) -> None:
    anna = come_in(visitors, "Anna")
    table = sit(anna, "open_table", game="shelfie", seats=2)["table"]
    ask(anna, "start_table", table=table, bot="greedy")
    anna.locator(".actions summary").click()
    expect(anna.get_by_role("button", name="Leave the game")).to_be_visible()
    expect(anna.get_by_role("button", name="Resign")).to_have_count(0)


def test_reserved_room_for_notices_is_low(visitors: Visitors) -> None:
    pages = [come_in(visitors, name, screen=LAPTOP) for name in ("Anna", "Bruno")]
    table_of(pages)
    headline, room = (pages[0].locator(one).bounding_box() for one in (".headline", ".living"))
    assert headline
    assert room
    assert room["y"] - (headline["y"] + headline["height"]) < 56


def test_cancelling_a_shutdown_is_offered_only_while_one_is_pending(visitors: Visitors) -> None:
    come_in(visitors, "Anna")
    page = visitors.visit("/operator", LAPTOP)
    page.get_by_label("Operator's secret").fill(SECRET)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".operator th", has_text="Tables")).to_be_visible()
    cancel = page.get_by_role("button", name="Cancel the shutdown")
    expect(cancel).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Shut down")).click()
    page.get_by_role("button", name="Confirm").click()
    cancel.click()
    expect(cancel).to_have_count(0)


def test_unknown_address_leads_back_to_the_lobby(visitors: Visitors, server: ServerProcess) -> None:
    page = come_in(visitors, "Anna")
    answer = page.request.get(f"{server.address}/nothing/here", headers={"Accept": "text/html"})
    assert answer.status == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Page not found" in answer.text()
    assert "Pagina non trovata" in answer.text()
    assert page.request.get(f"{server.address}/nothing").headers["content-type"] != "text/html"
