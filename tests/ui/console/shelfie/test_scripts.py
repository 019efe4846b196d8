"""Matches played at the console from files of prepared lines."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import TIMEOUT
from tests.ui.console.servers import server
from tests.ui.console.shelfie.players import Player, whole_match

SEED = 7


@contextmanager
def console(
    port: int, lines: Sequence[str], folder: Path, *flags: str
) -> Iterator["subprocess.Popen[str]"]:
    """Run `ludoteca console` with these lines from a file."""
    moves = folder / f"moves-{len(list(folder.iterdir()))}.txt"
    moves.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    words = ["-m", "ludoteca", "console", "--server", "127.0.0.1", "--port", str(port), *flags]
    with (
        moves.open(encoding="utf-8") as source,
        subprocess.Popen(
            [sys.executable, *words],
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def wait_for(process: "subprocess.Popen[str]", text: str) -> str:
    """Return the output up to the line with this text."""
    assert process.stdout is not None
    shown = ""
    for line in process.stdout:
        shown += line
        if text in line:
            return shown
    raise AssertionError(f"{text!r} was not shown:\n{shown}")


@pytest.fixture(scope="module")
def script() -> dict[str, list[str]]:
    """The lines that two players type in a whole match on a server with this seed."""
    with server(SEED) as opened:
        return whole_match(opened.pipes)


@pytest.mark.parametrize("way", [(), ("--rmi",)], ids=["tcp", "rmi"])
def test_two_files_play_a_whole_match(
    way: Sequence[str], script: dict[str, list[str]], tmp_path: Path
) -> None:
    """With `--rmi` the opponent plays over TCP."""
    lines = ["anna", *script["anna"]]
    with server(SEED) as opened, console(opened.pipes, lines, tmp_path, *way) as anna:
        created = wait_for(anna, "Match with 2 seats created. MatchID: 0")
        with console(opened.pipes, script["bruno"], tmp_path, "--name", "bruno") as bruno:
            shown = {
                "anna": created + anna.communicate(timeout=TIMEOUT)[0],
                "bruno": bruno.communicate(timeout=TIMEOUT)[0],
            }
    assert (anna.returncode, bruno.returncode) == (0, 0), shown["anna"]
    for name, text in shown.items():
        assert text.count("Insertion Successful") == script[name].count("insert")
        assert "Selection failed" not in text
        assert "Invalid" not in text
        assert "GAME OVER\nCongratulation! The winner is " in text
        assert text.endswith("Bye! See you soon.\n")
        assert "\x1b" not in text


def test_file_that_ends_early_leaves_the_match(
    script: dict[str, list[str]], tmp_path: Path
) -> None:
    turn = script["anna"].index("insert")
    half = ["anna", *script["anna"][:turn]]
    with server(SEED) as opened, console(opened.pipes, half, tmp_path) as anna:
        wait_for(anna, "MatchID: 0")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.join(0)
            bruno.sees_turn_of("bruno")
            bruno.play()
            shown = anna.communicate(timeout=TIMEOUT)[0]
            bruno.until(lambda: bruno.state.over)
    assert anna.returncode == 1, shown
    assert "Bye! See you soon." in shown


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([], 1),  # not logged in
        (["anna"], 0),  # in the menu
        (["anna", "exit"], 0),
        (["anna", "3"], 0),
        (["anna", "dance", "/chat[bruno] hi", "create", "9", "x", "cancel", "join"], 0),
    ],
)
def test_exit_status_depends_on_where_the_file_ends(
    lines: Sequence[str], status: int, tmp_path: Path
) -> None:
    with server() as opened, console(opened.pipes, lines, tmp_path) as anna:
        shown = anna.communicate(timeout=TIMEOUT)[0]
        assert anna.returncode == status, shown
        assert shown.endswith("Bye! See you soon.\n")
