"""Mixtures of two levels that play at a given strength."""

from collections import Counter

import pytest

from ludoteca.bots.even import Mixture, is_offered, mixture_at
from ludoteca.bots.levels import bots_of
from ludoteca.games import Dice

PLAIN = ("uniform", "novice", "greedy")
GAMES = pytest.mark.parametrize("game", ["shelfie", "renaissance"])


@GAMES
def test_at_the_rating_of_a_level_only_this_level_plays(game: str) -> None:
    ratings = bots_of(game).ratings
    for level, rating in ratings.items():
        lower, upper, share = mixture_at(game, rating, ratings)
        assert (lower, share) == (level, 0.0) or (upper, share) == (level, 1.0)


@GAMES
def test_a_greater_strength_takes_more_moves_of_stronger_levels(game: str) -> None:
    ratings = bots_of(game).ratings
    order = list(ratings)
    found = [mixture_at(game, strength, ratings) for strength in range(1, 3000, 10)]
    places = [order.index(one.lower) + one.share for one in found]
    assert places == sorted(places)
    assert len(set(places)) > 50
    assert (places[0], places[-1]) == (0, len(order) - 1)


@GAMES
def test_only_levels_that_are_here_play(game: str) -> None:
    assert mixture_at(game, 5000, PLAIN) == Mixture("greedy", "greedy", 0.0)
    assert {*mixture_at(game, 1300, PLAIN)[:2]} == {"novice", "greedy"}
    assert mixture_at(game, 0, PLAIN) == mixture_at(game, 1500, PLAIN)


@GAMES
def test_measured_mixtures_are_between_their_levels(game: str) -> None:
    bots = bots_of(game)
    for (lower, upper), points in bots.mixtures.items():
        shares, ratings = zip(*points, strict=True)
        assert [*shares] == sorted(shares)
        assert [*ratings] == sorted(ratings)
        assert bots.ratings[lower] < ratings[0]
        assert ratings[-1] < bots.ratings[upper]


def test_moves_are_shared_between_the_levels() -> None:
    chosen = Counter(map(Mixture("novice", "greedy", 0.3).level, [Dice(1)] * 1000))
    assert 250 < chosen["greedy"] < 350
    assert chosen.total() == chosen["novice"] + chosen["greedy"]


def test_games_without_measured_bots_have_no_even_match() -> None:
    assert is_offered("shelfie", PLAIN)
    assert not is_offered("shelfie", ("uniform",))
    assert not is_offered("four", PLAIN)
