"""Setting up the table, the round, and the end of the game."""

from functools import reduce

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from ludoteca.games import Dice, Ending, Outcome, Refusal, Rules, Seat, shelfie
from ludoteca.games.shelfie import Edition, GameEnded, Options, Reason, ShelfFilled
from ludoteca.games.shelfie.board import TILES
from tests.games.random_play import Setup, accepted, play_out, setups
from tests.games.shelfie.drawn import after, played, table, tiles_of, total

EMPTY = "...../...../...../...../...../....."
ALMOST_FULL = ".BGFT/CBGFT/BCFGP/GTBCF/FPTBC/TGCPB"
GAME: Rules = shelfie


@pytest.mark.parametrize("goals", [0, 1, 2])
def test_a_table_has_as_many_common_goals_as_wanted(goals: int) -> None:
    options = Options(common_goals=goals)  # type: ignore[arg-type]
    state = reduce(shelfie.apply, accepted(shelfie.setup(3, options, Dice(1))), shelfie.BLANK)
    assert len(state.claims) == goals
    assert len(set(state.goals.values())) == 3


@pytest.mark.parametrize(
    "field",
    [{"common_goals": 3}, {"edition": "french"}, {"squares": "round"}, {"leftovers": "eaten"}],
)
def test_options_that_do_not_exist_are_refused(field: dict[str, object]) -> None:
    answer = shelfie.setup(2, Options(**field), Dice(0))  # type: ignore[arg-type]
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.BAD_OPTIONS


@pytest.mark.parametrize(
    ("options", "squares", "leftovers"),
    [
        ({}, "one_kind", "stay"),
        ({"edition": "italian"}, "one_kind", "stay"),
        ({"edition": "english"}, "any_kind", "return"),
        ({"squares": "any_kind"}, "any_kind", "stay"),
        ({"edition": "english", "leftovers": "stay"}, "any_kind", "stay"),
        ({"edition": "english", "squares": "one_kind"}, "one_kind", "return"),
        ({"squares": "any_kind", "leftovers": "return"}, "any_kind", "return"),
    ],
)
def test_explicit_rule_option_overrides_the_edition(
    options: dict[str, str], squares: str, leftovers: str
) -> None:
    chosen = msgspec.convert(options, Options)
    state = reduce(shelfie.apply, accepted(shelfie.setup(2, chosen, Dice(1))), shelfie.BLANK)
    assert state.rules == shelfie.view(state, None).rules
    assert (state.rules.squares, state.rules.leftovers) == (squares, leftovers)


def test_an_edition_alone_is_written_as_it_always_was() -> None:
    laid, *_ = accepted(shelfie.setup(2, Options(edition=Edition.ENGLISH), Dice(1)))
    assert msgspec.to_builtins(laid).keys() == {
        "event", "seats", "edition", "common_goals", "first",
    }  # fmt: skip


@pytest.mark.parametrize("seats", [1, 5])
def test_a_table_is_for_two_to_four(seats: int) -> None:
    answer = shelfie.setup(seats, Options(), Dice(0))
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.BAD_SEATS


def test_anybody_may_be_first() -> None:
    laid = [accepted(shelfie.setup(4, Options(), Dice(seed))) for seed in range(40)]
    assert {reduce(shelfie.apply, events, shelfie.BLANK).first for events in laid} == {0, 1, 2, 3}


def test_a_turn_passes_to_the_next_seat_and_round() -> None:
    state = table(3)
    turns = []
    for move in ("d3 > 1", "e3 > 1", "f3 > 1", "c3 > 1"):
        turns.append(state.turn)
        state = after(state, move)
    assert turns == [0, 1, 2, 0]
    assert state.turns == 4


# Rules, section 9: play goes on until the seat just before the first one has moved.
@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("finisher", [0, 1, 2, 3])
def test_the_round_in_which_a_shelf_is_filled_is_the_last(first: int, finisher: int) -> None:
    shelves = [EMPTY] * finisher + [ALMOST_FULL]
    state = after(table(shelves=shelves, first=Seat(first), turn=Seat(finisher)), "d3 > 1")
    still_to_move = (first - 1 - finisher) % 4
    for move in ("e3 > 1", "f3 > 1", "c3 > 1")[:still_to_move]:
        assert shelfie.view(state, None).last_round
        assert state.outcome is None
        state = after(state, move)
    assert state.outcome is not None
    assert state.outcome.ending is Ending.PLAYED_OUT


def test_the_end_token_goes_to_the_first_to_fill_only() -> None:
    state = table(3, shelves=[ALMOST_FULL, ALMOST_FULL])
    first = played(state, "d3 > 1")
    assert not isinstance(first, Reason)
    assert ShelfFilled(Seat(0)) in first
    second = played(after(state, "d3 > 1"), "e3 > 1")
    assert not isinstance(second, Reason)
    assert not any(isinstance(event, ShelfFilled) for event in second)
    view = shelfie.view(after(state, "d3 > 1", "e3 > 1"), None)
    assert [seat.end_token for seat in view.seats] == [True, False, False]
    earned = [{p.source: p.amount for p in shelfie.points(view, Seat(seat))} for seat in range(3)]
    assert [points["end_token"] for points in earned] == [1, 0, 0]


# The end token is worth one point; a book on (5, 0) is one match of personal goal 3.
@pytest.mark.parametrize(
    ("first", "winner"),
    [
        (1, 0),  # seat 1 is first, so seat 0 is last and wins the tie
        (0, 1),
    ],
)
def test_among_equals_the_last_in_turn_order_wins(first: int, winner: int) -> None:
    book = "...../...../...../...../...../B...."
    mover = Seat((first - 1) % 2)
    shelves = [book, EMPTY] if mover == 1 else [EMPTY, book]
    goals = (3, 4) if mover == 1 else (4, 3)
    state = table(2, shelves=shelves, goals=goals, first=Seat(first), turn=mover, finisher=mover)
    end = after(state, "d3 > 1")
    assert [total(end, seat) for seat in range(2)] == [1, 1]
    assert end.outcome == Outcome((Seat(winner),), Ending.PLAYED_OUT)


def test_personal_goals_are_shown_at_the_end_and_not_before() -> None:
    state = table(2, goals=(5, 9), first=Seat(1), finisher=Seat(1))
    assert [seat.goal for seat in shelfie.view(state, Seat(1)).seats] == [None, 9]
    assert [seat.goal for seat in shelfie.view(state, None).seats] == [None, None]
    events = played(state, "d3 > 1")
    assert not isinstance(events, Reason)
    assert isinstance(events[-1], GameEnded)
    assert events[-1].goals == (5, 9)
    end = reduce(shelfie.apply, events, state)
    assert [seat.goal for seat in shelfie.view(end, None).seats] == [5, 9]


# Rules, section 9, worked example: personal goal 1, tokens 4 and 8, 36 points in all.
def test_the_worked_example_of_the_rulebook() -> None:
    shelf = "PPP../BPPC./FBFB./TGTG./TTCCC/TTTCC"
    claims = {1: (Seat(1), Seat(0)), 2: (Seat(0),)}
    state = table(2, shelves=[shelf], goals=(1, 2), claims=claims)
    points = shelfie.points(shelfie.view(state, Seat(0)), Seat(0))
    assert {point.source: point.amount for point in points} == {
        "common/two_squares": 4,
        "common/two_columns_all_different": 8,
        "end_token": 0,
        "personal": 6,
        "adjacency": 18,
    }


@given(setups(GAME))
def test_no_tile_is_ever_lost(setup: Setup) -> None:
    for state in play_out(setup, absences=True).states:
        assert sorted(tiles_of(state)) == list(TILES)


@given(setups(GAME))
def test_all_seats_have_had_the_same_number_of_turns_at_the_end(setup: Setup) -> None:
    states = play_out(setup).states
    assert (len(states) - 1) % setup.seats == 0
    assert states[-1].turns == len(states) - 1
    assert all(len(column) == 6 for column in states[-1].shelves[states[-1].finisher])


@given(setups(GAME))
def test_view_does_not_depend_on_hidden_values(setup: Setup) -> None:
    for state in play_out(setup).states[:-1:7]:
        for eyes in (None, *map(Seat, range(setup.seats))):
            goals = {s: goal if s == eyes else goal % 12 + 1 for s, goal in state.goals.items()}
            changed = replace(state, goals=goals)
            assert changed != state
            assert shelfie.view(changed, eyes) == shelfie.view(state, eyes)
