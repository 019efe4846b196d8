"""A PostgreSQL of our own in a folder."""

import os
import signal
import subprocess
import sys

import asyncpg
import pytest

from ludoteca.app.complaint import Complaint
from ludoteca.app.postgres_server import PostgresServer
from tests.conftest import unmeasured
from tests.postgres import fresh_database, new_server, shared_server


async def ask(url: str, question: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()


async def test_it_opens_by_its_password_and_keeps_what_was_written_over_a_stop_and_a_crash() -> (
    None
):
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
    server.stop()


STARTER = """
import sys, time
from pathlib import Path
from ludoteca.app.postgres_server import PostgresServer
server = PostgresServer(Path(sys.argv[1]), durable=False)
server.start()
print("ready", flush=True)
time.sleep(600)
"""


async def test_a_server_whose_starter_was_killed_ends_and_can_be_started_again() -> None:
    server = new_server()
    server.stop()
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, server.folder], stdout=subprocess.PIPE, env=unmeasured()
    )
    assert starter.stdout
    assert starter.stdout.readline() == b"ready\n"
    os.kill(starter.pid, signal.SIGKILL)
    starter.wait()
    starter.stdout.close()
    server.start()
    assert await ask(server.url, "SELECT 1") == 1
    server.stop()


def test_a_server_that_cannot_start_says_where_to_look() -> None:
    server = shared_server()
    other = PostgresServer(server.folder.parent / "other", port=server.port, durable=False)
    with pytest.raises(Complaint, match=r"PostgreSQL does not start: .*log says why"):
        other.start()
