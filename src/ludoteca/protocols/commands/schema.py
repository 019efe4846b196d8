"""The messages of both sides as types for JSON Schema, one for each command.

In server messages, each member appears under both its names and is never null. In client messages,
a member may have either name or be omitted.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_
from types import NoneType
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, UnsetType

from ludoteca.protocols.commands import words
from ludoteca.protocols.commands.conversation import CLIENT_COMMANDS

Member = tuple[str, Any, Any]


class ListedLobby(words.LobbyInfo, frozen=True):
    """A listed lobby, with each member under both names."""

    Owner: str
    MaxPlayer: words.Int
    NumConnected: words.Int


class ListedLobbies(words.Lobbies, frozen=True):
    """The list of lobbies."""

    lobbies: tuple[ListedLobby, ...] = msgspec.field(default=(), name="lobbyInfos")


def _message(
    name: str, command: str, shape: type[words.Word], members: Iterator[Member]
) -> type[Struct]:
    """Create the type of a message with this command."""
    return msgspec.defstruct(
        name,
        list(members),
        namespace={"__doc__": shape.__doc__},
        tag_field="command",
        tag=command,
        kw_only=True,
    )


def _of_clients(shape: type[words.Word], renamed: Mapping[str, str]) -> Iterator[Member]:
    for name, field in _fields(shape, renamed):
        yield name, field.type | UnsetType, UNSET


def _of_server(shape: type[words.Word], renamed: Mapping[str, str]) -> Iterator[Member]:
    """Yield the members of a server message, required unless they may be omitted."""
    for name, field in _fields(shape, renamed):
        parts = [part for part in get_args(field.type) if part is not NoneType]
        if field.default is None:
            yield name, reduce(or_, parts) | UnsetType, UNSET
        else:
            yield name, field.type, NODEFAULT


def _fields(
    shape: type[words.Word], renamed: Mapping[str, str]
) -> Iterator[tuple[str, msgspec.structs.FieldInfo]]:
    """Yield the members of a shape under each of their names."""
    for field in msgspec.structs.fields(shape):
        if field.name not in ("command", "documented"):
            others = [name for name, member in renamed.items() if member == field.encode_name]
            for name in dict.fromkeys((field.encode_name, *others)):
                yield name, field


def _all(
    side: str,
    commands: Mapping[str, str],
    members: Callable[[type[words.Word], Mapping[str, str]], Iterator[Member]],
    renamed: Mapping[str, Mapping[str, str]],
) -> object:
    """Return the union of one side's messages; `commands` maps names to commands."""
    kinds = []
    for name, command in commands.items():
        shape = (
            ListedLobbies
            if (side, command) == ("Server", "LOBBY_LIST")
            else words.COMMANDS[command]
        )
        own = members(shape, renamed.get(command, {}))
        kinds.append(_message(f"{side}.{name}", name, shape, own))
    return reduce(or_, kinds)


ClientMessage = _all(
    "Client",
    {c: c for c in CLIENT_COMMANDS} | dict(words.CLIENT_NAMES),
    _of_clients,
    words.CLIENT_MEMBERS,
)
ServerMessage = _all(
    "Server",
    {c: c for c in words.SERVER_COMMANDS} | dict(words.SERVER_NAMES),
    _of_server,
    words.SERVER_MEMBERS,
)
SCHEMA = (ClientMessage, ServerMessage)
"""Client messages and server messages."""
