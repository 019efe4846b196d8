"""Recorded streams of other programs, if the recordings lie beside the checkout."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum as PythonEnum
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.protocols.javastream import (
    HEADER,
    ClassDesc,
    Classes,
    Field,
    JavaReader,
    JavaWriter,
    from_java,
    to_java,
)

PROTOCOLS = Path(__file__).parents[4] / "shared" / "protocols"
NAMED: Any = StrEnum
KEEPS = {"s002_IS23-AM38": 1 << 20, "s004_IS23-AM11": 0}
pytestmark = pytest.mark.skipif(
    not PROTOCOLS.is_dir(), reason="no recordings beside the checkout, in ../shared/protocols"
)


def streams(who: str) -> Iterator[tuple[bytes, list[Any]]]:
    """Yield the bytes of each end of each connection and their meaning as JSON."""
    said: dict[tuple[str, str], bytes] = defaultdict(bytes)
    meant: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for line in (PROTOCOLS / "captures" / f"{who}.tcp_cli_session.txt").read_text().splitlines():
        words, bar, data = line.rpartition(" | ")
        if line.startswith("#") or not bar:
            continue
        _, connection, direction, kind, meaning = words.split(maxsplit=4)
        said[connection, direction] += bytes.fromhex(data)
        if kind == "object":
            meant[connection, direction].append(json.loads(meaning))
    for ends, stream in said.items():
        yield stream, meant[ends]


def classes(who: str) -> Classes:
    """Build the table of the recorded classes from the facts about them."""
    lines = (PROTOCOLS / "tables" / f"{who}.classes.txt").read_text().splitlines()[1:]
    rows = {name: row for name, *row in (re.split(r" \| ", line) for line in lines)}
    enums: dict[type[PythonEnum], str] = {}
    descs: dict[str, ClassDesc] = {}

    def desc_of(name: str) -> ClassDesc:
        if name not in descs:
            uid, parent, text = rows[name]
            found = re.findall(r"(\[*(?:L[^;]+;|[BCDFIJSZ])) (\w+);", text)
            own = tuple(Field(kind, field) for kind, field in found)
            above = desc_of(parent) if parent in rows else None
            descs[name] = ClassDesc(name, int(uid), fields=own, parent=above)
        return descs[name]

    for name, (uid, *_) in rows.items():
        if uid.startswith("enum"):
            enums[NAMED(name, re.findall(r"\w+", uid)[1:])] = name
        else:
            desc_of(name)
    return Classes({struct_of(desc): desc for desc in descs.values()}, enums)


def struct_of(desc: ClassDesc) -> type[msgspec.Struct]:
    names = [(field.name, Any) for holder in desc.lineage for field in holder.fields]
    return msgspec.defstruct(desc.name.split(".")[-1], names, frozen=True)


def as_json(thing: Any) -> Any:
    """Convert an object to the recordings' JSON."""
    match thing:
        case PythonEnum():
            return thing.name
        case list():
            return [as_json(item) for item in thing]
        case dict():
            return {"@map": [[as_json(key), as_json(value)] for key, value in thing.items()]}
        case msgspec.Struct():
            members = {name: as_json(getattr(thing, name)) for name in thing.__struct_fields__}
            return {"@": type(thing).__name__, **members}
    return thing


@pytest.mark.parametrize("who", KEEPS)
def test_recorded_streams_come_back_byte_for_byte(who: str) -> None:
    for data, meanings in streams(who):
        for size in (1, len(data)):
            reader, writer = JavaReader(), JavaWriter(KEEPS[who])
            pieces = (data[i : i + size] for i in range(0, len(data), size))
            values = [value for piece in pieces for value in reader.feed(piece)]
            assert len(values) == len(meanings)
            assert HEADER + b"".join(map(writer.write, values)) == data


@pytest.mark.parametrize("who", KEEPS)
def test_recorded_streams_decode_to_the_recorded_values(who: str) -> None:
    table = classes(who)
    for data, meanings in streams(who):
        things = [from_java(table, value) for value in JavaReader().feed(data)]
        assert [*map(as_json, things)] == meanings
        writer = JavaWriter(KEEPS[who])
        again = HEADER + b"".join(writer.write(to_java(table, thing)) for thing in things)
        assert [from_java(table, value) for value in JavaReader().feed(again)] == things


def test_recorded_calls_come_back_byte_for_byte() -> None:
    calls = 0
    for path in (PROTOCOLS / "captures").glob("*.rmi_cli_session.raw.txt"):
        for data in re.findall(r" 5[01](aced0005[0-9a-f]+)$", path.read_text(), re.MULTILINE):
            writer = JavaWriter()
            values = JavaReader().feed(bytes.fromhex(data))
            assert HEADER.hex() + b"".join(map(writer.write, values)).hex() == data
            calls += 1
    assert calls > 1000
