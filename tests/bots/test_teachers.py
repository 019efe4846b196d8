"""Hints and reviews in real processes, and by the judge of this process if those fail."""

from collections.abc import AsyncIterator
from functools import partial
from types import MappingProxyType

import pytest

from ludoteca.bots import BOTS, Bots, Teachers, Workers, coach
from ludoteca.bots.levels import OURS, bots_of
from ludoteca.games import GAMES, Dice, Refusal, Seat, play_move, replay
from ludoteca.messages import Advice, Played, Study
from tests.games.random_play import accepted

RULES = GAMES["shelfie"]


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    started = Workers(1)
    yield started
    await started.close()


@pytest.mark.parametrize(("name", "level"), [("LAST", "master"), ("BROKEN", "thoughtful")])
async def test_a_hint_names_the_level_that_has_given_it(
    monkeypatch: pytest.MonkeyPatch, workers: Workers, name: str, level: str
) -> None:
    monkeypatch.setattr(coach, "has_compiler", lambda: True)
    monkeypatch.setattr(coach, "PATIENCE", 60.0)  # the machine may be busy
    judges = {**bots_of("shelfie").judges, "master": f"tests.bots.strategies:{name}"}
    changed = partial(bots_of("shelfie")._replace, judges=MappingProxyType(judges))
    monkeypatch.setitem(OURS, "shelfie", changed)
    state = replay(RULES, accepted(RULES.setup(2, RULES.OPTIONS(), Dice(1))))
    (seat,) = RULES.seats_to_move(state)
    teachers = Teachers(Bots(BOTS, Dice(1), workers).thinking)
    advice = await teachers.hint(1, RULES, state, seat)
    assert isinstance(advice, Advice)
    assert advice.level == level
    moves = list(RULES.legal_moves(state, seat))
    assert (advice.move == moves[-1]) == (level == "master")
    assert await teachers.hint(1, RULES, state, Seat(1 - seat)) is None


@pytest.mark.parametrize("level", ["master", "thoughtful"])
async def test_a_review_tells_its_progress_and_covers_every_seat(
    workers: Workers, level: str
) -> None:
    dice = Dice(5)
    events = accepted(RULES.setup(2, RULES.OPTIONS(), dice))
    state = replay(RULES, events)
    played = [Played(1, None, tuple(events))]
    for version in range(2, 6):
        (seat,) = RULES.seats_to_move(state)
        done = play_move(RULES, state, seat, list(RULES.legal_moves(state, seat))[-1], dice)
        assert not isinstance(done, Refusal)
        played.append(Played(version, state, tuple(done[1]), seat))
        state = done[0]
    use = workers if level == "master" else None
    teachers = Teachers(Bots(BOTS, dice, use).thinking, use)
    told: list[Study] = [one async for one in teachers.study(RULES, 2, played, state)]
    assert [one.done for one in told] == [0, 1, 2, 3, 4, 5]
    assert {one.positions for one in told} == {5}
    last = told[-1]
    assert last.level == level
    for review in last.reviews:
        assert [point.version for point in review.curve] == [1, 2, 3, 4, 5]
        assert len(review.moves) == 2
        assert review.accuracy is not None
    versions = sorted(move.version for review in last.reviews for move in review.moves)
    assert versions == [2, 3, 4, 5]
    assert all(
        move.judged.best in question_moves(played, move.version)
        for review in last.reviews
        for move in review.moves
    )


def question_moves(played: list[Played], version: int) -> list[object]:
    (found,) = (one for one in played if one.version == version)
    assert found.seat is not None
    return list(RULES.legal_moves(found.state, found.seat))
