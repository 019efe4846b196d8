"""Guides for My Shelfie: a step is accepted exactly if it is offered."""

from collections.abc import Mapping, Sequence

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
from ludoteca.games.shelfie.board import KINDS, Kind
from ludoteca.games.shelfie.missing import Gap, is_lost, missing
from ludoteca.games.shelfie.progress import Spot
from tests.games.random_play import Setup, play_out, setups
from tests.games.shelfie.drawn import grid, table
from tests.games.shelfie.shelves import shelves

GAME: Rules = shelfie


def goes(state: State, hand: Hand, step: Step) -> bool:
    return not isinstance(shelfie.step(state, hand, step), Refusal)


@st.composite
def hands(draw: st.DrawFn) -> tuple[State, Hand]:
    """Draw a hand in the middle of a random game."""
    setup: Setup = draw(setups(GAME))
    states = play_out(setup).states
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
def test_guide_offers_exactly_the_possible_steps(drawn: tuple[State, Hand]) -> None:
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


@given(setups(GAME), st.data())
def test_guide_gives_the_longest_move_and_the_room_in_each_column(
    setup: Setup, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(play_out(setup).states))
    for seat in map(Seat, range(setup.seats)):
        guide = shelfie.guide(state, seat, None)
        moves = list(shelfie.legal_moves(state, seat))
        assert guide.most == max((len(move.cells) for move in moves), default=0)
        assert guide.pick == tuple(c for c in state.board if any(c in m.cells for m in moves))
        for column, room in enumerate(guide.columns):
            longest = (len(move.cells) for move in moves if move.column == column)
            assert not moves or max(longest, default=0) == min(room, guide.most)


def test_hand_of_an_earlier_turn_is_ignored() -> None:
    state = table(turns=3)
    guide = shelfie.guide(state, state.turn, Hand(state.turn, 2, (next(iter(state.board)),)))
    assert guide == shelfie.guide(state, state.turn, None)


@given(shelves(), st.sampled_from(Squares), st.integers(1, 12))
def test_progress_is_complete_if_and_only_if_a_goal_is_met(
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
def test_progress_counts_completed_parts(goal: int, drawing: str, have: int, cells: int) -> None:
    progress = WORDING[Squares.ONE_KIND].measures[goal].of(grid(drawing.split("/")))
    assert (progress.have, len(progress.cells)) == (have, cells)


@pytest.mark.parametrize(
    ("goal", "drawing", "gaps"),
    [
        (1, "...../...../...../CC.../CC..C/GTPCC", "43 C"),
        (1, "...../...../...../CC.../CC..B/GTPBB", ""),  # it would be of another kind
        (2, "...../BC.../GB.../FG.../TF.../PT...", "00 C,01 P"),
        (3, "...../...../...../C..../CC.BB/GTPGF", "20 C,31 C,42 CB,33 B,34 B"),
        (4, "...../...../...../...../...../C.B..", "40 C,51 CB,42 B,53 B"),
        (5, "C..../CC.../BC.../BB.../BBBBB/GGGGG", "01 CBG,02,12,22,32"),
        (6, "...../...../...../CBG../CBG../CCGFT", "33 FTP,34 FTP,43 FTP,44 FTP"),
        (7, "C..../C..../CBGFT/CBGFT/CBGFT/CBGFT", ""),  # never more
        (8, "...../...../...../...../...../CBBBC", "00 C,04 C"),
        (8, "B..../C..../C..../C..../C..../CBBBC", ""),  # never more
        (9, "...../...../...../...../CBC.C/CBCBG", "30 C,31 C,32 C,43 C,34 C"),
        (10, "...../...../...../..C../BCB../CBC..", "30 C"),
        (11, "...../...../B..../BBC../BBBCB/BBBBC", "10 C,21 C"),
        (12, "...../C..../CC.../CC.../CCC../CCCCC", "32,43"),
    ],
)
def test_missing_tiles_of_a_goal(goal: int, drawing: str, gaps: str) -> None:
    shelf = grid(drawing.split("/"))
    found = missing(goal, WORDING[Squares.ONE_KIND].measures[goal], shelf)
    said = ",".join(f"{g.cell[0]}{g.cell[1]} {''.join(g.kinds)}".strip() for g in found)
    assert sorted(said.split(",")) == sorted(gaps.split(","))


@given(shelves(), st.sampled_from(Squares), st.integers(1, 12))
def test_a_goal_is_met_once_nothing_is_missing(shelf: Grid, squares: Squares, goal: int) -> None:
    measure, met = WORDING[squares].measures[goal], WORDING[squares].common_goals[goal].is_met
    gaps = missing(goal, measure, shelf)
    assert not (gaps and met(shelf))
    assert all(shelf[row][column] is None for row, column in (gap.cell for gap in gaps))
    before = measure.of(shelf).have
    if goal == 4:  # each pair is one by itself
        for gap in gaps:
            for kind in gap.kinds:
                assert measure.of(placed(shelf, {gap.cell: kind})).have >= min(before + 1, 6)
    elif goal == 1:
        assert not gaps or measure.of(filled(shelf, gaps, goal)).have > before
    elif goal not in (3, 9) and gaps:
        assert met(filled(shelf, gaps, goal))


@pytest.mark.parametrize(
    ("goal", "drawing", "lost"),
    [
        (1, "CBGFT/BGFTC/GFTCB/FTCBG/TCBGF/CBGFT", False),  # nothing is said of squares
        (7, "C..../C..../CBGFT/CBGFT/CBGFT/CBGFT", True),
        (8, "...../...../...../...../...../CBBBC", False),
        (8, "...../...../...../...../...../CBBBG", True),
        (9, "...../...../...../...../...../.....", False),
        (11, "...../C..../CC.../CCC../CCCC./CCCCC", False),  # it is met
    ],
)
def test_a_goal_that_can_never_be_met_is_lost(goal: int, drawing: str, lost: bool) -> None:
    measure = WORDING[Squares.ONE_KIND].measures[goal]
    assert is_lost(goal, measure, grid(drawing.split("/"))) is lost


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_everybody_sees_which_goals_a_shelf_can_no_longer_meet(viewer: Seat | None) -> None:
    state = table(2, shelves=["...../...../...../...../...../CBBBG"], common=(7, 8))
    assert shelfie.guide(state, viewer, None).seats[0].lost == (8,)


@given(
    shelves(),
    st.sampled_from(Squares),
    st.integers(1, 12),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(KINDS)), max_size=30),
)
def test_a_lost_goal_is_never_met(
    shelf: Grid, squares: Squares, goal: int, falling: list[tuple[int, Kind]]
) -> None:
    measure, met = WORDING[squares].measures[goal], WORDING[squares].common_goals[goal].is_met
    lost = is_lost(goal, measure, shelf)
    for column, kind in falling:
        room = [row for row in range(6) if shelf[row][column] is None]
        shelf = placed(shelf, {(room[-1], column): kind}) if room else shelf
        assert not (lost and met(shelf))


def filled(shelf: Grid, gaps: Sequence[Gap], goal: int) -> Grid:
    """Return the shelf with a suitable tile in every gap."""
    used: dict[int, set[Kind]] = {}
    tiles: dict[Spot, Kind] = {}
    for gap in gaps:
        kinds = gap.kinds or KINDS
        line = used.setdefault(gap.cell[goal == 2], set())  # its lines are columns
        new = [kind for kind in kinds if kind not in line] if goal in (2, 6) else kinds
        tiles[gap.cell] = new[0]
        line.add(new[0])
    return placed(shelf, tiles)


def placed(shelf: Grid, tiles: Mapping[Spot, Kind]) -> Grid:
    return tuple(
        tuple(tiles.get((row, column), kind) for column, kind in enumerate(line))
        for row, line in enumerate(shelf)
    )


def test_guide_lists_missing_tiles_for_the_own_shelf_only() -> None:
    state = table()
    guide = shelfie.guide(state, Seat(0), None)
    assert set(guide.seats[0].missing) == set(guide.seats[0].goals)
    assert guide.seats[1].missing == {}


def test_squares_of_two_kinds_count_as_two_if_any_kind_is_allowed() -> None:
    shelf = grid([".....", ".....", ".....", "CC.BB", "CC.BB", "GTPGF"])
    assert WORDING[Squares.ANY_KIND].measures[1].of(shelf).have == 2


@given(setups(GAME), st.data())
def test_parts_add_up_to_the_points(setup: Setup, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(play_out(setup).states))
    eyes = Seat(data.draw(st.integers(0, setup.seats - 1)))
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
