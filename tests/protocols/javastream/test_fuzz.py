"""Corrupted streams are rejected as unreadable and have no other effect."""

import tracemalloc

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import (
    HEADER,
    Content,
    Failure,
    JavaReader,
    JavaWriter,
    from_java,
    to_java,
)
from tests.conftest import many, no_coverage
from tests.protocols.javastream.grammar import GRAMMAR
from tests.protocols.javastream.samples import CLASSES, stream
from tests.protocols.javastream.streams import EVERYTHING, broken, seeded_random, steps_of

pytestmark = no_coverage


def seeds() -> list[bytes]:
    """Return streams worth corrupting: all kinds of values in sequence, and objects."""
    kept, reset = JavaWriter(), JavaWriter(keep=0)
    value = to_java(CLASSES, EVERYTHING)
    contents: list[Content] = [value, b"block", value, Failure(value), value]
    return [
        HEADER + b"".join(map(kept.write, contents)),
        HEADER + b"".join(map(reset.write, contents)),
        *(HEADER + stream(f"{text} {text}") for text, _ in GRAMMAR),
    ]


def outcome(data: bytes) -> str:
    """Summarise the reading of a stream: the number of values and objects, and any error."""
    things = unknown = 0
    try:
        for value in JavaReader().feed(data):
            try:
                from_java(CLASSES, value)
                things += 1
            except UnreadableError:
                unknown += 1
    except UnreadableError as error:
        return f"{things} {unknown} {error}"
    return f"{things} {unknown}"


def test_errors_only_make_a_stream_unreadable() -> None:
    rng, whole = seeded_random(20), seeds()
    outcomes = {outcome(broken(rng.choice(whole), rng)) for _ in range(many(200_000))}
    assert len(outcomes) > 50  # the errors reach all parts of the reader


def test_errors_take_at_most_one_step_per_byte() -> None:
    rng, whole = seeded_random(21), seeds()
    for _ in range(many(20_000)):
        data = broken(rng.choice(whole), rng)
        assert steps_of(data, rng.choice((1, 10, 1 << 20))) <= 200 + 20 * len(data)


def test_errors_take_bounded_memory_per_byte() -> None:
    rng, whole = seeded_random(22), seeds()
    outcome(whole[0])
    tracemalloc.start()
    try:
        for _ in range(many(20_000)):
            data = broken(rng.choice(whole), rng)
            before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            outcome(data)
            _, peak = tracemalloc.get_traced_memory()
            assert peak - before < 50_000 + 200 * len(data)
    finally:
        tracemalloc.stop()
