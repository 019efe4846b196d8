"""A server with its journal in PostgreSQL, as one process."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludoteca.app import main
from tests.app.servers import at, serving
from tests.conftest import no_coverage
from tests.postgres import fresh_database, shared_server
from tests.server.websockets import WebClients


@no_coverage
async def test_a_restart_finds_in_the_database_what_was_played(tmp_path: Path) -> None:
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
    assert {line["node"] for line in lines} == {"first"}
    assert lines[0]["journal"].startswith("postgresql://127.0.0.1:")
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


def test_a_package_that_is_missing_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for module in ("postgres", "postgres_pool", "postgres_schema"):
        monkeypatch.delitem(sys.modules, f"ludoteca.journal.{module}", raising=False)
    said = said_by(capsys, "--journal", "postgresql://localhost/games")
    assert said == "--journal needs the package asyncpg: run pip install 'ludoteca[cluster]'"
