"""A real PostgreSQL for tests: one server a test process, and a database for each test."""

import atexit
import itertools
import shutil
import tempfile
from functools import cache
from pathlib import Path

import asyncpg

from ludoteca.app.postgres_server import PostgresServer, find_binaries
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
    url = (server or shared_server()).url
    name = f"test{next(NUMBERS)}"
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return f"{url.rpartition('/')[0]}/{name}"
