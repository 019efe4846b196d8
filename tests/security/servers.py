"""A server in a separate process with every port open, and bare sockets connected to it."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

from aiohttp import web
from lean import UPGRADE, frame
from process import LIMITED, Server

from ludoteca.cli.parser import parser
from ludoteca.cli.serve import serve
from ludoteca.server import WebServer
from tests.conftest import PROVING, TIMEOUT
from tests.forked import Forked

HOST = "127.0.0.1"
PORTS = ("web", "rmi", "pipes", "commands", "updates", "prompts", "rmi-prompts", "requests")
LOOK = frame(json.dumps({"do": "look_around"}).encode())
"""A request that is answered with `surroundings`."""
SLOW = 50
"""Maximum CPU time of a step of the event loop, in milliseconds."""
WATCHED = ("--slow-step", f"{SLOW}") if PROVING else ()


def assert_no_step_was_slow(lines: Iterable[dict[str, Any]]) -> None:
    """Fail if a server has logged that its event loop was blocked."""
    steps = [line for line in lines if line["event"] == "step_slow"]
    slow = [step for step in steps if step["milliseconds"] >= SLOW]
    assert not slow, slow


class OpenServer:
    """A running server, its ports and its log."""

    def __init__(self, process: Forked) -> None:
        self.pid = process.pid
        # Of its own, so that the last lines are still read when the process has ended.
        self._said = os.fdopen(os.dup(process.said.fileno()))
        self.ports: dict[str, int] = {}
        self.lines: list[dict[str, Any]] = []
        while (line := self._said.readline()) != "ready\n":
            assert line, self.lines
            if line.startswith("door"):
                _, name, _, port = line.split()
                self.ports[name] = int(port)
            else:
                self.lines.append(json.loads(line))
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        with self._said:
            for line in self._said:
                self.lines.append(json.loads(line))

    def logged(self, event: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["event"] == event]

    def until_logged(self, event: str, times: int = 1) -> None:
        """Wait for exactly this number of log lines of an event."""
        end = time.monotonic() + TIMEOUT
        while len(self.logged(event)) < times:
            assert time.monotonic() < end, f"no {event} in {self.lines}"
            time.sleep(0.01)
        assert len(self.logged(event)) == times

    def until_ended(self) -> None:
        end = time.monotonic() + TIMEOUT
        while _runs(self.pid):
            assert time.monotonic() < end
            time.sleep(0.01)

    def assert_no_step_was_slow(self) -> None:
        """Fail if the event loop was blocked, once the process has ended."""
        if WATCHED:
            self._reading.join(TIMEOUT)
            assert_no_step_was_slow(self.lines)

    @property
    def measured(self) -> Server:
        """Return the server in the form that benchmarks expect."""
        return Server(LIMITED, self.pid, self.ports["web"], 0.0, self.ports)

    @property
    def cpu(self) -> float:
        """Return the seconds of CPU used so far."""
        return self.measured.cpu


def _runs(pid: int) -> bool:
    """Return whether a process is running and not a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):  # it may end between opening and reading
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def serve_and_log(*words: str) -> None:
    """Run `ludoteca serve` with its log on standard output."""
    os.dup2(1, 2)
    serve(vars(parser().parse_args(["serve", *words])))


def slow_down() -> None:
    """Make `/metrics` take three times the limit for a slow step, in this process."""
    show = WebServer._show_metrics  # noqa: SLF001

    async def show_slowly(self: WebServer, _: web.Request) -> web.Response:
        end = time.thread_time() + 3 * SLOW / 1000
        while time.thread_time() < end:
            pass
        return await show(self, _)

    WebServer._show_metrics = show_slowly  # type: ignore[method-assign]  # noqa: SLF001


def serve_slowly(*words: str) -> None:
    """Run `ludoteca serve` with a slow step."""
    slow_down()
    serve_and_log(*words)


@contextmanager
def serving(*words: str, run: Callable[..., None] = serve_and_log) -> Iterator[OpenServer]:
    """Run a server with every port open."""
    flags = [word for name in PORTS for word in (f"--{name}", "0")]
    usual = ("--data", "off", "--log-format", "json", *flags, *WATCHED)
    process = Forked(run, *usual, *words)
    try:
        server = OpenServer(process)
        yield server
    finally:
        process.kill()
    server.assert_no_step_was_slow()


def connect(port: int, address: str = HOST) -> socket.socket:
    """Connect from one of the addresses of this machine."""
    return socket.create_connection((HOST, port), TIMEOUT, (address, 0))


def wait_for(port: int) -> None:
    """Wait until a server listens at a port."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            connect(port).close()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.02)
        else:
            return


def is_closed(raw: socket.socket) -> bool:
    """Return whether the server closes a connection, whatever it sends before."""
    try:
        while raw.recv(65536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def stays_open(raw: socket.socket, seconds: float = 0.2) -> bool:
    """Return whether the connection stays open for some time."""
    raw.settimeout(seconds)
    return not is_closed(raw)


def http(port: int, path: str, address: str = HOST, **headers: str) -> tuple[int, bytes]:
    """Return the status and the body of an HTTP answer."""
    with connect(port, address) as raw:
        return asked(raw, path, **headers)


def asked(raw: socket.socket, path: str, **headers: str) -> tuple[int, bytes]:
    """Return the same over an open connection, which is used once."""
    headers = {"Host": HOST, "Connection": "close", **headers}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    raw.sendall("\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while more := raw.recv(65536):
        answer += more
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def status_of(raw: socket.socket) -> int:
    """Return the status of the next HTTP answer."""
    answer = HTTPResponse(raw)
    answer.begin()
    answer.read()
    return answer.status


def hear(raw: socket.socket, expected: bytes) -> None:
    """Receive until these bytes arrive."""
    heard = b""
    while expected not in heard:
        more = raw.recv(65536)
        assert more, heard
        heard += more


def entered(server: OpenServer, name: str, address: str) -> socket.socket:
    """Return the WebSocket of a logged-in player."""
    raw = connect(server.ports["web"], address)
    raw.sendall(UPGRADE + frame(json.dumps({"do": "enter", "name": name}).encode()))
    hear(raw, b'"notice":"welcome"')
    return raw


def enters(raw: socket.socket, name: str, host: str = HOST, origin: str = "") -> bool:
    """Return whether a client can log in by WebSocket."""
    page = f"Origin: {origin}\r\n" if origin else ""
    raw.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\n{page}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    raw.sendall(frame(json.dumps({"do": "enter", "name": name}).encode()))
    answer = b""
    while b'"notice":"' not in answer and (more := raw.recv(65536)):
        answer += more
    return b'"notice":"welcome"' in answer
