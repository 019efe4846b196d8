"""The page of the browser's dialect says what is true: its tables are made from the structs.

To write them again:

    RECORD=1 .venv/bin/pytest tests/wire/test_web_page.py
"""

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from ludoteca.games import Refusal
from ludoteca.messages import AnyRequest, HouseReason, Notice, Record, refuse
from ludoteca.wire import Web
from tests.hall.guests import Evening, Guest

PAGE = Path(__file__).parents[2] / "docs" / "protocols" / "web.md"
LONGEST_LINE = 160


def struct_table(kinds: Any, tag: str) -> str:
    rows = [f"| {tag} | members | meaning |", "|---|---|---|"]
    for kind in get_args(kinds):
        info = msgspec.inspect.type_info(kind)
        assert isinstance(info, msgspec.inspect.StructType)
        members = ", ".join(f"`{field.encode_name}`" for field in info.fields)
        meaning = str(kind.__doc__).split("\n")[0]
        rows.append(f"| `{info.tag}` | {members} | {meaning} |")
    return "\n".join(rows)


def reason_table() -> str:
    rows = ["| code | sentence |", "|---|---|"]
    rows += [f"| `{reason}` | {refuse(reason).detail} |" for reason in HouseReason]
    return "\n".join(rows).replace("none of |", "none of \\|")


CONVERSATION = (
    ("anna", '{"do":"enter","name":"Anna"}'),
    ("bruno", '{"do":"enter","name":"Bruno"}'),
    ("anna", '{"do":"open_table","game":"shelfie","seats":2,"id":"1"}'),
    ("bruno", '{"do":"join_table","table":1,"id":"2"}'),
    (
        "bruno",
        '{"do":"play","table":1,"move":{"move":"take_tiles","cells":[[4,4]],"column":0},"id":"3"}',
    ),
    (
        "bruno",
        '{"do":"play","table":1,"move":{"move":"take_tiles","cells":[[1,3],[1,4]],"column":2},"id":"4"}',
    ),
    ("anna", '{"do":"say","table":1,"text":"Well played!"}'),
    ("anna", '{"do":"dance"}'),
)


def conversation() -> str:
    """What is said at the door, with secrets and long lines shortened."""

    async def talk() -> list[str]:
        night = Evening()
        guests = {name: Guest(night.house) for name in ("anna", "bruno")}
        lines = []
        for name, words in CONVERSATION:
            lines.append(f"{name + '>':7}{words}")
            before = {other: len(guest.heard) for other, guest in guests.items()}
            for asked in Web().receive(words):
                if isinstance(asked, Refusal):
                    lines.append(f"{name + '<':7}{Web().refuse(asked).decode()}")
                else:
                    await night.house.handle(guests[name], asked)
            for other, guest in guests.items():
                told = guest.heard[before[other] :]
                lines += [f"{other + '<':7}{Web().send(notice).decode()}" for notice in told]
        return lines

    return "```\n" + "\n".join(map(shortened, asyncio.run(talk()))) + "\n```"


def shortened(line: str) -> str:
    line = re.sub(r'"(token|code)":"[^"/]+"', r'"\1":"…"', line)
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


PARTS: dict[str, Callable[[], str]] = {
    "requests": lambda: struct_table(AnyRequest, "do"),
    "notices": lambda: struct_table(Notice, "notice"),
    "records": lambda: struct_table(Record, "record"),
    "reasons": reason_table,
    "conversation": conversation,
}


@pytest.fixture(autouse=True, scope="module")
def recorded() -> None:
    """If wanted, the parts are written before they are read."""
    if os.environ.get("RECORD"):
        page = PAGE.read_text(encoding="utf-8")
        for part, made in PARTS.items():
            begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
            before, _, rest = page.partition(begin)
            page = f"{before}{begin}\n{made()}\n{end}{rest.partition(end)[2]}"
        PAGE.write_text(page, encoding="utf-8")


@pytest.mark.parametrize("part", PARTS)
def test_the_page_says_what_is_true(part: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    written = page.partition(f"<!-- {part} -->\n")[2].partition(f"\n<!-- /{part} -->")[0]
    assert written == PARTS[part]()
