"""Laws for the judge of every game, and agreement of hints and reviews."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.bots import Question, strategy
from ludoteca.bots.judging import (
    BY_TEACHER,
    GOOD,
    INACCURACY,
    Judgement,
    Line,
    accuracy,
    hint,
    judge_here,
    judged,
    judges_of,
    key_moments,
    loss_of,
    notable,
)
from ludoteca.bots.teacher import question_of, sentence, teaches
from ludoteca.games import GAMES, Dice, Rules, Seat, replay, resolve
from ludoteca.games.contract import Move
from ludoteca.messages import Grade, Judged, Reason
from tests.conftest import no_coverage
from tests.games.random_play import Setup, accepted, setups
from tests.games.random_play import play_out as random_game

TAUGHT = [rules for name, rules in GAMES.items() if teaches(name)]
GAMES_TAUGHT = pytest.mark.parametrize("rules", TAUGHT, ids=lambda rules: rules.NAME)


@no_coverage
@given(setup=setups(*TAUGHT), data=st.data())
def test_judgement_depends_only_on_events_the_seat_received(
    setup: Setup, data: st.DataObject
) -> None:
    game, rules = random_game(setup), setup.rules
    _, judge = judge_here(rules.NAME)
    place = data.draw(st.integers(0, len(game.states) - 2))
    state = game.states[place]
    for seat in rules.seats_to_move(state):
        news = [rules.redact(event, seat) for event in game.events[: game.told[place]]]
        told = replay(rules, [event for event in news if event is not None])
        questions = [question_of(rules, one, seat) for one in (state, told)]
        assert judge.judge(questions[0]) == judge.judge(questions[1])
        chances = [judge.chance(rules, question.view, seat) for question in questions]
        assert chances[0] == chances[1]
        assert 0 <= chances[0] <= 1


def game_of_greedy(rules: Rules, every: int) -> Iterator[tuple[Question, Move]]:
    """Play a game between greedy bots; yield some of the moves that the judge compares."""
    dice, judge = Dice(4), judge_here(rules.NAME)[1]
    state = replay(rules, accepted(rules.setup(2, rules.OPTIONS(), dice)))
    number = 0
    while movers := rules.seats_to_move(state):
        question = question_of(rules, state, min(movers))
        move = strategy("greedy")(question, dice)
        number += judge.compares(move)
        if judge.compares(move) and number % every == 0:
            yield question, move
        for event in accepted(rules.play(state, min(movers), move, dice)):
            state = rules.apply(state, event)


@no_coverage
@GAMES_TAUGHT
@pytest.mark.parametrize("level", ["thoughtful", "master"])
def test_hint_and_review_agree_and_the_best_move_is_never_a_mistake(
    rules: Rules, level: str
) -> None:
    judge = resolve(judges_of(rules.NAME)[level])
    grades = set()
    for question, move in game_of_greedy(rules, every=4):
        hinted, reviewed = judge.judge(question), judge.judge(question, move)
        assert hinted
        assert reviewed
        if not judge.compares(hinted.lines[0].move):
            continue  # a leader can be played first
        assert hinted.lines == reviewed.lines
        found = judged(rules.NAME, reviewed)
        assert found
        assert found.best == hinted.lines[0].move or found.grade is Grade.BEST
        assert found.best_worth >= found.worth
        grades.add(found.grade)
        again = judge.judge(question, hinted.lines[0].move)
        assert again
        best = judged(rules.NAME, again)
        assert best
        assert (best.grade, loss_of(best), best.gains) == (Grade.BEST, 0, ())
        assert all(reason.worth >= 0 for reason in best.reasons)
    assert len(grades) > 1


@GAMES_TAUGHT
def test_hint_is_for_the_seat_to_move_and_a_sentence(rules: Rules) -> None:
    state = random_game(Setup(rules, 2, rules.OPTIONS(), 3)).states[-20]
    (seat,) = rules.seats_to_move(state)
    advice = hint(rules, state, seat)
    assert advice
    assert advice.move in rules.legal_moves(state, seat)
    assert sentence(rules.NAME, advice).endswith(".")
    assert hint(rules, state, Seat(1 - seat)) is None


def move(chance: float, best: float = 0.5) -> Judged:
    """Return a judged move with these probabilities of winning."""
    lines = (Line("better", best, best), Line("played", chance - 1, chance))
    found = judged("shelfie", Judgement(lines, lines[1]))
    assert found
    return found


def test_grades_follow_from_the_probability_lost() -> None:
    assert move(0.5 - GOOD / 2).grade is Grade.GOOD
    assert move(0.6).grade is Grade.GOOD
    assert move(0.5 - INACCURACY + 0.001).grade is Grade.INACCURACY
    assert move(0.5 - INACCURACY - 0.001).grade is Grade.MISTAKE
    assert accuracy([]) is None
    assert accuracy([move(0.6)]) == 100
    assert accuracy([move(0.3), move(0.5)]) == pytest.approx(65.1, abs=0.1)


def test_key_moments_are_the_costliest_moves_in_order() -> None:
    moves = {version: move(0.5 - version / 100) for version in range(1, 20, 2)}
    assert key_moments(moves) == (11, 13, 15, 17, 19)
    assert key_moments({1: move(0.49)}) == ()


def test_advantages_are_named_unless_drawbacks_outweigh_them() -> None:
    groups, goal, room = (Reason("more_groups", 1.5), Reason("more_goal", 0.5), Reason("room", 0.2))
    assert notable([goal, room, groups]) == (groups, goal)
    assert notable([groups, Reason("more_personal", -1.0)]) == (groups,)
    assert notable([groups, goal, Reason("more_personal", -2.0)]) == ()


@GAMES_TAUGHT
def test_teacher_judges_games_without_a_judge(rules: Rules) -> None:
    dice = Dice(4)
    state = replay(rules, accepted(rules.setup(2, rules.OPTIONS(), dice)))
    question = question_of(rules, state, min(rules.seats_to_move(state)))
    judgement = BY_TEACHER.judge(question)
    assert judgement
    assert judgement.lines[0].move in question.moves
    assert judgement.lines[0].worth == max(line.worth for line in judgement.lines)
    assert 0 <= BY_TEACHER.chance(rules, question.view, question.seat) <= 1
