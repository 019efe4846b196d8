"""A game is one entry of the catalogue; generic code never names it."""

from pathlib import Path

import pytest

import ludoteca
from ludoteca.bots.levels import bots_of
from ludoteca.games import GAMES, ROWS, load, resolve
from ludoteca.gym import encodings
from ludoteca.protocols.dialects import DIALECTS as SPOKEN
from ludoteca.protocols.dialects import DialectRow

SOURCE = Path(ludoteca.__file__).parent
LISTS = (
    "cli/catalogue/games.py",
    "games/rulebooks.py",
    "bots/levels.py",
    "gym/__init__.py",
)
"""The catalogue, and the lists of the layers that are used without the command."""
OWN = (
    "games/{game}/",
    "gym/{game}.py",
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
"""The protocols of a single game, and the code that they share."""


def naming(game: str) -> list[str]:
    """Return the sources that name a game, except those that may."""
    files = (path for path in sorted(SOURCE.rglob("*")) if path.is_file())
    sources = (path for path in files if "__pycache__" not in path.parts)
    named = (path for path in sources if game.encode() in path.read_bytes())
    return [path.relative_to(SOURCE).as_posix() for path in named]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_named_in_its_row_and_its_own_packages_alone(game: str) -> None:
    allowed = (*LISTS, *(place.format(game=game) for place in OWN), *DIALECTS[game])
    named = naming(game)
    assert set(LISTS) <= set(named)
    assert [path for path in named if not path.startswith(allowed)] == []


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_everything_that_a_row_names_exists(row: ludoteca.games.Game) -> None:
    assert row.rulebook is GAMES[row.name]
    assert resolve(row.reference) is row.rulebook
    for part in (row.console, row.full, row.score, row.colours, row.squares):
        assert part == "" or load(part)
    bots = bots_of(row.name)
    for given in (
        *(bots.evaluate, bots.teacher, encodings()[row.name]),
        *(*bots.strategies.values(), *bots.judges.values()),
    ):
        assert resolve(given)


def test_protocols_named_by_games_exist() -> None:
    for row in ROWS.values():
        assert set(row.protocols) <= set(SPOKEN)


@pytest.mark.parametrize("row", SPOKEN.values(), ids=SPOKEN)
def test_everything_that_a_dialect_names_is_there(row: DialectRow) -> None:
    settings = {each.name: each.kind.read(each.default) for each in row.all_settings}
    served = load(row.serve)(settings, lambda: "token")
    assert served.new_dialect().pulse >= 0
    assert bool(served.new_call_dialect) == bool(row.offer)
    assert load(row.encodings)
    for part in (row.offer, row.schema):
        assert part == "" or load(part)
