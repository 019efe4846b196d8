"""Every message validates against the published JSON Schema."""

import json
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from ludoteca.protocols.commands.conversation import CLIENT_COMMANDS
from ludoteca.protocols.commands.words import COMMANDS, SERVER_COMMANDS
from ludoteca.server.openapi import dialect_schema
from tests.protocols.commands.examples import LINES, OTHERS
from tests.protocols.commands.local import CommandsServer
from tests.protocols.commands.matches import play_out


@cache
def side(name: str) -> jsonschema_rs.Validator:
    """Return the validator for the messages of one side."""
    schema = dialect_schema("commands")
    return jsonschema_rs.validator_for({**schema, "anyOf": [{"$ref": f"#/$defs/{name}"}]})


OF_CLIENTS = [line for line, word in OTHERS if word.command in CLIENT_COMMANDS]


@pytest.mark.parametrize("line", [*(line for line, _ in LINES), *OF_CLIENTS])
def test_a_line_keeps_to_the_schema(line: str) -> None:
    jsonschema_rs.validate(dialect_schema("commands"), json.loads(line))


@pytest.mark.parametrize("names", [("alice",), ("alice", "bob")])
async def test_a_whole_match_keeps_to_the_schema(names: tuple[str, ...]) -> None:
    server = CommandsServer()
    clients = await server.match(*names)
    await play_out(server, clients, 2)
    for client in clients:
        for line in client.said.splitlines():
            side("ClientMessage").validate(json.loads(line))
        for line in client.sent.splitlines():
            side("ServerMessage").validate(json.loads(line))


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ("ClientMessage", {}),
        ("ClientMessage", {"command": "DANCE"}),
        ("ClientMessage", {"command": "NOTIFY_HAND", "cardsID": []}),
        ("ClientMessage", {"command": "BUY", "cardID": "nine"}),
        ("ClientMessage", {"command": "PRODUCE", "SlotIDs": 1}),
        ("ServerMessage", {"command": "NOTIFY_HAND", "target": "UNICAST"}),
        ("ServerMessage", {"command": "REPLY", "info": None, "target": "UNICAST"}),
        ("ServerMessage", {"command": "DONE", "target": "UNICAST"}),
    ],
)
def test_invalid_message_does_not_match(by: str, message: Any) -> None:
    assert not side(by).is_valid(message)


def test_every_command_is_sent_by_at_least_one_side() -> None:
    assert {*CLIENT_COMMANDS, *SERVER_COMMANDS} == set(COMMANDS) - {"RECONNECTED"}
