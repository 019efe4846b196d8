"""Corrupted conversations end in an exception for the caller or a close, and nothing worse."""

import random
import sys
import tracemalloc
from types import FrameType
from typing import Any

from ludoteca.protocols.contract import Disconnect, SendBytes, UnreadableError
from ludoteca.protocols.jrmp import Calling, Listening, write_return
from tests.conftest import many, no_coverage
from tests.protocols.javastream.streams import broken, seeded_random
from tests.protocols.jrmp.samples import (
    ACCEPTED,
    ANSWER,
    CALLING,
    CALLS,
    RETURNS,
    THROWING,
    find,
    written,
)

pytestmark = no_coverage

GREETING = 22
CONVERSATIONS = [CALLING, *(CALLING[:GREETING] + written(call) for call in CALLS)]
ANSWERS = [(method, write_return(method, value, ANSWER)) for method, value in RETURNS]
ANSWERS += [(method, THROWING) for method, _ in RETURNS]


def listen(data: bytes, size: int) -> str:
    """Summarise a conversation: the number of calls and replies, and the last reply."""
    end = Listening(("127.0.0.1", 40001), find)
    calls = replies = 0
    last = b""
    for start in range(0, len(data), size):
        end.feed(data[start : start + size])
        while (item := end.next()) is not None:
            if isinstance(item, Disconnect):
                return f"{calls} {replies} {last!r}, goodbye"
            if isinstance(item, SendBytes):
                replies, last = replies + 1, item.data[-50:]
            else:
                calls += 1
    return f"{calls} {replies} {last!r}"


def call(rng: random.Random, size: int) -> str:
    """Return the outcome of a call whose reply is corrupted."""
    method, answer = rng.choice(ANSWERS)
    data, end = broken(ACCEPTED + answer, rng), Calling()
    end.await_return(method)
    try:
        for start in range(0, len(data), size):
            if ended := end.feed(data[start : start + size]):
                return type(ended).__name__
    except UnreadableError as error:
        return str(error)
    return "unfinished"


def test_errors_of_callers_are_answered_or_end_the_conversation() -> None:
    rng = seeded_random(30)
    outcomes = {
        listen(broken(rng.choice(CONVERSATIONS), rng), rng.choice((9, 1 << 20)))
        for _ in range(many(100_000))
    }
    assert len(outcomes) > 50


def test_errors_in_answers_only_make_them_unreadable() -> None:
    rng = seeded_random(31)
    outcomes = {call(rng, rng.choice((9, 1 << 20))) for _ in range(many(100_000))}
    assert len(outcomes) > 50


def test_errors_take_at_most_one_step_per_byte() -> None:
    rng = seeded_random(32)
    steps = 0

    def count(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    watcher = sys.getprofile()
    for _ in range(many(10_000)):
        data, size = broken(rng.choice(CONVERSATIONS), rng), rng.choice((1, 10, 1 << 20))
        steps = 0
        sys.setprofile(count)
        try:
            listen(data, size)
        finally:
            sys.setprofile(watcher)
        assert steps <= 500 + 60 * len(data)


def test_errors_take_bounded_memory_per_byte() -> None:
    rng = seeded_random(33)
    listen(CALLING, 1 << 20)
    tracemalloc.start()
    try:
        for _ in range(many(10_000)):
            data = broken(rng.choice(CONVERSATIONS), rng)
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            listen(data, 1 << 20)
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < 50_000 + 200 * len(data)
    finally:
        tracemalloc.stop()


def test_a_flood_of_pings_is_read_once() -> None:
    end = Listening(("127.0.0.1", 40001), find)
    end.feed(CALLING[:GREETING] + b"\x52" * (1 << 18))
    replies = 0
    while end.next() is not None:
        replies += 1
    assert replies == 1 + (1 << 18)
