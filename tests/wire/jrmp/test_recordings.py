"""Conversations of other programs, where recordings of them lie beside the checkout."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from ludoteca.wire.dialect import Reply
from ludoteca.wire.jrmp import (
    DGC,
    REGISTRY,
    Call,
    Calling,
    Interface,
    Listening,
    Method,
    Returned,
    Thrown,
    greeting,
    write_call,
    write_return,
)
from tests.wire.jrmp.test_methods import PUBLISHED

CAPTURES = Path(__file__).parents[4] / "shared" / "protocols" / "captures"
FORM = "*.rmi_cli_session.raw.txt"
pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason="no recordings beside the checkout, in ../shared/protocols"
)


def find(_: bytes, op: int, hash_: int) -> Method | Thrown:
    known: tuple[Interface, ...] = (REGISTRY, DGC, *PUBLISHED)
    found = (interface.find(op, hash_) for interface in known)
    return next(filter(None, found), Thrown("", f"{op} {hash_}"))


def connections(path: Path) -> Iterator[list[tuple[bool, bytes]]]:
    """What was said on each connection, in order: whether by the caller, and the bytes."""
    said: dict[frozenset[str], list[tuple[str, bytes]]] = {}
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            continue
        _, ends, _, _, *data = line.split()
        source, _, target = ends.partition(">")
        said.setdefault(frozenset((source, target)), []).append(
            (source, bytes.fromhex("".join(data)))
        )
    for words in said.values():
        caller = words[0][0]
        if any(data and source != caller for source, data in words):  # else nobody was there
            yield [(source == caller, data) for source, data in words if data]


def port_in(ack: bytes) -> int:
    return int.from_bytes(ack[-4:], "big")


def replay(words: list[tuple[bool, bytes]]) -> Iterator[tuple[str, Any, bytes]]:
    """One connection again, at both of our ends: what is understood, and its bytes."""
    turns = [
        (mine, b"".join(data for _, data in each))
        for mine, each in groupby(words, key=lambda word: word[0])
    ]
    (_, hello), (_, ack), *turns = turns
    assert greeting("localhost").startswith(hello)
    assert ack[:3] == b"\x4e\0\x09"
    listening, calling = Listening(("127.0.0.1", port_in(ack)), find), Calling()
    listening.feed(hello)
    assert listening.next() == Reply(ack)
    assert calling.feed(ack) is None
    asked: Call | None = None
    for mine, data in turns:
        if mine:
            listening.feed(data)
            while (item := listening.next()) is not None:
                if isinstance(item, Call):
                    assert asked is None
                    asked = item
                    calling.await_return(item.method)
                    yield "call", item, data
                else:
                    assert item == Reply(b"\x53")
            assert asked or not listening.unfinished()
        else:
            answer = data.removeprefix(b"\x53")
            if ended := calling.feed(answer):
                assert asked
                yield "answer", (asked.method, ended), answer
                asked = None


@pytest.mark.parametrize("who", ["s000", "s002", "s003", "s004"])
def test_every_byte_of_a_recorded_conversation_is_understood(who: str) -> None:
    (path,) = CAPTURES.glob(f"{who}{FORM}")
    counted: Counter[str] = Counter()
    for words in connections(path):
        for kind, said, data in replay(words):
            if kind == "call":
                counted[f"call {said.method.name}"] += 1
                again = write_call(*said) if said.method not in NOT_OURS else data
                counted["calls"] += 1
            else:
                method, ended = said
                counted["answers"] += 1
                if isinstance(ended, Thrown):
                    counted["thrown"] += 1
                    continue
                assert isinstance(ended, Returned)
                again = write_return(method, ended.value, ended.uid)
            same = data.endswith(again)
            counted["the same bytes" if same else "other bytes"] += 1
            if not same:  # lists and maps of other classes than ours say the same
                assert "receive" in str(said[0] if kind == "answer" else said.method.name)
    assert counted["calls"] >= 50
    assert counted["answers"] >= counted["calls"] - 5
    assert counted["call dirty"] >= 2
    assert counted["the same bytes"] > 50


NOT_OURS = (REGISTRY["bind"], REGISTRY["rebind"])
"""Servers give their names themselves; ours gives them without calls."""
