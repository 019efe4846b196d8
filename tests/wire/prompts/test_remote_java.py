"""`prompts` in calls by a program in Java, where there is a JDK."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import without
from tests.hall.guests import keeper_of
from tests.wire.prompts.remote import open_lodge, until_asked
from tests.wire.prompts.test_matches import PATIENCE, Program, leave, score

SOURCE = Path(__file__).with_name("Prompter.java")
MINUTE = 60
TOLD, STOPPED = 7, 8
"""How the program exits."""
PACKAGE = "it.polimi.ingsw.Network"
INTERFACES = {
    "client.RmiClientInterface": (
        "String sendMessageAndGetAnswer(String word)",
        "boolean testAliveness()",
        "void stopClient()",
        "void setId(int id)",
    ),
    "server.RmiServerInterface": (
        f"void registry({PACKAGE}.client.RmiClientInterface client)",
        "boolean testServerConnection(int id)",
    ),
}


@pytest.fixture(scope="session")
def command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """How the program is started, but for the port."""
    compiler, machine = shutil.which("javac"), shutil.which("java")
    if not compiler or not machine:
        without("There is no JDK: javac and java are needed.")
    home = tmp_path_factory.mktemp("prompter")
    paths = [str(SOURCE)]
    for path, methods in INTERFACES.items():
        folder, _, name = path.rpartition(".")
        body = "".join(f"{method} throws java.rmi.RemoteException;" for method in methods)
        file = home / f"{name}.java"
        file.write_text(
            f"package {PACKAGE}.{folder};"
            f"public interface {name} extends java.rmi.Remote {{ {body} }}",
            encoding="utf-8",
        )
        paths.append(str(file))
    quick = ["-J-XX:TieredStopAtLevel=1", "-proc:none"]
    compile_ = [compiler, *quick, "-encoding", "UTF-8", "-d", str(home), *paths]
    subprocess.run(compile_, check=True, timeout=MINUTE)
    flags = ["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx64m"]
    return [machine, *flags, "-Djava.rmi.server.hostname=127.0.0.1", "-cp", str(home), "Prompter"]


class JavaProgram(Program):
    """The program in Java, which is told what to answer."""

    def __init__(self, command: list[str], name: str, players: int) -> None:
        super().__init__(name, players)
        self.command = command
        self.said: list[str] = []

    async def connect(self, port: int) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self.command, str(port), limit=1 << 20,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdin
        assert self.process.stdout
        self.reader, self.writer = self.process.stdout, self.process.stdin

    async def next(self) -> str:
        async with asyncio.timeout(PATIENCE):
            self.said.append((await self.reader.readline()).decode().rstrip("\n"))
        return self.said[-1]

    async def line(self) -> bytes:
        while not (await self.next()).startswith("asked "):
            assert self.said[-1], "the program has ended"
        return self.said[-1].removeprefix("asked ").encode()

    async def poll(self) -> str:
        """Whether it is over, asked while no word is to come."""
        self.writer.write(b"poll\n")
        while not (await self.next()).startswith("over "):
            assert self.said[-1], "the program has ended"
        return self.said[-1]

    def say(self, text: str) -> None:
        self.writer.write(f"{text}\n".encode())

    def close(self) -> None:
        self.process.kill()


def test_java_plays_a_whole_match_comes_back_after_a_kill_and_ends_with_the_house(
    command: list[str],
) -> None:
    async def story() -> None:
        async with open_lodge() as lodge:
            java, other = JavaProgram(command, "p0", 2), Program("p1", 2, 1)
            await java.connect(lodge.calls)
            assert (await java.hear())["type"] == "Reconnect"
            assert java.said[0].startswith("id ")
            assert await java.poll() == "over false"
            java.answer(java.heard[-1])
            await java.until(lambda: bool(java.of("Lobby")))
            await other.connect(lodge.lines)
            playing = asyncio.create_task(other.play())
            await until_asked(java)
            for unreadable in ("null", "throw"):
                java.say(unreadable)
                assert (await java.hear())["type"] == "NotValidMove"
            java.close()
            await java.process.wait()

            back, waits = JavaProgram(command, "p0", 2), JavaProgram(command, "p2", 2)
            await asyncio.gather(back.connect(lodge.calls), waits.connect(lodge.calls))
            await back.until(lambda: bool(back.of("GraphicalGameInfo")))
            types = [word["type"] for word in back.heard]
            assert types[2:] == ["WelcomeBack", "StartingGame", "GraphicalGameInfo"]
            await asyncio.gather(back.play(), playing)
            said = score(keeper_of(lodge.house))
            assert [p.of("Win")[0]["s"] for p in (back, other)] == [said, said]
            assert other.of("Disconnection")[0]["s"].startswith("'p0' user logged out")
            assert not back.of("NotValidMove")
            assert back.heard[-1]["type"] == "Reconnect"
            await waits.until(lambda: bool(waits.of("Lobby")))
            await leave(other)
        # Who is asked something can only be stopped; the others are told why.
        assert await back.next() == "stopped"
        assert await back.process.wait() == STOPPED
        assert (await waits.hear())["type"] == "RefusedConnection"
        assert await waits.process.wait() == TOLD

    asyncio.run(story())
