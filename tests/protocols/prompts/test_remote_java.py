"""`prompts` over RMI by a Java program, if there is a JDK."""

import asyncio
from pathlib import Path

import pytest

from tests.conftest import TIMEOUT
from tests.core.local import keeper_of
from tests.java import compiled, interface, start
from tests.protocols.prompts.programs import Program, leave, score
from tests.protocols.prompts.remote import open_server, until_asked

SOURCE = Path(__file__).with_name("Prompter.java")
TOLD, STOPPED = 7, 8
"""Exit codes of the program."""
PACKAGE = "it.polimi.ingsw.Network"
INTERFACES = {
    f"{PACKAGE}.client.RmiClientInterface": (
        "String sendMessageAndGetAnswer(String word)",
        "boolean testAliveness()",
        "void stopClient()",
        "void setId(int id)",
    ),
    f"{PACKAGE}.server.RmiServerInterface": (
        f"void registry({PACKAGE}.client.RmiClientInterface client)",
        "boolean testServerConnection(int id)",
    ),
}


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the program."""
    return compiled(
        tmp_path_factory.mktemp("prompter"),
        SOURCE,
        classes={name: interface(name, *methods) for name, methods in INTERFACES.items()},
    )


class JavaProgram(Program):
    """The Java program, which gets its answers from the test."""

    def __init__(self, home: Path, name: str, players: int) -> None:
        super().__init__(name, players)
        self.home = home
        self.said: list[str] = []

    async def connect(self, port: int) -> None:
        self.process = await start(self.home, "Prompter", str(port))
        assert self.process.stdin
        assert self.process.stdout
        self.reader, self.writer = self.process.stdout, self.process.stdin

    async def next(self) -> str:
        async with asyncio.timeout(TIMEOUT):
            self.said.append((await self.reader.readline()).decode().rstrip("\n"))
        return self.said[-1]

    async def line(self) -> bytes:
        while not (await self.next()).startswith("asked "):
            assert self.said[-1], "the program has ended"
        return self.said[-1].removeprefix("asked ").encode()

    async def poll(self) -> str:
        """Ask whether it is over while no message is expected."""
        self.writer.write(b"poll\n")
        while not (await self.next()).startswith("over "):
            assert self.said[-1], "the program has ended"
        return self.said[-1]

    def say(self, text: str) -> None:
        self.writer.write(f"{text}\n".encode())

    def close(self) -> None:
        self.process.kill()


async def test_java_client_plays_a_match_returns_after_a_kill_and_ends_with_the_server(
    home: Path,
) -> None:
    async with open_server() as server:
        java, other = JavaProgram(home, "p0", 2), Program("p1", 2, 1)
        await java.connect(server.calls)
        assert (await java.hear())["type"] == "ChooseUsername"
        assert java.said[0].startswith("id ")
        assert await java.poll() == "over false"
        java.answer(java.heard[-1])
        await java.until(lambda: bool(java.of("Lobby")))
        await other.connect(server.lines)
        playing = asyncio.create_task(other.play())
        await until_asked(java)
        for unreadable in ("null", "throw"):
            java.say(unreadable)
            assert (await java.hear())["type"] == "NotValidMove"
        java.close()
        await java.process.wait()

        back, waits = JavaProgram(home, "p0", 2), JavaProgram(home, "p2", 2)
        await asyncio.gather(back.connect(server.calls), waits.connect(server.calls))
        await back.until(lambda: bool(back.of("GraphicalGameInfo")))
        types = [word["type"] for word in back.heard]
        assert types[2:] == ["WelcomeBack", "StartingGame", "GraphicalGameInfo"]
        await asyncio.gather(back.play(), playing)
        said = score(keeper_of(server.dispatcher))
        assert [p.of("Win")[0]["s"] for p in (back, other)] == [said, said]
        assert other.of("Disconnection")[0]["s"].startswith("'p0' user logged out")
        assert not back.of("NotValidMove")
        assert back.heard[-1]["type"] == "ChooseUsername"
        await waits.until(lambda: bool(waits.of("Lobby")))
        await leave(other)
    # A client with an open question can only be stopped; the others learn the reason.
    assert await back.next() == "stopped"
    assert await back.process.wait() == STOPPED
    assert (await waits.hear())["type"] == "RefusedConnection"
    assert await waits.process.wait() == TOLD
