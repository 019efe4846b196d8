"""The arena: pairings, results, and errors."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ludoteca.cli import main
from ludoteca.cli.arena.games import ArenaGame, Contest, Deal, play_deal
from ludoteca.cli.arena.report import Report, Spread, ratings, report_on, wilson
from ludoteca.core import Table, read_replay
from ludoteca.core.tables.table import Holder
from ludoteca.games import GAMES, Seat
from tests.cli.programs import on_a_terminal, said

FIRST = "def choose(view, moves, chance):\n    return moves[0]\n"


def game(players: str, winners: tuple[int, ...], points: tuple[int, ...] = ()) -> ArenaGame:
    names = tuple(players.split(","))
    return ArenaGame(names, points or (0,) * len(names), winners, 30, ((0.001,),) * len(names))


def reported(*games: ArenaGame) -> Report:
    about: dict[str, Any] = {"game": "shelfie", "title": "My Shelfie", "options": {}}
    return report_on(games, **about, seed=0, budget=1.0, planned=len(games))


def test_intervals_follow_wilson() -> None:
    assert wilson(20, 20) == Spread(1.0, 0.8389, 1.0)
    assert wilson(0, 10) == Spread(0.0, 0.0, 0.2775)
    assert wilson(55, 100) == Spread(0.55, 0.4524, 0.6439)


def test_three_wins_in_four_games_give_190_elo() -> None:
    elo = ratings([game("a,greedy", (0,))] * 3000 + [game("a,greedy", (1,))] * 1000)
    assert elo["greedy"] == 1500
    assert elo["a"] == pytest.approx(1500 + 190.8, abs=0.5)


def test_elo_is_the_same_at_larger_tables() -> None:
    # b is three times as strong as a, so at a table with two of a it wins three games in five.
    elo = ratings([game("a,b,a", (1,))] * 3000 + [game("a,b,a", (0,))] * 2000)
    assert elo["b"] - elo["a"] == pytest.approx(190.8, abs=0.5)
    assert elo["a"] + elo["b"] == pytest.approx(3000)


def test_players_are_compared_through_common_opponents() -> None:
    games = [game("a,b", (0,))] * 3 + [game("a,b", (1,))]
    games += [game("b,c", (0,))] * 3 + [game("b,c", (1,))]
    elo = ratings(games * 1000)
    assert list(elo) == ["a", "b", "c"]
    assert elo["a"] - elo["c"] == pytest.approx(2 * 190.8, abs=1)


def test_undefeated_player_has_a_rating_and_a_draw_changes_none() -> None:
    assert ratings([game("a,b", (0,))] * 10)["a"] > 1600
    assert ratings([game("a,b", (0, 1))] * 10) == {"a": 1500, "b": 1500}
    assert ratings([game("a", (0,)), game("a", ())]) == {}


def test_games_are_counted_by_result() -> None:
    report = reported(game("a,b", (0,), (30, 20)), game("b,a", (0, 1), (25, 25)))
    a, b = report.standings
    assert (a.player, a.games, a.wins, a.draws) == ("a", 2, 1, 1)
    assert (b.player, b.games, b.wins, b.draws) == ("b", 2, 0, 1)
    assert (a.points, a.margin.value, b.margin.value) == (27.5, 5, -5)
    assert report.times["a"].median == 1


def test_a_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    bots = []
    for name in ("one.py", "two.py", "three.py"):
        (tmp_path / name).write_text(FIRST)
        bots.append(str(tmp_path / name))
    contest = Contest("shelfie", GAMES["shelfie"].OPTIONS(), seed=1)
    one, two, three = bots
    games = play_deal(contest, Deal(0, (one, two, three)))
    assert [each.players for each in games] == [
        (one, two, three), (three, one, two), (two, three, one),
    ]  # fmt: skip
    # These bots all play alike, so that only the deal decides: it is the same each time.
    assert len({(each.points, each.winners) for each in games}) == 1
    assert play_deal(contest, Deal(1, (one, two, three)))[0].points != games[0].points


def test_a_bot_with_a_memory_is_a_new_one_for_each_game(tmp_path: Path) -> None:
    (tmp_path / "memory.py").write_text(
        "class Bot:\n"
        "    played = 0\n"
        "    def choose(self, view, moves, chance):\n"
        "        self.played += 7\n"
        "        return moves[self.played % len(moves)]\n"
    )
    contest = Contest("shelfie", GAMES["shelfie"].OPTIONS(), seed=1)
    deal = Deal(0, (str(tmp_path / "memory.py"), "uniform"))
    first, again = play_deal(contest, deal), play_deal(contest, deal)
    assert [each.points for each in first] == [each.points for each in again]


def test_processes_change_nothing_but_the_times(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "shelfie", "--players", "novice,uniform,novice", "--seats", "2", "--json")
    reports = [
        json.loads(said(capsys, *words, "--games", "3", "--seed", seed, "--jobs", jobs))
        for seed, jobs in (("1", "1"), ("1", "2"), ("2", "1"))
    ]
    for report in reports:
        assert set(report.pop("times")) == {"novice", "uniform"}
    one, again, other = reports
    assert one == again
    assert one["standings"] != other["standings"]
    assert [table["players"] for table in one["tables"]] == [
        ["novice", "uniform"], ["novice", "novice"],
    ]  # fmt: skip
    assert one["games"] == 12


def test_report_is_text_and_a_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "arena.svg"
    words = ("arena", "shelfie", "--players", "greedy,uniform", "--games", "2", "--jobs", "1")
    table = said(capsys, *words, "--svg", str(picture), "-o", "common_goals=1", "--budget", "0.5")
    assert table.startswith("My Shelfie: 2 games, common goals 1, edition italian, budget 0.5, ")
    assert "greedy       2    2  100.0%  34.2% to 100.0%" in table
    assert "milliseconds a move" in table
    drawn = ET.parse(picture).getroot()  # noqa: S314 - our own
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "greedy with uniform" in texts
    assert any(text and text.startswith("100.0%, ") for text in texts)


def test_every_player_in_a_pool_meets_every_other(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "shelfie", "--players", "novice,greedy,uniform", "--seats", "2")
    table = said(capsys, *words, "--games", "1", "--jobs", "1")
    assert table.startswith("My Shelfie: 6 games, ")
    _, meetings = table.split("table            games ")
    rows = [line.split()[:4] for line in meetings.splitlines()[1:4]]
    assert rows == [
        ["novice,", "greedy", "2", "greedy"],
        ["novice,", "uniform", "2", "novice"],
        ["greedy,", "uniform", "2", "greedy"],
    ]


def test_single_player_plays_a_solo_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("arena", "renaissance", "--players", "uniform", "--games", "2", "--jobs", "1")
    report = json.loads(said(capsys, *words, "--json"))
    (alone,) = report["standings"]
    assert (alone["games"], alone["wins"], report["elo"]) == (2, 0, {})


def test_interrupt_prints_the_results_so_far(tmp_path: Path) -> None:
    words = ("arena", "shelfie", "--players", "uniform,uniform", "--games", "3000", "--jobs", "1")
    screen = on_a_terminal(tmp_path, "\x03", *words, cue="[#", status=130)
    assert " of 3000 games, common goals 2" in screen
    assert "95% interval" in screen
    assert "Traceback" not in screen


def test_termination_prints_the_results_so_far_although_bots_print(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(
        "print('loaded')\n" + FIRST.replace(":\n", ":\n    print(1)\n")
    )
    words = "arena shelfie --players talker.py,talker.py --games 3000 --jobs 2 --json --save games"
    command = [sys.executable, "-m", "ludoteca", *words.split()]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=PIPE, stderr=DEVNULL, start_new_session=True
    ) as process:
        # With three deals, one of the two processes has handed in its first.
        while len(list(tmp_path.glob("games/shelfie-*-2-*.jsonl"))) < 3:
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGTERM)  # as a service manager does
        output, _ = process.communicate()
    assert process.returncode == 130
    report = json.loads(output)
    assert 0 < report["games"] < report["planned"] == 3000


def test_saved_games_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.py").write_text(FIRST)
    folder, mine = tmp_path / "new" / "games", str(tmp_path / "mine.py")
    words = ("arena", "shelfie", "--players", f"{mine},smart", "--games", "2", "--jobs", "1")
    report = json.loads(said(capsys, *words, "--json", "--save", str(folder)))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [
        "shelfie-1-1-mine-smart.jsonl",
        "shelfie-1-2-smart-mine.jsonl",
    ]
    for file in files:
        moments = read_replay(file.read_bytes())
        assert moments[-1].table.over
        assert {holder.bot for holder in moments[-1].table.players if holder} == {"", "greedy"}
    ends = [read_replay(file.read_bytes())[-1].table for file in files]
    won = sum(end.players[seat] in people_of(end) for end in ends for seat in winners_of(end))
    (own,) = [one for one in report["standings"] if one["player"] == mine]
    assert (own["wins"], own["draws"]) == (won, 0)
    assert "total" in said(capsys, "replay", str(files[0]), "--moves-only")


def people_of(table: Table) -> list[Holder]:
    return [holder for holder in table.players if holder and not holder.bot]


def winners_of(table: Table) -> tuple[Seat, ...]:
    outcome = table.rules.outcome(table.state)
    return outcome.winners if outcome else ()


def test_folder_for_games_that_cannot_be_created_is_reported_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    words = f"arena shelfie --games 1 --players uniform,uniform --save {tmp_path / 'file'}"
    assert main(words.split()) == 2
    assert "cannot be created: File exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "has no function choose(view, moves, chance)"),
        ("1 / 0", "has failed, line 1: ZeroDivisionError: division by zero"),
        (
            "def choose(view, moves, chance):\n    return 3\n",
            "chose a move that was not offered: 3",
        ),
        ("def choose(view, moves, chance):\n    return no\n", "has failed, line 2: NameError"),
        ("def choose(view", "SyntaxError"),
    ],
)
def test_file_without_a_bot_is_reported_in_a_sentence(
    source: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(source)
    words = f"arena shelfie --games 1 --jobs 1 --players {tmp_path / 'bot.py'},uniform"
    assert main(words.split()) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "sentence"),
    [("raise SystemExit", "ended before its game"), ("raise ValueError", "line 2: ValueError")],
)
def test_failure_of_a_player_process_is_reported_in_a_sentence(
    source: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(f"def choose(view, moves, chance):\n    {source}\n")
    words = f"arena shelfie --games 4 --jobs 2 --players {tmp_path / 'bot.py'},uniform"
    assert main(words.split()) == 2
    assert sentence in capsys.readouterr().err
