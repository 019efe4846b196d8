"""The routes as documents that programs read: OpenAPI 3.1, and JSON Schema for protocols."""

from functools import cache
from http import HTTPStatus
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from ludoteca import __version__
from ludoteca.games import resolve
from ludoteca.messages import AnyRequest, Notice, Refused
from ludoteca.server.route import JSON, STATUSES, Route
from ludoteca.wire.dialects import DIALECTS


@cache
def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """What these routes promise, as an OpenAPI document."""
    kinds = [Refused, *(_writable(route.gives) for route in routes)]
    (refused, *given), shared = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ludoteca",
            "version": __version__,
            "description": "What can be read of a server; people play over the WebSocket at /ws.",
        },
        "paths": {
            route.path: {"get": _operation(route, schema, refused)}
            for route, schema in zip(routes, given, strict=True)
        },
        "components": {"schemas": shared},
    }


def _operation(route: Route, schema: Any, refused: Any) -> dict[str, Any]:
    answers = {"200": _answer("As asked.", route.media, schema)}
    for status in sorted({STATUSES[reason] for reason in route.reasons}):
        codes = ", ".join(reason for reason in route.reasons if STATUSES[reason] == status)
        answers[str(status)] = _answer(f"{HTTPStatus(status).phrase}: {codes}.", JSON, refused)
    return {
        "operationId": route.answer.__name__.strip("_"),
        "summary": route.meaning,
        "parameters": parameters(route),
        "responses": answers,
    }


def _answer(meaning: str, media: str, schema: Any) -> dict[str, Any]:
    return {"description": meaning, "content": {media: {"schema": schema}}}


def parameters(route: Route) -> list[dict[str, Any]]:
    """The parameters of a route as OpenAPI describes them."""
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
def web_schema() -> dict[str, Any]:
    """Everything that is said over the WebSocket, both ways, as JSON Schema."""
    return _schema("The browser's dialect of Ludoteca", Request=AnyRequest, Notice=Notice)


@cache
def dialect_schema(name: str) -> dict[str, Any]:
    """Every message of a protocol, both ways, as JSON Schema."""
    of_clients, of_server = resolve(DIALECTS[name].schema)
    title = f"The {name} protocol of Ludoteca"
    return _schema(title, ClientMessage=of_clients, ServerMessage=of_server)


def _schema(title: str, **sides: Any) -> dict[str, Any]:
    """What is said by either side of a protocol."""
    schemas, shared = msgspec.json.schema_components(map(_writable, sides.values()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**shared, **dict(zip(sides, schemas, strict=True))},
    }


@cache
def _writable(kind: Any) -> Any:
    """A type with the schema of `kind`, but for defaults that msgspec cannot write: raw JSON."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        known = msgspec.structs.fields(kind)
        fields = [_field(field) for field in known]
        config, namespace = kind.__struct_config__, {"__doc__": kind.__doc__}
        return msgspec.defstruct(
            kind.__name__,
            fields,
            namespace=namespace,
            tag_field=config.tag_field,
            tag=config.tag,
            rename={field.name: field.encode_name for field in known},
            forbid_unknown_fields=config.forbid_unknown_fields,
            kw_only=True,
        )
    if parts := get_args(kind):
        outside = Union if isinstance(kind, UnionType) else get_origin(kind)
        return outside[tuple(map(_writable, parts))]
    return kind


def _field(field: msgspec.structs.FieldInfo) -> tuple[str, Any, Any]:
    raw = isinstance(field.default, msgspec.Raw)
    default = msgspec.field(default_factory=msgspec.Raw) if raw else field.default
    return field.encode_name, _writable(field.type), default
