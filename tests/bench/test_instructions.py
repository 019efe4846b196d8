"""The benchmark of instructions plays its games; their number is not checked."""

import shutil

import pytest
from instructions import PLAYERS, WAYS, per_move, random_game

from tests.conftest import PROVING, no_coverage, without

pytestmark = no_coverage


@pytest.mark.parametrize("way", WAYS)
def test_games_are_played_to_the_end(way: str) -> None:
    WAYS[way](random_game(seed, players) for seed, players in enumerate(PLAYERS))


@pytest.mark.skipif(not PROVING, reason="valgrind needs 10 seconds")
def test_instructions_are_counted() -> None:
    if not shutil.which("valgrind"):
        without("There is no Valgrind.")
    assert per_move("rules") > 10_000
