"""Laws on tables as they are late in a good game, which random play hardly ever reaches."""

from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.games import Dice, Refusal, Rules, Seat, renaissance
from ludoteca.games.renaissance import CARDS, LEADERS, Board, Goods, Payment, Phase, Produce, State
from tests.conftest import many
from tests.games.random_play import accepted, lucks, play_out

GAME: Rules = renaissance


@st.composite
def rich_boards(draw: st.DrawFn) -> Board:
    """A board with two leaders played, cards in its slots and a full strongbox."""
    board = Board(strongbox=Goods(*(draw(st.integers(0, 9)) for _ in range(4))))
    for leader in draw(st.lists(st.sampled_from(sorted(LEADERS)), max_size=2, unique=True)):
        board = board.with_leader(leader)
    slots = []
    for slot in range(3):
        levels = range(1, draw(st.integers(0, 3)) + 1)
        # A third of the cards for each slot, so that no card is there twice.
        stacks = [[n for n in CARDS if CARDS[n].level == at and n % 3 == slot] for at in levels]
        slots.append(tuple(draw(st.sampled_from(stack)) for stack in stacks))
    board = replace(board, slots=tuple(slots), faith=draw(st.integers(0, 20)))
    for resource in draw(st.permutations(list(renaissance.Resource))):
        for depot in range(len(board.depots)):
            count = draw(st.integers(0, 2))
            if count and not board.why_not_store(resource, depot, count):
                board = board.with_more(resource, depot, count)
    return board


@st.composite
def rich_tables(draw: st.DrawFn) -> State:
    """A table in play where the seat to act has a rich board."""
    states = play_out(draw(lucks(GAME))).states[:-1]
    state: State = draw(st.sampled_from([state for state in states if state.phase is Phase.ACTING]))
    board = draw(rich_boards())
    owned = {number for slot in board.slots for number in slot}
    decks = tuple(tuple(n for n in deck if n not in owned) for deck in state.decks)
    boards = tuple(board if seat == state.turn else b for seat, b in enumerate(state.boards))
    return replace(state, boards=boards, decks=decks)


@given(rich_tables())
def test_what_is_offered_is_accepted_and_has_an_effect_of_its_own(state: State) -> None:
    offered = list(renaissance.legal_moves(state, state.turn))
    assert len(set(offered)) == len(offered) < 4000
    for move in offered[:: max(1, len(offered) // 200)]:
        accepted(renaissance.play(state, state.turn, move, Dice(0)))
        assert renaissance.canonical(state, state.turn, move) == move


@given(rich_tables(), st.data())
def test_what_is_paid_otherwise_is_accepted_and_stands_for_an_offer(
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
    events = renaissance.play(state, state.turn, dearer, Dice(0))
    assert not isinstance(events, Refusal)
    assert renaissance.canonical(state, state.turn, dearer) in offered
    for same in (move, replace(move, payment=None)):
        after = reduce(
            renaissance.apply, accepted(renaissance.play(state, state.turn, same, Dice(0))), state
        )
        dear = reduce(renaissance.apply, events, state)
        assert after.boards[state.turn].supply() == dear.boards[state.turn].supply()


@settings(max_examples=many(500, 50))
@given(rich_tables(), st.integers(0, 999))
def test_a_rich_game_goes_on_to_its_end(state: State, seed: int) -> None:
    dice = Dice(seed)
    while movers := renaissance.seats_to_move(state):
        seat = min(movers)
        move = renaissance.sample(state, seat, dice)
        assert not isinstance(move, Refusal)
        assert move in list(renaissance.legal_moves(state, seat))
        state = reduce(
            renaissance.apply, accepted(renaissance.play(state, seat, move, dice)), state
        )
        for owner, board in enumerate(state.boards):
            assert is_lawful(board)
            assert renaissance.points(renaissance.view(state, None), Seat(owner))
    assert state.outcome is not None


def is_lawful(board: Board) -> bool:
    """Rules, section 5.1: the three laws of the warehouse, and the strongbox is never in debt."""
    basic = [depot.resource for depot in board.depots if depot.count and not depot.of_leader]
    return (
        all(0 <= depot.count <= depot.slots for depot in board.depots)
        and len(set(basic)) == len(basic)
        and min(board.strongbox) >= 0
    )
