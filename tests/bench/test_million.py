"""The benchmark of a long history runs; its figures are not checked."""

from pathlib import Path

from million import fill, measure
from process import SERVER

from tests.conftest import no_coverage


@no_coverage
def test_a_server_answers_from_a_store_of_many_games(tmp_path: Path) -> None:
    fill(tmp_path / "games", games=200, whole=10)
    rows = {name: measured for name, measured, _ in measure(SERVER, tmp_path / "games", 200, 1)}
    assert {"ready", "memory", "newest games", "a player with many games"} <= rows.keys()
