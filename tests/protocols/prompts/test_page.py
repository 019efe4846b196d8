"""The protocol's page is correct: tables come from the structs, transcripts from a server.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/prompts/test_page.py
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec
import pytest

from ludoteca.protocols.prompts.codecs import LONGEST_ANSWER
from ludoteca.protocols.prompts.conversation import AFTER_WIN, ANSWER, MOST_EARLY, MOST_EMPTY
from ludoteca.protocols.prompts.lobby import MOST_OFFERS
from ludoteca.protocols.prompts.texts import TEXTS, Texts
from ludoteca.protocols.prompts.views import COLOURS, REFUSALS
from ludoteca.protocols.prompts.words import BareLine, ClientWord, OtherAnswer, ServerWord
from ludoteca.server.rmi.offers import SILENCE
from tests.pages import DOCS, outdated, record, written
from tests.protocols.prompts.remote import CalledProgram, open_server
from tests.protocols.prompts.talk import QUESTIONS, Client, Room, at_table

PAGE = DOCS / "protocols" / "prompts.md"
LONGEST_LINE = 160
DROPS, RETURNS = "(the connection is lost)", "(another connection)"
FOR_GOOD = "(the connection is lost, and a minute passes)"
SILENCE_PASSES = f"({AFTER_WIN:g} seconds pass)"
ACK = '{"type":"ACK"}'


def struct_table(kinds: Any, *, questions: bool) -> str:
    head = "| type | members | answer | meaning |" if questions else "| type | members | meaning |"
    rows = [head, "|---" * (head.count("|") - 1) + "|"]
    for kind in get_args(kinds):
        if kind in (OtherAnswer, BareLine):
            continue
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        members = ", ".join(f"`{field.encode_name}`" for field in info.fields)
        answer = f" `{QUESTIONS.get(str(info.tag), 'ACK')}` |" if questions else ""
        rows.append(f"| `{info.tag}` | {members} |{answer} {kind.__doc__} |")
    return "\n".join(rows)


def refusal_table() -> str:
    rows = ["| reason of the rules | type | text |", "|---|---|---|"]
    rows += [
        f"| `{code}` | `{word.__name__}` | {getattr(TEXTS, name)} |"
        for code, (word, name) in REFUSALS.items()
    ]
    return "\n".join(rows)


def text_table() -> str:
    rows = ["| name | our text |", "|---|---|"]
    names = (name for name in Texts.__struct_fields__ if name != "common_cards")
    return "\n".join([*rows, *(f"| `{name}` | {getattr(TEXTS, name)} |" for name in names)])


def limit_table() -> str:
    return "\n".join(
        (
            "| limit | |",
            "|---|---|",
            f"| an answer comes within | {ANSWER:g} seconds |",
            f"| after `Win` nothing is asked for | {AFTER_WIN:g} seconds |",
            f"| an answer is at most | {LONGEST_ANSWER} bytes |",
            f"| empty answers in a row | {MOST_EMPTY} |",
            f"| lines sent before they are requested | {MOST_EARLY} |",
            f"| games on offer | {MOST_OFFERS} |",
            f"| over RMI, maximum time between heartbeats | {SILENCE:g} seconds |",
        )
    )


def tile_table() -> str:
    rows = ["| colour | kind |", "|---|---|"]
    return "\n".join(
        [*rows, *(f"| `{name}` | {kind.name.lower()} |" for kind, name in COLOURS.items())]
    )


def first_picture() -> str:
    """Return the first picture that bruno receives, with a line for each row of tiles."""

    async def talk() -> dict[str, Any]:
        _, bruno = await at_table(Room(), "anna", "bruno")
        return bruno.of("GraphicalGameInfo")[0]

    lines = [f"{json.dumps(name)}: {in_rows(value)}" for name, value in asyncio.run(talk()).items()]
    return "```json\n{" + ",\n ".join(lines) + "}\n```"


def in_rows(value: Any, indent: str = "   ") -> str:
    """Format a value as JSON, with a line for each row of tiles and each member of an object."""
    if isinstance(value, dict) and "x" not in value:
        parts = [f"{json.dumps(name)}: {in_rows(one, indent + ' ')}" for name, one in value.items()]
        return "{" + f",\n{indent}".join(parts) + "}"
    if isinstance(value, list) and isinstance(value[0], list | dict):
        return "[" + f",\n{indent}".join(in_rows(one, indent + " ") for one in value) + "]"
    return json.dumps(value)


def typed(kind: str, member: str, value: str) -> str:
    return f'{{"{member}":{value},"type":"{kind}"}}'


def name(text: str) -> str:
    return typed("UsernameAnswer", "s", f'"{text}"')


def move(text: str) -> str:
    return typed("Move", "s", f'"{text}"')


ARRIVAL = (
    ("anna", name("anna")),
    ("anna", ACK),
    ("anna", typed("NumberOfPlayers", "num", "2")),
    ("anna", ACK),
    ("bruno", name("anna")),
    ("bruno", name("bruno")),
    ("bruno", ACK),
    ("bruno", ACK),
    ("bruno", typed("IDtojoin", "id", "4")),
    ("bruno", ACK),
    ("bruno", typed("IDtojoin", "id", "0")),
    ("anna", ACK),
    ("bruno", ACK),
    ("anna", ACK),
    ("bruno", ACK),
    ("anna", ACK),
    ("bruno", ACK),
)
TURN = (
    *ARRIVAL,
    ("bruno", move("hello")),
    ("bruno", move("a,0,a,1,a,2,a,3,0")),
    ("bruno", move("a,0,0")),
    ("bruno", move("e,4,0")),
    ("bruno", move("b,3,h,5,0")),
    ("bruno", move("b,3,b,4,7")),
    ("bruno", move("b,3,b,4,0")),
    ("anna", ACK),
    ("anna", move("2,3,2,4,2,5,1")),
    ("bruno", ACK),
)
END = (
    *ARRIVAL,
    ("bruno", FOR_GOOD),
    ("anna", ACK),
    ("anna", ACK),
    ("anna", ACK),
    ("anna", SILENCE_PASSES),
    ("anna", name("anna2")),
)
RETURN = (
    *ARRIVAL,
    ("bruno", DROPS),
    ("anna", ACK),
    ("bruno", RETURNS),
    ("bruno", typed("ReconnectionAnswer", "s", '"Reconnect"')),
    ("bruno", typed("OldGameIdAnswer", "id", "7")),
    ("bruno", ACK),
    ("bruno", typed("ReconnectionAnswer", "s", '"Reconnect"')),
    ("bruno", typed("OldGameIdAnswer", "id", "1")),
    ("bruno", ACK),
    ("bruno", ACK),
    ("bruno", ACK),
)
PERSON = (
    ("anna", "anna"),
    ("anna", "three"),
    ("anna", "2"),
    ("bruno", "bruno"),
    ("bruno", "0"),
    ("bruno", "1,3,1,4,0"),
)


def conversation(script: Sequence[tuple[str, str]], first: int = 0, *, calls: bool = False) -> str:
    """Return the transcript from a line on, with long lines shortened."""

    async def talk() -> list[str]:
        room = Room(calls=calls, after_win=AFTER_WIN)
        clients: dict[str, Client] = {}
        lines = []
        for place, (who, words) in enumerate(script):
            said = []
            if who not in clients:
                clients[who] = room.client()
                await room.settle()
                said += [told(who, line) for line in clients[who].raw.decode().splitlines()]
            said.append(f"{who + '>':7}{words}".rstrip())
            before = {other: len(client.raw) for other, client in clients.items()}
            if words == DROPS:
                clients[who].drop()
            elif words == RETURNS:
                clients[who] = room.client()
                await room.settle()
                before[who] = 0
            elif words == FOR_GOOD:
                clients[who].drop()
                await room.wait(61)
            elif words == SILENCE_PASSES:
                await clients[who].tick(int(AFTER_WIN) + 1)
            else:
                await clients[who].say(words)
            for other, client in clients.items():
                heard = client.raw[before[other] :].decode().splitlines()
                said += [told(other, line) for line in heard]
            lines += said if place >= first else []
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


def conversation_in_calls() -> str:
    """Return the calls at both ends, from the beginning until the server closes."""
    said = []

    async def talk() -> None:
        anna = CalledProgram("anna", 2)
        async with open_server() as server:
            said.append("anna>  registry(CLIENT)")
            await anna.connect(server.calls)
            said.append(f"anna<  {anna.calls[0]}({'NUMBER' if anna.number else 0})")
            said.append("anna<  returns")
            await hear(anna)
            said.append("anna>  testServerConnection(NUMBER)")
            said.append(f"anna<  returns {str(await anna.is_over()).lower()}")
            for answer in (name("anna"), ACK):
                said.append(f"anna>  returns {answer}")
                anna.say(answer)
                await hear(anna)
        said.append("anna>  (the house closes)")
        said.append(f"anna<  {anna.calls[-1]}()")

    async def hear(anna: CalledProgram) -> None:
        before = len(anna.raw)
        await anna.hear()
        said.append(f"anna<  sendMessageAndGetAnswer({anna.raw[before:].decode()})")

    asyncio.run(talk())
    return "```\n" + "\n".join(map(shortened, said)) + "\n```"


def told(who: str, line: str) -> str:
    return f"{who + '<':7}{line}".rstrip()


def shortened(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


PARTS: dict[str, Callable[[], str]] = {
    "words": lambda: struct_table(ServerWord, questions=True),
    "answers": lambda: struct_table(ClientWord, questions=False),
    "picture": first_picture,
    "tiles": tile_table,
    "refusals": refusal_table,
    "limits": limit_table,
    "texts": text_table,
    "arrival": lambda: conversation(ARRIVAL),
    "turn": lambda: conversation(TURN, first=len(ARRIVAL)),
    "end": lambda: conversation(END, first=len(ARRIVAL)),
    "return": lambda: conversation(RETURN, first=len(ARRIVAL)),
    "person": lambda: conversation(PERSON),
    "calls": conversation_in_calls,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Write the parts first if recording is requested."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)


@pytest.mark.parametrize("script", [TURN, END, RETURN], ids=["turn", "end", "return"])
def test_calls_carry_the_same_messages(script: Sequence[tuple[str, str]]) -> None:
    assert conversation(script, calls=True) == conversation(script)
