"""A client in Java, where there is a JDK, with classes made from our table of them."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.wire.javastream import HEADER, ClassDesc
from ludoteca.wire.updates import server_stream
from ludoteca.wire.updates.classes import ENUMS, MESSAGE, TABLE
from ludoteca.wire.updates.words import (
    SERVER_KINDS,
    Beep,
    BookshelfInsertion,
    ChatMessage,
    GameInitialization,
    GameSelection,
    LivingRoomSelection,
    Nickname,
    Position,
    Word,
)
from tests.conftest import without
from tests.wire.updates.talk import Room
from tests.wire.updates.test_document import play_out
from tests.wire.updates.test_words import SERVER

CLIENT = Path(__file__).with_name("Client.java")
MINUTE = 60
TYPES = {"I": "int", "Z": "boolean"}
Java = Callable[..., bytes]


def source(desc: ClassDesc) -> str:
    """A class of the table, in Java."""
    package, _, name = desc.name.rpartition(".")
    fields = [
        (TYPES.get(kind) or kind[1:-1].replace("/", "."), field) for kind, field in desc.fields
    ]
    above = f"extends {desc.parent.name}" if isinstance(desc.parent, ClassDesc) else ""
    equal = (
        "public int hashCode() { return 31 * row + column; }"
        "public boolean equals(Object o) {"
        "  return o instanceof Position p && p.row == row && p.column == column; }"
        if name == "Position"
        else ""
    )
    return f"""
        package {package};
        public class {name} {above} implements java.io.Serializable {{
            private static final long serialVersionUID = {desc.uid}L;
            {"".join(f"public {kind} {field};" for kind, field in fields)}
            public {name}({", ".join(f"{kind} {field}" for kind, field in fields)}) {{
                {"".join(f"this.{field} = {field};" for _, field in fields)}
            }}
            {equal}
        }}
    """


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> Java:
    """The client: what it is told to do, and what it reads, to what it writes."""
    compiler, machine = shutil.which("javac"), shutil.which("java")
    if not compiler or not machine:
        without("There is no JDK: javac and java are needed.")
    home = tmp_path_factory.mktemp("client")
    sources = {desc.name: source(desc) for desc in (MESSAGE, *TABLE.values())}
    for kind, path in ENUMS.items():
        package, _, name = path.rpartition(".")
        constants = ", ".join(member.name for member in kind)
        sources[path] = f"package {package}; public enum {name} {{ {constants} }}"
    paths = []
    for path, text in sources.items():
        file = home / f"{path.replace('.', '/')}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        paths.append(str(file))
    compile_ = [compiler, "-encoding", "UTF-8", "-d", str(home), *paths, str(CLIENT)]
    subprocess.run(compile_, check=True, timeout=MINUTE)

    def run(word: str, data: bytes = b"") -> bytes:
        encodings = ["-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"]
        command = [machine, "-XX:TieredStopAtLevel=1", *encodings, "-cp", str(home), "Client", word]
        done = subprocess.run(command, input=data, check=True, capture_output=True, timeout=MINUTE)
        return done.stdout

    return run


def told(thing: Any) -> str:
    """What the client tells of a thing."""
    match thing:
        case None:
            return "null"
        case bool():
            return str(thing).lower()
        case Enum():
            return thing.name
        case int() | str():
            return str(thing)
        case tuple() if thing and isinstance(thing[0], tuple):
            return told(dict(thing))
        case tuple():
            return f"[{', '.join(map(told, thing))}]"
        case Mapping():
            pairs = sorted(f"{told(key)}={told(value)}" for key, value in thing.items())
            return f"[{', '.join(pairs)}]"
        case _:
            fields = msgspec.structs.fields(type(thing))
            parts = sorted(f"{f.encode_name}={told(getattr(thing, f.name))}" for f in fields)
            return f"{type(thing).__name__}[{', '.join(parts)}]"


def test_java_reads_every_message(java: Java) -> None:
    words = [word for word, _ in SERVER if "\0" not in str(word)]
    assert {type(word) for word in words} >= set(SERVER_KINDS)
    end = server_stream()
    data = HEADER + b"".join(map(end.write, words * 2))
    assert java("read", data).decode().splitlines() == [*map(told, words * 2)]


def test_java_reads_a_whole_match(java: Java) -> None:
    room = Room(java=True)

    async def play() -> list[Any]:
        clients = await room.table("anna", "bruno", "carla", "dora")
        await play_out(room, clients)
        return clients

    for client in asyncio.run(play())[:2]:
        lines = java("read", client.raw).decode().splitlines()
        assert lines == [told(word) for word in client.heard]
        assert len(lines) > 200


def test_we_read_every_message_of_java(java: Java) -> None:
    one, two = Position(1, 3), Position(1, 4)
    words: list[Word] = [
        Beep(),
        Nickname("zoë"),
        GameInitialization(2, 1),
        GameSelection(7),
        LivingRoomSelection((one, two)),
        LivingRoomSelection((one,)),
        LivingRoomSelection(()),
        BookshelfInsertion(4, (1, 0)),
        ChatMessage("hello \U0001f600", "all"),
    ]
    assert [*server_stream().feed(java("say"))] == words * 2
