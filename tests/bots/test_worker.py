"""A worker answers questions from its pipe; errors are answers, too."""

from ludoteca.bots.contract import Budget, Strategy
from ludoteca.bots.judging import Judge, judge_here, judges_of
from ludoteca.bots.levels import bots_of
from ludoteca.bots.teacher import question_of
from ludoteca.bots.worker import answer
from ludoteca.bots.workers import LENGTH, Answer, Asked, Studied, Thought, write_thought
from ludoteca.games import ROWS, Dice, replay, shelfie
from tests.games.random_play import accepted

STATE = replay(shelfie, accepted(shelfie.setup(2, shelfie.OPTIONS(), Dice(3))))
SEAT = min(shelfie.seats_to_move(STATE))
QUESTION = question_of(shelfie, STATE, SEAT)
MOVES = tuple(QUESTION.moves)
LEVEL = "thoughtful"
JUDGE = judges_of("shelfie")[LEVEL]
STRATEGY = bots_of("shelfie").strategies[LEVEL]


def told(strategy: Strategy | Judge | str, asked: Asked | Studied | None) -> Answer:
    thought = Thought(strategy, ROWS["shelfie"].reference, asked)
    return answer(write_thought(thought)[LENGTH:])


def test_worker_chooses_one_of_the_moves() -> None:
    budget = Budget(share=0.01, until=float("inf"))
    chosen = told(STRATEGY, Asked(QUESTION.view, SEAT, MOVES, 7, budget))
    assert not chosen.failed
    assert 0 <= chosen.move < len(MOVES)


def test_worker_judges_as_the_server_would() -> None:
    _, here = judge_here("shelfie")
    studied = told(JUDGE, Studied(QUESTION.view, SEAT, MOVES))
    chance = told(JUDGE, Studied(QUESTION.view, SEAT, ())).chance
    assert (studied.failed, studied.judgement) == ("", here.judge(QUESTION))
    assert chance == here.chance(shelfie, QUESTION.view, SEAT)


def test_worker_loads_strategies_and_judges_and_reports_errors() -> None:
    assert told(STRATEGY, None) == told(JUDGE, None) == Answer()
    assert told("ludoteca.bots:nothing", None).failed.startswith("AttributeError")
