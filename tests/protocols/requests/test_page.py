"""The protocol's page is correct: tables come from the structs, transcripts from a server.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/requests/test_page.py
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, get_args

import msgspec
import pytest

from ludoteca.protocols import Delay, Disconnect
from ludoteca.protocols.javastream import ClassDesc
from ludoteca.protocols.requests import DEPLOYED
from ludoteca.protocols.requests.calls import CLIENT, HANDLER, LISTENER
from ludoteca.protocols.requests.codecs import DESCS, DOCUMENT_DESCS, LIMITS, LONGEST_LINE, MESSAGE
from ludoteca.protocols.requests.conversation import LONGEST_WAIT, MOST_MISSED, PING
from ludoteca.protocols.requests.views import TILES
from ludoteca.protocols.requests.words import ClientWord, CommonGoal, Position, ServerWord, Tile
from ludoteca.server.rmi.connection import LANES
from tests.pages import DOCS, outdated, record, written
from tests.protocols.jrmp.methods import method_table
from tests.protocols.requests.examples import BOARD, GOAL
from tests.protocols.requests.talk import Calling, Client, Room

PAGE = DOCS / "protocols" / "requests.md"
LONGEST = 240
DROPS, RETURNS = "(the connection is lost)", "(another connection)"
A_MINUTE = "(a minute passes)"


def struct_table(kinds: Any) -> str:
    rows = ["| type | members | meaning |", "|---|---|---|"]
    rows += [
        f"| `{kind.__name__}` | {members_of(kind)} | {kind.__doc__} |" for kind in get_args(kinds)
    ]
    return "\n".join(rows)


def part_table() -> str:
    """Return the table of message parts, each with an example."""
    examples = (Position(1, 0), BOARD, CommonGoal(4, "Six groups."), GOAL)
    rows = ["| part | members | meaning | example |", "|---|---|---|---|"]
    for example in examples:
        kind = type(example)
        line = msgspec.json.encode(example).decode()
        rows.append(f"| `{kind.__name__}` | {members_of(kind)} | {kind.__doc__} | `{line}` |")
    return "\n".join(rows)


def tile_table() -> str:
    rows = ["| tile | kind |", "|---|---|"]
    rows += [f"| `{tile}` | {kind.name.lower()} |" for kind, tile in TILES.items()]
    return "\n".join([*rows, f"| `{Tile.EMPTY}` | none: an empty cell of a bookshelf |"])


def members_of(kind: Any) -> str:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return ", ".join(f"`{field.encode_name}`: {in_words(field.type)}" for field in info.fields)


def in_words(kind: msgspec.inspect.Type) -> str:
    """Describe a JSON type."""
    match kind:
        case msgspec.inspect.StrType():
            return "text"
        case msgspec.inspect.IntType():
            return "number"
        case msgspec.inspect.BoolType():
            return "boolean"
        case msgspec.inspect.StructType(cls=cls) | msgspec.inspect.EnumType(cls=cls):
            return cls.__name__
        case msgspec.inspect.UnionType(types=types):
            return " or ".join(map(in_words, types))
        case msgspec.inspect.NoneType():
            return "null"
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"list of {in_words(item)}"
        case msgspec.inspect.TupleType(item_types=items):
            return f"[{', '.join(map(in_words, items))}]"
        case msgspec.inspect.DictType(value_type=value):
            return f"object: {in_words(value)} by name"
    raise AssertionError(kind)


def class_table(descs: Iterable[ClassDesc] = DESCS.values()) -> str:
    rows = ["| class | serial version | fields |", "|---|---|---|"]
    for desc in descs:
        fields = ", ".join(f"`{field.type} {field.name}`" for field in desc.fields)
        name = desc.name.removeprefix(f"{MESSAGE.rpartition('.network')[0]}.")
        rows.append(f"| `{name}` | {desc.uid} | {fields} |")
    return "\n".join(rows)


def limit_table() -> str:
    return "\n".join(
        (
            "| limit | |",
            "|---|---|",
            f"| a line is at most | {LONGEST_LINE} bytes |",
            f"| an object in a stream is at most | {LIMITS.message} bytes |",
            f"| a stream without a reset is at most | {LIMITS.kept} bytes |",
            f"| pings come every | {PING:g} seconds |",
            f"| unanswered pings before the connection is closed | {MOST_MISSED} |",
            f"| another player is also asked for the number after | {LONGEST_WAIT:g} seconds |",
            f"| deployed clients: gap before a message that depends on the previous one "
            f"| {DEPLOYED.gap:g} seconds |",
            "| deployed clients over TCP: delay before an answer | 20 "
            f"milliseconds, and {(DEPLOYED.answer - 0.02) * 1000:.0f} for timers that are early |",
            f"| deployed clients over TCP: between a ping and a message they answer automatically "
            f"| {DEPLOYED.ping_gap:g} second |",
            f"| deployed clients: time to read the results | {DEPLOYED.linger:g} seconds |",
            f"| calls of one client that have not returned | {LANES} |",
        )
    )


def calls() -> str:
    """Return the calls by which a client logs in."""

    async def talk() -> list[str]:
        room = Room()
        anna = Calling(room)
        lines = [f"anna>  {method}" for method in ("getHandler()", "registerClient(anna)")]
        for words in (login("anna"), typed("NumPlayersResponse", '"numPlayers":2')):
            before = len(anna.acts)
            await anna.say(msgspec.json.decode(words, type=ClientWord))
            lines.append(f"anna>  receiveMessage({words})")
            for act in anna.acts[before:]:
                told = f"receiveMessage({msgspec.json.encode(act).decode()})"
                lines.append("       (a gap)" if isinstance(act, Delay) else f"anna<  {told}")
        return [*lines, "anna>  testConnection()"]

    return "```\n" + "\n".join(asyncio.run(talk())) + "\n```"


def typed(kind: str, members: str = "") -> str:
    return f'{{"type":"{kind}"{"," if members else ""}{members}}}'


def login(name: str) -> str:
    return typed("LoginRequest", f'"nickname":"{name}"')


def tile(row: int, column: int, kind: str = "PickTileRequest") -> str:
    return typed(kind, f'"position":{{"row":{row},"column":{column}}}')


def column(number: int) -> str:
    return typed("ConfirmColumnRequest", f'"columnNumber":{number}')


def order(*tiles: str) -> str:
    return typed("ConfirmOrderNotify", f'"pickedTiles":[{",".join(map(quoted, tiles))}]')


def chat(text: str, receiver: str) -> str:
    said = f'"player":"anna","receiver":{receiver},"textMessage":"{text}"'
    return typed("ChatMessage", said)


def quoted(text: str) -> str:
    return f'"{text}"'


CONFIRM = typed("ConfirmPickRequest")
ARRIVAL = (
    ("anna", login("anna")),
    ("anna", typed("NumPlayersResponse", '"numPlayers":7')),
    ("anna", typed("NumPlayersResponse", '"numPlayers":2')),
    ("bruno", login("anna")),
    ("bruno", login("bruno")),
)
TURN = (
    *ARRIVAL,
    ("anna", tile(7, 1)),
    ("bruno", tile(4, 1)),
    ("bruno", tile(7, 1)),
    ("bruno", tile(7, 2)),
    ("bruno", tile(7, 1, "UnpickTileRequest")),
    ("bruno", tile(7, 1)),
    ("bruno", CONFIRM),
    ("bruno", column(5)),
    ("bruno", column(0)),
    ("bruno", order("PINK", "PINK")),
    ("bruno", column(0)),
    ("bruno", order("BLUE", "WHITE")),
)
CHAT = (
    *ARRIVAL,
    ("anna", chat("Hello!", "null")),
    ("anna", chat("Psst!", '"bruno"')),
    ("anna", chat("Psst!", '"carla"')),
)
RETURN = (*ARRIVAL, ("bruno", DROPS), ("bruno", RETURNS), ("bruno", login("bruno")))
END = (*ARRIVAL, ("bruno", DROPS), ("anna", A_MINUTE))
WAITING = (
    ("anna", login("anna")),
    ("bruno", login("bruno")),
    ("carla", login("carla")),
    ("anna", typed("NumPlayersResponse", '"numPlayers":2')),
)
WRONG = (
    ("anna", "hello"),
    ("anna", CONFIRM),
    ("anna", order("PINK")),
    ("anna", login("a|b")),
    ("anna", typed("LoginRequest")),
    ("anna", login("anna")),
    ("anna", typed("NumPlayersResponse", '"numPlayers":"two"')),
    ("anna", typed("PickTileRequest", '"position":[1,1]')),
    ("anna", order("RED")),
    ("anna", typed("ChatMessage", '"textMessage":7')),
)


def conversation(script: Sequence[tuple[str, str]], first: int = 0) -> str:
    """Return the transcript from a line on, with long lines shortened."""

    async def talk() -> list[str]:
        room = Room()
        clients: dict[str, Client] = {}
        lines = []
        for place, (name, words) in enumerate(script):
            if name not in clients or words == RETURNS:
                clients[name] = room.client()
            before = {other: len(client.acts) for other, client in clients.items()}
            said = [f"{name + '>':7}{words}"]
            await act(room, clients[name], words)
            for other, client in clients.items():
                said += [told(other, word) for word in client.acts[before[other] :]]
            lines += [line for line in said if line] if place >= first else []
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


async def act(room: Room, client: Client, words: str) -> None:
    if words == DROPS:
        await client.drop()
    elif words == A_MINUTE:
        await room.wait(60)
    elif words != RETURNS:
        await client.send(f"{words}\n".encode())


def told(name: str, word: Any) -> str:
    if isinstance(word, Disconnect):
        return f"{name + '<':7}(the connection ends)"
    if isinstance(word, ServerWord):
        return f"{name + '<':7}{msgspec.json.encode(word).decode()}"
    return ""


def shortened(line: str) -> str:
    line = re.sub(r'"(board|bookshelf|positions)":\[(\[|{).*?(\]|})\]', r'"\1":[…]', line)
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


PARTS: dict[str, Callable[[], str]] = {
    "client": lambda: struct_table(ClientWord),
    "server": lambda: struct_table(ServerWord),
    "parts": part_table,
    "tiles": tile_table,
    "classes": class_table,
    "document classes": lambda: class_table(DOCUMENT_DESCS.values()),
    "methods": lambda: method_table(LISTENER, HANDLER, CLIENT),
    "limits": limit_table,
    "arrival": lambda: conversation(ARRIVAL),
    "waiting": lambda: conversation(WAITING),
    "turn": lambda: conversation(TURN, first=5),
    "chat": lambda: conversation(CHAT, first=5),
    "return": lambda: conversation(RETURN, first=5),
    "end": lambda: conversation(END, first=5),
    "wrong": lambda: conversation(WRONG),
    "calls": calls,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Write the parts first if recording is requested."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
