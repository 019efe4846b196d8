"""Connecting to a server whose address comes from questions or flags."""

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from ludoteca.ui.console.connecting import ADDRESS, BAD_PORT, CLIENT, FAILED, PORT, SUCCESSFUL
from ludoteca.ui.console.user import BAD_TRANSPORT, TCP_ONLY, TRANSPORT
from tests.ui.console.echo import ECHO, QUESTION
from tests.ui.console.lines import run as play
from tests.ui.console.servers import RunningServer, server

ARRIVE = ("--name", "connect")
TALK = (QUESTION, "> connect", "> quit")


@pytest.fixture(scope="module")
def opened() -> Iterator[RunningServer]:
    with server() as opened:
        yield opened


@pytest.fixture
def nobody() -> Iterator[int]:
    """A port on which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def run(typed: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return play(typed, *words, program=ECHO)


def lines(played: "subprocess.CompletedProcess[str]") -> list[str]:
    """Return the output without the echo's questions and answers."""
    assert played.stderr == ""
    return [line.rstrip() for line in played.stdout.splitlines() if line not in TALK]


def no_server(port: int) -> str:
    return f"There is no server at 127.0.0.1, port {port}; `ludoteca serve` starts one."


def test_questions_are_repeated_until_the_answer_is_valid(
    opened: RunningServer, nobody: int
) -> None:
    answers = ["carrier pigeon", "TCP", "", "0", "65536", "1e3", "²", "-1", "x" * 10_000]
    answers += [str(nobody), "localhost", str(opened.pipes), "quit"]
    played = run("\n".join(answers), *ARRIVE)
    address, port = ADDRESS.rstrip(), PORT.format(default=8080)
    expected = [TRANSPORT, "> carrier pigeon", BAD_TRANSPORT, TRANSPORT, "> TCP", address, ">"]
    for nonsense in answers[3:9]:
        expected += [port, f"> {nonsense}", BAD_PORT]
    expected += [port, f"> {nobody}", FAILED, no_server(nobody), address, "> localhost"]
    expected += [port, f"> {opened.pipes}"]
    assert lines(played) == [*expected, SUCCESSFUL]
    assert played.returncode == 0


def test_rmi_asks_for_the_client_address_first(opened: RunningServer, nobody: int) -> None:
    answers = ["RMI", "localhost", "", str(nobody), "", "", str(opened.pipes), "quit"]
    played = run("\n".join(answers), *ARRIVE)
    client, address, port = CLIENT.rstrip(), ADDRESS.rstrip(), PORT.format(default=8080)
    first = [TRANSPORT, "> RMI", client, "> localhost", address, ">", port, f"> {nobody}"]
    first += [FAILED, no_server(nobody)]
    second = [client, ">", address, ">", port, f"> {opened.pipes}", SUCCESSFUL]
    assert lines(played) == first + second


@pytest.mark.parametrize("flags", [("--rmi",), ("--client-address", "127.0.0.1")])
def test_flags_choose_rmi(flags: tuple[str, ...], opened: RunningServer) -> None:
    played = run("quit\n", *ARRIVE, *flags, "--port", str(opened.pipes))
    client = [CLIENT.rstrip(), f"> {flags[1]}" if flags[1:] else ">"]
    said = [ADDRESS.rstrip(), ">", PORT.format(default=8080), f"> {opened.pipes}", SUCCESSFUL]
    assert lines(played) == client + said


def test_flags_answer_every_question(opened: RunningServer) -> None:
    flags = ("--server", "127.0.0.1", "--port", str(opened.pipes))
    played = run("quit\n", *ARRIVE, *flags)
    said = [
        ADDRESS.rstrip(),
        "> 127.0.0.1",
        PORT.format(default=8080),
        f"> {opened.pipes}",
        SUCCESSFUL,
    ]
    assert lines(played) == said


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost.invalid", "", " ", ".", "a..b", "a b", "x" * 300, "\udcff", "[::1]"],
)
def test_missing_server_is_one_line_and_status_2(host: str, nobody: int) -> None:
    played = run("quit\n", *ARRIVE, "--server", host, "--port", str(nobody))
    assert played.returncode == 2
    assert FAILED in played.stdout
    assert played.stderr.startswith("ludoteca console: no server at ")
    assert f"port {nobody}; `ludoteca serve` starts one" in played.stderr or len(host) == 300
    assert played.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["a\0b", "\x1b[2J", "%s", "a" * 10_000, "ñandú.invalid"])
def test_invalid_address_is_asked_for_again(host: str, opened: RunningServer) -> None:
    played = run(f"\n{host}\n1\n\n{opened.pipes}\nquit\n", *ARRIVE)
    assert (played.returncode, played.stderr) == (0, "")
    assert lines(played)[-1] == SUCCESSFUL


def test_rmi_is_refused_for_a_game_without_it() -> None:
    played = run("rmi\n", "renaissance")
    assert lines(played) == [TRANSPORT, "> rmi", TCP_ONLY, TRANSPORT]
    assert played.returncode == 1


def test_script_that_ends_without_a_server_is_status_2(nobody: int) -> None:
    played = run(f"\n\n{nobody}\n", *ARRIVE)
    assert played.returncode == 2
    assert played.stderr.startswith(f"ludoteca console: no server at 127.0.0.1, port {nobody}")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "renaissance --rmi",
            "Masters of Renaissance can be played over TCP only: run without --rmi",
        ),
        ("chess", "there is no game 'chess' (games: shelfie, renaissance)"),
        ("--port 0", "0 is not between 1 and 65535"),
        ("--port 65536", "65536 is not between 1 and 65535"),
        ("--port web", "'web' is not a whole number"),
        ("--create 5", "5 is not between 1 and 4"),
        ("--create 2 --join 1", "not allowed with argument"),
    ],
)
def test_impossible_request_is_one_line_and_status_2(words: str, sentence: str) -> None:
    played = run("", *words.split())
    assert (played.returncode, played.stdout) == (2, "")
    assert sentence in played.stderr
    assert played.stderr.count("\n") == 1


WITHOUT_SIGNALS = """
import asyncio, sys, types
from ludoteca.cli import main

def add_signal_handler(*_):
    raise NotImplementedError

async def play(user, *, remote):
    return 0 if await user.ask("Who is there?") == "anna" else 9

asyncio.SelectorEventLoop.add_signal_handler = add_signal_handler
game = sys.modules["ludoteca.ui.console.shelfie.playing"] = types.ModuleType("game")
game.play = play
sys.exit(main(["console"]))
"""


def test_console_runs_without_signal_handlers() -> None:
    command = [sys.executable, "-c", WITHOUT_SIGNALS]
    played = subprocess.run(
        command, input="tcp\nanna\n", capture_output=True, text=True, check=False, timeout=60
    )
    assert (played.returncode, played.stderr) == (0, "")


def test_first_question_loads_no_game() -> None:
    code = (
        "import sys, ludoteca.cli.command, ludoteca.cli.console;"
        "import ludoteca.ui.console.plain, ludoteca.ui.console.terminal;"
        "sys.exit(any(name in sys.modules for name in ('msgspec', 'ludoteca.games.contract')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_rmi_is_loaded_only_when_needed() -> None:
    code = (
        "import sys, ludoteca.ui.console.shelfie.playing;"
        "sys.exit(any(name.startswith('ludoteca.net.rmi') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
