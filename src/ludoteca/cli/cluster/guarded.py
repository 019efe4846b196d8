"""Programs that never outlive us: PostgreSQL, NATS and the nodes of a cluster on one machine."""

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Literal

GUARD = """
exec 3<&0
( (read -r _ <&3 || kill -"$1" $$) </dev/null >/dev/null 2>&1 & )
shift
exec "$@" </dev/null 3<&-
"""
"""Becomes the program, and leaves a guard, which ends it when our end of a pipe is closed."""
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class Guarded:
    """A program with a guard that ends it if we end without having done so."""

    def __init__(  # noqa: PLR0913 - what a program can be given
        self,
        command: Sequence[str],
        log: Path,
        ended_by: signal.Signals,
        *,
        output: Path | None = None,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        user: int | None = None,
    ) -> None:
        """Start it; its log is added to, its output is written anew, to the log without a file."""
        with private(log, "ab") as errors, private(output or log, "wb" if output else "ab") as out:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                ["/bin/sh", "-c", GUARD, "sh", ended_by.name.removeprefix("SIG"), *command],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=errors,
                env=environment,
                cwd=folder,
                user=user,
                start_new_session=True,  # an interrupt on the terminal is not for it
            )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin

    @property
    def status(self) -> int | None:
        """With which status it has ended, or below zero by which signal; None while it runs."""
        return self._process.poll()

    @property
    def running(self) -> bool:
        """Whether both the program and its guard run."""
        if self.status is not None:
            return False
        guard = select.poll()
        guard.register(self._pipe, select.POLLERR)  # which is so when nobody reads the other end
        return not guard.poll(0)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        self._process.send_signal(number)

    def end(self, within: float | None = None) -> None:
        """Wait until it has ended, as it was asked to; after so many seconds kill it."""
        if self._pipe.closed:
            return
        try:
            self._process.wait(within)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(BrokenPipeError):  # there is no guard
            os.write(self._pipe.fileno(), b"\n")  # there is nothing to end any more
        self._pipe.close()


def private(path: Path, mode: Literal["ab", "wb"]) -> BinaryIO:
    """A file to write to that only its owner may read, also if others could until now."""

    def opener(name: str, flags: int) -> int:
        file = os.open(name, flags, PRIVATE_FILE)
        os.fchmod(file, PRIVATE_FILE)
        return file

    return open(path, mode, opener=opener)


def private_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, or make it so."""
    path.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    path.chmod(PRIVATE_FOLDER)


def words_of(process: int) -> list[bytes]:
    """The command line of a process, where it runs and the system tells."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []
