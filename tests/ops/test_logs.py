"""Logs: lines for people and for programs."""

import asyncio
import io
import json
import logging
import os
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.ops import log, writing_logs
from ludoteca.ops.logs import MOST_LINES

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def nobody_loses() -> None:
    pytest.fail("a line was lost")


def written(
    what: Callable[[], object], form: str = "json", level: str = "info", *, colours: bool = False
) -> str:
    """Return the output of log calls."""
    stream = io.StringIO()
    with writing_logs(stream, level, form, colours=colours, lost=nobody_loses):
        what()
    return stream.getvalue()


def lines(what: Callable[[], object], **settings: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written(what, **settings).splitlines()]


def opened() -> None:
    log.info("table_opened", table=7, game="shelfie", owner="Anna Bianchi")


def test_a_line_for_programs_is_one_object() -> None:
    (line,) = lines(opened)
    assert TIME.fullmatch(line.pop("time"))
    assert line == {
        "level": "info", "event": "table_opened",
        "table": 7, "game": "shelfie", "owner": "Anna Bianchi",
    }  # fmt: skip


def test_a_line_for_people_is_columns() -> None:
    time, _, rest = written(opened, "text").partition(" ")
    assert TIME.fullmatch(time)
    assert rest == 'info    table_opened         table=7 game=shelfie owner="Anna Bianchi"\n'


def test_named_node_is_in_every_log_line() -> None:
    for form, head in (
        ("json", '"event": "table_opened", "node": "one", '),
        ("text", " one table_o"),
    ):
        stream = io.StringIO()
        with writing_logs(stream, "info", form, colours=False, lost=nobody_loses, node="one"):
            opened()
        assert head in stream.getvalue()


def test_colours_are_there_only_if_wanted() -> None:
    assert "\x1b" not in written(opened, "text")
    assert "\x1b[36minfo   \x1b[0m" in written(opened, "text", colours=True)
    assert "\x1b" not in written(opened, "json", colours=True)


def test_auto_is_text_on_a_terminal_and_json_elsewhere() -> None:
    controller, terminal = os.openpty()
    with os.fdopen(terminal, "w") as screen, os.fdopen(controller, "rb", 0) as camera:
        with writing_logs(screen, "info", "auto", colours=False, lost=nobody_loses):
            opened()
        assert b" info    table_opened " in camera.read(4096)
    assert json.loads(written(opened, "auto"))["event"] == "table_opened"


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("plain", "plain"),
        ("", '""'),
        ("Nicolò Rossi", '"Nicolò Rossi"'),
        ("a=b", '"a=b"'),
        ("two\nlines", r'"two\nlines"'),
        ("\x1b[2Jred", r'"\u001b[2Jred"'),
        ("\u2028", r'"\u2028"'),
        ("\udcff", r'"\udcff"'),
        (1.5, "1.5"),
        (None, "None"),
    ],
)
def test_no_value_can_break_its_line(value: object, word: str) -> None:
    assert written(lambda: log.info("x", a=value), "text").endswith(f" a={word}\n")
    (line,) = lines(lambda: log.info("x", a=value))
    assert line["a"] == value


def test_secrets_are_never_written() -> None:
    for form in ("text", "json"):
        said = written(lambda: log.info("x", token="abc", secret="abc", name="Anna"), form)  # noqa: S106
        assert "abc" not in said
        assert "Anna" in said


def test_a_field_cannot_pass_for_the_event() -> None:
    (line,) = lines(lambda: log.info("x", event="y", level="z"))
    assert (line["event"], line["level"]) == ("x", "info")


@pytest.mark.parametrize(
    ("level", "count"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)]
)
def test_events_below_the_level_are_not_written(level: str, count: int) -> None:
    def everything() -> None:
        for say in (log.debug, log.info, log.warning, log.error):
            say("x")

    said = lines(everything, level=level)
    assert [line["level"] for line in said] == ["debug", "info", "warning", "error"][-count:]


def fail() -> None:
    raise ValueError("the roof\nleaks")


def test_an_error_shows_the_exception_it_is_about() -> None:
    def story() -> None:
        try:
            fail()
        except ValueError:
            log.error("roof_failed", room="hall")

    (line,) = lines(story)
    assert (line["event"], line["room"]) == ("roof_failed", "hall")
    assert line["traceback"].startswith("Traceback (most recent call last):\n")
    assert line["traceback"].endswith("ValueError: the roof\nleaks")
    first, *below = written(story, "text").splitlines()
    assert first.endswith(" error   roof_failed          room=hall")
    assert below[0] == "    Traceback (most recent call last):"
    assert all(line.startswith("    ") for line in below)


def test_a_task_that_fails_alone_is_logged() -> None:
    async def roof() -> None:
        fail()

    async def story() -> None:
        task = asyncio.create_task(roof())
        await asyncio.wait([task])
        del task  # nobody asks what came of it

    (line,) = lines(lambda: asyncio.run(story()))
    assert (line["level"], line["event"]) == ("error", "asyncio")
    assert line["message"].startswith("Task exception was never retrieved")
    assert "ValueError: the roof" in line["traceback"]


def test_library_messages_are_lines_like_any_other() -> None:
    (line,) = lines(lambda: logging.getLogger("some.library").warning("so %s", "much"))
    assert (line["event"], line["level"], line["message"]) == ("some.library", "warning", "so much")


class Stuck(io.StringIO):
    """A stream that blocks until it is freed."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.free = threading.Event(), threading.Event()

    def write(self, text: str) -> int:
        self.asked.set()
        self.free.wait()
        return super().write(text)


def test_logging_never_blocks_and_counts_dropped_lines() -> None:
    stream, lost = Stuck(), []
    with writing_logs(stream, "info", "json", colours=False, lost=lambda: lost.append(1)):
        log.info("first")
        stream.asked.wait()
        for _ in range(MOST_LINES + 5):
            log.info("further")
        stream.free.set()
    assert len(lost) == 5
    assert stream.getvalue().count("\n") == 1 + MOST_LINES


def test_a_blocked_stream_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.ops.logs.CLOSING_SECONDS", 0.01)
    stream = Stuck()
    with writing_logs(stream, "info", "json", colours=False, lost=nobody_loses):
        opened()
    assert stream.getvalue() == ""
    stream.free.set()


def test_closed_stream_is_not_an_error() -> None:
    stream = io.StringIO()
    with writing_logs(stream, "info", "json", colours=False, lost=nobody_loses):
        stream.close()
        opened()
