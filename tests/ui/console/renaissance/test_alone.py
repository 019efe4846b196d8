"""A whole match against Lorenzo, typed at a terminal and then repeated from a pipe."""

from tests.ui.console.renaissance.consoles import NOT_ALONE, SEED, piped
from tests.ui.console.renaissance.friend import QUESTIONS, Friend, Reader
from tests.ui.console.screens import assert_screen
from tests.ui.console.servers import server


def scores(story: str) -> str:
    """Return the final scores."""
    return story.partition("The match is over.")[2].partition("won")[0]


def test_whole_match_is_typed_and_repeated_from_a_pipe() -> None:
    with server(SEED) as opened, Reader("renaissance") as anna:
        anna.see("How do you want to connect? tcp/rmi")
        anna.type("tcp")
        anna.see("Enter the server address: ")
        anna.type("127.0.0.1")
        anna.see("Enter the server port: ")
        anna.type(str(opened.commands))
        anna.see("Connection Successful", "Your name (NAME#SECRET protects it):")
        assert_screen("renaissance/login", anna)
        friend = Friend(anna)
        friend.says("anna")
        anna.see("solo                  play alone, against Lorenzo")
        assert_screen("renaissance/hall", anna)
        friend.says("solo")
        friend.plays(lambda kind: assert_screen(f"renaissance/{kind}", anna))
        assert friend.met == set(QUESTIONS) - NOT_ALONE
        friend.says("leave")
        anna.see("You left: anna correctly!", "There are no rooms yet.")
        friend.says("exit")
        anna.see("Leave?")
        anna.type("y")
        anna.see("Bye bye!")
        assert anna.ended() == 0
    name, solo, *moves, leave, leaves = friend.typed
    nonsense = [line for move in moves for line in ("nonsense", "x" * 10_000, move)]
    with server(SEED) as opened:
        ended = piped(opened, name, "nonsense", solo, *nonsense, leave, leaves)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert scores(ended.stdout) == scores(anna.story())
    assert "Lorenzo drew a token" in ended.stdout
