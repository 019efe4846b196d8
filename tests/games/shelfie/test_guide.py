"""What a screen is told of My Shelfie: what is offered goes, what is not does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from ludoteca.games import Refusal, Rules, Seat, shelfie
from ludoteca.games.shelfie import (
    CELLS,
    WORDING,
    ChooseColumn,
    Grid,
    Hand,
    Pick,
    Squares,
    State,
    Step,
    TilesTaken,
    Unpick,
)
from tests.games.random_play import Luck, lucks, play_out
from tests.games.shelfie.drawn import grid, table
from tests.games.shelfie.shelves import shelves

GAME: Rules = shelfie


def goes(state: State, hand: Hand, step: Step) -> bool:
    return not isinstance(shelfie.step(state, hand, step), Refusal)


@st.composite
def hands(draw: st.DrawFn) -> tuple[State, Hand]:
    """A hand in the middle of a random game."""
    luck: Luck = draw(lucks(GAME))
    states = play_out(luck).states
    state: State = draw(st.sampled_from(states[:-1]))
    hand = shelfie.begin(state, state.turn)
    assert not isinstance(hand, Refusal)
    for _ in range(draw(st.integers(0, 4))):
        guide = shelfie.guide(state, state.turn, hand)
        steps: list[Step] = [*map(Pick, guide.pick), *map(Unpick, guide.unpick)]
        steps += [shelfie.Close()] if guide.hand else []
        hand = shelfie.step(state, hand, draw(st.sampled_from(steps))) if steps else hand
        assert not isinstance(hand, Refusal)
    return state, hand


@given(hands())
def test_a_guide_offers_exactly_what_goes(drawn: tuple[State, Hand]) -> None:
    state, hand = drawn
    guide = shelfie.guide(state, state.turn, hand)
    assert (guide.to_do, guide.hand) == ("take", hand.cells)
    for cell in CELLS[4]:
        assert (cell in guide.pick) == goes(state, hand, Pick(cell))
        assert (cell in guide.unpick) == goes(state, hand, Unpick(cell))
    for column, landing in enumerate(guide.lands):
        assert bool(landing) == goes(state, hand, ChooseColumn(column))
    assert len(guide.lands) == (5 if hand.cells else 0)


@given(hands())
def test_tiles_land_where_a_guide_says(drawn: tuple[State, Hand]) -> None:
    state, hand = drawn
    guide = shelfie.guide(state, state.turn, hand)
    for column, landing in enumerate(guide.lands):
        if landing:
            taken = shelfie.apply(state, TilesTaken(state.turn, hand.cells, column))
            shelf = shelfie.view(taken, None).seats[state.turn].shelf
            assert [shelf[row][place] for row, place in landing] == [
                state.board[cell] for cell in hand.cells
            ]


@given(lucks(GAME), st.data())
def test_most_is_the_longest_move_and_columns_are_what_fits(
    luck: Luck, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(play_out(luck).states))
    for seat in map(Seat, range(luck.seats)):
        guide = shelfie.guide(state, seat, None)
        moves = list(shelfie.legal_moves(state, seat))
        assert guide.most == max((len(move.cells) for move in moves), default=0)
        assert guide.pick == tuple(c for c in state.board if any(c in m.cells for m in moves))
        for column, room in enumerate(guide.columns):
            longest = (len(move.cells) for move in moves if move.column == column)
            assert not moves or max(longest, default=0) == min(room, guide.most)


def test_a_hand_of_an_earlier_turn_is_none() -> None:
    state = table(turns=3)
    guide = shelfie.guide(state, state.turn, Hand(state.turn, 2, (next(iter(state.board)),)))
    assert guide == shelfie.guide(state, state.turn, None)


@given(shelves(), st.sampled_from(Squares), st.integers(1, 12))
def test_all_parts_are_there_exactly_if_a_goal_is_met(
    shelf: Grid, squares: Squares, goal: int
) -> None:
    wording = WORDING[squares]
    progress = wording.measures[goal].of(shelf)
    assert (progress.have == progress.want) == wording.common_goals[goal].is_met(shelf)
    assert 0 <= progress.have <= progress.want
    assert bool(progress.cells) == bool(progress.have)
    assert all(shelf[row][column] for row, column in progress.cells)


@pytest.mark.parametrize(
    ("goal", "drawing", "have", "cells"),
    [
        (1, "...../...../...../CC.BB/CC.BB/GTPGF", 1, 4),  # of one kind, not of two
        (1, "...../...../CC.CC/CC.CC/CCGCC/GTPGF", 2, 12),
        (2, "C..../B..../G..../F..../T..../PCB..", 1, 6),
        (3, "...../...../...../CCBB./CCBBG/GGTPF", 2, 8),
        (4, "...../...../...../...../CCBBG/TTBPG", 4, 9),
        (5, "C.C../C.B../B.G../B.F../C.T../C.P..", 1, 6),
        (6, "...../...../...../C..../CBGFC/CBGFT", 1, 5),
        (7, "...../...../...../CBG../CBGGC/CBGFT", 1, 5),
        (8, "C...B/C...B/C...C/C...C/C...C/CBBBC", 3, 3),
        (9, "...../...../...../...../CBC.C/CBCBG", 5, 5),
        (10, "...../...../...../C.C../BCB../CBB..", 4, 4),
        (11, "...../C..../BC.../BBC../BBBCB/BBBBB", 4, 4),
        (12, "...../...../...../..C../.CCC./CCCCC", 3, 1 + 2 + 3),
        (12, "...../...../...../...../...../.....", 0, 0),
    ],
)
def test_progress(goal: int, drawing: str, have: int, cells: int) -> None:
    progress = WORDING[Squares.ONE_KIND].measures[goal].of(grid(drawing.split("/")))
    assert (progress.have, len(progress.cells)) == (have, cells)


def test_two_squares_of_two_kinds_are_two_where_any_kind_will_do() -> None:
    shelf = grid([".....", ".....", ".....", "CC.BB", "CC.BB", "GTPGF"])
    assert WORDING[Squares.ANY_KIND].measures[1].of(shelf).have == 2


@given(lucks(GAME), st.data())
def test_what_counts_adds_up_to_the_points(luck: Luck, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(play_out(luck).states))
    eyes = Seat(data.draw(st.integers(0, luck.seats - 1)))
    view, guide = shelfie.view(state, eyes), shelfie.guide(state, eyes, None)
    assert len(json.encode(guide)) < 3 * 1024
    for seat, counted in enumerate(guide.seats):
        earned = {point.source: point.amount for point in shelfie.points(view, Seat(seat))}
        assert sum(group.points for group in counted.groups) == earned["adjacency"]
        assert earned.get("personal") == (counted.personal and counted.personal.points)
        assert list(counted.goals) == list(view.common_goals)
        assert all(counted.goals[goal].have for goal in view.seats[seat].tokens)
        if counted.personal:
            met = sum(wish.met for wish in counted.personal.wishes)
            assert guide.points_by_matches[met] == counted.personal.points
