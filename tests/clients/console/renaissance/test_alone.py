"""A whole match against Lorenzo: typed at a terminal, and the same lines from a pipe."""

import subprocess
import sys

from tests.clients.console.houses import Opened, house
from tests.clients.console.renaissance.friend import QUESTIONS, Friend, Reader
from tests.clients.console.screens import assert_screen
from tests.clients.console.typist import CONSOLE, ROOT

SEED = 4  # a match in which everything there is to be asked is asked
NOT_ALONE = {"bonus"}
"""What is asked only where there are others."""


def piped(opened: Opened, *lines: str) -> "subprocess.CompletedProcess[str]":
    """The console with lines from a pipe, one after the other."""
    flags = ("renaissance", "--server", "127.0.0.1", "--port", str(opened.commands))
    return subprocess.run(
        [sys.executable, *CONSOLE, *flags],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )


def scores(story: str) -> str:
    """Everything about how the match ended."""
    return story.partition("The match is over.")[2].partition("won")[0]


def test_a_match_is_typed_to_its_end_and_the_same_lines_can_be_piped() -> None:
    with house(SEED) as opened, Reader("renaissance") as anna:
        anna.see("How do you wish to connect? tcp/rmi")
        anna.type("tcp")
        anna.see("Enter the server address: ")
        anna.type("127.0.0.1")
        anna.see("Enter the server port: ")
        anna.type(str(opened.commands))
        anna.see("Connection Successful", "Your name (NAME#SECRET keeps it for you):")
        assert_screen("renaissance/login", anna)
        friend = Friend(anna)
        friend.says("anna")
        anna.see("solo                  play alone, against Lorenzo")
        assert_screen("renaissance/hall", anna)
        friend.says("solo")
        friend.plays(lambda kind: assert_screen(f"renaissance/{kind}", anna))
        assert friend.met == set(QUESTIONS) - NOT_ALONE
        friend.says("leave")
        anna.see("You left: anna correctly!", "There is no room yet.")
        friend.says("exit")
        anna.see("Leave?")
        anna.type("y")
        anna.see("Bye bye!")
        assert anna.ended() == 0
    name, solo, *moves, leave, leaves = friend.typed
    nonsense = [line for move in moves for line in ("nonsense", "x" * 10_000, move)]
    with house(SEED) as opened:
        ended = piped(opened, name, "nonsense", solo, *nonsense, leave, leaves)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert scores(ended.stdout) == scores(anna.story())
    assert "Lorenzo drew a token" in ended.stdout
