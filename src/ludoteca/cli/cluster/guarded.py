"""Child processes that never outlive their parent: PostgreSQL, NATS and nodes."""

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
"""Shell script that leaves a guard behind and then becomes the program.

The guard ends the program when our end of the pipe closes.
"""
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class Guarded:
    """A child process with a guard that ends it if this process dies."""

    def __init__(  # noqa: PLR0913 - all that a program needs
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
        """Start the program; append to its log, and overwrite its output file if there is one."""
        with private(log, "ab") as errors, private(output or log, "wb" if output else "ab") as out:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                ["/bin/sh", "-c", GUARD, "sh", ended_by.name.removeprefix("SIG"), *command],
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=errors,
                env=environment,
                cwd=folder,
                user=user,
                start_new_session=True,  # protects the program from interrupts on the terminal
            )
        assert self._process.stdin is not None
        self._pipe = self._process.stdin

    @property
    def status(self) -> int | None:
        """Exit status of the program, negative after a signal; None while the program runs."""
        return self._process.poll()

    @property
    def running(self) -> bool:
        """Whether the program and its guard are both running."""
        if self.status is not None:
            return False
        guard = select.poll()
        guard.register(self._pipe, select.POLLERR)  # reported once the pipe has no reader
        return not guard.poll(0)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal if the program is still running."""
        self._process.send_signal(number)

    def end(self, within: float | None = None) -> None:
        """Wait until the program ends; kill it after `within` seconds."""
        if self._pipe.closed:
            return
        try:
            self._process.wait(within)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with suppress(BrokenPipeError):  # the guard is gone
            os.write(self._pipe.fileno(), b"\n")  # tell the guard that nothing is left to end
        self._pipe.close()


def private(path: Path, mode: Literal["ab", "wb"]) -> BinaryIO:
    """Open a file for writing that only its owner can read, even if it already existed."""

    def opener(name: str, flags: int) -> int:
        file = os.open(name, flags, PRIVATE_FILE)
        os.fchmod(file, PRIVATE_FILE)
        return file

    return open(path, mode, opener=opener)


def private_folder(path: Path) -> None:
    """Create a folder that only its owner may enter, or restrict access to an existing one."""
    path.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
    path.chmod(PRIVATE_FOLDER)


def words_of(process: int) -> list[bytes]:
    """Return the command line of a process, if the process runs and the line is readable."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []
