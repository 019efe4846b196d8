"""Hints, reviews, practice, analysis boards and the judge name the same best move."""

from collections.abc import AsyncIterator, Iterator
from itertools import count

import pytest

from ludoteca.bots import BOTS, Bots, Teachers, Workers, coach, strategy
from ludoteca.bots.judging import judges_of
from ludoteca.bots.teacher import question_of
from ludoteca.games import GAMES, Dice, Rules, replay, resolve
from ludoteca.games.chance import drawn
from ludoteca.games.contract import State
from ludoteca.games.positions import positions_of, read_position
from ludoteca.messages import Grade, Judged, Played
from tests.conftest import many, no_coverage
from tests.games.random_play import accepted

POSITIONS = 100
PER_GAME = 2
"""Positions sampled from each game."""
MOST_TIED = 20
"""At most one position in this number may be a tie of several best moves."""
NAMED, OPENING = 2, 1
"""Versions of the sampled move and of the position before it."""


@pytest.fixture
async def teachers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Teachers]:
    monkeypatch.setattr(coach, "PATIENCE", 600.0)  # the machine may be busy, or must compile
    workers = Workers(1)
    yield Teachers(Bots(BOTS, Dice(1), workers).thinking, workers)
    await workers.close()


def sampled(rules: Rules) -> Iterator[tuple[Played, State]]:
    """Yield moves that the judge compares, each with the state after it, from game after game."""
    judge = resolve(list(judges_of(rules.NAME).values())[-1])
    for seed in count():
        dice, found = Dice(seed), []
        state = replay(rules, accepted(rules.setup(2 + seed % 3, rules.OPTIONS(), dice)))
        while movers := rules.seats_to_move(state):
            seat = min(movers)
            question = question_of(rules, state, seat)
            move = strategy("uniform" if dice.below(4) == 0 else "greedy")(question, dice)
            played = Played(
                NAMED, state, tuple(accepted(rules.play(state, seat, move, dice))), seat
            )
            for event in played.events:
                state = rules.apply(state, event)
            if judge.compares(move):
                found.append((played, state))
        yield from drawn(found, PER_GAME, dice)


async def reviewed(teachers: Teachers, rules: Rules, played: Played, after: State) -> Judged | None:
    """Return the judgement of the move in a review that contains no other move."""
    seats = len(rules.view(after, None).seats)
    opening = Played(OPENING, None, ())
    *_, study = [one async for one in teachers.study(rules, seats, [opening, played], after)]
    return next((one.judged for review in study.reviews for one in review.moves), None)


def written_and_read(rules: Rules, state: State) -> State:
    """Return a state as an analysis board reads it from its text."""
    written = positions_of(rules)
    assert written
    return read_position(rules, written.write_state(state))


@no_coverage
@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_hint_review_practice_and_analysis_agree_on_the_best_move(
    teachers: Teachers, game: str
) -> None:
    rules = GAMES[game]
    judge = resolve(judges_of(game)["master"])
    wanted, agreed, ties = many(POSITIONS), 0, 0
    for played, after in sampled(rules):
        assert played.seat is not None
        question = question_of(rules, played.state, played.seat)
        judgement = judge.judge(question)
        assert judgement
        best = judgement.lines[0]
        if not judge.compares(best.move):  # a leader can be played first
            continue
        hint = await teachers.hint(0, rules, played.state, played.seat)
        review = await reviewed(teachers, rules, played, after)
        practice = await teachers.judge(rules, played, played.seat, best.move)
        analysis = await teachers.evaluate(rules, written_and_read(rules, played.state), "")
        assert hint
        assert review
        assert practice
        assert analysis
        assert hint.level == "master"
        assert hint.move == best.move
        assert practice.grade is Grade.BEST
        first, *_ = analysis.moves
        assert (analysis.level, analysis.seat) == (hint.level, played.seat)
        assert (first.move, first.chance, first.reasons, first.line) == (
            *(hint.move, hint.chance, hint.reasons, hint.line),
        )
        if review.best == best.move:
            agreed += 1
        else:
            assert (review.grade, review.best_worth) == (Grade.BEST, best.worth)
            ties += 1
            print(f"{game}: {best.move} and {review.best} are equal")  # noqa: T201
        assert review.grade is not Grade.MISTAKE or review.best != review.move
        if agreed + ties == wanted:
            break
    print(f"{game}: {agreed} of {wanted} positions agree, {ties} ties")  # noqa: T201
    assert ties <= max(1, wanted // MOST_TIED)
