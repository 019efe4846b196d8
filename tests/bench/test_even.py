"""The simulation of people who play against a bot that adapts to them."""

from pathlib import Path

import even
import pytest


def test_a_series_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(even, "PEOPLE", ("novice",))
    monkeypatch.setattr(even, "FIRST", 2)
    keep = tmp_path / "games.jsonl"
    even.meet(even.Series("shelfie", keep), 3)
    begun = keep.read_text().splitlines()
    even.meet(even.Series("shelfie", keep), 4)
    assert keep.read_text().splitlines()[:3] == begun
    (*_, row) = capsys.readouterr().out.splitlines()
    assert row.startswith("| `novice` | 2 | ")
    met = even.Series("shelfie", keep).of("person novice")
    assert next(one.opponents for one in met) == 1500
    assert len({one.opponents for one in met}) == 4  # each result changes the strength


def test_mixtures_are_measured_against_both_levels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(even, "SHARES", (0.5,))
    monkeypatch.setattr(even, "MOST_CALIBRATED", 2)
    series = even.Series("renaissance", None)
    even.calibrate(series, 4)
    met = series.of("uniform novice 0.5")
    assert [one.opponents for one in met] == [535, 535, 929, 929]
    assert capsys.readouterr().out.startswith("uniform novice 0.5: ")
