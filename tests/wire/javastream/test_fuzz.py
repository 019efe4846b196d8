"""Streams with errors: unreadable, and nothing worse."""

import random
import tracemalloc

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import (
    HEADER,
    Content,
    Failure,
    Reader,
    Writer,
    from_java,
    to_java,
)
from tests.conftest import many, no_coverage
from tests.wire.javastream.samples import CLASSES, Colour, Corner, Everything, Point, stream
from tests.wire.javastream.test_grammar import GRAMMAR
from tests.wire.javastream.test_reader import steps_of

pytestmark = no_coverage

EVERYTHING = Everything(
    b=1,
    c="c",
    d=1.5,
    f=2.5,
    i=3,
    j=4,
    s=5,
    z=True,
    boxed=6,
    bytes=b"bytes",
    chain=["one", "two"],
    colour=Colour.RED,
    grid=[["a", None], []],
    ints=[1, 2, 3],
    list=[1, "two", 3.0, None, Colour.GREEN, Point(1, 2)],
    map={Point(1, 2): Colour.RED, Point(3, 4): None},
    ordered={"z": 1, "a": 2},
    other={"a": [{"b": Corner(1, 2, Colour.GREEN, "hall")}]},
    text="\U0001f600 \0",
)


def seeds() -> list[bytes]:
    """Streams worth breaking: all kinds of values one after the other, and things."""
    kept, reset = Writer(), Writer(keep=0)
    value = to_java(CLASSES, EVERYTHING)
    contents: list[Content] = [value, b"block", value, Failure(value), value]
    return [
        HEADER + b"".join(map(kept.write, contents)),
        HEADER + b"".join(map(reset.write, contents)),
        *(HEADER + stream(f"{text} {text}") for text, _ in GRAMMAR),
    ]


def chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - which errors they are


def broken(data: bytes, luck: random.Random) -> bytes:
    """The same bytes with a few errors in them."""
    made = bytearray(data)
    for _ in range(luck.choice((1, 1, 2, 5))):
        at = luck.randrange(4, len(made))
        match luck.randrange(5):
            case 0:
                made[at] = luck.randrange(256)
            case 1:
                made[at] = luck.choice(b"\x70\x71\x72\x73\x75\x77\x78\x79\x7b\x7c\x7d\x7e\x00\xff")
            case 2:
                del made[at : at + luck.randrange(1, 9)]
            case 3:
                start = luck.randrange(4, len(made))
                made[at:at] = made[start : start + luck.randrange(1, 60)]
            case _:
                made[at : at + 4] = (0x7E0000 + luck.randrange(20)).to_bytes(4, "big")
        if len(made) < 6:
            made += data
    return bytes(made)


def outcome(data: bytes) -> str:
    """What becomes of a stream: how many values, things, and perhaps why no more."""
    things = unknown = 0
    try:
        for value in Reader().feed(data):
            try:
                from_java(CLASSES, value)
                things += 1
            except UnreadableError:
                unknown += 1
    except UnreadableError as error:
        return f"{things} {unknown} {error}"
    return f"{things} {unknown}"


def test_errors_make_a_stream_unreadable_and_nothing_worse() -> None:
    luck, whole = chance(20), seeds()
    outcomes = {outcome(broken(luck.choice(whole), luck)) for _ in range(many(200_000))}
    assert len(outcomes) > 50  # the errors reach into all corners


def test_errors_take_no_more_steps_than_there_are_bytes() -> None:
    luck, whole = chance(21), seeds()
    for _ in range(many(20_000)):
        data = broken(luck.choice(whole), luck)
        assert steps_of(data, luck.choice((1, 10, 1 << 20))) <= 200 + 20 * len(data)


def test_errors_take_no_more_memory_than_some_for_each_byte() -> None:
    luck, whole = chance(22), seeds()
    outcome(whole[0])
    tracemalloc.start()
    try:
        for _ in range(many(20_000)):
            data = broken(luck.choice(whole), luck)
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            outcome(data)
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < 50_000 + 200 * len(data)
    finally:
        tracemalloc.stop()
