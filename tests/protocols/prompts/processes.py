"""A server of `prompts` in another process."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ludoteca.ops.setting_kinds import PORT
from ludoteca.ops.settings import SETTINGS
from ludoteca.protocols.dialects import dialect_settings

CLOSED = {row.variable: "off" for row in (*SETTINGS, *dialect_settings()) if row.kind is PORT}


@contextmanager
def serving(*words: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    command = [sys.executable, "-m", "ludoteca", "serve", "--data", "off", "--prompts", "0", *words]
    environment = {**os.environ, **CLOSED}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        door, name, _, port = process.stdout.readline().split()
        assert (door, name) == ("door", "prompts")
        if not words:
            assert process.stdout.readline() == "ready\n"
        try:
            yield process, int(port)
        finally:
            process.kill()
