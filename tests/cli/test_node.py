"""A server with its journal in PostgreSQL, as one process."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca.cli import main
from ludoteca.cli.serve import keep_in_touch
from ludoteca.cli.serve.node import Answering, say_not_alone
from ludoteca.core.journaling import log_failure
from ludoteca.journal import Away
from ludoteca.journal.postgres_pool import TAKEN
from tests.cli.servers import at, serving
from tests.conftest import no_coverage
from tests.core.local import LocalServer
from tests.nats import nats_server
from tests.postgres import fresh_database, shared_server
from tests.server.websockets import WebClients, web_clients


@no_coverage
async def test_restart_resumes_games_from_the_database(tmp_path: Path) -> None:
    url, secret = await fresh_database(), tmp_path / "data" / "operator-secret"
    password = url.split(":")[2].split("@")[0]
    settings = {"LUDOTECA_JOURNAL": url, "LUDOTECA_DATA": str(tmp_path / "data")}

    async def begin(web: WebClients) -> str:
        anna = await web.come_in("Anna")
        await anna.ask("table_shown", do="open_table", game="shelfie", seats=2)
        return anna.token

    async def resume(web: WebClients) -> Any:
        anna = await web.come_in("Anna", token)
        return await anna.ask("table_shown", do="watch", table=1)

    with serving("--node", "first", environment=settings) as (process, port):
        token = await at(port, begin)
        process.terminate()
        assert process.stderr is not None
        said = process.stderr.read()
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["event"] for line in lines][:2] == ["bus_missing", "house_opened"]
    assert {line["node"] for line in lines} == {"first"}
    assert lines[1]["journal"].startswith("postgresql://127.0.0.1:")
    assert password not in said
    assert secret.exists()
    assert not (tmp_path / "data" / "journal.sqlite").exists()
    with serving(environment=settings) as (_, port):
        assert (await at(port, resume))["info"]["table"] == 1


def said_by(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["serve", "--data", "off", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.removeprefix("ludoteca serve: ").strip()


def test_a_database_that_refuses_us_is_one_sentence_without_the_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = f"postgresql://ludoteca:not-it@127.0.0.1:{shared_server().port}/postgres"
    said = said_by(capsys, "--journal", url)
    assert "password" in said
    assert "not-it" not in said


def test_a_server_without_a_bus_leaves_a_journal_that_another_uses(
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = asyncio.run(fresh_database())
    with serving(environment={"LUDOTECA_JOURNAL": url}):
        said = said_by(capsys, "--journal", url)
    assert said.startswith("the database test")
    assert said.endswith(TAKEN)


def test_shared_journal_without_a_bus_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    say_not_alone()
    assert [record.message for record in caplog.records] == ["bus_missing"]


def test_a_database_that_does_not_answer_is_logged_once_and_without_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    answered, away = Answering(), Away("the database games does not answer")
    for answer in (None, away, away, away, None, None):
        answered(answer)
        if answer:
            log_failure(answer, request="follow")
    assert [record.message for record in caplog.records] == ["journal_lost", "journal_back"]
    assert not caplog.records[0].exc_info


def test_a_package_that_is_missing_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for module in ("postgres", "postgres_pool", "postgres_schema"):
        monkeypatch.delitem(sys.modules, f"ludoteca.journal.{module}", raising=False)
    said = said_by(capsys, "--journal", "postgresql://localhost/games")
    assert said == "--journal needs the package asyncpg: run pip install 'ludoteca[cluster]'"


async def test_two_nodes_of_one_journal_list_all_players() -> None:
    settings = {"LUDOTECA_JOURNAL": await fresh_database(), "LUDOTECA_DATA": "off"}

    async def meet(here: WebClients) -> list[str]:
        async with web_clients(other) as there:
            await there.come_in("Anna")
            bruno = await here.come_in("Bruno")
            while len(people := (await bruno.ask("surroundings", do="look_around"))["people"]) < 2:
                pass
            assert (await here.get("/api/ready"))["bus"] == "connected"
            assert "ludoteca_nodes 2" in await here.metrics()
            assert 'ludoteca_node_info{node="one"} 1' in await here.metrics()
            return list(people)

    with nats_server() as nats:
        settings["LUDOTECA_BUS"] = nats.url
        with (
            serving("--node", "one", environment=settings) as (_, port),
            serving("--node", "two", environment=settings) as (_, other),
        ):
            assert await at(port, meet) == ["Anna", "Bruno"]


def test_a_server_that_is_alone_imports_nothing_of_many() -> None:
    program = "import ludoteca.cli.serve, sys; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    loaded = {name.partition(".")[0] for name in modules.stdout.decode().split()}
    assert loaded.isdisjoint({"asyncpg", "nats"})


async def test_a_heartbeat_that_fails_by_a_bug_is_not_the_last(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, beaten = LocalServer().dispatcher, asyncio.Queue[None]()

    def beat() -> None:
        beaten.put_nowait(None)
        raise ValueError("a bug")

    monkeypatch.setattr(server, "beat", beat)
    touching = asyncio.create_task(keep_in_touch(server))
    async with asyncio.timeout(30):
        for _ in range(2):
            await beaten.get()
    touching.cancel()
    assert "beat_failed" in [one.message for one in caplog.records]
