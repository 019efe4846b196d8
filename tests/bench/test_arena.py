"""The benchmark of bots: the matches it measures, and the page it writes."""

from pathlib import Path

import pytest
from arena import MATCHES, Match, measured, write

from ludoteca.games import GAMES
from tests.conftest import no_coverage
from tests.pages import DOCS

pytestmark = no_coverage


def test_row_shows_the_result_of_the_first_player() -> None:
    tables = measured("shelfie", [Match(("novice", "uniform"), 0.5)], 2, 1)
    _, _, row, _, elo = tables.splitlines()
    assert row.startswith("| `novice`, `uniform` | 0.5 | 2 | 100.0% | 34.2% to 100.0% | 0 | +")
    assert elo.startswith("Elo: `novice` ")


def test_unavailable_level_is_reported_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.offered", lambda _: ("novice",))
    matches = [Match(("uniform",)), Match(("master",)), Match(("novice", "greedy"))]
    tables = measured("renaissance", matches, 1, 1)
    assert "| `uniform` alone | 1 | 1 | 0.0% |" in tables
    assert tables.endswith("\n\nNot here: `greedy`, `master`.")


def test_the_tables_take_their_place_and_leave_the_rest(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text("a\n<!-- arena four -->\nold\n<!-- /arena four -->\nb\n")
    write(page, "four", "new")
    assert page.read_text() == "a\n<!-- arena four -->\nnew\n<!-- /arena four -->\nb\n"
    with pytest.raises(ValueError, match="no place for chess"):
        write(page, "chess", "new")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_matches_and_a_place_for_their_tables(name: str) -> None:
    assert MATCHES[name]
    text = (DOCS / "bots.md").read_text(encoding="utf-8")
    assert f"<!-- arena {name} -->" in text
    assert f"<!-- /arena {name} -->" in text
