"""JSON Schemas of messages, and the OpenAPI document."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from itertools import pairwise
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Raw

from ludoteca import __version__
from ludoteca.games import GAMES, load
from ludoteca.games.contract import Kinds, TypeForm, kinds_of
from ludoteca.messages import AnyRequest, Notice, Refused
from ludoteca.messages.values import OPTIONAL, SORT
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.server.api_routes import JSON, STATUSES, Route

Schema: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of an OpenAPI document."""
DEFINED = "#/$defs/{name}"
"""Template for references to shared definitions in a schema."""


def schemas_of(kinds: Sequence[TypeForm], refs: str = DEFINED) -> tuple[list[Schema], Schema]:
    """Return the schemas of some types, and the schemas of all types they refer to, by name."""
    schemas, shared = msgspec.json.schema_components(
        [_described(kind, refs) for kind in kinds], ref_template=refs
    )
    return list(schemas), shared


def schemas_of_games(refs: str = DEFINED) -> dict[str, Schema]:
    """Return one schema for each kind of game value, covering all games, and schemas of parts."""
    shared: dict[str, Schema] = {_name(sort): {"anyOf": []} for sort in Kinds._fields}
    for game, rules in GAMES.items():
        own = refs.format(name=f"{game}.{{name}}")
        kinds = [_described(kind, refs) for kind in kinds_of(rules)]
        schemas, parts = msgspec.json.schema_components(kinds, ref_template=own)
        shared |= {f"{game}.{name}": part for name, part in parts.items()}
        for sort, schema in zip(Kinds._fields, schemas, strict=True):
            shared[_name(sort)]["anyOf"].append(schema)
    return shared


def _name(sort: str) -> str:
    return f"Game{sort.title()}"


@cache
def _described(kind: Any, refs: str) -> TypeForm:
    """Return a type with the schema of `kind` and the descriptions from its source."""
    if value := _value_of_a_game(kind):
        sort = {"$ref": refs.format(name=_name(value[SORT]))}
        schema = {"anyOf": [sort, {"type": "null"}]} if value.get(OPTIONAL) else sort
        return Annotated[Any, Meta(extra_json_schema=schema)]
    if hasattr(kind, "__supertype__"):
        return _noted(kind.__supertype__, _notes(kind.__module__).get(kind.__name__))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _described_struct(kind, refs)
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        return _noted(kind, f"{kind.__doc__} An array of: {', '.join(kind._fields)}.")
    if get_origin(kind) is Annotated:
        return Annotated[(_described(get_args(kind)[0], refs), *kind.__metadata__)]
    if parts := get_args(kind):
        outside = Union if isinstance(kind, UnionType) else get_origin(kind)
        return outside[tuple(_described(part, refs) for part in parts)]
    return kind


def _value_of_a_game(kind: Any) -> dict[str, str] | None:
    """Return the metadata of a game value's annotation, if it is one."""
    for meta in kind.__metadata__ if get_origin(kind) is Annotated else ():
        if isinstance(meta, Meta) and SORT in (meta.extra or ()):
            return meta.extra
    return None


def _described_struct(kind: type[msgspec.Struct], refs: str) -> TypeForm:
    known = msgspec.structs.fields(kind)
    config = kind.__struct_config__
    return msgspec.defstruct(
        kind.__name__,
        [
            (
                field.encode_name,
                _noted(_described(field.type, refs), _note(kind, field.name)),
                _default(field),
            )
            for field in known
        ],
        namespace={"__doc__": kind.__doc__},
        tag_field=config.tag_field,
        tag=config.tag,
        rename={field.name: field.encode_name for field in known},
        forbid_unknown_fields=config.forbid_unknown_fields,
        kw_only=True,
    )


def _default(field: msgspec.structs.FieldInfo) -> object:
    """Return a field's default in a form that msgspec can encode; it cannot encode raw JSON."""
    if isinstance(field.default, Raw):
        return msgspec.field(default_factory=Raw)
    if field.default_factory is not NODEFAULT:
        return msgspec.field(default_factory=field.default_factory)
    return field.default


def _noted(kind: TypeForm, note: str | None) -> TypeForm:
    return Annotated[kind, Meta(description=note)] if note else kind


def _note(kind: type, field: str) -> str | None:
    """Return the docstring of a field in a struct or its bases."""
    notes = (_notes(base.__module__).get(f"{base.__name__}.{field}") for base in kind.__mro__)
    return next(filter(None, notes), None)


@cache
def _notes(module: str) -> Mapping[str, str]:
    """Return the attribute docstrings of a module by name; empty if it has no source."""
    try:
        body = ast.parse(inspect.getsource(sys.modules[module])).body
    except (OSError, TypeError):
        return {}
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    notes = dict(_notes_in(body, ""))
    for each in classes:
        notes |= _notes_in(each.body, f"{each.name}.")
    return notes


def _notes_in(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
    for statement, below in pairwise(body):
        match statement, below:
            case (
                ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield prefix + name, " ".join(text.split())


COMPONENTS = "#/components/schemas/{name}"


@cache
def openapi(routes: tuple[Route, ...]) -> Schema:
    """Return the OpenAPI document of these routes."""
    kinds = [Refused, *(route.gives for route in routes)]
    (refused, *given), shared = schemas_of(kinds, COMPONENTS)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludoteca",
            "version": __version__,
            "description": "Public data of a server; games are played over the WebSocket at /ws.",
        },
        "paths": {
            route.path: {"get": _operation(route, schema, refused)}
            for route, schema in zip(routes, given, strict=True)
        },
        "components": {"schemas": {**shared, **schemas_of_games(COMPONENTS)}},
    }


def _operation(route: Route, schema: Schema, refused: Schema) -> Schema:
    answers = {"200": _answer("Success.", route.media, schema)}
    for status in sorted({STATUSES[reason] for reason in route.reasons}):
        codes = ", ".join(reason for reason in route.reasons if STATUSES[reason] == status)
        answers[str(status)] = _answer(f"{HTTPStatus(status).phrase}: {codes}.", JSON, refused)
    return {
        "operationId": route.answer.__name__.strip("_"),
        "summary": route.meaning,
        "parameters": parameters(route),
        "responses": answers,
    }


def _answer(meaning: str, media: str, schema: Schema) -> Schema:
    return {"description": meaning, "content": {media: {"schema": schema}}}


def parameters(route: Route) -> list[Schema]:
    _, shared = msgspec.json.schema_components([route.asks])
    fields = shared[route.asks.__name__]
    return [
        {
            "name": name,
            "in": "path" if f"{{{name}}}" in route.path else "query",
            "required": name in fields["required"],
            "description": schema["description"],
            "schema": schema,
        }
        for name, schema in fields["properties"].items()
    ]


@cache
def web_schema() -> Schema:
    """Return the JSON Schema of all WebSocket messages in both directions."""
    schema = _schema("The browser's dialect of Ludoteca", Request=AnyRequest, Notice=Notice)
    return {**schema, "$defs": {**schema["$defs"], **schemas_of_games()}}


@cache
def dialect_schema(name: str) -> Schema:
    """Return the JSON Schema of all messages of a protocol in both directions."""
    from_clients, from_server = load(DIALECTS[name].schema)
    title = f"The {name} protocol of Ludoteca"
    return _schema(title, ClientMessage=from_clients, ServerMessage=from_server)


def _schema(title: str, **sides: TypeForm) -> Schema:
    """Return a schema of the messages in both directions."""
    schemas, shared = schemas_of(list(sides.values()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**shared, **dict(zip(sides, schemas, strict=True))},
    }
