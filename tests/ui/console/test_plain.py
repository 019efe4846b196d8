"""Lines from pipes and files: each waits for its question, and none is lost."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.ui.console.user import EndedError, Question
from tests.ui.console.echo import LOCAL_ECHO, QUESTION, WAITING
from tests.ui.console.lines import ROOT, run
from tests.ui.console.pipes import Piped

PROGRAM = [sys.executable, *LOCAL_ECHO]


async def test_line_is_echoed_after_its_question(pipe: Piped) -> None:
    pipe.write("one\n  two \n\nfour")
    pipe.end()
    assert [await pipe.ask(f"{n}?") for n in range(4)] == ["one", "two", "", "four"]
    assert pipe.shown == ["0?", "> one", "1?", "> two", "2?", "> ", "3?", "> four"]
    assert pipe.screen.alone


async def test_line_waits_until_a_question_accepts_it(pipe: Piped) -> None:
    turn = "anna"
    pipe.write("select\nhello\n")
    asking = await pipe.asked("?", lambda line: line != "select" or turn == "bruno")
    pipe.screen.refresh()  # a change that does not concern this question
    assert not (await asyncio.wait({asking}, timeout=0))[0]
    turn = "bruno"
    pipe.screen.refresh()
    assert await asking == "select"
    assert await pipe.ask() == "hello"


async def test_waiting_line_goes_to_the_next_question(
    pipe: Piped,
) -> None:
    pipe.write("select\n")
    asking = await pipe.asked("waiting?", lambda _: False)
    asking.cancel()
    await asyncio.wait({asking})
    assert await pipe.ask("playing?") == "select"
    assert pipe.shown == ["waiting?", "playing?", "> select"]


async def test_no_line_is_lost_when_questions_are_overtaken(pipe: Piped) -> None:
    lines = [str(number) for number in range(300)]
    pipe.write("\n".join(lines))
    pipe.end()
    heard: list[str] = []
    for steps in itertools.cycle(range(9)):  # event loop steps until overtaken
        asking = asyncio.create_task(pipe.ask())
        for _ in range(steps):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait({asking})
        if not asking.cancelled():
            if asking.exception():
                break
            heard.append(asking.result())
    assert heard == lines


async def test_end_of_input_ends_every_question(pipe: Piped) -> None:
    pipe.write("last\n")
    pipe.end()
    assert await pipe.ask() == "last"
    for _ in range(3):
        with pytest.raises(EndedError):
            await pipe.ask()


async def test_end_of_input_waits_until_a_question_accepts_it(pipe: Piped) -> None:
    pipe.end()
    seen = asyncio.Event()
    over = False

    def ends() -> bool:
        seen.set()
        return over

    asking = asyncio.create_task(pipe.screen.ask(Question("?", ends=ends)))
    await seen.wait()
    assert not asking.done()
    over = True
    pipe.screen.refresh()
    with pytest.raises(EndedError):
        await asking


async def test_invalid_bytes_in_a_line_are_replaced(pipe: Piped) -> None:
    pipe.write("a\udcffb\r\n\x00\n")
    assert await pipe.ask() == "a\ufffdb"
    assert await pipe.ask() == "\x00"


async def test_long_line_is_one_line(pipe: Piped) -> None:
    pipe.write("x" * 10_000 + "\nnext\n")
    assert await pipe.ask() == "x" * 10_000
    assert await pipe.ask() == "next"


# As a process


def started() -> "subprocess.Popen[str]":
    """Start the program with pipes."""
    pipe = subprocess.PIPE
    return subprocess.Popen(PROGRAM, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT)


def test_script_runs_to_its_end() -> None:
    played = run("hello\nquit\nmore\n")
    assert (played.returncode, played.stderr) == (0, "")
    said = [QUESTION, "> hello", "You say 'hello'.", QUESTION, "> quit"]
    assert played.stdout.splitlines() == said


def test_script_that_ends_early_is_status_1() -> None:
    played = run("hello\n")
    assert (played.returncode, played.stderr) == (1, "")


def test_quit_ends_while_the_pipe_is_open() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write("hello\nquit\n")
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("typed", "cue"), [("", QUESTION), ("wait\n", WAITING)], ids=["asked", "waiting"]
)
def test_interrupt_without_a_terminal_is_status_130(typed: str, cue: str) -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(typed)
        process.stdin.flush()
        assert cue + "\n" in iter(process.stdout.readline, "")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == ""


@pytest.mark.parametrize("redirection", ["<&-", "</dev/null", "<folder"])
def test_unreadable_input_ends_the_console(redirection: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    command = ["sh", "-c", f'cd "$0" && PYTHONPATH="$1" && shift && exec "$@" {redirection}']
    played = subprocess.run(
        [*command, str(tmp_path), str(ROOT), *PROGRAM],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert played.returncode == 1
    assert "Traceback" not in played.stderr


def test_closed_output_is_not_an_error() -> None:
    with started() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == QUESTION + "\n"
        process.stdout.close()
        process.stdin.write("hello\n" * 3)
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_unencodable_characters_are_replaced() -> None:
    played = subprocess.run(
        PROGRAM,
        input="→\nquit\n".encode(),
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"You say '?'." in played.stdout
