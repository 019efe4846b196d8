"""The server as a process: its first and last output, and its state after a kill."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca import __version__
from ludoteca.journal import SqliteJournal
from tests.cli.programs import on_a_terminal
from tests.cli.servers import QUIET, at, serving
from tests.conftest import no_coverage
from tests.security.servers import serving as serving_every_port
from tests.server.websockets import WebClients


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_server_shuts_down_gracefully(number: signal.Signals, tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)) as (process, port):
        process.send_signal(number)
        assert process.wait(30) == 0
        assert process.stderr is not None
        lines = [json.loads(line) for line in process.stderr]
    assert [line["event"] for line in lines] == ["house_opened", "house_closing", "house_closed"]
    opened, closing, _ = lines
    assert (opened["version"], opened["web"]) == (__version__, port)
    assert opened["data"] == str(tmp_path)
    assert closing["signal"] == number.name


@no_coverage
def test_commands_port_pings_at_the_configured_rate() -> None:
    words = ("--web", "off", "--commands", "0", "--commands-ping", "0.1", "--commands-pongs", "1")
    command = [sys.executable, "-m", "ludoteca", "serve", *words]
    environment = {**os.environ, **QUIET}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        door, name, host, port = process.stdout.readline().split()
        assert (door, name) == ("door", "commands")
        try:
            with socket.create_connection((host, int(port)), timeout=30) as program:
                program.sendall(b'{"command":"LOGIN","info":"anna"}\n')
                heard = b"".join(iter(lambda: program.recv(4096), b""))  # until the server closes
        finally:
            process.kill()
    commands = [json.loads(line)["command"] for line in heard.splitlines()]
    assert commands == ["REPLY", "LOGIN", "LOBBY_LIST", "PING", "INACTIVITY_KICK"]


def test_a_port_that_is_taken_is_one_clear_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "ludoteca", "serve", "--data", "off", "--web", str(port)]
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | QUIET
        )
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr == (
        "ludoteca serve: the web port cannot be opened at 127.0.0.1: "
        f"Address already in use (--web {port})\n"
    )


@no_coverage
@pytest.mark.parametrize("host", ["a..b", "no such host", "192.0.2.1"])
def test_a_host_that_is_not_ours_is_one_clear_sentence(host: str) -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--data", "off", "--web", "0"]
    command += ["--host", host]
    answer = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | QUIET
    )
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(f"ludoteca serve: the web port cannot be opened at {host}: ")
    assert answer.stderr.count("\n") == 1


def test_a_folder_in_use_is_one_clear_sentence(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path)):
        command = [sys.executable, "-m", "ludoteca", "serve", "--web", "0", "--data", str(tmp_path)]
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | QUIET
        )
    assert answer.returncode == 2
    assert "is in use by another Ludoteca" in answer.stderr


async def test_shutdown_sends_a_farewell_to_everybody() -> None:
    async def story(web: WebClients) -> Any:
        anna = await web.come_in("Anna")
        process.send_signal(signal.SIGTERM)
        return await anna.hear("farewell")

    with serving() as (process, port):
        assert (await at(port, story))["code"] == "house/closing"
        assert process.wait(30) == 0


async def test_client_that_reconnects_during_shutdown_finds_the_server_closed() -> None:
    """This holds even at the port that closes last, where clients take their time."""

    async def story(web: WebClients) -> None:
        anna = await web.come_in("Anna")
        _, slow = await asyncio.open_connection("127.0.0.1", server.ports["commands"])
        os.kill(server.pid, signal.SIGTERM)
        await anna.hear("farewell")
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", server.ports["web"])
        slow.transport.abort()

    with serving_every_port() as server:
        await at(server.ports["web"], story)


async def test_a_table_that_makes_no_sense_is_logged_and_the_others_are_there(
    tmp_path: Path,
) -> None:
    async def story(web: WebClients) -> str:
        anna = await web.come_in("Anna")
        shown = await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        assert shown["info"]["table"] == 2
        return str((await anna.ask("refused", do="watch", table=1))["code"])

    journal = SqliteJournal(tmp_path)
    await journal.append("table/000000001", 0, [b"nonsense"], b"nonsense")
    await journal.close()
    with serving("--data", str(tmp_path)) as (process, port):
        assert await at(port, story) == "house/unreadable_table"
        process.terminate()
        assert process.stderr is not None
        lines = [json.loads(line) for line in process.stderr]
    failures = [line for line in lines if line["level"] == "error"]
    assert {(line["event"], line["table"]) for line in failures} == {("table_unreadable", 1)}


@no_coverage
def test_environment_variables_and_the_file_configure_the_server(tmp_path: Path) -> None:
    config = tmp_path / "house.toml"
    config.write_text(f'data = "{tmp_path / "kept"}"\nlog_format = "text"\nlog_level = "error"\n')
    settings = {"LUDOTECA_CONFIG": str(config), "LUDOTECA_LOG_LEVEL": "info"}
    settings["LUDOTECA_DATA"] = str(tmp_path / "kept")
    with serving(environment=settings) as (process, port):
        process.terminate()
        assert process.wait(30) == 0
        assert process.stderr is not None
        opened = process.stderr.readline().split()
    assert opened[1:3] == ["info", "house_opened"]
    assert f"web={port}" in opened
    assert (tmp_path / "kept" / "journal.sqlite").exists()


def test_on_a_terminal_logs_are_text_in_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in QUIET.items():
        monkeypatch.setenv(variable, value)
    screen = on_a_terminal(tmp_path, "\x03", "serve", "--web", "0", cue="house_opened")
    assert "\x1b[36minfo   \x1b[0m house_opened         version=" in screen
    assert "house_closing        signal=SIGINT" in screen


@no_coverage
async def test_countdown_for_absent_players_is_a_setting() -> None:
    async def story(web: WebClients) -> Any:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        opening = {"do": "open_table", "game": "shelfie", "seats": 2, "absence": "forfeit"}
        await anna.ask("table_shown", **opening)
        await bruno.ask("table_shown", do="join_table", table=1)
        await bruno.socket.close()
        while True:
            events = (await anna.hear("table_news"))["record"].get("events") or [{}]
            if events[-1].get("event") == "game_ended":
                return events[-1]

    with serving("--pause", "0", "--settle", "0") as (process, port):
        assert await at(port, story)
        process.terminate()
        assert process.wait(30) == 0


async def test_metrics_count_requests_and_connections() -> None:
    async def story(web: WebClients) -> list[str]:
        anna = await web.come_in("Anna")
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        await anna.ask("refused", do="start_table", table=9, bot="none")
        return await web.metrics()

    with serving() as (process, port):
        lines = await at(port, story)
        process.terminate()
        assert process.wait(30) == 0
    for line in (
        "ludoteca_people 1",
        "ludoteca_journal_append_seconds_count 2",  # the table, and what proves who has its seat
        "ludoteca_journal_appends_waiting 0",
        'ludoteca_refusals_total{code="house/no_such_table"} 1',
        'ludoteca_request_seconds_count{kind="open_table"} 1',
        'ludoteca_connections_opened_total{door="web"} 1',
        "ludoteca_notices_sent_total 3",
        "ludoteca_log_lines_lost_total 0",
    ):
        assert line in lines


@no_coverage
@no_coverage
async def test_every_acknowledged_move_is_there_after_a_kill(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def begin(web: WebClients) -> int:
        players = [await web.come_in("Anna"), await web.come_in("Bruno")]
        tokens.extend(player.token for player in players)
        await players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
        shown = await players[1].ask("table_shown", do="join_table", table=1)
        mover, version = shown["view"]["turn"], 0
        for _ in range(7):
            moves = (await players[mover].ask("moves", do="ask_moves", table=1))["moves"]
            news = await players[mover].ask("table_news", do="play", table=1, move=moves[0])
            while news["record"]["record"] != "move_played":
                news = await players[mover].hear("table_news")
            version, mover = news["version"], news["record"]["events"][-1]["to"]
        return int(version)

    async def resume(web: WebClients) -> int:
        names = zip(("Anna", "Bruno"), tokens, strict=True)
        players = [await web.come_in(name, token) for name, token in names]
        shown = [await player.ask("table_shown", do="watch", table=1) for player in players]
        mover = shown[0]["view"]["turn"]
        moves = (await players[mover].ask("moves", do="ask_moves", table=1))["moves"]
        await players[mover].ask("table_news", do="play", table=1, move=moves[0])
        return int(shown[0]["version"])

    with serving("--data", str(tmp_path)) as (process, port):
        acknowledged = await at(port, begin)
        process.kill()
    with serving("--data", str(tmp_path)) as (_, port):
        assert await at(port, resume) >= acknowledged


@no_coverage
async def test_a_restart_gives_back_nothing_of_a_turn(tmp_path: Path) -> None:
    async def begin(web: WebClients) -> int:
        anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
        clock = {"bank": 600}
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, clock=clock)
        await bruno.ask("table_shown", do="join_table", table=1)
        return await left(web)

    async def left(web: WebClients) -> int:
        spectator = await web.come_in("Carla")
        return int(min((await spectator.ask("table_shown", do="watch", table=1))["left"]))

    with serving("--data", str(tmp_path)) as (process, port):
        before = await at(port, begin)
        process.terminate()
        assert process.wait(30) == 0
    with serving("--data", str(tmp_path)) as (_, port):
        assert await at(port, left) <= before < 600_000
