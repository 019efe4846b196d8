"""The console over RMI with a real server: logging in, playing, chatting, leaving and errors."""

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ui.console.lines import run as play_lines
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import RunningServer, server
from tests.ui.console.shelfie.consoles import ASKED, LOST, enter, play
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import CONSOLE, Typist


@pytest.fixture(scope="module")
def opened() -> Iterator[RunningServer]:
    with server(7) as opened:
        yield opened


def run(typed: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return play_lines(typed, *words, program=CONSOLE)


def test_session_from_login_to_logout(opened: RunningServer) -> None:
    with Typist(rows=45) as anna:
        anna.see("How do you want to connect? tcp/rmi")
        enter(anna, "rmi", "Enter the client address: ")
        anna.type("")
        anna.see("Enter the server address: ")
        anna.type("localhost")
        anna.see("Enter the server port: ")
        enter(anna, str(opened.rmi), "Connection Successful", "Enter username:")
        assert_screen("shelfie-by-rmi", anna)
        with Player(opened.pipes, "bruno") as bruno:
            enter(anna, "bruno", "Access denied. This username is already taken", "username:")
            enter(anna, "anna", "Login successful. Hi anna", "1,2 or3")
            enter(anna, "create", "(2,3 or 4):")
            enter(anna, "2", "Match with 2 seats created. MatchID: 0", "(1 to 3):")
            bruno.join(0)
            anna.see("The build is complete.", "The match has started!", ASKED)
            for _ in range(2):
                take_turns(anna, bruno)
            enter(anna, "/chat[bruno] psst", "Message sent to bruno", ASKED)
            enter(anna, "/chat[zoe] psst", "The player zoe doesn't exist", ASKED)
            bruno.whisper("what?", "anna")
            anna.see("bruno says: what?")
            enter(anna, "/chat hello, all", "Match chat:", "anna: hello, all", ASKED)
            enter(anna, "open", "Chat with bruno:", "anna > psst", "bruno > what?", ASKED)
            bruno.until(lambda: any("hello, all" in line for line in bruno.state.chat))
            enter(
                anna, "leave", "Do you really want to leave the match? You give up your seat. [y/N]"
            )
            enter(anna, "y", "You left the match", "or3")
            bruno.until(lambda: bruno.state.over)
        enter(anna, "exit", "Bye! See you soon.")
        assert anna.ended() == 0


def take_turns(anna: Typist, bruno: Player) -> None:
    """Play one move of each player."""
    bruno.sees_turn_of("bruno")
    bruno.play()
    bruno.sees_turn_of("anna")
    anna.see("Hey anna! It's your turn", ASKED)
    play(anna, bruno.next_move("anna"))
    anna.see("It's bruno's turn", ASKED)


def test_players_keep_their_seats_when_the_server_is_killed(tmp_path: Path) -> None:
    with (
        server(7, tmp_path) as opened,
        Typist("--rmi", "--port", str(opened.rmi), "--name", "anna", "--create", "2") as anna,
    ):
        anna.see("MatchID: 0")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.join(0)
            bruno.sees_turn_of("bruno")
            bruno.play()
            anna.see("Hey anna! It's your turn", ASKED)
            opened.kill()
        anna.see(LOST)
        opened.open()
        anna.see("Reconnected.", "Returning to your seat...", "You are back in the match.")
        anna.see("Hey anna! It's your turn")
        with Player(opened.pipes, "bruno") as bruno:
            bruno.sees_turn_of("anna")
            play(anna, bruno.next_move("anna"))
            anna.see("It's bruno's turn", ASKED)


def test_missing_server_is_one_line_and_status_2() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        played = run("anna\n", "--rmi", "--port", str(port))
    assert played.returncode == 2
    assert played.stdout.endswith("\nConnection Failed\n")
    assert played.stderr.startswith(f"ludoteca console: no server at 127.0.0.1, port {port};")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("192.0.2.1", "192.0.2.1 is not an address of this machine"),
        (
            "127.0.0.2",
            "the server cannot call back at 127.0.0.2; the client address must be one it can reach",
        ),
    ],
)
def test_wrong_client_address_is_explained_and_asked_again(
    address: str, sentence: str, opened: RunningServer
) -> None:
    port = str(opened.rmi)
    played = run("anna\n", "--client-address", address, "--port", port)
    assert played.returncode == 2
    assert played.stdout.endswith(f"\nConnection Failed: {sentence}\n")
    assert played.stderr == f"ludoteca console: {sentence}\n"
    played = run(f"{address}\n\n{port}\n\n\n{port}\nanna\nexit\n", "--rmi")
    assert (played.returncode, played.stderr) == (0, "")
    assert f"Connection Failed: {sentence}\n" in played.stdout
    assert played.stdout.endswith("Bye! See you soon.\n")
