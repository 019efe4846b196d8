"""A real PostgreSQL for tests: one server per test process, one database per test."""

import atexit
import itertools
import shutil
import tempfile
from functools import cache
from pathlib import Path

import asyncpg

from ludoteca.cli.cluster.postgres_server import PostgresServer, find_binaries
from tests.conftest import without

NUMBERS = itertools.count(1)


def new_server(*, durable: bool = False) -> PostgresServer:
    """Start a server for a single test, which may kill it; it ends with this process."""
    if find_binaries() is None:
        without("there is no PostgreSQL here, installed or as a wheel")
    folder = Path(tempfile.mkdtemp(prefix="ludoteca-postgres-"))
    folder.chmod(0o755)  # the server runs as another user where we are root
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = PostgresServer(folder / "postgres", durable=durable)
    atexit.register(server.stop)
    server.start()
    return server


@cache
def shared_server() -> PostgresServer:
    """Return the server shared by all tests of this process that do not stop it."""
    return new_server()


async def fresh_database(server: PostgresServer | None = None) -> str:
    """Create a database and return its address."""
    url, name = (server or shared_server()).url, f"test{next(NUMBERS)}"
    await _order(url, f"CREATE DATABASE {name}")
    return f"{url.rpartition('/')[0]}/{name}"


async def fresh_schema() -> str:
    """Create a schema and return its address; for one journal it serves as a database."""
    url, name = shared_server().url, f"test{next(NUMBERS)}"
    await _order(url, f"CREATE SCHEMA {name}")
    return f"{url}?search_path={name}"


async def _order(url: str, order: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(order)
    finally:
        await connection.close()
