"""Guides for Masters of Renaissance: a step is accepted exactly if it is offered."""

from collections.abc import Iterator
from functools import reduce
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from ludoteca.games import Dice, Refusal, Rules, Seat, play_move, renaissance
from ludoteca.games.renaissance import (
    BuyCard,
    ChooseCard,
    ChooseInput,
    ChooseOutput,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    Draft,
    EndTurn,
    Guide,
    Move,
    MoveResources,
    Pay,
    PayTheRest,
    Phase,
    PlaceResource,
    PlayLeader,
    Produce,
    Resource,
    ReturnLeader,
    State,
    Step,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    UseBasic,
    UseLeader,
    UseSlot,
)
from ludoteca.games.renaissance.board import LAST_SPACE
from tests.games.random_play import accepted, setups
from tests.games.random_play import play_out as any_game
from tests.games.renaissance.laid import after, board, code, row, table
from tests.games.renaissance.random_games import Game, games, payments
from tests.games.renaissance.rich import rich_tables

GAME: Rules = renaissance
EVERYWHERE = range(-1, 6)


def why_not(state: State, seat: Seat, move: Move) -> str:
    """Return the code of the refusal of a move; empty if it is accepted."""
    answer = renaissance.play(state, seat, move, Dice(0))
    return answer.code if isinstance(answer, Refusal) else ""


def moments() -> st.SearchStrategy[State]:
    """Draw a moment of any game: set-up, the middle, placing, the end, empty seats."""
    some = st.one_of(
        games().map(lambda game: [*game.states(), game.end()]),
        setups(GAME).map(lambda setup: any_game(setup, absences=True).states),
    )
    return st.one_of(some.flatmap(st.sampled_from), rich_tables())


def offered(guide: Guide) -> set[Move]:
    """Return all moves that a guide offers, except purchases and productions."""
    moves: set[Move] = {TakeMarbles(line.way, line.index) for line in guide.lines}
    moves = moves if guide.to_do == "act" else set()
    moves |= {PlayLeader(held.leader) for held in guide.leaders if not held.reason}
    moves |= {DiscardLeader(held.leader) for held in guide.leaders if held.discard}
    moves |= {ConvertMarble(resource) for resource in guide.conversions}
    moves |= {SwapDepots(one, other) for one, other in guide.swaps}
    moves |= {SwapDepots(other, one) for one, other in guide.swaps}
    moves |= {MoveResources(*move) for move in guide.moves}
    if guide.to_do == "return_leaders":
        moves |= {ReturnLeader(held.leader) for held in guide.leaders}
    if guide.to_do == "place":
        moves |= set(map(DiscardResource, guide.places))
    for resource, depots in guide.places.items():
        kind = TakeBonus if guide.to_do == "take_bonus" else PlaceResource
        moves |= {kind(resource, depot) for depot in depots}
    return moves | ({EndTurn()} if guide.may_end else set())


def swaps_with_an_empty_depot(state: State, seat: Seat, move: Move) -> bool:
    """Return whether a move swaps depots of which one or both are empty."""
    if not isinstance(move, SwapDepots):
        return False
    depots = state.boards[seat].depots
    return not (depots[move.one].count and depots[move.other].count)


def imaginable() -> Iterator[Move]:
    """Yield all conceivable moves, except purchases and productions."""
    yield EndTurn()
    yield from (TakeMarbles(way, n) for way in renaissance.Way for n in range(4))
    yield from (SwapDepots(one, other) for one in EVERYWHERE for other in EVERYWHERE)
    for one, other in permutations(EVERYWHERE, 2):
        yield from (MoveResources(one, other, count) for count in range(5))
    for number in renaissance.LEADERS:
        yield from (PlayLeader(number), DiscardLeader(number), ReturnLeader(number))
    for resource in Resource:
        yield from (ConvertMarble(resource), DiscardResource(resource))
        for depot in EVERYWHERE:
            yield from (TakeBonus(resource, depot), PlaceResource(resource, depot))


@given(moments())
def test_guide_offers_exactly_the_legal_moves(state: State) -> None:
    for seat in map(Seat, range(state.seats)):
        guide = renaissance.guide(state, seat, None)
        accepted_moves = {move for move in imaginable() if not why_not(state, seat, move)}
        needless = {one for one in accepted_moves if swaps_with_an_empty_depot(state, seat, one)}
        assert offered(guide) == accepted_moves - needless


@given(moments())
def test_swap_with_an_empty_depot_is_offered_as_a_move(state: State) -> None:
    for seat in map(Seat, range(state.seats)):
        depots = state.boards[seat].depots
        for one, other in permutations(range(3), 2):
            count = depots[one].count
            if (
                count
                and not depots[other].count
                and not why_not(state, seat, SwapDepots(one, other))
            ):
                assert (one, other, count) in renaissance.guide(state, seat, None).moves


@given(moments())
def test_omitted_action_is_refused_with_the_stated_reason(state: State) -> None:
    for seat in map(Seat, range(state.seats)):
        guide = renaissance.guide(state, seat, None)
        for held in guide.leaders:
            assert why_not(state, seat, PlayLeader(held.leader)) == held.reason
        for purchase in guide.cards:
            for slot in range(3):
                fits = slot in purchase.slots or not purchase.slots
                expected = purchase.reason or ("" if fits else "renaissance/wrong_level")
                if fits or expected != "renaissance/cannot_afford":
                    assert why_not(state, seat, BuyCard(purchase.card, slot)) == expected


@given(moments())
def test_pushing_a_line_yields_the_goods_in_the_guide(state: State) -> None:
    for seat in renaissance.seats_to_move(state):
        guide = renaissance.guide(state, seat, None)
        for line in guide.lines if guide.to_do == "act" else ():
            move = TakeMarbles(line.way, line.index)
            then, _ = accepted(play_move(renaissance, state, seat, move, Dice(0)))
            assert (then.taken, then.whites) == (line.goods, line.whites)
            walked = then.boards[seat].faith - state.boards[seat].faith
            assert walked == min(line.faith, LAST_SPACE - state.boards[seat].faith)


@given(moments())
def test_a_power_is_offered_exactly_if_it_can_run(state: State) -> None:
    for seat in renaissance.seats_to_move(state):
        guide = renaissance.guide(state, seat, None)
        runs = [m for m in renaissance.legal_moves(state, seat) if isinstance(m, Produce)]
        for power in guide.powers:
            match power.step:
                case UseBasic():
                    able = any(move.basic for move in runs)
                case UseSlot(slot):
                    able = any(slot in move.slots for move in runs)
                case UseLeader(leader):
                    able = any(leader in [p.leader for p in move.leaders] for move in runs)
            assert able == (not power.reason)
        assert bool(runs) == any(not power.reason for power in guide.powers)


def next_steps(guide: Guide) -> list[Step]:
    """Return the steps a guide offers for a draft."""
    steps: list[Step] = [power.step for power in guide.powers if not power.reason]
    for purchase in guide.cards:
        if not purchase.reason:
            steps += [ChooseCard(purchase.card, slot) for slot in purchase.slots]
    if guide.bill:
        steps += [*map(ChooseInput, guide.bill.inputs), *guide.bill.pay]
        steps += map(ChooseOutput, Resource) if guide.bill.choices_out else []
        steps += [PayTheRest()] if guide.bill.ways else []
    return steps


@st.composite
def drafts(draw: st.DrawFn) -> tuple[State, Draft]:
    """Draw a draft assembled from the guide's offers, at a table with many choices."""
    state = draw(rich_tables())
    draft = renaissance.begin(state, state.turn)
    assert not isinstance(draft, Refusal)
    for _ in range(draw(st.integers(0, 8))):
        if steps := next_steps(renaissance.guide(state, state.turn, draft)):
            draft = renaissance.step(state, draft, draw(st.sampled_from(steps)))
            assert not isinstance(draft, Refusal)
    return state, draft


@given(drafts())
def test_a_draft_is_offered_exactly_the_steps_that_go(drawn: tuple[State, Draft]) -> None:
    state, draft = drawn
    guide = renaissance.guide(state, state.turn, draft)
    assert len(json.encode(guide)) < 4 * 1024
    steps = next_steps(guide)
    tried: list[Step] = [*map(ChooseInput, Resource), *map(ChooseOutput, Resource)]
    for resource in Resource:
        tried += [Pay(resource), *(Pay(resource, depot) for depot in EVERYWHERE)]
    for step in tried:
        goes = not isinstance(renaissance.step(state, draft, step), Refusal)
        assert goes == (step in steps), step
    for power in guide.powers:
        answer = renaissance.step(state, draft, power.step)
        if power.reason != "renaissance/cannot_afford":
            assert (answer.code if isinstance(answer, Refusal) else "") == power.reason


@given(drafts())
def test_bill_predicts_the_result_of_a_draft(drawn: tuple[State, Draft]) -> None:
    state, draft = drawn
    bill = renaissance.guide(state, state.turn, draft).bill
    assert bill is not None
    assert bill.owed == bill.price.minus(bill.paid)
    move = renaissance.finish(state, draft)
    assert bill.ready == (not isinstance(move, Refusal))
    if not isinstance(move, Refusal):
        before = state.boards[state.turn]
        after, _ = accepted(play_move(renaissance, state, state.turn, move, Dice(0)))
        then = after.boards[state.turn]
        assert then.supply() == bill.left
        assert bill.left == before.supply().minus(bill.price).plus(bill.gains)
        assert then.faith == min(LAST_SPACE, before.faith + bill.faith)


@given(drafts())
def test_ways_count_all_payments_of_the_debt(drawn: tuple[State, Draft]) -> None:
    state, draft = drawn
    bill = renaissance.guide(state, state.turn, draft).bill
    assert bill is not None
    empty = draft == renaissance.begin(state, state.turn)
    if empty or bill.choices_in or bill.choices_out:
        assert (bill.ways, bill.pay) == (0, ())
    else:
        left = state.boards[state.turn].paid(renaissance.Payment(draft.depots, draft.strongbox))
        assert bill.ways == len(list(payments(left, bill.owed)))


@given(games(), st.data())
def test_guide_for_a_draft_depends_only_on_events_its_seat_received(
    game: Game, data: st.DataObject
) -> None:
    acting = [n for n, turned in enumerate(game.moves) if turned.before.phase is Phase.ACTING]
    moment = data.draw(st.sampled_from(acting))
    state, seat = game.moves[moment].before, game.moves[moment].seat
    events = [*game.opening, *(event for t in game.moves[:moment] for event in t.events)]
    seen = (renaissance.redact(event, seat) for event in events)
    known = reduce(renaissance.apply, (e for e in seen if e is not None), renaissance.BLANK)
    draft = renaissance.begin(state, seat)
    for _ in range(4):
        assert not isinstance(draft, Refusal)
        guide = renaissance.guide(state, seat, draft)
        assert renaissance.guide(known, seat, draft) == guide
        if steps := next_steps(guide):
            draft = renaissance.step(state, draft, data.draw(st.sampled_from(steps)))


@pytest.mark.parametrize(
    ("leaders", "goods", "whites"),
    [
        ("", (0, 1, 1, 0), 0),
        ("57", (0, 1, 3, 0), 0),  # a single leader converts by itself
        ("57 60", (0, 1, 1, 0), 2),  # of two, somebody has to choose
    ],
)
def test_guide_counts_white_marbles_to_convert(
    leaders: str, goods: tuple[int, ...], whites: int
) -> None:
    state = table(board(played=leaders), board())
    line = renaissance.guide(state, Seat(0), None).lines[1]
    assert (line.goods, line.whites) == (goods, whites)


def test_pending_choices_are_counted() -> None:
    state = after(table(board(played="57 60"), board()), row(2))
    guide = renaissance.guide(state, Seat(0), None)
    assert (guide.to_do, guide.count) == ("convert", 2)
    assert sorted(guide.conversions) == ["coin", "servant"]
    for resource in guide.conversions:
        state = after(state, ConvertMarble(resource))
    guide = renaissance.guide(state, Seat(0), None)
    assert (guide.to_do, guide.count) == ("place", 4)
    assert guide.places == dict.fromkeys(("coin", "stone", "servant"), (0, 1, 2))


def test_a_price_counts_discounts_and_a_purchase_its_slots() -> None:
    state = table(board("1 servant", played="49", slots="| 1 |"), board(), tops=[2])
    purchase = next(p for p in renaissance.guide(state, Seat(0), None).cards if p.card == 2)
    assert (purchase.price, purchase.slots, purchase.reason) == ((0, 0, 1, 0), (0, 2), "")


def test_a_draft_of_another_turn_has_no_bill() -> None:
    state = table(board("1 coin"), board())
    draft = renaissance.begin(state, Seat(0))
    assert isinstance(draft, Draft)
    assert renaissance.guide(state, Seat(0), draft).bill
    acted = after(state, row(1))
    assert renaissance.guide(acted, Seat(0), draft).bill is None
    assert code(renaissance.step(acted, draft, UseBasic())) == "renaissance/still_placing"
