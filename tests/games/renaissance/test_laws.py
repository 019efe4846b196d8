"""Laws for every game of Masters of Renaissance. Section 17 of the rules."""

from collections import Counter
from collections.abc import Sequence
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from ludoteca.games import Dice, Ending, Refusal, Seat, play_move, renaissance
from ludoteca.games.renaissance import (
    CARDS,
    Board,
    BuyCard,
    Depot,
    EndTurn,
    Event,
    Goods,
    Move,
    MoveResources,
    Phase,
    PlaceResource,
    PopeTile,
    Produce,
    Resource,
    State,
    SwapDepots,
    TakeMarbles,
)
from ludoteca.games.renaissance.events import (
    BonusTaken,
    CardBought,
    CardRemoved,
    CrossMoved,
    FaithGained,
    GameEnded,
    LeadersDealt,
    MarbleConverted,
    MarblesTaken,
    Produced,
    ResourceDiscarded,
    VaticanReport,
)
from ludoteca.games.renaissance.resources import NOTHING
from ludoteca.games.seating import TurnPassed
from tests.games.random_play import accepted
from tests.games.renaissance.laid import FACTS, score
from tests.games.renaissance.random_games import Game, games, otherwise, rearrangement

GIVES = {marble: gift.get("resource") for marble, gift in FACTS["market"]["marble_gives"].items()}
MAIN_ACTIONS = (MarblesTaken, CardBought, Produced)


def lawful(board: Board) -> bool:
    """Section 5.1: the three rules of a warehouse, stated as simply as possible."""
    basic = [d for d in board.depots if not d.of_leader]
    types = [d.resource for d in basic if d.count]
    leaders = [n for n in board.played if n in (53, 54, 55, 56)]
    extra = {53: "stone", 54: "servant", 55: "shield", 56: "coin"}
    return (
        [d.slots for d in board.depots] == [1, 2, 3] + [2] * len(leaders)
        and all(0 <= d.count <= d.slots for d in board.depots)
        and all((d.resource is None) == (d.count == 0) for d in basic)
        and len(set(types)) == len(types)
        and [d.resource for d in board.depots if d.of_leader] == [extra[n] for n in leaders]
    )


@given(games())
def test_the_marbles_are_always_the_same_thirteen(game: Game) -> None:
    for _, _, state in game.told():
        rows = state.market.rows
        assert [len(row) for row in rows] == [4, 4, 4]
        assert Counter([*sum(rows, ()), state.market.slide]) == FACTS["market"]["marbles"]


@given(games())
def test_the_cards_are_always_the_same_48(game: Game) -> None:
    removed: list[int] = []
    for _, event, state in list(game.told())[1:]:
        removed += [event.card] if isinstance(event, CardRemoved) else []
        owned = [card for board in state.boards for slot in board.slots for card in slot]
        grid = [card for deck in state.decks for card in deck]
        assert sorted([*owned, *grid, *removed]) == list(CARDS)
    assert game.seats == 1 or not removed


@given(games())
def test_no_warehouse_ever_breaks_the_depot_rules(game: Game) -> None:
    for _, _, state in game.told():
        assert all(map(lawful, state.boards))


@given(games())
def test_cards_lie_in_their_slots_from_level_1_up(game: Game) -> None:
    for board in game.end().boards:
        for slot in board.slots:
            assert [CARDS[number].level for number in slot] == [1, 2, 3][: len(slot)]


def everything(state: State) -> Goods:
    """Return all resources at the table, including those that wait to be placed."""
    held = state.taken
    for board in state.boards:
        held = held.plus(board.supply())
    return held


def gained(before: State, event: Event) -> Goods:
    """Return the resources an event brings to the table, less those it removes."""
    match event:
        case BonusTaken(_, resource) | MarbleConverted(_, resource):
            return Goods(**{resource.value: 1})
        case ResourceDiscarded(_, resource):
            return Goods(**{resource.value: -1})
        case MarblesTaken(seat, way, index):
            gifts = [GIVES[marble] for marble in before.market.line(way, index)]
            whites = {57: "servant", 58: "shield", 59: "stone", 60: "coin"}
            leaders = [whites[n] for n in before.boards[seat].played if n in whites]
            if len(leaders) == 1:
                white = len([m for m in before.market.line(way, index) if m == "white"])
                gifts += leaders * white
            return Goods(**Counter(gift for gift in gifts if gift))
        case CardBought(seat, card):
            cost = Counter(next(c for c in FACTS["development_cards"] if c["id"] == card)["cost"])
            discounts = {49: "servant", 50: "shield", 51: "stone", 52: "coin"}
            cost -= Counter(discounts[n] for n in before.boards[seat].played if n in discounts)
            return NOTHING.minus(Goods(**cost))
        case Produced(seat, payment, made):
            return made.minus(before.boards[seat].value(payment))
        case _:
            return NOTHING


# Resources appear only by bonus, market and production, and vanish only by payment and discard.
@given(games())
def test_resources_change_only_by_legal_means(game: Game) -> None:
    for before, event, after in game.told():
        if before.seats:
            assert everything(after) == everything(before).plus(gained(before, event))


@given(games())
def test_only_the_seat_that_acts_gains_or_loses_resources(game: Game) -> None:
    for before, event, after in game.told():
        for seat, (board, then) in enumerate(zip(before.boards, after.boards, strict=False)):
            if board.supply() != then.supply():
                assert getattr(event, "seat", None) == seat


@given(games())
def test_a_strongbox_is_filled_by_production_and_shrinks_by_payment_only(game: Game) -> None:
    for before, event, after in game.told():
        for seat, (board, then) in enumerate(zip(before.boards, after.boards, strict=False)):
            if board.strongbox == then.strongbox:
                continue
            assert isinstance(event, CardBought | Produced)
            assert event.seat == seat
            made = event.made if isinstance(event, Produced) else NOTHING
            left = board.strongbox.minus(event.payment.strongbox)
            assert min(left) >= 0
            assert then.strongbox == left.plus(made)


@given(games())
def test_faith_never_moves_back_and_never_leaves_the_track(game: Game) -> None:
    for before, event, after in game.told():
        spaces = [board.faith for board in before.boards] or [0] * after.seats
        moved = [board.faith for board in after.boards]
        assert all(0 <= space <= then <= 24 for space, then in zip(spaces, moved, strict=True))
        assert 0 <= before.cross <= after.cross <= 24
        assert moved == spaces or isinstance(event, FaithGained)
        assert after.cross == before.cross or isinstance(event, CrossMoved)


# A tile goes from pending to kept or lost once; after a report none of that section is pending.
@given(games())
def test_a_tile_is_turned_once(game: Game) -> None:
    for before, event, after in game.told():
        for board, then in zip(before.boards, after.boards, strict=False):
            for section, (tile, turned) in enumerate(zip(board.tiles, then.tiles, strict=True)):
                assert tile in (turned, PopeTile.PENDING)
                assert tile is turned or event == VaticanReport(section, kept_of(after, section))
                assert (turned is PopeTile.PENDING) == (section >= after.reports)


def kept_of(state: State, section: int) -> tuple[Seat, ...]:
    """Return the seats in the section or beyond at the time of the report."""
    first = FACTS["faith_track"]["vatican_sections"][section]["first_space"]
    return tuple(Seat(seat) for seat, board in enumerate(state.boards) if board.faith >= first)


# Between two moves no report is due, and a marker on the last space has ended it or will.
@given(games())
def test_a_report_is_never_late(game: Game) -> None:
    for turned in game.moves:
        state = turned.after
        farthest = max(*(board.faith for board in state.boards), state.cross)
        popes = [section["pope_space"] for section in FACTS["faith_track"]["vatican_sections"]]
        assert state.reports == sum(farthest >= pope for pope in popes)
        seven = any(len(board.cards()) == 7 for board in state.boards)
        assert all(len(board.cards()) <= 7 for board in state.boards)
        if farthest == 24 or seven:
            assert state.last_round or (game.seats == 1 and state.outcome)


@given(games())
def test_a_hand_never_grows_after_the_deal(game: Game) -> None:
    for before, event, after in game.told():
        for board, then in zip(before.boards, after.boards, strict=False):
            if not isinstance(event, LeadersDealt):
                assert set(then.hand) <= set(board.hand)
                assert set(board.played) <= set(then.played)
            assert not set(then.played) & set(then.hand)
            assert len(then.hand) + len(then.played) <= (2 if after.phase != "setup" else 4)


@given(games())
def test_a_completed_turn_has_exactly_one_main_action(game: Game) -> None:
    actions = 0
    for event in game.events():
        actions += isinstance(event, MAIN_ACTIONS)
        if isinstance(event, TurnPassed) or (isinstance(event, GameEnded) and game.seats > 1):
            assert actions == 1
            actions = 0
    assert actions <= 1  # alone, the game may end before the turn does


@given(games())
def test_all_seats_have_had_equally_many_turns_at_the_end(game: Game) -> None:
    assume(game.seats > 1)
    turns = Counter(turned.seat for turned in game.moves if isinstance(turned.move, EndTurn))
    assert len(turns) == game.seats
    assert len(set(turns.values())) == 1
    assert game.end().outcome is not None
    assert game.end().last_round


@given(games())
def test_a_game_alone_is_won_or_lost_as_the_rules_say(game: Game) -> None:
    assume(game.seats == 1)
    end = game.end()
    won = len(end.boards[0].cards()) == 7 or end.boards[0].faith == 24
    columns = [end.decks[3 * colour : 3 * colour + 3] for colour in range(4)]
    lost = end.cross == 24 or not all(map(any, columns))
    assert end.outcome is not None
    assert end.outcome.ending is Ending.PLAYED_OUT
    assert end.outcome.winners == ((0,) if won else ())
    assert won or lost


@given(games())
def test_the_winners_have_most_points_and_then_most_resources(game: Game) -> None:
    assume(game.seats > 1)
    end = game.end()
    view = renaissance.view(end, None)
    ranks = [
        (sum(p.amount for p in renaissance.points(view, Seat(seat))), board.supply().total())
        for seat, board in enumerate(end.boards)
    ]
    assert end.outcome is not None
    assert list(end.outcome.winners) == [s for s, rank in enumerate(ranks) if rank == max(ranks)]


@given(games(), st.data())
def test_offered_moves_are_accepted_distinct_and_canonical(game: Game, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(game.states()))
    for seat in renaissance.seats_to_move(state):
        offered = list(renaissance.legal_moves(state, seat))
        assert len(set(offered)) == len(offered) > 0
        for move in offered:
            accepted(renaissance.play(state, seat, move, Dice(0)))
            assert renaissance.canonical(state, seat, move) == move
        assert renaissance.sample(state, seat, Dice(game.seed)) in offered


# Section 6: "the market action is always possible", so nobody is ever stuck.
@given(games())
def test_player_to_act_can_take_any_line_of_the_market(game: Game) -> None:
    for state in game.states()[::5]:
        if state.phase is Phase.ACTING:
            offered = renaissance.legal_moves(state, state.turn)
            assert sum(isinstance(move, TakeMarbles) for move in offered) == 7


@given(games())
def test_every_move_played_stands_for_one_that_is_offered(game: Game) -> None:
    for turned in game.moves[::3]:
        canonical = renaissance.canonical(turned.before, turned.seat, turned.move)
        if canonical is not None:
            assert canonical in list(renaissance.legal_moves(turned.before, turned.seat))


# An offered payment leaves the same supply, and the strongbox no poorer, than any other way.
@given(games(), st.data())
def test_offered_move_is_as_good_as_the_moves_it_represents(
    game: Game, data: st.DataObject
) -> None:
    paying = [t for t in game.moves if isinstance(t.move, BuyCard | Produce)]
    assume(paying)
    before, seat, move, _, _ = data.draw(st.sampled_from(paying))
    other = otherwise(before.boards[seat], move, Dice(data.draw(st.integers(0, 99))))
    canonical = renaissance.canonical(before, seat, other)
    assert canonical in list(renaissance.legal_moves(before, seat))
    one, best = (_after(before, seat, chosen).boards[seat] for chosen in (other, canonical))
    assert best.supply() == one.supply()
    assert best.strongbox.covers(one.strongbox)
    assert (best.faith, best.slots) == (one.faith, one.slots)


# Sections 5.1 and 5.4, by trying everything: a gesture is accepted exactly if it is possible and
# the warehouse stays lawful. Depots are here what lies in them, moved about by hand.
@given(games(), st.data())
def test_depots_follow_the_depot_rules(game: Game, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from([s for s in game.states() if s.phase is not Phase.SETUP]))
    depots = state.board.depots
    held = [[depot.resource] * depot.count for depot in depots]
    places = range(-1, len(depots) + 1)
    for resource, depot in product(Resource, places):
        put = [[*held[i], *[resource] * (i == depot)] for i in range(len(held))]
        possible = state.taken.of(resource) and not state.whites and 0 <= depot < len(held)
        expected = bool(possible) and fits(depots, put)
        assert is_accepted(state, PlaceResource(resource, depot)) is expected
    for one, other, count in product(places, places, range(-1, 5)):
        both = 0 <= one < len(held) and 0 <= other < len(held) and one != other
        moved = [list(things) for things in held]
        if both and 0 < count <= len(held[one]):
            moved[one], moved[other] = moved[one][count:], moved[other] + moved[one][:count]
            assert is_accepted(state, MoveResources(one, other, count)) is fits(depots, moved)
        else:
            assert not is_accepted(state, MoveResources(one, other, count))
        swapped = [list(things) for things in held]
        if both:
            swapped[one], swapped[other] = swapped[other], swapped[one]
        possible = both and max(one, other) < 3
        assert is_accepted(state, SwapDepots(one, other)) is (possible and fits(depots, swapped))


def fits(depots: tuple[Depot, ...], held: Sequence[Sequence[Resource | None]]) -> bool:
    """Return whether these depots can hold these resources."""
    extra = zip(depots[3:], held[3:], strict=True)
    types = [things[0] for things in held[:3] if things]
    return (
        all(len(set(things)) <= 1 for things in held)
        and all(len(things) <= depot.slots for depot, things in zip(depots, held, strict=True))
        and all(set(things) <= {depot.resource} for depot, things in extra)
        and len(set(types)) == len(types)
    )


def is_accepted(state: State, move: Move) -> bool:
    return not isinstance(renaissance.play(state, state.turn, move, Dice(0)), Refusal)


# Section 12, "Score", recomputed from the printed cards.
@given(games())
def test_points_follow_the_rules(game: Game) -> None:
    for state in (*game.states()[::10], game.end()):
        for seat, board in enumerate(state.boards):
            owned = [number for slot in board.slots for number in slot]
            cards = [c["victory_points"] for c in FACTS["development_cards"] if c["id"] in owned]
            leaders = [c for c in FACTS["leader_cards"] if c["id"] in board.played]
            track = FACTS["faith_track"]
            kept = zip(track["vatican_sections"], board.tiles, strict=True)
            held = sum(depot.count for depot in board.depots) + sum(board.strongbox)
            assert score(state, seat) == {
                "cards": sum(cards),
                "faith": track["victory_points_by_position"][board.faith],
                "pope_tiles": sum(s["tile_victory_points"] for s, t in kept if t == "kept"),
                "leaders": sum(leader["victory_points"] for leader in leaders),
                "resources": held // 5,
            }


@given(games(), st.data())
def test_rearranging_changes_only_the_positions_of_resources(
    game: Game, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from([s for s in game.states() if s.phase is not Phase.SETUP]))
    for seed in range(20):
        move = rearrangement(state.board, Dice(seed))
        events = renaissance.play(state, state.turn, move, Dice(0))
        if not isinstance(events, Refusal):
            then = _after(state, state.turn, move)
            assert then.board.supply() == state.board.supply()
            assert then.board.strongbox == state.board.strongbox
            assert lawful(then.board)
            assert (then.phase, then.taken, then.turns) == (state.phase, state.taken, state.turns)
            assert renaissance.canonical(state, state.turn, move) is None


def _after(state: State, seat: Seat, move: Move | None) -> State:
    assert move is not None
    after: State
    after, _ = accepted(play_move(renaissance, state, seat, move, Dice(0)))
    return after
