"""A real server in another process, with seeded chance."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.cli.parser import parser
from ludoteca.cli.serve import serve
from ludoteca.protocols.dialect import ServedDialect
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.pipes import CALLS, FRAMES, PipesQuirks, pipes
from ludoteca.protocols.pipes.calls import pipes_over_rmi
from tests.cli.servers import QUIET
from tests.forked import Forked
from tests.games.renaissance.first_seat import FirstSeat
from tests.reserved_port import ReservedPort

PROTOCOLS = ("pipes", "commands", "rmi")


class RunningServer:
    """A server that can be closed, killed, and opened again on the same ports."""

    def __init__(self, seed: int, data: Path | None, settings: dict[str, object]) -> None:
        self._seed, self._settings = seed, {"data": data or "off", **settings}
        self._reserved = {name: ReservedPort() for name in PROTOCOLS}
        self._ports = {name: port.number for name, port in self._reserved.items()}
        self._process: Forked | None = None

    @property
    def pipes(self) -> int:
        """The port of `pipes` (My Shelfie over TCP)."""
        return self._ports["pipes"]

    @property
    def rmi(self) -> int:
        """The port of `pipes` over RMI."""
        return self._ports["rmi"]

    @property
    def commands(self) -> int:
        """The port of `commands` (Masters of Renaissance)."""
        return self._ports["commands"]

    @property
    def web(self) -> int:
        """The port of the page, if it was requested."""
        return self._ports["web"]

    def port(self, protocol: str) -> int:
        return self._ports[protocol]

    def open(self) -> None:
        """Open every port; the page's is chosen by the system the first time."""
        settings = {"log-level": "warning", **self._settings, **self._ports}
        flags = [word for name, said in settings.items() for word in (f"--{name}", str(said))]
        closed = {**QUIET, "LUDOTECA_WEB": "off"}
        self._process = Forked(serve_seeded, self._seed, *flags, settings=closed)
        for line in self._process.said:
            if line == "ready\n":
                return
            _, name, _, port = line.split()
            self._ports[name] = int(port)
        raise AssertionError("The server did not start.")

    def close(self) -> None:
        """Shut down gracefully."""
        if self._process:
            self._process.terminate()

    def kill(self) -> None:
        if self._process:
            self._process.kill()

    def release(self) -> None:
        """Kill the server and give its ports back."""
        self.kill()
        for port in self._reserved.values():
            port.release()


def serve_briskly(_: Mapping[str, Any], __: Callable[[], str]) -> ServedDialect:
    """Serve `pipes` with a tenth of its delays."""
    brisk = partial(PipesQuirks._replace, quiet=FRAMES.quiet / 10, gather=FRAMES.gather / 10)
    return ServedDialect(partial(pipes, brisk(FRAMES)), partial(pipes_over_rmi, brisk(CALLS)))


def serve_seeded(seed: int, *flags: str) -> None:
    """Run `ludoteca serve` with seeded chance and shorter delays between views."""
    DIALECTS["pipes"] = DIALECTS["pipes"]._replace(serve=f"{__name__}:serve_briskly")
    serve(vars(parser().parse_args(["serve", *flags])), FirstSeat(seed))


@contextmanager
def server(seed: int = 7, data: Path | None = None, **settings: object) -> Iterator[RunningServer]:
    """Open a server; settings are flags of `ludoteca serve`, such as `log_level="info"`."""
    opened = RunningServer(
        seed, data, {name.replace("_", "-"): said for name, said in settings.items()}
    )
    opened.open()
    try:
        yield opened
    finally:
        opened.release()
