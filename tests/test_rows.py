"""A game is one row: its name stands there, and in the packages that are about it, nowhere else."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.games import GAMES, ROWS, resolve
from ludoteca.protocols.dialects import DIALECTS as SPOKEN
from ludoteca.protocols.dialects import DialectRow

SOURCE = Path(ludoteca.__file__).parent
ROW = "games/__init__.py"
OWN = (
    "games/{game}/",
    "bots/greedy/{game}/",
    "bots/novice/{game}",
    "gym/{game}.py",
    "bots/{game}_",
    "bots/{game}/",
    "ui/console/{game}/",
    "ui/fullscreen/{game}",
    "ui/web/games/{game}/",
)
DIALECTS = {
    "shelfie": (
        "protocols/pipes/",
        "protocols/updates/",
        "protocols/requests/",
        "protocols/prompts/",
        "protocols/shelfie.py",
    ),
    "renaissance": ("protocols/commands/",),
}
"""The dialects that speak of a game, and what they share."""


def naming(game: str) -> list[str]:
    """The sources that name a game, wherever they may."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.is_file())
    sources = (path for path in files if "__pycache__" not in path.parts)
    named = (path for path in sources if game.encode() in path.read_bytes())
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
    for named in (
        row.worth,
        row.teacher,
        row.console,
        row.full,
        row.score,
        row.colours,
        row.squares,
        row.gym,
        *row.minds.values(),
    ):
        assert not named or resolve(named)


def test_the_protocols_of_games_are_spoken() -> None:
    for row in ROWS.values():
        assert set(row.protocols) <= set(SPOKEN)


@pytest.mark.parametrize("row", SPOKEN.values(), ids=SPOKEN)
def test_everything_that_a_dialect_names_is_there(row: DialectRow) -> None:
    settings = {each.name: each.kind.read(each.default) for each in row.all_settings}
    served = resolve(row.serve)(settings, lambda: "token")
    assert served.new_dialect().pulse >= 0
    assert bool(served.new_call_dialect) == bool(row.offer)
    assert resolve(row.encodings)
    for named in (row.offer, row.schema):
        assert not named or resolve(named)
