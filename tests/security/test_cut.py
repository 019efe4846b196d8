"""A real cut: clients in a separate network whose cable is unplugged during a match.

In every protocol the table notices within 30 seconds and applies its rule for absent players, and
the player returns.
"""

import asyncio
import ctypes
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType
from msgspec import json

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.jrmp import Ref
from ludoteca.protocols.pipes.words import CreateMatch
from ludoteca.protocols.updates.words import GameInitialization, GamesList
from tests.conftest import PROVING, no_coverage
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.pipes import remote as pipes_remote
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.prompts import remote as prompts_remote
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.requests import callers as requests_callers
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates import callers as updates_callers
from tests.protocols.updates.programs import Program as UpdatesProgram
from tests.security.servers import HOST, OpenServer, serving
from tests.server.websockets import Client as WebClient
from tests.server.websockets import WebClients, web_clients

pytestmark = no_coverage
NEW_NETWORK = 0x40000000
OURS, THEIRS = "198.18.77.1", "198.18.77.2"
WITHIN = 30.0
"""Seconds within which the table must notice."""
TURNS = 2
SEATS = 3

Come = Callable[[str, dict[str, int], bool], Awaitable[Any]]
"""Logs in under a name and, the first time, opens a table; returns the objects to keep alive."""


class Network:
    """Another network that contains one machine; this process can enter and leave it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.home = os.open("/proc/self/ns/net", os.O_RDONLY)

    def enter(self) -> None:
        """Create the sockets of this thread in that network from now on."""
        with Path(f"/var/run/netns/{self.name}").open("rb") as there:
            assert self._libc.setns(there.fileno(), NEW_NETWORK) == 0

    def leave(self) -> None:
        assert self._libc.setns(self.home, NEW_NETWORK) == 0

    def set_link(self, state: str) -> None:
        """Unplug the cable, or plug it in."""
        ip("-n", self.name, "link", "set", "cable", state)


def ip(*words: str) -> str:
    command = [shutil.which("ip") or "", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def network() -> Iterator[Network]:
    """Create a network with one cable to this machine; lost packets are never reported."""
    name = f"ludoteca{os.getpid()}"
    ip("netns", "add", name)
    try:
        there = Network(name)
        ip("link", "add", name, "type", "veth", "peer", "name", "cable", "netns", name)
        ip("addr", "add", f"{OURS}/30", "dev", name)
        ip("link", "set", name, "up")
        ip("-n", name, "addr", "add", f"{THEIRS}/30", "dev", "cable")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "link", "set", "cable", "up")
        mac = ip("-n", name, "-o", "link", "show", "cable").split("link/ether ")[1].split()[0]
        ip("neigh", "replace", THEIRS, "lladdr", mac, "dev", name, "nud", "permanent")
        try:
            yield there
        finally:
            there.leave()
            os.close(there.home)
            ip("link", "del", name)
    finally:
        ip("netns", "del", name)


class Elsewhere(Endpoint):
    """An RMI client in the other network."""

    def __init__(self, _: str) -> None:
        super().__init__(THEIRS)

    async def listen(self, _: str, port: int) -> int:
        return await super().listen(THEIRS, port)

    async def lookup(self, host: str, port: int, name: str) -> Ref:
        return await super().lookup(OURS if host == HOST else host, port, name)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs that know only 127.0.0.1 reach the server from the other network."""
    connect = asyncio.open_connection

    async def reach(host: str, port: int, **options: Any) -> Any:
        return await connect(OURS if host == HOST else host, port, **options)

    monkeypatch.setattr(asyncio, "open_connection", reach)
    for module in (pipes_remote, prompts_remote, requests_callers, updates_callers):
        monkeypatch.setattr(module, "Endpoint", Elsewhere)


async def by_pipes(name: str, ports: dict[str, int], opens: bool) -> Any:
    client = PipesClient(*await asyncio.open_connection(HOST, ports["pipes"]), frames=True)
    assert await client.login(name)
    if opens:
        assert await client.ask(CreateMatch(SEATS))
    return client


async def by_pipes_calls(name: str, ports: dict[str, int], opens: bool) -> Any:
    client = await pipes_remote.Caller(ports["rmi"]).connect()
    assert await client.login(name)
    if opens:
        assert await client.ask(CreateMatch(SEATS))
    return client


async def by_commands(name: str, ports: dict[str, int], opens: bool) -> Any:
    program = CommandsProgram(*await asyncio.open_connection(HOST, ports["commands"]))
    program.say("LOGIN", info=name)
    await program.until("LOGIN")
    if opens:
        program.say("CREATE_LOBBY", name="room1", players=SEATS)
        await program.until("PLAYER_LIST")
    return program


async def by_updates(name: str, ports: dict[str, int], opens: bool) -> Any:
    return await updates(UpdatesProgram(name), ports["updates"], opens=opens)


async def by_updates_calls(name: str, ports: dict[str, int], opens: bool) -> Any:
    return await updates(updates_callers.Caller(name), ports["rmi"], opens=opens)


async def updates(program: UpdatesProgram, port: int, *, opens: bool) -> UpdatesProgram:
    await program.connect(port)
    if opens:
        await program.until(lambda: program.of(GamesList))
        program.say(GameInitialization(SEATS, 2))
    return program


async def by_prompts(name: str, ports: dict[str, int], _: bool) -> Any:
    program = PromptsProgram(name, SEATS)
    await program.connect(ports["prompts"])
    return program


async def by_prompts_calls(name: str, ports: dict[str, int], _: bool) -> Any:
    program = prompts_remote.CalledProgram(name, SEATS)
    await program.connect(ports["rmi"])
    return program


async def by_requests(name: str, ports: dict[str, int], _: bool) -> Any:
    program = RequestsProgram(name, SEATS)
    await program.connect(ports["requests"])
    return program


async def by_requests_calls(name: str, ports: dict[str, int], _: bool) -> Any:
    program = requests_callers.Caller(name, SEATS)
    await program.connect(ports["rmi"])
    return program


class Browser(WebClient):
    """A web client in the other network."""

    token, table = "", 0

    def __init__(self, session: ClientSession, socket: ClientWebSocketResponse) -> None:
        super().__init__(socket)
        self.session = session

    async def hear(self, notice: str = "table_news") -> Any:
        return await super().hear(notice)


async def by_web(name: str, ports: dict[str, int], opens: bool) -> Any:
    session = ClientSession()
    browser = Browser(session, await session.ws_connect(f"http://{OURS}:{ports['web']}/ws"))
    welcome = await browser.ask("welcome", do="enter", name=name, token=Browser.token)
    Browser.token = welcome["token"]
    if opens:
        shown = await browser.ask("table_shown", do="open_table", game="shelfie", seats=SEATS)
        Browser.table = shown["info"]["table"]
    else:
        await browser.ask("table_shown", do="watch", table=Browser.table)
    return browser


async def hang_up(program: Any) -> None:
    """Disconnect, even if the network is cut."""
    if isinstance(program, Browser):
        await program.session.close()
    elif hasattr(program, "endpoint"):
        await program.endpoint.close()
    else:
        writer = program._writer if isinstance(program, PipesClient) else program.writer  # noqa: SLF001 - it closes politely only
        writer.transport.abort()


COMERS: dict[str, Come] = {
    "weba": by_web,
    "pipa": by_pipes,
    "pipac": by_pipes_calls,
    "coma": by_commands,
    "upa": by_updates,
    "upac": by_updates_calls,
    "proma": by_prompts,
    "promac": by_prompts_calls,
    "reqa": by_requests,
    "reqac": by_requests_calls,
}


async def keep_reading(program: Any) -> None:
    """Read and answer as a client does."""
    hear = program.hear
    while True:
        heard = await hear()
        if isinstance(program, PromptsProgram) and heard:
            program.answer(heard)


class Other:
    """A player on this machine who reads all the time."""

    def __init__(self, client: WebClient) -> None:
        self.client, self.heard = client, list[dict[str, Any]]()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while (message := await self.client.socket.receive()).type is WSMsgType.TEXT:
            self.heard.append(json.decode(message.data))

    async def until(self, **fields: Any) -> dict[str, Any]:
        """Return the next notice with these fields; forget it and all earlier ones."""
        while True:
            for number, notice in enumerate(self.heard):
                if fields.items() <= notice.items():
                    del self.heard[: number + 1]
                    return notice
            await asyncio.sleep(0.02)

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request."""
        id_ = token_hex(4)
        await self.client.say(**request, id=id_)
        return await self.until(request=id_)


class Match(NamedTuple):
    """A table of a player in the other network, with two players of this machine."""

    name: str
    table: int
    others: list[Other]


async def join(outside: WebClients, name: str) -> Match:
    """Let two players join an open table, so that the match begins."""
    others = [Other(await outside.come_in(f"{name}{number}")) for number in (1, 2)]
    table = 0
    async with asyncio.timeout(WITHIN):
        while not table:
            tables = (await others[0].ask(do="look_around"))["tables"]
            table = next((each["table"] for each in tables if each["owner"] == name), 0)
    for each in others:
        await each.ask(do="join_table", table=table)
    return Match(name, table, others)


async def start(program: Any, match: Match) -> None:
    """Start the match, which one of the protocols requires."""
    if isinstance(program, CommandsProgram):
        program.say("START_GAME")
    async with asyncio.timeout(WITHIN):
        answer = {"code": "house/not_started"}
        while answer.get("code") == "house/not_started":
            answer = await match.others[0].ask(do="ask_moves", table=match.table)


async def told(match: Match, *, here: bool) -> None:
    """Wait until the others know whether a player is connected."""
    await match.others[0].until(notice="presence", name=match.name, here=here)


async def play_on(match: Match) -> None:
    """Let the others play until each has had some turns."""
    turns = [0, 0]
    while min(turns) < TURNS:
        for number, each in enumerate(match.others):
            answer = await each.ask(do="ask_moves", table=match.table)
            if moves := answer.get("moves"):
                await each.ask(do="play", table=match.table, move=moves[0])
                turns[number] += 1
        await asyncio.sleep(0.2)


@pytest.mark.skipif(not PROVING, reason="It takes a minute; the short one is in test_silence.")
@pytest.mark.usefixtures("elsewhere")
async def test_a_cut_is_noticed_the_table_plays_on_and_the_owner_comes_back() -> None:
    if os.geteuid() or not shutil.which("ip"):
        pytest.skip("Only root can make a network of its own.")
    with serving("--host", "0.0.0.0") as server, network() as there:  # noqa: S104
        await story(server, there)


async def story(server: OpenServer, there: Network) -> None:
    tasks: list[asyncio.Task[None]] = []
    programs, matches = [], []
    async with web_clients(server.ports["web"]) as outside:
        for name, come in COMERS.items():
            there.enter()
            programs.append(await come(name, server.ports, True))
            tasks.append(asyncio.create_task(keep_reading(programs[-1])))
            there.leave()
            matches.append(await join(outside, name))
            await start(programs[-1], matches[-1])
        there.enter()  # and stay: clients open further connections when they call
        there.set_link("down")
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(*(told(match, here=False) for match in matches))
        async with asyncio.timeout(60):
            await asyncio.gather(*map(play_on, matches))
        for task in tasks:
            task.cancel()
        there.set_link("up")
        for name, come in COMERS.items():
            programs.append(await come(name, server.ports, False))
            tasks.append(asyncio.create_task(keep_reading(programs[-1])))
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(*(told(match, here=True) for match in matches))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*map(hang_up, programs))
        there.leave()
