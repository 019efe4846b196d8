"""Laws for every teacher in every game that has one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.bots.teacher import notable, teacher_of, teaches
from ludoteca.games import GAMES, Dice, Refusal, Seat
from ludoteca.messages import Reason
from tests.conftest import no_coverage
from tests.games.random_play import Setup, setups
from tests.games.random_play import play_out as random_game

TAUGHT = [rules for name, rules in GAMES.items() if teaches(name)]
MOST = 30
"""The number of offered moves that are checked."""


def test_both_games_are_taught_and_others_need_not_be() -> None:
    assert [rules.NAME for rules in TAUGHT] == ["shelfie", "renaissance"]
    assert not teaches("four")


@no_coverage
@given(setup=setups(*TAUGHT), data=st.data())
def test_reasons_add_up_to_the_value_of_a_move_and_have_texts(
    setup: Setup, data: st.DataObject
) -> None:
    teacher, rules = teacher_of(setup.rules.NAME), setup.rules
    state = data.draw(st.sampled_from(random_game(setup).states[:-1]))
    for seat in rules.seats_to_move(state):
        view, moves = rules.view(state, seat), list(rules.legal_moves(state, seat))
        some = moves[:: -(-len(moves) // MOST)]
        for move, worth in zip(some, teacher.values(view, seat, some), strict=True):
            assert move in teacher.alternatives(move, moves)
            assert teacher.write(move)
            reasons = list(teacher.reasons(view, seat, move))
            assert sum(reason.worth for reason in reasons) == pytest.approx(worth)
            assert all(map(teacher.say, reasons))


@no_coverage
@given(setup=setups(*TAUGHT))
def test_played_move_is_recovered_from_its_events(setup: Setup) -> None:
    teacher, rules = teacher_of(setup.rules.NAME), setup.rules
    state, dice = random_game(setup).states[0], Dice(setup.seed)
    for _ in range(40):
        movers = rules.seats_to_move(state)
        if not movers:
            return
        seat = min(movers)
        moves = list(rules.legal_moves(state, seat))
        move = moves[dice.below(len(moves))]
        events = rules.play(state, seat, move, dice)
        assert not isinstance(events, Refusal)
        view = rules.view(state, seat)
        found = teacher.played(view, seat, events, moves)
        assert found is not None
        assert teacher.values(view, seat, [found]) == teacher.values(view, seat, [move])
        for event in events:
            state = rules.apply(state, event)


@given(setup=setups(*TAUGHT), data=st.data())
def test_chances_are_shared_by_all_seats_and_certain_at_the_end(
    setup: Setup, data: st.DataObject
) -> None:
    teacher, rules, game = teacher_of(setup.rules.NAME), setup.rules, random_game(setup)
    view = rules.view(data.draw(st.sampled_from(game.states[:-1])), None)
    chances = [teacher.chance(view, Seat(seat)) for seat in range(setup.seats)]
    assert all(0 <= chance <= 1 for chance in chances)
    assert setup.seats == 1 or sum(chances) == pytest.approx(1)
    outcome = rules.outcome(game.states[-1])
    assert outcome
    for seat in range(setup.seats):
        certain = teacher.chance(rules.view(game.states[-1], Seat(seat)), Seat(seat))
        assert certain == (1 / len(outcome.winners) if seat in outcome.winners else 0)


def test_at_most_three_reasons_are_given_and_a_drawback_comes_last() -> None:
    def told(*worths: float) -> list[float]:
        reasons = (Reason("open", worth) for worth in worths)
        return [reason.worth for reason in notable(reasons)]

    assert told(0.5, 2.0, 0.1, 1.0, 3.0) == [3.0, 2.0, 1.0]
    assert told(0.5, 2.0, -1.0, 1.0, -0.5) == [2.0, 1.0, -1.0]
    assert told(1.0, 0.0, -0.3) == [1.0, 0.0]
    assert told(0.1, -0.3) == [0.1]
    assert told() == []
