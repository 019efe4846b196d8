"""Laws on tables late in a good game, which random play rarely reaches."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Seat, play_move, renaissance
from ludoteca.games.renaissance import Board, Goods, Payment, Produce, State
from tests.conftest import many
from tests.games.random_play import accepted
from tests.games.renaissance.rich import rich_tables


@given(rich_tables())
def test_offered_moves_are_accepted_and_have_distinct_effects(state: State) -> None:
    offered = list(renaissance.legal_moves(state, state.turn))
    assert len(set(offered)) == len(offered) < 4000
    for move in offered[:: max(1, len(offered) // 200)]:
        accepted(renaissance.play(state, state.turn, move, Dice(0)))
        assert renaissance.canonical(state, state.turn, move) == move


@given(rich_tables(), st.data())
def test_other_payments_are_accepted_and_represented_by_an_offer(
    state: State, data: st.DataObject
) -> None:
    offered = list(renaissance.legal_moves(state, state.turn))
    productions = [move for move in offered if isinstance(move, Produce)]
    if not productions:
        return
    move = data.draw(st.sampled_from(productions))
    assert move.payment is not None
    # Pay from the strongbox what the usual payment takes from a depot.
    depots, box = list(move.payment.depots), move.payment.strongbox
    for place, depot in enumerate(state.board.depots):
        while (
            depots[place]
            and depot.resource
            and state.board.strongbox.of(depot.resource) > box.of(depot.resource)
        ):
            depots[place] -= 1
            box = box.plus(Goods(**{depot.resource.value: 1}))
    dearer = replace(move, payment=Payment(tuple(depots), box))
    dear, _ = accepted(play_move(renaissance, state, state.turn, dearer, Dice(0)))
    assert renaissance.canonical(state, state.turn, dearer) in offered
    for same in (move, replace(move, payment=None)):
        after, _ = accepted(play_move(renaissance, state, state.turn, same, Dice(0)))
        assert after.boards[state.turn].supply() == dear.boards[state.turn].supply()


@settings(max_examples=many(500, 50))
@given(rich_tables(), st.integers(0, 999))
def test_rich_game_can_be_played_to_its_end(state: State, seed: int) -> None:
    dice = Dice(seed)
    while movers := renaissance.seats_to_move(state):
        seat = min(movers)
        move = renaissance.sample(state, seat, dice)
        assert not isinstance(move, Refusal)
        assert move in list(renaissance.legal_moves(state, seat))
        state, _ = accepted(play_move(renaissance, state, seat, move, dice))
        for owner, board in enumerate(state.boards):
            assert is_lawful(board)
            assert renaissance.points(renaissance.view(state, None), Seat(owner))
    assert state.outcome is not None


def is_lawful(board: Board) -> bool:
    """Section 5.1: the three laws of the warehouse; the strongbox is never negative."""
    basic = [depot.resource for depot in board.depots if depot.count and not depot.of_leader]
    return (
        all(0 <= depot.count <= depot.slots for depot in board.depots)
        and len(set(basic)) == len(basic)
        and min(board.strongbox) >= 0
    )
