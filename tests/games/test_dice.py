from collections import Counter

import pytest

from ludoteca.games import Dice
from ludoteca.games.chance import MULTIPLIER, advanced, seeded


def test_a_seed_gives_the_same_numbers_on_every_machine() -> None:
    dice = Dice(7)
    assert [dice.below(1000) for _ in range(8)] == [882, 534, 647, 404, 882, 225, 265, 552]


@pytest.mark.parametrize("n", [1, 2, 6, 45, 132])
def test_every_number_is_about_equally_likely(n: int) -> None:
    dice = Dice(n)
    counts = Counter(dice.below(n) for _ in range(1000 * n))
    assert set(counts) == set(range(n))
    assert all(850 < count < 1150 for count in counts.values())


def test_seeds_that_differ_little_begin_far_apart() -> None:
    firsts = Counter(Dice(seed).below(4) for seed in range(4000))
    assert all(900 < count < 1100 for count in firsts.values())


@pytest.mark.parametrize("seed", [0, 1, -5, 2**64, 10**30])
def test_the_state_stays_within_its_ring(seed: int) -> None:
    chance = seeded(seed)
    for _ in range(100):
        chance = advanced(chance)
        assert 0 < chance < MULTIPLIER * 2**32 - 1 < 2**62


def test_the_period_is_long() -> None:
    # A lag-1 multiply-with-carry runs through half of the residues of a safe prime.
    prime = MULTIPLIER * 2**32 - 1
    assert all(pow(base, prime - 1, prime) == 1 for base in (2, 3, 5, 7, 11, 13))
    half = (prime - 1) // 2
    assert all(pow(base, half - 1, half) == 1 for base in (2, 3, 5, 7, 11, 13))


@pytest.mark.parametrize("n", [0, -1, 2**40])
def test_drawing_from_an_empty_range_is_an_error(n: int) -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        Dice(0).below(n)
