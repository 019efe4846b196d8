"""The messages of the server as TypeScript declarations: `tsc` checks the page by them."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, get_args

from msgspec import inspect

from ludoteca.games import GAMES, ROWS
from ludoteca.games.contract import Kinds, kinds_of
from ludoteca.games.turns import TurnGuide
from ludoteca.messages import AnyRequest, Notice, Record
from ludoteca.messages.operator import (
    Accepted,
    AnyOperatorRequest,
    ClientInfo,
    LimitInfo,
    Recorded,
    Reported,
    Sanction,
)
from ludoteca.messages.values import OPTIONAL
from ludoteca.server.api import all_routes

HEAD = """\
// Everything that the server and the page say to each other, made from the types of the server:
//     RECORD=1 .venv/bin/pytest tests/web/test_declarations.py
"""
FAMILIES: dict[str, Any] = {
    "Request": AnyRequest,
    "OperatorRequest": AnyOperatorRequest,
    "Notice": Notice,
    "TableRecord": Record,
}
"""Tagged structs, by what any of them is called."""
OTHERS = (Accepted, ClientInfo, LimitInfo, Recorded, Reported, Sanction, TurnGuide)
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.BytesType: "string",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def declarations() -> str:
    """Declare every message, and every value of a game that messages hold."""
    return "\n".join((HEAD, *_Declarations().all()))


class _Declarations:
    """Declarations by name, in the order in which they were first needed."""

    def __init__(self) -> None:
        self._declared: dict[str, str] = {}
        self._classes: dict[str, type] = {}
        self._games = {game: kinds_of(rules) for game, rules in GAMES.items()}
        families = {f"{game}.": _families_of(kinds) for game, kinds in self._games.items()}
        self._unions = {
            frozenset(get_args(kind)): prefix + name
            for prefix, family in {"": FAMILIES, **families}.items()
            for name, kind in family.items()
        }
        moves = [kind for one in self._games.values() for kind in (one.options, one.move, one.step)]
        self._sent = frozenset(_structs([AnyRequest, AnyOperatorRequest, *moves]))

    def all(self) -> Iterator[str]:
        for name, kind in FAMILIES.items():
            yield from self._family(name, kind)
        for kind in (*OTHERS, *(route.gives for route in all_routes())):
            self._name(inspect.type_info(kind))
        for game, kinds in self._games.items():
            yield self._namespace(game, kinds)
        yield _interface("Games", (f"{game}: {game}.Values" for game in GAMES))
        for sort in Kinds._fields:
            yield f'export type Game{sort.title()} = Games[keyof Games]["{sort}"];\n'
        yield from (text for name, text in self._declared.items() if "." not in name)

    def _family(self, name: str, kind: Any) -> Iterator[str]:
        """Declare tagged structs by their tags, and any of them."""
        infos = [inspect.type_info(one) for one in get_args(kind) or (kind,)]
        tagged = [info for info in infos if isinstance(info, inspect.StructType)]
        yield _interface(f"{name}s", (f"{info.tag}: {self._name(info)}" for info in tagged))
        yield f"export type {name} = {name}s[keyof {name}s];\n"

    def _namespace(self, game: str, kinds: Kinds) -> str:
        """Declare the values of a game."""
        families = _families_of(kinds).items()
        parts = [part for name, kind in families for part in self._family(name, kind)]
        sorts = zip(Kinds._fields, map(inspect.type_info, kinds), strict=True)
        parts.append(_interface("Values", (f"{sort}: {self._name(kind)}" for sort, kind in sorts)))
        parts += (text for name, text in self._declared.items() if name.startswith(f"{game}."))
        inside = "\n".join(f"  {line}" for part in parts for line in part.splitlines())
        return f"export namespace {game} {{\n{inside}\n}}\n"

    def _name(self, kind: inspect.Type) -> str:
        """Return how a type is written; if it has a name, declare it."""
        match kind:
            case inspect.StructType(cls=cls):
                return self._named(cls, lambda: self._struct(kind))
            case inspect.EnumType(cls=cls):
                words = " | ".join(json.dumps(word.value) for word in cls)
                return self._named(cls, lambda: f"export type {cls.__name__} = {words};\n")
            case inspect.NamedTupleType(cls=cls, fields=fields):
                items = ", ".join(f"{one.name}: {self._name(one.type)}" for one in fields)
                return self._named(cls, lambda: f"export type {cls.__name__} = [{items}];\n")
            case inspect.Metadata(type=inspect.RawType(), extra={"sort": sort, **more}):
                return f"Game{sort.title()}" + (" | null" if more.get(OPTIONAL) else "")
            case inspect.Metadata(type=plain):
                return self._name(plain)
        return self._shape(kind)

    def _shape(self, kind: inspect.Type) -> str:
        """Return how a type without a name is written."""
        match kind:
            case inspect.LiteralType(values=values):
                return " | ".join(map(json.dumps, values))
            case inspect.UnionType(types=types):
                classes = frozenset(getattr(one, "cls", None) for one in types)
                return self._unions.get(classes) or " | ".join(map(self._name, types))
            case inspect.DictType(value_type=value):
                return f"{{ [key: string]: {self._name(value)} }}"
            case inspect.TupleType(item_types=types):
                return f"[{', '.join(map(self._name, types))}]"
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"Array<{self._name(item)}>"
        return PLAIN[type(kind)]

    def _named(self, cls: type, declare: Callable[[], str]) -> str:
        """Return the name of a class, within the namespace of its game; declare it once."""
        game = next((one for one in ROWS if cls.__module__.startswith(ROWS[one].package)), "")
        name = f"{game}.{cls.__name__}" if game else cls.__name__
        if self._classes.setdefault(name, cls) is not cls:
            raise ValueError(f"two types are called {name}")
        if name not in self._declared:
            self._declared[name] = ""  # it may be part of itself
            self._declared[name] = declare()
        return name

    def _struct(self, kind: inspect.StructType) -> str:
        members = [f"{kind.tag_field}: {json.dumps(kind.tag)}"] if kind.tag_field else []
        lacks_defaults = kind.cls in self._sent or kind.cls.__struct_config__.omit_defaults
        for one in kind.fields:
            mark = "?" if lacks_defaults and not one.required else ""
            members.append(f"{one.encode_name}{mark}: {self._name(one.type)}")
        return _interface(kind.cls.__name__, members)


def _interface(name: str, members: Iterable[str]) -> str:
    return "\n".join([f"export interface {name} {{", *(f"  {one};" for one in members), "}\n"])


def _families_of(kinds: Kinds) -> dict[str, Any]:
    """Return the tagged structs of a game."""
    return {"Move": kinds.move, "Step": kinds.step, "Event": get_args(kinds.events)[0]}


def _structs(kinds: Iterable[Any]) -> Iterator[type]:
    """Yield the structs that types are made of."""
    waiting = [inspect.type_info(kind) for kind in kinds]
    while waiting:
        match waiting.pop():
            case inspect.StructType(cls=cls, fields=fields):
                yield cls
                waiting += (field.type for field in fields)
            case inspect.UnionType(types=types):
                waiting += types
            case inspect.VarTupleType(item_type=item):
                waiting.append(item)
