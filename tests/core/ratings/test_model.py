"""Ratings after a game: openskill's published example, laws, and a year of simulated games."""

import math
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.bots import LEVELS
from ludoteca.bots.levels import bots_of
from ludoteca.core.ratings.model import (
    MEASURED,
    MODEL,
    START,
    UNKNOWN,
    Entrant,
    Rating,
    rated,
)
from ludoteca.games import Seat

RATINGS = st.builds(Rating, st.floats(0, 3000), st.floats(30, UNKNOWN))
TABLES = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.lists(RATINGS, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
    )
)


def entrants(before: Sequence[Rating], places: Sequence[int]) -> list[Entrant]:
    return [Entrant(Seat(s), place, before[s], 0) for s, place in enumerate(places)]


def test_openskills_published_example_agrees() -> None:
    # Its README: two teams of new players, of which the first wins; our scale is 30 times as wide.
    new = MODEL.rating
    [[first, _], [last, _]] = MODEL.rate([[new(), new()], [new(), new()]])
    wide = UNKNOWN / (25 / 3)
    assert (first.mu - START) / wide + 25 == pytest.approx(26.964294621803063)
    assert (last.mu - START) / wide + 25 == pytest.approx(23.035705378196937)
    assert first.sigma / wide == last.sigma / wide == pytest.approx(8.177962604389991)


@given(TABLES)
def test_seats_are_rated_the_same_in_any_order(table: tuple[list[Rating], list[int]]) -> None:
    before, places = table
    forward = rated(entrants(before, places))
    backward = rated(entrants(before[::-1], places[::-1]))[::-1]
    for one, other in zip(forward, backward, strict=True):
        assert one.rating == pytest.approx(other.rating, abs=0.02)
        assert one.uncertainty == pytest.approx(other.uncertainty, abs=0.02)


@given(st.lists(RATINGS, min_size=2, max_size=4))
def test_the_first_gains_and_the_last_loses(before: list[Rating]) -> None:
    after = rated(entrants(before, range(1, len(before) + 1)))
    assert after[0].change >= 0 >= after[-1].change
    assert [one.games for one in after] == [1] * len(before)


@given(RATINGS, st.integers(1, 2))
def test_bots_keep_their_rating(before: Rating, place: int) -> None:
    bot = Entrant(Seat(1), 3 - place, Rating(1918, MEASURED), None)
    person, same = rated([Entrant(Seat(0), place, before, 7), bot])
    assert (same.rating, same.uncertainty, same.change, same.games) == (1918, MEASURED, 0, 0)
    assert person.games == 8
    assert person.change * (1.5 - place) >= 0


def test_the_fixed_ratings_of_bots_are_those_of_the_arena() -> None:
    page = (Path(__file__).parents[3] / "docs/bots.md").read_text()
    for game in ("shelfie", "renaissance"):
        _, section, _ = page.split(f"arena {game} -->")
        [elo] = re.findall(r"^Elo: (.*?)\. Seed", section, re.MULTILINE)
        measured = {bot: int(rating) for bot, rating in re.findall(r"`(\w+)` (\d+)", elo)}
        assert bots_of(game).ratings == measured
        assert {*measured} == {*LEVELS, "uniform"}


def simulated_year(players: int, games: int, seed: int) -> float:
    """Return the rank correlation of strength and rating after a year of games."""
    rng = random.Random(seed)  # noqa: S311 - a simulation
    strength = [rng.gauss(START, UNKNOWN) for _ in range(players)]
    ratings = [Rating()] * players
    played = [0] * players
    while min(played) < games:
        # Each table has one of the players with the fewest games, so that all play about as often.
        often = sorted(range(players), key=lambda one: (played[one], rng.random()))
        table = often[:1] + rng.sample(often[1:], rng.choice((1, 2, 3)))
        luck = [strength[one] * math.log(10) / 400 + _gumbel(rng) for one in table]
        places = [1 + sum(other > own for other in luck) for own in luck]
        after = rated(entrants([ratings[one] for one in table], places))
        for one, rating in zip(table, after, strict=True):
            ratings[one] = Rating(rating.rating, rating.uncertainty)
            played[one] += 1
    return _rank_correlation(strength, [rating.value for rating in ratings])


def _gumbel(rng: random.Random) -> float:
    return -math.log(-math.log(rng.random()))


def _rank_correlation(one: list[float], other: list[float]) -> float:
    def ranks(values: list[float]) -> list[int]:
        ordered = sorted(values)
        return [ordered.index(value) for value in values]

    n = len(one)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(one), ranks(other), strict=True))
    return 1 - 6 * apart / (n * (n * n - 1))


def test_ratings_find_the_strength_of_players() -> None:
    """200 players with 150 games each, at tables of two to four; fewer unless `PROVE` is set."""
    whole = bool(os.environ.get("PROVE"))
    players, games = (200, 150) if whole else (60, 50)
    assert simulated_year(players, games, seed=1) >= 0.9
