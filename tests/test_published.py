"""Published names never change: clients, journals, files and operators rely on them.

`published.txt` lists it, a line for each word. Words are added, never changed or removed. To add
new ones:

    RECORD=1 .venv/bin/pytest tests/test_published.py
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import inspect

from ludoteca.cli import parser
from ludoteca.cli.admin import REFUSED
from ludoteca.core.archive.replays import FORMAT
from ludoteca.core.dispatch.replication import PREFIX
from ludoteca.core.lobby import registry
from ludoteca.core.moderation import moderation
from ludoteca.core.moderation.moderation import OWNERS, REPORTS
from ludoteca.core.notifications.log import STREAMS
from ludoteca.core.notifications.preferences import NOTIFIED, Preferences
from ludoteca.core.notifications.preferences import Entry as NotificationEntry
from ludoteca.core.people.entries import Entry
from ludoteca.core.people.log import Snapshot
from ludoteca.core.people.log import stream_of as person_stream
from ludoteca.core.people.people import MOVED, STREAM, Split
from ludoteca.core.tables import listing, player_index
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import Listing
from ludoteca.games import GAMES, Refusal, renaissance, shelfie
from ludoteca.messages import BOT_NAMES, AnyRequest, Notice, Record, ReplayHead, ServerReason
from ludoteca.messages.cluster import AnyMessage
from ludoteca.messages.operator import AnyOperatorRequest, Recorded, Reported
from ludoteca.ops import Metrics
from ludoteca.ops.settings import SETTINGS
from ludoteca.protocols.dialects import dialect_settings
from ludoteca.server.api import all_routes
from ludoteca.server.operator_api import OPERATOR_PATHS
from ludoteca.ui import console

RECORDING = "RECORD=1 .venv/bin/pytest tests/test_published.py"
STORED = Path(__file__).with_name("published.txt")
SOURCES = Path(parser.__file__).parents[1]


def members(kind: inspect.Type, path: str, within: tuple[type, ...] = ()) -> Iterator[str]:
    """Return every member of this type's JSON, by path, and the values of enumerations."""
    match kind:
        case inspect.StructType(cls=cls, fields=fields) if cls not in within:
            for field in fields:
                yield f"{path}.{field.encode_name}"
                yield from members(field.type, f"{path}.{field.encode_name}", (*within, cls))
        case inspect.UnionType(types=types):
            for one in types:
                tag = getattr(one, "tag", None)
                yield from members(one, f"{path}({tag})" if tag else path, within)
        case inspect.EnumType(cls=cls):
            yield from (f"{path} = {word.value}" for word in cls)
        case inspect.DictType(value_type=value):
            yield from members(value, f"{path}{{}}", within)
        case inspect.TupleType(item_types=types):
            for one in types:
                yield from members(one, f"{path}[]", within)
        case (
            inspect.VarTupleType(item_type=one)
            | inspect.ListType(item_type=one)
            | inspect.SetType(item_type=one)
            | inspect.FrozenSetType(item_type=one)
        ):
            yield from members(one, f"{path}[]", within)


def tagged(group: str, kinds: Any) -> Iterator[str]:
    """Return the tags of a family of structs, and their members."""
    for one in get_args(kinds) or (kinds,):
        info = inspect.type_info(one)
        assert isinstance(info, inspect.StructType)
        yield f"{group} {info.tag_field}={info.tag}"
        yield from members(info, f"{group} {info.tag}")


def of_games() -> Iterator[str]:
    for name, rules in GAMES.items():
        yield f"game {name} seats {rules.SEATS.start} to {rules.SEATS.stop - 1}"
        for group, kinds in (("move", rules.MOVES), ("event", rules.EVENTS), ("step", rules.STEPS)):
            yield from tagged(f"{name} {group}", kinds)
        yield from members(inspect.type_info(rules.OPTIONS), f"{name} options")
        made = {"view": rules.view, "guide": rules.guide, "draft": rules.begin}
        for part, function in made.items():
            seen = get_type_hints(function)["return"]
            (kind,) = [one for one in get_args(seen) or (seen,) if one is not Refusal]
            yield from members(inspect.type_info(kind), f"{name} {part}")
    for reason in (*shelfie.Reason, *renaissance.Reason):
        yield f"refusal {reason}"


def of_journals() -> Iterator[str]:
    yield from tagged("record", Record)
    yield from tagged("people", Entry)
    yield from members(inspect.type_info(Snapshot), "person")
    yield from members(inspect.type_info(Split), "people note")
    yield from members(inspect.type_info(Recorded), "moderation")
    yield from members(inspect.type_info(Reported), "report")
    streams = (moderation.STREAM, OWNERS, REPORTS, registry.STREAM, f"{PREFIX}NODE")
    yield from (f"stream {name}" for name in streams)
    yield from members(inspect.type_info(Listing), "listing")
    yield from members(inspect.type_info(registry.Opening), "opening")
    labels = (listing.LIVE, listing.ENDED, listing.GAME, *_labels_of_players())
    yield from (f"mark {label}" for label in labels)
    yield from tagged("notifications", NotificationEntry)
    yield from members(inspect.type_info(Preferences), "notifications note")
    yield from (f"stream {STREAMS}NAME", f"mark {NOTIFIED}")
    yield from tagged("replay", ReplayHead)
    yield from (f"bot name {name}" for name in BOT_NAMES)
    yield from (f"replay format {FORMAT}", f"stream {STREAM}", f"stream {stream_of(7)}")
    yield from (f"stream {person_stream('Anna')}", f"stream {MOVED}")


def _labels_of_players() -> Iterator[str]:
    yield player_index.played_by("NAME")
    for prefix in (player_index.tallies_of, player_index.seats_of, player_index.goals_of):
        yield prefix("NAME")
    yield from (player_index.beaten_by("NAME"), player_index.WON, player_index.LOST)
    yield from (player_index.MET, player_index.MISSED)


def log_events() -> Iterator[str]:
    """Return the names of logged events, from the source."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("log")), args=[ast.Constant(str(event)), *_]
                ):
                    yield f"log {event}"


def of_operators() -> Iterator[str]:
    for name in [row.name for row in (*SETTINGS, *dialect_settings())]:
        flag = f"--{name.replace('_', '-')}"
        yield f"setting {name} {flag} LUDOTECA_{name.upper()}"
    for family in Metrics().families():
        yield f"metric {family.name} {','.join(family.labels)}".strip()
    yield from log_events()
    for name in ("DONE", "ENDED", "LOST", "INTERRUPTED"):
        yield f"console status {name.lower()} {getattr(console, name)}"
    yield f"admin status refused {REFUSED}"


def words() -> set[str]:
    """Return every published name of this version."""
    return {
        *tagged("request", AnyRequest),
        *tagged("notice", Notice),
        *(f"refusal {reason}" for reason in ServerReason),
        *of_games(),
        *of_journals(),
        *of_operators(),
        *tagged("operator", AnyOperatorRequest),
        *tagged("bus", AnyMessage),
        *(f"path {path}" for path in (*(route.path for route in all_routes()), *OPERATOR_PATHS)),
    }


def stored() -> set[str]:
    """Return the published names, extended by new ones on request (RECORD=1)."""
    before = set(STORED.read_text(encoding="utf-8").splitlines()) if STORED.exists() else set()
    if os.environ.get("RECORD"):
        before |= words()
        STORED.write_text("".join(f"{word}\n" for word in sorted(before)), encoding="utf-8")
    return before


def test_published_names_still_exist() -> None:
    lost = sorted(stored() - words())
    assert not lost, f"published names never change or disappear: {lost}"


def test_new_names_are_listed() -> None:
    missing = sorted(words() - stored())
    assert not missing, f"record new names: {RECORDING} ({missing})"
