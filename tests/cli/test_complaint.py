"""How sentences of commands are written."""

import pytest

from ludoteca.cli.complaint import counted


@pytest.mark.parametrize(
    ("count", "words", "said"),
    [
        (0, ("game",), "0 games"),
        (1, ("game",), "1 game"),
        (2, ("entry", "entries"), "2 entries"),
        (1, ("entry", "entries"), "1 entry"),
    ],
)
def test_one_thing_is_not_several(count: int, words: tuple[str, ...], said: str) -> None:
    assert counted(count, *words) == said
