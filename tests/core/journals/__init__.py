"""Journals and replay files of an earlier version, with the results it computed from them.

They are never rewritten: every later version must read them as they are. A file holds the entries
of its streams, one per line, byte for byte as the journal holds them. A stream starts with
`{"stream": …}` and ends with its `{"note": …}`. In between, `{"then": …}` holds the state of the
table after the record above it.

| file | contents |
|---|---|
| `shelfie` | Anna, Bice, Bruno; the Italian edition; a move taken back, a skip, a return, a bot |
| `shelfie-english` | Anna, Bice, a bot; the English edition, a clock: late, more time, a pause |
| `renaissance` | Anna, Bruno, a bot; a move taken back, Bruno leaves, skips, Carla takes his seat |
| `renaissance-solo` | Anna alone; a move taken back |
| `house` | names, chat, and tables: abandoned, closed, waiting, rematched, continued, in play |
| `people` | players in one stream: secrets, sessions, guests, a release, a deleted account |
| `blocks` | Anna, Bruno, Carla, each with a stream; Anna has blocked Bruno |
| `*.replay` | the four games as downloaded files |
| `house.json` | the lists of tables and of finished games, statistics, and seats |
"""

from collections.abc import Iterator, Mapping, Set
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from ludoteca.core.tables.table import Table
from ludoteca.games import Seat

FOLDER = Path(__file__).parent


class Kept(NamedTuple):
    """A stream from a file and the values expected after some of its entries."""

    stream: str
    entries: list[bytes]
    note: bytes
    then: dict[int, dict[str, Any]]


class _Line(Struct):
    """A line that is not an entry."""

    stream: str = ""
    note: Raw = Raw()
    then: dict[str, Any] | None = None


def read(name: str) -> Iterator[Kept]:
    """Yield the streams of a file in order."""
    kept = None
    for line in (FOLDER / f"{name}.jsonl").read_bytes().splitlines():
        said = msgspec.json.decode(line, type=_Line)
        if said.stream:
            if kept:
                yield kept
            kept = Kept(said.stream, [], b"", {})
        assert kept
        if said.note:
            kept = kept._replace(note=bytes(said.note))
        elif said.then is not None:
            kept.then[len(kept.entries)] = said.then
        elif not said.stream:
            kept.entries.append(line)
    if kept:
        yield kept


def plain(value: Any) -> Any:
    """Convert a value to JSON: structs become objects, other collections become arrays."""
    match value:
        case Raw():
            return msgspec.json.decode(value)
        case Struct():
            return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case Mapping():
            return sorted([plain(key), plain(part)] for key, part in value.items())
        case Set():
            return sorted(map(plain, value))
        case tuple() | list():
            return [plain(part) for part in value]
        case Enum():
            return value.value
        case _:
            return value


def differences(then: Any, now: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Return the paths where two values differ; structs may have gained fields."""
    if isinstance(then, dict) and isinstance(now, dict) and then.keys() <= now.keys():
        pairs = [(key, then[key], now[key]) for key in then]
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = [(str(i), one, other) for i, (one, other) in enumerate(zip(then, now, strict=True))]
    else:
        return {} if then == now else {path: (then, now)}
    found: dict[str, tuple[Any, Any]] = {}
    for key, one, other in pairs:
        found |= differences(one, other, f"{path}.{key}" if path else key)
    return found


def changed(value: Any, by: Mapping[str, Any]) -> Any:
    """Return a value with other values at these paths."""
    value = msgspec.json.decode(msgspec.json.encode(value))
    for path, part in by.items():
        *way, last = path.split(".")
        inner = value
        for step in way:
            inner = inner[int(step) if isinstance(inner, list) else step]
        inner[int(last) if isinstance(inner, list) else last] = part
    return value


def totals(table: Table) -> dict[str, Any]:
    """Return the seats that may move and every player's totals as a spectator sees them."""
    points = table.points(table.view(None))
    return {
        "to_move": sorted(table.rules.seats_to_move(table.state)),
        "totals": [sum(point.amount for point in seat) for seat in points],
    }


def seen(table: Table, seat: Seat | None) -> dict[str, Any]:
    """Return this seat's view and the points it can count."""
    view = table.view(seat)
    points = [[[point.source, point.amount] for point in seat] for seat in table.points(view)]
    return {"view": plain(view), "points": points}
