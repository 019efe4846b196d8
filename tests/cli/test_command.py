"""The command line from outside: its output, and its one-line errors."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca import __version__
from ludoteca.bots import LEVELS
from ludoteca.cli import main
from tests.cli.programs import on_a_terminal, said
from tests.cli.servers import QUIET
from tests.conftest import no_coverage

SHELF = "PP.../PPPP./FFPPB/FGGGB/FTCCC/TTTCC"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_version_is_printed() -> None:
    answer = run("--version")
    assert (answer.returncode, answer.stdout) == (0, f"ludoteca {__version__}\n")


def test_help_names_every_command() -> None:
    answer = run("--help")
    assert answer.returncode == 0
    assert all(
        command in answer.stdout for command in ("serve", "play", "replay", "simulate", "score")
    )


def test_help_of_play_names_every_level(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out
    assert all(level in told for level in LEVELS)


def test_help_imports_no_game() -> None:
    code = (
        "import sys, ludoteca.cli.command as c; c.parser().format_help();"
        "sys.exit(any(name in sys.modules for name in ('msgspec', 'ludoteca.games', 'numba')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


BAD_WORDS = [
    ("", "required"),
    ("dance", "ludoteca: there is no command 'dance' (see ludoteca --help)"),
    ("simulate", "required: GAME"),
    ("simulate chess", "there is no game 'chess' (games: shelfie, renaissance)"),
    ("simulate shelfie --games 0", "0 is not between 1 and 1000000"),
    ("simulate shelfie --games many", "'many' is not a whole number"),
    ("simulate shelfie --players 9", "two to four players"),
    ("simulate shelfie --players 1", "two to four players"),
    ("simulate shelfie --seed -1", "-1 is not between 0 and"),
    (
        "simulate shelfie --option edition=french",
        "option edition cannot be 'french' (it is italian or english)",
    ),
    (
        "simulate shelfie --option common_goals=3",
        "option common_goals cannot be '3' (it is 0 or 1 or 2)",
    ),
    (
        "simulate shelfie --option colour=red",
        "no option 'colour' (options: common_goals, edition, squares, leftovers)",
    ),
    ("simulate shelfie --option edition", "option edition cannot be ''"),
    (
        "simulate shelfie --option squares=round",
        "option squares cannot be 'round' (it is one_kind or any_kind)",
    ),
    ("simulate shelfie -o edition=english -o edition=italian", "given twice"),
    ("simulate shelfie --games 99999999999999999999", "is not between 1 and 1000000"),
    (f"simulate shelfie --games {'9' * 6000}", "9999…"),
    ("simulate shelfie --seed 1e9", "'1e9' is not a whole number"),
    ("simulate shelfie --option a\udcff=1", "there is no option 'a?'"),
    (f"score shelfie {'x' * 9000}", "this one has 9000: xxxx"),
    ("score shelfie - -", "standard input can be read once"),
    ("simulate shelfie --speed 3", "unrecognized arguments: --speed 3"),
    ("play chess", "there is no game 'chess'"),
    (
        "play shelfie --against anna",
        "there is no bot 'anna' (bots: uniform (random), novice, greedy (smart)",
    ),
    ("simulate shelfie --bots", "expected one argument"),
    ("simulate shelfie --bots=", "there is no bot ''"),
    (
        "simulate shelfie --bots greedy,anna",
        "there is no bot 'anna' (bots: uniform (random), novice, greedy (smart)",
    ),
    (
        "simulate shelfie --players 3 --bots greedy,uniform",
        "name one bot, or one for each player (bots: 2, players: 3)",
    ),
    ("arena shelfie", "required: --players"),
    ("arena shelfie --players greedy", "two to four players"),
    ("arena shelfie --players greedy,anna", "there is no bot 'anna'"),
    ("arena shelfie --players greedy,anna.py", "there is no file anna.py"),
    ("arena shelfie --players greedy,greedy --seats 3", "for each seat: players 2"),
    ("arena shelfie --players greedy,greedy --budget much", "'much' is not a number"),
    ("arena shelfie --players greedy,greedy --budget nan", "nan is not 0.001 to 100"),
    ("arena shelfie --players greedy,greedy --games 0", "0 is not between 1 and 100000"),
    ("score shelfie", "required: SHELF"),
    ("score chess C", "there is no game 'chess' (see ludoteca score --help)"),
    (
        "admin --json who",
        "ludoteca admin: unrecognized arguments: --json (see ludoteca admin --help)",
    ),
    ("admin who --data X", "unrecognized arguments: --data X (see ludoteca admin who --help)"),
    ("cluster dance", "ludoteca cluster: there is no action 'dance' (see ludoteca cluster --help)"),
    ("score shelfie CCC", "6 rows of 5 marks, and this one has 3: CCC"),
    ("score renaissance", "required: BOARD"),
    ("score renaissance luck", "not 'luck': luck"),
    ("simulate renaissance --players 5", "one to four players"),
    (
        "simulate renaissance --option edition=french",
        "there is no option 'edition' (options: none)",
    ),
    ("score shelfie X..../...../...../...../...../.....", "not 'X'"),
    ("score shelfie C..../...../...../...../...../.....", "has nothing below it"),
    (f"score shelfie {SHELF} --personal 13", "13 is not between 1 and 12"),
    (f"score shelfie {SHELF} --edition french", "invalid choice: 'french'"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_WORDS, ids=[words for words, _ in BAD_WORDS])
def test_impossible_request_is_one_line_and_status_2(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(words.split())
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else -1
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert sentence in captured.err


def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "5", "--players", "3", "--seed", "7")
    table = said(capsys, *words)
    assert (
        "My Shelfie: 5 random games, players 3, common goals 2, edition italian, seed 7\n" in table
    )
    assert "moves in a game" in table
    assert "Personal goal" in table
    assert "seat 3" in table
    assert "seat 4" not in table


@no_coverage
def test_the_same_seed_gives_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "20", "--players", "4", "--json", "--seed")
    first, again, other = (said(capsys, *words, seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first != other
    report = json.loads(first)
    # Pinned: these numbers are the same on every machine.
    assert report["moves"] == {"mean": 64.6, "low": 56, "middle": 64.0, "high": 72}
    assert report["wins"] == [7, 6, 4, 3]


def test_simulate_counts_every_goal_in_play(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "10", "--json", "-o", "common_goals=1")
    report = json.loads(said(capsys, *words, "-o", "edition=english"))
    assert report["options"] == {"common_goals": 1, "edition": "english"}
    common = [s for s in report["sources"] if s["source"].startswith("common/")]
    assert sum(source["seats"] for source in common) == 10 * 2
    assert sum(report["wins"]) == 10
    assert all(0 <= source["earned"] <= source["seats"] for source in report["sources"])


@no_coverage
@no_coverage
@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_simulate_measures_bots_seat_by_seat(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", game, "--games", "6", "--players", "2", "--bots", "uniform,greedy")
    report = json.loads(said(capsys, *words, "--json"))
    uniform, greedy = report["bots"]
    assert (uniform["bot"], greedy["bot"]) == ("uniform", "greedy")
    assert uniform["wins"] + greedy["wins"] == sum(report["wins"]) == 6
    assert greedy["wins"] > uniform["wins"]
    mean = (uniform["points"] + greedy["points"]) / 2
    assert mean == pytest.approx(report["points"]["mean"], abs=0.01)  # all three are rounded
    table = said(capsys, *words)
    assert "6 bot games, players 2" in table
    assert "bots, by seat of the table" in table


@no_coverage
def test_simulate_counts_wins_from_the_starting_player(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("simulate", "renaissance", "--games", "6", "--players", "2", "--seed", "0")
    report = json.loads(said(capsys, *words, "--bots", "greedy,uniform", "--json"))
    assert [bot["wins"] for bot in report["bots"]] == [6, 0]
    assert all(report["wins"])  # greedy, always in the first seat, began in some and not in others


def test_one_bot_may_take_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "1", "--players", "3", "--bots", "greedy", "--json")
    assert [seat["bot"] for seat in json.loads(said(capsys, *words))["bots"]] == ["greedy"] * 3


def test_random_shelfie_games_match_uniform(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "3", "--json")
    drawn, chosen = (
        json.loads(said(capsys, *words, *more)) for more in ((), ("--bots", "uniform"))
    )
    assert "bots" not in drawn
    assert {**drawn, "bots": chosen["bots"]} == chosen


def test_score_shows_a_shelf_goal_by_goal(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "score", "shelfie", SHELF, "--personal", "1")
    assert "P P . . .\nP P P P .\n" in text
    assert "Adjacent tiles: 21 points" in text
    assert "In all, without tokens: 25 points" in text
    assert [line.split()[0] for line in text.splitlines() if line.endswith(" completed")] == [
        "3", "4", "7", "9",
    ]  # fmt: skip


def test_simulate_plays_every_set_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "shelfie", "--games", "1", "--json", "-o", "edition=english")
    report = json.loads(said(capsys, *words, "-o", "leftovers=stay", "-o", "squares=one_kind"))
    assert report["options"] == {
        "common_goals": 2, "edition": "english", "squares": "one_kind", "leftovers": "stay",
    }  # fmt: skip
    italian = json.loads(said(capsys, *words[:-2]))
    assert {**report, "options": italian["options"]} == italian


def test_score_accepts_the_squares_option(capsys: pytest.CaptureFixture[str]) -> None:
    shelf = "...../...../...../...../CC.GG/CC.GG"
    for edition, squares, met in (("italian", "any_kind", True), ("english", "one_kind", False)):
        words = ("score", "shelfie", shelf, "--edition", edition, "--squares", squares, "--json")
        assert json.loads(said(capsys, *words))[0]["common_goals"]["1"] is met


def test_score_knows_both_editions(capsys: pytest.CaptureFixture[str]) -> None:
    shelf = "...../...../...../...../CC.GG/CC.GG"
    met = {}
    for edition in ("italian", "english"):
        words = ("score", "shelfie", shelf, shelf, "--json", "--edition", edition)
        scores = json.loads(said(capsys, *words))
        assert len(scores) == 2
        met[edition] = scores[0]["common_goals"]["1"]
    assert met == {"italian": False, "english": True}


def test_score_reads_a_drawing_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = "\n".join(" ".join(row) for row in SHELF.split("/"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(drawing + "\n"))
    scores = json.loads(said(capsys, "score", "shelfie", "-", "--json"))
    assert scores[0]["shelf"] == SHELF.split("/")
    assert len(scores[0]["personal_goals"]) == 12


# Rules of Masters of Renaissance, section 12: the worked example of the final score.
def test_score_shows_where_the_points_of_a_board_come_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    held = "box 4 coin + 3 stone + 1 shield"
    board = f"cards 5 23 | 16 | 2 ; leaders 62 ; faith 13 ; tiles + + - ; {held}"
    text = said(capsys, "score", "renaissance", board)
    assert "Development cards  13\n" in text
    assert text.endswith("In all: 29 points\n")
    scores = json.loads(said(capsys, "score", "renaissance", board, "faith 3", "--json"))
    assert [score["total"] for score in scores] == [29, 1]


@pytest.mark.parametrize("players", ["1", "4"])
def test_simulate_plays_renaissance(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "renaissance", "--games", "5", "--players", players, "--seed", "7")
    table = said(capsys, *words)
    assert f"Masters of Renaissance: 5 random games, players {players}, seed 7\n" in table
    assert "Pope favour tiles" in table


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    screen = on_a_terminal(tmp_path, "", "simulate", "shelfie", "--games", "30")
    assert "0 of 30 games" in screen
    assert "\x1b[K" in screen


@no_coverage  # whose tracer may hold a lock when the interrupt comes, and then hang
def test_an_interrupt_is_no_traceback(tmp_path: Path) -> None:
    words = ("simulate", "shelfie", "--games", "1000000")
    screen = on_a_terminal(tmp_path, "\x03", *words, cue="0 of 1000000", status=130)
    assert "Traceback" not in screen
    assert screen.rstrip().endswith("\x1b[K")


@pytest.mark.parametrize(
    ("words", "redirection", "status", "sentence"),
    [
        ("score shelfie -", "< /dev/null", 2, "and this one has 0: nothing"),
        ("score shelfie -", "<&-", 2, "and this one has 0: nothing"),
        ("play shelfie", "<&-", 0, ""),
        ("simulate shelfie --games 2", "> /dev/full", 2, "cannot write: No space left"),
        ("simulate shelfie --games 2", ">&-", 0, ""),
        ("serve --web 0", "> /dev/full", 2, "cannot write: No space left"),
    ],
)
@no_coverage
def test_streams_that_are_not_there(
    words: str, redirection: str, status: int, sentence: str
) -> None:
    command = f"{shlex.quote(sys.executable)} -m ludoteca {words} {redirection}"
    answer = subprocess.run(  # noqa: S602
        command, shell=True, capture_output=True, check=False, env=os.environ | QUIET
    )
    assert answer.returncode == status
    assert sentence in answer.stderr.decode()
    assert answer.stderr.count(b"\n") == bool(sentence)


def test_input_that_is_no_text_is_refused_like_any_nonsense() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    for words in (("score", "shelfie", "-"), ("play", "shelfie")):
        command = [sys.executable, "-m", "ludoteca", *words]
        answer = subprocess.run(
            command, input=b"\xff\xfe\n", capture_output=True, env=environment, check=False
        )
        assert b"Traceback" not in answer.stderr
        assert answer.returncode == (2 if "-" in words else 0)


def test_closed_output_pipe_is_no_error() -> None:
    shelves = [SHELF] * 300
    command = [sys.executable, "-m", "ludoteca", "score", "shelfie", *shelves]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
