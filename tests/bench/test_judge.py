"""The measurement of the judge: kept results, and the tables made from them."""

import sys
from pathlib import Path

import judge
import pytest

from ludoteca.bots.judging import judges_of
from ludoteca.games import resolve


def test_results_are_kept_and_only_missing_games_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = resolve(judges_of("shelfie")["thoughtful"])
    monkeypatch.setattr(judge, "judge_of", lambda _: quick)
    monkeypatch.setattr(judge, "LEVELS", ("novice",))
    keep = tmp_path / "judge.jsonl"
    words = ["judge.py", "shelfie", "--moves", "2", "--positions", "1", "--keep", str(keep)]
    monkeypatch.setattr(sys, "argv", [*words, "--games", "1", "--curve", "2"])
    judge.main()
    begun = keep.read_text().splitlines()
    assert len(begun) == 3
    monkeypatch.setattr(sys, "argv", [*words, "--games", "2", "--curve", "2"])
    judge.main()
    assert keep.read_text().splitlines()[:3] == begun
    level, curve = capsys.readouterr().out.splitlines()[-2:]
    assert level.startswith("| `novice` | 2 | 4 | ")
    assert curve.startswith("| 2 | 4 | ")


def test_log_loss_is_limited() -> None:
    assert judge.loss(1.0, won=True) == pytest.approx(0.005, abs=1e-4)
    assert judge.loss(1.0, won=False) == judge.loss(0.0, won=True) < 6
