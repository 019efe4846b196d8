"""`ludoteca admin` over the local socket of a running server."""

import json
import os
import re
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen
from typing import Any, NamedTuple

import pytest

from ludoteca.cli import main
from ludoteca.cli.subparsers import span
from tests.cli.programs import on_a_terminal
from tests.cli.servers import at, serving
from tests.server.websockets import WebClients, web_clients


class Running(NamedTuple):
    process: "Popen[str]"
    port: int
    folder: Path

    @property
    def where(self) -> tuple[str, str]:
        return "--data", str(self.folder)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    # Too long for the address of a socket, as folders may be.
    folder = tmp_path_factory.mktemp("a" * 80)
    with serving("--data", str(folder), "--log-level", "error") as (process, port):
        yield Running(process, port, folder)


class Order:
    """An operator's command and its result."""

    def __init__(self, running: Running, capsys: pytest.CaptureFixture[str]) -> None:
        self._running, self._capsys = running, capsys

    def __call__(self, *words: str, status: int = 0) -> str:
        assert main(("admin", *self._running.where, *words)) == status
        said = self._capsys.readouterr()
        if status:
            assert said.out == ""
            assert said.err.startswith("ludoteca admin: ")
            assert said.err.count("\n") == 1
            return said.err.removeprefix("ludoteca admin: ").strip()
        assert said.err == ""
        return said.out

    def json(self, *words: str) -> Any:
        return json.loads(self(*words, "--json"))


@pytest.fixture
def order(running: Running, capsys: pytest.CaptureFixture[str]) -> Order:
    return Order(running, capsys)


def test_only_the_user_of_the_server_can_use_the_socket(running: Running) -> None:
    for name in ("admin.sock", "operator-secret"):
        assert stat.S_IMODE((running.folder / name).stat().st_mode) == 0o600


async def test_operator_lists_and_reassigns_seats(running: Running, order: Order) -> None:
    async with web_clients(running.port) as web:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        shown = await anna.ask(
            "table_shown", do="open_table", game="shelfie", seats=2, private=True
        )
        table, code = shown["info"]["table"], shown["info"]["code"]
        head, first, second = order("who").splitlines()
        assert head.split() == ["name", "address", "protocol", "since", "tables"]
        assert first.split()[::5] == ["Anna", str(table)]
        assert second.split()[2] == "web"
        assert "waiting private" in order("tables")
        order("seat", str(table), "2", "bruno", "--why", "he asked")
        assert "seat 2: bruno (away)" in order("table", str(table))
        await bruno.ask("table_shown", do="watch", table=table, code=code)
        while (await bruno.hear("table_news"))["record"]["record"] != "game_started":
            pass
        assert "seat 2: bruno" in order("table", str(table))
        state = order.json("table", str(table))
        assert (state["away"], state["info"]["started"]) == ([], True)
        order("unseat", str(table), "1")
        assert (
            order("table", str(table)).splitlines()[0].startswith(f"Table {table}: shelfie, over")
        )
        assert order("close", str(table), status=1) == "The game is over."
        log = order("log")
        assert f"table={table} seat=2 name=bruno" in log
        assert "he asked" in log


async def test_an_operator_moderates(running: Running, order: Order) -> None:
    async with web_clients(running.port) as web:
        carla = await web.come_in("Carla")
        order("announce", "Cake", "at", "five")
        assert (await carla.hear("announced"))["text"] == "Cake at five"
        muted = order("mute", "Carla", "--for", "2h", "--why", "shouting")
        assert muted.startswith("The name Carla is muted until 20")
        assert (await carla.ask("refused", do="say", text="a"))["code"] == "house/muted"
        assert order("unmute", "carla") == "The name carla is no longer muted.\n"
        await carla.ask("done", do="say", text="a")
        await carla.ask("done", do="report", name="Zoe", text="rude\x1b[31m")
        report = order("reports", "--count", "1")
        assert "Carla about Zoe:\n  rude[31m\n" in report
        assert "Carla: a" in report
        order("kick", "Carla")
        assert (await carla.hear("farewell"))["code"] == "house/kicked"
        banned = order("ban", "10.1.2.3/24", "--for", "7d")
        assert banned.startswith("The addresses 10.1.2.3/24 are banned until 20")
        said = order("ban", "10.9.8.7", "--name")
        assert said == "The name 10.9.8.7 is banned permanently.\n"
        assert order("ban", "Zoe") == "The name Zoe is banned permanently.\n"
        until = re.search(r"10\.1\.2\.3/24 +(\S+ \S+)", order("bans"))
        assert until
        assert banned == f"The addresses 10.1.2.3/24 are banned until {until[1]}.\n"
        assert f"until={until[1]}" in order("log")
        whom = [one["did"].get("name") or one["did"]["address"] for one in order.json("bans")]
        assert sorted(whom) == ["10.1.2.3/24", "10.9.8.7", "Zoe"]
        assert "permanent" in order("bans")
        lifted = order("unban", "10.1.2.0/24")
        assert lifted == "The addresses 10.1.2.0/24 are no longer banned.\n"
        order("unban", "10.9.8.7", "--name")
        assert order("unban", "zoe") == "The name zoe is no longer banned.\n"
        assert order("bans") == "Nobody is banned or muted.\n"
        assert order("release", "Zoe", status=1) == "There is no player with that name."
    head, *limits = (re.split("  +", line) for line in order("limits").splitlines())
    assert head == ["limit", "count/seconds", "unit"]
    assert ["logins", "300/60", "logins"] in limits
    assert ["chat", "5000/86400", "KB"] in limits
    assert ["absent names of an address", "150", "names"] in limits
    assert ["waiting tables of an address", "40", "tables"] in limits
    assert order("secret").strip() == (running.folder / "operator-secret").read_text().strip()


@pytest.mark.parametrize("target", ["192.0.2", "10.0.0.0/33", "2001:db8::g", "300.1.1.1", "a/b"])
@pytest.mark.parametrize("word", ["ban", "unban"])
def test_mistyped_address_is_not_banned_as_a_name(
    word: str, target: str, running: Running, order: Order, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("admin", *running.where, word, target)) == 2
    assert capsys.readouterr().err == (
        f"ludoteca admin: {target} is not an address or a range (use --name for a name like that)\n"
    )
    assert order("bans") == "Nobody is banned or muted.\n"


def test_invalid_arguments_are_reported_in_one_sentence(order: Order) -> None:
    assert order("table", "999", status=1) == "There is no such table."
    assert "200" in order("kick", "Anna", "--why", "x" * 201, status=1)
    with pytest.raises(SystemExit) as ended:
        order("ban", "Anna", "--for", "ever")
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("30m", 1800), ("2h", 7200), ("7d", 604_800)]
)
def test_a_time_is_written_with_its_unit(text: str, seconds: int) -> None:
    assert span(text) == seconds


def test_a_terminal_has_a_bold_head(running: Running) -> None:
    assert "\x1b[1mlimit" in on_a_terminal(
        running.folder, "", "admin", *running.where, "limits", cue=""
    )


def test_malformed_request_is_refused_and_the_server_survives(running: Running) -> None:
    folder = os.open(running.folder, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(f"/proc/self/fd/{folder}/admin.sock")
        there.sendall(b"nonsense\n" + b'{"do":"kick"}\n' + b'{"do":"list_limits"}\n')
        lines = there.makefile("rb")
        codes = [json.loads(lines.readline())["code"] for _ in range(2)]
        assert codes == ["wire/unreadable"] * 2
        assert json.loads(lines.readline())[0]["limit"]
        there.sendall(b"x" * 100_000 + b"\n")
        assert lines.read() == b""
        lines.close()
    os.close(folder)


def test_without_a_server_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        (("--data", str(tmp_path), "who"), "no server answers at"),
        (("--data", "off", "who"), "the server has no local socket"),
        (("--data", "off", "secret"), "there is no operator's page"),
        (("--data", str(tmp_path), "secret"), "cannot be read: No such file"),
        (
            ("--admin-socket", str(tmp_path / "x.sock"), "secret"),
            "name the server's folder",
        ),
        (("--config", str(tmp_path / "x"), "who"), "cannot be read"),
    ):
        assert main(("admin", *words)) == 2
        assert said in capsys.readouterr().err


def test_the_folder_of_a_cluster_has_a_socket_for_each_node(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for node in ("node-1", "node-2", "node-10"):
        (tmp_path / f"{node}.sock").touch()
    (tmp_path / "operator-secret").write_text("a secret\n")
    assert main(("admin", "--data", str(tmp_path), "who")) == 2
    assert capsys.readouterr().err == (
        f"ludoteca admin: {tmp_path} is the folder of a cluster; choose a node: "
        f"--admin-socket {tmp_path}/node-1.sock or node-2.sock or node-10.sock\n"
    )
    assert main(("admin", "--admin-socket", str(tmp_path / "node-1.sock"), "secret")) == 0
    assert capsys.readouterr().out == "a secret\n"


async def _play(web: WebClients) -> Any:
    dora = await web.come_in("Dora")
    shown = await dora.ask("table_shown", do="open_table", game="shelfie", seats=2)
    await dora.say(do="start_table", table=shown["info"]["table"], bot="greedy")
    while (await dora.hear("table_news"))["record"]["record"] != "game_started":
        pass
    return dora


async def test_a_drain_can_end(running: Running, order: Order) -> None:
    async with web_clients(running.port) as web:
        dora = await _play(web)
        said = order("drain", "--within", "1h")
        assert said == "One game is being played: the server shuts down when it is over.\n"
        assert (await dora.hear("announced"))["code"] == "house/draining"
        refused = await dora.ask("refused", do="open_table", game="shelfie", seats=2)
        assert refused["code"] == "house/draining"
        order("undrain")
        await dora.ask("table_shown", do="open_table", game="shelfie", seats=2)


async def test_a_drain_stops_the_server_once_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "own.sock"
    words = ("--admin-socket", str(path), "--operator-secret-file", "off")
    with serving(*words) as (process, port):

        async def story(web: WebClients) -> None:
            dora = await _play(web)
            process.send_signal(signal.SIGUSR1)
            assert (await dora.hear("announced"))["code"] == "house/draining"
            new = await web.connect()
            assert (await new.ask("refused", do="enter", name="Zoe"))["code"] == "house/draining"
            assert process.poll() is None
            await dora.say(do="resign", table=1)
            assert (await dora.hear("farewell"))["code"] == "house/closing"

        await at(port, story)
        assert process.wait(30) == 0
    assert not path.exists()


def test_a_folder_that_can_hold_no_socket_does_not_stop_the_server(tmp_path: Path) -> None:
    (tmp_path / "admin.sock").mkdir()
    with serving("--data", str(tmp_path)) as (process, _):
        process.terminate()
        _, logged = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "admin_socket_failed" in logged


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--operator-secret-file", "{}/short"), "at least 12 characters"),
        (("--operator-secret-file", "{}/none"), "none cannot be read: No such file"),
        (("--operator-secret-file", "{}/binary"), "binary is not text"),
        (("--admin-socket", "{}/none/x"), "cannot be opened for ludoteca admin"),
    ],
)
def test_server_does_not_start_without_the_operator_settings_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "short").write_text("short")
    (tmp_path / "binary").write_bytes(b"\xff" * 20)
    given = [word.format(tmp_path) for word in words]
    ports = ("--web", "0", "--rmi", "off", "--rmi-prompts", "off", "--pipes", "off")
    more = ("--commands", "off", "--updates", "off", "--prompts", "off", "--requests", "off")
    assert main(("serve", "--data", "off", *ports, *more, *given)) == 2
    assert said in capsys.readouterr().err
