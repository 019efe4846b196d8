"""A Java client, if there is a JDK, with classes generated from our table."""

import asyncio
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.protocols.javastream import HEADER, ClassDesc
from ludoteca.protocols.updates import server_stream
from ludoteca.protocols.updates.codecs import ENUMS, MESSAGE, TABLE
from ludoteca.protocols.updates.words import (
    SERVER_KINDS,
    Beep,
    BookshelfInsertion,
    ChatMessage,
    Disconnection,
    EndGameUpdate,
    GameInitialization,
    GameSelection,
    LivingRoomSelection,
    Nickname,
    Position,
    Reconnection,
    ScoresUpdate,
    StartTurnUpdate,
    UpdatesWord,
)
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.java import compiled, interface, run
from tests.protocols.calls import CALLS
from tests.protocols.updates.callers import Caller, JavaCaller
from tests.protocols.updates.examples import SERVER
from tests.protocols.updates.programs import open_dispatcher, result, seat
from tests.protocols.updates.talk import Room, play_out

pytestmark = no_coverage

CLIENT = Path(__file__).with_name("Client.java")
TYPES = {"I": "int", "Z": "boolean"}
NETWORK, SAYS = "it.polimi.ingsw.network", "it.polimi.ingsw.utils.message"
BEEP, SAID, TOLD = f"{SAYS}.Beep", f"{SAYS}.client", f"{SAYS}.server"
MINE, THEIRS = (
    f"{NETWORK}.client.rmi.ClientConnectionRMIInterface",
    f"{NETWORK}.server.rmi.ServerConnectionRMIInterface",
)
INTERFACES = {
    f"{NETWORK}.server.rmi.ConnectionEstablishmentRMIInterface": (f"{THEIRS} init({MINE} client)",),
    THEIRS: (
        f"void login({SAID}.Nickname message)",
        f"void createGame({SAID}.GameInitialization message)",
        f"void selectGame({SAID}.GameSelection message)",
        f"void selectFromLivingRoom({SAID}.LivingRoomSelection message)",
        f"void insertInBookshelf({SAID}.BookshelfInsertion message)",
        f"void writeChat({SAID}.ChatMessage message)",
        f"void beep({BEEP} message)",
    ),
    MINE: (
        f"void receive({BEEP} message)",
        *(f"void receive({TOLD}.{k.__name__} message)" for k in SERVER_KINDS if k is not Beep),
    ),
}


def source(desc: ClassDesc) -> str:
    """Return the Java source of a class of the table."""
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
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the classes."""
    sources = {desc.name: source(desc) for desc in (MESSAGE, *TABLE.values())}
    for kind, path in ENUMS.items():
        package, _, name = path.rpartition(".")
        constants = ", ".join(member.name for member in kind)
        sources[path] = f"package {package}; public enum {name} {{ {constants} }}"
    sources |= {name: interface(name, *methods) for name, methods in INTERFACES.items()}
    return compiled(tmp_path_factory.mktemp("updates"), CLIENT, CALLS, classes=sources)


def told(thing: Any) -> str:
    """Return the client's description of a thing."""
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


def test_java_reads_every_message(home: Path) -> None:
    words = [word for word, _ in SERVER if "\0" not in str(word)]
    assert {type(word) for word in words} >= set(SERVER_KINDS)
    end = server_stream()
    data = HEADER + b"".join(map(end.write, words * 2))
    assert run(home, "Client", "read", data=data).decode().splitlines() == [*map(told, words * 2)]


async def test_java_reads_a_whole_match(home: Path) -> None:
    room = Room(java=True)

    clients = await room.table("anna", "bruno", "carla", "dora")
    await play_out(room, clients)
    for client in clients[:2]:
        lines = run(home, "Client", "read", data=client.raw).decode().splitlines()
        assert lines == [told(word) for word in client.heard]
        assert len(lines) > 200


def test_we_read_every_message_of_java(home: Path) -> None:
    one, two = Position(1, 3), Position(1, 4)
    words: list[UpdatesWord] = [
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
    assert [*server_stream().feed(run(home, "Client", "say"))] == words * 2


async def test_java_plays_a_whole_match_in_calls_and_comes_back_when_it_was_killed(
    home: Path,
) -> None:
    async with open_dispatcher() as (server, port):
        first, python = JavaCaller(home, "java"), Caller("python", 1)
        await seat([first, python], port)
        playing = asyncio.create_task(python.play())
        await first.until(lambda: len(first.of(StartTurnUpdate)) > 4)
        assert first.of(Beep) == [Beep()]
        await first.close()
        while server.people.is_here("java"):
            await asyncio.sleep(0)
        again = JavaCaller(home, "java", 2)
        await again.connect(port)
        await again.play()
        await playing
        totals, winner = result(keeper_of(server))
        for program in (again, python):
            assert program.of(EndGameUpdate) == [EndGameUpdate(winner)]
            assert program.of(ScoresUpdate)[-1].scores == totals
        assert next(word for word in again.heard if word != Beep()) == Reconnection("java")
        assert again.room == python.room
        assert again.shelves == python.shelves
        assert python.of(Disconnection) == [Disconnection("java")]
