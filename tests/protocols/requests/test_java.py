"""A whole conversation with a real JDK, if there is one."""

import asyncio
from pathlib import Path
from typing import get_args

import pytest

from ludoteca.games import Dice, shelfie
from ludoteca.protocols.javastream import HEADER, ClassDesc
from ludoteca.protocols.requests import client_stream, server_stream
from ludoteca.protocols.requests.codecs import DESCS, DOCUMENT_DESCS, MESSAGE, MODEL, CheckMode
from ludoteca.protocols.requests.words import (
    ClientWord,
    DocumentLoginRequest,
    EndTurnNotify,
    GameResultNotify,
    GameStartNotify,
    LoginResponse,
    ServerWord,
    Tile,
)
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.java import compiled, interface, run
from tests.protocols.calls import CALLS
from tests.protocols.requests.callers import Caller, JavaCaller, living
from tests.protocols.requests.examples import ASKED
from tests.protocols.requests.matches import finals, sat_down, score
from tests.protocols.requests.programs import open_dispatcher
from tests.protocols.requests.talk import Room, at_table, mover, state_of, tiles_of

pytestmark = no_coverage

ECHO = Path(__file__).with_name("Echo.java")
NETWORK = MESSAGE.rpartition(".")[0]
SAID, TOLD = f"{MESSAGE}.ClientMessage", f"{MESSAGE}.ServerMessage"
HANDLER = f"{NETWORK}.server.ClientHandlerRMIInterface"
CLIENT = f"{NETWORK}.client.ClientRMIInterface"
INTERFACES = {
    f"{NETWORK}.RMIListenerInterface": (f"{HANDLER} getHandler()",),
    HANDLER: (
        f"void registerClient({CLIENT} client)",
        "void testConnection()",
        f"void receiveMessage({SAID} message)",
        f"void sendMessage({TOLD} message)",
    ),
    CLIENT: (f"void receiveMessage({TOLD} message)", f"void sendMessage({SAID} message)"),
}
TYPES = {
    "I": "int",
    "Z": "boolean",
    "[I": "int[]",
    f"[[L{MODEL.replace('.', '/')}/Tile;": "Tile[][]",
}


def said_by(name: str) -> str:
    """Return the ends that send messages of this class."""
    ends = {SAID: ClientWord, TOLD: ServerWord}
    kinds = [end for end, words in ends.items() if name in {w.__name__ for w in get_args(words)}]
    return "".join(f", {kind}" for kind in kinds)


def source(desc: ClassDesc) -> str:
    """Return the Java source of a class with these fields."""
    package, _, name = desc.name.rpartition(".")
    fields = "".join(
        f"{TYPES.get(kind) or kind[1:-1].replace('/', '.')} {field}; "
        for kind, field in desc.fields
    )
    return (
        f"package {package}; import {MODEL}.*; "
        f"public class {name} implements java.io.Serializable{said_by(name)} "
        f"{{ static final long serialVersionUID = {desc.uid}L; {fields}}}"
    )


def markers() -> dict[str, str]:
    """Return the interfaces that the messages of each end implement."""
    return {
        kind: f"package {kind.rpartition('.')[0]}; public interface {kind.rpartition('.')[2]} {{}}"
        for kind in (SAID, TOLD)
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the classes."""
    sources = {desc.name: source(desc) for desc in DESCS.values()}
    for name, enum in ((f"{MODEL}.Tile", Tile), (f"{MODEL}.goals.CheckMode", CheckMode)):
        package, _, simple = name.rpartition(".")
        sources[name] = (
            f"package {package}; public enum {simple} {{ {', '.join(enum.__members__)} }}"
        )
    sources |= markers()
    sources |= {name: interface(name, *methods) for name, methods in INTERFACES.items()}
    return compiled(tmp_path_factory.mktemp("requests"), ECHO, CALLS, classes=sources)


async def test_java_reads_a_whole_conversation(home: Path) -> None:
    room = Room()
    clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
    keeper, dice = keeper_of(room.server.dispatcher), Dice(4)
    while not keeper.table.over:
        move = shelfie.sample(state_of(room), state_of(room).turn, dice)
        assert isinstance(move, shelfie.TakeTiles)
        await mover(room, clients)[0].play(move, tiles_of(room, move))
    for client in clients:
        end = client_stream()
        assert list(end.feed(run(home, "Echo", data=client.raw))) == client.heard
        assert isinstance(client.last, GameResultNotify)


def test_java_echoes_client_messages(home: Path) -> None:
    end, dispatcher = client_stream(), server_stream()
    words = [word for word, _ in ASKED]
    data = HEADER + b"".join(map(end.write, words))
    assert list(dispatcher.feed(run(home, "Echo", data=data))) == words


def test_java_reads_and_writes_the_classes_of_the_document(tmp_path: Path) -> None:
    descs = (*DOCUMENT_DESCS.values(), DESCS["Position"])
    sources = markers() | {desc.name: source(desc) for desc in descs}
    home = compiled(tmp_path, ECHO, classes=sources)
    login, result = DocumentLoginRequest("anna"), GameResultNotify("anna", {"anna": 12, "bo": 7})
    client, server = client_stream(), server_stream()
    said = run(home, "Echo", data=HEADER + client.write(login))
    assert list(server.feed(said)) == [login]
    told = run(home, "Echo", data=HEADER + server.write(result))
    assert list(client.feed(told)) == [result]


async def test_java_plays_a_whole_match_in_calls_and_comes_back_when_it_was_killed(
    home: Path,
) -> None:
    async with open_dispatcher() as (dispatcher, port):
        java, python = JavaCaller(home, "java", 2), Caller("python", 2, 1)
        async with living(java, python):
            await sat_down(port, java, python)
            await java.until(lambda: len(java.of(EndTurnNotify)) >= 4)
            await java.die()
            while dispatcher.people.is_here("java"):
                await asyncio.sleep(0)
            await java.connect(port)
            await asyncio.gather(java.play(), python.play())
            assert java.of(LoginResponse) == [LoginResponse("java")] * 2
            assert len(java.of(GameStartNotify)) == 2
            for each in (java, python):
                await each.until(lambda e=each: finals(e) == score(dispatcher))  # type: ignore[misc]
