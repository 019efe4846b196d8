"""Masters of Renaissance in real browsers: whole games, and every flow of a turn."""

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from ludoteca.games import Dice, Ending, Outcome, Seat, renaissance
from ludoteca.games.renaissance import Phase, Resource, State
from tests.games.renaissance.laid import board, depots, table
from tests.web.browsers import DESKTOP, PHONE, Screen, Visitors, axe, everybody, press
from tests.web.contrast import AA, LINGER, contrast
from tests.web.laid import Laid
from tests.web.masters import Master, enter, tap
from tests.web.servers import Programs, play_one, play_out
from tests.web.tables import MODULES, come_in, known, sit, table_of

TURNS = 60


def alone(visitors: Visitors, **visit: Any) -> Master:
    """Start a game against Lorenzo and choose leaders."""
    master = Master(come_in(visitors, "Anna", **visit))
    master.open_table()
    master.keep_the_last_two()
    return master


def at(laid: Laid) -> Master:
    return Master(laid.page)


def confirm(page: Page, question: str) -> None:
    """Confirm a question."""
    dialog = page.get_by_role("dialog", name=question)
    dialog.locator("button.primary").click()
    expect(dialog).to_have_count(0)


def test_move_can_be_undone_while_nothing_was_revealed(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"))
    sit(anna.page, "open_table", game="renaissance", seats=1, take_back=True)
    back = anna.page.get_by_role("button", name="Undo")
    expect(anna.todo).to_be_visible()
    expect(back).to_have_count(0)
    anna.keep_the_last_two()
    expect(back).to_be_visible()
    before = known(anna.page)["view"]["market"]
    anna.take(anna.best_line())
    back.click()
    expect(anna.expected).to_contain_text("Take marbles")
    assert known(anna.page)["view"]["market"] == before
    anna.take(anna.best_line())
    anna.put_all_away()
    anna.end_turn()  # Lorenzo has drawn a token
    expect(back).to_have_count(0)


def test_refusal_at_the_market_does_not_shift_the_layout(visitors: Visitors) -> None:
    anna = alone(visitors)
    table = anna.table
    arrow = table.locator(".push").first
    arrow.click()
    expect(arrow).to_have_attribute("aria-pressed", "true")
    places = table.locator(".track, .own").evaluate_all(PLACES)
    anna.page.evaluate(LINGER)
    anna.page.evaluate(SPOILT)
    arrow.click()
    alert = table.locator(".market [role=alert]")
    expect(alert).to_be_visible()
    assert contrast(alert) >= AA
    assert table.locator(".track, .own").evaluate_all(PLACES) == places


PLACES = "(things) => things.map((one) => one.getBoundingClientRect().y)"
SPOILT = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    send.call(this, text.replace('"index":0', '"index":99'));
  };
}"""


@pytest.mark.parametrize(
    ("own", "action"),
    [
        ("", "market"),
        ("| 1 coin | 1 stone", "produce"),
        ("1 servant | 2 shield | 3 coin", "cards"),
    ],
)
def test_possible_actions_are_not_highlighted_as_advice(
    visitors: Visitors, own: str, action: str
) -> None:
    laid = Laid(visitors, table(board(own), board()))
    expect(laid.page.locator(".todo [data-action]")).to_have_count(3)
    expect(laid.page.locator(".todo :is(.primary, .hinted)")).to_have_count(0)
    if action == "cards":
        expect(laid.page.locator(".deck.can").first).to_be_visible()
    else:
        expect(laid.page.locator(".deck.can")).to_have_count(0)
        ticks = at(laid).open_productions()
        expect(ticks.first).to_be_enabled(enabled=action == "produce")
    if action == "market":
        press(laid.page.locator(".todo"), "Cancel")
        laid.page.locator(".push").first.click()
        expect(laid.page.locator("#ren-take")).to_be_visible()


FINAL = f"""async ([view, points]) => {{
  const {{ final }} = await import({MODULES} + "screens/table/final.js");
  const rules = await import({MODULES} + "games/renaissance/page.js");
  const {{ patch }} = await import({MODULES} + "dom.js");
  const info = {{ seats: [{{ name: "Anna", bot: "", here: true }}], over: true }};
  const table = {{ view, points: [points], info, players: info.seats, seat: 0, number: 1 }};
  const place = document.createElement("div");
  patch(place, final(table, rules, null));
  document.querySelector("#main").append(place);
}}"""


@pytest.mark.parametrize(
    ("state", "language", "why"),
    [
        (table(board(), cross=24), "en", "His black cross reached space 24"),
        (table(board(), left={"blue": (0, 0, 0)}), "en", "There are no blue cards left."),
        (table(board(), left={"purple": (0, 0, 0)}), "it", "Non ci sono più carte viola."),
    ],
)
def test_lost_game_states_the_reason_and_has_no_ranking(
    visitors: Visitors, state: State, language: str, why: str
) -> None:
    done = replace(state, outcome=Outcome((), Ending.PLAYED_OUT))
    page = visitors.visit("/help", language=language)
    expect(page.locator(".text h2").first).to_be_visible()
    seen = renaissance.view(done, Seat(0))
    given = [to_builtins(seen), to_builtins(renaissance.points(seen, Seat(0)))]
    page.evaluate(FINAL, given)
    expect(page.locator(".final h2")).to_contain_text("Lorenzo")
    expect(page.locator(".final p.faint")).to_contain_text(why)
    expect(page.locator(".final .rank, .final .winner")).to_have_count(0)


def test_spectator_sees_the_reason_of_a_lost_game(visitors: Visitors, programs: Programs) -> None:
    number = play_out(programs, "renaissance", "Anna")
    page = come_in(visitors, "Zoe")
    for path in (f"/table/{number}", f"/replay/{number}"):
        page.goto(path)
        expect(page.locator("renaissance-table")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator(".final h2")).to_have_text("Lorenzo wins")
        expect(page.locator(".final p.faint")).to_contain_text("His black cross reached space 24")
        expect(page.locator(".final .rank")).to_have_count(0)
        axe(page)


def test_first_move_of_a_turn_waits_for_an_absent_player(
    visitors: Visitors, programs: Programs
) -> None:
    anna = Master(come_in(visitors, "Anna"))
    opened = sit(anna.page, "open_table", game="renaissance", seats=2, absence="forfeit")
    number = int(opened["table"])
    bruno, dice = programs.come_in("Bruno"), Dice(7)
    bruno.ask("table_shown", do="join_table", table=number)
    anna.keep_the_last_two()
    while play_one(bruno, number, dice):
        pass
    expect(anna.todo.locator("[data-action=market]")).to_be_visible()
    anna.take(anna.best_line())
    anna.put_all_away()
    anna.end_turn()
    while play_one(bruno, number, dice):
        pass
    expect(anna.todo.locator("[data-action=produce]")).to_be_visible()
    bruno.leave()
    expect(anna.expected).to_contain_text("You can already choose your move")
    anna.open_productions().first.click()
    for place, radio in enumerate(("inputs-0", "inputs-1", "outputs-0")):
        allowed = anna.todo.locator(f"input[name=ren-{radio}]:enabled")
        expect(allowed.first).to_be_visible()
        allowed.first.click()
        expect(anna.todo.locator(".picker input:checked")).to_have_count(place + 1)
    produce = anna.todo.get_by_role("button", name="Produce")
    expect(produce).to_be_enabled()
    produce.click()
    expect(anna.todo).to_contain_text("Your move is waiting: production.")
    expect(anna.expected).to_contain_text("Your move is waiting for Bruno")
    axe(anna.page)
    press(anna.todo, "Cancel the move")
    expect(produce).to_be_enabled()  # unchanged
    press(anna.todo, "Cancel")
    arrow = anna.table.locator(".push").first
    arrow.click()
    arrow.click()
    expect(anna.todo).to_contain_text("Your move is waiting: row 1 of the market.")
    bruno = programs.come_in("Bruno")
    bruno.ask("table_shown", do="watch", table=number)
    expect(anna.expected).to_contain_text("resource")
    expect(anna.page.get_by_role("button", name="Cancel the move")).to_have_count(0)


# Whole games


def test_solo_game_is_played_to_the_end(visitors: Visitors) -> None:
    anna = alone(visitors)
    drawn = anna.table.locator(".lorenzo")
    expect(drawn).to_contain_text("Lorenzo hasn't drawn a token yet.")
    for turn in range(TURNS):
        anna.turn(producing=turn % 2 == 1)
        if anna.is_over():
            break
        expect(drawn).to_contain_text("Lorenzo's latest token")
    expect(anna.over).to_be_visible()
    expect(anna.over).to_contain_text("Development cards")
    expect(anna.page.locator("ludo-log")).to_contain_text("The game is over.")
    expect(anna.todo).to_have_count(0)
    assert known(anna.page)["view"]["outcome"]
    axe(anna.page)


def test_two_players_play_some_rounds(visitors: Visitors) -> None:
    pages = [come_in(visitors, name) for name in ("Anna", "Bruno")]
    table_of(pages, "renaissance")
    anna, bruno = map(Master, pages)
    expect(bruno.page.locator("ludo-log")).to_contain_text("Anna goes first.")
    for master in (anna, bruno):
        master.keep_the_last_two()
    expect(anna.expected).to_contain_text("Bruno is still choosing starting resources.")
    bruno.press(bruno.todo.locator(".resource").nth(1))
    bruno.moves(bruno.todo.locator(".into").last)
    expect(bruno.table.locator(".own .spot.full")).to_have_count(1)
    for _ in range(3):
        for master, other in ((anna, bruno), (bruno, anna)):
            expect(master.todo).to_be_visible()
            expect(other.expected).to_contain_text("is choosing an action")
            master.turn()
    anna.table.get_by_role("tab", name="Bruno").click()
    expect(anna.table.locator(".whole .warehouse")).to_be_visible()
    expect(anna.table.locator(".whole .leaders .back")).to_have_count(2)


def test_page_shows_the_first_player_and_the_turn_order(
    visitors: Visitors,
) -> None:
    boards = [board(), board(), board(), board()]
    laid = Laid(visitors, table(*boards, first=Seat(2), turn=Seat(2)), seat=1)
    names = laid.page.locator("renaissance-table .other .name")
    expect(names).to_contain_text(["Carla", "Dario", "Anna"])
    first = laid.page.locator("renaissance-table .first")
    expect(first).to_have_count(1)
    expect(laid.page.locator(".other:has(.first)")).to_contain_text("Carla")
    own = Laid(visitors, table(*boards, first=Seat(1), turn=Seat(1)), seat=1)
    expect(own.page.locator("[role=tab]:not(.other) .first")).to_have_text("first player")
    axe(own.page)


def test_game_with_bots_is_playable(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"))
    anna.open_table(3, "greedy")
    anna.keep_the_last_two()
    for _ in range(4):
        assert anna.my_turn()
        anna.turn()
    expect(anna.table.locator(".walkers li")).to_have_count(3)
    expect(anna.page.locator("ludo-log")).to_contain_text("took row")


@pytest.mark.parametrize("language", ["en", "it"])
def test_game_is_playable_on_a_phone(visitors: Visitors, language: str) -> None:
    anna = Master(come_in(visitors, "Anna", screen=PHONE, language=language), tap)
    anna.open_table()
    anna.keep_the_last_two()
    for _ in range(3):
        anna.turn()
    wide = anna.page.evaluate("document.documentElement.scrollWidth")
    assert wide == PHONE.width
    assert "ren." not in anna.table.inner_text()


def test_game_is_playable_by_keyboard(visitors: Visitors) -> None:
    anna = Master(come_in(visitors, "Anna"), enter)
    anna.open_table()
    anna.keep_the_last_two()
    for turn in range(2):
        anna.turn(producing=turn == 1)
    card = anna.table.locator("[data-card]").first
    enter(card)
    expect(anna.todo.locator(".buying")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.todo.locator(".buying")).to_have_count(0)
    expect(card).to_be_focused()


# The market


def test_arrow_previews_its_gain_before_taking(visitors: Visitors) -> None:
    anna = alone(visitors)
    line = known(anna.page)["guide"]["lines"][0]
    arrow = anna.table.locator(".push").first
    arrow.hover()
    expect(anna.table.locator(".market .hint")).to_contain_text("From row 1 you get")
    expect(anna.table.locator(".hole.marked")).to_have_count(4)
    arrow.click()
    assert known(anna.page)["view"]["phase"] == "acting"
    press(anna.table, "Cancel")
    expect(anna.table.locator("#ren-take")).to_have_count(0)
    arrow.click()
    anna.moves(anna.table.locator("#ren-take"))
    assert known(anna.page)["view"]["taken"] == line["goods"]


# Placing


def test_unplaced_resources_survive_a_reload(visitors: Visitors) -> None:
    anna = alone(visitors)
    anna.take(anna.best_line())
    waiting = anna.todo.locator(".resource").all_inner_texts()
    anna.page.reload()
    expect(anna.todo.locator(".placing")).to_be_visible()
    assert anna.todo.locator(".resource").all_inner_texts() == waiting
    anna.put_all_away()


def test_resources_are_dragged_into_depots_and_depots_onto_each_other(visitors: Visitors) -> None:
    laid = Laid(visitors, placing("2 coin", "| 1 stone |"))
    anna = at(laid)
    depot = anna.table.locator(".own .depot")
    anna.todo.locator(".resource").drag_to(anna.table.locator(".own .slot").nth(2))
    assert laid.asked == []  # slots take only cards
    anna.todo.locator(".resource").drag_to(depot.nth(2))
    expect(depot.nth(2).locator(".full")).to_have_count(1)
    assert depots(laid.state) == "- | 1 stone | 1 coin"
    anna.todo.locator(".resource").drag_to(depot.nth(1))
    expect(anna.todo.get_by_role("alert")).to_have_text("That depot holds another resource.")
    depot.nth(1).drag_to(depot.nth(0))
    expect(depot.nth(0).locator(".full")).to_have_count(1)
    assert depots(laid.state) == "1 stone | - | 1 coin"
    anna.todo.locator(".resource").drag_to(anna.todo.locator(".discard"))
    confirm(laid.page, "Discard a coin?")
    expect(anna.todo.locator(".placing")).to_have_count(0)
    assert laid.state.cross == 1


def placing(taken: str, held: str, played: str = "") -> Any:
    """Return a solo table with these resources taken from the market."""
    one = board(held, played=played)
    goods = board(box=taken).strongbox
    return table(one, phase=Phase.PLACING, taken=goods)


def test_depots_with_room_are_offered_and_full_ones_can_be_rearranged(
    visitors: Visitors,
) -> None:
    laid = Laid(visitors, placing("1 coin + 1 shield", "1 coin | 1 stone |"))
    anna = at(laid)
    expect(anna.table.locator(".own .depot.takes")).to_have_count(0)
    expect(anna.todo).to_contain_text("No depot has room for coins now. Rearrange or discard.")
    expect(anna.todo.get_by_role("button", name="Swap")).to_have_text(["Swap 1 ⇄ 2"])
    press(anna.todo, "1 coin: depot 1 → depot 3")
    expect(anna.table.locator(".own .depot.takes")).to_have_count(1)
    press(anna.table.locator(".own"), "Put a coin into depot 3")
    expect(anna.todo.locator(".resource")).to_have_count(1)
    press(anna.todo, "Discard a shield: Lorenzo's cross moves 1 space")
    confirm(laid.page, "Discard a shield?")
    expect(anna.todo.locator(".placing")).to_have_count(0)
    assert depots(laid.state) == "- | 1 stone | 2 coin"


def test_rearranging_is_not_offered_if_impossible(visitors: Visitors) -> None:
    anna = at(Laid(visitors, placing("1 coin", "1 shield | 2 servant | 3 coin"), language="it"))
    expect(anna.todo).to_contain_text("Nessun deposito ha posto per le monete: scarta quello")
    expect(anna.todo).not_to_contain_text("Riordina")


def test_resources_move_to_a_leaders_depot_and_back(visitors: Visitors) -> None:
    laid = Laid(visitors, placing("1 stone", "| 1 stone | | 1 stone", played="53"))
    anna = at(laid)
    press(anna.todo, "Into leader depot (stones)")
    expect(anna.todo.locator(".placing")).to_have_count(0)
    anna.table.locator(".own .rearrange summary").click()
    press(anna.table.locator(".own"), "1 stone: leader depot (stones) → depot 2")
    expect(anna.table.locator(".own .depot").nth(1).locator(".full")).to_have_count(2)
    assert depots(laid.state) == "- | 2 stone | - | 1 stone"


def test_white_marble_is_converted_by_one_of_two_leaders(visitors: Visitors) -> None:
    state = table(board(played="57 58"), phase=Phase.PLACING, whites=2)
    laid = Laid(visitors, state)
    anna = at(laid)
    expect(anna.todo).to_contain_text("2 white marbles: what does the next one become?")
    expect(anna.todo.locator(".resource")).to_have_count(2)
    press(anna.todo, "1 shield")
    expect(anna.todo).to_contain_text("1 white marble: what does it become?")
    press(anna.todo, "1 servant")
    expect(anna.todo).to_contain_text("2 resources to place")
    assert laid.state.taken.of(Resource.SERVANT) == laid.state.taken.of(Resource.SHIELD) == 1


# Cards


def test_cards_show_their_cost_and_why_they_cannot_be_bought(visitors: Visitors) -> None:
    poor = board("1 shield | 1 stone |", played="49")
    laid = Laid(visitors, table(poor, tops=[9, 21]))
    anna = at(laid)
    expect(anna.table.locator(".deck.can")).to_have_count(0)
    cheaper = anna.table.locator("[data-card='21']")
    expect(cheaper.locator(".cheaper")).to_contain_text("1")
    cheaper.click()
    expect(anna.todo).to_contain_text("with your discount")
    expect(anna.todo.locator(".why")).to_contain_text("You still need 1 servant and 2 shields.")
    expect(anna.todo.get_by_role("button")).to_have_text(["Close"])
    press(anna.todo, "Close")
    expect(cheaper).to_be_focused()


def test_card_with_one_way_to_pay_is_paid_automatically(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("| 2 shield |", slots="2 |"), tops=[1, 17]))
    anna = at(laid)
    expect(anna.table.locator(".deck.can")).to_have_count(1)
    card, slots = anna.table.locator("[data-card='1']"), anna.table.locator(".own .slot")
    card.drag_to(slots.nth(2))
    expect(anna.todo.get_by_role("button", name="Buy")).to_be_enabled()
    expect(slots.nth(2)).to_have_class("slot takes used")
    press(anna.todo, "Cancel")
    card.click()
    expect(anna.table.locator(".own .slot.takes")).to_have_count(2)
    press(anna.todo, "Slot 3")
    expect(anna.todo.locator(".payment")).to_contain_text("2 shields")
    expect(anna.todo.locator(".owed")).to_have_count(0)
    expect(anna.todo.locator(".stepper")).to_have_count(0)
    press(anna.todo, "Buy")
    expect(anna.table.locator(".own .slot").nth(2).locator(".development")).to_have_count(1)
    assert laid.state.boards[0].slots == ((2,), (), (1,))


def test_payment_is_chosen_if_there_are_two_ways(visitors: Visitors) -> None:
    anna = at(Laid(visitors, table(board("| 2 shield |", box="2 shield"), tops=[9])))
    buy = anna.begin_to_buy(anna.table.locator("[data-card='9']"))
    depot, chest = anna.todo.locator(".stepper").all()
    expect(depot).to_have_attribute("aria-label", "depot 2: 2 shields")
    expect(chest).to_have_attribute("aria-label", "Strongbox: 1 shield")
    depot.get_by_role("button").first.click()
    expect(anna.todo.locator(".owed")).to_contain_text("1 shield")
    expect(buy).to_be_disabled()
    chest.get_by_role("button").last.click()
    expect(chest).to_have_attribute("aria-label", "Strongbox: 2 shields")
    expect(buy).to_be_enabled()
    buy.click()
    expect(anna.table.locator(".own .spot.full")).to_have_count(1)
    expect(anna.table.locator(".own .strongbox")).to_contain_text("0 shields")


def test_unfinished_purchase_can_be_cancelled_and_ends_with_a_reload(visitors: Visitors) -> None:
    anna = alone(visitors)
    while not anna.table.locator(".deck.can").count():
        anna.turn()
    before = known(anna.page)["view"]
    anna.begin_to_buy(anna.table.locator(".deck.can").first)
    press(anna.todo, "Cancel")
    expect(anna.todo.locator(".buying")).to_have_count(0)
    anna.begin_to_buy(anna.table.locator(".deck.can").first)
    anna.page.reload()
    expect(anna.todo).to_be_visible()
    expect(anna.todo.locator(".buying")).to_have_count(0)
    assert known(anna.page)["view"] == before
    anna.moves(anna.begin_to_buy(anna.table.locator(".deck.can").first))


# Productions


def test_productions_are_selected_together_with_a_preview(visitors: Visitors) -> None:
    rich = board("1 coin | 2 stone | 3 servant", slots="9 | 5 |", played="64")
    laid = Laid(visitors, table(rich))
    anna = at(laid)
    basic, first, second, leader = anna.open_productions().all()
    for tick in (first, second, leader, basic):
        tick.click()
        expect(tick).to_be_checked()
    produce = anna.todo.locator("button.primary")
    expect(produce).to_be_disabled()
    anna.choose("inputs", 0, "stone")
    expect(anna.todo.locator("input[name=ren-inputs-1][value=stone]")).to_be_disabled()
    anna.choose("inputs", 1, "servant")
    anna.choose("outputs", 0, "shield")
    anna.choose("outputs", 1, "coin")
    expect(anna.todo.locator(".balance")).to_contain_text("1 coin, 2 stones, and 3 servants")
    expect(anna.todo.locator(".balance")).to_contain_text("1 faith")
    anna.choose("outputs", 0, "stone")
    expect(produce).to_be_enabled()
    first.click()
    expect(first).not_to_be_checked()
    expect(produce).to_be_disabled()
    first.click()
    for kind, number, resource in (
        ("inputs", 0, "stone"),
        ("inputs", 1, "servant"),
        ("outputs", 0, "stone"),
        ("outputs", 1, "coin"),
    ):
        anna.choose(kind, number, resource)
    produce.click()
    expect(anna.table.locator(".own .spot.full")).to_have_count(0)
    assert tuple(laid.state.boards[0].strongbox) == (2, 2, 1, 1)
    assert laid.state.boards[0].faith == 1


def test_refused_choice_keeps_the_other_choices(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("1 coin | 2 stone |")))
    anna = at(laid)
    anna.open_productions().first.click()
    for kind, number, resource in (("inputs", 0, "stone"), ("inputs", 1, "stone")):
        anna.choose(kind, number, resource)
    anna.choose("outputs", 0, "coin")
    expect(anna.todo.locator("button.primary")).to_be_enabled()
    anna.todo.locator("input[name=ren-inputs-0][value=shield]").click()  # there is no shield
    expect(anna.todo.locator("[role=alert]")).to_be_visible()
    expect(anna.todo.locator("input[name=ren-inputs-0][value=stone]")).to_be_checked()
    expect(anna.todo.locator("input[name=ren-inputs-1][value=stone]")).to_be_checked()
    expect(anna.todo.locator("button.primary")).to_be_enabled()


def test_production_payment_can_be_chosen(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("1 coin | |", box="2 coin")))
    anna = at(laid)
    anna.open_productions().first.click()
    for number in (0, 1):
        anna.choose("inputs", number, "coin")
    anna.choose("outputs", 0, "stone")
    depot, chest = anna.todo.locator(".stepper").all()
    depot.get_by_role("button").first.click()
    chest.get_by_role("button").last.click()
    expect(chest).to_have_attribute("aria-label", "Strongbox: 2 coins")
    press(anna.todo, "Produce")
    expect(anna.todo.locator(".producing")).to_have_count(0)
    assert depots(laid.state) == "1 coin | - | -"


# Leaders, and the end


def test_leaders_are_playable_or_say_why_not(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board(hand="51 61", slots="1 | 3 |", faith=4)))
    anna = at(laid)
    may, may_not = anna.table.locator(".leaders-own .one").all()
    expect(may_not.get_by_role("button", name="Play")).to_be_disabled()
    expect(may_not.locator(".why")).not_to_contain_text("renaissance/")
    press(may_not, "Discard: +1 faith")
    confirm(laid.page, "Discard this leader?")
    expect(anna.table.locator(".walkers")).to_contain_text("Anna: space 5")
    press(may, "Play")
    expect(anna.table.locator(".leaders-own .played")).to_contain_text("Cards cost 1 stone less")
    expect(anna.todo).to_contain_text("Choose an action")


def test_last_round_is_announced(visitors: Visitors) -> None:
    state = table(board(faith=24), board(faith=3), last_round=True, turn=1)
    laid = Laid(visitors, state, seat=1)
    expect(laid.page.locator("renaissance-table [role=status]")).to_have_text("Last round!")


# Accessibility


@everybody
def test_every_moment_of_a_turn_is_accessible(
    visitors: Visitors, screen: Screen, language: str, *, dark: bool
) -> None:
    anna = Master(come_in(visitors, "Anna", screen=screen, language=language, dark=dark))
    anna.open_table(2, "greedy")
    axe(anna.page)
    anna.keep_the_last_two()
    assert anna.my_turn()
    axe(anna.page)
    anna.table.locator("[data-card]").first.click()
    expect(anna.todo.locator(".buying")).to_be_visible()
    axe(anna.page)
    press(anna.todo, {"en": "Close", "it": "Chiudi"}[language])
    anna.open_productions()
    axe(anna.page)
    press(anna.todo, {"en": "Cancel", "it": "Annulla"}[language])
    anna.take(anna.best_line())
    axe(anna.page)
    anna.put_all_away()
    anna.table.locator(".other").click()
    axe(anna.page)


def test_reduced_motion_stops_animations(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("1 coin | |")))
    moving = "getComputedStyle(document.querySelector('.own .spot.full .glyph')).animationName"
    assert laid.page.evaluate(moving) == "none"
    laid.page.emulate_media(reduced_motion="no-preference")
    assert laid.page.evaluate(moving) == "ren-arrive"


def test_drawing_fits_with_double_text_size(visitors: Visitors) -> None:
    laid = Laid(visitors, table(board("1 coin | |", hand="51 61"), board()))
    laid.page.evaluate("document.documentElement.style.fontSize = '200%'")
    laid.page.locator("[data-card]").first.click()
    assert laid.page.evaluate("document.documentElement.scrollWidth") == DESKTOP.width
