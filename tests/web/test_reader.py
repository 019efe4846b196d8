"""Whole games played by the accessibility tree and the keyboard alone.

In a quick run, programs play most of each game first.
"""

from playwright.sync_api import Page

from tests.conftest import PROVING
from tests.web.browsers import Visitors
from tests.web.reader import Reader
from tests.web.tables import MODULES, ask, come_in, sit

HURRY = f"""async ([table, count]) => {{
  const {{ ask, known }} = await import({MODULES} + "server.js");
  const kinds = ["return_leader", "end_turn", "place_resource", "discard_resource", "take_marbles"];
  const rank = ({{ move, cells = [] }}) => (cells.length ? -cells.length : kinds.indexOf(move) + 1 || kinds.length + 1);
  for (let played = 0; played < count && !known.table?.view?.outcome; ) {{
    const {{ moves }} = await ask({{ do: "ask_moves", table }});
    const [move] = moves.sort((one, other) => rank(one) - rank(other));
    if (move) await ask({{ do: "play", table, move }});
    else await new Promise(requestAnimationFrame);
    played += move ? 1 : 0;
  }}
}}"""  # noqa: E501 - it is another language
"""Play `count` moves of this player."""


def reader_at(page: Page, table: int, moves: int) -> Reader:
    """Return a reader at a table, from the beginning or after `moves` moves."""
    if not PROVING:
        page.evaluate(HURRY, [table, moves])
    reader = Reader(page)
    reader.listen()
    return reader


def test_my_shelfie_is_playable_with_a_screen_reader(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    table = int(sit(page, "open_table", game="shelfie", seats=2)["table"])
    ask(page, "start_table", table=table, bot="greedy")
    reader = reader_at(page, table, 9)
    while not reader.is_over():
        reader.press(("gridcell", "shelfie.cell.pick"), ("button", "shelfie.drop.fits"))
    assert "shelfie.drop.fits" in reader.pressed


def test_masters_of_renaissance_is_playable_with_a_screen_reader(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    table = int(sit(page, "open_table", game="renaissance", seats=1)["table"])
    reader = reader_at(page, table, 34)
    fruitless = True
    while not reader.is_over():
        said = reader.press(
            ("button", "ren.keep"),
            ("button", "ren.may_keep"),
            ("button", "ren.into"),
            ("button", "ren.discard_solo"),
            ("button", "ren.end_turn"),
            ("button", "ren.buy"),
            ("button", "ren.slot"),
            ("checkbox", "ren.power.slots"),
            ("button", "ren.produce"),
            ("button", "ren.play_leader"),
            ("button", "ren.can_buy"),
            ("button", "ren.take_line"),
            ("button", "ren.cancel" if fruitless else "ren.produce_open"),
            ("button", "ren.push_yields"),
        )
        fruitless = said == "ren.produce_open" or (fruitless and said != "ren.end_turn")
    if PROVING:
        assert {"ren.take_line", "ren.buy", "ren.produce"} <= reader.pressed
    assert "ren.end_turn" in reader.pressed
