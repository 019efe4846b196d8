"""Streams to and from a real JDK, if there is one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludoteca.protocols.javastream import (
    HEADER,
    Array,
    Content,
    Failure,
    JavaReader,
    JavaWriter,
    Object,
    from_java,
    jdk,
    to_java,
)
from tests.java import compiled, run
from tests.protocols.javastream.samples import CLASSES, POINT, Colour, Corner, Point
from tests.protocols.javastream.streams import EVERYTHING

FRIEND = Path(__file__).with_name("Friend.java")
Friend = Callable[..., bytes]

THINGS: list[tuple[Any, str]] = [
    (None, "null"),
    ("alice", "'alice'"),
    ("\0\U0001f600", r"'\u0000\ud83d\ude00'"),
    ("x" * 70_000, "text of 70000"),
    (7, "7"),
    (1 << 40, "1099511627776"),
    (True, "true"),
    (0.1, "0.1"),
    (Colour.RED, "RED"),
    (Colour.GREEN, "GREEN"),  # a constant with its own class
    ([], "[]"),
    ([1, ["two", None], {}], "[1, ['two', null], HashMap[]]"),
    ({Point(1, 2): [Colour.RED]}, "HashMap[Point[1, 2]=[RED]]"),
    (Corner(1, 2, Colour.GREEN, "hall"), "Corner[1, 2, GREEN, 'hall']"),
    (Corner(1, 2, None, None), "Corner[1, 2, null, null]"),
    (
        EVERYTHING,
        "Everything[true, 1, 99, 5, 3, 4, 2.5, 1.5, 6, '\\ud83d\\ude00 \\u0000', "
        "[1, 'two', 3.0, null, GREEN, Point[1, 2]], HashMap[Point[1, 2]=RED, Point[3, 4]=null], "
        "LinkedHashMap['z'=1, 'a'=2], RED, "
        "HashMap['a'=[HashMap['b'=Corner[1, 2, GREEN, 'hall']]]], ['one', 'two'], "
        "[1, 2, 3], [['a', null], []], [98, 121, 116, 101, 115]]",
    ),
]


@pytest.fixture(scope="module")
def friend(tmp_path_factory: pytest.TempPathFactory) -> Friend:
    """Start a Java program that writes values on request and reports those it reads."""
    home = compiled(tmp_path_factory.mktemp("friend"), FRIEND)
    return partial(run, home, "Friend")


@pytest.mark.parametrize("keep", [0, 1 << 20])
def test_java_reads_our_streams(friend: Friend, keep: int) -> None:
    writer = JavaWriter(keep)
    data = HEADER + b"".join(writer.write(to_java(CLASSES, thing)) for thing, _ in THINGS)
    told = friend("tell", str(len(THINGS)), data=data).decode("ascii").splitlines()
    assert told == [meaning for _, meaning in THINGS]


@pytest.mark.parametrize("keep", [0, 1 << 20])
def test_java_echoes_our_values(friend: Friend, keep: int) -> None:
    writer = JavaWriter(keep)
    data = HEADER + b"".join(writer.write(to_java(CLASSES, thing)) for thing, _ in THINGS)
    echo = friend("echo", str(len(THINGS)), data=data)
    assert [from_java(CLASSES, value) for value in JavaReader().feed(echo)] == [
        t for t, _ in THINGS
    ]


def test_java_keeps_shared_references(friend: Friend) -> None:
    point = Object(POINT, [1, 2], [])
    shared = Array(jdk.array_desc("[Ljava.lang.Object;"), [point, point, None, "a", "a"])
    assert isinstance(shared.items, list)
    shared.items[2] = shared  # and a self-reference
    writer = JavaWriter()
    values: list[Content] = [shared, point, shared, "a"]
    data = HEADER + b"".join(map(writer.write, values))
    assert friend("echo", "4", data=data) == data


@pytest.mark.parametrize(
    ("how", "keep"), [("numbered", 1 << 20), ("unshared", 1 << 20), ("reset", 0)]
)
def test_java_streams_round_trip_byte_for_byte(friend: Friend, how: str, keep: int) -> None:
    data, writer = friend("show", how), JavaWriter(keep)
    values = [*JavaReader().feed(data)]
    assert len(values) >= 30
    assert HEADER + b"".join(map(writer.write, values)) == data


def test_java_gives_up_and_goes_on(friend: Friend) -> None:
    *_, failure, after = JavaReader().feed(friend("show", "failing"))
    assert isinstance(failure, Failure)
    assert isinstance(failure.thrown, Object)
    assert failure.thrown.field("detailMessage") == "java.lang.Object"
    assert after == "after"
