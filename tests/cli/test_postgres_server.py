"""A PostgreSQL server in a folder."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from ludoteca.cli.cluster.postgres_server import PostgresServer, find_binaries, find_running
from ludoteca.cli.complaint import Complaint
from tests.cli.guards import guards_of
from tests.conftest import unmeasured
from tests.postgres import fresh_database, new_server, shared_server


@pytest.fixture(scope="module")
def a_server() -> PostgresServer:
    return new_server()


@pytest.fixture
def server(a_server: PostgresServer) -> Iterator[PostgresServer]:
    """Return a server that a test may stop and start."""
    a_server.start()
    yield a_server
    a_server.stop()


async def ask(url: str, question: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


async def test_server_requires_its_password_and_keeps_data_after_a_crash() -> None:
    server = new_server()
    stranger = f"postgresql://ludoteca:guess@127.0.0.1:{server.port}/postgres"
    with pytest.raises(asyncpg.InvalidPasswordError):
        await asyncpg.connect(stranger)
    url = await fresh_database(server)
    assert await ask(url, "CREATE TABLE kept AS SELECT 1 AS one") is None
    server.stop()
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncpg.connect(url)
    server.start()
    assert await ask(url, "SELECT one FROM kept") == 1
    server.kill()
    server.start()
    assert await ask(url, "SELECT one FROM kept") == 1
    server.stop()
    server.stop()  # does nothing


STARTER = """
import sys, time
from pathlib import Path
from ludoteca.cli.cluster.postgres_server import PostgresServer
server = PostgresServer(Path(sys.argv[1]), durable=False)
server.start()
print("ready", flush=True)
time.sleep(600)
"""


async def test_orphaned_server_ends_and_can_be_started_again(
    server: PostgresServer,
) -> None:
    server.stop()
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, server.folder], stdout=subprocess.PIPE, env=unmeasured()
    )
    assert starter.stdout
    assert starter.stdout.readline() == b"ready\n"
    found = find_running(server.folder)
    assert found
    for process in (*guards_of(found[0]), starter.pid):
        os.kill(process, signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    server.start()
    assert await ask(server.url, "SELECT 1") == 1


def test_a_server_that_cannot_start_says_where_to_look(server: PostgresServer) -> None:
    server.stop()
    other = PostgresServer(server.folder, port=shared_server().port)
    with pytest.raises(Complaint, match=r"PostgreSQL does not start \(see .*log\)"):
        other.start()


async def test_a_machine_that_has_crashed_leaves_no_process_in_the_way(
    server: PostgresServer,
) -> None:
    server.kill()
    left = server.folder / "data" / "postmaster.pid"
    left.write_text(f"{os.getpid()}\n")  # the number belongs to another process by now
    server.start()
    assert await ask(server.url, "SELECT 1") == 1


FAILING = """#!/bin/sh
for word; do
    case $word in --pgdata=*) touch "${word#--pgdata=}/PG_VERSION";; esac
done
echo no room >&2
exit 1
"""


def test_startup_failure_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(tempfile.mkdtemp(prefix="ludoteca-postgres-"))
    folder.chmod(0o755)
    for name in ("postgres", "initdb"):
        (folder / name).write_text(FAILING)
        (folder / name).chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        assert find_binaries() == folder
        server = PostgresServer(folder / "data")
        for _ in range(2):  # an unfinished set-up is repeated
            with pytest.raises(Complaint, match=r"PostgreSQL cannot be set up in .*: no room"):
                server.start()
    shutil.rmtree(folder)
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 0)
        patch.setattr("ludoteca.cli.cluster.postgres_server.SOMEBODY", ("this is no user",))
        with pytest.raises(Complaint, match="does not run as root"):
            PostgresServer(folder)
    monkeypatch.setattr("ludoteca.cli.cluster.postgres_server.NEEDED", ("this is no program",))
    with pytest.raises(Complaint, match="PostgreSQL is not installed"):
        PostgresServer(folder)
