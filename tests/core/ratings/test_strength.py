"""The estimate of a strength from a few games."""

from random import Random

import pytest

from ludoteca.core.ratings.model import Rating
from ludoteca.core.ratings.strength import (
    CLOSE,
    LATEST,
    NEW,
    Met,
    estimate,
    expected,
    together,
)
from tests.conftest import many

NOVICE, GREEDY, THOUGHTFUL, MASTER = 697, 1500, 1918, 2270


def test_without_games_the_estimate_is_what_was_known() -> None:
    assert estimate(NEW, []) == pytest.approx(1500, abs=CLOSE)
    assert estimate(Rating(1723, 150), []) == pytest.approx(1723, abs=CLOSE)


def test_wins_raise_the_estimate_and_draws_against_equals_change_nothing() -> None:
    won, lost = Met(1500, 1.0), Met(1500, 0.0)
    assert estimate(NEW, [won]) > 1600
    assert estimate(NEW, [lost]) < 1400
    assert estimate(NEW, [won, lost]) == pytest.approx(1500, abs=CLOSE)
    assert estimate(NEW, [Met(1500, 0.5)]) == pytest.approx(1500, abs=CLOSE)
    assert estimate(Rating(1500, 100), [won]) < estimate(NEW, [won])


def test_several_opponents_count_as_a_stronger_one() -> None:
    assert together([1500]) == pytest.approx(1500)
    assert together([1500, 1500]) == pytest.approx(1500 + 120.4, abs=0.1)
    # Against three opponents who are each weaker by as much, a player wins half the games.
    assert expected(1500, together([1500 - together([0, 0, 0])] * 3)) == pytest.approx(0.5)


@pytest.mark.parametrize("strength", [NOVICE, 1100, GREEDY, THOUGHTFUL, MASTER])
def test_a_player_of_any_strength_wins_about_half_after_twenty_games(strength: int) -> None:
    games = many(20_000)
    for seed in range(many(20, share=4)):
        chance = Random(seed)  # noqa: S311 - not for cryptography
        met: list[Met] = []
        for _ in range(LATEST + games):
            faced = round(estimate(NEW, met[-LATEST:]))
            won = chance.random() < expected(strength, faced)
            met.append(Met(faced, float(won)))
        won_later = sum(one.score for one in met[LATEST:]) / games
        assert 0.4 < won_later < 0.6
