"""Valid and corrupted streams."""

import random
import sys
from types import FrameType
from typing import Any

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import JavaReader, StreamLimits
from tests.protocols.javastream.samples import (
    Colour,
    Corner,
    Everything,
    Point,
)


def steps_of(data: bytes, size: int, limits: StreamLimits | None = None) -> int:
    """Count the function calls and resumptions needed to read data in pieces of a size."""
    reader = JavaReader(limits)
    steps = 0

    def count(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    watcher = sys.getprofile()
    sys.setprofile(count)
    try:
        for i in range(0, len(data), size):
            for _ in reader.feed(data[i : i + size]):
                pass
    except UnreadableError:
        pass
    finally:
        sys.setprofile(watcher)
    return steps


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


def seeded_random(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - which errors they are


def broken(data: bytes, rng: random.Random) -> bytes:
    """Return the data with a few errors."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(4, len(made))
        match rng.randrange(5):
            case 0:
                made[at] = rng.randrange(256)
            case 1:
                made[at] = rng.choice(b"\x70\x71\x72\x73\x75\x77\x78\x79\x7b\x7c\x7d\x7e\x00\xff")
            case 2:
                del made[at : at + rng.randrange(1, 9)]
            case 3:
                start = rng.randrange(4, len(made))
                made[at:at] = made[start : start + rng.randrange(1, 60)]
            case _:
                made[at : at + 4] = (0x7E0000 + rng.randrange(20)).to_bytes(4, "big")
        if len(made) < 6:
            made += data
    return bytes(made)
