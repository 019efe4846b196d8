"""Every prompt of a match survives arbitrary input, keys and changes of the window."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from typing import NamedTuple

import pytest

from ludoteca.ui.console.shelfie import texts
from tests.conftest import no_coverage
from tests.ui.console.servers import RunningServer, server
from tests.ui.console.shelfie.players import Player
from tests.ui.console.typist import Typist

pytestmark = no_coverage

NONSENSE = "?!@#"
LONG = f"\x1b[200~{'x' * 10_000}\x1b[201~"
"""A pasted line of ten thousand characters."""
LEAVING = "Do you want to leave? In a match you give up your seat. [y/N]"
NUMBERS = count()


class Prompt(NamedTuple):
    """A prompt and the way to it."""

    name: str
    text: str
    """The end of the prompt, which is on one line in a window of any size."""
    path: Sequence[str] = ()
    """The lines that lead there from the menu, or from the player's turn."""
    playing: bool = True
    again: str = ""
    """The line that leads back there, if a wrong answer does not repeat the prompt."""
    enter: bool = False
    """Whether an empty line is a valid answer."""


FIRST = ("select", "{first}", "y", "N")
BOTH = ("select", "{first}", "y", "Y", "{second}", "y", "N")
PROMPTS = (
    Prompt("name", "Enter username:", playing=False),
    Prompt("menu", "(1,2 or3):", playing=False),
    Prompt("seats", "(2,3 or 4):", ("create",), playing=False),
    Prompt("waiting", "(1 to 3):", ("create", "2"), playing=False),
    Prompt("room", "enter the room number:", ("join",), playing=False),
    Prompt("command", "you wish to use:"),
    Prompt("coordinates", "Enter the coordinates:", ("select",)),
    Prompt("confirm", "(show)?", ("select", "{first}")),
    Prompt("object", "you wish to be shown:", ("show",), again="show"),
    Prompt("again", "select again? Y/N", FIRST[:3]),
    Prompt("deselect", "selections? y/n", (*FIRST, "deselect")),
    Prompt("insert", "Type your command:", (*FIRST, "insert")),
    Prompt("column", "1/2/3/4/5", (*FIRST, "insert", "go")),
    Prompt("first", "first position (1-3):", (*BOTH, "insert", "sort")),
    Prompt("second", "second position (1-3):", (*BOTH, "insert", "sort", "1")),
    Prompt("sort", "sort(cancel)", (*BOTH, "insert", "sort", "1", "2"), enter=True),
    Prompt("sorted", "order again? Y/N", (*BOTH, "insert", "sort", "1", "2", "")),
    Prompt("leave", "You give up your seat. [y/N]", ("leave",), enter=True),
)


@pytest.fixture(scope="module")
def opened() -> Iterator[RunningServer]:
    with server() as opened, Player(opened.pipes, "carla") as carla:
        carla.create(4)
        yield opened


def at_turn(anna: Typist, name: str, opened: RunningServer, stack: ExitStack) -> dict[str, str]:
    """Wait for the player's turn; return two cells to select."""
    anna.see("(1 to 3):")
    bruno = stack.enter_context(Player(opened.pipes, f"bruno-{name}"))
    rooms = bruno.state.lists.virtualMatchList or ()
    bruno.join(next(int(room) for room, *state in rooms if state == ["WaitingPlayers", "1", "2"]))
    bruno.starts()
    if bruno.state.my_turn:
        bruno.play()
        anna.see("Hey anna")
    bruno.sees_turn_of(name)
    anna.see("you wish to use:")
    (row, first), (below, second), *_ = bruno.next_move(name).cells
    return {"first": f"{row + 1},{first + 1}", "second": f"{below + 1},{second + 1}"}


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name)
def test_prompt_survives_anything(prompt: Prompt, opened: RunningServer) -> None:
    name = f"anna-{next(NUMBERS)}"
    flags = ["--server", "127.0.0.1", "--port", str(opened.pipes)]
    flags += [] if prompt.name == "name" else ["--name", name]
    flags += ["--create", "2"] if prompt.playing else []
    with ExitStack() as stack:
        anna = stack.enter_context(Typist(*flags, columns=120, rows=30))
        cells = at_turn(anna, name, opened, stack) if prompt.playing else {}
        for line in prompt.path:
            anna.type(line.format(**cells))
        anna.see(prompt.text)
        for line in (NONSENSE, LONG, *[""] * (not prompt.enter)):
            anna.type(line)
            if prompt.again:
                anna.see("cannot be found")
                anna.type(prompt.again)
            anna.see(prompt.text)
        anna.press("Ctrl-C")
        anna.see(LEAVING)
        anna.type("n")
        anna.see(prompt.text)
        anna.write("half [a] li")
        anna.resize(60, 20)
        anna.write("ne")
        anna.see("> half [a] line")
        anna.resize(120, 30)
        anna.press("Enter")
        anna.see("cannot be found" if prompt.again else prompt.text)
        anna.press("Ctrl-D")
        anna.see(LEAVING)
        anna.type("y")
        anna.see("Bye! See you soon.")
        assert anna.ended() == 0


def test_help_explains_the_current_prompt(opened: RunningServer) -> None:
    name = f"anna-{next(NUMBERS)}"
    flags = ("--server", "127.0.0.1", "--port", str(opened.pipes), "--name", name, "--create", "2")
    with ExitStack() as stack:
        anna = stack.enter_context(Typist(*flags, columns=120, rows=30))
        cells = at_turn(anna, name, opened, stack)
        for line, how in (
            ("select", texts.HOW_CELL),
            (cells["first"], texts.HOW_CONFIRM),
            ("y", texts.HOW_YES_NO),
            ("N\ninsert", texts.HOW_INSERTING),
            ("go", texts.HOW_COLUMN),
        ):
            for typed in (*line.split("\n"), "help"):
                anna.type(typed)
            anna.see("> help", how)
