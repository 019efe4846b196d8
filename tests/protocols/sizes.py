"""Tables of every size, with JSON lines and with Java streams."""

import pytest

from tests.conftest import PROVING

LARGEST = {"lines": 4, "streams": 4 if PROVING else 2}
"""Streams take by far the longest, so a quick run uses them only for two players."""

every_table = pytest.mark.parametrize(
    ("players", "streams"),
    [
        pytest.param(players, words == "streams", id=f"{players}-{words}")
        for words, most in LARGEST.items()
        for players in range(2, most + 1)
    ],
)
