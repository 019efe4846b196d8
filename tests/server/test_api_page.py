"""The documentation of the HTTP API is correct: it is generated from the routes.

To regenerate it:

    RECORD=1 .venv/bin/pytest tests/server/test_api_page.py
"""

from collections.abc import Callable
from typing import get_args, get_origin

import pytest

from ludoteca.server.api import all_routes
from ludoteca.server.api_routes import STATUSES, Route
from ludoteca.server.openapi import parameters
from tests.pages import DOCS, outdated, record, written

PAGE = DOCS / "api.md"


def routes() -> str:
    rows = ["| path | response | meaning | refusals |", "|---|---|---|---|"]
    for route in all_routes():
        refusals = ", ".join(f"{STATUSES[reason]} `{reason}`" for reason in route.refusals)
        rows.append(f"| `{address(route)}` | {given(route)} | {route.meaning} | {refusals} |")
    return "\n".join(rows)


def address(route: Route) -> str:
    asked = "&".join(f"{p['name']}=" for p in parameters(route) if p["in"] == "query")
    return f"{route.path}?{asked}" if asked else route.path


def given(route: Route) -> str:
    if route.gives is bytes:
        return f"a file, `{route.media}`"
    if get_origin(route.gives) is list:
        return f"a list of {kind(get_args(route.gives)[0])}"
    return kind(get_origin(route.gives) or route.gives)


def kind(answer: type) -> str:
    if answer is str:
        return "strings"
    return "an object" if answer is dict else f"`{answer.__name__}`"


def asked() -> str:
    rows = ["| parameter | at | meaning | values |", "|---|---|---|---|"]
    for route in all_routes():
        for one in parameters(route):
            values = ", ".join(
                f"{rule} {value}"
                for rule, value in one["schema"].items()
                if rule not in ("description", "examples")
            )
            rows.append(f"| `{one['name']}` | `{route.path}` | {one['description']} | {values} |")
    return "\n".join(rows)


PARTS: dict[str, Callable[[], str]] = {"routes": routes, "parameters": asked}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
