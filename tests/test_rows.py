"""A game is one row: its name stands there, and in the packages that are about it, nowhere else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca
from ludoteca.games import GAMES, ROWS, resolve

SOURCE = Path(ludoteca.__file__).parent
ROW = "games/__init__.py"
OWN = (
    "games/{game}/",
    "bots/greedy/{game}/",
    "bots/{game}_",
    "clients/console/{game}/",
    "clients/web/games/{game}/",
)
DIALECTS = {
    "shelfie": (
        "wire/pipes/",
        "wire/updates/",
        "wire/requests/",
        "wire/prompts/",
        "wire/shelfie/",
    ),
    "renaissance": ("wire/commands/",),
}
"""The dialects that speak of a game, and what they share."""


def naming(game: str) -> list[str]:
    """The sources that name a game, wherever they may."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.is_file())
    sources = (path for path in files if "__pycache__" not in path.parts)
    named = (path for path in sources if game in path.read_text(encoding="utf-8"))
    return [path.relative_to(SOURCE).as_posix() for path in named]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_named_in_its_row_and_its_own_packages_alone(game: str) -> None:
    allowed = (ROW, *(place.format(game=game) for place in OWN), *DIALECTS[game])
    named = naming(game)
    assert ROW in named
    assert [path for path in named if not path.startswith(allowed)] == []


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_everything_that_a_row_names_is_there(row: ludoteca.games.Game) -> None:
    assert row.rulebook is GAMES[row.name]
    for named in (row.worth, row.console, row.score, row.colours):
        assert not named or resolve(named)


def test_the_ports_of_protocols_are_those_of_the_server() -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text = " ".join(shown.split())
    for row in ROWS.values():
        for name, port in row.protocols.items():
            assert re.search(rf"--{name} PORT [^;]*; default: {port}\)", text), name
