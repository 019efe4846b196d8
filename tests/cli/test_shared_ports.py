"""Servers that share ports: each client reaches one of them and stays there."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.updates.calls import NAME
from tests.cli.servers import QUIET, serving
from tests.server.websockets import web_clients

HERE = "127.0.0.1"


@contextmanager
def opened(*words: str) -> Iterator[dict[str, int]]:
    """Run a server in another process and return its ports."""
    command = [sys.executable, "-m", "ludoteca", "serve", *words]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, **QUIET},
    ) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "ready\n")
        try:
            yield {name: int(port) for _, name, _, port in map(str.split, lines)}
        finally:
            process.kill()


async def test_when_one_of_two_servers_stops_the_other_has_the_port() -> None:
    with serving("--reuse-port", "on") as (first, port):
        words = ("--reuse-port", "on", "--web", str(port))
        with serving(*words) as (_, same):
            assert same == port
            first.terminate()
            assert first.wait(30) == 0
            async with web_clients(port) as web:
                assert (await web.get("/api/health"))["status"] == "ok"


async def test_a_stub_names_a_port_that_no_other_server_has() -> None:
    ports = ("--web", "off", "--updates", "0", "--rmi", "0")
    with opened(*ports, "--reuse-port", "on") as shared, opened(*ports) as alone:
        caller = Endpoint()
        assert (await caller.lookup(HERE, shared["updates"], NAME)).port == shared["rmi"]
        assert (await caller.lookup(HERE, alone["updates"], NAME)).port == alone["updates"]
        await caller.close()
