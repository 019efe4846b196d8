"""My Shelfie played by clicks, keys, taps and drags, in a real browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from ludoteca.games import shelfie
from ludoteca.games.shelfie.board import (
    CELLS,
    KINDS,
    LONGEST_LINE,
    TILES,
    Kind,
    kind_of,
    picture_of,
)
from tests.web.browsers import (
    DESKTOP,
    HANDHELD,
    LAPTOP,
    PHONE,
    SMALL,
    Screen,
    Visitors,
    axe,
    everybody,
)
from tests.web.contrast import AA, LINGER, contrast
from tests.web.hands import Hands, cell, names, shelf_of
from tests.web.servers import Programs, ServerProcess
from tests.web.tables import MODULES, ask, come_in, in_order, known, sit, table_of

IN_THEIR_SLOTS = """(ghosts) => ghosts.length > 0 && ghosts.every((ghost) => {
  const [inner, outer] = [ghost, ghost.parentElement].map((one) => one.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= outer.bottom && inner.width > 0;
})"""

MISSED = f"""async () => {{
  const {{ sentences }} = await import({MODULES} + "log.js");
  const rules = await import({MODULES} + "games/shelfie/telling.js");
  const empty = (rows, columns) => Array.from({{ length: rows }}, () => Array(columns).fill(null));
  const seat = () => ({{ shelf: empty(6, 5) }});
  const scene = () => ({{ board: empty(9, 9), seats: [seat(), seat()] }});
  const before = scene();
  before.board[4][4] = 0;
  before.board[4][5] = 30;
  const after = scene();
  after.seats[0].shelf[5][0] = 0;
  after.seats[1].shelf[5][0] = 30;
  const seats = [{{ name: "Anna" }}, {{ name: "Bruno" }}];
  const table = {{ info: {{ seats }}, seat: 0, log: [], version: 120, seen: 120, view: before }};
  const taken = (seat, cell) => ({{ event: "tiles_taken", seat, cells: [cell], column: 0 }});
  const told = () => table.log.map(({{ record }}) => sentences(record, table, rules));
  for (const event of [taken(0, [4, 4]), taken(1, [4, 5])]) {{
    table.version += 1;
    const record = {{ record: "move_played", seat: event.seat, events: [event] }};
    table.log.push({{ version: table.version, record }});
    told();
  }}
  Object.assign(table, {{ view: after, seen: table.version }});
  return told().flat();
}}"""
"""The texts of two moves that arrive together, at a table whose first moves are not in the log."""


def two_at_a_table(visitors: Visitors, **options: Any) -> list[Page]:
    """Start a game of two; return the current player's page first."""
    pages = [come_in(visitors, "Anna"), come_in(visitors, "Bruno")]
    table = table_of(pages, **options)
    return in_order(pages, table)


def test_page_has_the_tiles_cells_and_goals_of_the_rules(visitors: Visitors) -> None:
    page = visitors.visit("/rules/shelfie", HANDHELD)
    expect(page.locator("li.figure .pattern")).to_have_count(len(shelfie.COMMON_GOALS))
    assert page.evaluate("document.documentElement.scrollWidth") == HANDHELD.width
    hiding = [one + 1 for one, hidden in enumerate(page.evaluate(HIDDEN)) if hidden]
    assert hiding == [2, 5, 7]  # patterns of lines over the whole shelf
    assert page.evaluate(UNDONE) == ["", "shelfie.plan.undone"]
    told = page.evaluate(
        f"""async () => {{
          const tiles = await import({MODULES} + "games/shelfie/tiles.js");
          const all = Array.from({{ length: 132 }}, (_, i) => i);
          return {{
            longest: tiles.LONGEST,
            tiles: all.map((one) => [tiles.kindOf(one), tiles.pictureOf(one)]),
            rooms: [2, 3, 4].map((players) => tiles.room(players)
              .flatMap((columns, row) => columns.map((column) => [row, column]))),
            letters: tiles.LETTERS,
            goals: Object.entries(tiles.PATTERNS)
              .map(([number, {{ key }}]) => [Number(number), key]),
            patterns: Object.values(tiles.PATTERNS),
          }};
        }}"""
    )
    assert told["longest"] == LONGEST_LINE
    assert told["tiles"] == [[kind_of(tile).name.lower(), picture_of(tile)] for tile in TILES]
    assert told["rooms"] == [[list(cell) for cell in CELLS[players]] for players in (2, 3, 4)]
    assert told["letters"] == {kind.value: kind.name.lower() for kind in KINDS}
    assert told["goals"] == [[card.number, card.key] for card in shelfie.COMMON_GOALS.values()]
    for goal, pattern in zip(shelfie.COMMON_GOALS.values(), told["patterns"], strict=True):
        assert goal.is_met(drawn(pattern["rows"], pattern["sign"], goal.number)), goal.title


UNDONE = f"""async () => {{
  const {{ whyNot }} = await import({MODULES} + "games/shelfie/plan.js");
  const plan = {{ turns: 5, cells: [[0, 0]], tiles: [7], column: null }};
  return [6, 4].map((turns) => whyNot(plan, {{ view: {{ turns, board: [[7]] }}, guide: {{}} }}));
}}"""


HIDDEN = """[...document.querySelectorAll("li.figure .pattern")].map((pattern) => {
  const sign = pattern.querySelector("circle")?.getBBox();
  const lit = [...pattern.querySelectorAll("rect[fill='var(--pattern)']")];
  const meet = (from, long, other, wide) => from < other + wide && other < from + long;
  return lit.map((one) => one.getBBox()).filter(({ x, y, width, height }) => sign &&
    meet(x, width, sign.x, sign.width) && meet(y, height, sign.y, sign.height)).length;
})"""
"""The number of cells in each pattern that its symbol covers."""


def drawn(rows: list[str], sign: str, number: int) -> shelfie.Grid:
    """Return a shelf with only the tiles in the pattern of a goal."""

    def kind(row: int, column: int) -> Kind | None:
        letter = rows[row][column]
        if letter == ".":
            return None
        if sign == "≠":  # along the line, whatever its direction
            return KINDS[column if rows[row] == letter * 5 else row]
        return KINDS[0 if number == 1 else "abcdef".index(letter)]

    return tuple(tuple(kind(row, column) for column in range(5)) for row in range(6))


@pytest.mark.parametrize(
    ("options", "spoken", "said"),
    [
        (
            {"squares": "any_kind"},
            ("en", "Italian edition", "squares of any kind"),
            "Italian edition rules, but with squares of any kind.",
        ),
        (
            {"edition": "english"},
            ("it", "edizione inglese"),
            "Regole dell'edizione inglese: quadrati di qualsiasi tipo, e le tessere rimaste "
            "tornano nel sacchetto.",
        ),
    ],
)
def test_table_states_its_rules(
    visitors: Visitors,
    programs: Programs,
    options: dict[str, str],
    spoken: tuple[str, ...],
    said: str,
) -> None:
    language, *chips = spoken
    bruno = programs.come_in("Bruno")
    request = {"do": "open_table", "game": "shelfie", "seats": 2, "options": options}
    table = bruno.ask("table_shown", **request)["info"]["table"]
    page = come_in(visitors, "Anna", language=language)
    told = page.locator("#tables .chips .chip")
    expect(told.first).to_be_visible()
    assert [text for text in told.all_inner_texts() if text in chips] == chips
    sit(page, "join_table", table=table)
    expect(page.locator(".goals .played")).to_have_text(said)


SQUARES = f"""async (squares) => {{
  const {{ Kept }} = await import({MODULES} + "kept.js");
  const {{ goals }} = await import({MODULES} + "games/shelfie/goals.js");
  const rules = {{ squares, leftovers: "stay" }};
  const table = {{ view: {{ rules, common_goals: {{ 1: [8, 4] }}, seats: [] }} }};
  return JSON.stringify(goals(table, "", new Kept()));
}}"""


def test_two_squares_goal_follows_the_rules_of_the_table(visitors: Visitors) -> None:
    page = visitors.visit()
    assert "of the same kind, each containing" in page.evaluate(SQUARES, "one_kind")
    assert "of the same kind or of different kinds, each containing" in page.evaluate(
        SQUARES, "any_kind"
    )


def test_two_players_play_a_whole_match(visitors: Visitors) -> None:
    pages = two_at_a_table(visitors)
    hands = [Hands(page, seed) for seed, page in enumerate(pages)]
    turn = 0
    while hands[turn % 2].is_to_move():
        last = any(seat["end_token"] for seat in known(pages[0])["view"]["seats"])
        for page in pages:
            expect(page.locator(".shelfie > .last")).to_have_count(int(last))
        hands[turn % 2].move(3 - 2 * (turn % 2))  # the first is faster: there is a last round
        turn += 1
    assert last
    seats = [known(page)["seat"] for page in pages]
    for page, seat in zip(pages, seats, strict=True):
        table = known(page)
        expect(page.locator(".final")).to_be_visible()
        assert shelf_of(page, ".mine") == table["view"]["seats"][seat]["shelf"]
        assert shelf_of(page, ".others") == table["view"]["seats"][1 - seat]["shelf"]
        final = page.locator(".final").inner_text()
        for points in table["points"]:
            assert str(sum(point["amount"] for point in points)) in final
        expect(page.locator(".final")).to_contain_text("Groups of tiles")
        expect(page.locator(".heading .token.end")).to_have_count(1)
        expect(page.locator(".goal.personal")).to_have_count(2)


def test_hand_is_changed_by_clicks_and_seen_by_others(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    hands = Hands(mover)
    first, second = hands.pick(2)
    for name in (first, second):
        expect(cell(other, name)).to_have_class("cell theirs")
        assert "picked by" in (cell(other, name).get_attribute("aria-label") or "")
    expect(other.locator(".about .tile")).to_have_count(2)
    order = names(mover, ".held [data-tile]", "tile")
    mover.locator("[data-swap='0']").click()
    expect(mover.locator(".held [data-tile]").first).to_have_attribute("data-tile", order[1])
    assert names(mover, ".ghost.in-0 [data-tile]", "tile") == order  # the first is lowest
    assert mover.locator(".ghost").evaluate_all(IN_THEIR_SLOTS)
    cell(mover, second).click()
    expect(cell(mover, second)).to_have_class("cell pick")
    mover.locator("[data-back]").click()
    expect(mover.locator(".cell.picked")).to_have_count(0)
    expect(other.locator(".cell.theirs")).to_have_count(0)


def test_tiles_land_where_the_page_showed_them(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    Hands(mover).pick(2)
    falling = names(mover, ".held [data-tile]", "tile")
    ghosts = names(mover, ".slot:has(.ghost.in-3)", "slot")
    mover.keyboard.press("4")
    expect(mover.locator(".room.active")).to_have_count(0)
    shown = shelf_of(mover, ".mine")
    assert [str(shown[5 - place][3]) for place in range(2)] == falling
    assert ghosts == ["4 3", "5 3"]
    expect(other.locator(".room.active")).to_be_visible()
    assert shelf_of(other, ".others") == shown
    assert "into column 4" in other.locator("ludo-log").inner_text()


def focused(page: Page, what: str) -> str | None:
    """Return the data attribute of the focused element, if it has one."""
    about: str | None = page.evaluate("(what) => document.activeElement.dataset[what]", what)
    return about


def tab_to(page: Page, what: str) -> None:
    """Press Tab until an element with this data attribute has the focus."""
    for _ in range(40):
        if focused(page, what) is not None:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {what} by Tab")


def walk_to(page: Page, name: str) -> None:
    """Move over the living room with the arrow keys."""
    row, column = map(int, name.split())
    for _ in range(40):
        at_row, at_column = map(int, (focused(page, "cell") or "").split())
        if (at_row, at_column) == (row, column):
            return
        if at_row != row:
            page.keyboard.press("ArrowDown" if at_row < row else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if at_column < column else "ArrowLeft")
    raise AssertionError(f"no way to {name} by arrows")


def test_game_is_playable_by_keyboard(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    table = known(mover)
    tab_to(mover, "cell")
    first = names(mover, ".cell.pick", "cell")[-1]
    walk_to(mover, first)
    mover.keyboard.press("Enter")
    expect(cell(mover, first)).to_have_class("cell picked")
    assert focused(mover, "cell") == first
    mover.keyboard.press("Escape")
    expect(mover.locator(".cell.picked")).to_have_count(0)
    mover.keyboard.press("Space")
    expect(cell(mover, first)).to_have_attribute("aria-selected", "true")
    second = names(mover, ".cell.pick", "cell")[0]
    walk_to(mover, second)
    mover.keyboard.press("Enter")
    expect(mover.locator(".held:not(.none)")).to_have_count(2)
    expect(mover.locator("#live")).to_contain_text("In your hand: ")
    order = names(mover, ".held [data-tile]", "tile")
    tab_to(mover, "held")
    mover.keyboard.press("Alt+ArrowRight")
    expect(mover.locator(".held [data-tile]").first).to_have_attribute("data-tile", order[1])
    assert focused(mover, "held") == "1"  # the focus moved with the tile
    tab_to(mover, "column")
    mover.keyboard.press("Tab")
    mover.keyboard.press("Enter")
    expect(other.locator(".room.active")).to_be_visible()
    expect(mover.locator(".room.active")).to_have_count(0)
    column = [row[1] for row in known(mover)["view"]["seats"][table["seat"]]["shelf"]]
    assert [str(tile) for tile in column[:3:-1]] == order[::-1]
    tab_to(mover, "show")
    mover.keyboard.press("Enter")
    expect(mover.locator("[data-show]:focus")).to_have_attribute("aria-pressed", "true")


def test_game_is_playable_on_a_phone(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=PHONE)
    info = sit(page, "open_table", game="shelfie", seats=4)
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page, tap=True)
    for _ in range(3):
        assert hands.is_to_move()
        hands.move()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE.width
    assert hands.is_to_move()
    assert sum(tile is not None for row in shelf_of(page, ".mine") for tile in row) >= 3
    pointer = page.locator(".personal .pointer")
    expect(pointer).to_have_attribute("aria-pressed", "true")
    pointer.tap()
    expect(pointer).to_have_attribute("aria-pressed", "false")


def test_phone_keeps_the_shelf_unchanged_between_turns(visitors: Visitors) -> None:
    pages = [come_in(visitors, name, screen=HANDHELD) for name in ("Playful Lynx", "Sleepy Seal")]
    mover, other = in_order(pages, table_of(pages))
    hands, shelf = Hands(mover, tap=True), mover.locator(".mine .shelf")
    before = shelf.bounding_box()
    hands.pick(2)
    small = mover.locator("[data-swap='0'], .back").evaluate_all(
        "(all) => all.filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 24).length"
    )
    assert small == 0
    hands.drop()
    expect(mover.locator(".room.planning")).to_be_visible()
    assert shelf.bounding_box() == before
    planned = other.locator(".mine .shelf")
    before = planned.bounding_box()
    Hands(other, tap=True).move(1)
    expect(other.locator(".room.planning")).to_be_visible()
    cell(other, "4 4").tap()
    other.locator(".drop[data-column='0']").tap()
    expect(other.locator(".keeping")).to_be_visible()
    assert planned.bounding_box() == before


def drag(page: Page, what: Locator, where: Locator) -> None:
    """Drag an element in steps, as a person does."""
    start, end = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    expect(page.locator(".lifted")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".lifted")).to_have_count(0)


def test_tiles_can_be_dragged(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    Hands(mover).pick(2)
    one, two = names(mover, ".held [data-tile]", "tile")
    drag(mover, mover.locator("[data-held='0']"), mover.locator("[data-held='1']"))
    expect(mover.locator(".held [data-tile]").first).to_have_attribute("data-tile", two)
    drag(mover, mover.locator("[data-held='1']"), mover.locator(".drop[data-column='2']"))
    expect(other.locator(".room.active")).to_be_visible()
    expect(mover.locator(".mine [data-slot='4 2'] > [data-tile]")).to_have_count(1)
    assert [row[2] for row in shelf_of(mover, ".mine")][4:] == [int(one), int(two)]
    alone = other.locator(".cell.pick").first
    tile = alone.locator(".tile").get_attribute("data-tile")
    drag(other, alone, other.locator(".drop[data-column='4']"))
    expect(mover.locator(".room.active")).to_be_visible()
    expect(other.locator(".mine [data-slot='5 4'] > [data-tile]")).to_have_count(1)
    assert [row[4] for row in shelf_of(other, ".mine")][5:] == [int(tile or -1)]


def test_refusal_is_shown_next_to_its_cause(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    walled = mover.locator(".cell.still").first
    walled.click()
    bubble = mover.locator(".living .bubble")
    expect(bubble).to_have_text("That tile has no free side.")
    expect(bubble).to_have_attribute("role", "alert")
    expect(walled).to_have_class("cell still refused")
    mover.locator(".cell.pick").first.click()  # the next action removes it
    expect(bubble).to_have_count(0)
    mover.keyboard.press("1")
    expect(other.locator(".room.active")).to_be_visible()
    other.locator(".drop").first.click(force=True)  # it looks disabled: the hand is empty
    expect(other.locator(".mine .bubble")).to_be_visible()


@pytest.mark.parametrize(("screen", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_refusal_is_legible_and_covers_no_tile(
    visitors: Visitors, screen: Screen, dark: bool
) -> None:
    page = come_in(visitors, "Anna", screen=screen, dark=dark)
    info = sit(page, "open_table", game="shelfie", seats=4)
    ask(page, "start_table", table=info["table"], bot="uniform")
    assert Hands(page).is_to_move()
    page.evaluate(LINGER)
    tiles, walled = page.locator(".cell:has(.tile)"), page.locator(".cell.still:has(.tile)")
    bubble = page.locator(".living .bubble")
    for place in (0, -1):
        walled.nth(place).click()
        expect(walled.nth(place)).to_have_class("cell still refused")
        assert contrast(bubble) >= AA
        assert tiles.evaluate_all(COVERED, bubble.element_handle()) == []
    page.locator(".drop").nth(2).click(force=True)  # it looks disabled: the hand is empty
    bubble = page.locator(".mine .bubble")
    expect(bubble).to_be_visible()
    assert contrast(bubble) >= AA
    assert tiles.evaluate_all(COVERED, bubble.element_handle()) == []


COVERED = """(things, bubble) => {
  const { left, right, top, bottom } = bubble.getBoundingClientRect();
  return things.map((one) => one.getBoundingClientRect())
    .filter((one) => one.left < right && one.right > left && one.top < bottom && one.bottom > top);
}"""


LOST = f"""async () => {{
  const of = (one) => import({MODULES} + one);
  const [{{ goals }}, {{ known }}, {{ patch }}] = await Promise.all(
    ["games/shelfie/goals.js", "server.js", "dom.js"].map(of));
  const {{ view, guide, seat: mine }} = known.table;
  const lost = Object.keys(view.common_goals).map(Number);
  const seats = guide.seats.map((one, seat) => ({{ ...one, lost: seat === mine ? lost : [] }}));
  const bare = view.seats.map((one) => ({{ ...one, tokens: {{}} }}));
  const [eyes, counted] = [{{ ...view, seats: bare }}, {{ ...guide, seats }}];
  const table = {{ ...known.table, view: eyes, guide: counted }};
  const shown = document.createElement("div");
  patch(shown, goals(table, "", {{ get: (name, of, make) => make() }}));
  return shown.textContent;
}}"""
"""The goals as they are shown if the player's shelf can no longer meet any of them."""


def test_goals_show_their_state(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    info = sit(page, "open_table", game="shelfie", seats=3)
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page)
    for _ in range(4):
        assert hands.is_to_move()
        hands.move()
    assert hands.is_to_move()
    table = known(page)
    mine = table["seat"]
    for number, tokens in table["view"]["common_goals"].items():
        card = page.locator(f".goal:has([data-show='goal {mine} {number}'])")
        assert card.locator("h3").inner_text() == shelfie.COMMON_GOALS[int(number)].title
        assert card.locator(".tokens .token").all_inner_texts() == [str(worth) for worth in tokens]
        for seat, counted in enumerate(table["guide"]["seats"]):
            progress = counted["goals"][number]
            pointer = card.locator(f"[data-show='goal {seat} {number}']")
            won = table["view"]["seats"][seat]["tokens"].get(number)
            lost = int(number) in counted.get("lost", ())
            open_ = "no longer possible" if lost else f"{progress['have']} of {progress['want']}"
            said = f"done\n{won}" if won else open_
            assert said.split("\n", maxsplit=1)[0] in pointer.inner_text()
            pointer.hover()
            shown = names(page, f"[data-seat='{seat}'] .slot.pointed", "slot")
            assert shown == [f"{row} {column}" for row, column in progress["cells"]]
    assert page.evaluate(LOST).count("no longer possible") == len(table["view"]["common_goals"])
    wishes = table["guide"]["seats"][mine]["personal"]["wishes"]
    wished = names(page, f"[data-seat='{mine}'] .slot:has(.wish)", "slot")
    assert wished == sorted(f"{wish['cell'][0]} {wish['cell'][1]}" for wish in wishes)
    expect(page.locator(".mine .wish.met")).to_have_count(sum(wish["met"] for wish in wishes))
    page.locator(".goal summary").first.click()
    expect(page.locator(".goal details[open] p")).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(".mine .wish")).to_have_count(6)
    page.locator("[data-show^=groups]").first.click()
    page.mouse.move(0, 0)
    expect(page.locator("[data-show^=groups]").first).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("screen", [DESKTOP, PHONE])
def test_personal_goal_is_marked_on_the_shelf_until_turned_off(
    visitors: Visitors, screen: Screen
) -> None:
    page = come_in(visitors, "Anna", screen=screen)
    info = sit(page, "open_table", game="shelfie", seats=2)
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page)
    assert hands.is_to_move()
    picture = page.locator(".personal .pattern").bounding_box()
    assert picture is not None
    assert picture["width"] >= 110
    table = known(page)
    wishes = table["guide"]["seats"][table["seat"]]["personal"]["wishes"]
    wished = names(page, ".mine .slot:has(.wish.open)", "slot")
    assert wished == sorted(f"{wish['cell'][0]} {wish['cell'][1]}" for wish in wishes)
    hands.pick(1)
    landing = page.locator(".mine .slot:has(.ghost) .wish")
    expect(page.locator(".mine .wish.beside")).to_have_count(landing.count())
    toggle = page.get_by_role("button", name="Show on my shelf")
    toggle.click()
    expect(page.locator(".mine .wish")).to_have_count(0)
    page.reload()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".mine .wish")).to_have_count(0)
    toggle.click()
    expect(page.locator(".mine .wish")).to_have_count(6)


BELOW = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
CUT = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1
  || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
LACKING = "(all) => all.map((one) => one.dataset.slot)"


NARROWED = """(all) => all.filter((one) => {
  const whole = one.cloneNode(true);
  whole.style.cssText = "position: absolute; width: max-content; max-width: none";
  one.after(whole);
  whole.selectedIndex = one.selectedIndex;
  const wanted = whole.offsetWidth;
  whole.remove();
  return one.offsetWidth < wanted;
}).map((one) => one.getAttribute("aria-label"))"""


@pytest.mark.parametrize("screen", [Screen(1280, 900), LAPTOP, HANDHELD, SMALL])
def test_turn_fits_on_one_screen(visitors: Visitors, screen: Screen) -> None:
    page = come_in(visitors, "Massimiliana", screen=screen, language="it", dark=screen.touch)
    expect(page.locator(".quick select").first).to_be_visible()
    assert page.locator(".quick .row > select").evaluate_all(NARROWED) == []
    info = sit(page, "open_table", game="shelfie", seats=4, take_back=True)
    ask(page, "start_table", table=info["table"], bot="greedy", speed="instant")
    hands = Hands(page, tap=screen.touch)
    assert hands.is_to_move()
    page.evaluate("scrollTo(0, 0)")
    hands.pick(2)
    played = page.locator(".room, .mine .hand, .mine .shelf, .mine .drop")
    assert played.evaluate_all(BELOW) <= screen.height
    assert page.evaluate("scrollY") == 0
    assert page.locator(".heading h3, .hand").evaluate_all(CUT) == []
    undo_an_answer(page, hands)
    look_at_what_is_missing(page, hands)
    faces = page.locator(".face")
    if screen.touch:
        assert page.locator(".others .shelf:visible").count() == 1
        faces.last.tap()
        seat = faces.last.get_attribute("data-face")
        expect(page.locator(f".others [data-seat='{seat}']")).to_be_visible()
        page.emulate_media(reduced_motion="no-preference")
        hands.move(1)  # tiles fly only to the visible shelf
        assert hands.is_to_move()
        page.emulate_media(reduced_motion="reduce")
    else:
        assert faces.count() == 3
        assert page.locator(".others .shelf:visible").count() == 3
        page.locator(".heading .first").hover()
        said = page.locator(".heading .first").evaluate(
            "(chair) => getComputedStyle(chair, '::after').content"
        )
        assert "La sedia: ha cominciato" in said
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width


def test_turn_is_playable_on_a_phone_in_landscape(visitors: Visitors) -> None:
    side = Screen(HANDHELD.height, HANDHELD.width, touch=True)
    page = come_in(visitors, "Playful Lynx", screen=side)
    info = sit(page, "open_table", game="shelfie", seats=4)
    ask(page, "start_table", table=info["table"], bot="greedy", speed="instant")
    hands = Hands(page, tap=True)
    assert hands.is_to_move()
    hands.pick(2)
    page.evaluate("scrollTo(0, 0)")
    assert page.locator(".room, .mine .hand, .mine .shelf").evaluate_all(BELOW) <= side.height
    assert page.locator(".heading h3, .hand").evaluate_all(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") == side.width


def undo_an_answer(page: Page, hands: Hands) -> None:
    """Play a move and take it back together with the bots' replies."""
    hands.drop()
    assert hands.is_to_move()
    tiles, before = page.locator(".mine .slot > [data-tile]"), known(page)["view"]["turns"]
    expect(tiles.first).to_be_visible()
    page.locator(".actions").get_by_text("↶").click()
    expect(tiles).to_have_count(0)
    assert hands.is_to_move()
    table = known(page)
    assert table["view"]["turns"] == before - 4
    undone = [one["record"]["seat"] for one in table["log"][-4:]]
    assert undone == [(table["seat"] - back) % 4 for back in (1, 2, 3, 4)]  # latest first
    hands.move()
    assert hands.is_to_move()


def look_at_what_is_missing(page: Page, hands: Hands) -> None:
    """Assert that hovering over a goal marks the missing tiles that the guide lists."""
    table = known(page)
    missing = table["guide"]["seats"][table["seat"]]["missing"]
    assert any(missing.values())
    expect(page.locator("#live")).to_have_text(re.compile(r"Tocca a te\s*$"))  # the latest news
    for number, gaps in missing.items():
        card = page.locator(f".goal.common[data-show='goal {table['seat']} {number}']")
        assert (card.locator(".pattern").bounding_box() or {"width": 0})["width"] >= 90
        hands.press(card.locator("h3"))
        expect(card).to_have_class("goal card common pressed")
        shown = page.locator(".mine .slot:has(.gap)").evaluate_all(LACKING)
        assert shown == [f"{gap['cell'][0]} {gap['cell'][1]}" for gap in gaps]
        if gaps:
            expect(page.locator("#live")).to_contain_text("Ancora da mettere nella tua libreria: ")
        hands.press(card.locator("h3"))
    page.mouse.move(0, 0)
    expect(page.locator(".mine .gap")).to_have_count(0)


def take_first(page: Page, column: int) -> str:
    """Take the first tile that can be taken."""
    name = names(page, ".cell.pick", "cell")[0]
    cell(page, name).click()
    expect(cell(page, name)).to_have_class("cell picked")
    page.keyboard.press(str(column))
    expect(page.locator(".room.planning")).to_be_visible()
    return name


def test_move_is_planned_while_others_play(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    plan, bubble = other.locator(".headline .expected"), other.locator(".mine .bubble")
    for name, why in [
        (names(mover, ".cell.pick", "cell")[0], "Those tiles are no longer there."),
        ("4 4", "That tile has no free side."),
    ]:
        before = other.locator(".mine .shelf").bounding_box()
        cell(other, name).click()
        expect(plan).to_have_text("Now choose a column.")
        assert other.locator(".mine .shelf").bounding_box() == before
        other.locator(".drop[data-column='0']").click()
        expect(plan).to_have_text("Your planned move will be played on your turn.")
        expect(other.locator(".keeping .ghost.in-0")).to_have_count(1)
        expect(mover.locator(".cell.theirs")).to_have_count(0)
        take_first(mover, 5)
        expect(bubble).to_have_text(f"Your planned move was cancelled. {why}")
        expect(other.locator(".room.active")).to_be_visible()
        expect(other.locator(".held:not(.none)")).to_have_count(0)
        take_first(other, 5)  # nothing was played before
    assert sum(tile is not None for row in shelf_of(other, ".mine") for tile in row) == 2


def test_plans_are_made_by_keys_clicks_and_drags_and_played_once(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    plan = other.locator(".headline .expected")
    for column, how in enumerate((plan_by_keys, plan_by_clicks, plan_by_drags)):
        name = names(mover, ".cell.pick", "cell")[-1]
        tile = int(cell(other, name).locator(".tile").get_attribute("data-tile") or -1)
        how(other, name, column)
        expect(plan).to_have_text("Your planned move will be played on your turn.")
        assert known(other)["view"]["turns"] == 2 * column
        mover.locator(".cell.pick").first.click()
        mover.keyboard.press("5")
        expect(
            other.locator(f".mine [data-slot='5 {column}'] > [data-tile='{tile}']")
        ).to_be_visible()
        expect(mover.locator(".room.active")).to_be_visible()
        expect(other.locator(".held:not(.none), .bubble")).to_have_count(0)
    assert known(other)["view"]["turns"] == 6
    cell(other, name).click()  # a tile that is gone cannot be planned
    expect(plan).to_contain_text("is choosing tiles")
    cell(other, names(mover, ".cell.pick", "cell")[-1]).click()
    expect(plan).to_have_text("Now choose a column.")
    axe(other)


def plan_by_keys(page: Page, name: str, column: int) -> None:
    tab_to(page, "cell")
    walk_to(page, name)
    page.keyboard.press("Enter")
    page.keyboard.press(str(column + 1))
    expect(page.locator("#live")).to_contain_text(f"into column {column + 1}")
    page.keyboard.press("Escape")
    expect(page.locator(".held:not(.none)")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press(str(column + 1))


def plan_by_clicks(page: Page, name: str, column: int) -> None:
    cell(page, name).click()
    page.get_by_role("button", name="Cancel the planned move").click()
    expect(page.locator(".cell.planned")).to_have_count(0)
    cell(page, name).click()
    page.locator(f".drop[data-column='{column}']").click()


def plan_by_drags(page: Page, name: str, column: int) -> None:
    drag(page, cell(page, name), page.locator(".hand"))
    expect(cell(page, name)).to_have_class("cell planned")
    drag(page, page.locator("[data-held='0']"), page.locator(".room"))
    expect(page.locator(".cell.planned")).to_have_count(0)
    drag(page, cell(page, name), page.locator(f".drop[data-column='{column}']"))


def test_tiles_fly_unless_motion_is_reduced(visitors: Visitors) -> None:
    mover, other = two_at_a_table(visitors)
    other.set_viewport_size({"width": HANDHELD.width, "height": HANDHELD.height})
    other.emulate_media(reduced_motion="no-preference")
    watched = """() => {
      window.flown = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        if (this.classList.contains("lifted")) flown.push(this.offsetWidth - this.offsetHeight);
        return animate.apply(this, how);
      };
    }"""
    for page in (mover, other):
        page.evaluate(watched)
    for page in (mover, other):
        expect(page.locator(".room.active")).to_be_visible()
        Hands(page).move(1)
    expect(mover.locator(".room.active")).to_be_visible()
    expect(other.locator(".lifted")).to_have_count(0)
    assert other.evaluate("flown") == [0, 0]  # square, even on low shelves
    assert mover.evaluate("flown") == []


def test_texts_of_goals_do_not_shrink_board_and_shelves(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna", screen=LAPTOP)
    table = sit(page, "open_table", game="shelfie", seats=3)["table"]
    ask(page, "start_table", table=table, bot="greedy")
    shelves = page.locator(".shelfie .shelf")
    expect(shelves).to_have_count(3)
    across = "(all) => all.map((one) => [one.offsetLeft, one.offsetWidth])"
    before = shelves.evaluate_all(across)
    for why in page.locator(".goal .why").all():
        why.locator("summary").click()
    page.locator(".goal .what").first.evaluate("(what) => what.append(' word'.repeat(200))")
    assert shelves.evaluate_all(across) == before
    side = page.locator(".side").bounding_box()
    assert side
    boxes = [shelf.bounding_box() for shelf in shelves.all()]
    assert all(box and box["x"] + box["width"] < side["x"] for box in boxes)


def test_missed_moves_are_described_once_seen(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    assert page.evaluate(MISSED) == [
        "Anna put a cat into column 1.",
        "Bruno put a book into column 1.",
    ]


def holds(page: Page, tiles: list[str]) -> None:
    """Wait until a player's hand holds these tiles in this order."""
    held = page.locator(".held [data-tile]")
    expect(held).to_have_count(len(tiles))
    for place, tile in enumerate(tiles):
        expect(held.nth(place)).to_have_attribute("data-tile", tile)


def test_hand_survives_a_reload_and_a_crash(server: ServerProcess, visitors: Visitors) -> None:
    visitors.forgive("ERR_CONNECTION_REFUSED", "WebSocket")
    mover, other = two_at_a_table(visitors)
    Hands(mover).pick(2)
    expect(mover.locator(".held:not(.none)")).to_have_count(2)
    held = names(mover, ".held [data-tile]", "tile")[::-1]
    mover.locator("[data-swap='0']").click()
    holds(mover, held)
    expect(mover.locator(".ghost.in-0")).to_have_count(2)
    mover.reload()
    holds(mover, held)
    server.kill()
    expect(mover.locator(".notice.warning").first).to_be_visible()
    server.open()
    expect(mover.locator(".notice.warning")).to_have_count(0)
    holds(mover, held)
    expect(other.locator(".cell.theirs")).to_have_count(2)
    mover.locator(".drop[data-column='0']").click()
    expect(other.locator(".room.active")).to_be_visible()
    assert [row[0] for row in shelf_of(mover, ".mine")][4:] == [int(one) for one in held[::-1]]


def test_game_against_bots_reaches_its_end(visitors: Visitors) -> None:
    page = come_in(visitors, "Anna")
    info = sit(page, "open_table", game="shelfie", seats=2, options={"common_goals": 1})
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page)
    while hands.is_to_move():
        hands.move()
    expect(page.locator(".heading .token.end")).to_have_count(1)
    for text in ("Common goal: ", "First to fill the shelf", "Personal goal", "Groups of tiles"):
        expect(page.locator(".final")).to_contain_text(text)
    expect(page.locator(".final > .faint")).to_have_text("The game is over.")
    assert re.fullmatch(
        r"It's a tie at 7 points: \w+ wins, having played later in the round\.", page.evaluate(TIED)
    )


TIED = f"""async () => {{
  const of = (one) => import({MODULES} + one);
  const [{{ final }}, {{ known }}, {{ patch }}] = await Promise.all(
    ["screens/table/final.js", "server.js", "dom.js"].map(of));
  const rules = await of("games/shelfie/page.js");
  const points = known.table.points.map(() => [{{ source: "personal", amount: 7 }}]);
  const view = {{ ...known.table.view, outcome: {{ winners: [1], ending: "played_out" }} }};
  const shown = document.createElement("div");
  patch(shown, final({{ ...known.table, points, view }}, rules));
  return shown.querySelector(".faint").textContent;
}}"""
"""The final table's text about a winner with as many points as another player."""


@everybody
def test_table_is_accessible(visitors: Visitors, screen: Screen, dark: bool, language: str) -> None:
    page = come_in(visitors, "Anna", screen=screen, language=language, dark=dark)
    info = sit(page, "open_table", game="shelfie", seats=3)
    ask(page, "start_table", table=info["table"], bot="greedy")
    hands = Hands(page)
    for _ in range(2):
        assert hands.is_to_move()
        hands.move()
    assert hands.is_to_move()
    hands.pick(2)
    page.locator(".cell.still").first.click()
    expect(page.locator(".bubble")).to_be_visible()
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") == screen.width
    texts = page.evaluate(
        f"fetch({MODULES} + 'games/shelfie/lang/en.json').then((all) => all.json())"
    )
    shown = page.locator("shelfie-table").evaluate("(table) => table.outerHTML")
    assert [name for name in texts if f"{name}<" in shown or f'{name}"' in shown] == []
    label = page.locator(".cell.picked").first.get_attribute("aria-label") or ""
    assert ("picked" if language == "en" else "nella tua mano") in label


def test_spectator_sees_every_shelf_and_no_secret(visitors: Visitors, programs: Programs) -> None:
    anna, bruno = programs.come_in("Anna"), programs.come_in("Bruno")
    table = anna.ask("table_shown", do="open_table", game="shelfie", seats=2)["info"]["table"]
    bruno.ask("table_shown", do="join_table", table=table)
    page = come_in(visitors, "Carla", f"/table/{table}")
    expect(page.locator(".others .shelf")).to_have_count(2)
    expect(page.locator(".personal, .drop, .cell.pick")).to_have_count(0)
    assert json.dumps(known(page)["guide"]["seats"]).count('"personal": null') == 2


FRAMES = "await new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)));"

WITHOUT_GUIDE = f"""async () => {{
  const {{ known, changed }} = await import({MODULES} + "server.js");
  Object.assign(known.table, {{ view: {{ ...known.table.view }}, guide: null }});
  changed();
  {FRAMES}
  return document.querySelectorAll(".drop").length;
}}"""


def test_table_is_drawn_before_its_guide_arrives(visitors: Visitors) -> None:
    first, _ = two_at_a_table(visitors)
    expect(first.locator(".drop")).to_have_count(5)
    assert first.evaluate(WITHOUT_GUIDE) == 0


ENDED = f"""async () => {{
  const {{ table }} = document.querySelector("shelfie-table").data;
  const node = document.createElement("shelfie-table");
  const again = () => ({{ ...table, view: {{ ...table.view }} }});
  document.body.append(node);
  let answer;
  const act = {{ step: () => new Promise((then) => {{ answer = then; }}) }};
  node.data = {{ table: again(), act }};
  node.querySelector(".cell.pick").click();
  node.querySelector(".drop").click();
  node.data = {{ table: again(), act: null }};
  answer();
  {FRAMES}
  return node.querySelector(".bubble")?.textContent ?? "";
}}"""
"""The text shown if a game ends during a pick with a drop queued."""


def test_move_is_dropped_if_the_game_ends_meanwhile(visitors: Visitors) -> None:
    first, _ = two_at_a_table(visitors)
    expect(first.locator(".cell.pick").first).to_be_visible()
    assert first.evaluate(ENDED) == ""
