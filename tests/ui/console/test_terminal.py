"""At a terminal, lines are edited, remembered and completed, and output never breaks them."""

import signal
from pathlib import Path

import pytest

from ludoteca.ui.console.user import LEAVING
from tests.ui.console.echo import LOCAL_ECHO, NEWS, OVERTAKEN, QUESTION, WAITING
from tests.ui.console.typist import Typist

WITHOUT = "without prompt_toolkit"


@pytest.fixture(params=["with prompt_toolkit", WITHOUT])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Run with line editing, and without it as if the extra were not installed."""
    if request.param != WITHOUT:
        return {}
    (tmp_path / "prompt_toolkit.py").write_text("raise ImportError\n")
    return {"PYTHONPATH": str(tmp_path)}


def lines(typist: Typist) -> list[str]:
    """Return the lines shown, except the status line and empty ones."""
    shown = (line for line in typist.story().splitlines() if "columns, " not in line)
    return [line for line in shown if line]


# Both kinds of terminal


def test_typed_input_is_read(environment: dict[str, str]) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        for said in ("hello", "", "  blanks around  ", "città → 猫", "(1,2)"):
            anna.see(QUESTION)
            anna.type(said)
            anna.see(f"You say {said.strip()!r}.")
        anna.type("quit")
        assert anna.ended() == 0
        assert anna.echoes


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_leaving_needs_confirmation(environment: dict[str, str], key: str) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        for answer in ("n", "", "what?"):
            anna.see(QUESTION)
            anna.press(key)
            anna.see(LEAVING)
            anna.type(answer)
        anna.see(QUESTION)
        anna.type("still here")
        anna.see("You say 'still here'.", QUESTION)
        anna.press(key)
        anna.see(LEAVING)
        anna.type("y")
        assert anna.ended() == 0
        assert anna.echoes


@pytest.mark.parametrize("key", ["Ctrl-C", "Ctrl-D"])
def test_leaving_twice_needs_no_confirmation(environment: dict[str, str], key: str) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.press(key)
        anna.see(LEAVING)
        anna.press(key)
        assert anna.ended() == 0


def test_leaving_can_be_confirmed_without_a_pending_question(environment: dict[str, str]) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.type("wait")
        anna.see(WAITING)
        anna.interrupt()
        anna.see(LEAVING)
        anna.type("n")
        anna.interrupt(signal.SIGUSR1)
        anna.see(NEWS, QUESTION)
        anna.type("wait")
        anna.see(WAITING)
        anna.interrupt()
        anna.see(LEAVING)
        anna.type("yes")
        assert anna.ended() == 0


def test_overtaken_question_is_followed_by_a_clean_prompt(
    environment: dict[str, str],
) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.interrupt(signal.SIGUSR2)
        anna.see(OVERTAKEN, QUESTION)
        anna.type("next")
        anna.see("You say 'next'.", QUESTION)


def test_confirmation_of_leaving_is_not_overtaken(environment: dict[str, str]) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.press("Ctrl-C")
        anna.see(LEAVING)
        anna.interrupt(signal.SIGUSR2)
        anna.interrupt(signal.SIGUSR1)
        anna.see(NEWS)
        anna.type("n")
        anna.see(OVERTAKEN, QUESTION)


def test_very_long_line_is_accepted(environment: dict[str, str]) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.type("x" * 10_000)
        anna.see("You say 'xxx", "xxx'.", QUESTION)
        anna.type("short")
        anna.see("You say 'short'.")


def test_invalid_bytes_are_replaced(environment: dict[str, str]) -> None:
    with Typist(program=LOCAL_ECHO, environment=environment) as anna:
        anna.see(QUESTION)
        anna.type("a\udcffb")
        anna.see("You say 'a")
        anna.see("b'.", QUESTION)


# With line editing


def test_news_appear_above_the_line_being_typed() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.write("half a ")
        anna.shows("> half a")
        anna.interrupt(signal.SIGUSR1)
        anna.see(NEWS)
        anna.write("line ")
        anna.shows("> half a line")
        anna.interrupt(signal.SIGUSR1)
        anna.see(NEWS)
        anna.type("is whole")
        anna.see("You say 'half a line is whole'.", QUESTION)
        assert lines(anna)[:5] == [
            QUESTION,
            NEWS,
            NEWS,
            "> half a line is whole",
            "You say 'half a line is whole'.",
        ]
        anna.type("quit")
        assert anna.ended() == 0


def test_interrupted_input_stays_visible() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.write("half a li")
        anna.shows("> half a li")
        anna.interrupt(signal.SIGUSR2)
        anna.see(OVERTAKEN, QUESTION)
        anna.type("next")
        anna.see("You say 'next'.", QUESTION)
        assert lines(anna)[:6] == [
            QUESTION,
            "> half a li",
            OVERTAKEN,
            QUESTION,
            "> next",
            "You say 'next'.",
        ]


def test_input_without_a_question_waits_and_is_shown_once() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.type("wait")
        anna.see(WAITING)
        anna.type("early")
        anna.interrupt(signal.SIGUSR1)
        anna.see("You say 'early'.", QUESTION)
        assert lines(anna)[1:6] == ["> wait", WAITING, NEWS, QUESTION, "> early"]


def test_lines_are_completed() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.write("Qui")
        anna.press("Tab")
        anna.shows("quick")
        anna.write("c")
        anna.press("Tab")
        anna.shows("> quick")
        anna.press("Enter")
        anna.see("You say 'quick'.", QUESTION)
        anna.type("quit")
        assert anna.ended() == 0


def test_lines_are_remembered() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        for said in ("one", "two"):
            anna.see(QUESTION)
            anna.type(said)
            anna.see(f"You say {said!r}.")
        anna.see(QUESTION)
        anna.press("Up", "Up", "Enter")
        anna.see("You say 'one'.")


def test_status_line_follows_every_window_size() -> None:
    with Typist(program=LOCAL_ECHO) as anna:
        anna.see(QUESTION)
        anna.write("half a line")
        for columns, rows in ((40, 10), (100, 4), (30, 3), (200, 60)):
            anna.resize(columns, rows)
            anna.shows(f"{columns} columns")
        anna.type("")
        anna.see("You say 'half a line'.", QUESTION)


@pytest.mark.parametrize(
    ("variables", "colours"),
    [({}, "colours"), ({"NO_COLOR": "1"}, "no colours"), ({"NO_COLOR": ""}, "colours")],
)
def test_colours_are_shown_unless_disabled(variables: dict[str, str], colours: str) -> None:
    with Typist(program=LOCAL_ECHO, environment=variables) as anna:
        anna.shows(f" columns, {colours}")


def test_dumb_terminal_is_supported() -> None:
    with Typist(program=LOCAL_ECHO, environment={"TERM": "dumb"}) as anna:
        anna.see(QUESTION)
        anna.type("hello")
        anna.see("You say 'hello'.", QUESTION)
        anna.interrupt(signal.SIGUSR1)
        anna.see(NEWS)
        anna.type("quit")
        assert anna.ended() == 0
