"""A whole conversation with a real JDK at the other end, where there is one."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from ludoteca.games import Dice, shelfie
from ludoteca.wire.javastream import ClassDesc
from ludoteca.wire.requests import HouseEnd, StreamOpened, client_end
from ludoteca.wire.requests.classes import DESCS, MODEL, CheckMode
from ludoteca.wire.requests.words import GameResultNotify, Tile
from tests.conftest import without
from tests.hall.guests import keeper_of
from tests.wire.requests.talk import Client, Room, at_table, mover, state_of, tiles_of
from tests.wire.requests.test_words import ASKED

ECHO = Path(__file__).with_name("Echo.java")
MINUTE = 60
TYPES = {
    "I": "int",
    "Z": "boolean",
    "[I": "int[]",
    f"[[L{MODEL.replace('.', '/')}/Tile;": "Tile[][]",
}


def source(desc: ClassDesc) -> str:
    """A class of Java with these fields."""
    package, _, name = desc.name.rpartition(".")
    fields = "".join(
        f"{TYPES.get(kind) or kind[1:-1].replace('/', '.')} {field}; "
        for kind, field in desc.fields
    )
    return (
        f"package {package}; import {MODEL}.*; public class {name} implements java.io.Serializable "
        f"{{ static final long serialVersionUID = {desc.uid}L; {fields}}}"
    )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs the program of Java."""
    javac, java = shutil.which("javac"), shutil.which("java")
    if not javac or not java:
        without("There is no JDK: javac and java are needed.")
    home = tmp_path_factory.mktemp("echo")
    sources = {desc.name: source(desc) for desc in DESCS.values()}
    for name, enum in ((f"{MODEL}.Tile", Tile), (f"{MODEL}.goals.CheckMode", CheckMode)):
        package, _, simple = name.rpartition(".")
        sources[name] = (
            f"package {package}; public enum {simple} {{ {', '.join(enum.__members__)} }}"
        )
    paths = [str(ECHO)]
    for name, text in sources.items():
        path = home / "source" / f"{name.replace('.', '/')}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    subprocess.run([javac, "-d", str(home), *paths], check=True, timeout=MINUTE)
    return [java, "-XX:TieredStopAtLevel=1", "-cp", str(home), "Echo"]


def echoed(program: list[str], data: bytes) -> bytes:
    return subprocess.run(
        program, input=data, check=True, capture_output=True, timeout=MINUTE
    ).stdout


def test_java_reads_a_whole_conversation(program: list[str]) -> None:
    async def told() -> list[Client]:
        room = Room()
        clients = await at_table(room, "anna", "bruno", streams=("anna", "bruno"))
        keeper, dice = keeper_of(room.night.house), Dice(4)
        while not keeper.table.over:
            move = shelfie.sample(state_of(room), state_of(room).turn, dice)
            assert isinstance(move, shelfie.TakeTiles)
            await mover(room, clients)[0].play(move, tiles_of(room, move))
        return clients

    for client in asyncio.run(told()):
        end = client_end(streams=True)
        assert list(end.feed(echoed(program, client.raw))) == client.heard
        assert isinstance(client.last, GameResultNotify)


def test_java_says_what_a_client_says(program: list[str]) -> None:
    end, house = client_end(streams=True), HouseEnd()
    words = [word for word, _ in ASKED]
    data = b"".join(map(end.write, [StreamOpened(), *words]))
    assert list(house.feed(echoed(program, data))) == [StreamOpened(), *words]
