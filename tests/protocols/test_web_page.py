"""The documentation of the browser's protocol: its tables are generated from the structs.

To regenerate them:

    RECORD=1 .venv/bin/pytest tests/protocols/test_web_page.py
"""

import ast
import asyncio
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from enum import EnumType
from itertools import pairwise
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from ludoteca.core import Dispatcher
from ludoteca.games import GAMES
from ludoteca.messages import AnyRequest, Notice, Record, ServerReason, Welcome, refuse
from ludoteca.protocols import Send, UnreadableError, WebCodec, WebConversation
from tests.core.local import LocalClient, LocalServer, WebClient
from tests.pages import DOCS, outdated, record, written

PAGE = DOCS / "protocols" / "web.md"
LONGEST_LINE = 160
DROPS, RETURNS = "(the connection is lost)", "(another connection)"


def struct_table(kinds: Any, tag: str) -> str:
    rows = [f"| {tag} | members | meaning |", "|---|---|---|"]
    for kind in get_args(kinds):
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        members = ", ".join(f"`{field.encode_name}`" for field in info.fields)
        meaning = str(kind.__doc__).split("\n")[0]
        rows.append(f"| `{info.tag}` | {members} | {meaning} |")
    return "\n".join(rows)


def guide_table() -> str:
    rows = ["| part | members | meaning |", "|---|---|---|"]
    for name, rules in GAMES.items():
        guide = get_type_hints(rules.guide)["return"]
        for title, kind in [(name, guide), *((part.__name__, part) for part in parts_of(guide))]:
            members = ", ".join(f"`{member}`" for member in kind.__struct_fields__)
            meaning = " ".join([str(kind.__doc__), *notes_on(kind)])
            rows.append(f"| `{title}` | {members} | {meaning} |")
    return "\n".join(rows)


def notes_on(kind: Any) -> Iterator[str]:
    """Yield the docstrings of a struct's members, and the words that a member may be."""
    (struct,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(struct, ast.ClassDef)
    hints = get_type_hints(kind)
    for member, below in pairwise([*struct.body, ast.Pass()]):
        if isinstance(member, ast.AnnAssign):
            name = ast.unparse(member.target)
            if isinstance(hints[name], EnumType):
                yield f"`{name}`: {', '.join(f'`{word.value}`' for word in hints[name])}."
            if isinstance(below, ast.Expr):
                yield f"`{name}`: {ast.literal_eval(below.value)}"


def parts_of(kind: Any) -> list[Any]:
    """Return the structs inside a type, each once, in the order of its members."""
    inner = get_type_hints(kind).values() if hasattr(kind, "__struct_fields__") else get_args(kind)
    found = {part: None for member in inner for part in (member, *parts_of(member))}
    return [part for part in found if hasattr(part, "__struct_fields__")]


def reason_table() -> str:
    rows = ["| code | sentence |", "|---|---|"]
    rows += [f"| `{reason}` | {refuse(reason).detail} |" for reason in ServerReason]
    return "\n".join(rows).replace("none of |", "none of \\|")


def play(cells: str, column: int, more: str = "") -> str:
    move = f'{{"move":"take_tiles","cells":[{cells}],"column":{column}}}'
    return f'{{"do":"play","table":1,"move":{move}{more}}}'


ENTER = (
    ("anna", '{"do":"enter","name":"Anna"}'),
    ("bruno", '{"do":"enter","name":"Bruno"}'),
)
CONVERSATION = (
    *ENTER,
    ("anna", '{"do":"open_table","game":"shelfie","seats":2,"id":"1"}'),
    ("bruno", '{"do":"join_table","table":1,"id":"2"}'),
    ("bruno", play("[4,4]", 0, ',"id":"3"')),
    ("bruno", play("[1,3],[1,4]", 2, ',"id":"4"')),
    ("anna", '{"do":"say","table":1,"text":"Well played!"}'),
    ("anna", '{"do":"dance"}'),
)
RETURN = (
    *ENTER,
    ("carla", '{"do":"enter","name":"Carla"}'),
    ("anna", '{"do":"open_table","game":"shelfie","seats":3}'),
    ("bruno", '{"do":"join_table","table":1}'),
    ("carla", '{"do":"join_table","table":1}'),
    ("bruno", DROPS),
    ("anna", play("[0,3]", 0)),
    ("anna", '{"do":"say","table":1,"text":"Bruno?"}'),
    ("bruno", RETURNS),
    ("bruno", '{"do":"enter","name":"Bruno","token":"…"}'),
    ("bruno", '{"do":"watch","table":1,"seen":5,"heard":0}'),
)
REGRET = (
    *ENTER,
    (
        "anna",
        '{"do":"open_table","game":"shelfie","seats":2,"clock":{"turn":30},"take_back":true}',
    ),
    ("bruno", '{"do":"join_table","table":1}'),
    ("bruno", play("[1,3],[1,4]", 2)),
    ("bruno", '{"do":"take_back","table":1,"id":"oh"}'),
    ("bruno", play("[1,3]", 2)),
    ("anna", '{"do":"give_time","table":1,"seat":1,"seconds":60}'),
    ("anna", '{"do":"take_back","table":1}'),
)
CLOSELY = (
    *ENTER,
    ("anna", '{"do":"open_table","game":"shelfie","seats":2}'),
    ("bruno", '{"do":"join_table","table":1,"closely":true}'),
    ("bruno", '{"do":"draft","table":1,"step":{"step":"pick","cell":[1,3]}}'),
    ("bruno", '{"do":"draft","table":1,"step":{"step":"choose_column","column":2}}'),
    ("bruno", '{"do":"finish","table":1}'),
)
KEPT = (
    *ENTER,
    ("anna", '{"do":"open_table","game":"shelfie","seats":2,"absence":"forfeit"}'),
    ("bruno", '{"do":"join_table","table":1}'),
    ("anna", DROPS),
    ("bruno", play("[1,3]", 2)),
    ("bruno", play("[1,3]", 2, ',"keep":true,"id":"7"')),
    ("anna", RETURNS),
    ("anna", '{"do":"enter","name":"Anna","token":"…"}'),
    ("anna", '{"do":"watch","table":1}'),
)
CONTACTS = (
    ("anna", '{"do":"enter","name":"Anna","secret":"correct-horse"}'),
    ("bruno", '{"do":"enter","name":"Bruno","secret":"battery-staple"}'),
    ("bruno", '{"do":"ask_contacts","follow":true}'),
    ("anna", '{"do":"befriend","name":"Bruno","id":"1"}'),
    ("bruno", '{"do":"befriend","name":"Anna","id":"2"}'),
    ("anna", '{"do":"open_table","game":"shelfie","seats":2}'),
)
AWAY = (
    *ENTER,
    ("anna", '{"do":"open_table","game":"shelfie","seats":2,"absence":"wait"}'),
    ("bruno", '{"do":"join_table","table":1}'),
    ("bruno", DROPS),
    ("anna", '{"do":"vote","table":1,"what":"bot"}'),
    ("bruno", RETURNS),
    ("bruno", '{"do":"enter","name":"Bruno"}'),
    ("bruno", '{"do":"watch","table":1,"seen":4}'),
)

ACCOUNT = (
    *ENTER[:1],
    ("anna", '{"do":"ask_sessions"}'),
    ("anna", '{"do":"change_secret","new":"horse"}'),
    ("anna", '{"do":"change_secret","new":"correct-horse"}'),
    ("anna", '{"do":"new_recovery_code","secret":"correct-horse","id":"1"}'),
    ("anna", '{"do":"ask_sessions","id":"2"}'),
    ("anna", '{"do":"end_session","session":"0123456789abcdef"}'),
    ("anna", '{"do":"end_other_sessions"}'),
    ("anna", '{"do":"delete_me","secret":"correct-horse"}'),
    ("anna", '{"do":"enter","name":"Anna","secret":"correct-horse"}'),
)


def conversation(script: Sequence[tuple[str, str]], first: int = 0) -> str:
    """Return the transcript from a line on, with secrets and long lines shortened."""

    async def talk() -> list[str]:
        server = LocalServer()
        guests: dict[str, LocalClient] = {name: WebClient(server.dispatcher) for name, _ in script}
        lines, tokens = [], dict.fromkeys(guests, "")
        for place, (name, words) in enumerate(script):
            before = {other: len(guest.heard) for other, guest in guests.items()}
            said = [f"{name + '>':7}{words}"]
            if words == DROPS:
                tokens[name] = guests[name].of(Welcome)[-1].token
                server.dispatcher.leave(guests[name])
            elif words == RETURNS:
                guests[name] = WebClient(server.dispatcher)
                before[name] = 0
            else:
                asked = words.replace("…", tokens[name])
                said += await answered(server.dispatcher, guests[name], asked)
            for other, guest in guests.items():
                said += [told(other, notice) for notice in guest.heard[before[other] :]]
            lines += said if place >= first else []
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


async def answered(dispatcher: Dispatcher, guest: LocalClient, words: str) -> list[str]:
    """Answer unreadable input at once, and everything else through the server."""
    (asked,) = WebCodec().feed(words.encode())
    if isinstance(asked, UnreadableError):
        (refused,) = WebConversation().reject(str(asked))
        assert isinstance(refused, Send)
        return [told(guest.name.lower(), refused.word)]
    await dispatcher.handle(guest, asked)
    return []


def told(name: str, notice: Notice) -> str:
    return f"{name + '<':7}{WebCodec().write(notice).decode()}"


def shortened(line: str) -> str:
    line = re.sub(r'"(token|code|session)":"[^"/]+"', r'"\1":"…"', line)
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


PARTS: dict[str, Callable[[], str]] = {
    "requests": lambda: struct_table(AnyRequest, "do"),
    "notices": lambda: struct_table(Notice, "notice"),
    "records": lambda: struct_table(Record, "record"),
    "reasons": reason_table,
    "conversation": lambda: conversation(CONVERSATION),
    "return": lambda: conversation(RETURN, first=6),
    "regret": lambda: conversation(REGRET, first=2),
    "closely": lambda: conversation(CLOSELY, first=3),
    "away": lambda: conversation(AWAY, first=4),
    "kept": lambda: conversation(KEPT, first=4),
    "account": lambda: conversation(ACCOUNT),
    "contacts": lambda: conversation(CONTACTS, first=2),
    "guides": guide_table,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """Write the parts first if recording is requested."""
    record(PAGE, PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
