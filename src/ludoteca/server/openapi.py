"""The routes as documents that programs read: OpenAPI 3.1, and JSON Schema for protocols."""

from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec

from ludoteca import __version__
from ludoteca.games import load
from ludoteca.messages import AnyRequest, Notice, Refused
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.server.route import JSON, STATUSES, Route
from ludoteca.server.schemas import schemas_of, schemas_of_games

COMPONENTS = "#/components/schemas/{name}"


@cache
def openapi(routes: tuple[Route, ...]) -> dict[str, Any]:
    """What these routes promise, as an OpenAPI document."""
    kinds = [Refused, *(route.gives for route in routes)]
    (refused, *given), shared = schemas_of(kinds, COMPONENTS)
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
        "components": {"schemas": {**shared, **schemas_of_games(COMPONENTS)}},
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
    schema = _schema("The browser's dialect of Ludoteca", Request=AnyRequest, Notice=Notice)
    return {**schema, "$defs": {**schema["$defs"], **schemas_of_games()}}


@cache
def dialect_schema(name: str) -> dict[str, Any]:
    """Every message of a protocol, both ways, as JSON Schema."""
    of_clients, of_server = load(DIALECTS[name].schema)
    title = f"The {name} protocol of Ludoteca"
    return _schema(title, ClientMessage=of_clients, ServerMessage=of_server)


def _schema(title: str, **sides: Any) -> dict[str, Any]:
    """What is said by either side of a protocol."""
    schemas, shared = schemas_of(list(sides.values()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**shared, **dict(zip(sides, schemas, strict=True))},
    }
