"""Child processes that never outlive their parent, and their guards."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.cli.cluster.guarded import Guarded, private, private_folder
from tests.cli.guards import kill_guard
from tests.conftest import unmeasured

STARTER = """
import signal, sys
from pathlib import Path
from ludoteca.cli.cluster.guarded import Guarded
log, output = map(Path, sys.argv[1:])
program = Guarded(["/bin/sh", "-c", "echo up; exec sleep 600"], log, signal.SIGTERM, output=output)
sys.stdin.read()
"""


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """Open a file that reaches its end when the program writing to it ends."""
    os.mkfifo(tmp_path / "output")
    return tmp_path / "output"


def test_a_program_ends_with_its_starter(tmp_path: Path, output: Path) -> None:
    with (
        subprocess.Popen(
            [sys.executable, "-c", STARTER, tmp_path / "log", output],
            stdin=subprocess.PIPE,
            env=unmeasured(),
        ) as starter,
        output.open() as said,
    ):
        assert said.readline() == "up\n"
        starter.kill()
        assert said.read() == ""


def started(script: str, log: Path) -> Guarded:
    """Start a program and wait until its log says that it has begun."""
    program = Guarded(["/bin/sh", "-c", script], log, signal.SIGTERM)
    while not log.read_text():
        time.sleep(0.001)
    return program


def test_a_program_without_a_guard_is_noticed_and_ended(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = started("echo up; exec sleep 600", log)
    assert program.running
    kill_guard(program)
    while program.running:
        time.sleep(0.001)
    assert program.status is None
    program.signal(signal.SIGTERM)
    program.end()
    program.end()  # does nothing
    assert program.status == -signal.SIGTERM
    assert log.read_text() == "up\n"


def test_a_program_that_does_not_end_in_time_is_killed_and_nothing_is_logged(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    program = started("trap '' TERM; echo up; exec sleep 600", log)
    program.signal(signal.SIGTERM)
    program.end(within=0.01)
    assert program.status == -signal.SIGKILL
    assert log.read_text() == "up\n"


def test_files_and_folders_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir(0o755)
    (folder / "log").touch(0o644)
    private_folder(folder)
    with private(folder / "log", "ab") as log:
        log.write(b"more")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "log").stat().st_mode) == 0o600
