"""Tables of integers equal those of the rules, before and after moves."""

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ludoteca.bots.shelfie.search import code_of, imagine, last_hands, table_of
from ludoteca.bots.shelfie.tables import MOST_MOVES, kinds_of, listed, play, points
from ludoteca.games import Dice, Seat, shelfie
from ludoteca.games.shelfie import State, TakeTiles, kind_of
from ludoteca.games.shelfie import bitboard as at
from ludoteca.games.shelfie.bitshelf import SHELF_SIZE
from ludoteca.games.shelfie.board import KINDS
from ludoteca.games.shelfie.view import totals
from tests.bots.shelfie.positions import game, seen, states


@given(state=states())
def test_equivalent_moves_are_listed_once(state: State) -> None:
    table, moves = seen(state, state.turn), [0] * MOST_MOVES
    count = listed(table, at.SHELVES + SHELF_SIZE * state.turn, moves)
    legal = {code_of(move): move for move in shelfie.legal_moves(state, state.turn)}
    codes = moves[:count]
    assert len(set(codes)) == count
    assert set(codes) <= set(legal)
    effects = {effect(state, move) for move in legal.values()}
    assert sorted(map(repr, effects)) == sorted(repr(effect(state, legal[code])) for code in codes)


def effect(state: State, move: TakeTiles) -> object:
    kinds = [KINDS.index(kind_of(state.board[cell])) for cell in move.cells]
    return frozenset(move.cells), tuple(kinds), move.column


def test_kinds_of_a_line_are_packed_in_falling_order() -> None:
    table = [0] * at.TABLE_SIZE
    table[20], table[26], table[32] = 0, 5, 2
    first, second, third = 1, 6, 3
    assert kinds_of(table, 20, 6 * 2) == first | second << 3 | third << 6


@given(state=states(), seed=st.integers(0, 2**32), data=st.data())
def test_move_has_the_effect_that_the_rules_give_it(
    state: State, seed: int, data: st.DataObject
) -> None:
    move = data.draw(st.sampled_from(list(shelfie.legal_moves(state, state.turn))))
    dice = Dice(seed)
    everything = replace(shelfie.view(state, state.turn), seats=shown(state))
    table = imagine(table_of(everything, state.turn), dice)
    table[at.CHANCE] = dice.state
    goes_on = play(table, code_of(move))
    events = shelfie.play(state, state.turn, move, dice)
    assert isinstance(events, list)
    after = reduce(shelfie.apply, events, state)
    assert goes_on == (after.outcome is None)
    if goes_on:
        then = table_of(replace(shelfie.view(after, after.turn), seats=shown(after)), after.turn)
        assert told(table) == told(then)
    for seat, total in enumerate(totals(after)):
        assert points(table, seat, at.SHELVES + SHELF_SIZE * seat) == total


def shown(state: State) -> tuple[shelfie.SeatView, ...]:
    seats = shelfie.view(state, None).seats
    return tuple(replace(seen, goal=state.goals[Seat(n)]) for n, seen in enumerate(seats))


def told(table: list[int]) -> object:
    """Return a table without its random state and the kinds of removed tiles."""
    tiles = {place: table[place] for place in range(53) if table[at.BOARD] >> place & 1}
    return tiles, table[at.BOARD : at.TABLE_SIZE]


def test_absent_seat_is_skipped() -> None:
    state = next(game(3, seed=1))
    absent = Seat((state.turn + 1) % 3)
    table = imagine(seen(replace(state, away=frozenset({absent})), state.turn), Dice(1))
    move = next(iter(shelfie.legal_moves(state, state.turn)))
    assert play(table, code_of(move))
    assert table[at.TURN] == (state.turn + 2) % 3


def test_last_turn_considers_each_possible_goal_of_the_opponent_once() -> None:
    state = next(game(2, seed=3))
    last = Seat(1 - state.first)
    table = seen(replace(state, turn=last, finisher=Seat(0)), last)
    hands = [hand for hand, _ in last_hands(table, Dice(1))]
    own, other = at.PERSONAL + last, at.PERSONAL + state.first
    assert sorted(hand[other] for hand in hands) == [
        goal for goal in range(1, 13) if goal != table[own]
    ]
