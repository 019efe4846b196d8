"""Common goals in play: which token a seat takes, and when."""

import pytest

from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import RULE_SETS, Reason, RuleSet, Squares, TokenTaken
from tests.games.shelfie.drawn import after, called, played, table

EMPTY = "...../...../...../...../...../....."
STAIRS = "...../C..../CB.../CBG../CBGF./CBGFT"
ALMOST_STAIRS = "...../C..../CB.../CBG../CBGF./CBGF."


def test_top_token_goes_to_the_next_player_to_meet_the_goal() -> None:
    state = table(shelves=[ALMOST_STAIRS] * 3, common=[12])
    taken = []
    for move in ("d3 > 5", "e3 > 5", "f3 > 5"):
        events = played(state, move)
        assert not isinstance(events, Reason)
        taken += [event for event in events if isinstance(event, TokenTaken)]
        state = after(state, move)
    assert taken == [
        TokenTaken(Seat(0), 12, 8),
        TokenTaken(Seat(1), 12, 6),
        TokenTaken(Seat(2), 12, 4),
    ]
    assert shelfie.view(state, None).common_goals == {12: (2,)}


@pytest.mark.parametrize(("seats", "stack"), [(2, (8, 4)), (3, (8, 6, 4)), (4, (8, 6, 4, 2))])
def test_a_card_has_as_many_tokens_as_players(seats: int, stack: tuple[int, ...]) -> None:
    assert shelfie.view(table(seats, common=[3]), None).common_goals == {3: stack}


def test_both_goals_may_be_met_in_one_turn() -> None:
    stairs_and_eight_cats = "...../C..../CC.../CCB../CCBB./CBGF."
    state = after(table(shelves=[stairs_and_eight_cats], common=[9, 12]), "d3 > 5")
    assert state.claims == {9: (0,), 12: (0,)}
    assert shelfie.view(state, None).seats[0].tokens == {9: 8, 12: 8}


def test_a_token_is_taken_once_and_kept_when_the_pattern_is_spoilt() -> None:
    state = after(table(2, shelves=[ALMOST_STAIRS], common=[12]), "d3 > 5", "e3 > 5")
    assert state.claims == {12: (0,)}
    spoilt = after(state, "f3 > 5", "c3 > 5")
    assert spoilt.claims == {12: (0,)}
    assert shelfie.view(spoilt, None).seats[0].tokens == {12: 8}


def test_only_the_seat_that_moved_can_take_a_token() -> None:
    assert after(table(2, shelves=[EMPTY, STAIRS], common=[12]), "d3 > 1").claims == {12: ()}


def test_without_common_goals_nothing_is_taken() -> None:
    events = played(table(shelves=[ALMOST_STAIRS]), "d3 > 5")
    assert not isinstance(events, Reason)
    assert not any(isinstance(event, TokenTaken) for event in events)


@pytest.mark.parametrize("rules", RULE_SETS, ids=called)
def test_squares_of_two_kinds_count_if_any_kind_is_allowed(rules: RuleSet) -> None:
    room = [*["........."] * 3, "....G....", "....T....", *["........."] * 4]
    shelf = "...../...../...../...../CC.G./CC.GG"
    state = table(room=room, shelves=[shelf], common=[1], rules=rules)
    met = (0,) if rules.squares == Squares.ANY_KIND else ()
    assert after(state, "e4 > 5").claims == {1: met}
