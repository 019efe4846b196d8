"""A Java client, if there is a JDK: it looks us up, plays a whole match and is killed."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes.calls import call_of, server_word_of
from ludoteca.protocols.pipes.words import (
    CheckPlayerActionPhase,
    ClientWord,
    CreateMatch,
    ExitGame,
    Join,
    Login,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyStart,
    Ping,
    SendPrivateMessage,
    ServerVirtualView,
    ServerWord,
)
from tests.conftest import TIMEOUT
from tests.java import compiled, start
from tests.protocols.pipes.clients import Client, assert_agreed, secrets_seen
from tests.protocols.pipes.remote import HOST, PipesCallers, open_rmi

SOURCE = Path(__file__).with_name("Caller.java")


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the client."""
    return compiled(tmp_path_factory.mktemp("caller"), SOURCE)


class JavaClient(Client):
    """The Java client: one line for each call, and one line from it for each event."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.heard: list[ServerWord] = []
        self.name = ""

    async def line(self) -> tuple[str, str]:
        """Return the next event: the end of a call (=, !) or a callback (<)."""
        assert self.process.stdout
        async with asyncio.timeout(TIMEOUT):
            line = (await self.process.stdout.readline()).decode().rstrip("\n")
        if not line:
            raise EOFError
        return line[0], line[2:].replace("\\n", "\n")

    async def next(self) -> str | None:
        """Return the result of a call, or None for a callback."""
        mark, rest = await self.line()
        if mark != "<":
            assert mark == "=", rest
            return rest
        method, *arguments = rest.split("\t")
        word = server_word_of(method, tuple(arguments))
        assert not isinstance(word, UnreadableError), word
        if not isinstance(word, Ping):
            self.heard.append(word)
        return None

    async def hear(self) -> ServerWord:
        before = len(self.heard)
        while len(self.heard) == before:
            assert await self.next() is None
        return self.heard[-1]

    async def call(self, *fields: object) -> str:
        assert self.process.stdin
        self.process.stdin.write("\t".join(map(str, fields)).encode() + b"\n")
        while (value := await self.next()) is None:
            pass
        return value

    async def ask(self, word: ClientWord) -> bool:
        method, arguments = call_of(word, None)
        return {"true": True, "false": False}[await self.call(method.name, *arguments)]


async def come(home: Path, rmi: PipesCallers, name: str) -> JavaClient:
    client = JavaClient(await start(home, "org.am21.networkRMI.Caller", HOST, str(rmi.port)))
    assert await client.line() == ("=", "ready")
    assert await client.login(name)
    return client


async def test_java_plays_a_whole_match_and_is_missed_when_it_is_killed(home: Path) -> None:
    async def evening(rmi: PipesCallers, anna: JavaClient, bruno: Client) -> None:
        for call in (("logIn", "null", ""), ("joinGame", 7), ("sendPublicMessage", "null", "true")):
            assert await anna.call(*call) == "false"
        assert await anna.ask(SendPrivateMessage("psst \U0001f600", "bruno"))
        assert await anna.ask(CreateMatch(2))
        assert await bruno.ask(Join(0))
        seen = await asyncio.gather(anna.play(), bruno.play())
        game = (await rmi.dispatcher.lobby.results.recent())[0]
        for view in seen:
            assert_agreed(view, game, ["zoë", "bruno"])
        assert secrets_seen(anna, 0) == 0
        kinds = [type(word) for word in anna.heard]
        assert kinds[0] is Message
        start = kinds.index(NotifyStart)
        assert kinds.index(ServerVirtualView) < kinds.index(MatchSeen) < start
        assert start < kinds.index(NotifyEndMatch)
        assert not await anna.ask(CheckPlayerActionPhase())
        assert await anna.ask(CreateMatch(2))
        anna.process.kill()
        await bruno.until(
            lambda told: (
                isinstance(told, ServerVirtualView)
                and ("zoë", "Online") not in (told.virtualOnlinePlayers or [])
            )
        )
        assert await bruno.ask(ExitGame())
        assert await (await rmi.caller()).ask(Login("zoë"))

    async with open_rmi() as rmi:
        anna, bruno = await come(home, rmi, "zoë"), await rmi.caller("bruno")
        try:
            await evening(rmi, anna, bruno)
        finally:
            if anna.process.returncode is None:
                anna.process.kill()
            await anna.process.wait()
