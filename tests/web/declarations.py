"""TypeScript declarations of the server's messages, by which `tsc` checks the page."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Self, get_args

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

HEAD = "// Made from the server's types: RECORD=1 .venv/bin/pytest tests/web/test_declarations.py"
MESSAGES, VALUES = "messages.d.ts", "games/{game}/values.d.ts"
FAMILIES: dict[str, Any] = {
    "Request": AnyRequest,
    "OperatorRequest": AnyOperatorRequest,
    "Notice": Notice,
    "TableRecord": Record,
}
"""Tagged structs, by the name of their union."""
OTHERS = (Accepted, ClientInfo, LimitInfo, Recorded, Reported, Sanction, TurnGuide)
GAMES_ADD = """\
/** The values of games, which their own declarations add. */
export interface Games {}
"""
ADDED = """\
import type {{ {imported} }} from "../../messages.d.ts";

declare module "../../messages.d.ts" {{
  interface Games {{
    {game}: Values;
  }}
}}
"""
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.BoolType: "boolean",
    inspect.BytesType: "string",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def declarations() -> dict[str, str]:
    """Return the declarations of all messages and of each game's values, by path."""
    messages = _Module(FAMILIES)
    for kind in (*OTHERS, *(route.gives for route in all_routes())):
        messages.name(inspect.type_info(kind))
    files = {VALUES.format(game=game): _values(game, messages) for game in GAMES}
    sorts = (
        f'export type Game{sort.title()} = Games[keyof Games]["{sort}"];\n'
        for sort in Kinds._fields
    )
    return {MESSAGES: _text(GAMES_ADD, *sorts, *messages.declared.values()), **files}


def _values(game: str, messages: "_Module") -> str:
    kinds = kinds_of(GAMES[game])
    families = {"Move": kinds.move, "Step": kinds.step, "Event": get_args(kinds.events)[0]}
    module = _Module(families, ROWS[game].package, messages)
    sorts = zip(Kinds._fields, map(inspect.type_info, kinds), strict=True)
    values = _interface("Values", [f"{sort}: {module.name(kind)}" for sort, kind in sorts])
    imported = ", ".join(sorted(module.imported))
    return _text(ADDED.format(game=game, imported=imported), values, *module.declared.values())


def _text(*parts: str) -> str:
    return "\n".join((HEAD, "", *parts))


class _Module:
    """A file of declarations, in the order of first use."""

    def __init__(
        self, families: dict[str, Any], package: str = "", shared: Self | None = None
    ) -> None:
        """Declare families; types outside the package are imported from the shared module."""
        self.declared: dict[str, str] = {}
        self.imported: set[str] = set()
        self._package, self._shared = package, shared
        self._classes: dict[str, type] = {}
        self._unions = {frozenset(get_args(kind)): name for name, kind in families.items()}
        for name, kind in families.items():
            self._declare_family(name, kind)

    def _declare_family(self, name: str, kind: Any) -> None:
        """Declare each struct of a tagged union, and the union."""
        infos = [inspect.type_info(one) for one in get_args(kind) or (kind,)]
        tagged = [info for info in infos if isinstance(info, inspect.StructType)]
        rows = [f"{info.tag}: {self.name(info)}" for info in tagged]
        self.declared[f"{name}s"] = _interface(f"{name}s", rows)
        self.declared[name] = f"export type {name} = {name}s[keyof {name}s];\n"

    def name(self, kind: inspect.Type) -> str:
        """Return the name of a type, declaring it if needed."""
        match kind:
            case inspect.StructType(cls=cls):
                return self._named(kind, cls, lambda: self._struct(kind))
            case inspect.EnumType(cls=cls):
                words = " | ".join(json.dumps(word.value) for word in cls)
                return self._named(kind, cls, lambda: f"export type {cls.__name__} = {words};\n")
            case inspect.NamedTupleType(cls=cls, fields=fields):
                items = ", ".join(f"{one.name}: {self.name(one.type)}" for one in fields)
                return self._named(kind, cls, lambda: f"export type {cls.__name__} = [{items}];\n")
            case inspect.Metadata(type=inspect.RawType(), extra={"sort": sort, **more}):
                return f"Game{sort.title()}" + (" | null" if more.get(OPTIONAL) else "")
            case inspect.Metadata(type=plain):
                return self.name(plain)
        return self._shape(kind)

    def _shape(self, kind: inspect.Type) -> str:
        """Return an unnamed type as TypeScript."""
        match kind:
            case inspect.LiteralType(values=values):
                return " | ".join(map(json.dumps, values))
            case inspect.UnionType(types=types):
                classes = frozenset(getattr(one, "cls", None) for one in types)
                return self._unions.get(classes) or " | ".join(map(self.name, types))
            case inspect.DictType(value_type=value):
                return f"{{ [key: string]: {self.name(value)} }}"
            case inspect.TupleType(item_types=types):
                return f"[{', '.join(map(self.name, types))}]"
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return f"Array<{self.name(item)}>"
        return PLAIN[type(kind)]

    def _named(self, kind: inspect.Type, cls: type, declare: Callable[[], str]) -> str:
        if self._shared and not cls.__module__.startswith(self._package):
            self.imported.add(name := self._shared.name(kind))
            return name
        name = cls.__name__
        if self._classes.setdefault(name, cls) is not cls:
            raise ValueError(f"two types are called {name}")
        if name not in self.declared:
            self.declared[name] = ""  # the type may refer to itself
            self.declared[name] = declare()
        return name

    def _struct(self, kind: inspect.StructType) -> str:
        members = [f"{kind.tag_field}: {json.dumps(kind.tag)}"] if kind.tag_field else []
        # Clients may omit fields with a default; for some structs the server omits them, too.
        may_lack = kind.cls in _sent() or kind.cls.__struct_config__.omit_defaults
        for one in kind.fields:
            mark = "?" if may_lack and not one.required else ""
            members.append(f"{one.encode_name}{mark}: {self.name(one.type)}")
        return _interface(kind.cls.__name__, members)


def _interface(name: str, members: Iterable[str]) -> str:
    return "\n".join([f"export interface {name} {{", *(f"  {one};" for one in members), "}\n"])


@cache
def _sent() -> frozenset[type]:
    """Return the structs that clients send."""
    games = map(kinds_of, GAMES.values())
    parts = (kind for one in games for kind in (one.options, one.move, one.step))
    return frozenset(_structs([AnyRequest, AnyOperatorRequest, *parts]))


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
