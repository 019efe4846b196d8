"""A server in another process, and clients of it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ludoteca.ops.setting_kinds import PORT
from ludoteca.ops.settings import SETTINGS
from ludoteca.protocols.dialects import dialect_settings
from tests.security.servers import WATCHED, assert_no_step_was_slow
from tests.server.websockets import web_clients

QUIET = {"LUDOTECA_DATA": "off"} | {
    row.variable: "off"
    for row in (*SETTINGS, *dialect_settings())
    if row.kind is PORT and row.name != "web"
}
"""Defaults: nothing is stored, and only the web port is open."""


@contextmanager
def serving(
    *words: str, environment: Mapping[str, str] | None = None
) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Run a server in another process and yield it with its web port."""
    command = [sys.executable, "-m", "ludoteca", "serve", "--web", "0", *WATCHED, *words]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **QUIET, **(environment or {})},
    ) as process:
        assert process.stdout is not None
        door, name, host, port = process.stdout.readline().split()
        assert (door, name, host) == ("door", "web", "127.0.0.1")
        assert process.stdout.readline() == "ready\n"
        try:
            yield process, int(port)
        finally:
            process.kill()
        if WATCHED and process.stderr and not process.stderr.closed:
            lines = process.stderr.readlines()
            assert_no_step_was_slow(json.loads(line) for line in lines if line.startswith("{"))


async def at(port: int, story: Any) -> Any:
    async with web_clients(port) as web:
        return await story(web)
