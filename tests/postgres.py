"""A real PostgreSQL for tests: one server a test process, and a database for each test."""

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
    """A running server of a test's own, which may be killed; it is gone with this process."""
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
    """The server of all tests of this process that leave it running."""
    return new_server()


async def fresh_database(server: PostgresServer | None = None) -> str:
    """The address of a new, empty database."""
    url, name = (server or shared_server()).url, f"test{next(NUMBERS)}"
    await _order(url, f"CREATE DATABASE {name}")
    return f"{url.rpartition('/')[0]}/{name}"


async def fresh_schema() -> str:
    """Return the address of an empty schema, which serves one journal as well as a database."""
    url, name = shared_server().url, f"test{next(NUMBERS)}"
    await _order(url, f"CREATE SCHEMA {name}")
    return f"{url}?search_path={name}"


async def _order(url: str, order: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(order)
    finally:
        await connection.close()
