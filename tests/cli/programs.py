"""The `ludoteca` program, run as a person or another program would run it."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.cli import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


AGAIN = 10.0
"""The seconds of silence after which an interrupt is repeated; shutting down may take a while."""


def on_a_terminal(
    folder: Path, typed: str, *words: str, cue: str = "Your move: ", status: int = 0
) -> str:
    """Run a program on a terminal, type a text at the cue and return the screen."""
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "ludoteca", *words]
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    if "\x03" in typed:  # an interrupt that arrives while coverage holds its lock hangs the program
        environment.pop("COVERAGE_PROCESS_CONFIG", None)
    with subprocess.Popen(
        command,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=environment,
        cwd=folder,
        start_new_session=True,
        preexec_fn=_take_the_terminal,  # noqa: PLW1509
    ) as process:
        os.close(terminal)
        screen, said = b"", ""
        try:
            while True:
                # An interrupt just before a program waits for input is not seen: say it again.
                if said.endswith("\x03") and not select.select([controller], [], [], AGAIN)[0]:
                    os.write(controller, b"\x03")
                    continue
                if not (data := os.read(controller, 65536)):
                    break
                screen += data
                if not said and typed and cue.encode() in screen:
                    os.write(controller, typed.encode())
                    said = typed
        except OSError:  # Linux says so when the other end is closed
            pass
        os.close(controller)
        assert process.wait() == status, screen
    return screen.decode()


def _take_the_terminal() -> None:
    import fcntl  # noqa: PLC0415 - in the child
    import termios  # noqa: PLC0415

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
