"""Every request with unreadable members gets a response of its own type."""

import json
from typing import Any

import pytest

from ludoteca.protocols.javastream import JavaWriter, Object
from ludoteca.protocols.jrmp import Interface, JavaType
from ludoteca.protocols.requests.calls import HANDLER
from ludoteca.protocols.requests.codecs import DESCS
from ludoteca.protocols.requests.words import GameStartNotify, LobbyInfoMessage, LoginRequest
from tests.protocols.requests.callers import Caller, living
from tests.protocols.requests.programs import open_dispatcher
from tests.protocols.requests.talk import Client, Room, a_move, at_table, mover, tiles_of

POSITIONS: list[Any] = [None, {}, {"row": 0}, {"row": "0", "column": 1}, [0, 1], 3, "0,1",
                        {"row": 0.5, "column": 1}, {"row": 2**40, "column": 0}]  # fmt: skip
NUMBERS: list[Any] = [None, "2", 2.5, [2], {}, 2**31]
UNREADABLE: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("LoginRequest", "nickname", [7, [], {}], {"type": "LoginResponse", "nickname": None}),
    ("PickTileRequest", "position", POSITIONS,
     {"type": "PickTileResponse", "valid": False, "pickedTiles": []}),
    ("UnpickTileRequest", "position", POSITIONS,
     {"type": "UnpickTileResponse", "pickedTiles": [], "successful": False}),
    ("ConfirmColumnRequest", "columnNumber", NUMBERS,
     {"type": "ConfirmColumnResponse", "valid": False, "needForSwap": False}),
    ("ConfirmOrderNotify", "pickedTiles", [None, "BLUE", ["RED"], [1], {}],
     {"type": "ConfirmColumnResponse", "valid": False, "needForSwap": False}),
]  # fmt: skip
"""The message, its member, values that cannot be read, and the answer while nothing is picked."""


async def answer(client: Client, message: dict[str, Any]) -> dict[str, Any]:
    """Return the one line that answers a line of JSON."""
    before = len(client.raw)
    await client.send(json.dumps(message).encode() + b"\n")
    (line,) = client.raw[before:].splitlines()
    return dict(json.loads(line))


@pytest.mark.parametrize("stage", ["new", "asked", "moves", "waits"])
@pytest.mark.parametrize("case", UNREADABLE, ids=lambda case: case[0])
async def test_unreadable_members_are_answered_by_the_own_kind(
    room: Room, stage: str, case: tuple[str, str, list[Any], dict[str, Any]]
) -> None:
    kind, member, values, expected = case
    client = room.client()
    if stage == "asked":
        await client.say(LoginRequest("anna"))
    elif stage != "new":
        client = mover(room, await at_table(room, "anna", "bruno"))[stage == "waits"]
    assert await answer(client, {"type": kind}) == expected  # the member is missing
    for value in values:
        assert await answer(client, {"type": kind, member: value}) == expected


async def test_an_unreadable_number_is_asked_for_again(room: Room) -> None:
    anna = room.client()
    garbled = {"type": "NumPlayersResponse"}
    assert (await answer(anna, garbled))["player"] == "[house]"  # nobody has asked
    await anna.say(LoginRequest("anna"))
    for value in NUMBERS:
        asked = await answer(anna, garbled | {"numPlayers": value})
        assert asked == {"type": "NumPlayersRequest"}
    await anna.send(b'{"type":"NumPlayersResponse","numPlayers":2}\n')
    assert isinstance(anna.last, LobbyInfoMessage)


@pytest.mark.parametrize("member", ["player", "receiver", "textMessage"])
async def test_unreadable_chat_is_answered_by_chat_of_the_server(room: Room, member: str) -> None:
    anna, bruno = await at_table(room, "anna", "bruno")
    told = await answer(anna, {"type": "ChatMessage", "textMessage": "hello", member: 7})
    assert (told["type"], told["player"]) == ("ChatMessage", "[house]")
    assert member in told["textMessage"]
    assert isinstance(bruno.last, GameStartNotify)


@pytest.mark.parametrize("kind", ["Foo", "PingMessage", "LoginResponse", "loginrequest", "", 7])
async def test_a_message_that_the_document_does_not_name_is_answered_by_chat(
    room: Room, kind: Any
) -> None:
    anna = room.client()
    told = await answer(anna, {"type": kind, "nickname": "anna"})
    assert (told["type"], told["player"]) == ("ChatMessage", "[house]")
    assert (await answer(anna, {"type": "LoginRequest", "nickname": ""}))["nickname"] is None


async def test_an_unreadable_step_leaves_the_turn_as_it_was(room: Room) -> None:
    asked, _ = mover(room, await at_table(room, "anna", "bruno"))
    move = a_move(room)
    tiles = list(tiles_of(room, move))
    swap = len(set(tiles)) > 1
    for cell in move.cells:
        position = {"row": cell.row, "column": cell.column - 3}
        await answer(asked, {"type": "PickTileRequest", "position": position})
    picked = await answer(asked, {"type": "PickTileRequest", "position": 7})
    assert picked == {"type": "PickTileResponse", "valid": False, "pickedTiles": tiles}
    back = await answer(asked, {"type": "UnpickTileRequest"})
    assert back == {"type": "UnpickTileResponse", "pickedTiles": tiles, "successful": False}
    assert (await answer(asked, {"type": "ConfirmPickRequest", "board": 7}))["valid"]
    refused = {"type": "ConfirmColumnResponse", "valid": False, "needForSwap": swap}
    assert await answer(asked, {"type": "ConfirmColumnRequest", "columnNumber": "0"}) == refused
    column = {"type": "ConfirmColumnRequest", "columnNumber": move.column}
    assert (await answer(asked, column))["valid"]
    assert await answer(asked, {"type": "ConfirmOrderNotify", "pickedTiles": None}) == refused
    ended = await answer(asked, {"type": "ConfirmOrderNotify", "pickedTiles": tiles})
    assert ended["type"] == "EndTurnNotify"


JAVA = [
    ("PickTileRequest", None, "PickTileResponse"),
    ("UnpickTileRequest", "here", "UnpickTileResponse"),
    ("ConfirmOrderNotify", None, "ConfirmColumnResponse"),
]


@pytest.mark.parametrize(("kind", "value", "expected"), JAVA)
async def test_unreadable_objects_are_answered_by_the_own_kind(
    room: Room, kind: str, value: str | None, expected: str
) -> None:
    asked, _ = mover(room, await at_table(room, "anna", "bruno", streams=("anna", "bruno")))
    before = len(asked.heard)
    await asked.send(JavaWriter().write(Object(DESCS[kind], [value], [])))
    assert asked.types[before:] == [expected]


MESSAGES = "Lit/polimi/ingsw/network/message/ClientMessage;"
RAW = Interface(
    HANDLER.name, f"receiveMessage ({MESSAGES})V", {MESSAGES: JavaType(id, lambda value: value)}
)
"""The method that takes messages, called with other values."""


class Silent(Caller):
    """A client that does not answer automatically."""

    def answer(self, _: Any) -> None:
        pass


async def test_unreadable_arguments_of_calls_are_answered_by_the_own_kind() -> None:
    async with open_dispatcher() as (_, port):
        anna = Silent("anna", 2)
        async with living(anna):
            await anna.open(port)
            cases: list[tuple[str, Any, str]] = [
                ("LoginRequest", Object(DESCS["PongMessage"], [], []), "LoginResponse"),
                *JAVA,
            ]
            for number, (kind, value, expected) in enumerate(cases, start=1):
                garbled = Object(DESCS[kind], [value], [])
                await anna.endpoint.call(anna.handler, RAW["receiveMessage"], garbled)
                await anna.until(lambda n=number: len(anna.heard) == n)  # type: ignore[misc]
                assert type(anna.heard[-1]).__name__ == expected
