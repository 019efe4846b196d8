"""The documentation of the `updates` protocol: its tables and transcripts are generated here.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/updates/test_page.py
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from ludoteca.games import shelfie
from ludoteca.protocols.dialect import TIMEOUT
from ludoteca.protocols.updates import ClientWord, ServerWord, server_lines
from ludoteca.protocols.updates.calls import CLIENT, ESTABLISHMENT, SERVER
from ludoteca.protocols.updates.codecs import ENUMS, MESSAGE, TABLE
from ludoteca.protocols.updates.views import FIRST_CARD, ITEMS, SHELF_ROWS
from ludoteca.protocols.updates.words import CLIENT_KINDS, REFUSALS, SERVER_KINDS
from ludoteca.server.rmi.connection import LANES
from tests.pages import DOCS, outdated, record, written
from tests.protocols.updates.callers import METHODS
from tests.protocols.updates.talk import Calling, Client, Room

PAGE = DOCS / "protocols" / "updates.md"
LONGEST_LINE = 160
DROPS, RETURNS, WAITS = "(the connection is lost)", "(another connection)", "(3 seconds pass)"
MINUTE = "(a minute passes)"


def message_table(kinds: Any) -> str:
    rows = ["| type | members | meaning |", "|---|---|---|"]
    for kind in get_args(kinds):
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        members = ", ".join(f"`{field.encode_name}`" for field in info.fields)
        rows.append(f"| `{info.tag}` | {members} | {kind.__doc__} |")
    return "\n".join(rows)


def refusal_table() -> str:
    rows = ["| message | refused by |", "|---|---|"]
    for name, word in REFUSALS.items():
        rows.append(f"| `{name}` | `{server_lines().write(word).decode().strip()}` |")
    return "\n".join(rows)


def java_type(kind: inspect.Type) -> str:
    """Return the Java type of a member."""
    match kind:
        case inspect.UnionType(types):
            (some,) = [one for one in types if not isinstance(one, inspect.NoneType)]
            return java_type(some)
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType():
            return "int"
        case inspect.StrType():
            return "String"
        case inspect.VarTupleType(item):
            return f"List<{boxed(item)}>"
        case inspect.DictType(key, value):
            return f"Map<{boxed(key)}, {boxed(value)}>"
        case inspect.StructType(cls) | inspect.EnumType(cls):
            return cls.__name__
        case _:
            raise TypeError(kind)


def boxed(kind: inspect.Type) -> str:
    return {"int": "Integer"}.get(java_type(kind), java_type(kind))


def class_table() -> str:
    rows = ["| class | serialVersionUID | fields |", "|---|---|---|"]
    rows.append(f"| `{MESSAGE.name}` | {MESSAGE.uid} |  |")
    for struct, desc in TABLE.items():
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        types = {field.encode_name: java_type(field.type) for field in info.fields}
        fields = ", ".join(f"`{types[field.name]} {field.name}`" for field in desc.fields)
        above = " extends `Message`" if desc.parent is MESSAGE else ""
        rows.append(f"| `{desc.name}`{above} | {desc.uid} | {fields} |")
    for enum, name in ENUMS.items():
        constants = ", ".join(f"`{one.name}`" for one in enum)
        rows.append(f"| enum `{name}` | 0 | constants {constants} |")
    return "\n".join(rows)


def interface_table() -> str:
    """Tabulate the remote interfaces; server and client have a method for each message."""
    rows = ["| interface | methods |", "|---|---|"]
    rows.append(f"| `{ESTABLISHMENT.name}` | `{bare(SERVER.name)} init({bare(CLIENT.name)})` |")
    paths = {bare(desc.name): desc.name.replace(".", "/") for desc in TABLE.values()}
    said = [(METHODS[kind.__name__], kind.__name__) for kind in CLIENT_KINDS]
    told = [("receive", kind.__name__) for kind in SERVER_KINDS]
    for interface, methods in ((SERVER, said), (CLIENT, told)):
        assert all(interface[f"{method} (L{paths[kind]};)V"] for method, kind in methods)
        written = ", ".join(f"`void {method}({kind})`" for method, kind in methods)
        rows.append(f"| `{interface.name}` | {written} |")
    return "\n".join(rows)


def bare(name: str) -> str:
    """Return the name of a class without its package."""
    return name.rpartition(".")[2]


def personal_table() -> str:
    """Return the cells of the personal goals, as numbered on the wire."""
    rows = [f"| id | {' | '.join(f'`{item}`' for item in ITEMS.values())} |", "|---|" + "---|" * 6]
    for number, goal in shelfie.PERSONAL_GOALS.items():
        places = {kind: (SHELF_ROWS - 1 - row, column) for (row, column), kind in goal.items()}
        cells = " | ".join("{}, {}".format(*places[kind]) for kind in ITEMS)
        rows.append(f"| {number - FIRST_CARD} | {cells} |")
    return "\n".join(rows)


ENTER = (
    ("anna", '{"type":"Nickname","nickname":"anna"}'),
    ("bruno", '{"type":"Nickname","nickname":"anna"}'),
    ("bruno", '{"type":"Nickname","nickname":"bruno"}'),
)
LOBBY = (
    *ENTER,
    ("anna", '{"type":"GameInitialization","numberPlayers":7,"numberCommonGoalCards":2}'),
    ("anna", '{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":2}'),
    ("bruno", '{"type":"GameSelection","id":9}'),
)
BEGINNING = (*LOBBY, ("bruno", '{"type":"GameSelection","id":1}'))
TURN = (
    *BEGINNING,
    ("anna", '{"type":"LivingRoomSelection","positions":[{"row":1,"column":3}]}'),
    ("bruno", '{"type":"LivingRoomSelection","positions":[{"row":4,"column":4}]}'),
    (
        "bruno",
        '{"type":"LivingRoomSelection","positions":[{"row":1,"column":3},{"row":1,"column":4}]}',
    ),
    ("bruno", '{"type":"BookshelfInsertion","column":7,"permutation":[0,1]}'),
    ("bruno", '{"type":"BookshelfInsertion","column":0,"permutation":[1,0]}'),
)
CHAT = (
    *BEGINNING,
    ("anna", '{"type":"ChatMessage","text":"Good luck!","receiver":"all"}'),
    ("anna", '{"type":"ChatMessage","text":"psst","receiver":"nobody"}'),
    ("anna", '{"type":"ChatMessage","text":"psst","receiver":"bruno"}'),
    ("anna", '{"type":"Beep"}'),
)
RETURN = (
    *BEGINNING,
    ("anna", '{"type":"ChatMessage","text":"Good luck!","receiver":"all"}'),
    ("bruno", DROPS),
    ("bruno", RETURNS),
    ("bruno", '{"type":"Nickname","nickname":"bruno"}'),
)
END = (
    *BEGINNING,
    ("bruno", DROPS),
    ("anna", MINUTE),
)
DELETED = (
    *ENTER,
    ("anna", '{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":1}'),
    ("anna", DROPS),
    ("bruno", WAITS),
)


CALLED = (
    ("beep", '{"type":"Beep"}'),
    ("login", '{"type":"Nickname","nickname":"anna"}'),
    ("createGame", '{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":2}'),
    ("createGame", '{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":2}'),
)


def calls() -> str:
    """Return the calls by which a client logs in."""

    async def talk() -> list[str]:
        anna = Calling(Room())
        lines = ["anna>  init(anna)"]
        for method, words in CALLED:
            told = await anna.say(msgspec.json.decode(words, type=ClientWord))
            lines.append(f"anna>  {method}({words})")
            lines += [f"anna<  receive({msgspec.json.encode(word).decode()})" for word in told]
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


def limit_table() -> str:
    rows = ("| limit of calls | |", "|---|---|")
    returned = f"| the client's object returns within | {TIMEOUT:g} seconds |"
    return "\n".join((*rows, returned, f"| its calls that have not returned | {LANES} |"))


def conversation(script: Sequence[tuple[str, str]], first: int = 0) -> str:
    """Return the transcript from a line on, with long lines shortened."""

    async def talk() -> list[str]:
        room = Room()
        clients = {name: room.client() for name, _ in script}
        lines: list[str] = []
        for place, (name, words) in enumerate(script):
            before = {other: len(client.raw) for other, client in clients.items()}
            said = [f"{name + '>':7}{words}"]
            if words == RETURNS:
                clients[name] = room.client()
                before[name] = 0
            await perform(room, clients[name], words)
            for other, client in clients.items():
                told = client.raw[before[other] :].decode().splitlines()
                said += [f"{other + '<':7}{line}" for line in told]
            lines += said if place >= first else []
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


async def perform(room: Room, client: Client, words: str) -> None:
    match words:
        case "(the connection is lost)":
            client.drop()
        case "(3 seconds pass)":
            await room.wait(3)
        case "(a minute passes)":
            await room.wait(60)
        case "(another connection)":
            pass
        case _:
            await client.send(f"{words}\n".encode())


def shortened(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


PARTS: dict[str, Callable[[], str]] = {
    "client": lambda: message_table(ClientWord),
    "server": lambda: message_table(ServerWord),
    "refusals": refusal_table,
    "lobby": lambda: conversation(LOBBY),
    "deleted": lambda: conversation(DELETED, first=3),
    "beginning": lambda: conversation(BEGINNING, first=6),
    "turn": lambda: conversation(TURN, first=7),
    "chat": lambda: conversation(CHAT, first=7),
    "return": lambda: conversation(RETURN, first=8),
    "end": lambda: conversation(END, first=7),
    "calls": calls,
    "classes": class_table,
    "interfaces": interface_table,
    "personal": personal_table,
    "limits": limit_table,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
