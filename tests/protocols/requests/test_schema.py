"""Every message validates against the published JSON Schema."""

import json
from typing import Any

import jsonschema_rs
import pytest

from ludoteca.server.openapi import dialect_schema
from tests.protocols.requests.examples import ASKED, SAID


@pytest.mark.parametrize("line", [line for _, line in (*ASKED, *SAID)])
def test_a_line_keeps_to_the_schema(line: str) -> None:
    jsonschema_rs.validate(dialect_schema("requests"), json.loads(line))


@pytest.mark.parametrize(
    "words",
    [
        {"type": "LoginRequest"},
        {"type": "StreamOpened"},
        {"type": "ConfirmColumnRequest", "column_number": 0},
        {"type": "ConfirmColumnRequest", "columnNumber": "0"},
        {"type": "PickTileRequest", "position": [1, 0]},
    ],
)
def test_invalid_message_does_not_match(words: Any) -> None:
    assert not jsonschema_rs.is_valid(dialect_schema("requests"), words)
